import Foundation

/// Counts the time that has certainly passed, whatever the wall clock says.
///
/// Things are removed for their age by this clock, so a wall clock that jumps ahead makes nothing old. It has two sources, and
/// either is enough:
///
/// - **Uptime**, which nobody sets. A ``Line`` is a clock that advances by it, and is put back wherever the wall clock is
///   behind it. So whatever was dated while there was a line is at least as old as the line says; and what was there before the
///   line is old once the line has run for the whole retention. The time for which a machine was off does not count, nor that
///   between the last reading before its end and that end.
/// - **The service.** A ``Mark`` is what the service's clock and the wall clock said at one moment. What was dated before the
///   lowest date that the wall clock has shown since is older than the mark, and the service's next dates say how old that is.
///
/// A service has to be right.
public struct ConfirmedClock: Codable, Equatable, Sendable {
    /// Seconds by which dates may be earlier than the clock: gentle corrections of the clock, and what an answer leaves open.
    public static let tolerance: TimeInterval = 10 * 60
    /// Seconds by which the wall clock is ahead of a line before it gets a line of its own.
    static let shortestLead: TimeInterval = 60 * 60
    /// Seconds between two marks.
    static let markInterval: TimeInterval = 24 * 60 * 60
    /// Seconds of confirmed time after which a reading is stored even if nothing else changes.
    static let longestUnsaved: TimeInterval = 60 * 60

    /// The clocks of the device at one moment.
    public struct Reading: Sendable {
        /// The time by which things are dated.
        public let date: Date
        /// The machine's uptime.
        public let uptime: Uptime
        /// The time by the service, where an answer to a signed-in request has just told it.
        public let serviceDate: Date?

        /// A reading of the given values.
        public init(date: Date, uptime: Uptime, serviceDate: Date? = nil) {
            self.date = date
            self.uptime = uptime
            self.serviceDate = serviceDate
        }

        /// What the clocks will say if they go on as they do.
        func later(by seconds: TimeInterval) -> Reading {
            Reading(
                date: date.addingTimeInterval(seconds),
                uptime: Uptime(bootID: uptime.bootID, seconds: uptime.seconds + seconds)
            )
        }
    }

    /// A clock that began at some moment, and what had passed by then.
    struct Line: Codable, Equatable, Sendable {
        var date: Date
        let began: TimeInterval
    }

    /// What the service said at one moment, and what had passed by then.
    struct Mark: Codable, Equatable, Sendable {
        let serviceDate: Date
        let elapsed: TimeInterval
        /// The lowest date that the wall clock has shown from that moment on.
        var date: Date
    }

    /// Seconds that have passed for certain since the first reading.
    private(set) var elapsed: TimeInterval = 0
    private(set) var date: Date
    private(set) var uptime: Uptime
    /// The line by which things are old; nil while nothing can be.
    private(set) var line: Line?
    /// The line that follows it once it is as old as the retention.
    private(set) var next: Line?
    /// What the service said, at most once a day, the earliest first.
    private(set) var marks: [Mark] = []

    /// A clock that begins with a reading: nothing is old for as long as the retention.
    public init(_ reading: Reading) {
        date = reading.date
        uptime = reading.uptime
        next = Line(date: reading.date, began: 0)
        if let serviceDate = reading.serviceDate { addMark(serviceDate, at: reading.date) }
    }

    /// Everything with an earlier date may be removed; nil where nothing may be.
    public func limit(retention: TimeInterval) -> Date? {
        let byUptime = line.map { $0.date.addingTimeInterval(-retention) }
        let byService = marks.last { isPast($0, retention) }?.date
        return [byUptime, byService].compactMap { $0?.addingTimeInterval(-Self.tolerance) }.max()
    }

    /// The limits of today and of so many days after it, if the clocks go on as they do.
    ///
    /// - Parameters:
    ///   - count: How many days are looked ahead.
    ///   - reading: The clocks now; this clock has been advanced to it.
    ///   - retention: Seconds for which things are kept.
    /// - Returns: ``limit(retention:)`` as it is today, and as it will be on each of those days.
    public func limits(ofComingDays count: Int, from reading: Reading, retention: TimeInterval) -> [Date?] {
        let day: TimeInterval = 24 * 60 * 60
        var clock = self
        return (0...count).map { number in
            if number > 0 {
                clock = clock.advanced(to: reading.later(by: TimeInterval(number) * day), retention: retention)
            }
            return clock.limit(retention: retention)
        }
    }

