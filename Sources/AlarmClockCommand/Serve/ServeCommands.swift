import AlarmClockCore
import AppCommons
import ArgumentParser
import WebHost

struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "serve", abstract: help("serve"))
    /// What a browser may have in its bookmarks.
    static let usualPort: UInt16 = 4_334

    @Option(help: argumentHelp("port", "n")) var port: UInt16?
    @Flag(help: argumentHelp("open")) var open = false
    @Option(help: argumentHelp("listen", "address")) var listen: String?
    @Option(name: .customLong("behind-tls"), help: argumentHelp("behindTLS", "name")) var behindTLS: String?
    @Flag(help: argumentHelp("withoutEncryption")) var withoutEncryption = false
    @OptionGroup var shared: SharedOptions

    func run() async throws { try shared.end(await served()) }

    @MainActor
    private func served() async -> ExitStatus {
        let runner = shared.runner
        guard let listening else {
            runner.say(ServeNote.needsName(address: listen ?? ""))
            return .usage
        }
        if case .openToTheNetworkWithoutEncryption(let address, _, _) = listening {
            runner.say(ServeNote.unprotected(address: address))
        }
        return await runner.serve { home in
            let pages = AlarmPages(home, runner, opensBrowser: open)
            let signals = EndSignals { pages.close() }
            defer { signals.end() }
            try await pages.run(listening, orAnyPort: port == nil)
        }
    }

    /// Where to listen; nil where others could, and nothing says what protects it.
    private var listening: Listening? {
        try? .checked(
            address: listen ?? "127.0.0.1",
            port: port ?? Self.usualPort,
            names: behindTLS.map { [$0] } ?? [],
            isBehindTLS: behindTLS != nil,
            allowsNoEncryption: withoutEncryption
        )
    }
}

struct Run: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "run", abstract: help("run"))

    @Option(help: argumentHelp("runPort", "n")) var port: UInt16?
    @OptionGroup var shared: SharedOptions

    func run() async throws { try shared.end(await ran()) }

    @MainActor
    private func ran() async -> ExitStatus {
        let runner = shared.runner
        guard let port else { return await runner.ring(showing: nil) }
        return await runner.ring { home in
            try await AlarmPages(home, runner, opensBrowser: false).run(.thisMachine(port: port), orAnyPort: false)
        }
    }
}
