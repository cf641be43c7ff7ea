import Foundation
import SwiftData
import Testing

@testable import CloudKit
@testable import SwiftData

/// Clocks that the service knows to be wrong.
@Suite struct WrongClockTests {
    private static let year = 365 * 24 * 3_600.0

    private static func book(_ context: ModelContext) throws -> Book {
        try #require(try context.fetch(FetchDescriptor<Book>()).first)
    }

    private static func pair(_ world: MirrorWorld) async throws -> (Device, Device) {
        let (one, two) = (try await world.device("one"), try await world.device("two"))
        try one.change { $0.insert(Book(title: "Emma")) }
        try await one.sync()
        try await two.sync()
        return (one, two)
    }

    private static func settle(_ one: Device, _ two: Device) async throws -> Set<String> {
        for device in [one, two, one, two] { try await device.sync() }
        return Set([try book(one.context).title, try book(two.context).title])
    }

    /// Whoever was first by the right time is first, however wrong a clock is.
    @Test(arguments: [year, -year])
    func firstContact(skew: Double) async throws {
        try await MirrorWorld.run { world in
            let (one, two) = try await Self.pair(world)
            // A device that has never heard the time, and is offline.
            let fresh = try await world.device("fresh")
            fresh.setSkew(skew)
            fresh.transport.spoil { _ in .lose }
            await #expect(throws: CloudMirrorProblem.self) { try await fresh.sync() }
            let isFirst = skew > 0
            for device in isFirst ? [fresh, two] : [two, fresh] {
                world.clock.advance(600)
                try device.change { $0.insert(Tag(name: "classic")) }
                try device.change { try #require(try $0.fetch(FetchDescriptor<Tag>()).first).color = device.name }
            }
            world.clock.advance(600)
            fresh.transport.spoil(nil)
            for device in [fresh, two, one, fresh, two, one, fresh] { try await device.sync() }
            for device in [one, two, fresh] {
                let colors = try device.context.fetch(FetchDescriptor<Tag>()).map(\.color)
                #expect(colors == [isFirst ? "two" : "fresh"], "\(device.name)")
            }
            #expect(abs(fresh.mirror.status.clockError + skew) < 5 && one.mirror.status.clockError == 0)
        }
    }

    /// The clock jumps while the app runs, and is right again before anything goes up.
    @Test func aJumpThatIsOverBeforeTheUpload() async throws {
        try await MirrorWorld.run { world in
            let (one, two) = try await Self.pair(world)
            one.setSkew(Self.year)
            try one.change { try Self.book($0).title = "from the future" }
            one.setSkew(0)
            world.clock.advance(600)
            try two.change { try Self.book($0).title = "later" }
            try await two.sync()
            // The service is asked for the time before the first upload, since the last answer is old.
            world.clock.advance(600)
            #expect(try await Self.settle(one, two) == ["from the future"])
            // It counts as made when it went up; what is made after that is later.
            world.clock.advance(1)
            try two.change { try Self.book($0).title = "after it" }
            #expect(try await Self.settle(one, two) == ["after it"])
        }
    }

    /// The clock is wrong while changes go up: the device's next changes do not go on in the future.
    @Test func aClockThatStaysWrong() async throws {
        try await MirrorWorld.run { world in
            let (one, two) = try await Self.pair(world)
            one.setSkew(Self.year)
            world.clock.advance(600)
            try one.change { try Self.book($0).title = "one" }
            try await one.sync()
            world.clock.advance(600)
            try two.change { try Self.book($0).pages = 3 }
            try two.change { try Self.book($0).title = "two, without having seen it" }
            #expect(try await Self.settle(one, two) == ["two, without having seen it"])
            world.clock.advance(600)
            try one.change { try Self.book($0).title = "one again" }
            #expect(try await Self.settle(one, two) == ["one again"])
            for device in [one, two] { #expect(device.mirror.status.pendingCount == 0) }
        }
    }

    /// An upload is lost, and then the clock jumps: what is changed by that clock counts as made when it goes up.
    @Test(arguments: [false, true])
    func aJumpAfterALostUpload(hasArrived: Bool) async throws {
        try await MirrorWorld.run { world in
            let (one, two) = try await Self.pair(world)
            try one.change { try Self.book($0).title = "lost" }
            let fate = hasArrived ? ServiceTransport.Fate.loseAnswer : .lose
            one.transport.spoil { $0.address.contains("/records/modify") ? fate : .pass }
            await #expect(throws: CloudMirrorProblem.self) { try await one.sync() }
            one.setSkew(Self.year)
            one.transport.spoil { _ in .lose }
            try one.change { try Self.book($0).title = "from the future" }
            await #expect(throws: CloudMirrorProblem.self) { try await one.sync() }
            one.transport.spoil(nil)
            for _ in 0..<2 { try await one.sync() }
            #expect(try await one.latestStampAtService() <= world.clock.milliseconds + MirrorWork.toleratedError)
            world.clock.advance(600)
            try two.change { try Self.book($0).title = "two, later" }
            #expect(try await Self.settle(one, two) == ["two, later"])
        }
    }

    /// The only change that was made by the wrong clock was taken back before it went up: the clock is right again.
    @Test func aFutureOfWhichNothingIsLeft() async throws {
        try await MirrorWorld.run { world in
            let (one, _) = try await Self.pair(world)
            one.setSkew(Self.year)
            one.transport.spoil { _ in .lose }
            try one.change { $0.insert(Tag(name: "soon gone")) }
            await #expect(throws: CloudMirrorProblem.self) { try await one.sync() }
            let limit = world.clock.milliseconds + MirrorWork.toleratedError
            #expect(try one.work { $0.clock.milliseconds } > limit)
            try one.change { $0.delete(try #require(try $0.fetch(FetchDescriptor<Tag>()).first)) }
            one.transport.spoil(nil)
            for _ in 0..<2 { try await one.sync() }
            #expect(try one.work { $0.clock.milliseconds } <= limit)
        }
    }

    /// The service loses the zone, and both devices send everything again: a clock that was set back since moves no stamp
    /// that another device has seen.
    @Test func aClockSetBackAfterTheServiceHasLostAll() async throws {
        try await MirrorWorld.run { world in
            let (one, two) = (try await world.device("one"), try await world.device("two"))
            try world.backUp()
            try one.change { $0.insert(Book(title: "Emma")) }
            for device in [one, two] { try await device.sync() }
            world.clock.advance(60)
            try two.change { try Self.book($0).title = "changed after it was seen" }
            try await world.restore()
            for device in [one, two] { try await device.cloud.signIn(webAuthToken: try await world.webToken("anna")) }
            one.setSkew(-400)
            // The zone is found to be missing once on each device.
            for device in [one, two] { try? await device.sync() }
            world.clock.advance(900)
            #expect(try await Self.settle(two, one) == ["changed after it was seen"])
        }
    }

    @Test func theOrderOfChangesStays() {
        func stamp(_ time: Int64, _ counter: Int = 0) -> MirrorStamp {
            MirrorStamp(milliseconds: time, counter: counter, device: "0a")
        }
        var set = StampSet(base: stamp(900))
        set.raise("title", to: stamp(950))
        var service = StampSet(base: stamp(10))
        service.raise("title", to: stamp(120))
        let moved = set.moved([stamp(900): stamp(100), stamp(950): stamp(110)], after: service)
        #expect(moved.base == stamp(100) && moved["title"] == stamp(120, 1))
        #expect(moved.isLater(than: service) && set.later(than: service).count == 2)
        // What the service has stays as it is.
        #expect(set.moved([stamp(900): stamp(100)], after: set) == set)
    }
}
