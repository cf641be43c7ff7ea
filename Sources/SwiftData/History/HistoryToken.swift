/// A position in the history of one store or several.
///
/// Source: Apple's `HistoryToken`.
public protocol HistoryToken: Comparable, Codable, Hashable, Identifiable, Sendable {
    /// What the token is made of.
    associatedtype TokenType: Codable, Hashable, Sendable
    /// The position itself; nil for a token that names none.
    var tokenValue: TokenType? { get }
}

/// A position in the history of the built-in stores: the last transaction seen, per store.
///
/// Keep it, coded, where you keep what you made of the history, and fetch what is newer with
/// `#Predicate { $0.token > token }`.
///
/// Source: Apple's `DefaultHistoryToken`. Two tokens are ordered by the stores they both name; a token that lacks a
/// store says nothing about it.
public struct DefaultHistoryToken: HistoryToken {
    /// A transaction number for each store identifier.
    public typealias TokenType = [String: Int64]
    /// A value for `Identifiable`.
    public typealias ID = Int

    /// The number of the last transaction, for each store identifier.
    public let tokenValue: TokenType?

    init(_ tokenValue: TokenType?) {
        self.tokenValue = tokenValue
    }

    init(storeIdentifier: String, transaction: Int64) {
        tokenValue = [storeIdentifier: transaction]
    }

    /// A hash of the token; equal tokens have the same within one run of the process.
    public var id: Int { hashValue }

    /// The number of the last transaction of one store; 0 where the token does not name it.
    func transaction(in storeIdentifier: String) -> Int64 {
        tokenValue?[storeIdentifier] ?? 0
    }

    /// The token that stands where the later of the two stands, in every store.
    func merging(_ other: DefaultHistoryToken) -> DefaultHistoryToken {
        DefaultHistoryToken((tokenValue ?? [:]).merging(other.tokenValue ?? [:], uniquingKeysWith: max))
    }

    /// Whether the first token stands before the second, in the stores that both name; tokens without a common store
    /// are ordered by their stores' identifiers.
    public static func < (lhs: DefaultHistoryToken, rhs: DefaultHistoryToken) -> Bool {
        let left = lhs.tokenValue ?? [:]
        let right = rhs.tokenValue ?? [:]
        let common = left.keys.filter { right[$0] != nil }.sorted()
        guard !common.isEmpty else {
            return left.keys.sorted().lexicographicallyPrecedes(right.keys.sorted())
        }
        return common.map { left[$0] ?? 0 }.lexicographicallyPrecedes(common.map { right[$0] ?? 0 })
    }
}
