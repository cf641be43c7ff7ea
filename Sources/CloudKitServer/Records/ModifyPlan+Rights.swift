import CloudKitWebServices

/// What the grants of the schema say of an operation on the public database.
extension ModifyPlan {
    /// Somebody else's records are changed and deleted only where the schema grants it.
    func checkPermission(for record: StoredRecord) throws {
        if try allows(.write, record.type, creator: record.created.user) { return }
        throw WireError(.accessDenied, reason: ErrorReason.mayNotWrite(record.type), recordName: record.name)
    }

    /// New records are made only where the schema grants it.
    func checkCreation(of type: String, _ name: String) throws {
        if try allows(.create, type, creator: nil) { return }
        throw WireError(.accessDenied, reason: ErrorReason.mayNotCreate(type), recordName: name)
    }

    /// Whether the author may see what a record holds.
    func mayRead(_ record: StoredRecord) throws -> Bool {
        try allows(.read, record.type, creator: record.created.user)
    }

    private func allows(_ permission: SchemaRights.Permission, _ type: String, creator: String?) throws -> Bool {
        if command.author.mayChangeAll { return true }
        let rights = SchemaRights(try contents.grants(of: type), roles: command.author.roles)
        return rights.allows(permission, to: command.author.userRecordName, creator: creator)
    }
}

extension StoredRecord {
    /// The record without the fields that somebody did not write themselves.
    func keeping(_ given: WireFields) -> StoredRecord {
        var (record, fields) = (self, WireFields())
        for (name, field) in (try? readFields()) ?? WireFields() where given[name] != nil { fields[name] = field }
        record.fields = fields.json()
        return record
    }
}

extension ErrorReason {
    static func mayNotRead(_ type: String) -> String { "the schema does not let you read records of type \(type)" }
    static func mayNotCreate(_ type: String) -> String { "the schema does not let you create records of type \(type)" }
    static func mayNotWrite(_ type: String) -> String {
        "the schema does not let you change this record of type \(type)"
    }
}
