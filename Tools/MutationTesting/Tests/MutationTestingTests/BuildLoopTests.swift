import Foundation
import Testing

@testable import MutationTesting

struct BuildLoopTests {
    @Test func whatDoesNotCompileIsReplaced() throws {
        let fixture = try Fixture(Fixture.program)
        let source = try fixture.source()
        let list = try source.draw(10, seed: "loop")
        let bad = list.mutants[4]
        let folder = fixture.folder.appending(path: "copy")
        var builds = 0
        let loop = BuildLoop(source, folder: folder, say: { _ in })
        let next = try loop.run(list) { copy, log in
            builds += 1
            guard builds == 1 else { return true }
            let place = try #require(copy.places.first { $0.number == bad.number })
            let line = "\(folder.path)/\(place.file):\(place.firstLine):9: error: no such thing\n"
            try Data("warning: x\n\(line)\(line)".utf8).write(to: log)
            return false
        }
        #expect(builds == 2)
        #expect(next.removals.map(\.id).contains(bad.id))
        #expect(next.removals.first?.reason == "no such thing")
        #expect(next.mutants.count == 10)
        #expect(!next.mutants.map(\.id).contains(bad.id))
    }

    @Test func aFailureOfNoMutantEnds() throws {
        let fixture = try Fixture(Fixture.program)
        let source = try fixture.source()
        let loop = BuildLoop(source, folder: fixture.folder.appending(path: "copy"), say: { _ in })
        #expect(throws: MutationToolError.self) {
            try loop.run(try source.draw(5, seed: "x")) { _, log in
                try Data("error: the disk is full\n".utf8).write(to: log)
                return false
            }
        }
    }

    @Test func errorsAreReadOnce() {
        let output =
            "/c/S/A.swift:3:5: error: one: two\n/c/S/A.swift:3:5: error: one: two\n/c/S/A.swift:4:5: warning: x\n/d/A.swift:1:1: error: y\n"
        let errors = CompilerError.all(in: output, root: "/c")
        #expect(errors == [CompilerError(file: "S/A.swift", line: 3, words: "one: two")])
    }
}
