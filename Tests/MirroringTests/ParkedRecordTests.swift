import Foundation
import SwiftData
import Synchronization
import Testing

@testable import CloudKit
@testable import SwiftData

/// Records that cannot be rows before others have come.
@Suite struct ParkedRecordTests {
    private static let counts = ["Mia": 60, "Rex": 40]

    /// Visits have gone up, and the animals, whose names come last, have not.
    private static func separate(_ one: Device) async throws {
        try one.change { context in counts.keys.sorted().forEach { context.insert(Animal(name: $0)) } }
        try one.change { context in
            for animal in try context.fetch(FetchDescriptor<Animal>()) {
                for day in 0..<(counts[animal.name] ?? 0) { context.insert(Visit(day: day, animal: animal)) }
            }
        }
        let batches = Mutex(0)
        one.transport.spoil { request in
            guard request.address.contains("/records/modify") else { return .pass }
            return batches.withLock { count in
                count += 1
                return count == 1 ? .pass : .lose
            }
        }
        await #expect(throws: CloudMirrorProblem.self) { try await one.sync() }
        one.transport.spoil(nil)
    }

    private static func first(_ world: MirrorWorld) async throws -> Device {
        let names = DescendingNames()
        let one = try await world.device("one", Zoo.types) { $0.makeUUID = { names.next() } }
        try await one.sync()
        return one
    }

    private static func waiting(_ device: Device) throws -> Int64? {
        try device.work { work in
            try work.books.integer(
                "SELECT (SELECT count(*) FROM _mirror_parked) + (SELECT count(*) FROM _mirror_parked_target)"
            )
        }
    }

    private static func expectAll(_ device: Device) throws {
        let visits = try device.context.fetch(FetchDescriptor<Visit>())
        for (name, count) in counts {
            #expect(visits.filter { $0.animal.name == name }.map(\.day).sorted() == Array(0..<count), "\(name)")
        }
        #expect(visits.count == 100)
        #expect(try waiting(device) == 0)
    }

    /// What waits and cannot be read is no reason to go on without it.
    @Test func aWaitingRecordThatCannotBeRead() async throws {
        try await MirrorWorld.run { world in
            let one = try await Self.first(world)
            try await Self.separate(one)
            let two = try await world.device("two", Zoo.types)
            try await two.sync()
            let waiting = try Self.waiting(two)
            try two.execute("UPDATE _mirror_parked SET content = x'7b'")
            try await one.sync()
            await #expect(throws: CloudMirrorProblem.self) { try await two.sync() }
            #expect(two.mirror.status.lastProblem?.kind == .storeFailed)
            #expect(try Self.waiting(two) == waiting)
            #expect(try two.context.fetchCount(FetchDescriptor<Visit>()) == 0)
        }
    }

    private struct Undone: Error {}

