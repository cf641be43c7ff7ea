import Foundation

/// Which transactions of the history to fetch or delete.
///
/// Source: Apple's `HistoryDescriptor`. Without a sort order the oldest transaction comes first.
public struct HistoryDescriptor<TransactionType: HistoryTransaction>: Sendable {
    /// Which transactions; nil for all.
    public var predicate: Predicate<TransactionType>?
    /// In which order.
    public var sortBy: [SortDescriptor<TransactionType>]
    /// At most how many; 0 for all.
    public var fetchLimit: UInt64

    /// Describes the transactions that match a predicate.
    public init(predicate: Predicate<TransactionType>? = nil) {
        self.init(predicate: predicate, sortBy: [])
    }

    /// Describes the transactions that match a predicate, in an order.
    public init(predicate: Predicate<TransactionType>? = nil, sortBy: [SortDescriptor<TransactionType>] = []) {
        self.predicate = predicate
        self.sortBy = sortBy
        fetchLimit = 0
    }
}

/// A store that keeps a history of its changes.
///
/// Source: Apple's `HistoryProviding`.
public protocol HistoryProviding {
    /// The kind of transaction that the store gives.
    associatedtype HistoryType: HistoryTransaction
    /// The kind of transaction that the store gives.
    static var historyType: HistoryType.Type { get }
    /// The transactions that match a descriptor.
    ///
    /// - Throws: ``SwiftDataError/historyTokenExpired`` where the descriptor asks for what is newer than a token and
    ///   a part of that was deleted.
    func fetchHistory(_ descriptor: HistoryDescriptor<HistoryType>) throws -> [HistoryType]
    /// Deletes the transactions that match a descriptor.
    func deleteHistory(_ descriptor: HistoryDescriptor<HistoryType>) throws
}

extension HistoryProviding {
    /// The kind of transaction that the store gives.
    public static var historyType: HistoryType.Type { HistoryType.self }
}
