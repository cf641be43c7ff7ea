import AlarmClockCore
import Foundation

/// Zones of a system without zone files, whose rules are known well enough to be written down.
struct FallbackCheck {
    let context: StoryContext

    /// One seed of so many looks, since the product looks at each day of sixty years.
    private static let share: UInt64 = 12

    private struct Known {
        let name: String
        let rule: YearRule
        /// The first year in which the rule held.
        let since: Int
    }

    private static func known(
        _ name: String,
        _ offset: Int,
        summer: Int,
        since: Int,
        _ start: YearRule.Turn,
        _ end: YearRule.Turn
    ) -> Known {
        Known(
            name: name,
            rule: YearRule(offset: offset, summer: .init(offset: summer, start: start, end: end)),
            since: since
        )
    }

    private static func sunday(_ week: Int, of month: Int, at hour: Double) -> YearRule.Turn {
        YearRule.Turn(day: .month(month, week: week, weekday: 0), time: Int(hour * 3_600))
    }

    private static let all = [
        known("Europe/Berlin", 3_600, summer: 7_200, since: 2_000, sunday(5, of: 3, at: 2), sunday(5, of: 10, at: 3)),
        known(
            "America/New_York",
            -18_000,
            summer: -14_400,
            since: 2_007,
            sunday(2, of: 3, at: 2),
            sunday(1, of: 11, at: 2)
        ),
        known(
            "Australia/Sydney",
            36_000,
            summer: 39_600,
            since: 2_009,
            sunday(1, of: 10, at: 2),
            sunday(1, of: 4, at: 3)
        ),
        known(
            "America/St_Johns",
            -12_600,
            summer: -9_000,
            since: 2_012,
            sunday(2, of: 3, at: 2),
            sunday(1, of: 11, at: 2)
        ),
        known(
            "Australia/Lord_Howe",
            37_800,
            summer: 39_600,
            since: 2_009,
            sunday(1, of: 10, at: 2),
            sunday(1, of: 4, at: 2)
        ),
        known(
            "Pacific/Chatham",
            45_900,
            summer: 49_500,
            since: 2_009,
            sunday(5, of: 9, at: 2.75),
            sunday(1, of: 4, at: 3.75)
        ),
        Known(name: "Asia/Tokyo", rule: YearRule(offset: 32_400), since: 2_000),
        Known(name: "Asia/Kolkata", rule: YearRule(offset: 19_800), since: 2_000),
        Known(name: "America/Phoenix", rule: YearRule(offset: -25_200), since: 2_000),
    ]

    func run() throws {
        guard context.seed % Self.share == 5 else { return }
        var random = context.generator("fallback")
        let database = ZoneDatabase(folder: context.folder.root + "/none")
        let known = random.pick(Self.all)
        let zone = SimulatedZone(name: known.name, rule: known.rule)
        zone.error = context.error(in: .zoneClock)
        let table = try database.zone(known.name)
        context.record("without files: \(known.name)")
        let (first, last) = (NaiveCalendar.start(of: known.since) * 86_400, NaiveCalendar.start(of: 2_060) * 86_400)
        var second = first
        for _ in 0..<12 {
            try compare(table, zone, at: second)
            let next = zone.nextChange(after: second).flatMap { $0 < last ? $0 : nil }
            let found = table.nextChange(after: Date(second: second)).map { Int($0.timeIntervalSince1970) }
            try context.requireEqual(found, next, .zoneClock, "change of \(known.name) after \(second), without files")
            if let next { try compare(table, zone, at: next - 1) }
            second = random.flip() ? next ?? first : random.number(first...last - 1)
        }
        do {
            _ = try database.zone("Nowhere/Land")
            throw Violation(invariant: .zoneClock, words: "a zone that nobody knows is not refused")
        } catch AlarmClockError.unknownTimeZone {}
    }

    private func compare(_ table: ZoneTable, _ zone: SimulatedZone, at second: Int) throws {
        let found = table.offset(at: Date(second: second))
        try context.requireEqual(found, zone.offset(at: second), .zoneClock, "\(zone.name) at \(second), without files")
    }
}
