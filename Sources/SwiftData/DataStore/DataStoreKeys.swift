import Synchronization

/// The numbers by which a context knows the objects of a custom store, whose identifiers may be anything.
///
/// A number is given at the first sight of an identifier and lasts as long as the store is open.
final class DataStoreKeys: Sendable {
    private struct Table {
        var keys: [PersistentIdentifier: Int64] = [:]
        var identifiers: [Int64: PersistentIdentifier] = [:]
    }

    private let table = Mutex(Table())

    /// The number of an identifier.
    func key(of identifier: PersistentIdentifier) -> Int64 {
        table.withLock { table in
            if let key = table.keys[identifier] { return key }
            let key = Int64(table.keys.count) + 1
            table.keys[identifier] = key
            table.identifiers[key] = identifier
            return key
        }
    }

    /// The identifier with a number.
    func identifier(of key: Int64) -> PersistentIdentifier? {
        table.withLock { $0.identifiers[key] }
    }
}
