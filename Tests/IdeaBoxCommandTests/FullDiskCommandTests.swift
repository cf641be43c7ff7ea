import Foundation
import TestSupport
import Testing

/// Long work on a disk that is full in the middle of it.
///
/// Only root can mount; elsewhere there is nothing to be shown.
@Suite("A full disk in the middle of long work", .enabled(if: StoreStateTests.canMount))
struct FullDiskCommandTests {
    typealias Answer = CommandBox.Answer

    private static let ideas = 1_500

    /// A box with a list of ideas that takes more than 3 MB, and a disk of 3 MB as `disk`.
    private func makeBox() throws -> CommandBox {
        let box = try CommandBox()
        let details = String(repeating: "x", count: 2_000)
        let rows = (0..<Self.ideas).map { "{\"title\":\"idea \($0)\",\"details\":\"\(details)\"}" }
        try box.write("[\(rows.joined(separator: ",\n"))]", to: "ideas.json")
        try #require(try box.shell("mkdir disk && mount -t tmpfs -o size=3m tmpfs disk").status == 0)
        return box
    }

    private func count(_ box: CommandBox, _ store: String) throws -> Int {
        let list = try box.run("list", "--store", store, "--limit", "100000", "--json")
        return list.out.split(separator: "\n").filter { $0.contains("\"title\"") }.count
    }

    @Test("An import says what it has taken in, and goes on when it is repeated")
    func importing() throws {
        let box = try makeBox()
        defer { _ = try? box.shell("umount --lazy disk") }
        let answer = try box.run("import", "ideas.json", "--store", "disk/data")
        let taken = try count(box, "disk/data")
        #expect(taken > 0 && taken < Self.ideas)
        #expect(
            answer
                == Answer(
                    1,
                    "\(taken) ideas added\n",
                    "Error: the disk is full; it stopped there, and what was taken in stays: the same command again takes in the rest\n"
                )
        )
        #expect(try box.shell("mount -o remount,size=64m disk").status == 0)
        let rest = try box.run("import", "ideas.json", "--store", "disk/data")
        #expect(rest == Answer(0, "\(Self.ideas - taken) ideas added\n\(taken) ideas were already here\n"))
        #expect(try count(box, "disk/data") == Self.ideas)
    }

    @Test("An export leaves nothing behind")
    func exporting() throws {
        let box = try makeBox()
        defer { _ = try? box.shell("umount --lazy disk") }
        #expect(try box.run("import", "ideas.json", "--store", "data").status == 0)
        let answer = try box.run("export", "disk/out.json", "--store", "data")
        #expect(answer == Answer(1, "", "Error: the disk is full; nothing was saved\n"))
        #expect(try box.shell("ls -A disk") == Answer(0))
    }

    @Test("A recovery leaves the damaged file alone, and works once there is room")
    func recovering() throws {
        let box = try makeBox()
        defer { _ = try? box.shell("umount --lazy disk") }
        #expect(try box.run("import", "ideas.json", "--store", "data").status == 0)
        let damaged = box.home.appending(path: "data/IdeaBox.sqlite")
        let bytes = try Data(contentsOf: damaged)
        let answer = try box.run("recover", damaged.path, "--store", "disk/data")
        #expect(answer == Answer(1, "", "Error: the disk is full; nothing was saved\n"))
        #expect(try Data(contentsOf: damaged) == bytes)
        #expect(try box.shell("ls disk/data | grep -c recover").out == "0\n")
        #expect(try box.shell("mount -o remount,size=64m disk").status == 0)
        #expect(try box.run("recover", damaged.path, "--store", "disk/data").status == 0)
        #expect(try count(box, "disk/data") == Self.ideas)
    }

    @Test("The ideas of the first version are kept until they are taken over")
    func takingOver() throws {
        let box = try makeBox()
        defer { _ = try? box.shell("umount --lazy disk") }
        let details = String(repeating: "y", count: 1_000)
        let rows = (0..<1_000).map { "{\"title\":\"idea \($0)\",\"description\":\"\(details)\"}" }
        try box.write("[\(rows.joined(separator: ",\n"))]", to: "old.json")
        #expect(try box.shell("mkdir disk/data && mv old.json disk/data/ideas.json").status == 0)
        let answer = try box.run("list", "--store", "disk/data")
        #expect(answer.messages.contains("disk is full"), "\(answer)")
        #expect(try box.shell("test -e disk/data/ideas.json").status == 0)
        #expect(try box.shell("mount -o remount,size=64m disk").status == 0)
        #expect(try count(box, "disk/data") == 1_000)
        #expect(try box.shell("ls disk/data/ideas.json*").out == "disk/data/ideas.json.migrated\n")
    }
}
