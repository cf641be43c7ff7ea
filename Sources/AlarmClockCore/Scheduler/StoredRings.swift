import Foundation
import SwiftData

/// Keeps in the store what ringing changes.
@ModelActor
public actor StoredRings: RingKeeper {
    /// All alarms, in the order of the list, and what is remembered of them.
    public func load() throws -> (alarms: [RingingAlarm], memories: [RingMemory]) {
        // What others wrote must be seen, and what this context holds is not needed any more.
        modelContext.autosaveEnabled = false
        let alarms = try modelContext.fetch(AlarmQueries.list).map(RingingAlarm.init)
        let memories = try modelContext.fetch(FetchDescriptor<RingState>()).map(\.memory)
        return (alarms, memories)
    }

    /// Keeps what the actions say, all in one transaction.
    public func keep(_ actions: [RingAction]) throws {
        modelContext.autosaveEnabled = false
        do {
            for action in actions { try keep(action) }
            if modelContext.hasChanges { try modelContext.save() }
        } catch {
            modelContext.rollback()
            throw error
        }
    }

    private func keep(_ action: RingAction) throws {
        switch action {
        case .remember(let memory): try remember(memory)
        case .turnOff(let id, let occurrence): try turnOff(id, occurrence)
        case .tellOthers(let id, let occurrence):
            guard let alarm = try modelContext.fetch(AlarmQueries.alarm(id)).first else { return }
            // The hint is what keeps the other devices from ringing for this moment, or makes them stop.
            if alarm.skipNextUntil.map({ $0 < occurrence }) ?? true { alarm.skipNextUntil = occurrence }
        case .begin, .end, .missed: break
        }
    }

    private func remember(_ memory: RingMemory) throws {
        let state: RingState
        if let known = try modelContext.fetch(AlarmQueries.ringState(memory.alarmID)).first {
            state = known
        } else {
            state = RingState(alarmID: memory.alarmID)
            modelContext.insert(state)
        }
        state.lastFiredAt = memory.lastFiredAt
        state.occurrence = memory.occurrence
        state.ringingSince = memory.ringingSince
        state.snoozedUntil = memory.snoozedUntil
        state.snoozeCount = memory.snoozeCount
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
        return memory
    }
}
