import CloudKitWebServices

/// The record of type `Users` that each user has in the public database of a container that they use.
///
/// It is made when its user is told the name, or first asks for it. Everybody reads it and its user writes its fields,
/// unless the schema grants something else.
extension CloudKitService {
    /// Makes the caller's record if it is not there yet.
    func makeUserRecord(_ call: Call) async throws {
        guard case .user = call.caller, let name = call.userRecordName else { return }
        let database = DatabaseKey(publicIn: call.path.container, environment: call.path.environment)
        let zone = ZoneKey(database, WireZoneID.defaultName)
        if try await records.lookUp([name], in: zone) != [nil] { return }
        let record = WireRecord(recordName: name, recordType: Names.userRecordType)
        // If another request makes it at this moment, this one fails, and that is well.
        var command = ModifyCommand(
            zone: zone,
            operations: [RecordOperation(.create, record)],
            isAtomic: false,
            author: Author(userRecordName: name, deviceID: call.deviceID, mayChangeAll: false),
            now: surroundings.now(),
            quota: .unlimited,
            request: nil
        ) { _, _ in StoredAnswer(status: 200, body: []) }
        command.userName = sealer.userNames(in: database)
        await bus.publish(try await records.modify(command).hints)
    }

    /// Makes the caller's record if a request to the public database names it.
    func makeUserRecord(
        _ call: Call,
        in database: DatabaseKey,
        ifNamed names: some Sequence<String?>
    ) async throws {
        guard database.scope == .public, let own = call.userRecordName, names.contains(own) else { return }
        try await makeUserRecord(call)
    }
}

extension Names {
    /// Whether a record of a database may be called so; in public ones, users' records have names of their own.
    static func isRecordName(_ name: String, in database: DatabaseKey) -> Bool {
        isRecordName(name) || (database.scope == .public && isUserRecordName(name))
    }
}
