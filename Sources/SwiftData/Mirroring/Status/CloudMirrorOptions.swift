#if CloudKitMirroring
import CloudKit
import Foundation

/// How a store is mirrored.
///
/// An addition of this package: Apple's framework offers no choice.
public struct CloudMirrorOptions: Sendable {
    /// In which form records carry what the store holds.
    ///
    /// Where it changes for a store that was mirrored before, everything is sent anew.
    public var layout = CloudRecordLayout.plain
    /// What becomes of a record that was changed on two devices at once.
    public var mergePolicy = CloudMirrorMergePolicy.byProperty
    /// The container to use instead of the one that the configuration names: for tests, and for apps that configure theirs
    /// in code.
    public var container: CKContainer?
    /// Whether mirroring works by itself; if not, only ``CloudMirror/caughtUp()`` and its like make it work.
    public var isAutomatic = true
    /// The store's clock; nil for the system's.
    package var now: (@Sendable () -> Date)?
    /// Makes the names of records; nil for random ones.
    package var makeUUID: (@Sendable () -> UUID)?
    /// Told after each transaction of mirroring, once it is on the disk; nil for nobody.
    package var committed: (@Sendable () -> Void)?

    /// The usual options.
    public init() {}
}

extension CloudMirrorOptions: Hashable {
    /// Whether both mirror in the same way, as far as it can be told: rules of the app's own are not compared.
    public static func == (lhs: CloudMirrorOptions, rhs: CloudMirrorOptions) -> Bool {
        lhs.layout == rhs.layout && lhs.container === rhs.container && lhs.isAutomatic == rhs.isAutomatic
    }

    /// Hashes the layout.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(layout)
        hasher.combine(isAutomatic)
    }
}

#endif
