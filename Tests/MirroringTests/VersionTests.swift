import Foundation
import SwiftData
import Testing

@testable import CloudKit

private enum OldApp {
    @Model final class Note {
        var title: String
        init(title: String) { self.title = title }
    }
}

private enum NewApp {
    @Model final class Note {
        var title: String
        var mood: String?
        var stars: Int = 0
        var folder: Folder?
        init(title: String) { self.title = title }
    }

    @Model final class Folder {
        var name: String
        @Relationship(inverse: \Note.folder) var notes: [Note] = []
        init(name: String) { self.name = name }
    }
}

/// One version of an app whose enum has fewer cases than that of the next.
private enum FewMoods {
    enum Mood: String, Codable { case calm, glad }

    @Model final class Day {
        var title: String
        var mood: Mood = Mood.calm
        var second: Mood?
        init(title: String) { self.title = title }
    }
}

private enum MoreMoods {
    enum Mood: String, Codable { case calm, glad, wild }

    @Model final class Day {
        var title: String
        var mood: Mood = Mood.calm
        var second: Mood?
        init(title: String) { self.title = title }
    }
}

private enum OddApp {
    /// A value that cannot be written.
    struct Odd: Codable, Hashable {
        struct Refusal: Error {}

        init() {}
        init(from decoder: any Decoder) throws { throw Refusal() }
        func encode(to encoder: any Encoder) throws { throw Refusal() }
    }

    @Model final class Note {
        var title: String
        var odd = Odd()
        init(title: String) { self.title = title }
    }
}

/// Two versions of an app on one account.
@Suite struct VersionTests {
    private static let old: [any PersistentModel.Type] = [OldApp.Note.self]
    private static let new: [any PersistentModel.Type] = [NewApp.Note.self, NewApp.Folder.self]

    private static func fill(_ device: Device) throws {
        try device.change { context in
            let folder = NewApp.Folder(name: "travel")
            context.insert(folder)
            let note = NewApp.Note(title: "Lisbon")
            note.mood = "glad"
            note.stars = 4
            folder.notes = [note, NewApp.Note(title: "Porto")]
        }
    }

    private static func shown(_ device: Device) throws -> [String] {
        try device.context.fetch(FetchDescriptor<NewApp.Note>()).map { note in
            "\(note.title) \(note.mood ?? "-") \(note.stars) \(note.folder?.name ?? "-")"
        }.sorted()
    }

    @Test func whatANewerAppWroteStays() async throws {
        try await MirrorWorld.run { world in
            let new = try await world.device("new", Self.new)
            let old = try await world.device("old", Self.old)
            try Self.fill(new)
            try await new.sync()
            try await old.sync()
            try old.change { context in
                let notes = try context.fetch(FetchDescriptor<OldApp.Note>())
                try #require(notes.first { $0.title == "Lisbon" }).title = "Lisboa"
                context.insert(OldApp.Note(title: "Faro"))
            }
            try await old.sync()
            try await new.sync()
            #expect(try Self.shown(new) == ["Faro - 0 -", "Lisboa glad 4 travel", "Porto - 0 travel"])
            #expect(old.mirror.status.pendingCount == 0 && new.mirror.status.pendingCount == 0)
        }
    }

    /// The old app shows its default for a case that it does not know, and changes something else.
    @Test func aCaseOfANewerAppStays() async throws {
        try await MirrorWorld.run { world in
            let new = try await world.device("new", [MoreMoods.Day.self])
            let old = try await world.device("old", [FewMoods.Day.self])
            try new.change { context in
                let day = MoreMoods.Day(title: "Monday")
                (day.mood, day.second) = (.wild, .wild)
                context.insert(day)
            }
            try await new.sync()
            try await old.sync()
            try old.change { context in
                let day = try #require(try context.fetch(FetchDescriptor<FewMoods.Day>()).first)
                #expect(day.title == "Monday" && day.mood == .calm && day.second == nil)
                day.title = "Tuesday"
            }
            try await old.sync()
            try await new.sync()
            let day = try #require(try new.context.fetch(FetchDescriptor<MoreMoods.Day>()).first)
            #expect(day.title == "Tuesday" && day.mood == .wild && day.second == .wild)
            #expect(old.mirror.status.pendingCount == 0 && new.mirror.status.pendingCount == 0)
            // What the old app does say counts.
            try old.change { context in
                try #require(try context.fetch(FetchDescriptor<FewMoods.Day>()).first).mood = .glad
            }
            try await old.sync()
            try await new.sync()
            let later = try #require(try new.context.fetch(FetchDescriptor<MoreMoods.Day>()).first)
            #expect(later.title == "Tuesday" && later.mood == .glad && later.second == .wild)
        }
    }

    /// A record without a field, whose default cannot be stored: no row is made with another value in its place.
    @Test func aDefaultThatCannotBeStored() async throws {
        try await MirrorWorld.run { world in
            let old = try await world.device("old", Self.old)
            try old.change { $0.insert(OldApp.Note(title: "Lisbon")) }
            try await old.sync()
            let odd = try await world.device("odd", [OddApp.Note.self])
            await #expect(throws: CloudMirrorProblem.self) { try await odd.sync() }
            #expect(odd.mirror.status.lastProblem?.kind == .storeFailed)
            #expect(try odd.context.fetchCount(FetchDescriptor<OddApp.Note>()) == 0)
        }
    }

    /// The old app makes all records anew, after somebody removed them: what it does not know is among them.
    @Test func theOldAppSendsBackWhatItDoesNotKnow() async throws {
        try await MirrorWorld.run { world in
            let new = try await world.device("new", Self.new)
            let old = try await world.device("old", Self.old)
            try Self.fill(new)
            try await new.sync()
            try await old.sync()
            let zone = CKRecordZone.ID(zoneName: "SwiftData")
            try await new.cloud.privateCloudDatabase.deleteRecordZone(withID: zone)
            await #expect(throws: CloudMirrorProblem.self) { try await old.sync() }
            try await old.mirror.uploadAgain()
            let third = try await world.device("third", Self.new)
            try await third.sync()
            #expect(try Self.shown(third).contains("Lisbon glad 4 -"))
        }
    }

    /// The same store, opened by the newer app: what was left aside comes.
    @Test func anUpdateBringsWhatWasLeftAside() async throws {
        try await MirrorWorld.run { world in
            let new = try await world.device("new", Self.new)
            try Self.fill(new)
            try await new.sync()
            do {
                let old = try await world.device("old", Self.old)
                try await old.sync()
                try old.change { $0.insert(OldApp.Note(title: "offline, before the update")) }
            }
            let updated = try await world.device("old", Self.new)
            try await updated.sync()
            try await new.sync()
            let expected = ["Lisbon glad 4 travel", "Porto - 0 travel", "offline, before the update - 0 -"]
            #expect(try Self.shown(updated) == expected)
            #expect(try Self.shown(new) == expected)
            #expect(updated.mirror.status.pendingCount == 0)
        }
    }
}
