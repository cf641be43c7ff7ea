import AlarmClockCore
import Foundation

/// An alarm as the oracle has it: numbers alone, in seconds since 1970.
struct SetAlarm: Equatable, CustomStringConvertible {
    /// Its place among all alarms of the story.
    var number: Int
    /// Minutes since midnight.
    var minute: Int
    /// 1 to 7 for Sunday to Saturday; none: it rings once.
    var days: Set<Int>
    var isEnabled = true
    var skipUntil: Double?
    var zoneName: String?
    var setAt: Double
    var maySnooze = true
    var snoozeMinutes = 9

    var isOnce: Bool { days.isEmpty }

    /// Whether a moment is one for which it was set as it is now, and the only one.
    func isSpent(by moment: Double) -> Bool { isOnce && setAt <= moment }

    /// It is off from the moment on; the mark is a second before it.
    mutating func turnOff(after moment: Double) {
        isEnabled = false
        skipUntil = max(skipUntil ?? moment - 1, moment - 1)
    }

    /// Whether it is off only because of the moment.
    func isOffOnly(because moment: Double) -> Bool {
        isSpent(by: moment) && !isEnabled && skipUntil?.rounded(.down) == moment.rounded(.down) - 1
    }

    /// Its days in order, so that two traces are the same.
    var description: String {
        let text = days.isEmpty ? "once" : days.sorted().map(String.init).joined(separator: ",")
        let skipped = skipUntil.map { ", not until \($0)" } ?? ""
        let state = (isEnabled ? "on" : "off") + (maySnooze ? "" : ", no snooze")
        return
            "\(number): \(TypedTime.shown(minute)) \(text) in \(zoneName ?? "-"), set at \(setAt)\(skipped), \(state)"
    }

    var id: UUID { Self.id(of: number) }

    static func id(of number: Int) -> UUID {
        UUID(uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, UInt8(number / 256), UInt8(number % 256)))
    }

    static func number(of id: UUID) -> Int { Int(id.uuid.14) * 256 + Int(id.uuid.15) }

    /// The product's rule for the same alarm; nil where the product does not know its time.
    var rule: AlarmRule? {
        ClockTime(hour: minute / 60, minute: minute % 60).map { time in
            AlarmRule(
                id: id,
                time: time,
                days: WeekdaySet(days.sorted()),
                isEnabled: isEnabled,
                skipUntil: skipUntil.map(Date.init(timeIntervalSince1970:)),
                zoneName: zoneName,
                setAt: Date(timeIntervalSince1970: setAt)
            )
        }
    }
}

extension Date {
    /// Seconds since 1970.
    init(second: Int) { self.init(timeIntervalSince1970: Double(second)) }
}
