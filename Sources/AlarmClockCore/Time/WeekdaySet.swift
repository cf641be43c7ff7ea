/// Days of the week, 1 to 7 for Sunday to Saturday.
public struct WeekdaySet: Hashable, Sendable {
    private var bits: UInt8 = 0

    /// No day.
    public init() {}

    /// The days among the numbers; others are left out.
    public init(_ days: some Sequence<Int>) {
        for day in days { insert(day) }
    }

    /// Monday to Friday.
    public static let weekdays = WeekdaySet(2...6)
    /// Saturday and Sunday.
    public static let weekends = WeekdaySet([1, 7])
    /// All seven.
    public static let daily = WeekdaySet(1...7)

    /// Whether there is no day in it.
    public var isEmpty: Bool { bits == 0 }

    /// Whether the day is in it.
    public func contains(_ day: Int) -> Bool { (1...7).contains(day) && bits & (1 << UInt8(day)) != 0 }

    /// Adds a day; a number that is none changes nothing.
    public mutating func insert(_ day: Int) {
        if (1...7).contains(day) { bits |= 1 << UInt8(day) }
    }

    /// The days, Sunday first.
    public var days: [Int] { (1...7).filter(contains) }

    private static let names = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]
    private static let groups: [String: WeekdaySet] = [
        "once": WeekdaySet(), "never": WeekdaySet(), "daily": .daily, "everyday": .daily, "weekdays": .weekdays,
        "weekends": .weekends,
    ]

    /// Reads `once`, `daily`, `weekdays`, `weekends`, names of days (`mon,wed`, also written out), spans of them
    /// (`fri-mon`), or numbers (`2,4`).
    public init?(_ text: String) {
        let text = text.lowercased().filter { $0 != " " }
        if let group = Self.groups[text] {
            self = group
            return
        }
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let ends = part.split(separator: "-", omittingEmptySubsequences: false).map(Self.day)
            guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1] else {
                return nil
            }
            var day = first
            insert(day)
            while day != last {
                day = day % 7 + 1
                insert(day)
            }
        }
    }

    private static func day(_ word: Substring) -> Int? {
        if word.count == 1 { return Int(word).flatMap { (1...7).contains($0) ? $0 : nil } }
        let written = [
            "sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
        ]
        // `tues` and `thurs` are written too.
        guard word.count >= 3, let index = written.firstIndex(where: { $0.hasPrefix(word) }) else { return nil }
        return index + 1
    }

    /// `once`, `daily`, `weekdays`, `weekends`, or names of days as `mon,wed`; ``init(_:)-(String)`` reads it.
    public var text: String {
        switch self {
        case WeekdaySet(): "once"
        case .daily: "daily"
        case .weekdays: "weekdays"
        case .weekends: "weekends"
        default: days.map { Self.names[$0 - 1] }.joined(separator: ",")
        }
    }
}
