/// Times as a person types them.
struct TypedTime {
    private var random: StoryRandom

    init(_ random: StoryRandom) { self.random = random }

    /// A text for a minute of the day, in one of the spellings that are understood.
    mutating func text(minute: Int) -> String {
        let (hour, minute) = (minute / 60, minute % 60)
        return random.flip() ? spaced(twentyFour(hour, minute)) : spaced(twelve(hour, minute))
    }

    private mutating func twentyFour(_ hour: Int, _ minute: Int) -> String {
        let two = NaiveCalendar.twoDigits(minute)
        return switch random.number(1...4) {
        case 1: "\(hour):\(two)"
        case 2: "\(NaiveCalendar.twoDigits(hour)):\(two)"
        case 3: "\(hour).\(two)"
        default: "\(NaiveCalendar.twoDigits(hour))\(two)"
        }
    }

    private mutating func twelve(_ hour: Int, _ minute: Int) -> String {
        var shown = hour
        if hour == 0 { shown = 12 }
        if hour > 12 { shown = hour - 12 }
        let half = random.pick(hour < 12 ? ["am", "AM", "a.m.", "Am", " a.m."] : ["pm", "PM", "p.m.", "pM", " P.M."])
        if minute == 0, random.flip() { return "\(shown)\(half)" }
        return twentyFour(shown, minute) + half
    }

    private mutating func spaced(_ text: String) -> String {
        switch random.number(1...6) {
        case 1: " " + text
        case 2: text + "  "
        case 3: text.map { "\($0) " }.joined()
        default: text
        }
    }

    /// A text that is no time.
    mutating func wrong() -> String {
        let (hour, minute) = (random.number(0...23), NaiveCalendar.twoDigits(random.number(0...59)))
        return switch random.number(1...8) {
        case 1: "\(random.pick([24, 25, 60, 99])):\(minute)"
        case 2: "\(hour):\(random.pick([60, 61, 75, 99]))"
        case 3:
            random.pick(["0", "13", "14", "23", "99"]) + random.pick(["", ":\(minute)"])
                + random.pick(["am", "pm", "p.m."])
        case 4:
            "\(hour)"
                + random.pick(["", ":", ":5", ":", ".", ":\(minute):00", "::\(minute)", ":\(minute)x", "-\(minute)"])
        case 5:
            random.pick([
                "", " ", "am", "pm", ":", "noon", ":30", "-7:30", "+7:30", "7,30", "7h30", "٧:٣٠", "７:30",
            ])
        case 6:
            random.pick(["2400", "0760", "9999", "730", "07300", "007:30", "7:030", "1", "123am", "12345pm", "0:30am"])
        case 7: "\(hour):\(minute)" + random.pick(["a", "p", "m", "xm", "a.m", "uhr", "ampm", "h"])
        default: "1\(NaiveCalendar.twoDigits(hour)):\(minute)"
        }
    }

    /// The text by which a time is shown.
    static func shown(_ minute: Int) -> String {
        "\(NaiveCalendar.twoDigits(minute / 60)):\(NaiveCalendar.twoDigits(minute % 60))"
    }
}
