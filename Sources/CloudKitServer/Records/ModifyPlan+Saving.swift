import CloudKitWebServices

extension ModifyPlan {
    /// Creates, changes or replaces a record.
    mutating func save(_ operation: RecordOperation, _ name: String) throws -> OperationResult {
        let (kind, given) = (operation.operationType, operation.record)
        let present = try live(name)
        if kind == .create, let present { throw try conflict(.exists, ErrorReason.recordExists, present) }
        if !kind.mayCreate { try checkTag(of: given, present, isRequired: true) }
        if let present { try checkPermission(for: present) }
        let type = try self.type(of: given, present)
        if present == nil, type != Names.userRecordType { try checkCreation(of: type, name) }
        let known = try fieldTypes(of: type)
        try SchemaCheck.checkCount(of: given.fields, known: known, recordName: name)
        if known == nil { try countTypes() }
        let keepsFields = kind == .update || kind == .forceUpdate
        let base = keepsFields ? try present?.readFields() ?? WireFields() : WireFields()
        let merged = try schema.merged(given.fields, into: base, of: type, known: known, recordName: name)
        let fields = try resolvedAssets(in: merged, of: present, name)
        try checkTargets(of: fields, name)
        let parent = given.parent?.json() ?? (keepsFields ? present?.parent : nil)
        let record = StoredRecord(
            name: name,
            type: type,
            sequence: 0,
            fields: fields.json(),
            parent: parent,
            created: present?.created ?? stamp,
            modified: stamp
        )
        try checkSize(of: record, before: present)
        try claimAnswer(record)
        noteReferences(of: fields, from: name)
        let saved = try put(record)
        return .saved(try mayRead(saved) ? saved : saved.keeping(given.fields))
    }

    /// Counts the record types, once: only a new one has to know.
    private mutating func countTypes() throws {
        guard schema.mayGrow, schema.typeCount == nil else { return }
        schema.typeCount = try contents.typeCount()
    }

    /// The change tag must be that of the present version.
    mutating func checkTag(of given: WireRecord, _ present: StoredRecord?, isRequired: Bool) throws {
        let name = given.recordName ?? ""
        guard let present else { throw try absent(name) }
        guard let tag = given.recordChangeTag else {
            if !isRequired { return }
            throw WireError(.badRequest, reason: "an update needs the record's change tag", recordName: name)
        }
        if tag != present.changeTag { throw try conflict(.conflict, ErrorReason.staleChangeTag, present) }
    }

    /// The record is not there; the error says whether it once was, and what is known of its deletion.
    func absent(_ name: String) throws -> WireError {
        let tombstone = try changed[name]?.new ?? contents.record(named: name)
        let deletion = try tombstone.map { StoredDeletion(stamp: $0.deletion) } ?? contents.prunedDeletion(of: name)
        return try WireError(missing: name, deletion)
    }

    private mutating func conflict(
        _ code: ServerErrorCode,
        _ reason: String,
        _ present: StoredRecord
    ) throws -> WireError {
        try claimAnswer(present)
        let zoneID = WireZoneID(zoneName: command.zone.name)
        return WireError(
            code,
            reason: reason,
            recordName: present.name,
            serverRecord: try mayRead(present) ? present.wireRecord(in: zoneID) : nil
        )
    }

    private func type(of given: WireRecord, _ present: StoredRecord?) throws(WireError) -> String {
        let name = given.recordName ?? ""
        guard let type = given.recordType ?? present?.type else {
            throw WireError(.badRequest, reason: "a new record needs a record type", recordName: name)
        }
        if let present, present.type != type {
            throw WireError(.badRequest, reason: "the record is of another type", recordName: name)
        }
        if type == WireRecordSharing.shareRecordType {
            throw WireError(.accessDenied, reason: "sharing is not offered yet", recordName: name)
        }
        if type == Names.userRecordType || Names.isUserRecordName(name) {
            try checkUserRecord(name, type, present)
            return type
        }
        guard Names.isTypeOrFieldName(type), !Names.isReservedType(type) else {
            throw WireError(.badRequest, reason: "no record type may be called so", recordName: name)
        }
        return type
    }

    private func checkSize(of record: StoredRecord, before: StoredRecord?) throws(WireError) {
        guard record.ownSize <= ServiceLimits.recordBytes else {
            let reason = "the record is larger than \(ServiceLimits.recordBytes) bytes"
            throw WireError(.badRequest, reason: reason, recordName: record.name)
        }
        try checkQuota(
            adding: record.size - (before?.size ?? 0),
            records: before == nil ? 1 : 0,
            name: record.name
        )
    }
}
