import AppCommons
import Foundation

/// What is told while the ideas are shown in a browser.
package enum ServeNote: Equatable, Sendable {
    /// Where they are.
    case ready(link: String)
    /// No browser could be opened.
    case cannotOpen(reason: String)
    /// Whoever is on the network between can read along.
    case unprotected(address: String)
    /// An address beyond this machine, without a word that says what protects it.
    case needsName(address: String)
    /// The port is in use, or the address is not this machine's.
    case cannotListen(ListeningFailure)
    /// Something that the author of the app should know.
    case report(String)
}

extension CommandRunner {
    /// Opens the ideas and shows them, until the body ends.
    ///
    /// Everything that goes wrong is said on standard error.
    @MainActor
    package func serve(_ body: @MainActor (IdeaBoxHome) async throws -> Void) async -> ExitStatus {
        await ended {
            let home = try IdeaBoxHome(self.deviceFolders, in: self.surroundings)
            for notice in home.notices { self.tell(notice) }
            if POSIXFiles.isFull(self.folders.data.path) { self.output.note(self.messages.text(.serveWithoutRoom)) }
            self.tellOfDamagedStores()
            home.startSync()
            try await body(home)
            return .done
        }
    }

    /// Says something of the browser's side.
    package func say(_ note: ServeNote) {
        switch note {
        case .ready(let link):
            try? output.write(messages.text(.serveAt, link).safeForTerminal + "\n")
            try? output.flush()
            output.note(messages.text(.serveSecret))
        case .cannotOpen(let reason): output.note(messages.text(.serveCannotOpen, reason).safeForTerminal)
        case .unprotected(let address): output.note(messages.text(.serveUnprotected, address).safeForTerminal)
        case .needsName(let address):
            output.note(messages.text(.error, messages.text(.serveNeedsName, address)).safeForTerminal)
        case .cannotListen(let failure):
            let text = failure.text(in: messages.language, addressOption: "--listen")
            output.note(messages.text(.error, text).safeForTerminal)
        case .report(let text): output.note(text.safeForTerminal)
        }
    }

    /// Says that the browser's side failed, and answers the status of that.
    package func failed(_ reason: String) -> ExitStatus {
        output.note(messages.text(.error, reason).safeForTerminal)
        return .failed
    }
}
