import AlarmClockCore
import AppCommons
import ArgumentParser

struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: help("serve"))
    /// What a browser may have in its bookmarks.
    static let usualPort: UInt16 = 4_334

    @Option(help: argumentHelp("port", "n")) var port: UInt16?
    @Flag(help: argumentHelp("open")) var open = false
    @OptionGroup var shared: SharedOptions

    func run() async throws { try shared.end(await served()) }

    @MainActor
    private func served() async -> ExitStatus {
        let runner = shared.runner
        return await runner.serve { home in
            let pages = AlarmPages(home, runner, opensBrowser: open)
            let signals = EndSignals { pages.close() }
            defer { signals.end() }
            try await pages.run(port: port ?? Self.usualPort, orAnyPort: port == nil)
        }
    }
}

struct Run: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: help("run"))

    @Option(help: argumentHelp("runPort", "n")) var port: UInt16?
    @OptionGroup var shared: SharedOptions

    func run() async throws { try shared.end(await ran()) }

    @MainActor
    private func ran() async -> ExitStatus {
        let runner = shared.runner
        guard let port else { return await runner.ring(showing: nil) }
        return await runner.ring { home in
            try await AlarmPages(home, runner, opensBrowser: false).run(port: port, orAnyPort: false)
        }
    }
}
