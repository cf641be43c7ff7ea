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

        /// Lets days pass, and tidies.
        func pass(days: Double) throws {
            box.clock.advance(seconds: days * ClockJumpTests.day)
            try tidying.run(repository)
        }

        /// How many ideas there are, shown or not.
        func ideas() throws -> Int { try repository.context.fetchCount(FetchDescriptor<Idea>()) }

        /// How many lines the history has, shown or not.
        func lines() throws -> Int { try repository.context.fetchCount(FetchDescriptor<SyncLog>()) }

        /// The service has just told the time; sync came to its end.
        func confirmClock() throws {
            var (offset, report) = (ClockOffset(), SyncReport())
            let now = box.clock.now
            offset.note(serverSecond: now, sent: now, received: now)
            report.lastSuccess = now
            try repository.change {
                try repository.setMemo(.clock, offset)
                try repository.setMemo(.report, report)
            }
        }
    }

    @Test("A clock that jumps by a year has nothing removed, also while one goes on with it")
    func jump() throws {
        let shelf = try Shelf()
        let before = shelf.box.clock.now
        try shelf.pass(days: 365)
        for _ in 0..<20 {
            try shelf.box.add("new", to: shelf.repository)
            try shelf.pass(days: 1.1)
        }
        #expect(try shelf.ideas() == 21 && shelf.lines() == 22)
        // It is set right, and all is there.
        shelf.box.clock.now = before
        try shelf.pass(days: 0.1)
        #expect(try shelf.repository.titles(.trash) == ["old"])
        #expect(try shelf.repository.history(HistoryFilter(event: .delete), IdeaPage()).elements.count == 1)
        try shelf.pass(days: 40)
        #expect(try shelf.ideas() == 20)
    }

    @Test("Where nobody says that the clock is wrong, what a jump held goes after thirty days more")
    func heldForThirtyDays() throws {
        let shelf = try Shelf()
        try shelf.pass(days: 365)
        try shelf.pass(days: 29)
        #expect(try shelf.ideas() == 1)
        try shelf.pass(days: 2)
        #expect(try shelf.ideas() == 0)
        // Gaps may be the rule: each second one removes.
        _ = try shelf.repository.delete(try shelf.box.add("another", to: shelf.repository))
        try shelf.pass(days: 90)
        #expect(try shelf.ideas() == 1)
        try shelf.pass(days: 90)
        #expect(try shelf.ideas() == 0)
    }

    @Test("A store without a mark of its last tidying goes by the newest line of its history")
    func noMark() throws {
        let shelf = try Shelf()
        shelf.box.clock.advance(seconds: 365 * Self.day)
        try shelf.repository.tidy()
        #expect(try shelf.ideas() == 1 && shelf.lines() == 2)
    }

    @Test("Where the service has told the time, a year has passed", arguments: [true, false])
    func confirmed(isHeldBefore: Bool) throws {
        let shelf = try Shelf()
        shelf.box.clock.advance(seconds: 365 * Self.day)
        if isHeldBefore {
            try shelf.pass(days: 0)
            shelf.box.clock.advance(seconds: 2 * Self.day)
        }
        try shelf.confirmClock()
        try shelf.pass(days: 0)
        #expect(try shelf.ideas() == 0)
    }

    @Test("A clock that jumped after the service had told the time is not confirmed by that")
    func confirmedBefore() throws {
        let shelf = try Shelf()
        try shelf.confirmClock()
        try shelf.pass(days: 365)
        #expect(try shelf.ideas() == 1)
    }

    @Test("An app that was closed for 40 days removes what is older than thirty")
    func closedForLong() throws {
        let shelf = try Shelf()
        try shelf.pass(days: 40)
        // The line that it was removed is new.
        #expect(try shelf.ideas() == 0 && shelf.lines() == 1)
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
        #expect(try repository.titles(.trash).isEmpty && repository.counts().trash == 0)
        try repository.tidy()
        #expect(try repository.context.fetchCount(FetchDescriptor<Idea>()) == 0)
        #expect(try repository.events() == ["purge"])
    }
}
