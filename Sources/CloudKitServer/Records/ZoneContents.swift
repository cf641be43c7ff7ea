import CloudKitWebServices

/// What a plan may ask of the zone it is for, while the zone's row is locked.
public protocol ZoneContents {
    /// A record or its tombstone.
    func record(named name: String) throws -> StoredRecord?
    /// The deletion of a record whose tombstone is gone; nil if there was none.
    func prunedDeletion(of name: String) throws -> StoredDeletion?
    /// The names of the records that point at one with an action.
    func referrers(to name: String) throws -> [String]
    /// The fields of a record type and the types of their values; nil if nobody has saved such a record.
    func fieldTypes(of recordType: String) throws -> [String: String]?
    /// How many record types the schema has.
    func typeCount() throws -> Int
    /// The grants of a record type; none if nobody has written any.
    func grants(of recordType: String) throws -> [SchemaGrant]
}

/// What an account holds.
public struct Usage: Hashable, Sendable {
    /// Bytes of records.
    public var bytes: Int64
    /// Records.
    public var records: Int64

    /// A usage.
    public init(bytes: Int64 = 0, records: Int64 = 0) {
        self.bytes = bytes
        self.records = records
    }

    /// The sum of two.
    public static func + (left: Usage, right: Usage) -> Usage {
        Usage(bytes: left.bytes + right.bytes, records: left.records + right.records)
    }
}

/// A record before and after a change.
public struct RecordChange: Hashable, Sendable {
    /// Before; nil if it did not exist or was deleted.
    public let old: StoredRecord?
    /// After; a tombstone if it was deleted.
    public let new: StoredRecord
}

extension RecordChange {
    /// The targets of the record's references that are gone, and those that are new.
    ///
    /// - Throws: `JSONError` if the store was damaged.
    func references(in zone: String) throws(JSONError) -> (gone: Set<String>, new: Set<String>) {
        var before: Set<String> = []
        if let old { before = References(in: try old.readFields(), zone: zone).all }
        let after = new.isDeleted ? [] : References(in: try new.readFields(), zone: zone).all
        return (before.subtracting(after), after.subtracting(before))
    }
}
