import Foundation
import TestSupport
import Testing

@Suite("Bad input and bad days on the command line")
struct BadDayTests {
    typealias Answer = CommandBox.Answer

    @Test("Titles and details at and over their limits")
    func limits() throws {
        let box = try CommandBox()
        #expect(try box.run("add", String(repeating: "靈", count: 256)).status == 0)
        #expect(
            try box.run("add", String(repeating: "靈", count: 257))
                == Answer(1, "", "Error: the title has 257 characters; at most 256 are allowed\n")
        )
        #expect(
            try box.run("add", "z" + String(repeating: "\u{301}", count: 60_000))
                == Answer(1, "", "Error: the title takes 120001 bytes; at most 4096 are allowed\n")
        )
        #expect(try box.run("add", "x", "--details", String(repeating: "👩‍👩‍👧", count: 3_000)).status == 0)
        #expect(
            try box.run("add", "x", "--details", String(repeating: "a", count: 4_097))
                == Answer(1, "", "Error: the details have 4097 characters; at most 4096 are allowed\n")
        )
        #expect(try box.run("add", " \t ") == Answer(1, "", "Error: the title is empty\n"))
        #expect(try box.run("list", "--json").out.split(separator: "\n").count == 4)
    }

    @Test("An argument that is no text is refused, not repaired")
    func invalidUTF8() throws {
        let box = try CommandBox()
        let answer = try box.shell("\"$IDEABOX\" add \"$(printf 'caf\\351')\"")
        #expect(answer == Answer(2, "", "Error: argument 2 is not text in UTF-8\n"))
        #expect(!FileManager.default.fileExists(atPath: box.dataFolder.path))
    }

    @Test("A title cannot command the terminal")
    func controlCharacters() throws {
        let box = try CommandBox()
        _ = try box.add("a\u{1b}[31mred\nsecond line")
        #expect(try box.run("list").normalized(box).out == "<short 1>  [ ] a\u{fffd}[31mred second line  (just now)\n")
    }

    @Test("A damaged store is moved aside, the command goes on where it can, and recover names the file")
    func damagedStore() throws {
        let box = try CommandBox()
        let id = try box.add("a")
        let store = box.dataFolder.appending(path: "IdeaBox.sqlite")
        try? FileManager.default.removeItem(atPath: store.path + "-wal")
        let rubbish = Data(String(repeating: "rubbish ", count: 2_000).utf8)
        try rubbish.write(to: store)
        let answer = try box.run("show", id)
        #expect(answer.status == 5, "\(answer)")
        #expect(answer.out.isEmpty)
        let aside = try FileManager.default.contentsOfDirectory(atPath: box.dataFolder.path)
            .filter { $0.hasPrefix("IdeaBox-damaged-") && $0.hasSuffix(".sqlite") }
        let name = try #require(aside.first)
        #expect(answer.messages.contains("ideabox recover \(box.dataFolder.path)/\(name)\n"), "\(answer)")
        #expect(try Data(contentsOf: box.dataFolder.appending(path: name)) == rubbish)
        #expect(try box.run("add", "b").status == 0)
        #expect(try box.run("list").out.contains("[ ] b  "))
    }

    @Test("What was acknowledged is there after kill -9 in the middle of writing")
    func killed() throws {
        let box = try CommandBox()
        // A title is noted only after the command has said yes. Each round is killed as soon as three more are noted,
        // at whatever point the next command has reached by then.
        let script = """
            touch noted.txt
            round=0
            while [ $round -lt 12 ]; do
              round=$((round+1))
              ( n=0; while :; do n=$((n+1)); "$IDEABOX" add "round $round idea $n" >/dev/null 2>&1 \
                && echo "round $round idea $n" >> noted.txt; done ) &
              pid=$!
              while [ $(wc -l < noted.txt) -lt $((round*3)) ]; do :; done
              kill -9 $pid $(cat /proc/$pid/task/$pid/children) 2>/dev/null
            done
            "$IDEABOX" list --limit 100000 --json
            """
        let answer = try box.shell(script)
        #expect(answer.status == 0, "\(answer)")
        let noted = try String(contentsOf: box.home.appending(path: "noted.txt"), encoding: .utf8)
            .split(separator: "\n")
        #expect(noted.count >= 36)
        for title in noted {
            #expect(answer.out.contains("\"title\":\"\(title)\""), "lost \(title)")
        }
    }

    private static let ideasByWriter = Effort.rounds(20, proof: 1_500)

    @Test("Two processes write at the same time, and none loses anything")
    func twoWriters() throws {
        let box = try CommandBox()
        let script = """
            writer() {
              n=0
              while [ $n -lt \(Self.ideasByWriter) ]; do
                "$IDEABOX" add "writer $1 idea $((n+1))" >/dev/null 2>"messages$1" || { cat "messages$1"; exit 1; }
                n=$((n+1))
              done
              echo $n > "count$1.part" && mv "count$1.part" "count$1"
            }
            writer 1 & first=$!
            writer 2 & second=$!
            wait $first && wait $second || exit 1
            cat count1 count2
            "$IDEABOX" export --format json | grep -o '"title":"writer [12] idea [0-9]*"' | sort -u | wc -l
            "$IDEABOX" status --json
            """
        let answer = try box.shell(script)
        #expect(answer.status == 0, "\(answer)")
        let lines = answer.out.split(separator: "\n").map(String.init)
        let numbers = lines.prefix(3).compactMap { Int($0.trimmingCharacters(in: .whitespaces)) }
        try #require(numbers.count == 3 && lines.count == 4, "\(answer)")
        let all = numbers[0] + numbers[1]
        #expect(numbers == [Self.ideasByWriter, Self.ideasByWriter, all], "\(answer)")
        #expect(lines[3].hasPrefix("{\"all\":\(all),\"open\":\(all),\"completed\":0,\"trash\":0,"), "\(answer)")
    }

    // Only root can mount; elsewhere there is nothing to be shown.
    @Test(
        "A full disk: the command fails with a clear message, and what was there stays whole",
        .enabled(if: StoreStateTests.canMount)
    )
    func fullDisk() throws {
        let box = try CommandBox()
        let disk = box.home.path + "/disk"
        let script = """
            mkdir "\(disk)" && mount -t tmpfs -o size=1m tmpfs "\(disk)" || exit 1
            "$IDEABOX" add first --store "\(disk)/data" >/dev/null || exit 1
            head -c 2000000 /dev/zero > "\(disk)/filler" 2>/dev/null
            n=0; while "$IDEABOX" add "idea $n" --store "\(disk)/data" >/dev/null 2>message.txt; do n=$((n+1)); done
            cat message.txt
            rm "\(disk)/filler"
            "$IDEABOX" add last --store "\(disk)/data" >/dev/null || exit 1
            "$IDEABOX" list --store "\(disk)/data" --json | grep -c '"title"'
            echo $n
            umount --lazy "\(disk)"
            """
        let answer = try box.shell(script)
        try #require(answer.status == 0, "\(answer)")
        let lines = answer.out.split(separator: "\n").map(String.init)
        #expect(lines.first == "Error: the disk is full; nothing was saved", "\(answer)")
        #expect(lines.count == 3)
        #expect(Int(lines[1]) == Int(lines[2]).map { $0 + 2 }, "\(answer)")
    }
}
