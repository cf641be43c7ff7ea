import AppCommons
import Foundation

extension CommandRunner {
    /// Seconds that a sync waits for another process that does the work.
    private static let patience: TimeInterval = 30
    /// Events that wait to be printed; of more the oldest are left out.
    private static let waitingEvents = 10_000

    /// Syncs until everything is where it belongs, or, if that is wanted, for as long as the process lives.
    func sync(_ request: SyncRequest, _ waiting: SyncSurroundings) async throws -> ExitStatus {
        guard try account.current() != nil else { throw SyncProblem(.signedOut) }
        let place = folders
        let container = try writing().container
        let events = EventLine<SyncEvent>(limit: .bufferingNewest(CommandRunner.waitingEvents))
        do {
            let session = try await SyncSession(container, in: place, account, waiting) { events.add($0) }
            let work = Task {
                defer { events.end() }
                try await CommandRunner.work(session, request)
            }
            var arriving = events.stream.makeAsyncIterator()
            while let event = await arriving.next() { try show(event, json: request.json) }
            try await work.value
            return .done
        } catch let problem as SyncProblem where problem.kind == .ownedElsewhere && !request.watches {
            return try await waitForOwner(waiting, request)
        }
    }

    private static func work(_ session: SyncSession, _ request: SyncRequest) async throws {
        switch request.answer {
        case .acceptDeletions: _ = try await session.coordinator.acceptDeletions()
        case .refuseDeletions: _ = try await session.coordinator.refuseDeletions()
        case .uploadAgain: try await session.coordinator.uploadAgain()
        case .startEmpty: try await session.coordinator.startEmpty()
        case nil: break
        }
        if request.watches {
            try await session.coordinator.watch()
        } else {
            // Whoever asks by hand wants it now, whatever was agreed on before.
            try await session.coordinator.retryNow()
        }
    }

    private func show(_ event: SyncEvent, json: Bool) throws {
        if json {
            try output.write(event.json(at: surroundings.now()) + "\n")
        } else {
            try output.write(messages.text(for: event).safeForTerminal + "\n")
        }
        try output.flush()
    }

    // MARK: Another process does it

    /// Waits until the process that syncs this store is done, and answers how that went.
    private func waitForOwner(_ waiting: SyncSurroundings, _ request: SyncRequest) async throws -> ExitStatus {
        output.note(messages.text(.syncedElsewhere))
        let container = try reading().container
        let ticks = EventLine<Bool>(limit: .bufferingNewest(1))
        let changes = try LocalChanges(container, of: [SyncMemo.self, Idea.self]) { ticks.add(false) }
        let limit = Task {
            try? await waiting.wait(CommandRunner.patience)
            ticks.add(true)
            ticks.end()
        }
        defer {
            limit.cancel()
            changes.end()
        }
        ticks.add(false)
        var ticking = ticks.stream.makeAsyncIterator()
        while let isOver = await ticking.next() {
            let summary = try SyncStanding(reading(), account, at: surroundings.now())
            guard summary.state == .upToDate || summary.problem != nil || isOver else { continue }
            if summary.state == .upToDate {
                try show(.upToDate, json: request.json)
                return .done
            }
            if let problem = summary.problem { throw problem }
            break
        }
        throw SyncProblem(.ownedElsewhere)
    }
}
