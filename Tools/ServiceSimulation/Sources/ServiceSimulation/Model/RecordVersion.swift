/// Who wrote when, on what.
struct Stamp: Sendable, Hashable {
    let time: Int64
    let user: String
    let device: String

    var json: JSON {
        .object(["timestamp": .integer(time), "userRecordName": .text(user), "deviceID": .text(device)])
    }
}

/// The last version of a record, or what is left of it.
struct RecordVersion: Sendable {
    let name: String
    let type: String
    /// The place in the zone's order of changes.
    var position: Int
    var isDeleted = false
    var fields: [String: FieldValue] = [:]
    var parent: JSON?
    let created: Stamp
    var modified: Stamp
    /// What the deleting device said of the deletion.
    var deletion: JSON?
    /// The change tag; nil until an answer has shown it.
    var tag: String?

    /// The names that its fields point at with an action.
    func targets(_ action: String, in zone: String) -> Set<String> {
        Set(fields.values.flatMap { $0.targets(action, in: zone) })
    }

    /// What it counts against a quota: its name, its type, its fields and its parent, as they are written.
    var size: Int64 {
        let text = JSON.object(fields.mapValues { $0.json() }).document
        return Int64(name.utf8.count + type.utf8.count + text.utf8.count + (parent?.document.utf8.count ?? 0))
    }

    /// The fields, or those that were asked for.
    func fieldsJSON(keys: [String]?, numbersAsStrings: Bool) -> JSON {
        let shown = keys.map { keys in fields.filter { keys.contains($0.key) } } ?? fields
        return .object(shown.mapValues { $0.json(numbersAsStrings: numbersAsStrings) })
    }
}
