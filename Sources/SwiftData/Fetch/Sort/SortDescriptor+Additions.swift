import Foundation

/// How to compare texts in a sort descriptor, beside Foundation's `.lexical`.
///
/// Source: the members of Apple's `String.StandardComparator` that Foundation lacks on Linux. Differs from Apple: both
/// give the same order, that of `localizedStandard`, in every locale.
public struct LocalizedTextComparator: Hashable, Sendable {
    private let name: String

    /// As a file manager lists names: numbers by value, then letters regardless of case, diacritics and width.
    public static let localizedStandard = LocalizedTextComparator(name: "localizedStandard")
    /// As `localizedStandard`.
    public static let localized = LocalizedTextComparator(name: "localized")
}

extension SortDescriptor {
    /// Sorts by a text with a localized comparator.
    public init(
        _ keyPath: any KeyPath<Compared, String> & Sendable,
        comparator: LocalizedTextComparator,
        order: SortOrder = .forward
    ) {
        // A descriptor without comparator sorts texts so; see `SortTranslator`.
        self.init(keyPath, order: order)
    }

    /// Sorts by an optional text with a localized comparator; nil comes first in forward order.
    public init(
        _ keyPath: any KeyPath<Compared, String?> & Sendable,
        comparator: LocalizedTextComparator,
        order: SortOrder = .forward
    ) {
        self.init(keyPath, order: order)
    }

    /// Sorts by a truth value; false comes first in forward order.
    ///
    /// Differs from Apple, where `Bool` is no sort key.
    public init(_ keyPath: any KeyPath<Compared, Bool> & Sendable, order: SortOrder = .forward) {
        self.init(Self.ranked(keyPath, \.sortRank), order: order)
    }

    /// Sorts by an optional truth value; nil comes first in forward order, then false.
    ///
    /// Differs from Apple, where `Bool` is no sort key.
    public init(_ keyPath: any KeyPath<Compared, Bool?> & Sendable, order: SortOrder = .forward) {
        self.init(Self.ranked(keyPath, \.sortRank), order: order)
    }

    private static func ranked<Truth>(
        _ keyPath: any KeyPath<Compared, Truth> & Sendable,
        _ rank: any KeyPath<Truth, Int> & Sendable
    ) -> any KeyPath<Compared, Int> & Sendable {
        let path: KeyPath<Compared, Int> = (keyPath as KeyPath<Compared, Truth>).appending(path: rank)
        // Neither part captures anything, so the whole can be sent as well as they can.
        return unsafeBitCast(path, to: (any KeyPath<Compared, Int> & Sendable).self)
    }
}

extension Bool {
    /// False before true.
    var sortRank: Int { self ? 1 : 0 }
}

extension Bool? {
    /// Nil before false before true.
    var sortRank: Int { map(\.sortRank) ?? -1 }
}
