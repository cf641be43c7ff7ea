import Foundation

/// The clock of a time zone: how far it is from GMT, and from when on.
///
/// Only what moves the clock is kept; a change of the zone's abbreviation alone is none.
public struct ZoneTable: Sendable, Equatable {
    /// A time in which the clock has one distance from GMT.
    struct Span: Equatable, Sendable {
        /// Its first second, since 1970; the first span begins with all time.
        let start: Int
        /// The clock's seconds ahead of GMT.
        let offset: Int
    }

    /// The zone's name, such as `Asia/Taipei`.
    public let identifier: String
    /// The spans, the earliest first; there is one at least.
    let spans: [Span]

    /// The zone in which the clock shows GMT.
    public static let gmt = ZoneTable(identifier: "GMT", firstOffset: 0, changes: [])

    /// A clock that is `firstOffset` ahead of GMT until the first of the changes, which are in order.
    init(identifier: String, firstOffset: Int, changes: [Span]) {
        self.identifier = identifier
        var spans = [Span(start: .min, offset: firstOffset)]
        for change in changes {
            // What is taken back at the same moment never was.
            if spans[spans.count - 1].start == change.start, spans.count > 1 { spans.removeLast() }
            if spans[spans.count - 1].offset != change.offset { spans.append(change) }
        }
        self.spans = spans
    }

    /// The position of the span in which a second lies.
    func span(at second: Int) -> Int {
        var low = 0
        var high = spans.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if spans[middle].start <= second { low = middle } else { high = middle }
        }
        return low
    }

    /// How far the clock is ahead of GMT at a moment, in seconds.
    public func offset(at date: Date) -> Int { offset(at: date.wholeSecond) }

    func offset(at second: Int) -> Int { spans[span(at: second)].offset }

    /// The moment after the one given at which the clock is moved next; nil where none is known.
    public func nextChange(after date: Date) -> Date? {
        let next = span(at: date.wholeSecond) + 1
        return next < spans.count ? Date(timeIntervalSince1970: Double(spans[next].start)) : nil
    }

    /// The day that it is at a moment.
    public func day(at date: Date) -> CivilDay { day(at: date.wholeSecond) }

    func day(at second: Int) -> CivilDay { CivilDay(localSeconds: second + offset(at: second)) }

    /// The time that the clock shows at a moment.
    public func clockTime(at date: Date) -> ClockTime {
        let second = date.wholeSecond
        let local = second + offset(at: second)
        return ClockTime(minutes: (local - CivilDay(localSeconds: local).localSeconds) / 60)
    }

    /// More than the clock of any zone is ever moved or away from GMT.
    private static let reach = 26 * 3_600

    /// The first second at which the clock shows the time on the day.
    ///
    /// Where the clock jumps over that time, the second at which it lands: its first minute after the gap. nil where it
    /// jumps over the whole day, as on islands that crossed the date line.
    func moment(of time: ClockTime, on day: CivilDay) -> Int? {
        let local = day.localSeconds + time.minutes * 60
        var index = span(at: local - Self.reach)
        while true {
            let end = index + 1 < spans.count ? spans[index + 1].start : Int.max
            let second = local - spans[index].offset
            if second < end {
                guard second < spans[index].start else { return second }
                return isWholeDay(day, inGapBefore: index) ? nil : spans[index].start
            }
            index += 1
        }
    }

    private func isWholeDay(_ day: CivilDay, inGapBefore index: Int) -> Bool {
        let start = spans[index].start
        return start + spans[index - 1].offset <= day.localSeconds
            && start + spans[index].offset >= day.adding(1).localSeconds
    }
}

extension Date {
    /// Seconds since 1970, rounded down, and held within what a calendar can show.
    var wholeSecond: Int {
        let seconds = timeIntervalSince1970.rounded(.down)
        guard seconds.isFinite else { return seconds > 0 ? Self.farthestSecond : -Self.farthestSecond }
        return Int(min(max(seconds, -Double(Self.farthestSecond)), Double(Self.farthestSecond)))
    }

    /// Some ten thousand years.
    static let farthestSecond = 315_576_000_000
}
