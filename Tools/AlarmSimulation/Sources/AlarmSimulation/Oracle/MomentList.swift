/// The moments of one time, one set of days and one clock, month by month as they are asked for.
final class MomentList {
    private let clock: SlowClock
    private var known: [Int: [Int]] = [:]
    private static let length = 32 * 86_400

    init(_ clock: SlowClock) { self.clock = clock }

    private func moments(_ part: Int) -> [Int] {
        if let known = known[part] { return known }
        let found = clock.moments(from: part * Self.length, to: (part + 1) * Self.length)
        known[part] = found
        return found
    }

    /// The first moment after a time; two months are enough for whatever a person sets.
    func first(after time: Double) -> Int? {
        let part = NaiveCalendar.quotient(Int(time.rounded(.down)), by: Self.length)
        return (moments(part) + moments(part + 1)).first { Double($0) > time }
    }

    /// The last moment that is not after a time.
    func last(notAfter time: Double) -> Int? {
        let part = NaiveCalendar.quotient(Int(time.rounded(.down)), by: Self.length)
        return (moments(part - 1) + moments(part)).last { Double($0) <= time }
    }
}

/// The lists of moments that were asked for.
final class MomentLists {
    private struct Key: Hashable {
        let zone: ObjectIdentifier
        let minute: Int
        let days: Set<Int>
    }

    private var known: [Key: MomentList] = [:]

    subscript(_ alarm: SetAlarm, in zone: SimulatedZone) -> MomentList {
        let key = Key(zone: ObjectIdentifier(zone), minute: alarm.minute, days: alarm.days)
        if let list = known[key] { return list }
        let list = MomentList(SlowClock(zone: zone, minute: alarm.minute, days: alarm.days))
        known[key] = list
        return list
    }

    /// A zone was replaced, or its clock set wrong.
    func removeAll() { known = [:] }
}
