import Foundation
import SwiftData

extension SyncStore {
    /// Takes in how wrong the clock is: corrects the dates of changes that were not sent yet, in one transaction with
    /// the offset by which later ones are stamped.
    ///
    /// At the first contact all of them are moved by what the clock is wrong by, since all were made by it. Later the clock
    /// was set, and nobody knows when: what may lie in the past is moved on, and nothing is moved back. What lies in the
    /// future is for ``clampStamps(_:)``.
    ///
    /// Answers by how many milliseconds the clock is wrong beyond what was known.
    func correctStamps(_ offset: ClockOffset) throws -> Int64 {
        guard offset.isKnown else { return 0 }
        let before = try repository.memo(.clock, as: ClockOffset.self) ?? ClockOffset()
        let delta = offset.milliseconds - before.milliseconds
        guard delta != 0 || !before.isKnown else { return 0 }
        let shift = before.isKnown ? max(0, delta) : delta
        let device = try repository.deviceID()
        let server = surroundings.now().adding(milliseconds: offset.milliseconds)
        try change {
            if shift != 0 {
                let waiting = try context.fetch(FetchDescriptor<SyncState>(predicate: #Predicate { $0.isPendingSync }))
                let unsent = waiting.filter { $0.sentVersion != $0.localVersion }
                let ideas = try rows(unsent.map(\.ideaId)).ideas
                for state in unsent {
                    correct(state, ideas[state.ideaId].flatMap { $0.deviceId == device ? $0 : nil }, shift, server)
                }
            }
            try repository.setMemo(.clock, offset)
            // An idea that is dated back is no older for that.
            if shift < 0 { try repository.moveRetentionClock(backBy: -shift) }
        }
        return delta
    }

    /// Brings changes that were not sent yet back to the present which a clock stamped that was set right since.
    func clampStamps(_ offset: ClockOffset) throws {
        guard offset.isKnown else { return }
        let now = surroundings.now()
        let server = now.adding(milliseconds: offset.milliseconds)
        // No further ahead than a right clock may be, however late the service's present is in its interval.
        let earliest = now.adding(milliseconds: offset.leastMilliseconds)
        let limit = earliest.adding(milliseconds: ClockOffset.alarmMilliseconds)
        let descriptor = FetchDescriptor<SyncState>(
            predicate: #Predicate { $0.isPendingSync && $0.lastModifiedAt > limit },
            sortBy: [SortDescriptor(\SyncState.lastModifiedAt)]
        )
        guard try context.fetchCount(descriptor) > 0 else { return }
        let device = try repository.deviceID()
        try change {
            let states = try context.fetch(descriptor).filter { $0.sentVersion != $0.localVersion }
            let ideas = try rows(states.map(\.ideaId)).ideas
            for (place, state) in states.enumerated() {
                // In the order in which they were made.
                let moment = server.adding(milliseconds: Int64(place - states.count))
                clamp(state, ideas[state.ideaId].flatMap { $0.deviceId == device ? $0 : nil }, to: moment)
            }
        }
    }

    private func clamp(_ state: SyncState, _ idea: Idea?, to moment: Date) {
        let seen = state.remoteUpdatedAt.map { $0.adding(milliseconds: 1) } ?? moment
        let stamp = max(moment, seen)
        state.lastModifiedAt = stamp
        guard let idea else { return }
        // Also where the service has the idea by now: another device may have made it, too, as from the same file.
        idea.createdAt = min(idea.createdAt, stamp)
        idea.updatedAt = max(stamp, idea.createdAt)
        if idea.deletedAt != nil { idea.deletedAt = max(stamp, idea.createdAt) }
        state.lastModifiedAt = idea.updatedAt
    }

    private func correct(_ state: SyncState, _ idea: Idea?, _ shift: Int64, _ server: Date) {
        guard let idea else { return }
        func corrected(_ stamp: Date) -> Date {
            StampCorrection.corrected(stamp, by: shift, now: server, after: state.remoteUpdatedAt)
        }
        let isNew = state.remoteUpdatedAt == nil
        if isNew { idea.createdAt = corrected(idea.createdAt) }
        idea.updatedAt = max(corrected(idea.updatedAt), idea.createdAt)
        if let deleted = idea.deletedAt { idea.deletedAt = max(corrected(deleted), idea.createdAt) }
        state.lastModifiedAt = idea.updatedAt
    }
}
