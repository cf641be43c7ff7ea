/// A zone as the seed made it: the spans of its table, and the rule by which it goes on.
final class SimulatedZone {
    struct Change: Equatable {
        let second: Int
        let offset: Int
    }

    /// The zone's name, or what stands for one.
    let name: String
    let firstOffset: Int
    /// What the table says, the earliest first; some changes leave the clock as it is.
    let changes: [Change]
    let rule: YearRule?
    /// Seconds by which a test sets the oracle's clock wrong.
    var error = 0

    /// The last year of which rules move a clock.
    static let lastYear = 2_199

    private var turns: [Int: (start: Int, end: Int)] = [:]
    private var nextChanges: [Int: Int?] = [:]

    init(name: String, firstOffset: Int, changes: [Change] = [], rule: YearRule? = nil) {
        (self.name, self.firstOffset, self.changes, self.rule) = (name, firstOffset, changes, rule)
    }

    convenience init(name: String, rule: YearRule) { self.init(name: name, firstOffset: rule.offset, rule: rule) }

    static let gmtName = "GMT"

    /// Seconds ahead of GMT.
    func offset(at second: Int) -> Int { trueOffset(at: second) + error }

    private func trueOffset(at second: Int) -> Int {
        if let rule, changes.last.map({ second >= $0.second }) ?? true { return offset(by: rule, at: second) }
        return changes.last { $0.second <= second }?.offset ?? firstOffset
    }

    /// What came last says whether it is summer.
    ///
    /// Where an end and a beginning come together, that of the later year does.
    private func offset(by rule: YearRule, at second: Int) -> Int {
        guard let summer = rule.summer else { return rule.offset }
        let year = min(Self.year(of: second), Self.lastYear + 1)
        var last: (second: Int, isSummer: Bool)?
        for year in (year - 2)...(year + 1) {
            guard let turns = turns(in: year) else { continue }
            for (moment, isSummer) in [(turns.start, true), (turns.end, false)] where moment <= second {
                if moment >= last?.second ?? moment { last = (moment, isSummer) }
            }
        }
        return last?.isSummer ?? false ? summer.offset : rule.offset
    }

    private func turns(in year: Int) -> (start: Int, end: Int)? {
        guard year <= Self.lastYear else { return nil }
        if let known = turns[year] { return known }
        let found = rule?.turns(in: year)
        turns[year] = found
        return found
    }

    static func year(of second: Int) -> Int { NaiveCalendar.year(of: NaiveCalendar.quotient(second, by: 86_400)) }

    /// The next moment at which the clock is moved, however little.
    func nextChange(after second: Int) -> Int? {
        if let known = nextChanges[second] { return known }
        let found = findChange(after: second)
        nextChanges[second] = .some(found)
        return found
    }

    private func findChange(after second: Int) -> Int? {
        func isChange(_ moment: Int) -> Bool {
            moment > second && trueOffset(at: moment) != trueOffset(at: moment - 1)
        }
        if let listed = changes.first(where: { isChange($0.second) }) { return listed.second }
        guard rule?.summer != nil else { return nil }
        let from = max(second, changes.last?.second ?? second)
        var year = Self.year(of: from) - 1
        while year <= Self.lastYear {
            // A turn may lie days outside of its year, so that one of a later year may come first.
            let found = (year...year + 2).compactMap { turns(in: $0) }.flatMap { [$0.start, $0.end] }
                .filter { $0 > from && isChange($0) }
            if let first = found.min() { return first }
            year += 1
        }
        return nil
    }

    /// The day that the clock shows, and the seconds of that day.
    func local(at second: Int) -> (day: Int, seconds: Int) {
        let (day, seconds) = NaiveCalendar.quotientAndRest(second + offset(at: second), by: 86_400)
        return (day, seconds)
    }

    /// Whether a device that goes from one zone to the other has the same clock, under the same name.
    func isSame(as other: SimulatedZone) -> Bool {
        name == other.name && firstOffset == other.firstOffset && movingChanges == other.movingChanges
            && movingRule == other.movingRule
    }

    /// The changes that move the clock.
    private var movingChanges: [Change] {
        var all = changes
        if let rule, rule.summer == nil, changes.isEmpty { all = [Change(second: 0, offset: rule.offset)] }
        var offset = firstOffset
        return all.filter { change in
            defer { offset = change.offset }
            return change.offset != offset
        }
    }

    private var movingRule: YearRule? { rule?.summer == nil ? nil : rule }
}
