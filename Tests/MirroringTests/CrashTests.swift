import Foundation
import SwiftData
import TestSupport
import Testing

@testable import CloudKit

/// A process that ends after any of its durable steps: the next one finds the files as they are, goes on, and nothing is
/// lost or doubled.
@Suite struct CrashTests {
    @Test func afterEveryCommit() async throws {
        let whole = try await Story.run(.never)
        #expect(whole.commits > 20)
        for number in stride(from: 1, through: whole.commits, by: Effort.isProof ? 1 : 3) {
            let outcome = try await Story.run(.afterCommit(number))
            #expect(outcome.hasDied, "commit \(number)")
            #expect(outcome.shown == whole.shown, "commit \(number)")
            #expect(outcome.records == whole.records, "commit \(number)")
        }
    }

    @Test func beforeEveryAnswer() async throws {
        let whole = try await Story.run(.never)
        #expect(whole.requests > 8)
        for number in stride(from: 1, through: whole.requests, by: Effort.isProof ? 1 : 2) {
            let outcome = try await Story.run(.beforeAnswer(number))
            #expect(outcome.hasDied, "request \(number)")
            #expect(outcome.shown == whole.shown, "request \(number)")
            #expect(outcome.records == whole.records, "request \(number)")
        }
    }
}

/// What two devices do, one of which may end on the way. Each of its changes can be made again where it was not kept.
private final class Story {
    struct Outcome {
        var shown: [String] = []
        /// How many records of each type the service has.
        var records: [String: Int] = [:]
        var commits = 0
        var requests = 0
        var hasDied = false
    }

    private let world: MirrorWorld
    private let two: Device
    /// Names of records, so that every telling comes to the same steps.
    private let names = DescendingNames()
    private var one: Device
    private var death: Death
    private var outcome = Outcome()
    private var lives = 1
    /// Processes that have ended still hold what they held.
    private var ended: [Device] = []

    static func run(_ moment: Death.Moment) async throws -> Outcome {
        let box = OutcomeBox()
        try await MirrorWorld.run { world in
            let story = try await Story(world, moment)
            try await story.tell()
            box.outcome = story.outcome
        }
        return box.outcome
    }

    /// Carries the outcome out of the world.
    private final class OutcomeBox: @unchecked Sendable {
        /// Set by the world's body, read when it has ended.
        var outcome = Outcome()
    }

    private init(_ world: MirrorWorld, _ moment: Death.Moment) async throws {
        self.world = world
        let names = names
        one = try await world.device("one") { $0.makeUUID = { names.next() } }
        two = try await world.device("two") { $0.makeUUID = { names.next() } }
        death = try Death(of: one, moment)
    }

    private func tell() async throws {
        try await step(Self.fill)
        try await step { try await $0.sync() }
        try await two.sync()
        world.clock.advance(2)
        try Self.changeThere(two)
        try await two.sync()
        try await step(Self.change)
        try await step { try await $0.sync() }
        try await two.sync()
        try await step { try await $0.sync() }
        outcome.commits = death.commits
        outcome.requests = death.requests
        for _ in 0..<3 {
            try await step { try await $0.sync() }
            try await two.sync()
        }
        outcome.shown = try Self.shown(one)
        #expect(try Self.shown(two) == outcome.shown)
        for device in [one, two] { #expect(device.mirror.status.pendingCount == 0) }
        let zone = CKRecordZone.ID(zoneName: "SwiftData")
        let page = try await two.cloud.privateCloudDatabase.recordZoneChanges(inZoneWith: zone, since: nil)
        for record in page.modificationResultsByID.values {
            let record = try record.get().record
            // One that gave way to another by its unique value stays as a note, if it was ever sent.
            if record.object(forKey: "sd_forward") == nil { outcome.records[record.recordType, default: 0] += 1 }
        }
    }

    /// Does something on the first device; where its process ends meanwhile, the next one does it again.
    private func step(_ body: (Device) async throws -> Void) async throws {
        do {
            try await body(one)
            if !death.isDead { return }
        } catch {
            guard death.isDead else { throw error }
        }
        guard !outcome.hasDied else { return }
        outcome.hasDied = true
        try await beginAgain()
        try await body(one)
    }

    /// A new process over a copy of the files, as they lie on the disk.
    private func beginAgain() async throws {
        lives += 1
        let (old, new) = (one.name, "one-\(lives)")
        for (head, tail) in [("", ".store"), ("", ".store-wal"), (".", ".store_SUPPORT")] {
            let source = world.folder.appendingPathComponent(head + old + tail)
            guard FileManager.default.fileExists(atPath: source.path) else { continue }
            try FileManager.default.copyItem(at: source, to: world.folder.appendingPathComponent(head + new + tail))
        }
        ended.append(one)
        let names = names
        one = try await world.device(new) { $0.makeUUID = { names.next() } }
    }

    // MARK: What is done

    private static func identifier(_ number: UInt8) -> UUID {
        UUID(uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, number))
    }

