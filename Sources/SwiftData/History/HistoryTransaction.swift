import Foundation
import Synchronization

/// What one save changed in a store.
///
/// Source: Apple's `HistoryTransaction`.
public protocol HistoryTransaction: Hashable, Identifiable, Sendable {
    /// A position in the history.
    associatedtype TokenType: Comparable & Hashable & Identifiable & Sendable
    /// The transaction's number.
    associatedtype TransactionIdentifier: Comparable & Hashable & Sendable

    /// The position right after this transaction.
    var token: TokenType { get }
    /// The number of the transaction, rising with time.
    var transactionIdentifier: TransactionIdentifier { get }
    /// The store that was changed.
    var storeIdentifier: String { get }
    /// When the transaction was committed.
    var timestamp: Date { get }
    /// What the saving context gave as its author.
    var author: String? { get }
    /// Each inserted, updated and deleted object, in the order of the save.
    var changes: [HistoryChange] { get }
}

/// What one save changed in a built-in store.
///
/// Source: Apple's `DefaultHistoryTransaction`. The changes are put together when they are first asked for.
public struct DefaultHistoryTransaction: HistoryTransaction {
    /// A position in the history of the built-in stores.
    public typealias TokenType = DefaultHistoryToken
    /// The transaction's number.
    public typealias TransactionIdentifier = Int64
    /// The transaction's number.
    public typealias ID = Int64

    /// The position right after this transaction.
    public let token: DefaultHistoryToken
    /// The number of the transaction: 1 for the store's first, one more for each.
    public let transactionIdentifier: Int64
    /// The store that was changed.
    public let storeIdentifier: String
    /// When the transaction was committed, by the clock of the process that saved.
    public let timestamp: Date
    /// What the saving context gave as its author.
    public let author: String?
    /// The bundle identifier of the program that saved; its name where it has none.
    public let bundleIdentifier: String
    /// The name and number of the process that saved.
    public let processIdentifier: String
    private let list: HistoryChangeList

    init(
        number: Int64,
        storeIdentifier: String,
        timestamp: Date,
        author: String?,
        bundleIdentifier: String,
        processIdentifier: String,
        changes list: HistoryChangeList
    ) {
        token = DefaultHistoryToken(storeIdentifier: storeIdentifier, transaction: number)
        transactionIdentifier = number
        self.storeIdentifier = storeIdentifier
        self.timestamp = timestamp
        self.author = author
        self.bundleIdentifier = bundleIdentifier
        self.processIdentifier = processIdentifier
        self.list = list
    }

    /// The same as `transactionIdentifier`.
    public var id: Int64 { transactionIdentifier }
    /// Each inserted, updated and deleted object, in the order of the save.
    public var changes: [HistoryChange] { list.changes }
    /// The names of the entities that the transaction touched; costs less than looking at its changes.
    var entityNames: Set<String> { list.entityNames }

    /// Whether two values stand for the same transaction of the same store.
    public static func == (lhs: DefaultHistoryTransaction, rhs: DefaultHistoryTransaction) -> Bool {
        lhs.transactionIdentifier == rhs.transactionIdentifier && lhs.storeIdentifier == rhs.storeIdentifier
    }

    /// Hashes the number and the store.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(transactionIdentifier)
        hasher.combine(storeIdentifier)
    }
}

/// The changes of a transaction as they stand in the store, made into changes with their model's type when first read.
final class HistoryChangeList: Sendable {
    private let records: [HistoryRecord]
    private let resolver: HistoryResolver
    private let transaction: Int64
    private let resolved = Mutex<[HistoryChange]?>(nil)

    init(records: [HistoryRecord], transaction: Int64, resolver: HistoryResolver) {
        self.records = records
        self.transaction = transaction
        self.resolver = resolver
    }

    var changes: [HistoryChange] {
        resolved.withLock { resolved in
            if let resolved { return resolved }
            let made = records.flatMap { resolver.changes(of: $0, transaction: transaction) }
            resolved = made
            return made
        }
    }

    var entityNames: Set<String> {
        Set(records.map { resolver.entityName(of: $0) })
    }
}
