/// Makes rules for every year, and writes them as people and programs do.
struct RuleGenerator {
    var random: StoryRandom

    init(_ random: StoryRandom) { self.random = random }

    /// A rule; where an offset is given, one of a clock that is so far ahead outside of summer.
    mutating func rule(offset: Int? = nil) -> YearRule {
        let offset = offset ?? anyOffset()
        if random.once(in: 5) { return YearRule(offset: offset) }
        if random.once(in: 10) { return wholeYear(offset) }
        let ahead = random.pick([3_600, 3_600, 3_600, 1_800, 7_200, 1_200, -3_600, 5_025])
        let isSouthern = random.once(in: 3)
        let (spring, autumn) = (turn(near: random.number(2...4)), turn(near: random.number(9...11)))
        let summer = YearRule.Summer(
            offset: offset + ahead,
            start: isSouthern ? autumn : spring,
            end: isSouthern ? spring : autumn
        )
        return YearRule(offset: offset, summer: summer)
    }

    /// Summer that ends when the next one begins.
    private func wholeYear(_ offset: Int) -> YearRule {
        let summer = YearRule.Summer(
            offset: offset + 3_600,
            start: .init(day: .zeroBased(0), time: 0),
            end: .init(day: .julian(365), time: 25 * 3_600)
        )
        return YearRule(offset: offset, summer: summer)
    }

    /// Seconds ahead of GMT, as zones have them.
    mutating func anyOffset() -> Int {
        switch random.number(1...12) {
        case 1: random.number(-14 * 3_600...14 * 3_600)
        case 2: random.number(-14 * 60...14 * 60) * 60
        case 3: random.pick([-1, 1]) * random.number(16 * 3_600...23 * 3_600)
        case 4, 5: random.number(-40...54) * 900
        default: random.number(-12...14) * 3_600
        }
    }

    private mutating func turn(near month: Int) -> YearRule.Turn {
        YearRule.Turn(day: day(near: month), time: time())
    }

    private mutating func day(near month: Int) -> YearRule.Day {
        let isAtEdge = random.once(in: 8)
        switch random.number(1...6) {
        case 1: return .julian(isAtEdge ? random.pick([1, 59, 60, 61, 365]) : month * 30 - random.number(0...20))
        case 2:
            return .zeroBased(isAtEdge ? random.pick([0, 58, 59, 60, 364, 365]) : month * 30 - random.number(0...20))
        default:
            let far = isAtEdge ? random.pick([1, 2, 12]) : month
            return .month(far, week: random.number(1...5), weekday: random.once(in: 2) ? 0 : random.number(0...6))
        }
    }

    private mutating func time() -> Int {
        switch random.number(1...8) {
        case 1, 2, 3: 7_200
        case 4: 0
        case 5: random.number(0...24) * 3_600
        case 6: random.pick([-1, 1]) * random.number(0...167) * 3_600
        case 7: random.number(-86_400...2 * 86_400)
        default: 86_400
        }
    }

    // MARK: - Its text

    /// The rule as text, in one of its spellings.
    mutating func text(of rule: YearRule) -> String {
        var text = name() + time(-rule.offset, mayHaveSign: true)
        guard let summer = rule.summer else { return text }
        text += name()
        if summer.offset != rule.offset + 3_600 || random.flip() { text += time(-summer.offset, mayHaveSign: true) }
        return text + "," + spelling(of: summer.start) + "," + spelling(of: summer.end)
    }

    private mutating func name() -> String {
        if random.once(in: 3) { return random.pick(["<+05>", "<-0330>", "<+0545>", "<A1B>", "<-00>", "<UTC+3>"]) }
        return random.pick(["CET", "CEST", "ABC", "XYZZY", "wib", "LongName"])
    }

    /// `hh[:mm[:ss]]`.
    private mutating func time(_ seconds: Int, mayHaveSign: Bool) -> String {
        let size = abs(seconds)
        let (hours, minutes, rest) = (size / 3_600, size / 60 % 60, size % 60)
        let sign = seconds < 0 ? "-" : (mayHaveSign && random.once(in: 4) ? "+" : "")
        var text = sign + (random.flip() ? NaiveCalendar.twoDigits(hours) : String(hours))
        if minutes != 0 || rest != 0 || random.once(in: 4) { text += ":" + NaiveCalendar.twoDigits(minutes) }
        if rest != 0 || (text.contains(":") && random.once(in: 4)) { text += ":" + NaiveCalendar.twoDigits(rest) }
        return text
    }

    private mutating func spelling(of turn: YearRule.Turn) -> String {
        let day =
            switch turn.day {
            case .julian(let number): "J\(number)"
            case .zeroBased(let number): "\(number)"
            case .month(let month, let week, let weekday): "M\(month).\(week).\(weekday)"
            }
        return turn.time == 7_200 && random.flip() ? day : day + "/" + time(turn.time, mayHaveSign: true)
    }

    /// A text that is no rule.
    mutating func wrongText() -> String {
        let good = text(of: YearRule(offset: anyOffset()))
        switch random.number(1...5) {
        case 1: return good + random.pick(["x", ",", ":", "ABC,M3.2.0", "ABC,M3.2.0,", "ABC,,"])
        case 2:
            return random.pick([
                "AB5", "ABC", "5", "<AB5", "<AB>", "ABC5:60", "ABC5:30:60", "ABC5:", "ABC+-5", "ABC168",
            ])
        case 3:
            let day = random.pick([
                "M13.1.0", "M0.1.0", "M3.6.0", "M3.0.0", "M3.2.7", "J0", "J366", "366", "M3.2", "M3", "-1", "N3.2.0",
                "",
                "M3.2.0/168", "M3.2.0/-168", "M3.2.0/", "M3.2.0/1:60", "1000",
            ])
            let pair = [day, "M10.5.0"]
            return "ABC5DEF," + (random.flip() ? pair : pair.reversed()).joined(separator: ",")
        case 4: return "ABC5" + random.pick(["DE", "D", "<DE", "DEF6:99"]) + ",M3.2.0,M11.1.0"
        default: return "ABC5DEF,M3.2.0,M11.1.0" + random.pick([",", ",M1.1.0", " ", "/"])
        }
    }
}