    private static func book(_ title: String, _ context: ModelContext) throws -> Book? {
        try context.fetch(FetchDescriptor<Book>()).first { $0.title.hasPrefix(title) }
    }

    private static func tag(_ name: String, _ context: ModelContext) throws -> Tag {
        try context.fetch(FetchDescriptor<Tag>()).first { $0.name == name } ?? Tag(name: name)
    }

    private static func fill(_ device: Device) throws {
        try device.change { context in
            guard try context.fetchCount(FetchDescriptor<Shelf>()) == 0 else { return }
            let shelf = Shelf(name: "Novels")
            context.insert(shelf)
            shelf.books = ["Emma", "Persuasion", "Sanditon", "Lady Susan"].enumerated().map {
                Book(title: $1, identifier: identifier(UInt8($0)))
            }
            let (old, good) = (Tag(name: "old"), Tag(name: "good"))
            shelf.books[0].tags = [old, good]
            shelf.books[1].tags = [good]
            shelf.books[0].cover = Cover(color: "green")
            shelf.books[2].scan = Data(repeating: 7, count: 150_000)
        }
    }

    private static func changeThere(_ device: Device) throws {
        try device.change { context in
            try #require(try book("Emma", context)).pages = 474
            try #require(try book("Sanditon", context)).tags = [try tag("classic", context)]
            context.delete(try #require(try book("Lady Susan", context)))
        }
    }

    private static func change(_ device: Device) throws {
        try device.change { context in
            let shelf = try #require(try context.fetch(FetchDescriptor<Shelf>()).first)
            let emma = try #require(try book("Emma", context))
            emma.title = "Emma II"
            emma.tags.removeAll { $0.name == "old" }
            if !emma.tags.contains(where: { $0.name == "classic" }) { emma.tags.append(try tag("classic", context)) }
            if let scanned = try book("Sanditon", context) { scanned.scan = Data(repeating: 8, count: 160_000) }
            if let last = shelf.books.first(where: { $0.title == "Persuasion" }), shelf.books.first !== last {
                shelf.books.removeAll { $0 === last }
                shelf.books.insert(last, at: 0)
            }
            if let cover = try context.fetch(FetchDescriptor<Cover>()).first { context.delete(cover) }
        }
    }

    /// Everything that a device shows; the order of a tag's books depends on names that are drawn by lot.
    private static func shown(_ device: Device) throws -> [String] {
        let context = device.context
        var lines = try context.fetch(FetchDescriptor<Shelf>()).map { "shelf \($0.name) \($0.books.map(\.title))" }
        lines += try context.fetch(FetchDescriptor<Book>()).map { book in
            let scan = book.scan.map { "\($0.count) of \($0.first ?? 0)" } ?? "-"
            return "\(book.title) \(book.pages) \(scan) \(book.tags.map(\.name).sorted()) \(book.cover?.color ?? "-")"
        }
        lines += try context.fetch(FetchDescriptor<Tag>()).map { "tag \($0.name) \($0.books.map(\.title).sorted())" }
        lines += try context.fetch(FetchDescriptor<Cover>()).map { "cover \($0.color)" }
        return lines.sorted()
    }
}
