import CloudKitWebServices

/// The deletion of a record that is gone, as long as the store remembers it.
public struct StoredDeletion: Hashable, Sendable {
    /// What the deleting device said of it, as the wire writes it; nil where it said nothing.
    public var stamp: [UInt8]?

    /// A deletion.
    public init(stamp: [UInt8]?) {
        self.stamp = stamp
    }
}

extension WireError {
    /// The record is not there; the error says whether it ever was, so that a device tells a lost record from a deleted one.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - deletion: How it was deleted; nil if the store knows of no such record.
    /// - Throws: `JSONError` if the store was damaged.
    init(missing name: String, _ deletion: StoredDeletion?) throws(JSONError) {
        self.init(.notFound, reason: ErrorReason.recordNotFound, recordName: name)
        wasDeleted = deletion != nil
        if let stamp = deletion?.stamp { self.deletion = try WireDeletion(json: stamp) }
    }
}
