import Foundation
import SwiftData

extension IdeaRepository {
    /// What a list holds now.
    func descriptor(of list: IdeaList, _ page: IdeaPage? = nil) -> FetchDescriptor<Idea> {
        // The others do not ask for the time.
        list.descriptor(trashedSince: list == .trash ? retentionLimit : .distantPast, page)
    }

    /// One page of a list.
    public func ideas(in list: IdeaList, _ page: IdeaPage) throws -> PageOfResults<IdeaSnapshot> {
        page.cut(try context.fetch(descriptor(of: list, page)).map { IdeaSnapshot($0) })
    }

    /// The values of one idea, in the trash or not.
    ///
    /// Throws ``IdeaBoxError/notFound(_:)``.
    public func snapshot(_ id: UUID) throws -> IdeaSnapshot {
        IdeaSnapshot(try idea(id))
    }

    /// The titles of those ideas that are there, in the trash or not.
    public func titles(of ids: Set<UUID>) throws -> [UUID: String] {
        guard !ids.isEmpty else { return [:] }
        let asked = Array(ids)
        let ideas = try context.fetch(FetchDescriptor<Idea>(predicate: #Predicate { asked.contains($0.id) }))
        return Dictionary(ideas.map { ($0.id, $0.title) }) { first, _ in first }
    }

    /// How many ideas there are, counted in the store.
    public func counts() throws -> IdeaCounts {
        // Where nothing is asked of the rows the store only adds up its pages, and few ideas are deleted: with a million ideas
        // that takes no time, and counting those that live the twentieth of a second.
        let deleted = try context.fetchCount(FetchDescriptor(predicate: IdeaList.deleted(since: .distantPast)))
        let all = max(0, try context.fetchCount(FetchDescriptor<Idea>()) - deleted)
        let completed = try context.fetchCount(descriptor(of: .completed))
        return IdeaCounts(
            all: all,
            open: all - completed,
            completed: completed,
            trash: try context.fetchCount(descriptor(of: .trash)),
            pending: try pendingCount()
        )
    }

    /// How many changes wait to be sent.
    func pendingCount() throws -> Int {
        try SyncState.pendingCount(in: context)
    }

    /// The id that begins with the text.
    ///
    /// Throws ``IdeaBoxError`` when none or several do.
    public func resolve(_ text: String) throws -> UUID {
        guard let range = IDPrefix(text)?.range else { throw IdeaBoxError.notAnID(text) }
        let (lower, upper) = (range.lowerBound, range.upperBound)
        var descriptor = FetchDescriptor<Idea>(predicate: #Predicate { $0.id >= lower && $0.id <= upper })
        descriptor.sortBy = [SortDescriptor(\Idea.id)]
        descriptor.fetchLimit = IdeaBoxError.shownCandidates + 1
        let found = try context.fetch(descriptor)
        guard let first = found.first else { throw IdeaBoxError.notFound(text) }
        guard found.count == 1 else { throw IdeaBoxError.ambiguous(text, found.map { IdeaSnapshot($0) }) }
        return first.id
    }
}
