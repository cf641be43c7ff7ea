import Foundation
import TestSupport
import Testing

@testable import AppCommons

/// A machine of whose clocks a seed decides, and what is kept on it.
private struct RandomMachine {
    struct Item {
        /// The date that it was given.
        let date: Date
        /// When it was made in truth.
        let truth: TimeInterval
    }

    static let retention: TimeInterval = 30 * day
    static let day: TimeInterval = 86_400
    private static let epoch = Date(timeIntervalSince1970: 1_795_230_540)

    let seed: UInt64
    var random: SeededGenerator
    let hasService: Bool
    let jumpsAtStarts: Bool
    /// Seconds that have passed in truth.
    var truth: TimeInterval = 0
    /// Seconds by which the wall clock is ahead.
    var wrong: TimeInterval = 0
    var (boot, bootedAt) = (1, TimeInterval(0))
    var clock: ConfirmedClock
    var items: [Item] = []
    var removed = 0

    init(seed: UInt64, hasService: Bool, jumpsAtStarts: Bool) {
        (self.seed, random) = (seed, SeededGenerator(seed: seed))
        (self.hasService, self.jumpsAtStarts) = (hasService, jumpsAtStarts)
        clock = ConfirmedClock(.init(date: Self.epoch, uptime: Uptime(bootID: "1", seconds: 0)))
    }

    private var date: Date { Self.epoch + truth + wrong }

    /// Reads the clocks as a change does: what they say is stored where it is news.
    @discardableResult
    private mutating func read(asksService: Bool = false) -> ConfirmedClock {
        let uptime = Uptime(bootID: "\(boot)", seconds: truth - bootedAt)
        let reading = ConfirmedClock.Reading(
            date: date,
            uptime: uptime,
            serviceDate: asksService ? Self.epoch + truth : nil
        )
        let new = clock.advanced(to: reading, retention: Self.retention)
        if new.isNews(after: clock) { clock = new }
        return new
    }

    mutating func step() {
        switch random.next() % 8 {
        case 0: truth += Double.random(in: 0..<1, using: &random) * 3_600
        case 1, 2: truth += Double.random(in: 0..<1, using: &random) * 2 * Self.day
        case 3: setClock()
        case 4: restart()
        case 5 where hasService: read(asksService: true)
        case 5, 6:
            read()
            items.append(Item(date: date, truth: truth))
        default: remove()
        }
    }

    private mutating func setClock() {
        let jumps: [TimeInterval] = [0, 59, -59, 31, -31, 365, -365, 0.003, -0.003, 0.3, -0.3, 1, -1]
        let part = random.next() % 4 == 0 ? Double.random(in: 0..<1, using: &random) : 1
        wrong = (jumps.randomElement(using: &random) ?? 0) * Self.day * part
    }

    private mutating func restart() {
        truth += Double.random(in: 0..<1, using: &random) * (random.next() % 8 == 0 ? 40 : 1) * Self.day
        if jumpsAtStarts { setClock() }
        boot += 1
        bootedAt = truth
    }

    private mutating func remove() {
        guard let limit = read().limit(retention: Self.retention) else { return }
        for item in items where item.date < limit {
            removed += 1
            let age = truth - item.truth
            #expect(age >= Self.retention - 1, "seed \(seed): \(age / Self.day) days old")
        }
        items.removeAll { $0.date < limit }
    }
}

@Suite("The clock by which things are old")
struct ConfirmedClockTests {
    private static let day: TimeInterval = 86_400
    private static let start = Date(timeIntervalSince1970: 1_795_230_540)

    @Test(
        "Whatever the clock is set to, nothing is removed before it is thirty days old in truth",
        arguments: [(false, false), (true, false), (false, true), (true, true)]
    )
    func neverTooEarly(hasService: Bool, jumpsAtStarts: Bool) {
        var removed = 0
        for seed in Effort.seeds(400) {
            var machine = RandomMachine(seed: seed, hasService: hasService, jumpsAtStarts: jumpsAtStarts)
            for _ in 0..<600 { machine.step() }
            removed += machine.removed
        }
        // A clock that calls nothing old would pass otherwise.
        #expect(removed > 1_000)
    }

    @Test("What a machine without a service has is old after thirty days of uptime, whatever the clock says")
    func always() {
        for seed in UInt64(1)...200 {
            var random = SeededGenerator(seed: seed)
            let wrong = (Double.random(in: 0..<1, using: &random) - 0.5) * 800 * Self.day
            var clock = ConfirmedClock(.init(date: Self.start, uptime: Uptime(bootID: "1", seconds: 0)))
            let made = Self.start + wrong
            func read(_ days: Double) {
                let reading = ConfirmedClock.Reading(
                    date: made + days * Self.day,
                    uptime: Uptime(bootID: "1", seconds: days * Self.day)
                )
                clock = clock.advanced(to: reading, retention: RandomMachine.retention)
            }
            read(0)
            for day in 1...91 { read(Double(day)) }
            #expect(clock.limit(retention: RandomMachine.retention).map { made < $0 } == true, "seed \(seed)")
        }
    }

    @Test("A service is believed on what passed while the machine was off")
    func service() {
        let retention = RandomMachine.retention
        func reading(_ days: Double, boot: String) -> ConfirmedClock.Reading {
            let date = Self.start + days * Self.day
            return .init(date: date, uptime: Uptime(bootID: boot, seconds: 5), serviceDate: date)
        }
        let known = ConfirmedClock(reading(0, boot: "1"))
        let rested = known.advanced(to: reading(41, boot: "2"), retention: retention)
        #expect(rested.limit(retention: retention) == Self.start - ConfirmedClock.tolerance)
        // The wall clock alone is not.
        let silent = ConfirmedClock.Reading(date: Self.start + 41 * Self.day, uptime: Uptime(bootID: "2", seconds: 5))
        let unconfirmed = known.advanced(to: silent, retention: retention)
        #expect(unconfirmed.limit(retention: retention) == nil && unconfirmed.elapsed == 5)
        // Nor is another machine that has run for long, to which the store was copied.
        let copied = ConfirmedClock.Reading(date: Self.start + 60, uptime: Uptime(bootID: "3", seconds: 41 * Self.day))
        #expect(known.advanced(to: copied, retention: retention).elapsed == 60)
    }

    @Test("A clock has a bounded size, however long it runs")
    func size() {
        var clock = ConfirmedClock(.init(date: Self.start, uptime: Uptime(bootID: "1", seconds: 0)))
        for day in 1...400 {
            let passed = Double(day) * Self.day
            let date = Self.start + passed
            let reading = ConfirmedClock.Reading(
                date: date,
                uptime: Uptime(bootID: "1", seconds: passed),
                serviceDate: date
            )
            clock = clock.advanced(to: reading, retention: RandomMachine.retention)
        }
        #expect(clock.marks.count <= 32)
    }
}
