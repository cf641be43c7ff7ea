/// Makes zones: a table of spans, and mostly a rule by which they go on.
struct ZoneGenerator {
    private var random: StoryRandom
    private var rules: RuleGenerator

    /// No clock is moved by more than a day at once.
    private static let greatestMove = 86_400

    init(_ random: StoryRandom) {
        var random = random
        rules = RuleGenerator(StoryRandom(seed: random.next()))
        self.random = random
    }

    /// A zone whose rule holds in the years after `year`, with changes of any kind before.
    mutating func zone(_ name: String, year: Int) -> SimulatedZone {
        let rule: YearRule? = random.once(in: 6) ? nil : rules.rule()
        if rule != nil, random.once(in: 8) {
            // Where a table has no change, the rule holds at all times, whatever the first kind says.
            let firstOffset = random.flip() ? rule?.offset : nil
            return SimulatedZone(name: name, firstOffset: firstOffset ?? rules.anyOffset(), rule: rule)
        }
        let firstOffset = random.flip() ? random.number(-12 * 3_600...12 * 3_600) : rules.anyOffset()
        var changes = history(from: firstOffset, before: year)
        if let rule { append(rule, to: &changes, from: firstOffset, year: year) }
        return SimulatedZone(name: name, firstOffset: firstOffset, changes: changes, rule: rule)
    }

    /// Changes without a rule: in old times, and some about the year.
    private mutating func history(from firstOffset: Int, before year: Int) -> [SimulatedZone.Change] {
        var changes: [SimulatedZone.Change] = []
        var offset = firstOffset
        var second = NaiveCalendar.start(of: random.number(1_860...1_930)) * 86_400 + random.number(0...86_400 * 365)
        let end = NaiveCalendar.start(of: year) * 86_400 + random.number(0...300) * 86_400
        for _ in 0..<random.number(0...9) {
            guard second < end else { break }
            offset = changed(offset)
            changes.append(.init(second: second, offset: offset))
            second = next(after: second, offset: offset, end: end)
        }
        if random.flip(), changes.last.map({ $0.second < end - 30 * 86_400 }) ?? true {
            let before = end - 30 * 86_400 + random.number(0...48) * 1_800
            changes.append(.init(second: atLocalTime(before, offset), offset: changed(offset)))
        }
        return changes
    }

    private mutating func next(after second: Int, offset: Int, end: Int) -> Int {
        let far = max(1, (end - second) / 86_400)
        switch random.number(1...6) {
        case 1: return second + random.number(1...30_000)
        case 2: return second + random.number(60...40 * 60) * 60
        default: return atLocalTime(second + random.number(1...far) * 86_400, offset)
        }
    }

    /// At midnight, at a full hour of the clock, or at any second.
    private mutating func atLocalTime(_ second: Int, _ offset: Int) -> Int {
        let midnight = NaiveCalendar.quotient(second + offset, by: 86_400) * 86_400 - offset
        switch random.number(1...5) {
        case 1, 2: return midnight + (midnight < second ? 86_400 : 0)
        case 3: return second
        default: return midnight + 86_400 + random.number(0...23) * 3_600
        }
    }

    /// Another offset: by an hour or less, by a day over the date line, or by nothing, as where a name alone changes.
    private mutating func changed(_ offset: Int) -> Int {
        let wanted =
            switch random.number(1...14) {
            case 1: offset
            case 2: offset < 0 ? offset + 86_400 : offset - 86_400
            case 3: random.number(-14 * 3_600...14 * 3_600)
            case 4: offset + random.pick([-1, 1]) * random.number(1...200)
            case 5: offset + random.pick([-1, 1]) * 1_800
            case 6: offset + random.pick([-2, 2]) * 3_600
            default: offset + random.pick([-1, 1]) * 3_600
            }
        let isPossible = (-24 * 3_600...25 * 3_600).contains(wanted) && abs(wanted - offset) <= Self.greatestMove
        return isPossible ? wanted : offset
    }

    /// The rule from some moment of the year on, with as many of its turns in the table as a file may have.
    private mutating func append(
        _ rule: YearRule,
        to changes: inout [SimulatedZone.Change],
        from firstOffset: Int,
        year: Int
    ) {
        let pure = SimulatedZone(name: "rule", rule: rule)
        let first = max(NaiveCalendar.start(of: year) * 86_400, (changes.last?.second ?? 0) + 1)
        var start = first + random.number(0...200 * 86_400)
        let before = changes.last?.offset ?? firstOffset
        if abs(pure.offset(at: start) - before) > Self.greatestMove - 7_200 {
            // In two moves, a week one after the other.
            changes.append(.init(second: start, offset: (pure.offset(at: start) + before) / 2))
            start += 7 * 86_400
        }
        changes.append(.init(second: start, offset: pure.offset(at: start)))
        let written = random.pick([0, 0, 1, 2, 5, 40])
        var second = start
        for _ in 0..<written {
            guard let turn = pure.nextChange(after: second), turn < 4_000_000_000 else { return }
            changes.append(.init(second: turn, offset: pure.offset(at: turn)))
            second = turn
        }
    }
}
