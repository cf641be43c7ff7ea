import AppCommons
import Foundation
import TestSupport
import Testing

@testable import IdeaBoxCore

/// What somebody who helps gets to see.
@Suite("The bundle for support")
struct BundleCommandTests {
    /// Words that stand in ideas, names and secrets, and nowhere else.
    private static let words = ["Marzipan", "Zitrone", "quince", "anna-of-the-hill"]

    @Test("It has the versions, the status and the history; no titles, no names and no secrets; for its owner alone")
    func whole() throws {
        let server = try ServerBox("anna-of-the-hill")
        let (phone, laptop) = (
            try SyncCommandTests.device(server, "anna-of-the-hill"),
            try SyncCommandTests.device(server, "anna-of-the-hill")
        )
        // Titles get into the history by conflicts, deletions from elsewhere and imports.
        let id = try phone.add("Marzipan", details: "quince")
        let other = try phone.add("Marzipan the second")
        for device in [phone, laptop] { #expect(try device.run("sync").status == 0) }
        _ = try laptop.run("edit", id, "--title", "Zitrone")
        _ = try laptop.run("rm", other)
        _ = try phone.run("edit", id, "--title", "Marzipan again")
        for device in [laptop, phone] { #expect(try device.run("sync").status == 0) }
        try phone.write(
            "[{\"id\":\"\(id)\",\"title\":\"Zitrone\",\"updatedAt\":\"2999-01-01T00:00:00Z\"}]",
            to: "Zitrone.json"
        )
        #expect(try phone.run("import", "Zitrone.json").status == 0)
        #expect(try phone.run("log").out.contains("Marzipan"))
        server.stop()
        _ = try phone.run("sync")
        let answer = try phone.run("status", "--bundle", "bundle.json")
        #expect(answer.status == 0 && answer.out.isEmpty, "\(answer)")
        #expect(try phone.shell("stat -c %a bundle.json").out == "600\n")
        let text = try String(contentsOf: phone.home.appending(path: "bundle.json"), encoding: .utf8)
        let session = try Self.secrets(phone)
        #expect(session.count >= 2)
        for word in Self.words + session + [server.apiToken, ServerBox.password, phone.home.path, server.address] {
            #expect(!text.contains(word), "\(word)")
        }
        let bundle = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        let versions = try #require(bundle["versions"] as? [String: Any])
        #expect(versions["ideabox"] as? String == "0.1.0")
        #expect(versions["schema"] as? String == "1.1.0")
        let status = try #require(bundle["status"] as? [String: Any])
        #expect(status["state"] as? String == "offline" && status["lastError"] as? String == "unreachable")
        #expect(status["pending"] as? Int == 1)
        let history = try #require(bundle["history"] as? [[String: Any]])
        let events = Set(history.compactMap { $0["event"] as? String })
        #expect(
            events.isSuperset(of: ["create", "edit", "sync_success", "conflict", "import", "retry", "sync_failure"])
        )
        let conflict = try #require(history.first { $0["event"] as? String == "conflict" })
        #expect(conflict["winner"] as? String == "local" && conflict["ideaId"] as? String == id)
        #expect((conflict["remote"] as? [String: Any])?["deviceId"] is String)
        #expect(history.contains { $0["kind"] as? String == "unreachable" })
    }

    /// What is secret in the files of a sign-in: every text of some length in them.
    private static func secrets(_ box: CommandBox) throws -> [String] {
        let folder = box.dataFolder.appending(path: "cloudkit")
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".json") }
        return try names.map { folder.appending(path: $0) }.flatMap { file -> [String] in
            let object = try JSONSerialization.jsonObject(with: try Data(contentsOf: file))
            return texts(in: object).filter { $0.count >= 16 }
        }
    }

    private static func texts(in value: Any) -> [String] {
        switch value {
        case let text as String: [text]
        case let list as [Any]: list.flatMap { texts(in: $0) }
        case let object as [String: Any]: object.values.flatMap { texts(in: $0) }
        default: []
        }
    }

    @Test("A file that is there stays, unless it is to be replaced; a place that cannot be written to is named")
    func places() throws {
        let box = try CommandBox()
        _ = try box.add("a")
        let file = try box.write("mine", to: "bundle.json")
        let taken = try box.run("status", "--bundle", "bundle.json")
        #expect(taken == .init(1, "", "Error: bundle.json exists already; to replace it, add --overwrite\n"))
        #expect(try String(contentsOf: file, encoding: .utf8) == "mine")
        #expect(try box.shell("chmod 644 bundle.json").status == 0)
        #expect(try box.run("status", "--bundle", "bundle.json", "--overwrite").status == 0)
        #expect(try box.shell("stat -c %a bundle.json").out == "600\n")
        #expect(try box.run("status", "--bundle", "none/b.json") == .init(3, "", "Error: there is no folder none\n"))
        #expect(try box.run("status", "--bundle", ".").messages == "Error: . is a folder, not a file\n")
        #expect(try box.shell("\"$IDEABOX\" status --bundle x.json; ls -A | grep -c '^[.]x[.]json'").out == "0\n")
    }

    @Test("What a line of the history may hold, whatever is in its details")
    func details() throws {
        var object = JSONText()
        SupportBundle.add(
            event: "conflict",
            details:
                #"{"winner":"Marzipan","kind":"Marzipan","direction":"Marzipan","reason":"Marzipan","file":"Marzipan","#
                + #""local":{"title":"Marzipan","updatedAt":"Marzipan","deviceId":"Marzipan","version":3}}"#,
            to: &object
        )
        let line = object.text
        #expect(!line.contains("Marzipan"))
        #expect(line.contains(#""local":{"version":3,"#))
    }
}
