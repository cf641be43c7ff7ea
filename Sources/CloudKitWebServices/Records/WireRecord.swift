/// A record, as requests and answers carry it; also a tombstone and the answer to a delete.
///
/// Source: the record dictionary of the CloudKit Web Services Reference. Which keys stand in which request is said
/// there; here all but the fields may be absent, and keys that are not listed are ignored.
public struct WireRecord: Hashable, Sendable {
    /// The record's name, unique in its zone; nil only where the service is to make one up.
    public var recordName: String?
    /// The record's type; tombstones and plain deletes go without.
    public var recordType: String?
    /// What names this version of the record; opaque.
    public var recordChangeTag: String?
    /// The values.
    public var fields: WireFields
    /// Who created it; in answers.
    public var created: WireAuthorship?
    /// Who changed it last; in answers.
    public var modified: WireAuthorship?
    /// Whether it is gone; in answers.
    public var deleted: Bool?
    /// The zone; nil means that of the request.
    public var zoneID: WireZoneID?
    /// The record that this one is shared together with.
    @Indirect public var parent: WireReference?
    /// The share record, if this one is the root of a share.
    @Indirect public var share: WireReference?
    /// What only shares and their roots have.
    @Indirect public var sharing: WireRecordSharing?
    /// The deleting device's stamp.
    @Indirect public var deletion: WireDeletion?

    /// A record.
    public init(
        recordName: String? = nil,
        recordType: String? = nil,
        recordChangeTag: String? = nil,
        fields: WireFields = WireFields(),
        zoneID: WireZoneID? = nil
    ) {
        self.recordName = recordName
        self.recordType = recordType
        self.recordChangeTag = recordChangeTag
        self.fields = fields
        self.zoneID = zoneID
        _parent = Indirect(wrappedValue: nil)
        _share = Indirect(wrappedValue: nil)
        _sharing = Indirect(wrappedValue: nil)
        _deletion = Indirect(wrappedValue: nil)
    }

    /// Whether it is gone.
    public var isDeleted: Bool {
        deleted ?? false
    }
}
