import AppCommons
import Foundation

/// Makes alarms heard through the system's players and seen as notifications.
///
/// Of several that ring at once the loudest is heard, and all are seen.
public actor DesktopBell: Bell {
    private let player: SoundPlayer
    private let notifier: Notifier
    private let reminder: MissedReminder
    private let phrases: Phrasebook<AlarmPhrase>
    private let zone: @Sendable () -> ZoneTable
    private let now: @Sendable () -> Date
    private let note: @Sendable (OperationLog.Event) -> Void
    /// The alarms that ring, the first one in front.
    private var ringing: [Ring] = []
    /// The one that is heard.
    private var heard: UUID?
    /// Counts the tones that were begun, so that nothing is reported of one that is over.
    private var tones = 0
    /// Why nothing can be heard of what rings; nil where it can.
    private(set) var silence: String?
    /// A sign each time when ``silence`` is another.
    nonisolated let silenceChanges: AsyncStream<Void>
    private let silenceChanged: AsyncStream<Void>.Continuation

    init(
        player: SoundPlayer,
        notifier: Notifier,
        reminder: MissedReminder,
        phrases: Phrasebook<AlarmPhrase>,
        zone: @escaping @Sendable () -> ZoneTable,
        now: @escaping @Sendable () -> Date,
        note: @escaping @Sendable (OperationLog.Event) -> Void
    ) {
        self.player = player
        self.notifier = notifier
        self.reminder = reminder
        self.phrases = phrases
        self.zone = zone
        self.now = now
        self.note = note
        (silenceChanges, silenceChanged) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Does what the action says.
    public func perform(_ action: RingAction) async {
        switch action {
        case .begin(let ring): await begin(ring)
        case .end(let id, _): await end(id)
        case .missed(let alarm, let occurrence):
            note(.missed(alarm.rule.id))
            await tell(alarm, occurrence, rang: false)
        case .unheard(let alarm, let occurrence): await tell(alarm, occurrence, rang: true)
        case .remember, .turnOff, .tellOthers, .takeBack: break
        }
    }

    /// Finds out what will be needed.
    func prepare() async { await notifier.prepare() }

    private func begin(_ ring: Ring) async {
        note(.rang(ring.alarm.rule.id, late: now().timeIntervalSince(ring.occurrence)))
        ringing.removeAll { $0.alarm.rule.id == ring.alarm.rule.id }
        ringing.append(ring)
        await notifier.show(ring.alarm.rule.id, words(ring))
        await sound()
    }

    private func words(_ ring: Ring) -> Notifier.Words {
        let lines = [ring.alarm.label, silence == nil ? "" : phrases.text(.notHeard)]
        return Notifier.Words(
            title: zone().clockTime(at: ring.occurrence).text,
            body: lines.filter { !$0.isEmpty }.joined(separator: "\n"),
            snooze: ring.canSnooze ? phrases.text(.buttonSnooze) : nil,
            stop: phrases.text(.buttonStop)
        )
    }

    private func end(_ id: UUID) async {
        guard ringing.contains(where: { $0.alarm.rule.id == id }) else { return }
        ringing.removeAll { $0.alarm.rule.id == id }
        if heard == id { heard = nil }
        await sound()
        await notifier.withdraw(id)
    }

    private func tell(_ alarm: RingingAlarm, _ occurrence: Date, rang: Bool) async {
        await reminder.look(
            MissedRing(
                alarmID: alarm.rule.id,
                label: alarm.label,
                occurrence: occurrence,
                isTold: false,
                rang: rang
            )
        )
    }

    // MARK: - Sound

    /// Lets the loudest of those that ring be heard, and of equally loud ones the first.
    private func sound() async {
        guard let loudest = ringing.max(by: { $0.alarm.volume < $1.alarm.volume })?.alarm else {
            (heard, silence) = (nil, nil)
            tones += 1
            await player.stop()
            return
        }
        guard heard != loudest.rule.id else { return }
        heard = loudest.rule.id
        tones += 1
        let tone = tones
        await player.start(Tone(loudest.sound) ?? .standard, volume: loudest.volume) { [weak self] reason in
            await self?.sound(tone, isSilentBecause: reason)
        }
    }

    /// Whoever only looks is to know that there is nothing to hear.
    private func sound(_ tone: Int, isSilentBecause reason: String?) async {
        guard tone == tones, reason != silence else { return }
        silence = reason
        silenceChanged.yield()
        for ring in ringing { await notifier.show(ring.alarm.rule.id, words(ring)) }
    }

    /// Makes everything silent, at the end of the process.
    func close() async {
        await player.stop()
        await reminder.close()
        for ring in ringing { await notifier.withdraw(ring.alarm.rule.id) }
        ringing = []
    }
}
