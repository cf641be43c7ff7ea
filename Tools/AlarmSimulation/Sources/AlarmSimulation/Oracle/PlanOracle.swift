/// When alarms ring next, by looking through lists of moments.
struct PlanOracle {
    let lists: MomentLists
    var device: SimulatedZone
    /// The zones that alarms may name.
    var zones: [String: SimulatedZone]

    private static let believableLead = 12.0 * 3_600
    private static let missedAfter = 600.0
    /// The zone that is never set, in which a time that was counted from now is stored.
    static let steadyZone = "Etc/UTC"

    func zone(of alarm: SetAlarm) -> SimulatedZone { alarm.zoneName.flatMap { zones[$0] } ?? device }

    func moments(of alarm: SetAlarm) -> MomentList { lists[alarm, in: zone(of: alarm)] }

    func due(_ alarm: SetAlarm, firedAt: Double?, notBefore: Double? = nil, now: Double) -> Double? {
        // Each bound that a moment must be later than. A clock that was ahead set the first one too late.
        var bounds = [alarm.setAt > now ? now : alarm.setAt]
        if let firedAt, firedAt - now <= Self.believableLead {
            if alarm.isOnce, firedAt >= bounds[0] { return nil }
            bounds.append(firedAt)
        }
        if let notBefore { bounds.append(notBefore > now ? now : notBefore) }
        if !alarm.isEnabled {
            guard let moment = momentElsewhere(alarm) else { return nil }
            bounds.append(now - Self.missedAfter)
            return bounds.allSatisfy { moment > $0 } ? moment : nil
        }
        if let skipUntil = alarm.skipUntil { bounds.append(skipUntil) }
        return bounds.max().flatMap { moments(of: alarm).first(after: $0) }.map(Double.init)
    }

    /// The moment of an alarm that is off since it rang on another device, where it comes later here.
    private func momentElsewhere(_ alarm: SetAlarm) -> Double? {
        guard alarm.isOnce, let skipUntil = alarm.skipUntil, skipUntil >= alarm.setAt - 1,
            let moment = moments(of: alarm).first(after: alarm.setAt).map(Double.init), moment > skipUntil
        else { return nil }
        return moment
    }

    /// The first moment after a time among several alarms, and whose it is.
    func next(after time: Double, among alarms: [SetAlarm]) -> (number: Int, moment: Double)? {
        var best: (number: Int, moment: Double)?
        for alarm in alarms {
            var moment: Double?
            if alarm.isEnabled {
                moment = moments(of: alarm).first(after: max(time, alarm.skipUntil ?? time)).map(Double.init)
            } else {
                moment = momentElsewhere(alarm).flatMap { $0 > time ? $0 : nil }
            }
            if let moment, moment < best?.moment ?? .infinity { best = (alarm.number, moment) }
        }
        return best
    }

    /// The minute of the day under which an alarm is listed.
    func shownMinute(of alarm: SetAlarm, now: Double) -> Int {
        guard alarm.isOnce, alarm.zoneName == Self.steadyZone,
            let moment = moments(of: alarm).first(after: max(now, alarm.skipUntil ?? now))
        else { return alarm.minute }
        return device.local(at: moment).seconds / 60
    }

    /// Whether an alarm that rings once got another time after a moment for which it rings.
    func hasMoved(_ alarm: SetAlarm, since moment: Double) -> Bool {
        guard alarm.isOnce, alarm.setAt > moment else { return false }
        return moments(of: alarm).last(notAfter: moment.rounded(.down)).map(Double.init) != moment.rounded(.down)
    }
}
