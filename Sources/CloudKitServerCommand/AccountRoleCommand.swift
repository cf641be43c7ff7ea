import ArgumentParser
import CloudKitServer

/// `cloudkit-server account role …`.
struct AccountRoleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "role",
        abstract: "Give accounts roles of a schema, and take them away.",
        discussion: """
            What a schema grants to a role of its own (CREATE ROLE), the accounts may do that have it.

            Examples:
              cloudkit-server account role give anna editors --container iCloud.org.example.notes
              cloudkit-server account role list anna
            """,
        subcommands: [Give.self, Take.self, List.self]
    )

    /// Which role, and whose.
    struct Role: ParsableArguments {
        @OptionGroup var account: AccountName

        @Argument(help: "The role, as the schema has it.")
        var role: String

        @OptionGroup var container: ContainerOption
        @OptionGroup var environment: EnvironmentOption

        var value: AccountRole {
            let schema = SchemaKey(container: container.container, environment: environment.environment)
            return AccountRole(schema: schema, name: role)
        }
    }

    struct Give: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "give",
            abstract: "Give an account a role, from now on."
        )

        @OptionGroup var role: Role
        @OptionGroup var folder: DataFolder

        func run() async throws {
            try await folder.with { server in
                do {
                    try await server.accounts.giveRole(role.value, toAccountNamed: role.account.name)
                } catch RoleError.unknownRole(let known) {
                    let names = known.map { "“\($0)”" }.joined(separator: ", ")
                    let those = known.isEmpty ? "It has none; CREATE ROLE makes one." : "It has \(names)."
                    throw Failure("The schema has no role “\(role.role)”. \(those)")
                }
            }
        }
    }

    struct Take: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "take", abstract: "Take a role away, from now on.")

        @OptionGroup var role: Role
        @OptionGroup var folder: DataFolder

        func run() async throws {
            try await folder.with { server in
                do {
                    try await server.accounts.takeRole(role.value, fromAccountNamed: role.account.name)
                } catch RoleError.isNotGiven {
                    throw Failure("The account does not have this role. “account role list” has all of its roles.")
                }
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "List the roles of an account.")

        @OptionGroup var account: AccountName

        @Flag(help: "Print a JSON array of objects with the keys container, environment and role.")
        var json = false

        @OptionGroup var folder: DataFolder

        private struct Entry: Encodable {
            let container: String
            let environment: String
            let role: String
        }

        func run() async throws {
            try await folder.with { server in
                let entries = try await server.accounts.roles(ofAccountNamed: account.name).map { role in
                    let (schema, name) = (role.schema, role.name)
                    return Entry(container: schema.container, environment: schema.environment.rawValue, role: name)
                }
                if json { return try Listing.write(entries) }
                for entry in entries { Output.line("\(entry.environment)  \(entry.container)  \(entry.role)") }
            }
        }
    }
}
