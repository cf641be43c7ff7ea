import CloudKitWebServices

/// The record of type `Users` that each user has in the public database.
extension ModifyPlan {
    /// A user's name is for that user's record and no other, and only the user makes it.
    func checkUserRecord(_ name: String, _ type: String, _ present: StoredRecord?) throws(WireError) {
        let isRight = type == Names.userRecordType && Names.isUserRecordName(name)
        let mayMake = !command.author.mayChangeAll && name == command.author.userRecordName
        guard isRight, command.zone.database.scope == .public, present != nil || mayMake else {
            throw WireError(.badRequest, reason: "no record of this name and type may be made", recordName: name)
        }
    }

    /// A user's record goes with the account, and not before.
    func checkStays(_ record: StoredRecord) throws(WireError) {
        guard record.type == Names.userRecordType, !command.author.endsAccount else { return }
        throw WireError(.accessDenied, reason: "a user's record goes with the account", recordName: record.name)
    }

    /// The fields of a record type; the type `Users` is always there, in production too.
    func fieldTypes(of type: String) throws -> [String: String]? {
        try contents.fieldTypes(of: type) ?? (type == Names.userRecordType ? [:] : nil)
    }
}
