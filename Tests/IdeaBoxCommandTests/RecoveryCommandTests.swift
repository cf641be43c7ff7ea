import Foundation
import SwiftData
import TestSupport
import Testing

@testable import IdeaBoxCore

@Suite("Recovery on the command line")
struct RecoveryCommandTests {
    typealias Answer = CommandBox.Answer

    /// Ideas of another home, by title, in a store that lies as `name` in the home of the box.
    private func put(_ titles: [String], as name: String, into box: CommandBox) throws {
        let container = try StoreConfiguration.container(at: box.home.appending(path: name))
        let context = ModelContext(container)
        for (number, title) in titles.enumerated() {
            let date = Date(millisecondsSince1970: 1_700_000_000_000 + Int64(number))
            // The id comes from the number, so that several stores hold the same idea.
            let id = try #require(UUID(uuidString: "0000000\(number)-0000-4000-8000-000000000000"))
            context.insert(Idea(id: id, title: title, createdAt: date, deviceId: "other"))
        }
        try context.save()
    }

    @Test("Saved, saved in part, nothing new, nothing at all")
    func messages() throws {
        let box = try CommandBox()
        try put(["a"], as: "one.sqlite", into: box)
        try put(["a", "b", "c"], as: "three.sqlite", into: box)
        try put([], as: "none.sqlite", into: box)
        #expect(try box.run("recover", "one.sqlite") == Answer(0, "1 idea saved from one.sqlite\n"))
        #expect(
            try box.run("recover", "one.sqlite")
                == Answer(0, "Nothing to save: the 1 idea in one.sqlite is here already.\n")
        )
        #expect(
            try box.run("recover", "three.sqlite")
                == Answer(
                    0,
                    """
                    2 ideas saved from three.sqlite; 1 more idea was already here, in the same or a newer version

                    """
                )
        )
        #expect(
            try box.run("recover", "three.sqlite", language: "zh_TW.UTF-8")
                == Answer(0, "沒有需要救回的：three.sqlite 裡的 3 個靈感都已經存在。\n")
        )
        #expect(
            try box.run("recover", "none.sqlite") == Answer(1, "", "No idea could be saved from none.sqlite.\n")
        )
        #expect(try box.run("log", "--type", "recovery").out.split(separator: "\n").count == 3)
    }

    @Test("An idea that breaks a rule is named by its id")
    func refused() throws {
        let box = try CommandBox()
        try put(["a", ""], as: "bad.sqlite", into: box)
        #expect(
            try box.run("recover", "bad.sqlite")
                == Answer(
                    0,
                    "1 idea saved from bad.sqlite\n",
                    "idea 00000001 refused: the title is empty\n1 idea could not be saved\n"
                )
        )
    }

    @Test("What was found and what was saved is said in three lines, and all of it on request")
    func damaged() throws {
        let box = try CommandBox()
        let rows = (0..<400).map { "{\"title\":\"idea \($0)\",\"details\":\"\(String(repeating: "x", count: 900))\"}" }
        try box.write("[\(rows.joined(separator: ","))]", to: "ideas.json")
        #expect(try box.run("import", "ideas.json", "--store", "old").status == 0)
        let store = box.home.appending(path: "old/IdeaBox.sqlite")
        // Pages in the middle of the file are overwritten.
        let file = try FileHandle(forUpdating: store)
        try file.seek(toOffset: 40 * 4_096)
        try file.write(contentsOf: Data(repeating: 0x78, count: 60 * 4_096))
        try file.close()
        let answer = try box.run("recover", "old/IdeaBox.sqlite")
        #expect(answer.status == 0, "\(answer)")
        #expect((answer.out + answer.messages).split(separator: "\n").count == 3, "\(answer)")
        #expect(answer.out.contains(" ideas saved from old/IdeaBox.sqlite\n"), "\(answer)")
        let lines = answer.messages.split(separator: "\n")
        #expect(
            lines.first
                == "\(store.path) is damaged, and stays where it is. To see what is wrong with it, add --verbose.",
            "\(answer)"
        )
        #expect(lines.count == 2 && lines.last?.contains(" could not be saved") == true, "\(answer)")
        let verbose = try box.run("recover", "old/IdeaBox.sqlite", "--verbose", "--store", "new")
        #expect(verbose.messages.contains("problem: "), "\(verbose)")
        #expect(verbose.messages.hasSuffix("The damaged file stays where it is: \(store.path)\n"), "\(verbose)")
    }

    @Test("Where committed changes are missing from the log, that is said, and no number of ideas")
    func cutLog() throws {
        let box = try CommandBox()
        let open = try StoreConfiguration.container(at: box.home.appending(path: "open.sqlite"))
        let context = ModelContext(open)
        for number in 0..<3 {
            context.insert(Idea(id: UUID(), title: "idea \(number)", createdAt: Date(), deviceId: "other"))
            try context.save()
        }
        // As a killed process leaves it, but for the end of the log.
        for suffix in ["", "-wal", "-commit"] {
            let file = box.home.appending(path: "open.sqlite\(suffix)")
            try FileManager.default.copyItem(at: file, to: box.home.appending(path: "cut.sqlite\(suffix)"))
        }
        let log = try FileHandle(forUpdating: box.home.appending(path: "cut.sqlite-wal"))
        try log.truncate(atOffset: try log.seekToEnd() - 4_096)
        try log.close()
        let answer = try box.run("recover", "cut.sqlite")
        #expect(answer.status == 0 && answer.out.contains(" ideas saved from cut.sqlite\n"), "\(answer)")
        let missing = "the last changes before the damage may be missing; how many cannot be told"
        #expect(answer.messages.contains(missing), "\(answer)")
        #expect(!answer.messages.contains("could not be saved"), "\(answer)")
    }

    @Test("What is no store is called that, and a pipe is not waited for")
    func noStore() throws {
        let box = try CommandBox()
        try box.write("hello", to: "x.txt")
        try box.write(String(repeating: "x", count: 100_000), to: "long.txt")
        #expect(try box.run("recover", "x.txt") == Answer(1, "", "Error: x.txt is no store\n"))
        #expect(try box.run("recover", "long.txt") == Answer(1, "", "Error: long.txt is no store\n"))
        #expect(
            try box.shell("mkfifo pipe; \"$IDEABOX\" recover pipe") == Answer(1, "", "Error: pipe is no store\n")
        )
        #expect(try box.run("recover", ".") == Answer(1, "", "Error: . is a folder, not a file\n"))
    }

    @Test("What was exported before stays when the store turns out to be damaged", arguments: [true, false])
    func exportOfADamagedStore(toFile: Bool) throws {
        let box = try CommandBox()
        _ = try box.add("a")
        let copy = box.home.appending(path: "copy.json")
        #expect(try box.run("export", copy.path).status == 0)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: copy.path)
        #expect(try box.run("export", copy.path, "--overwrite").status == 0)
        let attributes = try FileManager.default.attributesOfItem(atPath: copy.path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let before = try Data(contentsOf: copy)
        let rubbish = String(repeating: "rubbish ", count: 2_000)
        try box.write(rubbish, to: ".local/share/ideabox/IdeaBox.sqlite")
        let answer = try toFile ? box.run("export", copy.path, "--overwrite") : box.run("export")
        #expect(answer.status == 5 && answer.out.isEmpty && answer.messages.contains("ideabox recover "))
        #expect(try Data(contentsOf: copy) == before)
        // The next one is of the new store, and says what waits.
        let next = try box.run("export", "--format", "json")
        #expect(next.status == 0 && next.messages.contains("ideabox recover "))
    }

    @Test(
        "A look that finds the store damaged ends with the status for that, and a change that was made does not",
        arguments: ["", "list", "search a", "log", "status", "export", "list --json"]
    )
    func statusOfADamagedStore(_ line: String) throws {
        let box = try CommandBox()
        for (command, status) in [(line, 5), ("add b", 0)] as [(String, Int32)] {
            _ = try box.run("add", "a")
            try box.write(String(repeating: "rubbish ", count: 2_000), to: ".local/share/ideabox/IdeaBox.sqlite")
            let answer = try box.run(line: command)
            #expect(answer.status == status && answer.messages.contains("ideabox recover "), "\(answer)")
        }
        #expect(try box.run("list").status == 0)
    }

    @Test("A damaged store is named by every look until somebody recovers what it holds")
    func reminders() throws {
        let box = try CommandBox()
        _ = try box.run("add", "a")
        let rubbish = String(repeating: "rubbish ", count: 2_000)
        try box.write(rubbish, to: ".local/share/ideabox/IdeaBox.sqlite")
        let first = try box.run("list")
        let name = try #require(
            try FileManager.default.contentsOfDirectory(atPath: box.dataFolder.path)
                .first { $0.hasPrefix("IdeaBox-damaged-") }
        )
        let path = "\(box.dataFolder.path)/\(name)"
        let moved = """
            The store was damaged. It was moved to \(path) and a new one was started. \
            To get back what it still holds: ideabox recover \(path)

            """
        #expect(first == Answer(5, "", moved + "No ideas yet. Add the first one: ideabox add \"Paper boat regatta\"\n"))
        let reminder = """
            A damaged store was moved aside earlier. To get back what it still holds: ideabox recover \(path)

            """
        #expect(try box.run("list").messages.hasSuffix(reminder))
        #expect(try box.run("status").messages == reminder)
        #expect(try box.run("status", "--json").out.hasSuffix(",\"damagedStores\":[\"\(path)\"]}\n"))
        #expect(try box.run().messages == reminder)
        #expect(try box.run("add", "b").messages.isEmpty)
        try put(["a"], as: ".local/share/ideabox/whole.sqlite", into: box)
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.moveItem(atPath: "\(box.dataFolder.path)/whole.sqlite", toPath: path)
        #expect(try box.run("recover", path) == Answer(0, "1 idea saved from \(path)\n"))
        #expect(try box.run("status").messages.isEmpty)
        #expect(try box.run("list").messages.isEmpty)
    }

    @Test("A store that is damaged is filled again from the service; what was never sent comes back from what it held")
    func refilled() throws {
        let server = try ServerBox("anna")
        let box = try SyncCommandTests.device(server)
        for title in ["a", "b", "c"] { _ = try box.add(title) }
        #expect(try box.run("sync").status == 0)
        _ = try box.add("never sent")
        let store = box.dataFolder.appending(path: "IdeaBox.sqlite")
        // Without what says that this is a database at all.
        let file = try FileHandle(forUpdating: store)
        try file.write(contentsOf: Data(repeating: 0x78, count: 16))
        try file.close()
        let answer = try box.run("sync")
        #expect(answer.status == 0 && answer.messages.contains("ideabox recover "))
        #expect(answer.out == "looking for changes\nreceived 3 ideas, 0 deletions\nup to date\n")
        #expect(try SyncCommandTests.titles(box) == ["a", "b", "c"])
        let name = try #require(
            try FileManager.default.contentsOfDirectory(atPath: box.dataFolder.path)
                .first { $0.hasPrefix("IdeaBox-damaged-") && $0.hasSuffix(".sqlite") }
        )
        #expect(try box.run("recover", box.dataFolder.appending(path: name).path).status == 0)
        #expect(try SyncCommandTests.titles(box) == ["a", "b", "c", "never sent"])
        #expect(try box.run("sync").status == 0)
        let other = try SyncCommandTests.device(server)
        #expect(try other.run("sync").status == 0)
        #expect(try SyncCommandTests.titles(other) == ["a", "b", "c", "never sent"])
    }

    @Test("A path with a space is quoted for the shell")
    func quoting() throws {
        let box = try CommandBox()
        try box.write("rubbish", to: "my ideas/IdeaBox.sqlite")
        let answer = try box.run("list", "--store", "my ideas")
        let start = try #require(answer.messages.range(of: "ideabox recover "))
        let line = answer.messages[start.upperBound...].prefix { $0 != "\n" }
        #expect(line.hasPrefix("'\(box.home.path)/my ideas/IdeaBox-damaged-") && line.hasSuffix(".sqlite'"))
        #expect(try box.shell("\"$IDEABOX\" recover \(line)").status == 1)
    }
}
