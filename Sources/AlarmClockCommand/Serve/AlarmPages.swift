import AlarmClockCore
import AlarmClockUI
import AppCommons
import Foundation
@_spi(Hosting) import SwiftUI
import Synchronization
import WebHost

/// AlarmClock in browsers, for as long as it runs.
@MainActor
final class AlarmPages {
    /// Why the pages cannot be served.
    struct Failure: LocalizedError {
        let errorDescription: String?
    }

    private let home: AlarmClockHome
    private let runner: CommandRunner
    private let opensBrowser: Bool
    private nonisolated let work = Mutex<Task<Void, any Error>?>(nil)

    init(_ home: AlarmClockHome, _ runner: CommandRunner, opensBrowser: Bool) {
        self.home = home
        self.runner = runner
        self.opensBrowser = opensBrowser
    }

    /// Serves until ``close()`` or until the task is cancelled.
    ///
    /// Throws `ListeningFailure` and ``Failure``.
    func run(_ listening: Listening, orAnyPort: Bool) async throws {
        do {
            do {
                try await run(listening)
            } catch HostError.addressNotAvailable where orAnyPort {
                try await run(listening.onAnyPort)
            }
        } catch HostError.addressNotAvailable(let address, let port, let code) {
            throw ListeningFailure(address: address, port: port, code: code)
        } catch let error as HostError {
            throw Failure(errorDescription: error.description)
        }
    }

    /// Ends ``run(_:orAnyPort:)``.
    nonisolated func close() { work.withLock { $0?.cancel() } }

    private func run(_ listening: Listening) async throws {
        var configuration = HostConfiguration(
            identity: AppIdentity(name: "AlarmClock", icon: Self.icon),
            dataFolder: home.folders.data,
            listening: listening
        )
        configuration.routes = [health]
        configuration.report = { report in LiveCommandOutput().note("\(report)") }
        let home = home
        let settings = home.folders.data.appending(path: "settings.json")
        let scenes = makeSceneSource(settings: settings) { AlarmClockRoot(home: home) }
        let server = PageServer(configuration, scenes: scenes)
        let task = Task {
            try await server.run { address in
                Task { @MainActor in self.ready(address) }
            }
        }
        work.withLock { $0 = task }
        do {
            try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
        } catch is CancellationError {
            // That is how it ends.
        } catch  where task.isCancelled {
            // The same, as a socket tells it.
        }
    }

    private func ready(_ address: PageServer.Address) {
        runner.say(ServeNote.ready(link: address.link))
        guard opensBrowser else { return }
        do {
            try BrowserOpener.open(address.link, title: "AlarmClock", in: home.folders.data)
        } catch {
            runner.say(.cannotOpen(reason: error.reason))
        }
    }

    /// Whether the alarms can be read; anyone may ask.
    private var health: PlainRoute {
        let home = home
        return PlainRoute(path: "/healthz", access: .anyone) { _ in
            let isSound = await home.isReadable()
            let body = isSound ? #"{"status":"ok"}"# : #"{"error":"the alarms cannot be read"}"#
            return PlainResponse(
                status: isSound ? 200 : 503,
                contentType: "application/json",
                body: Data((body + "\n").utf8)
            )
        }
    }

    private static let icon = """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="#3a5bd9"/>\
        <circle cx="32" cy="35" r="17" fill="none" stroke="#fff" stroke-width="5"/>\
        <path d="M32 25v10l7 5M14 19l8-7M50 19l-8-7" fill="none" stroke="#fff" stroke-width="5" stroke-linecap="round"/></svg>
        """
}
