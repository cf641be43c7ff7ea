import CloudKitWebServices

extension ModifyPlan {
    /// Deletes a record, and what points at it and wants to go with it.
    mutating func delete(_ operation: RecordOperation, _ name: String) throws -> OperationResult {
        try check(operation.record.deletion, name)
        let present = try live(name)
        if operation.operationType == .delete {
            try checkTag(of: operation.record, present, isRequired: false)
        }
        guard let present else { return .deleted(name: name) }
        try checkPermission(for: present)
        try checkStays(present)
        try bury(present, operation.record.deletion)
        return .deleted(name: name)
    }

    private func check(_ deletion: WireDeletion?, _ name: String) throws(WireError) {
        guard let deletion, !deletion.deviceID.isEmpty, !Names.isFreeName(deletion.deviceID) else { return }
        let reason =
            "the device of a deletion has a name of at most \(ServiceLimits.nameLength) bytes, without control characters"
        throw WireError(.badRequest, reason: reason, recordName: name)
    }

    /// Puts tombstones in the places of a record and of its dependents: who deleted the first one deleted them all.
    ///
    /// A record that stays, with a validating reference to one that would go, refuses it all. Who goes along is found before
    /// anything goes, so that the order in which records are looked at decides nothing.
    private mutating func bury(_ first: StoredRecord, _ deletion: WireDeletion?) throws {
        var (cascade, names) = ([first], Set([first.name]))
        var blocking: Set<String> = []
        var place = 0
        while place < cascade.count {
            let target = cascade[place].name
            place += 1
            for name in try referrers(to: target).subtracting(names).sorted() {
                guard let referrer = try live(name) else { continue }
                let references = References(in: try referrer.readFields(), zone: command.zone.name)
                // A user has a record for as long as there is an account.
                let parents = referrer.type == Names.userRecordType ? [] : references.targets(.deleteSelf)
                if references.targets(.validate).contains(target) {
                    // One that no delete takes along refuses this one, whatever else is found.
                    guard !parents.isEmpty else { throw stillReferred(first.name) }
                    blocking.insert(name)
                }
                guard parents.contains(target) else { continue }
                try countDependent(referrer, of: first.name)
                cascade.append(referrer)
                names.insert(name)
            }
        }
        guard blocking.isSubset(of: names) else { throw stillReferred(first.name) }
        for record in cascade { _ = try put(tombstone(of: record, deletion)) }
    }

    /// Counts a record that goes along with a deleted one.
    ///
    /// - Throws: `BAD_REQUEST`, if it is one too many for the request.
    private mutating func countDependent(_ record: StoredRecord, of name: String) throws(WireError) {
        dependents = dependents + Usage(bytes: record.ownSize, records: 1)
        let most = command.dependents
        if dependents.records > most.records {
            let reason = "the deletes of one request may take along at most \(most.records) records"
            throw WireError(.badRequest, reason: reason, recordName: name)
        }
        if dependents.bytes > most.bytes {
            let reason = "the deletes of one request may take along at most \(most.bytes) bytes of records"
            throw WireError(.badRequest, reason: reason, recordName: name)
        }
    }

    private func tombstone(of record: StoredRecord, _ deletion: WireDeletion?) -> StoredRecord {
        var tombstone = record
        tombstone.isDeleted = true
        tombstone.fields = StoredRecord.noFields
        tombstone.parent = nil
        tombstone.modified = stamp
        tombstone.deletion = deletion?.json()
        return tombstone
    }

    private func stillReferred(_ name: String) -> WireError {
        WireError(
            .validatingReferenceError,
            reason: "another record's validating reference points at it",
            recordName: name
        )
    }

    private func referrers(to name: String) throws -> Set<String> {
        try newReferrers[name, default: []].union(contents.referrers(to: name))
    }
}

extension ModifyPlan {
    /// Remembers what points where, for deletions later in the same batch.
    mutating func noteReferences(of fields: WireFields, from name: String) {
        for target in References(in: fields, zone: command.zone.name).all {
            newReferrers[target, default: []].insert(name)
        }
    }

    /// Every validating reference must have a target.
    func checkTargets(of fields: WireFields, _ name: String) throws {
        for target in References(in: fields, zone: command.zone.name).targets(.validate) {
            if target == name { continue }
            if try live(target) != nil { continue }
            throw WireError(
                .validatingReferenceError,
                reason: "a validating reference points at no record",
                recordName: name
            )
        }
    }
}

/// The references with an action among the fields of a record.
public struct References: Hashable, Sendable {
    private var byAction: [WireReference.Action: Set<String>] = [:]

    /// Those that point into the record's own zone; others are kept as values, and nobody watches over them.
    public init(in fields: WireFields, zone: String) {
        for (_, field) in fields {
            switch field.value {
            case .reference(let reference): note(reference, zone)
            case .references(let references): for reference in references { note(reference, zone) }
            default: break
            }
        }
    }

    /// The targets of an action.
    public func targets(_ action: WireReference.Action) -> Set<String> {
        byAction[action, default: []]
    }

    /// The targets of all actions that mean something.
    public var all: Set<String> {
        targets(.deleteSelf).union(targets(.validate))
    }

    private mutating func note(_ reference: WireReference, _ zone: String) {
        guard let action = reference.action, action != .none else { return }
        guard reference.zoneID.map({ $0.zoneName == zone }) ?? true else { return }
        byAction[action, default: []].insert(reference.recordName)
    }
}
