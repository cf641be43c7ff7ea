/// Days of the week as a person types them; 1 to 7 stand for Sunday to Saturday.
struct TypedDays {
    private var random: StoryRandom

    static let names = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]
    private static let groups: [(text: String, days: Set<Int>)] = [
        ("once", []), ("never", []), ("daily", [1, 2, 3, 4, 5, 6, 7]), ("everyday", [1, 2, 3, 4, 5, 6, 7]),
        ("every day", [1, 2, 3, 4, 5, 6, 7]), ("weekdays", [2, 3, 4, 5, 6]), ("weekends", [1, 7]),
    ]

    init(_ random: StoryRandom) { self.random = random }

    /// A text, and the days that it means.
    mutating func text() -> (text: String, days: Set<Int>) {
        if random.once(in: 3) {
            let group = random.pick(Self.groups)
            return (dressed(group.text), group.days)
        }
        var (parts, days): ([String], Set<Int>) = ([], [])
        for _ in 0..<random.number(1...4) {
            let first = random.number(1...7)
            guard random.once(in: 3) else {
                parts.append(day(first))
                days.insert(first)
                continue
            }
            let length = random.number(0...6)
            let span = (0...length).map { (first - 1 + $0) % 7 + 1 }
            parts.append("\(day(first))-\(day(span[length]))")
            days.formUnion(span)
        }
        return (dressed(parts.joined(separator: random.pick([",", ",", ", "]))), days)
    }

    private mutating func day(_ number: Int) -> String {
        if random.once(in: 3) { return String(number) }
        let name = Self.names[number - 1]
        return String(name.prefix(random.flip() ? 3 : random.number(3...name.count)))
    }

    private mutating func dressed(_ text: String) -> String {
        switch random.number(1...5) {
        case 1: text.uppercased()
        case 2: " \(text) "
        case 3: text.prefix(1).uppercased() + text.dropFirst()
        default: text
        }
    }

    /// A text that means no days.
    mutating func wrong() -> String {
        let (day, other) = (day(random.number(1...7)), random.pick(Self.names))
        return switch random.number(1...5) {
        case 1: random.pick(["", " ", ",", "-", "0", "8", "9", "12", "mo", "tu", "m", "montag", "always", "none"])
        case 2:
            day + random.pick([",", ",,", "-", "x", "-0", "-8", ",8", "-xyz", ";\(other)", "/\(other)", ",,\(other)"])
        case 3: random.pick([",", "-", "x", "8-", "0,"]) + day
        case 4: "\(day)-\(other)-\(random.pick(Self.names))"
        default: random.pick(["once", "daily", "weekdays", "never"]) + "," + day
        }
    }

    /// The text by which days are shown.
    static func shown(_ days: Set<Int>) -> String {
        switch days {
        case []: "once"
        case [1, 2, 3, 4, 5, 6, 7]: "daily"
        case [2, 3, 4, 5, 6]: "weekdays"
        case [1, 7]: "weekends"
        default: days.sorted().map { names[$0 - 1].prefix(3) }.joined(separator: ",")
        }
    }
}
