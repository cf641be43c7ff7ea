import Foundation
import SwiftData
import Synchronization
import Testing

@testable import CloudKit
@testable import SwiftData

/// Records that only say by which name their row goes, since two rows with one unique value became one.
@Suite struct ForwardTests {
    private static let zone = CKRecordZone.ID(zoneName: "SwiftData")

    private static func tag(_ device: Device) throws -> Tag {
        try #require(try device.context.fetch(FetchDescriptor<Tag>()).first)
    }

    /// A device with a label that it has synced, and the name of the label's record.
    private static func deviceWithTag(_ world: MirrorWorld) async throws -> (Device, String) {
        let device = try await world.device("one")
        try device.change { $0.insert(Tag(name: "red")) }
        try await device.sync()
        return (device, try #require(try device.recordNames(in: "Tag", by: "name")["red"]))
    }

    /// Makes a record a note that names "0", which stands for the row from now on; both are to be sent.
    private static func forward(_ name: String, in work: MirrorWork) throws {
        var note = try #require(try work.books.entry(named: name))
        var row = MirrorEntry(name: "0", kind: .row, place: note.place, pk: note.pk)
        (row.stamps, row.state) = (note.stamps, .toSave)
        (note.pk, note.forward, note.state) = (nil, "0", .toSave)
        try work.books.save(note)
        try work.books.save(row)
    }

    /// A record as another device would have sent it.
    private static func record(_ work: MirrorWork, _ mirrored: MirroredRecord) throws -> CKRecord {
        let id = CKRecord.ID(recordName: mirrored.name, zoneID: zone)
        let record = CKRecord(recordType: "Tag", recordID: id)
        let files = MirrorFiles(folder: FileManager.default.temporaryDirectory)
        try work.layout.fill(record, with: mirrored, work.schema, files)
        return record
    }

    /// A request that was given up may arrive all the same, and make what names a record that nobody was thought to know.
    @Test func whatIsNamedAfterItGaveWayLeavesANote() async throws {
        try await MirrorWorld.run { world in
            let (device, name) = try await Self.deviceWithTag(world)
            try device.work { work in
                try Self.forward(name, in: work)
                var note = try #require(try work.books.entry(named: name))
                (note.system, note.isAttempted, note.state) = (nil, false, .clean)
                try work.books.save(note)
                let other = try Self.record(work, MirroredRecord(name: "z", content: .forward(to: "0")))
                try work.apply([other], deletions: [])
                #expect(try work.books.entry(named: name)?.state == .clean)
                let naming = try Self.record(work, MirroredRecord(name: "y", content: .forward(to: name)))
                try work.apply([naming], deletions: [])
                #expect(try work.books.entry(named: name)?.state == .toSave)
            }
        }
    }

    /// Another device has sent the note, and will not send what it names.
    @Test func aChangeGoesUpUnderTheOtherName() async throws {
        try await MirrorWorld.run { world in
            let (device, name) = try await Self.deviceWithTag(world)
            try device.change { context in
                try #require(try context.fetch(FetchDescriptor<Tag>()).first).color = "c1"
            }
            try device.work { work in
                try work.takeInLocal(offset: nil)
                let stamps = try #require(try work.books.entry(named: name)).server
                let note = MirroredRecord(name: name, content: .forward(to: "0"), stamps: stamps)
                try work.apply([try Self.record(work, note)], deletions: [])
                #expect(try work.books.pendingCount() == 1)
            }
            try await device.sync()
            let id = CKRecord.ID(recordName: "0", zoneID: Self.zone)
            let sent = try await device.cloud.privateCloudDatabase.record(for: id)
            #expect(sent["color"] as? String == "c1")
            #expect(sent["name"] as? String == "red")
        }
    }

    /// The stamps of a note are those of values which its reader may never have seen.
    @Test func aNotesStampsAreNotThoseOfOlderValues() async throws {
        try await MirrorWorld.run { world in
            let (device, name) = try await Self.deviceWithTag(world)
            try device.work { work in
                var stamps = try #require(try work.books.entry(named: name)).server
                stamps.raise("color", to: work.tick())
                let note = MirroredRecord(name: name, content: .forward(to: "0"), stamps: stamps)
                try work.apply([try Self.record(work, note)], deletions: [])
                let heir = try #require(try work.books.entry(named: "0"))
                #expect(stamps.isLater("color", than: heir.stamps))
                let values: [String: MirroredValue] = ["name": .text("red"), "color": .text("c2")]
                let row = MirroredRecord(name: "0", content: .row(entity: "Tag"), values: values, stamps: stamps)
                try work.apply([try Self.record(work, row)], deletions: [])
            }
            #expect(try Self.tag(device).color == "c2")
        }
    }

    /// The same where the row of the other name is here, in an older version.
    @Test func aNotesStampsDoNotCarryOldValuesIntoTheRow() async throws {
        try await MirrorWorld.run { world in
            let (device, name) = try await Self.deviceWithTag(world)
            try device.work { work in
                let known = try #require(try work.books.entry(named: name)).server
                let other: [String: MirroredValue] = ["name": .text("blue"), "color": .text("c1")]
                var row = MirroredRecord(name: "0", content: .row(entity: "Tag"), values: other, stamps: known)
                row.stamps.raise("color", to: work.tick())
                try work.apply([try Self.record(work, row)], deletions: [])
                var stamps = row.stamps
                stamps.raise("color", to: work.tick())
                let note = MirroredRecord(name: name, content: .forward(to: "0"), stamps: stamps)
                try work.apply([try Self.record(work, note)], deletions: [])
                row.values["color"] = .text("c2")
                row.stamps = stamps
                try work.apply([try Self.record(work, row)], deletions: [])
            }
            #expect(try Self.tag(device).color == "c2")
        }
    }

    /// Whoever reads a note finds the record that it names.
    @Test func whatANoteNamesGoesUpBeforeIt() async throws {
        try await MirrorWorld.run { world in
            let names = DescendingNames()
            let early = try await world.device("early") { $0.makeUUID = { names.next() } }
            let late = try await world.device("late") { $0.makeUUID = { names.next() } }
            // The device whose names are smaller hears of the other's label before it has sent its own.
            for device in [early, late] {
                try await device.sync()
                world.clock.advance(1)
                try device.change { $0.insert(Tag(name: "red")) }
            }
            try early.work { try $0.takeInLocal(offset: nil) }
            try late.work { try $0.takeInLocal(offset: nil) }
            try await early.sync()
            let sent = Mutex<[String]>([])
            late.transport.spoil { request in
                if request.address.contains("/records/modify") { sent.withLock { $0.append(request.text) } }
                return .pass
            }
            try await late.sync()
            late.transport.spoil(nil)
            let name = try #require(try late.recordNames(in: "Tag", by: "name")["red"])
            let batches = sent.withLock { $0 }
            let row = try #require(batches.firstIndex { $0.contains("\"recordName\":\"\(name)\"") })
            let note = try #require(batches.firstIndex { $0.contains("sd_forward") })
            #expect(row < note)
            try await early.sync()
            #expect(try early.recordNames(in: "Tag", by: "name") == ["red": name])
            #expect(early.mirror.status.pendingCount == 0 && late.mirror.status.pendingCount == 0)
        }
    }

    /// The service refused the record that a note names: the note waits, and nobody is asked again and again.
    @Test func aNoteWaitsForWhatWasRefused() async throws {
        try await MirrorWorld.run { world in
            let (device, name) = try await Self.deviceWithTag(world)
            try device.work { work in
                try Self.forward(name, in: work)
                let files = MirrorFiles(folder: FileManager.default.temporaryDirectory)
                func names(without setAside: Set<String>) throws -> [String] {
                    try work.nextUpload(without: setAside, savesToo: true, files).saves.map(\.recordID.recordName)
                }
                #expect(try names(without: []) == ["0"])
                #expect(try names(without: ["0"]) == [])
                #expect(try work.books.hasUpload(without: ["0"], savesToo: true) == false)
                let saved = MirroredRecord(name: "0", content: .row(entity: "Tag"))
                try work.acknowledgeSaved([try Self.record(work, saved)])
                #expect(try names(without: []) == [name])
            }
        }
    }

    /// A send ends where all that is left is a note that waits for a refused record.
    @Test func aSendEndsWhereANoteWaits() async throws {
        try await MirrorWorld.run { world in
            let (device, name) = try await Self.deviceWithTag(world)
            try device.work { try Self.forward(name, in: $0) }
            let uploads = Mutex(0)
            device.transport.spoil { request in
                guard request.address.contains("/records/modify") else { return .pass }
                uploads.withLock { $0 += 1 }
                let refusal = #"{"records":[{"recordName":"0","serverErrorCode":"BAD_REQUEST","reason":"no"}]}"#
                return .answer(CloudKitAnswer(status: 200, body: Array(refusal.utf8)))
            }
            try? await device.mirror.send()
            #expect(uploads.withLock { $0 } == 1)
            #expect(device.mirror.status.lastProblem?.kind == .recordRefused && device.mirror.status.pendingCount == 2)
            device.transport.spoil(nil)
            try await device.sync()
            #expect(device.mirror.status.pendingCount == 0)
        }
    }

    /// Apple's service does not say whether it ever had a record that it does not find.
    @Test(arguments: [true, false])
    func whatIsNotFoundWasDeletedOnlyIfItWasSaved(wasSaved: Bool) async throws {
        try await MirrorWorld.run { world in
            let (device, name) = try await Self.deviceWithTag(world)
            try device.work { work in
                if !wasSaved {
                    var entry = try #require(try work.books.entry(named: name))
                    (entry.system, entry.server, entry.isAttempted) = (nil, StampSet(), true)
                    try work.books.save(entry)
                }
                try work.applyNotFound(name, wasDeleted: nil)
            }
            #expect(try device.context.fetchCount(FetchDescriptor<Tag>()) == (wasSaved ? 0 : 1))
        }
    }
}
