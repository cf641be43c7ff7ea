import Foundation
import SwiftData

/// A part of the history that has a bound.
private enum HistoryPart {
    /// What every sync notes.
    case routine
    /// All lines but those of ``kept``.
    case ordinary
    /// Lines that may keep a version that gave way.
    case kept

    /// The lines of the part that are older than a date.
    func lines(before limit: Date = .distantFuture) -> Predicate<SyncLog> {
        let routine = [LogEvent.syncSuccess, .retry, .syncFailure].map(\.rawValue)
        let keeping = KeptVersion.events.map(\.rawValue)
        switch self {
        case .routine: return #Predicate<SyncLog> { routine.contains($0.eventType) && $0.timestamp < limit }
        case .ordinary:
            // Of events that may keep a version those that have no details keep none, such as what an import adds.
            return #Predicate<SyncLog> {
                ($0.details == nil || !keeping.contains($0.eventType)) && $0.timestamp < limit
            }
        case .kept:
            return #Predicate<SyncLog> {
                $0.details != nil && keeping.contains($0.eventType) && $0.timestamp < limit
            }
        }
    }
}

extension IdeaRepository {
    /// Drops the oldest lines beyond the limits, and what every sync notes before anything else.
    ///
    /// A busy sync fills the history by itself. What gave way in a conflict can be brought back for thirty days all the
    /// same, so its lines are counted apart.
    func boundHistory(rowLimit: Int, keptLimit: Int) throws {
        // Where nothing is asked of the rows they are counted at once, and most stores have few.
        let all = try context.fetchCount(FetchDescriptor<SyncLog>())
        if all > keptLimit { try drop(.kept, beyond: keptLimit) }
        guard all > rowLimit else { return }
        let surplus = try count(.ordinary) - rowLimit
        guard surplus > 0 else { return }
        try drop(.routine, beyond: max(0, try count(.routine) - surplus))
        try drop(.ordinary, beyond: rowLimit)
    }

    private func count(_ part: HistoryPart) throws -> Int {
        try context.fetchCount(FetchDescriptor<SyncLog>(predicate: part.lines()))
    }

    private func drop(_ part: HistoryPart, beyond limit: Int) throws {
        var surplus = FetchDescriptor<SyncLog>(
            predicate: part.lines(),
            sortBy: [SortDescriptor(\SyncLog.timestamp, order: .reverse)]
        )
        surplus.fetchOffset = limit
        surplus.fetchLimit = 1
        guard let first = try context.fetch(surplus).first else { return }
        let moment = first.timestamp
        try change {
            try context.delete(model: SyncLog.self, where: part.lines(before: moment))
        }
        // What is left beyond the limit happened within the same millisecond as the last line that stays.
        surplus.fetchLimit = Retention.batchSize
        while true {
            let batch = try context.fetch(surplus)
            guard !batch.isEmpty else { return }
            try change {
                for entry in batch { context.delete(entry) }
            }
        }
    }
}
