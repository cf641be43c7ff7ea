import Foundation
import SwiftData

extension SyncStore {
    /// Takes in how wrong the clock is: corrects the dates of changes that were not sent yet, in one transaction with
    /// the offset by which later ones are stamped.
    ///
    /// Answers how many milliseconds the correction was.
    func correctStamps(_ offset: ClockOffset) throws -> Int64 {
        guard offset.isKnown else { return 0 }
        let before = try repository.memo(.clock, as: ClockOffset.self) ?? ClockOffset()
        let delta = offset.milliseconds - before.milliseconds
        guard delta != 0 || !before.isKnown else { return 0 }
        let device = try repository.deviceID()
        let server = surroundings.now().adding(milliseconds: offset.milliseconds)
        try change {
            if delta != 0 {
                let waiting = try context.fetch(FetchDescriptor<SyncState>(predicate: #Predicate { $0.isPendingSync }))
                let unsent = waiting.filter { $0.sentVersion != $0.localVersion }
                let ideas = try rows(unsent.map(\.ideaId)).ideas
                for state in unsent {
                    correct(state, ideas[state.ideaId].flatMap { $0.deviceId == device ? $0 : nil }, delta, server)
                }
            }
            try repository.setMemo(.clock, offset)
        }
        return delta
    }

    private func correct(_ state: SyncState, _ idea: Idea?, _ delta: Int64, _ server: Date) {
        guard let idea else { return }
        func corrected(_ stamp: Date) -> Date {
            StampCorrection.corrected(stamp, by: delta, now: server, after: state.remoteUpdatedAt)
        }
        let isNew = state.remoteUpdatedAt == nil
        if isNew { idea.createdAt = corrected(idea.createdAt) }
        idea.updatedAt = max(corrected(idea.updatedAt), idea.createdAt)
        if let deleted = idea.deletedAt { idea.deletedAt = max(corrected(deleted), idea.createdAt) }
        state.lastModifiedAt = idea.updatedAt
    }
}