    /// The clock after a later reading.
    ///
    /// - Parameters:
    ///   - reading: The clocks now.
    ///   - retention: Seconds for which things are kept.
    /// - Returns: The clock now.
    public func advanced(to reading: Reading, retention: TimeInterval) -> ConfirmedClock {
        var new = self
        new.addTime(until: reading)
        for index in new.marks.indices { new.marks[index].date = min(new.marks[index].date, reading.date) }
        if let serviceDate = reading.serviceDate { new.addMark(serviceDate, at: reading.date) }
        (new.date, new.uptime) = (reading.date, reading.uptime)
        let passed = new.elapsed - elapsed
        for path in [\ConfirmedClock.line, \.next] {
            guard let line = new[keyPath: path] else { continue }
            new[keyPath: path]?.date = min(line.date.addingTimeInterval(passed), reading.date)
        }
        new.renewLines(retention)
        if let first = new.marks.lastIndex(where: { new.isPast($0, retention) }) { new.marks.removeFirst(first) }
        return new
    }

    /// The same clock for dates that were all moved back by as much.
    public func moved(back seconds: TimeInterval) -> ConfirmedClock {
        var new = self
        for path in [\ConfirmedClock.line, \.next] {
            guard let line = new[keyPath: path] else { continue }
            new[keyPath: path]?.date = line.date.addingTimeInterval(-max(0, seconds))
        }
        for index in new.marks.indices { new.marks[index].date.addTimeInterval(-max(0, seconds)) }
        return new
    }

    /// Whether this clock has to be kept in place of an earlier one: it knows what a later reading could not find out.
    public func isNews(after earlier: ConfirmedClock) -> Bool {
        if uptime.bootID != earlier.uptime.bootID || uptime.seconds < earlier.uptime.seconds { return true }
        if marks.count != earlier.marks.count { return true }
        let areMarksNews = zip(marks, earlier.marks).contains { mark, known in
            mark.serviceDate != known.serviceDate
                || known.date.timeIntervalSince(mark.date) > Self.tolerance / 2
        }
        if areMarksNews { return true }
        let passed = elapsed - earlier.elapsed
        if abs(passed) > Self.longestUnsaved { return true }
        return Self.isNews(line, after: earlier.line, passed) || Self.isNews(next, after: earlier.next, passed)
    }

    private static func isNews(_ line: Line?, after earlier: Line?, _ passed: TimeInterval) -> Bool {
        guard let line, let earlier, line.began == earlier.began else { return line != earlier }
        // Half of what dates may be earlier: the other half is for what an answer leaves open.
        return abs(line.date.timeIntervalSince(earlier.date) - passed) > tolerance / 2
    }

    // MARK: What has passed

    private mutating func addTime(until reading: Reading) {
        // Since another start of the machine, as much has passed as it has been up; on another machine, to which the store was
        // copied, no more than the wall clocks say.
        let upSinceStart = min(reading.uptime.seconds, reading.date.timeIntervalSince(date))
        elapsed += reading.uptime.seconds(since: uptime) ?? max(0, upSinceStart)
    }

    private mutating func addMark(_ serviceDate: Date, at date: Date) {
        // A service whose clock was set back has not said what it said by the other one.
        marks.removeAll { $0.serviceDate.timeIntervalSince(serviceDate) > Self.tolerance }
        if let last = marks.last {
            guard serviceDate.timeIntervalSince(last.serviceDate) >= Self.markInterval else { return }
        }
        marks.append(Mark(serviceDate: serviceDate, elapsed: elapsed, date: date))
    }

    /// Whether a mark is older than the retention, as far as the service's last date and what has passed since say.
    private func isPast(_ mark: Mark, _ retention: TimeInterval) -> Bool {
        guard let last = marks.last else { return false }
        let since = last.serviceDate.timeIntervalSince(mark.serviceDate)
        return since + max(0, elapsed - last.elapsed) >= retention
    }

    private mutating func renewLines(_ retention: TimeInterval) {
        if let next, elapsed - next.began >= retention {
            line = next
            self.next = nil
        }
        let lead = line.map { date.timeIntervalSince($0.date) } ?? .infinity
        if next == nil, lead > Self.shortestLead { next = Line(date: date, began: elapsed) }
    }
}
