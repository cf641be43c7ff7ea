/// The obvious way to find out when a time on a clock comes up: look at the clock every minute.
///
/// It knows a clock from what the system's own `zdump` says of it, and days of the week from counting.
struct SlowClock {
    let firstOffset: Int
    let changes: [SystemZones.Change]

    struct Wish {
        let minuteOfDay: Int
        let weekdays: Set<Int>
    }

    /// The seconds at which each wish comes up, looking from one second to another.
    ///
    /// A clock that was set back shows old minutes again, at which nothing rings a second time. A clock that jumps shows
    /// several minutes at once, of which each rings.
    func moments(_ wishes: [Wish], from start: Int, to end: Int) -> [[Int]] {
        var found = wishes.map { _ in [Int]() }
        let byMinute = Dictionary(grouping: wishes.indices) { wishes[$0].minuteOfDay }
        var offset = firstOffset
        var next = changes.startIndex
        // One second before the start, everything up to then has been shown.
        var shown = Int.min
        var second = start - 60
        while second < end {
            while next < changes.endIndex, changes[next].second <= second {
                offset = changes[next].after
                next += 1
            }
            let minute = floorDivide(second + offset, by: 60)
            if shown == Int.min { shown = minute }
            while shown < minute {
                shown += 1
                guard let candidates = byMinute[shown - floorDivide(shown, by: 1_440) * 1_440] else { continue }
                // 1970-01-01 was a Thursday, which is the fifth day of a week.
                let day = floorDivide(shown, by: 1_440)
                let weekday = ((day + 4) % 7 + 7) % 7 + 1
                for index in candidates where wishes[index].weekdays.contains(weekday) { found[index].append(second) }
            }
            second += 60
        }
        return found
    }

    private func floorDivide(_ number: Int, by divisor: Int) -> Int {
        number >= 0 ? number / divisor : (number - divisor + 1) / divisor
    }
}
