import Foundation
import IdeaBoxCore
import Observation

/// The history as far as it is shown.
@MainActor
@Observable
final class HistoryModel {
    /// How far back is looked.
    enum Period: String, CaseIterable, Hashable, Sendable {
        case all
        case week
        case day

        /// The beginning of the period; nil for everything that is kept.
        func start(at now: Date) -> Date? {
            let day: TimeInterval = 24 * 60 * 60
            return switch self {
            case .all: nil
            case .week: now.addingTimeInterval(-7 * day)
            case .day: now.addingTimeInterval(-day)
            }
        }
    }

    /// One line with what it tells of.
    struct Line: Identifiable, Equatable, Sendable {
        let entry: HistoryEntry
        /// The title of the idea as it is now, or as it was kept; nil where nobody knows.
        let title: String?

        var id: UUID { entry.id }
    }

    /// Lines that are shown at most.
    static let limit = 2_000

    private(set) var lines: [Line] = []
    private(set) var hasMore = false
    var event: LogEvent? {
        didSet { if event != oldValue { changed() } }
    }
    var period = Period.all {
        didSet { if period != oldValue { changed() } }
    }
    private(set) var idea: UUID?

    @ObservationIgnored private let home: IdeaBoxHome
    @ObservationIgnored private var size = IdeaPage.usualSize

    init(_ home: IdeaBoxHome) {
        self.home = home
    }

    private func changed() {
        size = IdeaPage.usualSize
        load(idea)
    }

    func showMore() {
        size = min(size + IdeaPage.usualSize, Self.limit)
        load(idea)
    }

    /// Reads the history, of one idea or of all.
    func load(_ idea: UUID?) {
        if idea != self.idea { self.idea = idea }
        do {
            let repository = home.repository()
            let filter = HistoryFilter(idea: idea, event: event, since: period.start(at: home.now))
            let page = try repository.history(filter, try IdeaPage(size: size))
            let titles = try repository.titles(of: Set(page.elements.compactMap(\.ideaId)))
            let lines = page.elements.map { entry in
                Line(entry: entry, title: entry.ideaId.flatMap { titles[$0] } ?? entry.versions.gaveWay?.title)
            }
            if lines != self.lines { self.lines = lines }
            let hasMore = page.hasMore && size < Self.limit
            if hasMore != self.hasMore { self.hasMore = hasMore }
        } catch {
            home.met(error)
        }
    }
}
