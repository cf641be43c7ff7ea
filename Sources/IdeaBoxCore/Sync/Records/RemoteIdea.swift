import AppCommons
import CloudKit
import Foundation

/// An idea as its record in the cloud has it.
struct RemoteIdea: Equatable, Sendable {
    /// The type of an idea's record.
    static let recordType = "Idea"

    let id: UUID
    var title: String
    var details: String
    var isCompleted: Bool
    var createdAt: Date
    var updatedAt: Date
    var deviceId: String
    var version: Int

    /// The values of an idea.
    init(_ idea: IdeaSnapshot) {
        id = idea.id
        title = idea.title
        details = idea.details
        isCompleted = idea.isCompleted
        createdAt = idea.createdAt.cutToMilliseconds
        updatedAt = idea.updatedAt.cutToMilliseconds
        deviceId = idea.deviceId
        version = idea.version
    }

    /// Reads a record, whoever wrote it.
    init(_ record: CKRecord) throws(RecordRefusal) {
        guard record.recordType == Self.recordType else { throw .unknownType(record.recordType) }
        guard let id = UUID(uuidString: record.recordID.recordName) else { throw .badName }
        if let stated = record["id"] as? String, UUID(uuidString: stated) != id { throw .badName }
        self.id = id
        guard let title = record["title"] as? String else { throw .missing("title") }
        self.title = title
        details = record["description"] as? String ?? ""
        isCompleted = (record["isCompleted"] as? Int ?? 0) != 0
        guard let created = record["createdAt"] as? Date else { throw .missing("createdAt") }
        guard let updated = record["updatedAt"] as? Date else { throw .missing("updatedAt") }
        createdAt = created.cutToMilliseconds
        updatedAt = updated.cutToMilliseconds
        guard let device = record["deviceId"] as? String, !device.isEmpty else { throw .missing("deviceId") }
        deviceId = device
        version = record["version"] as? Int ?? 0
        guard version >= 0, version <= IdeaRules.maximumVersion else { throw .badVersion }
        do {
            try IdeaRules.check(title: self.title)
            try IdeaRules.check(details: details)
        } catch {
            throw .rule(error)
        }
        guard updatedAt >= createdAt else { throw .rule(.updatedBeforeCreated) }
    }

    /// Writes the values into a record; fields that this version does not know stay as they are.
    func fill(_ record: CKRecord, lastSyncedAt: Date?) {
        record["id"] = id.text
        record["title"] = title
        record["description"] = details
        record["isCompleted"] = isCompleted ? 1 : 0
        record["createdAt"] = createdAt
        record["updatedAt"] = updatedAt
        record["deviceId"] = deviceId
        record["version"] = version
        record["lastSyncedAt"] = lastSyncedAt
    }

    /// The version, for whoever settles a conflict.
    var contested: IdeaVersion {
        IdeaVersion(
            stamp: updatedAt,
            deviceId: deviceId,
            content: .init(title: title, details: details, isCompleted: isCompleted, createdAt: createdAt)
        )
    }

    /// The idea as one JSON object, for the history.
    var json: String {
        var object = JSONText()
        object.add("id", id.text)
        object.add("title", title)
        object.add("details", details)
        object.add("isCompleted", isCompleted)
        object.add("createdAt", createdAt)
        object.add("updatedAt", updatedAt)
        object.add("deviceId", deviceId)
        object.add("version", version)
        return object.text
    }
}

/// Why a record of the service is set aside: it is never stored and never sent back.
enum RecordRefusal: Error, Equatable, Sendable {
    case unknownType(String)
    case badName
    case missing(String)
    case badVersion
    case rule(IdeaRuleViolation)
    case unreadable

    /// For the history.
    var reason: String {
        switch self {
        case .unknownType(let type): "the type \(type) is not known"
        case .badName: "the name is no id of an idea"
        case .missing(let field): "the field \(field) is missing"
        case .badVersion: "the version is out of range"
        case .rule(let violation): "\(violation)"
        case .unreadable: "the record cannot be read"
        }
    }
}
