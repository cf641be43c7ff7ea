import AppCommons
import Foundation
import IdeaBoxCore
import IdeaBoxUI
@_spi(Hosting) import SwiftUI
import WebHost

/// IdeaBox in browsers, for as long as it runs.
@MainActor
final class IdeaBoxService {
    private let home: IdeaBoxHome
    private let runner: CommandRunner
    private let opensBrowser: Bool

    init(_ home: IdeaBoxHome, _ runner: CommandRunner, opensBrowser: Bool) {
        self.home = home
        self.runner = runner
        self.opensBrowser = opensBrowser
    }

    /// Serves until the process is told to end.
    ///
    /// Throws `HostError`.
    func run(_ listening: Listening, orAnyPort: Bool) async throws {
        do {
            try await run(listening)
        } catch HostError.addressNotAvailable where orAnyPort {
            try await run(listening.onAnyPort)
        }
    }

    private func run(_ listening: Listening) async throws {
        var configuration = HostConfiguration(
            identity: AppIdentity(name: "IdeaBox", icon: Self.icon),
            dataFolder: home.folders.data,
            listening: listening
        )
        configuration.routes = routes.all
        configuration.report = { report in LiveCommandOutput().note("\(report)") }
        let place = ServicePlace()
        let home = home
        let server = PageServer(
            configuration,
            scenes: makeSceneSource(settings: home.folders.data.appending(path: "settings.json")) {
                IdeaBoxRoot(home: home).environment(\.exportLinks, place.links)
            }
        )
        let work = Task {
            try await server.run { address in
                Task { @MainActor in self.ready(address, place) }
            }
        }
        let signals = EndSignals { work.cancel() }
        defer { withExtendedLifetime(signals) {} }
        do {
            try await work.value
        } catch is CancellationError {
            // That is how it ends.
        } catch  where work.isCancelled {
            // The same, as a socket tells it.
        }
    }

    private func ready(_ address: PageServer.Address, _ place: ServicePlace) {
        place.origin = address.origin
        runner.say(.ready(link: address.link))
        guard opensBrowser else { return }
        do {
            try BrowserOpener.open(address.link, title: "IdeaBox", in: home.folders.data)
        } catch {
            runner.say(.cannotOpen(reason: error.reason))
        }
    }

    private var routes: IdeaRoutes {
        let home = home
        return IdeaRoutes { body in try await home.aside(body) }
    }

    private static let icon = """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="#f5b301"/>\
        <path d="M32 12a14 14 0 0 0-8 25.5V42h16v-4.500A14 14 0 0 0 32 12z" fill="#fff"/>\
        <path d="M25 46h14v3H25zM27 51h10v3H27z" fill="#fff"/></svg>
        """
}

/// Where the service can be reached, once it listens.
@MainActor
final class ServicePlace {
    var origin = ""

    var links: [ExportLink] {
        let names: [(String, String)] = [("JSON", "json"), ("CSV", "csv"), ("Markdown", "md"), ("todo.txt", "txt")]
        return names.compactMap { name, ending in
            URL(string: "\(origin)/export.\(ending)").map { ExportLink(name: name, address: $0) }
        }
    }
}
