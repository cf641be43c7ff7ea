import Foundation
import SwiftParser
import TestSupport
import Testing

@testable import MutationTesting

struct GeneratingTests {
    @Test func aCopyParsesWhateverIsDrawn() throws {
        let fixture = try Fixture(Fixture.program)
        let source = try fixture.source()
        let seed = someSeed()
        for round in 0..<20 {
            let list = try source.draw(30, seed: "\(seed &+ UInt64(round))")
            let folder = fixture.folder.appending(path: "copy")
            let copy = try CopyGenerator(source.repository, list, rewrites: []).generate(to: folder)
            let text = try fixture.text(of: "copy/Sources/Program/Ledger.swift")
            #expect(!Parser.parse(source: text).hasError, "seed \(seed), round \(round)")
            for mutant in list.mutants {
                let lines = try fixture.text(of: "copy/\(mutant.site.file)").split(
                    separator: "\n",
                    omittingEmptySubsequences: false
                )
                let place = try #require(copy.places.first { $0.number == mutant.number })
                let own = lines[(place.firstLine - 1)..<place.lastLine].joined(separator: "\n")
                #expect(own.contains("mutantIsOn(\(mutant.number))"), "seed \(seed), round \(round)")
            }
        }
    }

    /// The copy is built; without a mutant it says what the original says, and with most mutants something else.
    ///
    /// `Scripts/mutation sample`, which runs before each change lands, holds the same of a copy of this very package.
    @Test(.enabled(if: Effort.isProof, "three builds")) func aCopyBehavesAsTheOriginal() throws {
        let fixture = try Fixture(Fixture.program)
        let original = try said(by: try built(fixture.root))
        let seed = someSeed()
        let source = try fixture.source()
        let folder = fixture.folder.appending(path: "copy")
        var list = try source.draw(30, seed: "\(seed)")
        let loop = BuildLoop(source, folder: folder, say: { _ in })
        list = try loop.run(list) { _, log in
            try build(folder, log)
        }
        let program = folder.appending(path: ".build/debug/Program")
        #expect(try said(by: program) == original, "seed \(seed)")
        #expect(try said(by: program, mutant: "0") == original, "seed \(seed)")
        let different = try list.mutants.count { try said(by: program, mutant: "\($0.number)") != original }
        #expect(different >= list.mutants.count / 2, "seed \(seed): only \(different) of \(list.mutants.count) differ")
        let output = fixture.folder.appending(path: "output")
        let unknown = ChildProcess([program.path], environment: ["MUTANT": "nobody"], output: output)
        #expect(try unknown.run() == .exit(SwitchTarget.unknownStatus))
        try expectRelinkedAlike(program, fixture, list)
    }

