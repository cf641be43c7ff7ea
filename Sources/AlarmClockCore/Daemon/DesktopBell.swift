import AppCommons
import Foundation

/// Makes alarms heard through the system's player and seen as notifications.
///
/// Of several that ring at once the first one is heard, and all are seen.
public actor DesktopBell: Bell {
    private let player: SoundPlayer
    private let notifier: Notifier
    private let phrases: Phrasebook<AlarmPhrase>
    private let zone: @Sendable () -> ZoneTable
    private let now: @Sendable () -> Date
    private let note: @Sendable (OperationLog.Event) -> Void
    /// The alarms that ring, the first one in front.
    private var ringing: [Ring] = []

    init(
        player: SoundPlayer,
        notifier: Notifier,
        phrases: Phrasebook<AlarmPhrase>,
        zone: @escaping @Sendable () -> ZoneTable,
        now: @escaping @Sendable () -> Date,
        note: @escaping @Sendable (OperationLog.Event) -> Void
    ) {
        self.player = player
        self.notifier = notifier
        self.phrases = phrases
        self.zone = zone
        self.now = now
        self.note = note
    }

    /// Does what the action says.
    public func perform(_ action: RingAction) async {
        switch action {
        case .begin(let ring): await begin(ring)
        case .end(let id, let end): await self.end(id, end)
        case .missed(let alarm, let occurrence): await missed(alarm, occurrence)
        case .remember, .turnOff, .tellOthers: break
        }
    }

    /// Finds out what will be needed.
    func prepare() async { await notifier.prepare() }

    private func begin(_ ring: Ring) async {
        note(.rang(ring.alarm.rule.id, late: now().timeIntervalSince(ring.occurrence)))
        ringing.removeAll { $0.alarm.rule.id == ring.alarm.rule.id }
        ringing.append(ring)
        if ringing.count == 1 { await sound() }
        let time = zone().clockTime(at: ring.occurrence).text
        await notifier.show(
            ring.alarm.rule.id,
            Notifier.Words(
                title: time,
                body: ring.alarm.label,
                snooze: ring.canSnooze ? phrases.text(.buttonSnooze) : nil,
                stop: phrases.text(.buttonStop)
            )
        )
    }

    private func end(_ id: UUID, _ end: RingEnd) async {
        guard let ring = ringing.first(where: { $0.alarm.rule.id == id }) else { return }
        let wasHeard = ringing.first?.alarm.rule.id == id
        ringing.removeAll { $0.alarm.rule.id == id }
        if wasHeard { await sound() }
        await notifier.withdraw(id)
        if end == .silenced {
            let time = zone().clockTime(at: ring.occurrence).text
            await notifier.tell(phrases.text(.silencedTitle, time), ring.alarm.label)
        }
    }

    private func missed(_ alarm: RingingAlarm, _ occurrence: Date) async {
        note(.missed(alarm.rule.id))
        let table = zone()
        let when = "\(table.day(at: occurrence).text) \(table.clockTime(at: occurrence).text)"
        await notifier.tell(phrases.text(.missedTitle, when), alarm.label)
    }

    private func sound() async {
        guard let ring = ringing.first else {
            await player.stop()
            return
        }
        await player.start(Tone(ring.alarm.sound) ?? .standard, volume: ring.alarm.volume)
    }

    /// Makes everything silent, at the end of the process.
    func close() async {
        await player.stop()
        for ring in ringing { await notifier.withdraw(ring.alarm.rule.id) }
        ringing = []
    }
}
