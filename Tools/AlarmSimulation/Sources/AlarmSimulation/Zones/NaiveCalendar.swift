/// The calendar, by counting days from one that is known: 1970-01-01 was a Thursday.
enum NaiveCalendar {
    private static let table = -2_500...6_500

    /// The number of the first day of each year of the table.
    private static let starts: [Int] = {
        var (before, after): ([Int], [Int]) = ([], [0])
        var start = 0
        for year in 1_970..<table.upperBound {
            start += length(of: year)
            after.append(start)
        }
        start = 0
        for year in (table.lowerBound..<1_970).reversed() {
            start -= length(of: year)
            before.append(start)
        }
        return before.reversed() + after
    }()

    static func isLeap(_ year: Int) -> Bool {
        if year % 400 == 0 { return true }
        return year % 100 == 0 ? false : year % 4 == 0
    }

    static func length(of year: Int) -> Int { isLeap(year) ? 366 : 365 }

    static func length(ofMonth month: Int, in year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// The first day of a year, in days since 1970-01-01.
    static func start(of year: Int) -> Int {
        starts[min(max(year, table.lowerBound), table.upperBound) - table.lowerBound]
    }

    /// The number of a day; one beyond the end of its month is counted on.
    static func number(_ year: Int, _ month: Int, _ day: Int) -> Int {
        (1..<month).reduce(start(of: year)) { $0 + length(ofMonth: $1, in: year) } + day - 1
    }

    static func year(of number: Int) -> Int {
        var year = 1_970 + number / 366
        while start(of: year) > number { year -= 1 }
        while start(of: year + 1) <= number { year += 1 }
        return year
    }

    static func date(of number: Int) -> (year: Int, month: Int, day: Int) {
        let year = year(of: number)
        var (month, left) = (1, number - start(of: year))
        while left >= length(ofMonth: month, in: year) {
            left -= length(ofMonth: month, in: year)
            month += 1
        }
        return (year, month, left + 1)
    }

    /// 1 to 7 for Sunday to Saturday.
    static func weekday(of number: Int) -> Int { quotientAndRest(number + 4, by: 7).rest + 1 }

    static func text(of number: Int) -> String {
        let date = date(of: number)
        return "\(date.year)-\(twoDigits(date.month))-\(twoDigits(date.day))"
    }

    static func twoDigits(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }

    /// Rounded down, so that the rest is never negative.
    static func quotientAndRest(_ number: Int, by divisor: Int) -> (quotient: Int, rest: Int) {
        let rest = number % divisor
        return rest < 0 ? (number / divisor - 1, rest + divisor) : (number / divisor, rest)
    }

    static func quotient(_ number: Int, by divisor: Int) -> Int { quotientAndRest(number, by: divisor).quotient }
}
