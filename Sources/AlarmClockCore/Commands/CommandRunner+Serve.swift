import AppCommons
import Foundation

/// What is told while the alarms are shown in a browser.
package enum ServeNote: Equatable, Sendable {
    /// Where they are.
    case ready(link: String)
    /// No browser could be opened.
    case cannotOpen(reason: String)
    /// Whoever is on the network between can read along.
    case unprotected(address: String)
    /// An address beyond this machine, without a word that says what protects it.
    case needsName(address: String)
    /// Something that the author of the app should know.
    case report(String)
}

extension CommandRunner {
    /// Opens the alarms and shows them, until the body ends.
    ///
    /// Everything that goes wrong is said on standard error.
    @MainActor
    package func serve(_ body: @MainActor (AlarmClockHome) async throws -> Void) async -> ExitStatus {
        do {
            let store = try AlarmStore.open(folders, through: account.container(), zone: deviceZone, log: log)
            takeOver(into: store)
            let home = try AlarmClockHome(store, folders, in: surroundings)
            home.begin()
            defer { home.close() }
            try await body(home)
            return .done
        } catch {
            return report(error)
        }
    }

    /// Rings until the process is asked to end, and shows the alarms meanwhile where there is a body for that.
    ///
    /// Where they cannot be shown, that is said, and alarms ring all the same.
    @MainActor
    package func ring(showing body: (@MainActor (AlarmClockHome) async throws -> Void)?) async -> ExitStatus {
        do {
            let store = try AlarmStore.open(
                folders,
                through: account.container(),
                mirrors: true,
                zone: deviceZone,
                log: log
            )
            takeOver(into: store)
            let daemon = try AlarmDaemon(store, folders, in: surroundings)
            let signals = EndSignals { daemon.close() }
            defer { signals.end() }
            let (ready, isReady) = AsyncStream<Void>.makeStream()
            let showing = Task { @MainActor in
                for await _ in ready {}
                try? say(phrases.text(.daemonRuns))
                // A daemon whose output is closed rings all the same.
                try? output.flush()
                guard let body, !Task.isCancelled else { return }
                do {
                    let home = try AlarmClockHome(store, folders, in: surroundings)
                    home.begin()
                    defer { home.close() }
                    try await body(home)
                } catch {
                    if !Task.isCancelled { note(phrases.text(.serveFailed, phrases.text(for: error))) }
                }
            }
            defer { showing.cancel() }
            try await daemon.run { isReady.finish() }
            showing.cancel()
            await showing.value
            return .done
        } catch AlarmDaemon.Failure.runsAlready {
            return report(CommandProblem.runsAlready)
        } catch {
            return report(error)
        }
    }

    /// Says something of the browser's side.
    package func say(_ note: ServeNote) {
        switch note {
        case .ready(let link):
            try? say(phrases.text(.serveAt, link))
            try? output.flush()
            self.note(phrases.text(.serveSecret))
        case .cannotOpen(let reason): self.note(phrases.text(.serveCannotOpen, reason))
        case .unprotected(let address): self.note(phrases.text(.serveUnprotected, address))
        case .needsName(let address):
            self.note(phrases.text(.error, phrases.text(.serveNeedsName, address)))
        case .report(let text): self.note(text)
        }
    }

    /// Says that the browser's side failed, and answers the status of that.
    package func failed(_ reason: String) -> ExitStatus {
        note(phrases.text(.error, reason))
        return .failed
    }
}
