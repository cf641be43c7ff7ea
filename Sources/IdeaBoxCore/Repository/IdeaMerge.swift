import AppCommons
import Foundation
import SwiftData

/// Brings rows from outside together with what the store holds: new ones are added, of two versions of one idea the
/// later stays, also where it takes an idea out of the trash.
///
/// Saves nothing itself.
struct IdeaMerge {
    let repository: IdeaRepository
    let context: ModelContext
    let event: LogEvent

    func merge(_ rows: [ImportRow]) throws -> ImportReport {
        var report = ImportReport()
        let now = try HybridStamp.next(now: repository.correctedNow)
        var known = try existing(rows.map(\.storedID))
        for row in rows {
            var row = row
            if correctFuture(&row, now) { report.corrected += 1 }
            if let idea = known[row.storedID] {
                let isLater = row.updatedAt.map { $0 > idea.updatedAt } ?? false
                if isLater { try replace(idea, by: row, now) }
                report.replaced += isLater ? 1 : 0
                report.unchanged += isLater ? 0 : 1
            } else {
                known[row.storedID] = try add(row, now)
                report.added += 1
            }
        }
        return report
    }

    private func existing(_ ids: [UUID]) throws -> [UUID: Idea] {
        let found = try context.fetch(FetchDescriptor<Idea>(predicate: #Predicate { ids.contains($0.id) }))
        return Dictionary(found.map { ($0.id, $0) }) { first, _ in first }
    }

    /// A date in the future would win against every later change, so it becomes now.
    private func correctFuture(_ row: inout ImportRow, _ now: Date) -> Bool {
        let dates: [WritableKeyPath<ImportRow, Date?>] = [\.createdAt, \.updatedAt, \.deletedAt, \.lastSyncedAt]
        var isCorrected = false
        for date in dates {
            guard let value = row[keyPath: date], value > now else { continue }
            row[keyPath: date] = now
            isCorrected = true
        }
        return isCorrected
    }

    private func add(_ row: ImportRow, _ now: Date) throws -> Idea {
        let created = row.createdAt ?? row.updatedAt ?? now
        let idea = Idea(
            id: row.storedID,
            title: row.title,
            details: row.details,
            isCompleted: row.isCompleted,
            createdAt: created,
            updatedAt: row.updatedAt ?? created,
            deviceId: try row.deviceId ?? repository.deviceID(),
            version: row.version ?? 0
        )
        idea.lastSyncedAt = row.lastSyncedAt
        idea.deletedAt = row.deletedAt
        repository.insert(idea, at: now, in: context)
        try repository.record(event, idea: idea.id, at: now, in: context)
        return idea
    }

    /// The version that gives way is kept in the history.
    private func replace(_ idea: Idea, by row: ImportRow, _ now: Date) throws {
        var losing = JSONText()
        losing.add("replaced", raw: IdeaSnapshot(idea).json)
        try repository.record(event, idea: idea.id, at: now, losing, in: context)
        idea.title = row.title
        idea.details = row.details
        idea.isCompleted = row.isCompleted
        idea.createdAt = row.createdAt ?? idea.createdAt
        idea.updatedAt = row.updatedAt ?? idea.updatedAt
        idea.deletedAt = row.deletedAt
        idea.deviceId = try row.deviceId ?? repository.deviceID()
        idea.version = max(row.version ?? 0, IdeaRules.version(after: idea.version))
        if let state = idea.syncState {
            state.markPending(localVersion: idea.version, at: now)
        } else {
            idea.syncState = SyncState(ideaId: idea.id, localVersion: idea.version, lastModifiedAt: now)
        }
    }
}
