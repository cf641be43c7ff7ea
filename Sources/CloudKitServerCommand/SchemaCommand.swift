import ArgumentParser
import CloudKitServer
import CloudKitWebServices
import Foundation

/// The command `cloudkit-server schema …`.
struct SchemaCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Record types: read and write them as text, and put them into production.",
        discussion: """
            Grants say who may do what in the public database: “GRANT READ TO "_world"” for everybody, “_icloud” for \
            whoever has signed in, “_creator” for who created the record. A type without a grant has the usual ones: \
            everybody reads, whoever has signed in creates, creators write.

            Examples:
              cloudkit-server schema export --container iCloud.org.example.notes > notes.ckdb
              cloudkit-server schema import --container iCloud.org.example.notes notes.ckdb
              cloudkit-server schema deploy --container iCloud.org.example.notes
            """,
        subcommands: [Export.self, Import.self, Diff.self, Deploy.self]
    )

    struct Export: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "export",
            abstract: "Print a schema in the schema language (.ckdb)."
        )

        @OptionGroup var folder: DataFolder
        @OptionGroup var container: ContainerOption

        @Option(help: "development or production.")
        var environment = ServiceEnvironment.development

        func run() async throws {
            let server = try await folder.server()
            let key = SchemaKey(container: container.container, environment: environment)
            Output.line(String(try await server.records.schema(of: key).text.dropLast()))
            try await server.close()
        }
    }

    struct Import: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "import",
            abstract: "Make the development schema that of a file; nothing may be lost by it."
        )

        @OptionGroup var folder: DataFolder
        @OptionGroup var container: ContainerOption

        @Argument(help: "The file, in the schema language (.ckdb).")
        var file: String

        func run() async throws {
            let schema = try SchemaCommand.schema(in: file)
            let server = try await folder.server()
            let key = SchemaKey(container: container.container, environment: .development)
            try await SchemaCommand.report { try await server.records.putSchema(schema, as: key) }
            SchemaCommand.sayIdleGrants(of: schema)
            try await server.close()
        }
    }

    struct Diff: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "diff",
            abstract: "Say what a file would change in development, or without one, what a deployment would."
        )

        @OptionGroup var folder: DataFolder
        @OptionGroup var container: ContainerOption

        @Argument(help: "A file in the schema language (.ckdb).")
        var file: String?

        @Flag(help: "Print one JSON document.")
        var json = false

        func run() async throws {
            let schema = try file.map(SchemaCommand.schema(in:))
            let server = try await folder.server()
            let name = container.container
            let development = try await server.records.schema(of: SchemaKey(container: name, environment: .development))
            let production = try await server.records.schema(of: SchemaKey(container: name, environment: .production))
            try await server.close()
            let difference =
                schema.map { SchemaDifference(from: development, to: $0) }
                ?? SchemaDifference(from: production, to: development)
            if json {
                Output.line(try SchemaCommand.json(difference))
            } else {
                for change in difference.changes { Output.line(change.description) }
            }
        }
    }

    struct Deploy: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "deploy",
            abstract: "Put the development schema into production; nothing may be lost by it."
        )

        @OptionGroup var folder: DataFolder
        @OptionGroup var container: ContainerOption

        func run() async throws {
            let server = try await folder.server()
            let name = container.container
            try await SchemaCommand.report { try await server.records.deploySchema(of: name) }
            let key = SchemaKey(container: name, environment: .production)
            SchemaCommand.sayIdleGrants(of: try await server.records.schema(of: key))
            try await server.close()
        }
    }
}

extension SchemaCommand {
    fileprivate static func schema(in path: String) throws -> RecordSchema {
        guard let bytes = FileManager.default.contents(atPath: path) else {
            throw Failure("The file \(path) cannot be read.")
        }
        guard let text = String(bytes: bytes, encoding: .utf8) else {
            throw Failure("The file \(path) is no schema: it is not written in UTF-8.")
        }
        do throws(SchemaTextError) {
            return try RecordSchema(text: text)
        } catch {
            throw Failure("\(path): \(error.description)")
        }
    }

    /// Says what changed, or what would be lost.
    fileprivate static func report(_ change: () async throws -> SchemaDifference) async throws {
        do {
            for change in try await change().changes { Output.line(change.description) }
        } catch let loss as SchemaLoss {
            let list = loss.changes.map { "  " + $0 }.joined(separator: "\n")
            throw Failure("Nothing was changed, since this would be lost:\n\(list)")
        }
    }

    /// Says plainly what of the grants nobody can make use of.
    fileprivate static func sayIdleGrants(of schema: RecordSchema) {
        for sentence in schema.idleGrants { Output.problem(Array("Note: \(sentence)\n".utf8)) }
    }

    fileprivate static func json(_ difference: SchemaDifference) throws -> String {
        let list = difference.changes.map { ["change": $0.description, "isLoss": $0.isLoss] as [String: Any] }
        let data = try JSONSerialization.data(withJSONObject: list, options: [.sortedKeys, .withoutEscapingSlashes])
        return String(decoding: data, as: UTF8.self)
    }
}

extension ServiceEnvironment: ExpressibleByArgument {}
