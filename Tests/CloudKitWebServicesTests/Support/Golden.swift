import CloudKitWebServices
import Foundation
import Testing

/// The documents in the folder Golden, written by hand from the published reference.
enum Golden {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Golden")

    static func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: folder.appendingPathComponent(name + ".json")))
    }

    static var names: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".json") }
                .map { String($0.dropLast(".json".count)) }.sorted()
        }
    }

    /// Reads the document as the value, and writes the value as the document.
    static func check<Value: WireReadable & WireWritable & Equatable>(
        _ name: String,
        is expected: Value,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let bytes = try bytes(name)
        let meaning = try JSONMeaning(bytes)
        let value = try Value(json: bytes)
        #expect(value == expected, sourceLocation: sourceLocation)
        #expect(try JSONMeaning(expected.json()) == meaning, sourceLocation: sourceLocation)
        #expect(try JSONMeaning(value.json()) == meaning, sourceLocation: sourceLocation)
        #expect(try Value(json: value.json()) == expected, "without blanks", sourceLocation: sourceLocation)
    }
}

/// Names that the documents share.
enum Known {
    static let caller = "_3f0c9a4be21d47f5a8c6e0b7d9124f36"
    static let other = "_00ff00ff00ff00ff00ff00ff00ff00ff"
    static let notes = WireZoneID(zoneName: "Notes")
    static let gone = WireZoneID(zoneName: "Gone")
    static let callersNotes = WireZoneID(zoneName: "Notes", ownerRecordName: caller, zoneType: .customZone)
}

extension WireRecord {
    /// A record with a change made to it.
    func with(_ change: (inout WireRecord) -> Void) -> WireRecord {
        var copy = self
        change(&copy)
        return copy
    }
}
