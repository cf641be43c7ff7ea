import ArgumentParser
import CloudKitServer
import Foundation

/// The command `cloudkit-server account …`.
struct AccountCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account",
        abstract: "Make accounts.",
        subcommands: [Create.self]
    )

    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Make an account.")

        @OptionGroup var folder: DataFolder

        @Argument(help: "What its owner signs in as.")
        var name: String

        @Flag(name: .customLong("password-stdin"), help: "Read the password from the first line of standard input.")
        var readsPassword = false

        func run() async throws {
            guard readsPassword else { throw ValidationError("Say --password-stdin and give the password there.") }
            let password = readLine(strippingNewline: true) ?? ""
            let server = try await folder.server()
            do {
                try await server.accounts.create(name: name, password: password)
            } catch let error as AccountError {
                throw ValidationError(error.message)
            }
            try await server.close()
        }
    }
}

extension AccountError {
    /// What went wrong, for people.
    var message: String {
        switch self {
        case .badName: "An account's name is 1 to 100 letters, digits and .-_@+ long."
        case .nameTaken: "There is an account of this name already."
        case .badPassword: "A password has 8 to 1000 characters."
        case .unknownName: "There is no account of this name, or it is disabled."
        case .wrongPassword: "The name or the password is wrong."
        case .disabled: "The account is disabled."
        case .badInvitation: "The invitation was used or has run out."
        case .tooManyAttempts(let seconds): "There were too many attempts; try again in \(seconds) seconds."
        }
    }
}
