import AppCommons
import Foundation
import SwiftData
import Testing

@testable import IdeaBoxCore

/// What is removed for its age, by clocks that are wrong.
@Suite("Retention by wrong clocks")
struct ClockJumpTests {
    private static let day: TimeInterval = 86_400

    /// A store with an idea in the trash, which was tidied today.
    private struct Shelf {
        let box: TestBox
        let repository: IdeaRepository
        let tidying: DailyTidying

        init() throws {
            box = try TestBox()
            repository = try box.repository()
            tidying = DailyTidying(folder: box.folders.data)
            _ = try repository.delete(try box.add("old", to: repository))
            try tidying.run(repository)
        }

        /// Lets days pass while the machine runs, and tidies.
        func pass(days: Double) throws {
            box.clock.advance(seconds: days * ClockJumpTests.day)
            try tidying.run(repository)
        }

        /// Lets days pass while the machine is off, starts it, and tidies.
        func rest(days: Double) throws {
            box.clock.restart(after: days * ClockJumpTests.day)
            try tidying.run(repository)
        }

        /// Sets the clock, and tidies.
        func jump(days: Double) throws {
            box.clock.now += days * ClockJumpTests.day
            try tidying.run(repository)
        }

        /// How many ideas there are, shown or not.
        func ideas() throws -> Int { try repository.context.fetchCount(FetchDescriptor<Idea>()) }

        /// How many lines the history has, shown or not.
        func lines() throws -> Int { try repository.context.fetchCount(FetchDescriptor<SyncLog>()) }

        /// The service has just told the time; sync came to its end.
        func confirmClock() throws {
            let now = box.clock.now
            try repository.change { try repository.observeClock(serviceDate: now, in: repository.context) }
        }
    }

    @Test("A clock that jumps ahead has nothing removed, and nothing hidden", arguments: [31.0, 45, 59, 365, 40_000])
    func jump(days: Double) throws {
        let shelf = try Shelf()
        try shelf.jump(days: days)
        #expect(try shelf.repository.titles(.trash) == ["old"] && shelf.repository.counts().trash == 1)
        #expect(try shelf.repository.history(HistoryFilter(event: .delete), IdeaPage()).elements.count == 1)
        for _ in 0..<20 {
            try shelf.box.add("new", to: shelf.repository)
            try shelf.pass(days: 1.1)
        }
        #expect(try shelf.ideas() == 21 && shelf.lines() == 22)
        // It is set right, and all is there.
        try shelf.jump(days: -days)
        #expect(try shelf.repository.titles(.trash) == ["old"])
        try shelf.pass(days: 9)
        #expect(try shelf.ideas() == 20)
    }

    @Test(
        "The days for which an idea is said to stay are those until it is removed",
        arguments: [([], 28), ([40], 28), ([40, -40], 28), ([365], 28), ([-3], 31)] as [([Double], Int)]
    )
    func shownDays(jumps: [Double], expected: Int) throws {
        let shelf = try Shelf()
        try shelf.pass(days: 2.5)
        for days in jumps { try shelf.jump(days: days) }
        let idea = try #require(try shelf.repository.first(1, of: .trash).page.elements.first)
        #expect(try shelf.repository.trashOutlook().daysLeft(of: idea) == expected)
        for _ in 1..<expected { try shelf.pass(days: 1) }
        #expect(try shelf.ideas() == 1)
        #expect(try shelf.repository.trashOutlook().daysLeft(of: idea) == 1)
        try shelf.pass(days: 1.01)
        #expect(try shelf.ideas() == 0)
    }

    @Test("An idea of which nothing says when it is removed has no number of days")
    func unknownDays() throws {
        let shelf = try Shelf()
        try shelf.jump(days: 365)
        let repository = shelf.repository
        _ = try repository.delete(try shelf.box.add("ahead", to: repository))
        let idea = try #require(try repository.first(1, of: .trash).page.elements.first)
        try shelf.jump(days: -365)
        #expect(try repository.trashOutlook().daysLeft(of: idea) == nil)
    }

    @Test("After one jump there and back the next one has nothing removed either")
    func jumpsAgain() throws {
        let shelf = try Shelf()
        for days in [365.0, -365, 45, -45, 3_000, -3_000, 31] {
            try shelf.jump(days: days)
            try shelf.pass(days: 1)
            #expect(try shelf.ideas() == 1 && shelf.lines() == 2)
        }
    }

    @Test("What was dated by a clock that was behind is kept for thirty days once it is right")
    func behind() throws {
        let shelf = try Shelf()
        try shelf.jump(days: -365)
        _ = try shelf.repository.delete(try shelf.box.add("late", to: shelf.repository))
        try shelf.jump(days: 365)
        try shelf.pass(days: 29)
        #expect(try shelf.repository.titles(.trash) == ["old", "late"])
        try shelf.pass(days: 2)
        #expect(try shelf.repository.titles(.trash) == ["old"])
        try shelf.pass(days: 31)
        #expect(try shelf.ideas() == 0)
    }

    @Test("A device that no service tells the time removes what is old, also where the clock is a year ahead for good")
    func withoutService() throws {
        let shelf = try Shelf()
        try shelf.jump(days: 365)
        try shelf.pass(days: 29)
        #expect(try shelf.ideas() == 1)
        try shelf.pass(days: 2)
        #expect(try shelf.ideas() == 0)
        _ = try shelf.repository.delete(try shelf.box.add("another", to: shelf.repository))
        try shelf.pass(days: 29)
        #expect(try shelf.ideas() == 1)
        try shelf.pass(days: 2)
        #expect(try shelf.ideas() == 0)
    }

