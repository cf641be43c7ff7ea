import Foundation

extension ModelContext {
    /// The transactions of the container's stores that match a descriptor, by default the oldest first.
    ///
    /// Who reads on from a token is a consumer of the history: what came after it is not pruned for
    /// ``HistoryLimits/readerLifetime``.
    ///
    /// With several stores each is asked by itself and the results follow one another, in the order of the
    /// transactions' timestamps; an order or a limit in the descriptor then applies to all of them together.
    ///
    /// - Throws: ``SwiftDataError/historyTokenExpired`` where a part of what was asked for is gone,
    ///   ``SwiftDataError/invalidTransactionFetchRequest`` for a kind of transaction that no store gives.
    public func fetchHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws -> [T] {
        if let descriptor = descriptor as? HistoryDescriptor<DefaultHistoryTransaction> {
            return try container.fetchDefaultHistory(descriptor) as? [T] ?? []
        }
        return try container.requiredHistoryProviders(of: T.self).flatMap { try $0.fetchHistory(descriptor) }
    }

    /// Deletes the transactions that match a descriptor, whether or not a registered consumer still wants them.
    ///
    /// - Throws: ``SwiftDataError/invalidTransactionFetchRequest`` for a kind of transaction that no store gives.
    public func deleteHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws {
        if let descriptor = descriptor as? HistoryDescriptor<DefaultHistoryTransaction> {
            for store in container.sqliteStores { try store.writeHistory { try $0.delete(descriptor) } }
            for provider in container.historyProviders(of: DefaultHistoryTransaction.self) {
                try provider.deleteHistory(descriptor)
            }
            return
        }
        for provider in try container.requiredHistoryProviders(of: T.self) { try provider.deleteHistory(descriptor) }
    }

    /// Says up to where a reader of the history has read, so that nothing after it is pruned.
    ///
    /// Call it again after each reading; a reader that was not heard of for ``HistoryLimits/consumerLifetime`` no
    /// longer holds its part. An addition of this package.
    ///
    /// - Parameters:
    ///   - name: The reader's name, the same at each call.
    ///   - token: The last transaction that it needs no more; nil where it has read nothing.
    /// - Throws: ``StoreError`` where the store cannot be written.
    public func registerHistoryConsumer(_ name: String, at token: DefaultHistoryToken?) throws {
        for store in container.sqliteStores {
            try store.writeHistory { try $0.registerConsumer(name, at: token, now: store.environment.now()) }
        }
    }

    /// Forgets a reader of the history; one that is not registered is no error.
    ///
    /// An addition of this package.
    ///
    /// - Throws: ``StoreError`` where the store cannot be written.
    public func unregisterHistoryConsumer(_ name: String) throws {
        for store in container.sqliteStores { try store.writeHistory { try $0.unregisterConsumer(name) } }
    }

    /// Where the history of the container's stores ends now: the token to begin reading from.
    ///
    /// An addition of this package; on Apple's systems one fetches the last transaction.
    ///
    /// - Throws: ``StoreError`` where a store cannot be read.
    public func currentHistoryToken() throws -> DefaultHistoryToken {
        try container.sqliteStores.reduce(DefaultHistoryToken([:])) { token, store in
            token.merging(try store.withHistory { try $0.currentToken() })
        }
    }
}

/// What came after some positions.
struct HistoryNews {
    var transactions: [DefaultHistoryTransaction] = []
    var tokens: [String: any HistoryToken] = [:]
}

extension ModelContainer {
    /// The built-in stores.
    var sqliteStores: [SQLiteStore] { stores.compactMap { $0 as? SQLiteStore } }

    func fetchDefaultHistory(
        _ descriptor: HistoryDescriptor<DefaultHistoryTransaction>
    ) throws -> [DefaultHistoryTransaction] {
        var found = try sqliteStores.flatMap { try $0.fetchHistory(descriptor) }
        let providers = historyProviders(of: DefaultHistoryTransaction.self)
        found += try providers.flatMap { try $0.fetchHistory(descriptor) }
        guard sqliteStores.count + providers.count > 1 else { return found }
        if descriptor.sortBy.isEmpty {
            found.sort { $0.timestamp < $1.timestamp }
        } else {
            found.sort(using: descriptor.sortBy)
        }
        return descriptor.fetchLimit == 0 ? found : Array(found.prefix(Int(clamping: descriptor.fetchLimit)))
    }

    /// Where the history of each built-in store ends now.
    func historyTokens() throws -> [String: any HistoryToken] {
        var tokens: [String: any HistoryToken] = [:]
        for store in sqliteStores { tokens[store.identifier] = try store.withHistory { try $0.currentToken() } }
        return tokens
    }

