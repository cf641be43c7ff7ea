/// The date of a signed request: `2026-01-25T22:15:43Z`, in UTC.
enum SignatureDate {
    /// The text for a moment, cut to whole seconds.
    static func text(secondsSince1970 seconds: Int64) -> String {
        let days = seconds.dividedDown(by: 86_400)
        let second = seconds - days * 86_400
        let (year, month, day) = civil(daysSince1970: days)
        let date = "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
        let time = "\(padded(second / 3_600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))"
        return "\(date)T\(time)Z"
    }

    /// The moment of a text; nil if it is none.
    ///
    /// A fraction of a second may stand there and does not count.
    static func secondsSince1970(_ text: String) -> Int64? {
        let bytes = Array(text.utf8)
        guard bytes.count >= 20, bytes.last == UInt8(ascii: "Z"), hasMarks(bytes),
            hasFraction(bytes[19..<bytes.count - 1])
        else { return nil }
        let places = [0..<4, 5..<7, 8..<10, 11..<13, 14..<16, 17..<19]
        let numbers = places.compactMap { number(bytes[$0]) }
        guard numbers.count == places.count, 1...12 ~= numbers[1], 1...31 ~= numbers[2] else { return nil }
        // A leap second is written as 60 and counts as the second after it.
        guard numbers[3] < 24, numbers[4] < 60, numbers[5] <= 60 else { return nil }
        let days = daysSince1970(year: numbers[0], month: numbers[1], day: numbers[2])
        guard civil(daysSince1970: days) == (numbers[0], numbers[1], numbers[2]) else { return nil }
        return days * 86_400 + numbers[3] * 3_600 + numbers[4] * 60 + numbers[5]
    }

    private static func hasMarks(_ bytes: [UInt8]) -> Bool {
        zip([4, 7, 10, 13, 16], "--T::".utf8).allSatisfy { bytes[$0] == $1 }
    }

    private static func hasFraction(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.isEmpty || (bytes.first == UInt8(ascii: ".") && bytes.count > 1 && number(bytes.dropFirst()) != nil)
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
        guard digits.count < 18 else { return nil }
        return digits.reduce(Int64?(0)) { total, byte in
            guard let total, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte else { return nil }
            return total * 10 + Int64(byte - UInt8(ascii: "0"))
        }
    }

    private static func padded(_ number: Int64, _ width: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, width - text.count)) + text
    }

    /// The day of the Gregorian calendar.
    ///
    /// Years are counted from March, so that the leap day is their last.
    private static func civil(daysSince1970 days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = days + 719_468
        let era = shifted.dividedDown(by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * month + 2) / 5 + 1
        let isNextYear = month >= 10
        return (yearOfEra + era * 400 + (isNextYear ? 1 : 0), isNextYear ? month - 9 : month + 3, day)
    }

    private static func daysSince1970(year: Int64, month: Int64, day: Int64) -> Int64 {
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted.dividedDown(by: 400)
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}

extension Int64 {
    /// The quotient, rounded towards the past.
    fileprivate func dividedDown(by divisor: Int64) -> Int64 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
