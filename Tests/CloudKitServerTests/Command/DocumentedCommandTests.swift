import CloudKitWebServices
import Foundation
import TestSupport
import Testing

@testable import CloudKitServer

@Suite("The documentation's chapter on copies, checks and schemas")
struct DocumentedCommandTests {
    private static let page: String? = {
        let root = URL(filePath: #filePath).resolvingSymlinksInPath().appending(path: "../../../..").standardized
        return try? String(contentsOf: root.appending(path: "Documentation/server.md"), encoding: .utf8)
    }()

    /// The shell commands under a heading of that page.
    private static func commands(_ heading: String) throws -> String {
        let text = try #require(page)
        let start = try #require(text.range(of: "\n### \(heading)\n"))
        let chapter = text[start.upperBound...].components(separatedBy: "\n##")[0]
        let blocks = chapter.components(separatedBy: "```sh\n").dropFirst().compactMap {
            $0.components(separatedBy: "\n```").first
        }
        try #require(!blocks.isEmpty, "\(heading)")
        return blocks.joined(separator: "\n")
    }

    /// Runs them as they stand there, with a test's own folders and addresses; each must succeed.
    private static func run(_ heading: String, _ places: [String: String], over data: String) throws -> String {
        var script = try commands(heading)
        for (place, own) in places {
            try #require(script.contains(place), "\(place)")
            script = script.replacing(place, with: own)
        }
        let folders = [ServerProcess.executable.deletingLastPathComponent().path, try tools.get(), "/usr/bin", "/bin"]
        let run = try CommandRun(
            ["-efuxc", script],
            of: URL(filePath: "/bin/sh"),
            environment: ["PATH": folders.joined(separator: ":"), "CLOUDKIT_SERVER_DATA": data]
        )
        #expect(run.status == 0, "\(heading): \(run.problem)")
        return run.output
    }

    private static let tools = Result { try PostgreSQLScript.run("tools") }

    @Test("Copying the embedded store under a running server, and putting it back")
    func embedded() async throws {
        let (process, backups) = (try ServerProcess(), try TestFolder())
        defer {
            process.remove()
            backups.remove()
        }
        let places = ["/backups": backups.path]
        let credentials = try process.credentials()
        let port = try process.start()
        try await ServerProcess.save("A", port, credentials)
        let data = process.folder.path
        #expect(try Self.run("Copying the embedded store", places, over: data) == "1 zones, 1 records, 0 problems\n")
        try await ServerProcess.save("B", port, credentials)
        let token = try await Self.changes(nil, port, credentials).get().syncToken
        #expect(process.stop() == 0)
        let said = try Self.run("Putting the embedded store back", places, over: data)
        #expect(said.hasPrefix("1 zones, 1 records, 0 problems\n{\"problemCount\":0"), "\(said)")
        let kept = try FileManager.default.contentsOfDirectory(atPath: data).filter { $0.contains(".replaced-") }
        #expect(!kept.isEmpty)
        try await Self.expectNewLife(process, token, credentials)
        // The copy of the database alone is one too.
        #expect(try CommandRun(["restore", backups.path + "/monday.sqlite", "--data", data]).status == 0)
    }

    @Test("Copying a PostgreSQL with its own tools, putting it back, and the new life that a server begins then")
    func postgreSQL() async throws {
        try await PostgreSQLServer.shared.withNewDatabase { first in
            try await PostgreSQLServer.shared.withNewDatabase { second in
                try await Self.copy(first, to: second)
            }
        }
    }

    private static func copy(_ first: String, to second: String) async throws {
        let (process, backups) = (try ServerProcess(postgres: first), try TestFolder())
        let restored = try ServerProcess(postgres: second, dataOf: process)
        defer {
            for process in [restored, process] { process.remove() }
            backups.remove()
        }
        let credentials = try process.credentials()
        let port = try process.start()
        try await ServerProcess.save("A", port, credentials)
        let data = process.folder.path
        let owner = AssetFolder(path: data + "/assets").path(of: AccountID(rawValue: 7))
        let asset = owner + "/" + String(repeating: "0", count: 2 * StoredAsset.digestLength)
        try FileManager.default.createDirectory(atPath: owner, withIntermediateDirectories: true)
        try Data("photo".utf8).write(to: URL(filePath: asset))
        let folders = ["/backups": backups.path, "/var/lib/cloudkit-server": data]
        let original = ["postgresql://cloudkit@db.example.org/cloudkit": first]
        #expect(try run("Copying a PostgreSQL", folders.merging(original) { $1 }, over: data).isEmpty)
        try await ServerProcess.save("B", port, credentials)
        let token = try await changes(nil, port, credentials).get().syncToken
        #expect(process.stop() == 0)

        try FileManager.default.removeItem(atPath: asset)
        let copied = asset.replacing(data + "/assets", with: backups.path + "/monday.assets")
        try #require(try FileDate.set(1_000, ofFile: copied))
        let copy = ["postgresql://cloudkit@db.example.org/restored": second]
        let said = try run("Putting a PostgreSQL back", folders.merging(copy) { $1 }, over: data)
        #expect(said == "1 zones, 1 records, 0 problems\n1 zones, 1 records, 0 problems\n")
        // What the new life calls young is not swept away for a while.
        #expect(try #require(FileDate.get(asset)) > 1_000)
        try await expectNewLife(restored, token, credentials)
        try await promote(restored, second, credentials)
        try refuse(restored, second, backups.path)
    }

    /// After a promotion the same is said while servers run.
    private static func promote(_ process: ServerProcess, _ address: String, _ credentials: String) async throws {
        let port = try process.start()
        let token = try await changes(nil, port, credentials).get().syncToken
        #expect(try await changes(token, port, credentials).get().records.isEmpty)
        let places = ["postgresql://cloudkit@db1.example.org,db2.example.org/cloudkit": address]
        let said = try run("After a standby was promoted", places, over: process.folder.path)
        #expect(said.hasSuffix(" records, 0 problems\n"), "\(said)")
        #expect(try await changes(token, port, credentials).error?.serverErrorCode == .changeTokenExpired)
        #expect(process.stop() == 0)
    }

    /// What only the embedded store has.
    private static func refuse(_ process: ServerProcess, _ address: String, _ folder: String) throws {
        for (command, words) in [
            (["backup", folder + "/more"], "Copies of a PostgreSQL are made with its own tools"),
            (["restore", folder + "/monday.dump"], "A PostgreSQL is put back with its own tools"),
        ] {
            let run = try CommandRun(command + ["--data", process.folder.path, "--postgres", address])
            #expect(run.status != 0 && run.problem.contains(words), "\(run)")
        }
        #expect(!FileManager.default.fileExists(atPath: folder + "/more"))
    }

    @Test("Schemas, from development to production")
    func schemas() throws {
        let (folder, files) = (try TestFolder(), try TestFolder())
        defer { for folder in [folder, files] { folder.remove() } }
        let text = "DEFINE SCHEMA\n\n    RECORD TYPE Note (\n        title STRING QUERYABLE\n    );\n"
        let first = try folder.write(text, to: "first.ckdb")
        let container = ["--container", World.container]
        #expect(try CommandRun(["schema", "import", first, "--data", folder.path] + container).status == 0)
        let said = try Self.run("Schemas", ["notes.ckdb": files.path + "/notes.ckdb"], over: folder.path)
        let exported = try String(contentsOfFile: files.path + "/notes.ckdb", encoding: .utf8)
        #expect(said.hasPrefix("[") && said.contains(#""change":"+ Note.title STRING QUERYABLE","isLoss":false"#))
        #expect(said.hasSuffix(exported) && exported.contains("RECORD TYPE Note"), "\(said)")
    }

    // MARK: - Devices

    /// Device and data have gone apart: the device is told so, and finds what the copy held.
    private static func expectNewLife(_ process: ServerProcess, _ token: String?, _ credentials: String) async throws {
        let port = try process.start()
        #expect(try await changes(token, port, credentials).error?.serverErrorCode == .changeTokenExpired)
        let names = { try await changes(nil, port, credentials).get().records.compactMap(\.item?.recordName) }
        #expect(try await names() == ["A"])
        try await ServerProcess.save("C", port, credentials)
        #expect(try await names() == ["A", "C"])
        #expect(process.stop() == 0)
    }

    private static func changes(
        _ token: String?,
        _ port: Int,
        _ credentials: String
    ) async throws -> ItemResult<ZoneChanges> {
        let query = ZoneChangesQuery(zoneID: WireZoneID(zoneName: "_defaultZone"), syncToken: token)
        let body = ZoneChangesRequest(zones: [query]).json()
        let reply = try await ServerProcess.post("changes/zone", body, port, credentials)
        return try #require(try reply.read(ZoneChangesResponse.self).zones.first)
    }
}
