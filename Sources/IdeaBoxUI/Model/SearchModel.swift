import Foundation
import IdeaBoxCore
import Observation

/// The search: what is looked for, and what was found.
@MainActor
@Observable
final class SearchModel {
    let pages = IdeaPages()
    var words = "" {
        didSet { if words != oldValue { wordsChanged() } }
    }
    var hidesCompleted = false {
        didSet { if hidesCompleted != oldValue { wordsChanged() } }
    }
    /// The words that what is shown was found by.
    private(set) var found = ""

    @ObservationIgnored private let home: IdeaBoxHome
    @ObservationIgnored private var looking: Task<Void, Never>?
    @ObservationIgnored private var isWantedAgain = false

    init(_ home: IdeaBoxHome) {
        self.home = home
    }

    var hasWords: Bool { words.contains { !$0.isWhitespace } }

    private func wordsChanged() {
        pages.shrink()
        load()
    }

    /// Looks again, away from the main actor; of several wishes in a row the last is looked for.
    func load() {
        guard looking == nil else {
            isWantedAgain = true
            return
        }
        looking = Task {
            repeat {
                isWantedAgain = false
                await look()
            } while isWantedAgain
            looking = nil
        }
    }

    /// Returns when what was wanted so far is shown: for tests.
    func waitUntilIdle() async { await looking?.value }

    private func look() async {
        let (words, hidesCompleted, size) = (words, hidesCompleted, pages.size)
        do {
            let page = try await home.aside {
                try $0.search(words, hidesCompleted: hidesCompleted, try IdeaPage(size: size))
            }
            pages.take(page)
            found = words
        } catch {
            home.met(error)
        }
    }
}
