/// What becomes of one operation.
enum OperationOutcome: Sendable {
    /// The record as it is now, and the names of the fields that its writer sees; nil for all.
    case saved(RecordVersion, visible: Set<String>?)
    /// The record is gone.
    case deleted(name: String)
    /// What may be said against it: where several things are wrong, nothing says which one comes first.
    case failed([ExpectedError])

    var isFailure: Bool { if case .failed = self { true } else { false } }
}

/// What a batch does to a zone.
struct BatchOutcome: Sendable {
    var results: [OperationOutcome]
    /// The zone afterwards.
    var zone: ModelZone
    /// The fields' types afterwards.
    var schema: [String: [String: String]]
    /// Whether a record, or a tombstone, was written.
    var isChanged: Bool
}

/// What operations do to the records of a zone, one after the other.
struct BatchModel {
    let database: DatabaseID
    let author: Stamp
    let quota: ServiceModel.Quota
    /// What the account's other zones hold.
    let otherUsage: (bytes: Int64, records: Int64)
    var zone: ModelZone
    var schema: [String: [String: String]]

    /// Applies the operations in their order.
    mutating func apply(_ request: ModifyRequest) -> BatchOutcome {
        let (first, firstSchema) = (zone, schema)
        var results: [OperationOutcome] = []
        for operation in request.operations {
            var attempt = self
            let result = operation.isDelete ? attempt.delete(operation) : attempt.save(operation)
            if !result.isFailure { self = attempt }
            results.append(result)
        }
        guard request.isAllOrNothing, results.contains(where: \.isFailure) else {
            return BatchOutcome(results: results, zone: zone, schema: schema, isChanged: zone.head > first.head)
        }
        let reason = "Atomic failure: another record in the batch failed"
        results = results.map { $0.isFailure ? $0 : .failed([ExpectedError("ATOMIC_ERROR", reason: reason)]) }
        return BatchOutcome(results: results, zone: first, schema: firstSchema, isChanged: false)
    }

    private func allow(_ permission: String, type: String, creator: String?) -> Bool {
        !database.isPublic
            || PublicGrants.allow(permission, type: type, user: author.user, creator: creator)
    }

    private func missing(_ name: String) -> ExpectedError {
        var error = ExpectedError("NOT_FOUND", reason: "Record not found")
        (error.wasDeleted, error.deletion) = zone.deletion(of: name)
        return error
    }

    private func conflict(_ code: String, _ reason: String, _ present: RecordVersion) -> ExpectedError {
        var error = ExpectedError(code, reason: reason)
        error.present = present
        error.showsPresent = allow("READ", type: present.type, creator: present.created.user)
        return error
    }

    /// What is wrong with the tag that an operation has.
    private func tagProblem(_ operation: Operation, _ present: RecordVersion?, isRequired: Bool) -> ExpectedError? {
        guard let present else { return missing(operation.name ?? "") }
        guard let tag = operation.tag else { return isRequired ? .badRequest : nil }
        return tag == present.tag ? nil : conflict("CONFLICT", "client oplock error updating record", present)
    }
}

// MARK: - Saving

extension BatchModel {
    private mutating func save(_ operation: Operation) -> OperationOutcome {
        let name = operation.name ?? ""
        let present = zone.live(name)
        var errors: [ExpectedError] = []
        if operation.kind == "create", let present {
            errors.append(conflict("EXISTS", "record to insert already exists", present))
        }
        if !operation.mayCreate, let problem = tagProblem(operation, present, isRequired: true) {
            errors.append(problem)
        }
        guard present != nil || operation.mayCreate else { return .failed(errors) }
        guard let type = operation.type ?? present?.type else { return .failed(errors + [.badRequest]) }
        errors += typeProblems(type, name, present)
        if let present, !allow("WRITE", type: present.type, creator: present.created.user) {
            errors.append(ExpectedError("ACCESS_DENIED"))
        }
        errors += fieldProblems(operation, type)
        var fields = operation.keepsFields ? present?.fields ?? [:] : [:]
        for (key, field) in operation.fields { fields[key] = field }
        let version = RecordVersion(
            name: name,
            type: type,
            position: 0,
            fields: fields,
            parent: operation.parent ?? (operation.keepsFields ? present?.parent : nil),
            created: present?.created ?? author,
            modified: author
        )
        if version.targets("VALIDATE", in: zone.name).contains(where: { $0 != name && zone.live($0) == nil }) {
            errors.append(ExpectedError("VALIDATING_REFERENCE_ERROR"))
        }
        errors += roomProblems(version, before: present)
        guard errors.isEmpty else { return .failed(errors) }
        growSchema(operation, type)
        let saved = zone.append(version)
        let isVisible = allow("READ", type: type, creator: saved.created.user)
        return .saved(saved, visible: isVisible ? nil : Set(operation.fields.keys))
    }

