import Foundation
import SwiftData

/// Follows the store's history and remembers where it stopped.
struct ChangeFeed {
    enum Event: Equatable {
        case birdAdded(PersistentIdentifier)
        case birdChanged(PersistentIdentifier, weightChanged: Bool)
        case birdRemoved(ring: String, species: String)
        case sightingChanged(PersistentIdentifier)
    }

    let tokenURL: URL
    let ownAuthor: String

    func newEvents(in container: ModelContainer) throws -> [Event] {
        let context = ModelContext(container)
        let news = try transactions(after: loadToken(), in: context)
        let events = news.flatMap { transaction in
            transaction.changes.compactMap(event)
        }
        if let last = news.last {
            try JSONEncoder().encode(last.token).write(to: tokenURL, options: .atomic)
        }
        return events
    }

    func forgetHistory(in container: ModelContainer) throws {
        guard let token = loadToken() else { return }
        var descriptor = HistoryDescriptor<DefaultHistoryTransaction>()
        descriptor.predicate = #Predicate { $0.token <= token }
        try ModelContext(container).deleteHistory(descriptor)
    }

    private func loadToken() -> DefaultHistoryToken? {
        guard let data = try? Data(contentsOf: tokenURL) else { return nil }
        return try? JSONDecoder().decode(DefaultHistoryToken.self, from: data)
    }

    private func transactions(
        after token: DefaultHistoryToken?,
        in context: ModelContext
    ) throws -> [DefaultHistoryTransaction] {
        let author = ownAuthor
        var descriptor = HistoryDescriptor<DefaultHistoryTransaction>()
        if let token {
            descriptor.predicate = #Predicate { transaction in
                (transaction.token > token) && (transaction.author != author)
            }
        } else {
            descriptor.predicate = #Predicate { $0.author == nil || $0.author != author }
        }
        return try context.fetchHistory(descriptor)
    }

    private func event(_ change: HistoryChange) -> Event? {
        switch change {
        case .insert(let insert as DefaultHistoryInsert<Bird>):
            return .birdAdded(insert.changedPersistentIdentifier)
        case .update(let update as DefaultHistoryUpdate<Bird>):
            let weightChanged = update.updatedAttributes.contains { $0 as AnyKeyPath == \Bird.weight }
            return .birdChanged(update.changedPersistentIdentifier, weightChanged: weightChanged)
        case .delete(let delete as DefaultHistoryDelete<Bird>):
            return .birdRemoved(
                ring: delete.tombstone[\.ringNumber] as? String ?? "?",
                species: delete.tombstone[\.species] as? String ?? "?"
            )
        case .insert(_ as DefaultHistoryInsert<Sighting>), .update(_ as DefaultHistoryUpdate<Sighting>):
            return .sightingChanged(change.changedPersistentIdentifier)
        default:
            return nil
        }
    }
}