    /// Whoever comes is compared with those that wait for it, and with no others.
    @Test func anApplyReadsWhatWaitsForIt() async throws {
        try await MirrorWorld.run { world in
            let one = try await Self.first(world)
            try await Self.separate(one)
            let two = try await world.device("two", Zoo.types)
            try await two.sync()
            #expect(try two.context.fetchCount(FetchDescriptor<Visit>()) == 0)
            let names = try one.recordNames(in: "Animal", by: "name")
            for (animal, count) in Self.counts {
                let name = try #require(names[animal])
                #expect(try two.work { try $0.parked(waitingFor: [name], besides: []).count } == count)
            }
            #expect(try two.work { try $0.parked(waitingFor: ["nobody"], besides: []).count } == 0)
            // A row that goes by another name.
            let name = try #require(names["Mia"])
            #expect(throws: Undone.self) {
                try two.work { work in
                    var alias = MirrorEntry(name: name, kind: .row, place: "Animal", pk: nil)
                    alias.forward = "another"
                    try work.books.save(alias)
                    #expect(try work.parked(waitingFor: ["another"], besides: []).count == Self.counts["Mia"])
                    throw Undone()
                }
            }
            try await one.sync()
            try await two.sync()
            try Self.expectAll(two)
        }
    }

    /// A record that waits is changed, and comes again together with what it waits for.
    @Test func whatChangesWhileItWaitsBecomesOneRow() async throws {
        try await MirrorWorld.run { world in
            let one = try await Self.first(world)
            try await Self.separate(one)
            let two = try await world.device("two", Zoo.types)
            try await two.sync()
            try one.change { context in
                let visits = try context.fetch(FetchDescriptor<Visit>())
                try #require(visits.first { $0.day == 59 }).day = 1_000
            }
            try await one.sync()
            try await two.sync()
            let days = try two.context.fetch(FetchDescriptor<Visit>()).map(\.day)
            #expect(days.count == 100 && days.filter { $0 == 1_000 }.count == 1 && !days.contains(59))
            #expect(try Self.waiting(two) == 0)
        }
    }

    /// The list of zones is read from its beginning, and the zone itself goes on from where it was.
    @Test func whatWaitsStaysWhenTheDatabasesTokenExpires() async throws {
        try await MirrorWorld.run { world in
            let one = try await Self.first(world)
            try await Self.separate(one)
            let two = try await world.device("two", Zoo.types)
            try await two.sync()
            let before = try #require(try Self.waiting(two))
            #expect(before > 0)
            let isDue = Mutex(true)
            let words = #"{"reason":"Unknown sync continuation","serverErrorCode":"BAD_REQUEST"}"#
            two.transport.spoil { request in
                guard request.address.contains("/changes/database"), request.text.contains("syncToken"),
                    isDue.withLock({ isDue in
                        defer { isDue = false }
                        return isDue
                    })
                else { return .pass }
                return .answer(CloudKitAnswer(status: 400, body: Array(words.utf8)))
            }
            try await two.sync()
            let isStillDue = isDue.withLock { $0 }
            #expect(!isStillDue)
            #expect(try Self.waiting(two) == before)
            try await one.sync()
            try await two.sync()
            try Self.expectAll(two)
        }
    }

    /// A service that was put back may have nothing of what waits.
    @Test func whatWaitsComesAgainWithAWholeZone() async throws {
        try await MirrorWorld.run { world in
            let one = try await Self.first(world)
            try await Self.separate(one)
            let two = try await world.device("two", Zoo.types)
            try await two.sync()
            try two.work { try $0.beginComparison() }
            #expect(try Self.waiting(two) == 0)
        }
    }

    /// A link waits for both of its ends, which come one after the other.
    @Test func aLinkWaitsForBothEnds() async throws {
        try await MirrorWorld.run { world in
            let two = try await world.device("two")
            try await two.sync()
            try two.work { work in
                let join = try #require(work.schema.joins.first)
                let link = Self.link(named: "L", .link(table: join.table, own: "B", other: "T"))
                try work.park(link, for: ["B", "T"])
                #expect(try work.parked(waitingFor: ["B"], besides: []).map(\.name) == ["L"])
                // One end is not enough; from then on it waits for the other one.
                try work.books.save(MirrorEntry(name: "B", kind: .row, place: join.own.rows, pk: 1_000))
                try work.applyParkedLinks([link])
                #expect(try work.parked(waitingFor: ["T"], besides: []).map(\.name) == ["L"])
                #expect(try work.parked(waitingFor: ["B"], besides: []).isEmpty)
                try work.unpark("L")
                #expect(try work.parked(waitingFor: ["B", "T"], besides: []).isEmpty)
            }
        }
    }

    private static func link(named name: String, _ content: MirroredRecord.Content) -> Incoming {
        let stamp = MirrorStamp(milliseconds: 1, counter: 0, device: "0a")
        return Incoming(
            mirrored: MirroredRecord(name: name, content: content),
            system: Data(),
            extra: nil,
            saved: stamp
        )
    }

    /// Tables as earlier versions made them: without numbers of deletions, and without names of what is waited for.
    @Test func aStoreOfAnEarlierVersion() async throws {
        try await MirrorWorld.run { world in
            let one = try await Self.first(world)
            let old: String
            do {
                let two = try await world.device("two", Zoo.types)
                try one.change { $0.insert(Animal(name: "Old")) }
                try await one.sync()
                try await two.sync()
                old = try #require(try one.recordNames(in: "Animal", by: "name")["Old"])
                try one.change { $0.delete(try #require(try $0.fetch(FetchDescriptor<Animal>()).first)) }
                try await one.sync()
                try await Self.separate(one)
                try await two.sync()
                try two.work { work in
                    for sql in [
                        "DROP TABLE _mirror_parked_target", "DROP INDEX _mirror_record_buried",
                        "ALTER TABLE _mirror_record DROP COLUMN buried",
                    ] {
                        try work.books.run(sql)
                    }
                }
            }
            let two = try await world.device("two", Zoo.types)
            try await one.sync()
            try await two.sync()
            try Self.expectAll(two)
            let mia = try #require(try one.recordNames(in: "Animal", by: "name")["Mia"])
            try one.change { context in
                let visits = try context.fetch(FetchDescriptor<Visit>())
                visits.filter { $0.animal.name == "Mia" }.forEach { context.delete($0) }
            }
            try one.change { context in
                let animals = try context.fetch(FetchDescriptor<Animal>())
                context.delete(try #require(animals.first { $0.name == "Mia" }))
            }
            try await one.sync()
            try await two.sync()
            let remembered = try two.rememberedDeletions()
            #expect(remembered.first == old && remembered.count == 62 && remembered.contains(mia))
        }
    }

    /// An earlier version's tables can be emptied before mirroring has begun.
    @Test func erasingAStoreOfAnEarlierVersion() async throws {
        try await MirrorWorld.run { world in
            let one = try await world.device("one")
            try one.change { $0.insert(Book(title: "Emma")) }
            try await one.sync()
            try one.work { try $0.books.run("DROP TABLE _mirror_parked_target") }
            try one.container.erase()
            #expect(try one.context.fetchCount(FetchDescriptor<Book>()) == 0)
            try await one.sync()
            #expect(try one.context.fetch(FetchDescriptor<Book>()).map(\.title) == ["Emma"])
        }
    }
}
