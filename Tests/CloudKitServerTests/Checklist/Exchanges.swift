import CloudKitWebServices
import Foundation
import Testing

@testable import CloudKitServer

/// Requests and the answers that they must get, both as JSON written by hand.
///
/// In an answer `"*"` stands for any value. `"$name"` stands for a string: the first time for any, which is remembered,
/// later for that one; in a request it is replaced by what was remembered. All else must be there as written, and
/// nothing beside it.
struct Exchanges {
    private let user: User
    private(set) var remembered: [String: String] = [:]

    init(_ user: User) {
        self.user = user
    }

    /// Sends a request and holds the answer to what is expected.
    mutating func ask(
        _ endpoint: ServiceEndpoint,
        _ request: String,
        status: Int = 200,
        in database: DatabaseScope = .private,
        _ expected: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        var text = request
        for (name, value) in remembered { text = text.replacing("\"$\(name)\"", with: "\"\(value)\"") }
        let reply = try await user.post(endpoint, text, in: database)
        #expect(reply.status == status, "\(reply.text)", sourceLocation: sourceLocation)
        #expect(
            try differences(from: expected, in: reply.body) == [],
            "\(reply.text)",
            sourceLocation: sourceLocation
        )
    }

    private mutating func differences(from expected: String, in body: [UInt8]) throws -> [String] {
        let right = try JSONSerialization.jsonObject(with: Data(expected.utf8), options: .fragmentsAllowed)
        let given = try JSONSerialization.jsonObject(with: Data(body), options: .fragmentsAllowed)
        var found: [String] = []
        compare(right, given, at: "", &found)
        return found
    }

    private mutating func compare(_ right: Any, _ given: Any, at place: String, _ found: inout [String]) {
        switch (right, given) {
        case ("*" as String, _): return
        case (let name as String, let value as String) where name.hasPrefix("$"):
            let key = String(name.dropFirst())
            if remembered.updateValue(value, forKey: key) ?? value != value { found.append("\(place): another \(key)") }
        case (let right as [String: Any], let given as [String: Any]):
            for key in Set(right.keys).union(given.keys).sorted() {
                guard let expected = right[key] else {
                    found.append("\(place).\(key) is too much")
                    continue
                }
                guard let value = given[key] else {
                    found.append("\(place).\(key) is missing")
                    continue
                }
                compare(expected, value, at: "\(place).\(key)", &found)
            }
        case (let right as [Any], let given as [Any]):
            if right.count != given.count { found.append("\(place) has \(given.count) elements") }
            for (index, pair) in zip(right, given).enumerated() {
                compare(pair.0, pair.1, at: "\(place)[\(index)]", &found)
            }
        default:
            if !((right as? NSObject)?.isEqual(given) ?? false) { found.append("\(place) is \(given)") }
        }
    }
}

extension Exchanges {
    /// What every record in an answer has beside its name, type, tag and fields.
    static func record(_ name: String, tag: String, zone: String = "Notes", fields: String) -> String {
        let stamp = #"{"timestamp": 1767225600000, "userRecordName": "$user", "deviceID": "1"}"#
        let type = zone == "_defaultZone" ? "DEFAULT_ZONE" : "REGULAR_CUSTOM_ZONE"
        return """
            {"recordName": "\(name)", "recordType": "Note", "recordChangeTag": "\(tag)", "fields": \(fields),
             "pluginFields": {}, "created": \(stamp), "modified": \(stamp), "deleted": false,
             "zoneID": {"zoneName": "\(zone)", "ownerRecordName": "$user", "zoneType": "\(type)"}}
            """
    }
}
