import Foundation
import TestSupport
import Testing

@testable import AlarmClockCore

/// The moments of alarms beside a slow obvious model, over the zones of this system.
///
/// A proof tries another part of them each day; `Scripts/check-alarm-zones` runs all of them over the whole ten years.
@Suite("Recurrence beside a slow clock")
struct RecurrencePropertyTests {
    private static let isFullRun = ProcessInfo.processInfo.environment["ALARMCLOCK_ALL_ZONES"] == "1"
    private static let firstYear = 2_025
    private static let years = 10
    private static let database = ZoneDatabase()

    /// Where chance comes from: in a proof the day, or a seed that a failure has told.
    private static let seed =
        ProcessInfo.processInfo.environment["ALARMCLOCK_SEED"].flatMap { UInt64($0) }
        ?? (Effort.isProof ? UInt64(Date().timeIntervalSince1970 / 86_400) : 20_654)

    private static func start(of year: Int) -> Int { CivilDay(year: year, month: 1, day: 1).localSeconds }

    /// Wishes of which some fall into the hours in which clocks are moved.
    private static func wishes(
        _ random: inout SeededGenerator,
        around changes: [SystemZones.Change]
    ) -> [SlowClock.Wish] {
        var minutes = [0, 59, 90, 119, 120, 150, 179, 180, 1_439].map { $0 + random.number(-1...1) }
        for change in changes.shuffled(using: &random).prefix(4) {
            let local = (change.second + max(change.before, change.after)) / 60
            minutes.append(local - random.number(1...60))
        }
        minutes += (0..<3).map { _ in random.number(0...1_439) }
        return minutes.map { minute in
            let days = random.number(0...2) == 0 ? Set((1...7).filter { _ in random.number(0...1) == 0 }) : Set(1...7)
            return SlowClock.Wish(minuteOfDay: (minute % 1_440 + 1_440) % 1_440, weekdays: days.isEmpty ? [1] : days)
        }
    }

    private static func fast(_ wish: SlowClock.Wish, _ zone: ZoneTable, from start: Int, to end: Int) -> [Int] {
        let recurrence = Recurrence(
            time: ClockTime(minutes: wish.minuteOfDay),
            days: WeekdaySet(wish.weekdays),
            zone: zone
        )
        var moments: [Int] = []
        var second = start - 1
        while let next = recurrence.next(after: second), next < end {
            moments.append(next)
            second = next
        }
        return moments
    }

    private static func compare(
        _ name: String,
        _ changes: [SystemZones.Change],
        _ random: inout SeededGenerator,
        from start: Int,
        to end: Int
    ) throws {
        let zone = try database.zone(name)
        let wishes = wishes(&random, around: changes)
        let before = changes.last { $0.second < start - 60 }?.after ?? changes.first?.before ?? zone.offset(at: start)
        let slow = SlowClock(firstOffset: before, changes: changes.filter { $0.second >= start - 60 })
        for (wish, expected) in zip(wishes, slow.moments(wishes, from: start, to: end)) {
            let found = fast(wish, zone, from: start, to: end)
            #expect(
                found == expected,
                "\(name) at \(ClockTime(minutes: wish.minuteOfDay).text) on \(wish.weekdays.sorted()), seed \(seed), zone data \(SystemZones.version)"
            )
        }
    }

    @Test("Every zone, around each of its changes in ten years")
    func aroundChanges() throws {
        let last = Self.firstYear + Self.years
        let zones = try SystemZones.distinct()
        try #require(!zones.isEmpty, "this system has no zone data")
        let changes = try SystemZones.changes(zones, from: Self.firstYear, to: last)
        var random = SeededGenerator(seed: Self.seed)
        let moving = zones.filter { changes[$0] != nil }
        let chosen = Self.isFullRun ? moving : Array(moving.shuffled(using: &random).prefix(12))
        for name in chosen {
            let all = changes[name] ?? []
            let looked = Self.isFullRun ? all : Array(all.shuffled(using: &random).prefix(4))
            for change in looked {
                let start = change.second / 60 * 60 - 2 * 86_400 - random.number(0...1_440) * 60
                try Self.compare(name, all, &random, from: start, to: start + 5 * 86_400)
            }
        }
    }

    @Test("Whole years, minute by minute")
    func wholeYears() throws {
        var random = SeededGenerator(seed: Self.seed &+ 1)
        let zones = try SystemZones.distinct()
        let chosen = Self.isFullRun ? zones : Array(zones.shuffled(using: &random).prefix(3))
        let years = Self.isFullRun ? Self.years : 1
        for name in chosen {
            let year = Self.isFullRun ? Self.firstYear : Self.firstYear + random.number(0...(Self.years - 1))
            let changes = try SystemZones.changes([name], from: year, to: year + years)[name] ?? []
            try Self.compare(name, changes, &random, from: Self.start(of: year), to: Self.start(of: year + years))
        }
    }

    @Test("The last moment before is the one after which none comes")
    func lastMoment() throws {
        var random = SeededGenerator(seed: Self.seed &+ 2)
        let zones = try SystemZones.distinct().shuffled(using: &random)
        for name in zones.prefix(60) {
            let zone = try Self.database.zone(name)
            let days = WeekdaySet((1...7).filter { _ in random.number(0...2) == 0 })
            let recurrence = Recurrence(time: ClockTime(minutes: random.number(0...1_439)), days: days, zone: zone)
            for _ in 0..<20 {
                let second = Self.start(of: Self.firstYear) + random.number(0...315_000_000)
                let last = try #require(recurrence.last(notAfter: second))
                let place: Comment = "\(name), seed \(Self.seed), zone data \(SystemZones.version)"
                #expect(last <= second, place)
                let next = try #require(recurrence.next(after: last))
                #expect(next > second, place)
                #expect(recurrence.last(notAfter: next) == next, place)
            }
        }
    }
}
