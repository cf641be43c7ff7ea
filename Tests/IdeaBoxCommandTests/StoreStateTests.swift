import AppCommons
import Foundation
import GRDBSQLite
import SwiftData
import TestSupport
import Testing

@testable import IdeaBoxCore

@Suite("Stores that cannot be used as usual")
struct StoreStateTests {
    typealias Answer = CommandBox.Answer

    /// Runs SQL on the store of the box over a connection of its own, which stays open.
    private final class Connection {
        private var handle: OpaquePointer?

        init(_ box: CommandBox) throws {
            try #require(sqlite3_open(box.dataFolder.path + "/IdeaBox.sqlite", &handle) == SQLITE_OK)
        }

        deinit { sqlite3_close(handle) }

        func run(_ sql: String) throws {
            try #require(sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK, "\(sql)")
        }
    }

    @Test("A store of a newer format is left as it is, and the message says what to do")
    func newerFormat() throws {
        let box = try CommandBox()
        // A store without sums in its pages: this connection cannot write them.
        try FileManager.default.createDirectory(at: box.dataFolder, withIntermediateDirectories: true)
        let place = ModelConfiguration(
            "IdeaBox",
            schema: StoreConfiguration.schema,
            url: box.dataFolder.appending(path: "IdeaBox.sqlite"),
            cloudKitDatabase: .none
        )
        _ = try ModelContainer(for: StoreConfiguration.schema, configurations: place)
        _ = try box.add("a")
        let connection = try Connection(box)
        // Without the sum over these rows, which a newer version would have renewed.
        try connection.run("DELETE FROM _metadata WHERE key = 'check'")
        try connection.run("UPDATE _metadata SET value = '9' WHERE key = 'format'")
        let supported = StoreStateTests.supportedFormat(try box.run("list").messages)
        let format = try #require(supported)
        for command in [["list"], ["add", "b"], ["status"], ["export"]] {
            #expect(
                try box.run(line: command.joined(separator: " "))
                    == Answer(
                        1,
                        "",
                        "Error: the store was written by a newer version of IdeaBox (format 9; this one reads up to "
                            + "\(format)). Update IdeaBox; nothing was changed\n"
                    )
            )
        }
        try connection.run("UPDATE _metadata SET value = '\(format)' WHERE key = 'format'")
        #expect(try box.run("list").out.contains("[ ] a  "))
    }

    /// The format that this version knows, which the message itself tells; the rest of it is compared to the byte.
    private static func supportedFormat(_ message: String) -> Int? {
        guard let start = message.range(of: "this one reads up to ") else { return nil }
        return Int(message[start.upperBound...].prefix { $0.isNumber })
    }

    @Test("A store that another program keeps locked")
    func locked() throws {
        let box = try CommandBox()
        _ = try box.add("a")
        let connection = try Connection(box)
        try connection.run("BEGIN EXCLUSIVE")
        #expect(try box.run("add", "b") == Answer(1, "", "Error: another program keeps the store locked\n"))
        try connection.run("ROLLBACK")
        #expect(try box.run("add", "b").status == 0)
        #expect(try box.run("list").out.split(separator: "\n").count == 2)
    }

    /// What an IdeaBox to come may keep.
    enum ToCome {
        @Model final class Idea {
            var title: String
            init(title: String) { self.title = title }
        }
    }

    @Test("Ideas of a newer version of the app are left as they are")
    func newerSchema() throws {
        let box = try CommandBox()
        let store = box.dataFolder.appending(path: "IdeaBox.sqlite")
        try FileManager.default.createDirectory(at: box.dataFolder, withIntermediateDirectories: true)
        try {
            let schema = Schema([ToCome.Idea.self], version: Schema.Version(2, 0, 0))
            let place = ModelConfiguration("IdeaBox", schema: schema, url: store, cloudKitDatabase: .none)
            let context = ModelContext(try ModelContainer(for: schema, configurations: place))
            context.insert(ToCome.Idea(title: "from the future"))
            try context.save()
        }()
        let before = try Data(contentsOf: store)
        let beginning =
            "Error: the store was written by a newer version of IdeaBox. Update IdeaBox; nothing was changed ("
        for command in ["list", "add b", "status", "export", "search x", "log"] {
            let answer = try box.run(line: command)
            #expect(answer.status == 1 && answer.out.isEmpty, "\(command): \(answer)")
            #expect(answer.messages.hasPrefix(beginning) && answer.messages.contains("2.0.0"), "\(command): \(answer)")
        }
        #expect(try Data(contentsOf: store) == before)
        let names = try FileManager.default.contentsOfDirectory(atPath: box.dataFolder.path)
        #expect(!names.contains { $0.contains("damaged") }, "\(names)")
    }

    /// Only root can mount.
    static let canMount: Bool = {
        guard let box = try? CommandBox() else { return false }
        let script = "mkdir disk && mount -t tmpfs tmpfs disk && umount --lazy disk"
        return (try? box.shell(script))?.status == 0
    }()

    @Test("On a disk that cannot be written to ideas can be looked at, and nothing else", .enabled(if: canMount))
    func readOnlyDisk() throws {
        let box = try CommandBox()
        #expect(try box.shell("mkdir disk && mount -t tmpfs tmpfs disk").status == 0)
        defer { _ = try? box.shell("umount --lazy disk") }
        let data = box.home.path + "/disk/my data%3f"
        let id = try #require(
            try box.run("add", "Paper boat", "--store", data).out.split(separator: " ").dropFirst().first.map(
                String.init
            )
        )
        #expect(try box.shell("mount -o remount,ro disk").status == 0)
        #expect(try box.run("list", "--store", data).normalized(box).out == "<short 1>  [ ] Paper boat  (just now)\n")
        #expect(try box.run("search", "boat", "--store", data).out.contains("Paper boat"))
        #expect(try box.run("export", "--format", "markdown", "--store", data) == Answer(0, "- [ ] Paper boat\n"))
        #expect(try box.run("status", "--store", data).status == 0)
        let refused = Answer(1, "", "Error: the store cannot be written to\n")
        #expect(try box.run("add", "b", "--store", data) == refused)
        #expect(try box.run("done", id, "--store", data) == refused)
        #expect(try box.run("add", "b", "--store", data + "/below").messages.hasSuffix(": Read-only file system\n"))
    }

    @Test("A folder that may not be read", .enabled(if: canMount))
    func forbidden() throws {
        let box = try CommandBox()
        // Root may do everything, so the command runs as somebody else, from a place where everybody can read it.
        let script = """
            chmod 755 . && cp "$IDEABOX" copy && chmod 755 copy && mkdir closed && chmod 700 closed
            setpriv --reuid=65534 --regid=65534 --clear-groups ./copy list --store closed/ideas
            """
        let answer = try box.shell(script)
        #expect(answer == Answer(1, "", "Error: there is no permission to use \(box.home.path)/closed/ideas\n"))
    }

    @Test("The files of a store are for their owner alone, also in a folder that is open to all")
    func privateFiles() throws {
        let box = try CommandBox()
        #expect(try box.shell("umask 022; mkdir -m 755 open; \"$IDEABOX\" add a --store open").status == 0)
        let names = try FileManager.default.contentsOfDirectory(atPath: box.home.path + "/open")
        #expect(names.contains("IdeaBox.sqlite"))
        for name in names where name.hasPrefix("IdeaBox.sqlite") {
            #expect(POSIXFiles.mode("\(box.home.path)/open/\(name)") == 0o600, "\(name)")
        }
        let keeper = try StoreConfiguration.container(at: box.home.appending(path: "open/IdeaBox.sqlite"))
        let context = ModelContext(keeper)
        context.insert(Idea(title: "b", deviceId: "d"))
        try context.save()
        #expect(POSIXFiles.mode(box.home.path + "/open/IdeaBox.sqlite-wal") == 0o600)
    }

    @Test("A full standard output is not a full disk, and what was saved is saved")
    func fullOutput() throws {
        let box = try CommandBox()
        let message = "Error: standard output: No space left on device\n"
        #expect(try box.shell("\"$IDEABOX\" add a > /dev/full") == Answer(1, "", message))
        #expect(try box.shell("\"$IDEABOX\" list > /dev/full") == Answer(1, "", message))
        #expect(try box.run("list").out.split(separator: "\n").count == 1)
    }
}
