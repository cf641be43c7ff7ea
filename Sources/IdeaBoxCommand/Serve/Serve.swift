import AppCommons
import ArgumentParser
import IdeaBoxCore
import WebHost

struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "serve", abstract: help(.serve))
    /// What a browser may have in its bookmarks.
    static let usualPort: UInt16 = 4_333

    @Option(help: argumentHelp(.port, "n")) var port: UInt16?
    @Flag(help: argumentHelp(.open)) var open = false
    @Option(help: argumentHelp(.listen, "address")) var listen: String?
    @Option(name: .customLong("behind-tls"), help: argumentHelp(.behindTLS, "name")) var behindTLS: String?
    @Flag(help: argumentHelp(.withoutEncryption)) var withoutEncryption = false
    @OptionGroup var shared: SharedOptions

    func run() async throws {
        try shared.end(await served())
    }

    @MainActor
    private func served() async -> ExitStatus {
        let runner = shared.runner
        guard let listening else {
            runner.say(.needsName(address: listen ?? ""))
            return .usage
        }
        if case .openToTheNetworkWithoutEncryption(let address, _, _) = listening {
            runner.say(.unprotected(address: address))
        }
        var failure: HostError?
        let status = await runner.serve { home in
            do {
                let service = IdeaBoxService(home, runner, opensBrowser: open)
                try await service.run(listening, orAnyPort: port == nil)
            } catch let error as HostError {
                failure = error
            }
        }
        guard let failure else { return status }
        guard case .addressNotAvailable(let address, let port, let code) = failure else {
            return runner.failed(failure.description)
        }
        runner.say(.cannotListen(ListeningFailure(address: address, port: port, code: code)))
        return .failed
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
