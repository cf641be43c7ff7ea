import ArgumentParser
import CloudKitServer
import Foundation

/// The command `cloudkit-server verify`.
struct VerifyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Look through every zone: numbers, counts, quota, index. Ends with 1 if something is wrong.",
        discussion: """
            Examples:
              cloudkit-server verify
              cloudkit-server verify --postgres postgresql://cloudkit@db.example.org/cloudkit --json
            """
    )

    @OptionGroup var folder: DataFolder

    @Flag(help: "Print one JSON document.")
    var json = false

    func run() async throws {
        let server = try await folder.server()
        let report = try await server.records.verify()
        try await server.close()
        Output.line(json ? try report.json() : report.text)
        if !report.isClean { throw ExitCode.failure }
    }
}

/// The command `cloudkit-server backup`.
struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copy everything while the server runs.",
        discussion: """
            A PostgreSQL is copied with its own tools, such as pg_dump.

            Example:
              cloudkit-server backup /backups/cloudkit-2026-11-21
            """
    )

    @OptionGroup var folder: DataFolder

    @Argument(
        help: "A new folder; or a new file that ends with .sqlite, for the database without the files of records."
    )
    var destination: String

    func run() async throws {
        guard try await folder.settings()[.postgres] == nil else {
            throw ValidationError("Copies of a PostgreSQL are made with its own tools, such as pg_dump.")
        }
        let backup = StoreBackup(folder: try await folder.path())
        do {
            try backup.copy(to: destination, isFolder: !destination.hasSuffix(".sqlite"))
        } catch let failure as StoreBackup.Failure {
            throw Failure(failure.message)
        } catch {
            throw Failure("The copy \(destination) could not be made, and nothing is left of it: \(error.sentence)")
        }
    }
}

/// The command `cloudkit-server restore`.
struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Put a copy back while no server runs; what was there is kept beside it.",
        discussion: """
            A PostgreSQL is put back with its own tools. After that, and after a standby was promoted that may lack \
            something, run this with --postgres and without a copy: devices then fetch everything anew.

            Example:
              cloudkit-server restore /backups/cloudkit-2026-11-21
            """
    )

    @OptionGroup var folder: DataFolder

    @Argument(help: "The folder or file that the command backup made.")
    var source: String?

    func run() async throws {
        if try await folder.settings()[.postgres] != nil { return try await beginNewLife() }
        guard let source else { throw ValidationError("Say which folder or file to put back.") }
        let report = try await restored(source, StoreBackup(folder: try await folder.path()))
        Output.line(report.text)
        if !report.isClean { throw ExitCode.failure }
    }

    private func restored(_ source: String, _ backup: StoreBackup) async throws -> StoreReport {
        do {
            return try await backup.restore(from: source, now: Surroundings.system.now())
        } catch let failure as StoreBackup.Failure {
            throw Failure(failure.message)
        } catch {
            throw Failure("The copy \(source) could not be put back: \(error.sentence)")
        }
    }

    private func beginNewLife() async throws {
        guard source == nil else {
            throw ValidationError("A PostgreSQL is put back with its own tools; then run this without a copy.")
        }
        let server = try await folder.server()
        let report = try await server.beginNewLife()
        try await server.close()
        Output.line(report.text)
        if !report.isClean { throw ExitCode.failure }
    }
}

extension StoreReport {
    /// The report for people.
    var text: String {
        let found = findings.map { "\($0.place): \($0.problem)" }
        let more = findingCount > findings.count ? ["and \(findingCount - findings.count) more"] : []
        let sum = "\(zones) zones, \(records) records, \(findingCount) problems"
        return (found + more + [sum]).joined(separator: "\n")
    }

    /// The report for programs.
    func json() throws -> String {
        let report: [String: Any] = [
            "zones": zones, "records": records, "problemCount": findingCount,
            "problems": findings.map { ["place": $0.place, "problem": $0.problem] },
        ]
        let data = try JSONSerialization.data(withJSONObject: report, options: [.sortedKeys, .withoutEscapingSlashes])
        return String(decoding: data, as: UTF8.self)
    }
}

extension Error {
    /// What the file system or SQLite says, for people.
    fileprivate var sentence: String {
        if let error = self as? CocoaError, let reason = error.userInfo[NSUnderlyingErrorKey] as? POSIXError {
            return String(cString: strerror(reason.code.rawValue))
        }
        return (self as? any LocalizedError)?.errorDescription ?? "\(self)"
    }
}

extension StoreBackup.Failure {
    /// What went wrong, for people.
    var message: String {
        switch self {
        case .noDatabase(let path): "There is no database at \(path)."
        case .exists(let path): "There is something at \(path) already; a copy needs a new name."
        case .isInUse(let path): "A server has \(path) open: stop it first."
        case .isNoBackup(let path): "\(path) is damaged, or it is not a copy of a server's database."
        case .lacksFiles(let path, let records, let first):
            """
            The copy \(path) is there, but it lacks files of \(records) records, such as \(first). Make another. If \
            that lacks them too, the server has lost them: put them into its folder from an older copy.
            """
        }
    }
}