    private func typeProblems(_ type: String, _ name: String, _ present: RecordVersion?) -> [ExpectedError] {
        var errors: [ExpectedError] = []
        if let present, present.type != type { errors.append(.badRequest) }
        if type == "cloudkit.share" { return errors + [ExpectedError("ACCESS_DENIED")] }
        if type == "Users" || ServiceModel.isUserName(name) {
            let isOwn = type == "Users" && name == author.user
            if !(database.isPublic && type == "Users" && (present != nil || isOwn)) { errors.append(.badRequest) }
            return errors
        }
        if !ServiceModel.isTypeOrFieldName(type) { errors.append(.badRequest) }
        if present == nil, !allow("CREATE", type: type, creator: nil) { errors.append(ExpectedError("ACCESS_DENIED")) }
        return errors
    }

    /// Fields have names of letters and digits, and values of the type that the schema has for them.
    private func fieldProblems(_ operation: Operation, _ type: String) -> [ExpectedError] {
        let isWrong = operation.fields.contains { key, field in
            guard ServiceModel.isTypeOrFieldName(key) else { return true }
            guard let field else { return false }
            if field.type == "TIMESTAMP", case .fraction = field.value { return true }
            return schema[type]?[key].map { $0 != field.type } ?? false
        }
        return isWrong ? [.badRequest] : []
    }

    private mutating func growSchema(_ operation: Operation, _ type: String) {
        for (key, field) in operation.fields {
            if let field { schema[type, default: [:]][key] = field.type }
        }
    }

    /// What makes an account hold less is always allowed.
    private func roomProblems(_ version: RecordVersion, before: RecordVersion?) -> [ExpectedError] {
        var errors = version.size > 1 << 20 ? [ExpectedError.badRequest] : []
        let growth = version.size - (before?.size ?? 0)
        let isTooLarge = growth > 0 && quota.bytes.map { otherUsage.bytes + zone.bytes + growth > $0 } ?? false
        let isOneTooMany =
            before == nil && quota.records.map { otherUsage.records + Int64(zone.liveCount) + 1 > $0 } ?? false
        if isTooLarge || isOneTooMany { errors.append(ExpectedError("QUOTA_EXCEEDED")) }
        return errors
    }
}

// MARK: - Deleting

extension BatchModel {
    private mutating func delete(_ operation: Operation) -> OperationOutcome {
        let name = operation.name ?? ""
        var errors: [ExpectedError] = []
        if let device = operation.deletion?["deviceID"]?.text, !Self.isDeviceName(device) { errors.append(.badRequest) }
        let present = zone.live(name)
        if operation.kind == "delete", let problem = tagProblem(operation, present, isRequired: false) {
            errors.append(problem)
        }
        guard let present else { return errors.isEmpty ? .deleted(name: name) : .failed(errors) }
        if !allow("WRITE", type: present.type, creator: present.created.user) || present.type == "Users" {
            errors.append(ExpectedError("ACCESS_DENIED"))
        }
        let cascade = DeletionCascade(from: name, in: zone)
        if cascade.isRefused { errors.append(ExpectedError("VALIDATING_REFERENCE_ERROR")) }
        guard errors.isEmpty else { return .failed(errors) }
        leaveTombstone(of: present, operation.deletion)
        for other in cascade.dependents {
            if let version = zone.live(other) { leaveTombstone(of: version, operation.deletion) }
        }
        if cascade.dependents.count > 1 { zone.unordered.append(cascade.dependents) }
        return .deleted(name: name)
    }

    private mutating func leaveTombstone(of version: RecordVersion, _ deletion: JSON?) {
        var tombstone = version
        (tombstone.isDeleted, tombstone.fields, tombstone.parent) = (true, [:], nil)
        (tombstone.modified, tombstone.deletion) = (author, deletion)
        _ = zone.append(tombstone)
    }

    /// At most 255 bytes without control characters, or nothing.
    private static func isDeviceName(_ name: String) -> Bool {
        name.utf8.count <= 255 && name.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }
}

/// Which records go along with a deleted one, and whether something stands against that.
struct DeletionCascade {
    /// The records that go along, by name.
    let dependents: [String]
    /// A record that stays has a validating reference to one that is to go.
    let isRefused: Bool

    init(from root: String, in zone: ModelZone) {
        var (reached, waiting): (Set<String>, [String]) = ([root], [root])
        while let name = waiting.popLast() {
            for referrer in zone.referrers(to: name, "DELETE_SELF") where referrer.type != "Users" {
                if reached.insert(referrer.name).inserted { waiting.append(referrer.name) }
            }
        }
        dependents = reached.subtracting([root]).sorted()
        isRefused = reached.contains { target in
            zone.referrers(to: target, "VALIDATE").contains { !reached.contains($0.name) }
        }
    }
}
