#if CloudKitMirroring

/// What becomes of a record that was changed on two devices at once.
///
/// An addition of this package: Apple's mirroring lets the later save win and asks nobody.
public struct CloudMirrorMergePolicy: Sendable {
    enum Rule: Sendable {
        case byProperty
        case wholeRecord
        case custom(@Sendable (MirrorConflict) -> [String: MirroredValue])
    }

    let rule: Rule

    /// Of each property the later change stays; the default.
    public static let byProperty = CloudMirrorMergePolicy(rule: .byProperty)
    /// The version with the latest change stays as a whole.
    public static let wholeRecord = CloudMirrorMergePolicy(rule: .wholeRecord)

    /// The app decides about properties that were changed on both sides; others are merged by property.
    ///
    /// - Parameter merge: Called inside of the transaction that takes the record in, on any thread; it must not use the
    ///   store. It answers with the values to keep, by property; what it leaves out is merged by property. Devices that
    ///   answer differently to the same conflict go on correcting one another, so let the answer depend on the conflict
    ///   alone.
    public static func custom(
        _ merge: @escaping @Sendable (MirrorConflict) -> [String: MirroredValue]
    ) -> CloudMirrorMergePolicy {
        CloudMirrorMergePolicy(rule: .custom(merge))
    }
}

/// Two versions of one record.
public struct MirrorConflict: Hashable, Sendable {
    /// A property that was changed on both sides.
    public struct Property: Hashable, Sendable {
        /// The property's name.
        public let name: String
        /// The value in this store.
        public let local: MirroredValue
        /// The value that came.
        public let remote: MirroredValue
        /// When it was changed here.
        public let localStamp: MirrorStamp?
        /// When it was changed there.
        public let remoteStamp: MirrorStamp?
    }

    /// The name of the entity.
    public let entityName: String
    /// The name of the record.
    public let recordName: String
    /// What was changed on both sides, by name.
    public let properties: [Property]
}

#endif