    /// The program of the original's debug build, linked with the mutated module, says what the built copy says.
    private func expectRelinkedAlike(_ built: URL, _ fixture: Fixture, _ list: MutantList) throws {
        let (copy, output) = (fixture.folder.appending(path: "copy"), fixture.folder.appending(path: "relinked"))
        let manifest = fixture.root.appending(path: ".build/debug.yaml")
        let programs = try RelinkedPrograms(["Program"], manifest: manifest, copy: copy, output: output)
        let log = fixture.folder.appending(path: "relinking.log")
        #expect(try programs.build(MutatedCopy.read(from: copy), log: log))
        let relinked = output.appending(path: "Program")
        for number in 0...list.mutants.count {
            let (words, expected) = try (
                said(by: relinked, mutant: "\(number)"), said(by: built, mutant: "\(number)")
            )
            #expect(words == expected, "seed \(list.seed), mutant \(number)")
        }
        #expect(throws: MutationToolError.self) {
            let others = try RelinkedPrograms(["Nothing"], manifest: manifest, copy: copy, output: output)
            _ = try others.build(MutatedCopy.read(from: copy), log: log)
        }
    }

    private func built(_ root: URL) throws -> URL {
        #expect(try build(root, root.appending(path: "build.log")))
        return root.appending(path: ".build/debug/Program")
    }

    /// The package manager leaves files in the folder for temporary ones: it gets one that goes with the test.
    private func build(_ package: URL, _ log: URL) throws -> Bool {
        let command = ["swift", "build", "--package-path", package.path]
        let temporary = package.deletingLastPathComponent().path
        return try ChildProcess(command, environment: ["TMPDIR": temporary], output: log).run() == .exit(0)
    }

    private func said(by program: URL, mutant: String = "") throws -> String {
        let output = program.deletingLastPathComponent().appending(path: "output-\(UUID().uuidString)")
        var child = ChildProcess(
            [program.path],
            environment: ["MUTANT": mutant, "SWIFT_BACKTRACE": "enable=no"],
            output: output
        )
        // A loop without an end is ended by what it uses, which a busy machine does not change.
        child.processorSeconds = 2
        let ending = try child.run(timeout: 60)
        let words = String(decoding: try Data(contentsOf: output), as: UTF8.self)
        // Addresses are others each time.
        return "\(ending) " + (words.split(separator: "Current stack trace:").first ?? "")
    }

    @Test func handMadeOnesStandBehindTheirNames() throws {
        let fixture = try Fixture(Fixture.program)
        let rewrite = Rewrite(
            name: "poor",
            hunks: [
                .init(
                    path: "Sources/Program/Ledger.swift",
                    find: "        balance += amount\n",
                    replacement: "        if amount > 9 { return }\n        balance += amount\n"
                )
            ]
        )
        let source = try fixture.source(rewrites: [rewrite])
        let list = try source.draw(3, seed: "x")
        let folder = fixture.folder.appending(path: "copy")
        let copy = try CopyGenerator(source.repository, list, rewrites: [rewrite]).generate(to: folder)
        #expect(copy.named == [.init(name: "poor", number: 4)])
        let text = try fixture.text(of: "copy/Sources/Program/Ledger.swift")
        #expect(text.contains("if mutantIsOn(4) {\n        if amount > 9 { return }\n}\n        "))
        #expect(try fixture.text(of: "copy/Sources/CMutantSwitch/CMutantSwitch.c").contains("{\"poor\", 4},"))
    }

    @Test func aChangedSourceIsRefused() throws {
        let fixture = try Fixture(Fixture.program)
        let source = try fixture.source()
        let list = try source.draw(20, seed: "x")
        try fixture.write(
            "// Changed.\n" + fixture.text(of: "repository/Sources/Program/Ledger.swift"),
            to: "repository/Sources/Program/Ledger.swift"
        )
        let generator = CopyGenerator(source.repository, list, rewrites: [])
        #expect(throws: MutationToolError.self) { try generator.generate(to: fixture.folder.appending(path: "copy")) }
    }

    @Test func theManifestIsEditedAndReadAgain() throws {
        let manifest = """
            let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]
            let package = Package(
                name: "P",
                targets: [
                    .target(name: "A", dependencies: plugin("X") + [.target(name: "B")], swiftSettings: strict),
                    .target(name: "B"),
                    .testTarget(name: "Tests", swiftSettings: strict),
                ]
            )

            """
        let edited = try ManifestEditor(manifest).adding(to: ["A", "B"])
        #expect(edited.contains("plugin(\"X\") + [\"CMutantSwitch\", .target(name: \"B\")]"))
        #expect(edited.contains(".target(name: \"B\", dependencies: [\"CMutantSwitch\"])"))
        #expect(edited.contains(".target(name: \"CMutantSwitch\")"))
        #expect(!edited.contains("treatAllWarnings"))
        #expect(edited.contains(".testTarget(name: \"Tests\", swiftSettings: strict + [.unsafeFlags([\"-Onone\"])])"))
        #expect(throws: MutationToolError.self) { try ManifestEditor(manifest).adding(to: ["C"]) }
        let less = try ManifestEditor(manifest).adding(to: ["B"], dropping: ["A"])
        #expect(!less.contains(".target(name: \"A\"") && less.contains(".target(name: \"B\", dependencies"))
        #expect(throws: MutationToolError.self) { try ManifestEditor(manifest).adding(to: ["B"], dropping: ["C"]) }
        let bare = manifest.replacing("\"Tests\", swiftSettings: strict", with: "\"Tests\"")
        #expect(throws: MutationToolError.self) { try ManifestEditor(bare).adding(to: ["A"]) }
        #expect(throws: MutationToolError.self) { try ManifestEditor("let a = 1").adding(to: ["A"]) }
    }

    @Test func overlappingEditsAreRefused() throws {
        #expect(throws: MutationToolError.self) {
            try EditedText("abcdef", edits: [(1, TextEdit(0..<3, "x")), (2, TextEdit(2..<4, "y"))])
        }
        let edited = try EditedText("a\nb\nc\n", edits: [(1, TextEdit(at: 2, "x\n")), (2, TextEdit(2..<3, "y\nz"))])
        #expect(edited.text == "a\nx\ny\nz\nc\n")
        #expect(edited.lines == [1: 2...3, 2: 3...4])
        #expect(edited.line(ofOld: 4) == 5)
    }
}
