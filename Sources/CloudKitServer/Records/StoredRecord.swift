import CloudKitWebServices

/// A record as a store keeps it, or the tombstone of one.
public struct StoredRecord: Hashable, Sendable {
    /// Who wrote when, on what.
    public struct Stamp: Hashable, Sendable {
        /// The service's clock, in milliseconds since 1970.
        public var milliseconds: Int64
        /// The user.
        public var user: String
        /// The device.
        public var device: String

        /// A stamp.
        public init(milliseconds: Int64, user: String, device: String) {
            self.milliseconds = milliseconds
            self.user = user
            self.device = device
        }
    }

    /// The record's name, unique in its zone.
    public var name: String
    /// The record's type.
    public var type: String
    /// The place in the zone's order of changes; also the change tag.
    public var sequence: Int64
    /// Whether this is a tombstone.
    public var isDeleted: Bool
    /// The fields as the wire writes them; an empty object for a tombstone.
    public var fields: [UInt8]
    /// The record above it, as the wire writes a reference.
    public var parent: [UInt8]?
    /// Who created it.
    public var created: Stamp
    /// Who changed or deleted it last.
    public var modified: Stamp
    /// What the deleting device said of the deletion, as the wire writes it.
    public var deletion: [UInt8]?

    /// A record.
    public init(
        name: String,
        type: String,
        sequence: Int64,
        isDeleted: Bool = false,
        fields: [UInt8],
        parent: [UInt8]? = nil,
        created: Stamp,
        modified: Stamp,
        deletion: [UInt8]? = nil
    ) {
        self.name = name
        self.type = type
        self.sequence = sequence
        self.isDeleted = isDeleted
        self.fields = fields
        self.parent = parent
        self.created = created
        self.modified = modified
        self.deletion = deletion
    }

    /// The change tag: the sequence number in base 36, as short as Apple's.
    public var changeTag: String {
        String(sequence, radix: 36)
    }

    /// The bytes that count against the quota: those of the record, and those of its files, each time it holds one.
    public var size: Int64 {
        ownSize + (mayHoldAssets ? assetBytes : 0)
    }

    /// The bytes that count against the limit of a record: all but those of its files.
    public var ownSize: Int64 {
        Int64(name.utf8.count + type.utf8.count + fields.count + (parent?.count ?? 0))
    }

    /// Whether there may be files among the fields; false is certain.
    var mayHoldAssets: Bool {
        StoredAsset.mayBe(in: fields)
    }

    private var assetBytes: Int64 {
        ((try? StoredAsset.all(in: fields)) ?? []).reduce(0) { $0 + $1.size }
    }

    /// No fields, as the wire writes them.
    public static let noFields = Array("{}".utf8)

    /// The fields, read.
    ///
    /// - Throws: `JSONError` if the store was damaged.
    public func readFields() throws(JSONError) -> WireFields {
        try WireFields(json: fields)
    }
}
