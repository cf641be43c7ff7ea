import Foundation
import Synchronization

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
}

extension SortDescriptor where Compared: PersistentModel {
    /// Sorts by a truth value; false comes first in forward order.
    ///
    /// An addition of this package: on Apple's systems `Bool` is no sort key.
    public init(_ keyPath: any KeyPath<Compared, Bool> & Sendable, order: SortOrder = .forward) {
        self.init(TruthRank.path(keyPath, \Compared[rank: keyPath]), order: order)
    }

    /// Sorts by an optional truth value; nil comes first in forward order, then false.
    ///
    /// An addition of this package: on Apple's systems `Bool` is no sort key.
    public init(_ keyPath: any KeyPath<Compared, Bool?> & Sendable, order: SortOrder = .forward) {
        self.init(TruthRank.path(keyPath, \Compared[rank: keyPath]), order: order)
    }
}

// Not the truth value's key path with a rank appended: where an optional link on the way is nil, Swift reads what follows
// the link as nil, and a number after it as memory that is not there.

extension PersistentModel {
    /// False before true.
    fileprivate subscript(rank keyPath: KeyPath<Self, Bool>) -> Int { self[keyPath: keyPath] ? 1 : 0 }

    /// Nil before false before true.
    fileprivate subscript(rank keyPath: KeyPath<Self, Bool?>) -> Int { self[keyPath: keyPath].map { $0 ? 1 : 0 } ?? -1 }
}

/// Which truth values the key paths to their ranks stand for.
enum TruthRank {
    private struct Path: Hashable, Sendable {
        let keyPath: any AnyKeyPath & Sendable

        static func == (lhs: Path, rhs: Path) -> Bool { (lhs.keyPath as AnyKeyPath) == (rhs.keyPath as AnyKeyPath) }

        func hash(into hasher: inout Hasher) { (keyPath as AnyKeyPath).hash(into: &hasher) }
    }

    /// One entry for each truth value that the program sorts by.
    private static let paths = Mutex<[Path: Path]>([:])

    fileprivate static func path<Model>(
        _ truth: any AnyKeyPath & Sendable,
        _ rank: KeyPath<Model, Int>
    ) -> any KeyPath<Model, Int> & Sendable {
        // It captures nothing but the path to the truth value, so it can be sent as well as that can.
        let sendable = unsafeBitCast(rank, to: (any KeyPath<Model, Int> & Sendable).self)
        paths.withLock { $0[Path(keyPath: sendable)] = Path(keyPath: truth) }
        return sendable
    }

    /// The path to the truth value whose rank a path leads to; the path itself where it leads to anything else.
    static func truth(behind keyPath: AnyKeyPath) -> AnyKeyPath {
        guard type(of: keyPath).valueType == Int.self else { return keyPath }
        let rank = unsafeBitCast(keyPath, to: (any AnyKeyPath & Sendable).self)
        return paths.withLock { $0[Path(keyPath: rank)] }?.keyPath ?? keyPath
    }
}
