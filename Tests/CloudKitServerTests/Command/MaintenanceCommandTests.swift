import CloudKitWebServices
import Foundation
import Testing

@testable import CloudKitServer
@testable import CloudKitServerCommand

@Suite("Looking after a store from the command line")
struct MaintenanceCommandTests {
    private static let container = ["--container", World.container]

    @Test("A copy that is put back serves, and what was there is kept beside it")
    func backup() async throws {
        let process = try ServerProcess()
        defer { process.remove() }
        let credentials = try process.credentials()
        let port = try process.start()
        try await ServerProcess.save("A", port, credentials)
        let copy = process.folder.appending(path: "copy").path
        #expect(try process.run(["backup", copy]).isEmpty)
        try await ServerProcess.save("B", port, credentials)
        #expect(process.stop() == 0)
        let data = ["--data", process.folder.path]
        let again = try CommandRun(["backup", copy] + data)
        #expect(again.status != 0 && again.problem.contains("There is something at \(copy) already"))
        #expect(try CommandRun(["verify"] + data).output == "1 zones, 2 records, 0 problems\n")
        #expect(try CommandRun(["restore", copy] + data).output == "1 zones, 1 records, 0 problems\n")
        let report = try CommandRun(["verify", "--json"] + data)
        #expect(report.status == 0)
        #expect(report.output == "{\"problemCount\":0,\"problems\":[],\"records\":1,\"zones\":1}\n")
        let names = try FileManager.default.contentsOfDirectory(atPath: process.folder.path)
        #expect(
            names.count { $0.hasPrefix("cloudkit.sqlite") && $0.count > "cloudkit.sqlite-wal".count } > 0,
            "\(names)"
        )
        let restarted = try process.start()
        #expect(try await Self.names(restarted, credentials) == ["A"])
        #expect(process.stop() == 0)
    }

    @Test("A copy that lacks a file of a record is there, and the command says what to do and ends with 1")
    func lostFile() async throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        let file = try SQLiteDatabase(path: folder.path + "/" + StoreBackup.databaseName)
        let world = World(try OpenStore(file, folder: folder.path, beforeCommit: nil))
        let user = try await world.user("anna")
        try await user.zone(.create, "Notes")
        _ = try await user.saved("N-1", photo: try await user.upload([1]))
        let assets = world.server.service.assets
        try assets.removeAll(of: try #require(assets.accounts().first))
        try await world.server.close()
        let copy = folder.path + "/copy"
        let run = try CommandRun(["backup", copy, "--data", folder.path])
        let sentence = "Error: The copy \(copy) is there, but it lacks files of 1 records, such as assets/"
        #expect(run.status == 1 && run.problem.hasPrefix(sentence), "\(run)")
        #expect(run.problem.contains("Make another."), "\(run)")
        #expect(FileManager.default.fileExists(atPath: copy + "/" + StoreBackup.databaseName))
    }

    @Test("What cannot be copied or put back says why")
    func refusals() throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        let data = ["--data", folder.path]
        let nothing = try CommandRun(["backup", folder.path + "/copy"] + data)
        #expect(nothing.status == 1 && nothing.problem.contains("There is no database at"), "\(nothing)")
        _ = try CommandRun(["account", "create", "anna", "--password-stdin"] + data, input: "a good password\n")
        let rubbish = try folder.write("rubbish", to: "rubbish.sqlite")
        let wrong = try CommandRun(["restore", rubbish] + data)
        #expect(wrong.status == 1 && wrong.problem.contains("not a copy of a server's database"), "\(wrong)")
        let unnamed = try CommandRun(["restore"] + data)
        #expect(unnamed.status != 0 && unnamed.problem.contains("Say which folder or file to put back."), "\(unnamed)")
        // No folder can be made below a file; this holds for whoever may write everywhere, too.
        let place = rubbish + "/copies/monday"
        let lost = try CommandRun(["backup", place] + data)
        #expect(lost.status == 1 && lost.problem.hasPrefix("Error: The copy \(place) could not be made"), "\(lost)")
        #expect(!lost.problem.contains("Domain="), "\(lost)")
        for change in ["import", "diff"] {
            let missing = try CommandRun(["schema", change, "/nowhere/notes.ckdb"] + Self.container + data)
            let sentence = "Error: The file /nowhere/notes.ckdb cannot be read.\n"
            #expect(missing.status == 1 && missing.problem == sentence, "\(missing)")
        }
        #expect(try CommandRun(["account", "list"] + data).output.hasPrefix("anna"))
    }

    @Test("A schema goes in, comes out and is compared")
    func schema() throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        let data = ["--data", folder.path]
        func schema(_ arguments: String...) throws -> CommandRun {
            try CommandRun(["schema"] + arguments + Self.container + data)
        }
        let text = "DEFINE SCHEMA\n\n    RECORD TYPE Note (\n        title STRING QUERYABLE\n    );\n"
        let file = try folder.write(text, to: "notes.ckdb")
        #expect(try schema("diff", file).output.contains("+ Note.title STRING QUERYABLE"))
        #expect(try schema("import", file).status == 0)
        let exported = try schema("export").output
        #expect(exported.contains("RECORD TYPE Note") && exported.contains("QUERYABLE"))
        let copy = try folder.write(exported, to: "copy.ckdb")
        #expect(try schema("diff", copy).output.contains("+") == false)
        #expect(try schema("diff").output.contains("+ Note.title STRING QUERYABLE"))
        #expect(try schema("deploy").status == 0)
        #expect(try schema("export", "--environment", "production").output == exported)
    }

    /// Which of the records A and B are there.
    private static func names(_ port: Int, _ credentials: String) async throws -> [String] {
        let request = LookupRecordsRequest(records: ["A", "B"].map { RecordLookup(recordName: $0) })
        let text = try await ServerProcess.post("records/lookup", request.json(), port, credentials).text
        return ["A", "B"].filter { text.contains("\"recordName\":\"\($0)\",\"recordType\"") }
    }
}