    @Test("A machine that is off each night counts its days alone")
    func nights() throws {
        let shelf = try Shelf()
        func pass(days: Int) throws {
            for _ in 0..<days {
                try shelf.pass(days: 0.4)
                try shelf.box.add("new", to: shelf.repository)
                try shelf.rest(days: 0.6)
            }
        }
        try pass(days: 74)
        #expect(try shelf.repository.titles(.trash) == ["old"])
        // It is tidied once a day.
        try pass(days: 4)
        #expect(try shelf.repository.titles(.trash).isEmpty)
    }

    @Test(
        "The time for which a machine was off counts where the service has told the time",
        arguments: [true, false]
    )
    func longRest(isConfirmed: Bool) throws {
        let shelf = try Shelf()
        shelf.box.clock.advance(seconds: 3_600)
        if isConfirmed { try shelf.confirmClock() }
        shelf.box.clock.restart(after: 40 * Self.day)
        if isConfirmed { try shelf.confirmClock() }
        try shelf.tidying.run(shelf.repository)
        #expect(try shelf.ideas() == (isConfirmed ? 0 : 1))
        try shelf.pass(days: 30.1)
        #expect(try shelf.ideas() == 0)
    }

    @Test("Starts with a clock that jumps to and fro make nothing old")
    func restarts() throws {
        let shelf = try Shelf()
        for round in 0..<60 {
            shelf.box.clock.now += (round.isMultiple(of: 2) ? 40 : -40) * Self.day
            try shelf.rest(days: 0.01)
        }
        #expect(try shelf.ideas() == 1 && shelf.lines() == 2)
        // And neither do starts each of which finds it further ahead.
        for _ in 0..<60 {
            shelf.box.clock.now += 2 * Self.day
            try shelf.rest(days: 0.01)
        }
        #expect(try shelf.ideas() == 1 && shelf.lines() == 2)
    }

    @Test("An app that was closed for 40 days on a machine that ran removes what is older than thirty")
    func closedForLong() throws {
        let shelf = try Shelf()
        try shelf.pass(days: 40)
        // The line that it was removed is new.
        #expect(try shelf.ideas() == 0 && shelf.lines() == 1)
    }

    @Test("A store of an earlier version keeps what it has for thirty days more")
    func earlierVersion() throws {
        let old = try Shelf()
        try old.repository.change { try old.repository.setMemo(.retentionClock, value: nil) }
        old.box.clock.advance(seconds: 45 * Self.day)
        let opened = try old.box.repository()
        try opened.tidy()
        #expect(try old.ideas() == 1)
        old.box.clock.advance(seconds: 31 * Self.day)
        try opened.tidy()
        #expect(try old.ideas() == 0)
    }

    @Test("A service that tells the time lets a device remove what is old, and one that cannot be reached does not")
    func synced() async throws {
        let cloud = try await Cloud()
        let device = try await Device(cloud)
        try device.delete(try device.add("old"))
        try await device.sync()
        device.tick(Self.day)
        try await device.sync()
        cloud.clock.restart(after: 40 * Self.day)
        try device.ideas.tidy()
        #expect(try device.ideas.titles(.trash) == ["old"])
        // The sign-in has ended meanwhile.
        try await device.container.signIn(webAuthToken: try await cloud.webToken("anna"))
        try await device.sync()
        try device.ideas.tidy()
        #expect(try device.ideas.titles(.trash).isEmpty)
    }

    @Test("What the first contact dates back, since the clock was ahead by then, is no older for that")
    func datedBack() async throws {
        let cloud = try await Cloud()
        let device = try await Device(cloud)
        let kept = try device.add("old")
        // The clocks agree for a month.
        try device.ideas.tidy()
        device.tick(31 * Self.day)
        try device.ideas.tidy()
        try device.delete(kept)
        device.clock.skew = 59 * Self.day
        try await device.container.signIn(webAuthToken: try await cloud.webToken("anna"))
        try await device.sync()
        try device.ideas.tidy()
        #expect(try device.ideas.titles(.trash) == ["old"])
        device.tick(29 * Self.day)
        try device.ideas.tidy()
        #expect(try device.ideas.titles(.trash) == ["old"])
    }

    @Test("What was stamped by the service's clock is old by it, whatever the device's own says", arguments: [1.0, -1])
    func corrected(sign: Double) throws {
        let box = try TestBox()
        let repository = try box.repository()
        let now = box.clock.now
        var offset = ClockOffset()
        offset.note(serverSecond: now.addingTimeInterval(-sign * 365 * Self.day), sent: now, received: now)
        try repository.change { try repository.setMemo(.clock, offset) }
        _ = try repository.delete(try box.add("a", to: repository))
        #expect(try repository.titles(.trash) == ["a"])
        #expect(try repository.counts().trash == 1)
        #expect(try repository.events() == ["delete", "create"])
        try repository.tidy()
        #expect(try repository.titles(.trash) == ["a"])
        box.clock.advance(seconds: 31 * Self.day)
        if sign < 0 {
            // The store was begun by a clock that was behind: what is there goes by the right one thirty days later.
            try repository.tidy()
            #expect(try repository.titles(.trash) == ["a"])
            box.clock.advance(seconds: 31 * Self.day)
        }
        #expect(try repository.titles(.trash).isEmpty && repository.counts().trash == 0)
        try repository.tidy()
        #expect(try repository.context.fetchCount(FetchDescriptor<Idea>()) == 0)
        #expect(try repository.events() == ["purge"])
    }
}
