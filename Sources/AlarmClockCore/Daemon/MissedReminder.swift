import AppCommons
import Foundation

/// Tells of missed alarms until the desktop's notification service has taken it.
///
/// The daemon starts with the login, and often before the desktop that shows its notifications. What the person put away
/// meanwhile is not told any more.
actor MissedReminder {
    /// How long it is until it is told again, the first time and at most, in seconds.
    static let pauses: ClosedRange<TimeInterval> = 2...60
    /// After so many times, about a day, it is left to the list and the pages.
    static let maximumAttempts = 1_500
    /// More than these, the latest ones, are not told one by one.
    static let maximumNotices = Notifier.maximumTold

    private let rings: StoredRings
    private let notifier: Notifier
    private let words: @Sendable (MissedRing) -> (title: String, body: String)
    private let note: @Sendable (OperationLog.Event) -> Void
    private let wait: @Sendable (TimeInterval) async throws -> Void
    private var telling: Task<Void, Never>?

    init(
        rings: StoredRings,
        notifier: Notifier,
        words: @escaping @Sendable (MissedRing) -> (title: String, body: String),
        note: @escaping @Sendable (OperationLog.Event) -> Void,
        wait: @escaping @Sendable (TimeInterval) async throws -> Void = { try await Task.sleep(for: .seconds($0)) }
    ) {
        self.rings = rings
        self.notifier = notifier
        self.words = words
        self.note = note
        self.wait = wait
    }

    /// Begins to tell what the store has, and does not wait until it is told.
    ///
    /// - Parameter ring: One that was missed just now, and is told also where the store could not be written.
    func look(_ ring: MissedRing? = nil) {
        let before = telling
        before?.cancel()
        telling = Task {
            await before?.value
            await tell(ring)
        }
    }

    /// Returns when nothing is being told any more, nor will be again.
    func waitUntilIdle() async { await telling?.value }

    /// Tells nothing any more.
    func close() { telling?.cancel() }

    private func tell(_ ring: MissedRing?) async {
        var first = ring
        var pause = Self.pauses.lowerBound
        var noted: String?
        for _ in 0..<Self.maximumAttempts where !Task.isCancelled {
            let known = try? await rings.untold()
            var waiting = known ?? []
            if let first, !waiting.contains(where: { $0.alarmID == first.alarmID }) { waiting.insert(first, at: 0) }
            first = nil
            let reason = await reasonNotTold(waiting)
            if known != nil, reason == nil { return }
            if let reason, reason != noted { note(.bellFailed(reason)) }
            noted = reason
            guard (try? await wait(pause)) != nil else { return }
            pause = min(pause * 2, Self.pauses.upperBound)
        }
    }

    /// Tells one after the other; answers why one could not be told, nil where all were.
    private func reasonNotTold(_ waiting: [MissedRing]) async -> String? {
        for ring in waiting.prefix(Self.maximumNotices) {
            let words = words(ring)
            if let reason = await notifier.tell(words.title, words.body) { return reason }
            try? await rings.noteTold([ring])
        }
        try? await rings.noteTold(Array(waiting.dropFirst(Self.maximumNotices)))
        return nil
    }
}

extension Phrasebook where Key == AlarmPhrase {
    /// What the desktop shows of an alarm that was missed, or rang to its end unheard.
    func words(for ring: MissedRing, zone: ZoneTable) -> (title: String, body: String) {
        let moment = "\(zone.day(at: ring.occurrence).text) \(zone.clockTime(at: ring.occurrence).text)"
        return (text(ring.rang ? .silencedTitle : .missedTitle, moment), ring.label)
    }
}
