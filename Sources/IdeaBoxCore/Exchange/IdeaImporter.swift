import Foundation
import SwiftData

/// Takes the rows of a file into the store, batch by batch, each batch in one transaction.
///
/// What is interrupted can be repeated: rows that are there already change nothing.
struct IdeaImporter {
    static let batchSize = 500
    /// How many ids a dry run remembers to notice that a file repeats them.
    ///
    /// Beyond, repeated rows count as added.
    static let maximumRememberedIDs = 500_000

    let repository: IdeaRepository
    let isDryRun: Bool
    /// What the history calls an idea that came in.
    var event = LogEvent.imported

    /// Reads to the end.
    ///
    /// Each refused row is handed to the closure as it is found. Throws what reading or saving throws; where batches are
    /// in the store by then, as the cause of an ``ImportInterrupted``.
    func run(_ reader: any ImportReader, onRefusal: (RefusedRow) throws -> Void) throws -> ImportReport {
        var reader = reader
        var report = ImportReport()
        var remembered: Set<UUID> = []
        var batch: [ImportRow] = []
        func flush() throws {
            report += try take(batch, &remembered)
            batch.removeAll(keepingCapacity: true)
        }
        do {
            while let item = try reader.next() {
                switch item {
                case .row(var row):
                    // Once for all: making an id from a long text takes time.
                    row.id = row.storedID
                    batch.append(row)
                    if batch.count == Self.batchSize { try flush() }
                case .refused(let row):
                    report.refused += 1
                    try onRefusal(row)
                }
            }
            try flush()
        } catch  where !isDryRun && report.added + report.replaced > 0 {
            throw ImportInterrupted(report: report, cause: error)
        }
        return report
    }

    private func take(_ batch: [ImportRow], _ remembered: inout Set<UUID>) throws -> ImportReport {
        guard !batch.isEmpty else { return ImportReport() }
        guard isDryRun else {
            // A context for each batch: what it holds goes away with it.
            let context = ModelContext(repository.container)
            context.autosaveEnabled = false
            return try repository.change(in: context) {
                try IdeaMerge(repository: repository, context: context, event: event).merge(batch)
            }
        }
        let fresh = batch.filter { !remembered.contains($0.storedID) }
        if remembered.count < Self.maximumRememberedIDs { remembered.formUnion(fresh.map(\.storedID)) }
        let context = ModelContext(repository.container)
        context.autosaveEnabled = false
        var report = try IdeaMerge(repository: repository, context: context, event: event).merge(fresh)
        context.rollback()
        report.unchanged += batch.count - fresh.count
        return report
    }
}

/// An import that stopped after a part of the rows had been taken in.
struct ImportInterrupted: Error {
    /// What is in the store.
    let report: ImportReport
    let cause: any Error
}

extension ImportReport {
    static func += (total: inout ImportReport, part: ImportReport) {
        total.added += part.added
        total.replaced += part.replaced
        total.unchanged += part.unchanged
        total.corrected += part.corrected
        total.refused += part.refused
    }
}

extension ImportRow {
    /// The id of the row, or the one that its text gives.
    var storedID: UUID { id ?? UUID(ideaTitle: title, details: details) }
}
