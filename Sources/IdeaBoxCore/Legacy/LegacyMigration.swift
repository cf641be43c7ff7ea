import AppCommons
import Foundation
import SwiftData

/// Takes over the ideas of the first version of the app: reads, checks, inserts all in one transaction, counts them,
/// and only then puts the old file aside.
///
/// Repeating it changes nothing; a failure keeps the old data.
struct LegacyMigration {
    let source: LegacySource
    let repository: IdeaRepository

    /// Never throws: the app works on without the old ideas, and says so.
    func run() -> [StoreNotice] {
        do {
            return try migrate()
        } catch {
            let reason = MigrationFailure(error)
            logFailure(reason)
            return [.migrationFailed(from: source.url.path, reason: reason)]
        }
    }

    private func migrate() throws -> [StoreNotice] {
        guard let bytes = try source.bytes() else { return [] }
        let legacy = try LegacyIdeas(bytes)
        let added = try insert(legacy.rows)
        try verify(legacy.rows)
        try source.retire(draftID: repository.surroundings.makeID())
        let left = legacy.broken.map {
            StoreNotice.entryLeft(from: source.url.path, index: $0.index, reason: $0.reason)
        }
        return [.migrated(count: added, from: source.url.path)] + left
    }

    private func insert(_ rows: [ImportRow]) throws -> Int {
        let context = ModelContext(repository.container)
        context.autosaveEnabled = false
        return try repository.change(in: context) {
            let merge = IdeaMerge(repository: repository, context: context, event: .create)
            let report = try merge.merge(rows)
            var details = JSONText()
            details.add("file", source.url.lastPathComponent)
            details.add("added", report.added)
            details.add("entries", rows.count)
            try repository.record(
                .migrationSuccess,
                idea: nil,
                at: try repository.correctedNow,
                details,
                in: context
            )
            return report.added
        }
    }

    /// Looks the ideas up again, past everything that the context of the insertion knows.
    private func verify(_ rows: [ImportRow]) throws {
        let context = ModelContext(repository.container)
        let expected = rows.map(\.storedID)
        var found = 0
        for start in stride(from: 0, to: expected.count, by: IdeaImporter.batchSize) {
            let ids = Array(expected[start..<min(start + IdeaImporter.batchSize, expected.count)])
            found += try context.fetchCount(FetchDescriptor<Idea>(predicate: #Predicate { ids.contains($0.id) }))
        }
        guard found == expected.count else { throw MigrationFailure.incomplete(found: found, of: expected.count) }
    }

    private func logFailure(_ reason: MigrationFailure) {
        let name = source.url.lastPathComponent
        var details = JSONText()
        details.add("file", name)
        // In one language, whatever the person's: the history travels between devices.
        details.add("reason", Messages(language: .english).text(for: reason, file: name))
        // The failure is shown in any case; where even the history cannot be written, there is no better place for it.
        try? repository.change {
            try repository.record(.migrationFailure, idea: nil, at: try repository.correctedNow, details)
        }
    }
}
