import Foundation
import IdeaBoxCore
import Observation

/// A list as far as it is shown: its first pages, brought up to date whenever the store changes.
@MainActor
@Observable
final class IdeaPages {
    /// Ideas that are shown at most; beyond, search is quicker than scrolling.
    static let limit = 10_000

    private(set) var ideas: [IdeaSnapshot] = []
    private(set) var hasMore = false
    /// Whether it was read at all.
    private(set) var isLoaded = false
    private(set) var size = IdeaPage.usualSize

    /// Whether there is more than may be shown.
    var isCut: Bool { hasMore && size >= Self.limit }

    /// Whether a page more can be shown.
    var canGrow: Bool { hasMore && !isCut }

    /// What was read last, so that only what has changed since is read again.
    @ObservationIgnored private(set) var read: ReadIdeas?

    func load(_ list: IdeaList, from repository: IdeaRepository) throws {
        let read = try repository.first(size, of: list, since: read)
        self.read = read
        take(read.page)
    }

    func take(_ page: PageOfResults<IdeaSnapshot>) {
        // Only what differs is set, so that nothing is drawn again without need.
        if page.elements != ideas { ideas = page.elements }
        if page.hasMore != hasMore { hasMore = page.hasMore }
        if !isLoaded { isLoaded = true }
    }

    /// Wants a page more.
    func grow() {
        size = min(size + IdeaPage.usualSize, Self.limit)
    }

    /// Begins from the first page again.
    func shrink() {
        size = IdeaPage.usualSize
    }

    /// Shows a change at once, before the list is read again.
    func show(_ idea: IdeaSnapshot) {
        guard let place = ideas.firstIndex(where: { $0.id == idea.id }) else { return }
        ideas[place] = idea
    }

    func remove(_ ids: Set<UUID>) {
        guard ideas.contains(where: { ids.contains($0.id) }) else { return }
        ideas.removeAll { ids.contains($0.id) }
    }

    /// The idea after or before another one; the first or last where that one is not in the list.
    func neighbour(of id: UUID?, offset: Int) -> UUID? {
        guard let id, let place = ideas.firstIndex(where: { $0.id == id }) else {
            return offset > 0 ? ideas.first?.id : ideas.last?.id
        }
        let next = place + offset
        return ideas.indices.contains(next) ? ideas[next].id : id
    }
}
