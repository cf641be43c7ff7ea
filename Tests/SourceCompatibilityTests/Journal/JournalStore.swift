import Foundation
import Observation
import SwiftData

@MainActor
@Observable
final class JournalStore {
    struct SaveReport: Equatable, Sendable {
        var inserted = 0
        var updated = 0
        var deleted = 0
    }

    let container: ModelContainer
    private(set) var reports: [SaveReport] = []
    private(set) var willSaveCount = 0

    @ObservationIgnored private var observers: [any NSObjectProtocol] = []

    var context: ModelContext { container.mainContext }

    static func inMemory() throws -> JournalStore {
        try JournalStore(configuration: ModelConfiguration(isStoredInMemoryOnly: true))
    }

    init(configuration: ModelConfiguration) throws {
        container = try ModelContainer(for: JournalEntry.self, Attachment.self, configurations: configuration)
        container.mainContext.autosaveEnabled = false
        observe()
    }

    func stopObserving() {
        for observer in observers {
            NotificationCenter.default.removeObserver(observer)
        }
        observers = []
    }

    func entries(pinnedFirst: Bool = true) throws -> [JournalEntry] {
        let newestFirst = [SortDescriptor(\JournalEntry.createdAt, order: .reverse)]
        let all = try context.fetch(FetchDescriptor(sortBy: newestFirst))
        guard pinnedFirst else { return all }
        return all.filter(\.isPinned) + all.filter { !$0.isPinned }
    }

    func update(_ entry: JournalEntry, text: String, at date: Date) throws {
        try context.transaction {
            entry.text = text
            entry.wordCount = text.split(separator: " ").count
            entry.editedAt = date
        }
    }

    private func observe() {
        let center = NotificationCenter.default
        observers.append(
            center.addObserver(
                forName: ModelContext.willSave,
                object: context,
                queue: nil
            ) { [weak self] _ in
                guard let self else { return }
                MainActor.assumeIsolated { self.willSaveCount += 1 }
            }
        )
        observers.append(
            center.addObserver(
                forName: ModelContext.didSave,
                object: context,
                queue: nil
            ) { [weak self] note in
                let report = SaveReport(
                    inserted: JournalStore.count(.insertedIdentifiers, in: note),
                    updated: JournalStore.count(.updatedIdentifiers, in: note),
                    deleted: JournalStore.count(.deletedIdentifiers, in: note)
                )
                guard let self else { return }
                MainActor.assumeIsolated { self.reports.append(report) }
            }
        )
    }

    private nonisolated static func count(_ key: ModelContext.NotificationKey, in note: Notification) -> Int {
        (note.userInfo?[key.rawValue] as? [PersistentIdentifier])?.count ?? 0
    }
}
