import Foundation
import SwiftData
import Testing

@testable import CloudKit

@Model
private final class Seat {
    #Unique<Seat>([\.row, \.number])

    var row: String
    var number: Int
    var guest: String?

    init(row: String, number: Int, guest: String? = nil) {
        (self.row, self.number, self.guest) = (row, number, guest)
    }
}

/// Values that are unique together, on two devices that do not know of each other.
@Suite struct UniquePairTests {
    private static func seats(_ device: Device) throws -> [String] {
        try device.context.fetch(FetchDescriptor<Seat>()).map { "\($0.row)\($0.number) \($0.guest ?? "-")" }.sorted()
    }

    private static func settle(_ devices: Device...) async throws {
        for _ in 0..<2 { for device in devices { try await device.sync() } }
    }

    @Test(arguments: [true, false])
    func onePairBecomesOneRow(oneIsLater: Bool) async throws {
        try await MirrorWorld.run { world in
            let (one, two) = (
                try await world.device("one", [Seat.self]), try await world.device("two", [Seat.self])
            )
            // What was there before the first sync counts as made by it.
            try await Self.settle(one, two)
            for isFirst in oneIsLater ? [false, true] : [true, false] {
                world.clock.advance(1)
                try (isFirst ? one : two).change { context in
                    context.insert(Seat(row: "A", number: 1, guest: isFirst ? "Ann" : "Ben"))
                    context.insert(Seat(row: isFirst ? "A" : "B", number: isFirst ? 2 : 1))
                }
            }
            try await Self.settle(one, two)
            let expected = ["A1 \(oneIsLater ? "Ann" : "Ben")", "A2 -", "B1 -"]
            #expect(try Self.seats(one) == expected)
            #expect(try Self.seats(two) == expected)
            let third = try await world.device("three", [Seat.self])
            try await third.sync()
            #expect(try Self.seats(third) == expected)
            #expect(one.mirror.status.pendingCount == 0 && two.mirror.status.pendingCount == 0)
        }
    }

    /// Each half of the pair comes from another device: together they are what a third row has.
    @Test func aPairThatChangesMakeBecomesOneRow() async throws {
        try await MirrorWorld.run { world in
            let (one, two) = (
                try await world.device("one", [Seat.self]), try await world.device("two", [Seat.self])
            )
            try one.change { context in
                context.insert(Seat(row: "A", number: 1, guest: "Ann"))
                context.insert(Seat(row: "B", number: 2, guest: "Ben"))
            }
            try await Self.settle(one, two)
            func change(_ device: Device, _ body: (Seat) -> Void) throws {
                world.clock.advance(1)
                try device.change { context in
                    body(try #require(try context.fetch(FetchDescriptor<Seat>()).first { $0.guest == "Ben" }))
                }
            }
            try change(one) { $0.row = "A" }
            try change(two) { $0.number = 1 }
            try await Self.settle(one, two)
            let found = try Self.seats(one)
            #expect(found.count == 1 && found[0].hasPrefix("A1 "))
            #expect(try Self.seats(two) == found)
            let third = try await world.device("three", [Seat.self])
            try await third.sync()
            #expect(try Self.seats(third) == found)
        }
    }

    /// One device deletes a row, another one makes it anew, and a third hears of both in one page.
    ///
    /// The smaller of two names would stay, so several rows are tried.
    @Test func aDeletedRowIsNotJoinedByItsSuccessor() async throws {
        try await MirrorWorld.run { world in
            let devices = [
                try await world.device("one", [Seat.self]), try await world.device("two", [Seat.self]),
                try await world.device("three", [Seat.self]),
            ]
            let (one, two, three) = (devices[0], devices[1], devices[2])
            let numbers = Array(1...8)
            try one.change { context in for number in numbers { context.insert(Seat(row: "A", number: number)) } }
            try await Self.settle(one, three)
            try one.change { context in try context.delete(model: Seat.self) }
            try await one.sync()
            world.clock.advance(1)
            try two.change { context in
                for number in numbers { context.insert(Seat(row: "A", number: number, guest: "Ben")) }
            }
            for device in [two, three, one, two] { try await device.sync() }
            let expected = numbers.map { "A\($0) Ben" }
            for device in devices { #expect(try Self.seats(device) == expected) }
        }
    }
}
