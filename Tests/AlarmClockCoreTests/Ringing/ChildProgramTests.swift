import Foundation
import Glibc
import Testing

@testable import AlarmClockCore

/// Programs beside this process, which may outlive much of what it does.
@Suite("Programs that are started")
struct ChildProgramTests {
    @Test("No file of this process is open in a program, also one that Foundation or a library opened for all")
    func noFiles() async throws {
        let inherited = open("/dev/null", O_RDONLY)
        try #require(inherited > 2)
        defer { close(inherited) }
        let ended = try #require(await ChildProgram.run("/bin/sh", ["-c", "echo /proc/$$/fd/*"], variables: [:]))
        let files = ended.output.split(whereSeparator: \.isWhitespace).compactMap { $0.split(separator: "/").last }
        #expect(files.contains("0") && files.contains("1") && files.contains("2"))
        #expect(!files.contains("\(inherited)"), "\(files)")
    }

    @Test("How it ended, and what it wrote")
    func ended() async throws {
        let said = await ChildProgram.run("/bin/sh", ["-c", "echo a; echo b >&2; exit 3"], variables: [:])
        #expect(said == ChildProgram.Ended(status: 3, output: "a\nb\n"))
        let killed = await ChildProgram.run("/bin/sh", ["-c", "kill -TERM $$"], variables: [:])
        #expect(killed == ChildProgram.Ended(status: 128 + SIGTERM, output: ""))
        #expect(await ChildProgram.run("/bin/nothing-of-this-name", [], variables: [:]) == nil)
    }
}
