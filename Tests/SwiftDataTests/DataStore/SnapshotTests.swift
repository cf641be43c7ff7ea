import Foundation
import Testing

@testable import SwiftData

@Suite("Snapshots")
struct SnapshotTests {
    /// A snapshot type as an app might write it.
    struct NoteSnapshot: DataStoreSnapshot {
        var persistentIdentifier: PersistentIdentifier
        var title: String
        var weight: Int
        var folder: PersistentIdentifier?

        init(from backingData: any BackingData, relatedBackingDatas: inout [PersistentIdentifier: any BackingData]) {
            let values = BackingDataReader.values(of: backingData)
            persistentIdentifier = backingData.persistentModelID ?? .temporary(entityName: "LogNote")
            title = values["title"]?.attribute(as: String.self) ?? ""
            weight = values["weight"]?.attribute(as: Int.self) ?? 0
            if case .toOne(let identifier)? = values["folder"]?.detached { folder = identifier }
        }

        func copy(
            persistentIdentifier: PersistentIdentifier,
            remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]?
        ) -> NoteSnapshot {
            var copy = self
            copy.persistentIdentifier = persistentIdentifier
            copy.folder = folder.map { remappedIdentifiers?[$0] ?? $0 }
            return copy
        }
    }

    private func note() -> LogNote {
        let note = LogNote("Boat", weight: 7)
        note.folder = LogFolder("Drawer")
        return note
    }

    @Test func `a snapshot is coded and decoded without loss`() throws {
        SnapshotTypes.register([LogNote.self, LogFolder.self])
        let note = note()
        var related: [PersistentIdentifier: any BackingData] = [:]
        let snapshot = DefaultSnapshot(from: SnapshotBackingData(of: note), relatedBackingDatas: &related)
        let decoded = try JSONDecoder().decode(DefaultSnapshot.self, from: JSONEncoder().encode(snapshot))
        #expect(decoded.persistentIdentifier == note.persistentModelID)
        #expect(decoded.values["title"]?.attribute(as: String.self) == "Boat")
        #expect(decoded.values["weight"]?.attribute(as: Int.self) == 7)
        guard case .null? = decoded.values["slug"], case .toOne(let folder)? = decoded.values["folder"] else {
            Issue.record("\(decoded.values)")
            return
        }
        #expect(folder == note.folder?.persistentModelID)
    }

    @Test func `a copy follows new identifiers`() throws {
        let note = note()
        let folder = try #require(note.folder)
        var related: [PersistentIdentifier: any BackingData] = [:]
        let snapshot = DefaultSnapshot(from: note.persistentBackingData, relatedBackingDatas: &related)
        let own = try PersistentIdentifier.identifier(for: "S", entityName: "LogNote", primaryKey: 1)
        let other = try PersistentIdentifier.identifier(for: "S", entityName: "LogFolder", primaryKey: 2)
        let copy = snapshot.copy(persistentIdentifier: own, remappedIdentifiers: [folder.persistentModelID: other])
        guard case .toOne(let target)? = copy.values["folder"] else {
            Issue.record("\(copy.values)")
            return
        }
        #expect(copy.persistentIdentifier == own && target == other)
        #expect(snapshot.copy(persistentIdentifier: own).persistentIdentifier == own)
    }

    @Test(arguments: ["p12", "p012", "p-1", "p", "t5", "", "12", "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"])
    func `an identifier of a custom store is the same after coding`(key: String) throws {
        let identifier = try PersistentIdentifier.identifier(for: "S", entityName: "LogNote", primaryKey: key)
        let coded = try JSONEncoder().encode(identifier)
        #expect(try JSONDecoder().decode(PersistentIdentifier.self, from: coded) == identifier)
        #expect(String(decoding: coded, as: UTF8.self).contains("\"primaryKey\":\"\(key)\""))
    }

    @Test func `a foreign snapshot gives its values by name`() throws {
        let note = note()
        var related: [PersistentIdentifier: any BackingData] = [:]
        let snapshot = NoteSnapshot(from: note.persistentBackingData, relatedBackingDatas: &related)
        let values = try SnapshotCapture.values(of: snapshot)
        #expect(Set(values.keys) == ["title", "weight", "folder"])
        #expect(values["title"]?.attribute(as: String.self) == "Boat")
        guard case .toOne(let target)? = values["folder"] else {
            Issue.record("\(values)")
            return
        }
        #expect(target == note.folder?.persistentModelID)
    }

    @Test func `backing data made by hand makes an object`() {
        let data = SnapshotBackingData(for: LogNote.self)
        let folder = LogFolder("Drawer")
        data.setValue(forKey: \.title, to: "Kite")
        data.setValue(forKey: \.weight, to: 3)
        data.setValue(forKey: \.folder, to: folder)
        #expect(data.getValue(forKey: \.title) == "Kite")
        #expect(data.getValue(forKey: \.body) == "")
        let note = LogNote(backingData: data)
        #expect(note.title == "Kite" && note.weight == 3 && note.slug == nil)
        #expect(note.folder === folder)
    }

    @Test func `keys of coded snapshots`() {
        #expect(DataStoreSnapshotCodingKey(stringValue: "persistentIdentifier") == .persistentIdentifier)
        #expect(DataStoreSnapshotCodingKey(stringValue: "title") == .modeledProperty("title"))
        #expect(DataStoreSnapshotCodingKey.modeledProperty("x").stringValue == "x")
        #expect(DataStoreSnapshotCodingKey(intValue: 1) == nil)
    }
}
