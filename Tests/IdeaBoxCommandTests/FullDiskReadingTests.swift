import Foundation
import TestSupport
import Testing

/// Ideas on a disk that has not a byte left.
///
/// Only root can mount; elsewhere there is nothing to be shown.
@Suite("Looking at ideas on a full disk", .enabled(if: StoreStateTests.canMount))
struct FullDiskReadingTests {
    typealias Answer = CommandBox.Answer

    /// A box with two ideas on a disk that is full, in all of its folders.
    private func makeBox(fileSystem: FileSystem) throws -> (CommandBox, [String: String]) {
        let box = try CommandBox()
        try #require(try box.shell(fileSystem.making).status == 0)
        let extra = [
            "XDG_DATA_HOME": "\(box.home.path)/disk/data", "XDG_STATE_HOME": "\(box.home.path)/disk/state",
            "XDG_CONFIG_HOME": "\(box.home.path)/disk/config",
        ]
        #expect(try box.run("add", "Paper boat", extra: extra).status == 0)
        #expect(try box.run("add", "Kite", extra: extra).status == 0)
        _ = try box.shell(Self.filling)
        return (box, extra)
    }

    /// One large file, and small ones for the blocks that ext4 does not give to it.
    private static let filling = """
        cat /dev/zero > disk/filler; sync; n=0
        while [ $n -lt 1000 ] && head -c 1024 /dev/zero > disk/filler$n; do n=$((n+1)); done
        sync
        """

    enum FileSystem: CaseIterable {
        case tmpfs
        case ext4

        /// Those that can be mounted here: ext4 wants a loop device, of which containers have none.
        static let mountable: [FileSystem] = allCases.filter { fileSystem in
            guard let box = try? CommandBox() else { return false }
            return (try? box.shell("\(fileSystem.making) && umount --lazy disk"))?.status == 0
        }

        var making: String {
            switch self {
            case .tmpfs: "mkdir disk && mount -t tmpfs -o size=2m tmpfs disk"
            case .ext4:
                "export PATH=$PATH:/sbin:/usr/sbin; mkdir disk && truncate -s 8M image "
                    + "&& mkfs.ext4 -q -m 0 -O ^has_journal image && mount -o loop image disk"
            }
        }
    }

    @Test("What only reads works, and what saves says that nothing was saved", arguments: FileSystem.mountable)
    func commands(_ fileSystem: FileSystem) throws {
        let (box, extra) = try makeBox(fileSystem: fileSystem)
        defer { _ = try? box.shell("umount --lazy disk") }
        // Twice: the first reader leaves nothing that hinders the second.
        for _ in 1...2 {
            let list = try box.run("list", extra: extra)
            #expect(list.status == 0 && list.messages.isEmpty, "\(list)")
            #expect(list.out.contains("] Kite ") && list.out.contains("] Paper boat "), "\(list)")
        }
        let id = try #require(try box.run("list", extra: extra).out.split(separator: " ").first.map(String.init))
        for line in [
            "search kite", "export", "export --format markdown", "log", "status", "status --json", "show \(id)", "",
        ] {
            let answer = try box.run(arguments: line.split(separator: " ").map(String.init), extra: extra)
            #expect(answer.status == 0 && answer.messages.isEmpty && !answer.out.isEmpty, "\(line): \(answer)")
        }
        #expect(try box.run("search", "nothing", extra: extra).status == 3)
        let refused = Answer(1, "", "Error: the disk is full; nothing was saved\n")
        for line in ["add More", "done \(id)", "rm \(id)"] {
            #expect(
                try box.run(arguments: line.split(separator: " ").map(String.init), extra: extra) == refused,
                "\(line)"
            )
        }
        #expect(try box.shell("rm disk/filler*").status == 0)
        #expect(try box.run("done", id, extra: extra).status == 0)
        #expect(try box.run("list", "--done", extra: extra).out.contains("[x] Kite"))
    }

    @Test("The pages show ideas, say that nothing can be saved, and save once there is room")
    func pages() throws {
        let (box, extra) = try makeBox(fileSystem: .tmpfs)
        defer { _ = try? box.shell("umount --lazy disk") }
        let script = """
            "$IDEABOX" serve --port 0 > said 2> noted & server=$!
            until grep -q "^IdeaBox is at " said || ! kill -0 $server 2>/dev/null; do :; done
            link=$(sed -n 's/^IdeaBox is at //p' said); origin=${link%%/\\?*}; token=${link##*=}
            ask() { curl --silent --show-error -H "Authorization: Bearer $token" "$@"; }
            ask "$origin/healthz"
            ask "$origin/export.md"
            ask "$origin/capture" -H "Content-Type: text/plain" --data More
            "$IDEABOX" list | grep -c "] "
            rm disk/filler*
            ask "$origin/capture" -H "Content-Type: text/plain" --data More > captured
            ask "$origin/export.md"
            kill $server; wait $server
            cat noted
            """
        let answer = try box.shell(script, extra: extra)
        #expect(answer.out.hasPrefix("{\"status\":\"ok\"}\n- [ ] Kite\n- [ ] Paper boat\n{\"error\":"), "\(answer)")
        #expect(answer.out.contains("the disk is full; nothing was saved\"}\n2\n"), "\(answer)")
        #expect(answer.out.contains("\n- [ ] More\n- [ ] Kite\n- [ ] Paper boat\n"), "\(answer)")
        let warning = "The disk is full. Your ideas can be read; nothing can be saved until there is room.\n"
        #expect(answer.out.contains(warning), "\(answer)")
    }

    @Test("A store that never came to be, for want of room, is no store yet")
    func neverMade() throws {
        let box = try CommandBox()
        try #require(try box.shell("mkdir disk && mount -t tmpfs -o size=64k tmpfs disk").status == 0)
        defer { _ = try? box.shell("umount --lazy disk") }
        _ = try box.shell("mkdir disk/data; cat /dev/zero > disk/filler")
        let refused = Answer(1, "", "Error: the disk is full; nothing was saved\n")
        #expect(try box.run("add", "a", "--store", "disk/data") == refused)
        #expect(
            try box.run("list", "--store", "disk/data")
                == Answer(0, "", "No ideas yet. Add the first one: ideabox add \"Paper boat regatta\"\n")
        )
    }
}
