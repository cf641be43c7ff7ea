import Foundation
import SwiftData

/// What another process does to a store that it syncs, as far as the store tells: its history, and how sync stands.
struct WatchedWork {
    /// Transactions that are looked at together.
    private static let transactionsAtOnce: UInt64 = 100
    /// Lines of the history that are loaded together.
    private static let linesAtOnce = 500

    private let container: ModelContainer
    private var token: DefaultHistoryToken
    /// What was said last of how sync stands; nil where it has gone on since.
    private var said: SyncEvent?

    /// Begins with what happens from now on.
    ///
    /// - Throws: What the store throws.
    init(_ container: ModelContainer) throws {
        self.container = container
        token = try ModelContext(container).currentHistoryToken()
    }

    /// What has happened since the last call, and how sync stands where that is news.
    ///
    /// - Throws: What the store throws.
    mutating func news(_ standing: SyncStanding, at now: Date) throws -> [SyncEvent] {
        var counts = Counts()
        let context = ModelContext(container)
        while let lines = try nextLines(context) { try counts.add(lines, context) }
        let events = counts.events(pending: standing.pending)
        if !events.isEmpty { said = nil }
        let word = Self.word(of: standing, at: now)
        defer { said = word }
        guard let word, said.map({ !word.saysTheSame(as: $0) }) ?? true else { return events }
        return events + [word]
    }

    // MARK: The history

    /// The lines of the history that the next transactions wrote; nil where there are no more.
    private mutating func nextLines(_ context: ModelContext) throws -> [SyncLog]? {
        let last = token
        var descriptor = HistoryDescriptor<DefaultHistoryTransaction>()
        descriptor.predicate = #Predicate { $0.token > last }
        descriptor.fetchLimit = Self.transactionsAtOnce
        let transactions: [DefaultHistoryTransaction]
        do {
            transactions = try context.fetchHistory(descriptor)
        } catch SwiftDataError.historyTokenExpired {
            // What nobody has read for long is gone; the rest comes.
            token = try context.currentHistoryToken()
            return nil
        }
        guard let newest = transactions.last else { return nil }
        token = newest.token
        let ids = transactions.flatMap(\.changes).compactMap { change -> PersistentIdentifier? in
            if case .insert(let insert as DefaultHistoryInsert<SyncLog>) = change {
                insert.changedPersistentIdentifier
            } else {
                nil
            }
        }
        var rest = ids[...]
        var lines: [SyncLog] = []
        while !rest.isEmpty {
            let part = Array(rest.prefix(Self.linesAtOnce))
            rest = rest.dropFirst(part.count)
            lines += try context.fetch(
                FetchDescriptor<SyncLog>(predicate: #Predicate { part.contains($0.persistentModelID) })
            )
        }
        return lines
    }

    // MARK: How it stands

    private static func word(of standing: SyncStanding, at now: Date) -> SyncEvent? {
        switch standing.state {
        case .upToDate: return .upToDate
        case .signedOut, .syncing, .waiting: return nil
        case .offline, .needsAttention:
            guard let problem = standing.problem else { return nil }
            guard let next = standing.nextAttempt else { return .stopped(problem) }
            return .retry(seconds: max(0, next.timeIntervalSince(now)), problem)
        }
    }
}

/// How much of each kind has happened.
private struct Counts {
    private var (received, deleted, saved, removed, conflicts) = (0, 0, 0, 0, 0)

    /// The part of a line's details that says which way something went.
    private struct Details: Decodable {
        var direction: String?
    }

    mutating func add(_ lines: [SyncLog], _ context: ModelContext) throws {
        var sent: [UUID] = []
        for line in lines {
            let details = line.details.flatMap { try? JSONDecoder().decode(Details.self, from: Data($0.utf8)) }
            switch (LogEvent(rawValue: line.eventType), details?.direction) {
            case (.syncSuccess, "down"): received += 1
            case (.syncSuccess, "up"): if let id = line.ideaId { sent.append(id) }
            case (.delete, "down"): deleted += 1
            case (.conflict, _): conflicts += 1
            default: break
            }
        }
        guard !sent.isEmpty else { return }
        let living = try context.fetchCount(
            FetchDescriptor<Idea>(predicate: #Predicate { sent.contains($0.id) && $0.deletedAt == nil })
        )
        saved += min(living, sent.count)
        removed += sent.count - min(living, sent.count)
    }

    func events(pending: Int) -> [SyncEvent] {
        var events: [SyncEvent] = []
        if received + deleted > 0 { events.append(.received(changed: received, deleted: deleted)) }
        if conflicts > 0 { events.append(.conflicts(conflicts)) }
        if saved + removed > 0 { events.append(.sent(saved: saved, deleted: removed, pending: pending)) }
        return events
    }
}

extension SyncEvent {
    /// Whether both say the same of how sync stands, at whatever time.
    fileprivate func saysTheSame(as other: SyncEvent) -> Bool {
        if case .retry(_, let one) = self, case .retry(_, let two) = other { return one == two }
        return self == other
    }
}
