import Foundation
import SwiftData

/// Keeps in the store what ringing changes.
@ModelActor
public actor StoredRings: RingKeeper {
    /// Where it is noted how long it takes; nil where nobody asks.
    ///
    /// Why something failed is noted by whoever asked for it.
    private var journal: StoreJournal?

    /// Notes from now on how long reading and writing take.
    func note(in journal: StoreJournal) { self.journal = journal }

    /// All alarms, in the order of the list, and what is remembered of them.
    public func load() throws -> (alarms: [RingingAlarm], memories: [RingMemory]) {
        // What others wrote must be seen, and what this context holds is not needed any more.
        modelContext.autosaveEnabled = false
        guard let journal else { return try read() }
        return try journal.fetching({ $0.alarms.count }, read)
    }

    private func read() throws -> (alarms: [RingingAlarm], memories: [RingMemory]) {
        let alarms = try modelContext.fetch(AlarmQueries.list).map(RingingAlarm.init)
        let memories = try modelContext.fetch(FetchDescriptor<RingState>()).map(\.memory)
        return (alarms, memories)
    }

    /// Keeps what the actions say, all in one transaction.
    public func save(_ actions: [RingAction]) throws {
        modelContext.autosaveEnabled = false
        do {
            for action in actions { try save(action) }
            guard modelContext.hasChanges else { return }
            if let journal { try journal.saving { try modelContext.save() } } else { try modelContext.save() }
        } catch {
            modelContext.rollback()
            throw error
        }
    }

    private func save(_ action: RingAction) throws {
        switch action {
        case .remember(let memory): try remember(memory)
        case .turnOff(let id, let occurrence): try turnOff(id, occurrence)
        case .missed(let alarm, let occurrence): try miss(alarm.rule.id, occurrence, rang: false)
        case .unheard(let alarm, let occurrence): try miss(alarm.rule.id, occurrence, rang: true)
        case .tellOthers(let id, let occurrence):
            // Whoever stops an alarm has it before his eyes: that it was missed once is no news any more.
            if let state = try modelContext.fetch(AlarmQueries.ringState(id)).first, state.missedAt != nil {
                state.missedAt = nil
            }
            guard let alarm = try modelContext.fetch(AlarmQueries.alarm(id)).first else { return }
            // The hint is what keeps the other devices from ringing for this moment, or makes them stop.
            if alarm.skipNextUntil.map({ $0 < occurrence }) ?? true { alarm.skipNextUntil = occurrence }
        case .takeBack(let id, let occurrence, let skipUntil): try takeBack(id, occurrence, skipUntil)
        case .begin, .end: break
        }
    }

    private func state(_ id: UUID) throws -> RingState {
        if let known = try modelContext.fetch(AlarmQueries.ringState(id)).first { return known }
        let state = RingState(alarmID: id)
        modelContext.insert(state)
        return state
    }

    private func miss(_ id: UUID, _ occurrence: Date, rang: Bool) throws {
        let state = try state(id)
        (state.missedAt, state.missedIsTold, state.missedRang) = (occurrence, false, rang)
    }

    /// Nobody hears any more that it was missed, and it is on again where it is off for that alone.
    private func takeBack(_ id: UUID, _ occurrence: Date, _ skipUntil: Date?) throws {
        let state = try state(id)
        if state.missedAt == occurrence { state.missedAt = nil }
        guard let alarm = try modelContext.fetch(AlarmQueries.alarm(id)).first,
            AlarmRule(alarm).isOff(since: occurrence)
        else { return }
        (alarm.isEnabled, alarm.skipNextUntil) = (true, skipUntil)
    }

    private func remember(_ memory: RingMemory) throws {
        let state = try state(memory.alarmID)
        state.lastFiredAt = memory.lastFiredAt
        state.occurrence = memory.occurrence
        state.ringingSince = memory.ringingSince
        state.snoozedUntil = memory.snoozedUntil
        state.snoozeCount = memory.snoozeCount
    }

    /// The alarms of which the desktop has not shown yet that they were missed, the latest in front.
    func untold() throws -> [MissedRing] {
        modelContext.autosaveEnabled = false
        return try MissedRing.unread(in: modelContext).filter { !$0.isTold }
    }

    /// The desktop has shown that they were missed.
    func noteTold(_ rings: [MissedRing]) throws {
        do {
            for ring in rings {
                let state = try modelContext.fetch(AlarmQueries.ringState(ring.alarmID)).first
                if let state, state.missedAt == ring.occurrence { state.missedIsTold = true }
            }
            if modelContext.hasChanges { try modelContext.save() }
        } catch {
            modelContext.rollback()
            throw error
        }
    }

    /// Not where somebody has set the alarm anew meanwhile.
    ///
    /// It is noted that it rang: a device where its hour comes later rings all the same.
    private func turnOff(_ id: UUID, _ occurrence: Date) throws {
        guard let alarm = try modelContext.fetch(AlarmQueries.alarm(id)).first, alarm.isEnabled,
            alarm.repeatDays.isEmpty, alarm.updatedAt <= occurrence
        else { return }
        alarm.isEnabled = false
        let mark = AlarmRule.markOfRing(occurrence)
        if alarm.skipNextUntil.map({ $0 < mark }) ?? true { alarm.skipNextUntil = mark }
    }
}

extension RingState {
    /// The state, apart from the store.
    var memory: RingMemory {
        var memory = RingMemory(alarmID: alarmID)
        memory.lastFiredAt = lastFiredAt
        memory.occurrence = occurrence
        memory.ringingSince = ringingSince
        memory.snoozedUntil = snoozedUntil
        memory.snoozeCount = snoozeCount
        // What is said to be missed, and never began to ring, may be taken back.
        let isMissed = occurrence == nil && ringingSince == nil && !missedRang
        memory.wasOnlyMissed = isMissed && missedAt != nil && missedAt == lastFiredAt
        return memory
    }
}
