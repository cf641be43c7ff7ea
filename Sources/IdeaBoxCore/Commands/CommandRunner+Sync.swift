import AppCommons
import Foundation
import SwiftData

extension CommandRunner {
    /// Events that wait to be printed; of more the oldest are left out.
    private static let waitingEvents = 10_000

    /// Syncs until everything is where it belongs, or, if that is wanted, for as long as the process lives.
    func sync(_ request: SyncRequest, _ waiting: SyncSurroundings) async throws -> ExitStatus {
        guard try account.current() != nil else { throw SyncProblem(.signedOut) }
        let place = folders
        let container = try writing().container
        var ownership: SyncOwnership?
        while true {
            do {
                try await sync(request, waiting, container, place, ownership)
                return .done
            } catch let problem as SyncProblem where problem.kind == .ownedElsewhere {
                if request.answer != nil { throw problem }
                if request.watches {
                    ownership = try await watchOwner(of: place, container, request)
                } else {
                    ownership = try await askOwner(of: place, container, waiting, request)
                    if ownership == nil { return .done }
                }
            }
        }
    }

    /// Does the work, where this process may, and shows what happens.
    private func sync(
        _ request: SyncRequest,
        _ waiting: SyncSurroundings,
        _ container: ModelContainer,
        _ place: DataFolders,
        _ ownership: SyncOwnership?
    ) async throws {
        let events = EventLine<SyncEvent>(limit: .bufferingNewest(CommandRunner.waitingEvents))
        let session = try await SyncSession(container, in: place, account, waiting, ownership: ownership) {
            events.add($0)
        }
        let work = Task {
            defer { events.end() }
            try await CommandRunner.work(session, request)
        }
        var arriving = events.stream.makeAsyncIterator()
        while let event = await arriving.next() { try show(event, json: request.json) }
        try await work.value
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

    /// Says what happened, at once.
    func show(_ event: SyncEvent, json: Bool) throws {
        if json {
            try output.write(event.json(at: surroundings.now()) + "\n")
        } else {
            try output.write(messages.text(for: event).safeForTerminal + "\n")
        }
        try output.flush()
    }
}
