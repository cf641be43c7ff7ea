import ArgumentParser
import CloudKitServer

/// The command `cloudkit-server account …`.
struct AccountCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account",
        abstract: "Make, list and end accounts.",
        discussion: """
            Examples:
              cloudkit-server account create anna --password-stdin
              cloudkit-server account list --json
              cloudkit-server account export anna --into anna-copy

            People can also make their account themselves, with an invitation: cloudkit-server invite.
            """,
        subcommands: [
            AccountCreate.self, AccountList.self, AccountPassword.self, AccountDisable.self, AccountEnable.self,
            AccountSignOut.self, AccountExportCommand.self, AccountDelete.self, AccountRoleCommand.self,
            AccountDiscoverableCommand.self,
        ]
    )
}

/// Whose.
struct AccountName: ParsableArguments {
    @Argument(help: "The account's name.")
    var name: String
}

/// A password from standard input, where no list of processes shows it.
struct PasswordInput: ParsableArguments {
    @Flag(name: .customLong("password-stdin"), help: "Read the password from the first line of standard input.")
    var readsPassword = false

    func validate() throws {
        guard readsPassword else {
            throw ValidationError("Say --password-stdin, and give the password as the first line of standard input.")
        }
    }

    func read() -> String {
        readLine(strippingNewline: true) ?? ""
    }
}

struct AccountCreate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Make an account.",
        discussion: "The password is the first line of standard input: 8 to 1000 characters."
    )

    @OptionGroup var account: AccountName
    @OptionGroup var password: PasswordInput
    @OptionGroup var folder: DataFolder

    func run() async throws {
        let password = password.read()
        try await folder.with { try await $0.accounts.create(name: account.name, password: password) }
    }
}

struct AccountPassword: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "password",
        abstract: "Give an account another password and sign it out everywhere."
    )

    @OptionGroup var account: AccountName
    @OptionGroup var password: PasswordInput
    @OptionGroup var folder: DataFolder

    func run() async throws {
        let password = password.read()
        try await folder.with { try await $0.accounts.setPassword(password, name: account.name) }
    }
}

struct AccountDisable: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "disable",
        abstract: "Keep an account, but let nobody use it; it is signed out everywhere."
    )

    @OptionGroup var account: AccountName
    @OptionGroup var folder: DataFolder

    func run() async throws {
        try await folder.with { try await $0.accounts.setEnabled(false, name: account.name) }
    }
}

struct AccountEnable: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "enable", abstract: "Let a disabled account be used.")

    @OptionGroup var account: AccountName
    @OptionGroup var folder: DataFolder

    func run() async throws {
        try await folder.with { try await $0.accounts.setEnabled(true, name: account.name) }
    }
}

struct AccountSignOut: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-out",
        abstract: "End all sign-ins of an account: every device has to sign in again."
    )

    @OptionGroup var account: AccountName
    @OptionGroup var folder: DataFolder

    func run() async throws {
        try await folder.with { try await $0.accounts.signOutEverywhere(name: account.name) }
    }
}
