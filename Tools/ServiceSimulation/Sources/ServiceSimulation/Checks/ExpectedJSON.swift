/// What answers are to say of the model's values.
struct ExpectedJSON {
    let database: DatabaseID
    /// The name of the database's owner, as records have it; nil in the public one.
    let owner: String?

    func zoneID(_ name: String) -> JSON {
        let type = name == ModelZone.defaultName ? "DEFAULT_ZONE" : "REGULAR_CUSTOM_ZONE"
        return .object(of: [
            "zoneName": .text(name), "ownerRecordName": owner.map(JSON.text), "zoneType": .text(type),
        ])
    }

    /// A record that is there, with the fields that were asked for.
    func record(_ version: RecordVersion, zone: String, keys: [String]?, numbersAsStrings: Bool) -> JSON {
        .object(of: [
            "recordName": .text(version.name), "recordType": .text(version.type),
            "fields": version.fieldsJSON(keys: keys, numbersAsStrings: numbersAsStrings),
            "pluginFields": .object([:]), "recordChangeTag": version.tag.map(JSON.text),
            "created": version.created.json, "modified": version.modified.json, "deleted": .bool(false),
            "parent": version.parent, "zoneID": zoneID(zone),
        ])
    }

    /// What a feed has of a record that is gone.
    func tombstone(_ version: RecordVersion, zone: String) -> JSON {
        .object(of: [
            "recordName": .text(version.name), "recordChangeTag": version.tag.map(JSON.text), "deleted": .bool(true),
            "deletion": version.deletion, "zoneID": zoneID(zone),
        ])
    }

    func deleted(_ name: String) -> JSON { .object(["recordName": .text(name), "deleted": .bool(true)]) }

    /// A zone, with its token.
    func zone(_ zone: ModelZone, token: JSON?) -> JSON {
        if zone.isDeleted { return .object(["zoneID": zoneID(zone.name), "deleted": .bool(true)]) }
        return liveZone(zone.name, token: token)
    }

    func liveZone(_ name: String, token: JSON?) -> JSON {
        let isDefault = name == ModelZone.defaultName
        // Changes can be fetched (1), and batches can be all or nothing (2).
        return .object(of: [
            "zoneID": zoneID(name), "syncToken": token, "atomic": .bool(!isDefault && !database.isPublic),
            "capabilities": .integer(database.isPublic ? 0 : isDefault ? 1 : 3),
        ])
    }
}

extension ExpectedJSON {
    /// How an error differs from all that it may be; nil if it is one of them.
    ///
    /// Where several things are wrong, nothing says which one comes first. The subject is what the error is about.
    func difference(
        of actual: JSON,
        from candidates: [ExpectedError],
        about subject: [String: JSON],
        zone: String,
        numbersAsStrings: Bool
    ) -> String? {
        let code = actual["serverErrorCode"]?.text ?? "none"
        guard let expected = candidates.first(where: { $0.code == code }) else {
            return "the code is \(code), not \(candidates.map(\.code).joined(separator: " or ")): \(actual.document)"
        }
        var members = actual.object ?? [:]
        members["serverErrorCode"] = nil
        let reason = members.removeValue(forKey: "reason")?.text ?? ""
        if reason.isEmpty || reason != expected.reason ?? reason { return "the reason of \(code) is “\(reason)”" }
        let present = members.removeValue(forKey: "serverRecord")
        if let difference = self.difference(of: present, from: expected, zone, numbersAsStrings) { return difference }
        var rest: [String: JSON?] = ["wasDeleted": expected.wasDeleted.map(JSON.bool), "deletion": expected.deletion]
        for (key, value) in subject { rest[key] = value }
        return JSON.object(of: rest).difference(from: .object(members), at: code)
    }

    /// How the record differs that an error shows.
    private func difference(
        of actual: JSON?,
        from expected: ExpectedError,
        _ zone: String,
        _ numbersAsStrings: Bool
    ) -> String? {
        guard let present = expected.present, expected.showsPresent else {
            return actual.map { "an error shows a record: \($0.document)" }
        }
        guard var members = actual?.object else { return "\(expected.code) does not show the present record" }
        let record = record(present, zone: zone, keys: nil, numbersAsStrings: numbersAsStrings)
        // The protocol does not say which of these the record has here.
        for key in ["deleted", "pluginFields"] { members[key] = record[key] }
        return record.difference(from: .object(members), at: "serverRecord")
    }
}
