/// One operation on a record, as a request has it.
struct Operation: Sendable {
    var kind: String
    /// The record's name; nil where the service is to choose one.
    var name: String?
    var type: String?
    var tag: String?
    /// The fields that are given; nil clears one.
    var fields: [String: FieldValue?] = [:]
    var parent: JSON?
    var deletion: JSON?
    var desiredKeys: [String]?
    /// The zone that stands in the record itself.
    var ownZone: String?

    var isDelete: Bool { kind == "delete" || kind == "forceDelete" }
    var mayCreate: Bool { ["create", "forceUpdate", "forceReplace"].contains(kind) }
    var keepsFields: Bool { kind == "update" || kind == "forceUpdate" }

    var json: JSON {
        var members: [String: JSON?] = [
            "recordName": name.map(JSON.text), "recordType": type.map(JSON.text),
            "recordChangeTag": tag.map(JSON.text), "parent": parent, "deletion": deletion,
            "zoneID": ownZone.map { .object(["zoneName": .text($0)]) },
        ]
        if !isDelete || !fields.isEmpty {
            members["fields"] = .object(fields.mapValues { $0?.json() ?? .object(["value": .null]) })
        }
        return .object(of: [
            "operationType": .text(kind), "record": .object(of: members), "desiredKeys": desiredKeys.map(JSON.texts),
        ])
    }
}

/// A request to `records/modify`.
struct ModifyRequest: Sendable {
    let database: DatabaseID
    /// The zone; nil where the request leaves it out.
    var zone: String?
    var operations: [Operation]
    var isAtomic: Bool?
    var desiredKeys: [String]?
    var numbersAsStrings: Bool?

    var zoneName: String { zone ?? ModelZone.defaultName }
    /// Whether nothing is to be done where one operation fails.
    var isAllOrNothing: Bool { (isAtomic ?? true) && zoneName != ModelZone.defaultName }

    var json: JSON {
        .object(of: [
            "zoneID": zone.map { .object(["zoneName": .text($0)]) }, "operations": .array(operations.map(\.json)),
            "atomic": isAtomic.map(JSON.bool), "desiredKeys": desiredKeys.map(JSON.texts),
            "numbersAsStrings": numbersAsStrings.map(JSON.bool),
        ])
    }

    /// Why the whole request is refused, whatever is stored.
    var refusal: ExpectedError? {
        let named = operations.compactMap(\.name)
        let isWrong =
            operations.count > ServiceModel.operationsPerRequest
            || operations.contains { $0.name == nil && !$0.mayCreate }
            || operations.contains { $0.ownZone.map { $0 != zoneName } ?? false }
            || named.contains { !ServiceModel.isRecordName($0, in: database) } || Set(named).count != named.count
        return isWrong ? .badRequest : nil
    }
}

extension ServiceModel {
    /// Operations of a request at most.
    static let operationsPerRequest = 200

    /// Printable ASCII, 1 to 255 characters, the first no underscore; in the public database the names of users, too.
    static func isRecordName(_ name: String, in database: DatabaseID) -> Bool {
        if database.isPublic, isUserName(name) { return true }
        return isZoneName(name)
    }

    static func isZoneName(_ name: String) -> Bool {
        let isPlain = name.unicodeScalars.allSatisfy { (0x20...0x7E).contains($0.value) }
        return isPlain && !name.isEmpty && name.utf8.count <= 255 && !name.hasPrefix("_")
    }

    static func isUserName(_ name: String) -> Bool {
        name.hasPrefix("_") && name.utf8.count == 33
            && name.dropFirst().allSatisfy { "0123456789abcdef".contains($0) }
    }

    /// A letter, and then letters, digits and underscores.
    static func isTypeOrFieldName(_ name: String) -> Bool {
        guard let first = name.first, first.isASCII, first.isLetter, name.utf8.count <= 255 else { return false }
        return name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    }
}