    /// What is newer than the tokens.
    ///
    /// A store whose token is older than its history begins at what is left.
    func historyNews(since tokens: [String: any HistoryToken]) throws -> HistoryNews {
        var news = HistoryNews()
        for store in sqliteStores {
            let token = tokens[store.identifier] as? DefaultHistoryToken
            let known = token?.transaction(in: store.identifier) ?? 0
            try store.withHistory { log in
                let last = try log.isPresent() ? max(known, HistorySQL.floor(log.connection)) : known
                // Where it ends comes first: what others commit from here on is left for the next time, and not passed over.
                let end = try log.currentToken()
                let bound = end.transaction(in: store.identifier)
                let descriptor = HistoryDescriptor<DefaultHistoryTransaction>(
                    predicate: Self.later(than: last)
                )
                news.transactions += try log.fetch(descriptor).filter { $0.transactionIdentifier <= bound }
                news.tokens[store.identifier] = end
            }
        }
        return news
    }

    /// `$0.transactionIdentifier > last`, spelled out: in this module `#Predicate` is the one for models.
    private static func later(than last: Int64) -> Predicate<DefaultHistoryTransaction> {
        Predicate { transaction in
            PredicateExpressions.build_Comparison(
                lhs: PredicateExpressions.build_KeyPath(
                    root: PredicateExpressions.build_Arg(transaction),
                    keyPath: \.transactionIdentifier
                ),
                rhs: PredicateExpressions.build_Arg(last),
                op: .greaterThan
            )
        }
    }

    /// The custom stores that give this kind of transaction.
    func historyProviders<T: HistoryTransaction>(of type: T.Type) -> [any HistoryProvider<T>] {
        stores.compactMap { $0.historyProvider as? any HistoryProvider<T> }
    }

    /// The same, and at least one.
    func requiredHistoryProviders<T: HistoryTransaction>(of type: T.Type) throws -> [any HistoryProvider<T>] {
        let providers = historyProviders(of: type)
        guard providers.isEmpty else { return providers }
        throw SwiftDataError.invalidTransactionFetchRequest.explained(
            "No store of the container gives transactions of the type \(T.self)."
        )
    }
}

/// A custom store's history, known by its kind of transaction only.
protocol HistoryProvider<HistoryType> {
    associatedtype HistoryType: HistoryTransaction
    func fetchHistory(_ descriptor: HistoryDescriptor<HistoryType>) throws -> [HistoryType]
    func deleteHistory(_ descriptor: HistoryDescriptor<HistoryType>) throws
}

/// Passes requests on to a store that keeps a history of its own.
struct HistoryProvidingAdapter<Store: HistoryProviding>: HistoryProvider {
    let store: Store

    func fetchHistory(_ descriptor: HistoryDescriptor<Store.HistoryType>) throws -> [Store.HistoryType] {
        try store.fetchHistory(descriptor)
    }

    func deleteHistory(_ descriptor: HistoryDescriptor<Store.HistoryType>) throws {
        try store.deleteHistory(descriptor)
    }
}

extension GraphStore {
    /// The history of a custom store that keeps one; nil for the others.
    var historyProvider: (any HistoryProvider)? {
        (self as? any HistoryStoreSource)?.providedHistory
    }
}

/// A graph store that passes on to a store of another type.
protocol HistoryStoreSource {
    var providedHistory: (any HistoryProvider)? { get }
}

extension DataStoreAdapter: HistoryStoreSource {
    var providedHistory: (any HistoryProvider)? {
        guard let store = store as? any HistoryProviding else { return nil }
        return Self.wrapped(store)
    }

    private static func wrapped<Provider: HistoryProviding>(_ store: Provider) -> any HistoryProvider {
        HistoryProvidingAdapter(store: store)
    }
}

extension SQLiteStore {
    /// Runs `body` with the store's history, on the store's connection.
    func withHistory<Result>(_ body: (HistoryLog) throws -> Result) throws -> Result {
        try connection.access { db in try body(historyLog(on: db)) }
    }

    /// The transactions that match a descriptor.
    ///
    /// Who reads on from a token is noted, so that nothing after it is pruned.
    fileprivate func fetchHistory(
        _ descriptor: HistoryDescriptor<DefaultHistoryTransaction>
    ) throws -> [DefaultHistoryTransaction] {
        let found = try withHistory { try $0.fetch(descriptor) }
        let bound = HistoryQuery(descriptor, storeIdentifier: identifier).lowerBounds.min()
        guard allowsSave, let bound else { return found }
        let now = environment.now()
        guard try withHistory({ try $0.isReaderNews(after: bound, now: now) }) else { return found }
        // What was read is right, also where nothing can be written: on a full disk, beside a writer that goes on.
        try? writeHistory { try $0.recordReader(after: bound, now: now) }
        return found
    }

    /// The same in one transaction.
    func writeHistory<Result>(_ body: (HistoryLog) throws -> Result) throws -> Result {
        try connection.write { db in try body(historyLog(on: db)) }
    }
}
