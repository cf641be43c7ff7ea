import Foundation
import SwiftData
import Testing

@testable import CloudKit
@testable import SwiftData

/// Records that another program wrote, and that say what no clock, calendar or list says.
@Suite struct OutsideDataTests {
    private static let zone = CKRecordZone.ID(zoneName: "SwiftData")

    @Test(
        arguments: [
            "9223372036854775807.0.x", "-9223372036854775808.0.x", "1.9223372036854775807.x", "1.-1.x", "1.2.", "1.2",
            "1e9.0.x", "99999999999999999999.0.x",
        ]
    )
    func aStampThatNoClockGivesIsNone(text: String) {
        #expect(MirrorStamp(text: text) == nil)
        #expect(StampSet(text: "*=\(text) title=\(text)").isEmpty)
    }

    @Test(arguments: [1e300, -1e300, .infinity, -.infinity, .nan, 9.3e15, -9.3e15])
    func aDateThatIsNoneBreaksNothing(seconds: Double) throws {
        let date = Date(timeIntervalSince1970: seconds)
        #expect(WholeMilliseconds.range.contains(WholeMilliseconds.of(date)))
        #expect(try MirroredValue.date(date).digest() == MirroredValue.date(date).digest())
    }

    /// Bytes that nobody can read are not equal to other such bytes.
    @Test func aFileThatIsGoneHasNoDigest() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try Data([1, 2]).write(to: file)
        #expect(try MirroredValue.file(file).digest() == MirroredValue.bytes(Data([1, 2])).digest())
        try FileManager.default.removeItem(at: file)
        #expect(throws: (any Error).self) { try MirroredValue.file(file).digest() }
    }

    @Test func keysMayBeLong() throws {
        let low = "00000001" + String(repeating: "z", count: 300_000)
        let high = "00000001" + String(repeating: "z", count: 300_001)
        let key = OrderKey.between(low, high)
        #expect(low < key && key < high)
        #expect(OrderKey.between(low, nil) > low)
        #expect(OrderKey.between(nil, "00000000" + String(repeating: "0", count: 300_000) + "1") < high)
    }

    /// The device takes in what can be taken, and goes on changing and sending.
    @Test func recordsOfAnotherProgram() async throws {
        try await MirrorWorld.run { world in
            let one = try await world.device("one")
            try one.change { $0.insert(Shelf(name: "Novels")) }
            try await one.sync()
            let (cloud, _) = try await world.container("anna", device: "other program")
            let page = try await cloud.privateCloudDatabase.recordZoneChanges(inZoneWith: Self.zone, since: nil)
            let record = try #require(try page.modificationResultsByID.values.map { try $0.get().record }.first)
            record["name"] = "Plays"
            record["sd_stamps"] = "*=9223372036854775807.9223372036854775807.x name=1.9223372036854775807.x"
            record["sd_orders"] = "books=\(String(repeating: "z", count: 100_000))"
            record["created"] = Date(timeIntervalSince1970: 9.2e15)
            record["created_exact"] = 1e300
            try await cloud.privateCloudDatabase.save(record)
            world.clock.advance(5)
            try await one.sync()
            #expect(try one.context.fetch(FetchDescriptor<Shelf>()).count == 1)
            world.clock.advance(5)
            try one.change { context in
                let shelf = try #require(try context.fetch(FetchDescriptor<Shelf>()).first)
                shelf.name = "Poems"
                shelf.books = [Book(title: "Emma"), Book(title: "Persuasion")]
            }
            try await one.sync()
            let two = try await world.device("two")
            try await two.sync()
            #expect(try two.portrait() == one.portrait())
            #expect(try two.context.fetch(FetchDescriptor<Shelf>()).map(\.name) == ["Poems"])
        }
    }
}
