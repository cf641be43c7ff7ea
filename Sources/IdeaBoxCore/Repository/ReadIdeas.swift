import Foundation
import SwiftData

/// The first ideas of a list as they were read, from which they are brought up to date.
public struct ReadIdeas: Sendable {
    /// What was read.
    public let page: PageOfResults<IdeaSnapshot>
    /// How many ideas were read from the store for it; the others were known.
    public let readCount: Int
    let list: IdeaList
    let size: Int
    /// The ideas' names in the store, in their order.
    let keys: [PersistentIdentifier]
    /// Where the store's history ended before they were read.
    let place: DefaultHistoryToken
}

extension IdeaRepository {
    /// Saves that are looked through for what changed; after more of them all is read again.
    static let mostNews: Int64 = 64

    /// The first ideas of a list; of those that are known from before, what changed since is read again, by whomever.
    ///
    /// Throws what reading throws.
    public func first(_ size: Int, of list: IdeaList, since last: ReadIdeas? = nil) throws -> ReadIdeas {
        // Where the history ends comes first: what is saved from here on is news the next time.
        let place = try context.currentHistoryToken()
        let page = try IdeaPage(size: size)
        if let last, last.list == list, let news = try changedIdeas(since: last.place, until: place) {
            // Of the trash some goes by itself.
            if news.isEmpty, last.size == size, list != .trash {
                return ReadIdeas(
                    page: last.page,
                    readCount: 0,
                    list: list,
                    size: size,
                    keys: last.keys,
                    place: place
                )
            }
            if let renewed = try renewed(last, page, news, place) { return renewed }
        }
        let found = try context.fetch(descriptor(of: list, page))
        return ReadIdeas(
            page: page.cut(found.map { IdeaSnapshot($0) }),
            readCount: found.count,
            list: list,
            size: size,
            keys: found.prefix(size).map(\.persistentModelID),
            place: place
        )
    }

    /// The ideas as they are now, of which most are known; nil where they had better be read anew.
    private func renewed(
        _ last: ReadIdeas,
        _ page: IdeaPage,
        _ news: Set<PersistentIdentifier>,
        _ place: DefaultHistoryToken
    ) throws -> ReadIdeas? {
        let found = try context.fetchIdentifiers(descriptor(of: last.list, page))
        let keys = page.cut(found)
        var ideas = Dictionary(zip(last.keys, last.page.elements)) { first, _ in first }
        for key in news { ideas[key] = nil }
        let missing = keys.elements.filter { ideas[$0] == nil }
        guard missing.count * 2 <= max(keys.elements.count, IdeaPage.usualSize) else { return nil }
        if !missing.isEmpty {
            let read = try context.fetch(
                FetchDescriptor<Idea>(predicate: #Predicate { missing.contains($0.persistentModelID) })
            )
            for idea in read { ideas[idea.persistentModelID] = IdeaSnapshot(idea) }
        }
        let elements = keys.elements.compactMap { ideas[$0] }
        // One that has gone between the two readings.
        guard elements.count == keys.elements.count else { return nil }
        return ReadIdeas(
            page: PageOfResults(elements: elements, hasMore: keys.hasMore),
            readCount: missing.count,
            list: last.list,
            size: page.size,
            keys: keys.elements,
            place: place
        )
    }

    /// The ideas that changed between two places of the store's history; nil where that cannot be said.
    private func changedIdeas(
        since first: DefaultHistoryToken,
        until end: DefaultHistoryToken
    ) throws -> Set<PersistentIdentifier>? {
        guard first != end else { return [] }
        // Another store, or one that was put back to how it had been, has another history.
        guard let (store, last) = end.tokenValue?.first, let known = first.tokenValue?[store],
            (known...).contains(last), last - known <= Self.mostNews
        else { return nil }
        var newest = HistoryDescriptor<DefaultHistoryTransaction>(
            sortBy: [SortDescriptor(\.transactionIdentifier, order: .reverse)]
        )
        // By number and not by what came after a token: that would hold the history for a week.
        newest.fetchLimit = UInt64(last - known)
        let news = try context.fetchHistory(newest).filter { (known + 1...last).contains($0.transactionIdentifier) }
        // Saves that came meanwhile, or a part of the history that was deleted.
        guard news.count == Int(last - known) else { return nil }
        return Set(
            news.flatMap { $0.changes.map(\.changedPersistentIdentifier) }
                .filter { $0.entityName == Schema.entityName(for: Idea.self) }
        )
    }
}
