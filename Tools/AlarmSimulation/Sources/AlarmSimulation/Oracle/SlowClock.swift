/// The obvious way to find out when a time on a clock comes up: look at the clock, minute by minute.
///
/// Minutes between two of the time that is looked for are passed over only while the clock is not moved, since it then
/// shows one after the other.
struct SlowClock {
    let zone: SimulatedZone
    /// The minute of the day that is looked for.
    let minute: Int
    /// 1 to 7 for Sunday to Saturday; none for all.
    let days: Set<Int>

    private static let minutesOfDay = 1_440
    /// A clock that was set back shows again what it showed so long before.
    private static let lead = 4 * 86_400

    /// The seconds from one to another at which the clock comes to the minute or jumps over it, each once.
    ///
    /// A clock that is set back shows old minutes again, which do not count a second time. No minute counts of a day that
    /// it jumps over as a whole.
    func moments(from first: Int, to end: Int) -> [Int] {
        var found: [Int] = []
        var second = first - Self.lead
        var offset = zone.offset(at: second)
        // The last minute that the clock has shown or jumped over.
        var shown = NaiveCalendar.quotient(second + offset, by: 60)
        while second < end {
            let change = zone.nextChange(after: second)
            let stop = min(change ?? end, end)
            let last = NaiveCalendar.quotient(stop - 1 + offset, by: 60)
            if last > shown {
                for moment in minutes(shown + 1, last) { found.append(moment * 60 - offset) }
                shown = last
            }
            guard let change, change < end else { break }
            let after = zone.offset(at: change)
            let landing = NaiveCalendar.quotient(change + after, by: 60)
            if landing > shown {
                let gap = change + offset..<change + after
                if minutes(shown + 1, landing).contains(where: { !isInMissingDay($0, gap) }) { found.append(change) }
                shown = landing
            }
            (second, offset) = (change, after)
        }
        return found.filter { $0 >= first && $0 < end }
    }

    /// The minutes since 1970 among those of a run of them that are looked for.
    private func minutes(_ first: Int, _ last: Int) -> [Int] {
        var found: [Int] = []
        var candidate = first
        while candidate <= last, NaiveCalendar.quotientAndRest(candidate, by: Self.minutesOfDay).rest != minute {
            candidate += 1
        }
        while candidate <= last {
            let day = NaiveCalendar.quotient(candidate, by: Self.minutesOfDay)
            if days.isEmpty || days.contains(NaiveCalendar.weekday(of: day)) { found.append(candidate) }
            candidate += Self.minutesOfDay
        }
        return found
    }

    private func isInMissingDay(_ minute: Int, _ gap: Range<Int>) -> Bool {
        let day = NaiveCalendar.quotient(minute, by: Self.minutesOfDay)
        return gap.lowerBound <= day * 86_400 && (day + 1) * 86_400 <= gap.upperBound
    }
}
