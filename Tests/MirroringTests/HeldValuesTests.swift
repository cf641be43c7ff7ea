import Foundation
import SwiftData
import Synchronization
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
        /// Goes as a file.
        var scan: Data?
        init(title: String) { self.title = title }
    }
}

/// A service that was put back to a copy gets back what it has lost from the devices that hold it, and an older version of
/// the app, which holds less, does not vouch for the rest.
@Suite struct HeldValuesTests {
    private static func signIn(_ devices: [Device], _ world: MirrorWorld) async throws {
        for device in devices { try await device.cloud.signIn(webAuthToken: try await world.webToken("anna")) }
    }

    private static func firstNote(in context: ModelContext) throws -> NewApp.Note {
        try #require(try context.fetch(FetchDescriptor<NewApp.Note>()).first)
    }

    private static let scan = Data(repeating: 7, count: 70_000)

    /// What a new device, with the new app, sees in the end.
    private static func seen(_ world: MirrorWorld, _ devices: [Device]) async throws -> NewApp.Note {
        // What the service lacks is found once on each device.
        for device in devices { try? await device.sync() }
        for device in devices + devices { try await device.sync() }
        for device in devices { #expect(device.mirror.status.pendingCount == 0, "\(device.name)") }
        let third = try await world.device("third", [NewApp.Note.self])
        try await third.sync()
        return try firstNote(in: third.context)
    }

    /// A service that was put back to a copy from before a change that both devices have.
    private static func restoringFromBefore(
        _ change: @Sendable (NewApp.Note) -> Void,
        _ body: @Sendable (MirrorWorld, _ new: Device, _ old: Device) async throws -> Void
    ) async throws {
        try await MirrorWorld.run { world in
            let new = try await world.device("new", [NewApp.Note.self])
            let old = try await world.device("old", [OldApp.Note.self])
            try new.change { $0.insert(NewApp.Note(title: "Lisbon")) }
            try await new.sync()
            try world.backUp()
            world.clock.advance(60)
            try new.change { change(try firstNote(in: $0)) }
            for device in [new, old] { try await device.sync() }
            world.clock.advance(60)
            try await world.restore()
            try await signIn([new, old], world)
            try await body(world, new, old)
        }
    }

    /// The old app has seen the change, and fetches the older record.
    @Test(arguments: [false, true])
    func aChangeThatTheOldAppDoesNotKnow(isFile: Bool) async throws {
        let change = { @Sendable (note: NewApp.Note) in
            if isFile { note.scan = Self.scan } else { note.mood = "glad" }
        }
        try await Self.restoringFromBefore(change) { world, new, old in
            let note = try await Self.seen(world, [old, new])
            #expect(note.mood == (isFile ? nil : "glad") && note.scan == (isFile ? Self.scan : nil))
        }
    }

    /// The same, where the device with the value has looked at everything before the old app sends.
    @Test func aChangeThatTheOldAppSendsLater() async throws {
        let change = { @Sendable (note: NewApp.Note) in note.mood = "glad" }
        try await Self.restoringFromBefore(change) { world, new, old in
            new.transport.spoil { $0.address.contains("/records/modify") ? .lose : .pass }
            for _ in 0..<2 { try? await new.sync() }
            new.transport.spoil(nil)
            try old.change { context in
                try #require(try context.fetch(FetchDescriptor<OldApp.Note>()).first).title = "Lisboa"
            }
            let note = try await Self.seen(world, [old, old, new])
            #expect(note.title == "Lisboa" && note.mood == "glad")
        }
    }

    /// The copy is older than the record: the old app makes it anew, without the file.
    @Test(arguments: [false, true])
    func aRecordThatTheOldAppMakesAnew(isChangedLater: Bool) async throws {
        try await MirrorWorld.run { world in
            let new = try await world.device("new", [NewApp.Note.self])
            let old = try await world.device("old", [OldApp.Note.self])
            for device in [new, old] { try await device.sync() }
            try world.backUp()
            try new.change { context in
                let note = NewApp.Note(title: "Lisbon")
                note.scan = isChangedLater ? nil : Self.scan
                context.insert(note)
            }
            try await new.sync()
            if isChangedLater {
                world.clock.advance(60)
                try new.change { try Self.firstNote(in: $0).scan = Self.scan }
                try await new.sync()
            }
            try await old.sync()
            world.clock.advance(60)
            try await world.restore()
            try await Self.signIn([new, old], world)
            let note = try await Self.seen(world, [old, old, new])
            #expect(note.title == "Lisbon" && note.scan == Self.scan)
        }
    }

    /// A member that came after its owner was deleted here cannot hold the link to it. It must not be taken for one that the
    /// service has lost: the deletion takes the member along where it is known as one.
    @Test func aLinkToWhatIsDeletedHereIsNotLost() async throws {
        try await MirrorWorld.run { world in
            let one = try await world.device("one", Library.types)
            let two = try await world.device("two", Library.types)
            try one.change { $0.insert(Shelf(name: "top")) }
            for device in [one, two] { try await device.sync() }
            try two.change { $0.delete(try #require(try $0.fetch(FetchDescriptor<Shelf>()).first)) }
            try one.change { context in
                let book = Book(title: "Lisbon")
                context.insert(book)
                book.shelf = try context.fetch(FetchDescriptor<Shelf>()).first
            }
            try await one.sync()
            two.transport.spoil { $0.address.contains("/records/modify") ? .lose : .pass }
            try? await two.sync()
            #expect(try two.context.fetch(FetchDescriptor<Book>()).map(\.title) == ["Lisbon"])
            two.transport.spoil(nil)
            world.clock.advance(60)
            try world.backUp()
            try await world.restore()
            try await Self.signIn([one, two], world)
            for device in [two, two, one, two] { try? await device.sync() }
            for device in [one, two] {
                #expect(device.mirror.status.pendingCount == 0)
                #expect(try device.context.fetch(FetchDescriptor<Book>()).isEmpty, "\(device.name)")
            }
        }
    }

    /// A device that looks at everything again sends nothing of what the service has.
    @Test func whatIsEqualIsNotSentAgain() async throws {
        try await MirrorWorld.run { world in
            let one = try await world.device("one", Zoo.types)
            let two = try await world.device("two", Zoo.types)
            try one.change { context in
                let (rex, cat) = (Dog(name: "Rex", tricks: ["sit"]), Animal(name: "Mia"))
                cat.weight = try #require(Decimal(string: "4.125"))
                [rex, cat].forEach { context.insert($0) }
                rex.friends = [Dog(name: "Fido", tricks: [])]
                let visit = Visit(day: 3, animal: cat)
                context.insert(visit)
                visit.seen = [cat, rex]
            }
            for device in [one, two] { try await device.sync() }
            world.clock.advance(60)
            try world.backUp()
            try await world.restore()
            try await Self.signIn([one, two], world)
            let sent = Mutex(0)
            for device in [one, two] {
                device.transport.spoil { request in
                    if request.address.contains("/records/modify") { sent.withLock { $0 += 1 } }
                    return .pass
                }
                try? await device.sync()
                try await device.sync()
                #expect(device.mirror.status.pendingCount == 0)
            }
            #expect(sent.withLock { $0 } == 0)
        }
    }
}
