import Foundation
import TestSupport
import Testing

/// The scripts, started as a person starts them: from any folder, and asked for help first.
struct ScriptTests {
    static let scripts = (Repository.this.files(under: "Scripts") + [".ci/run"]).filter { !$0.hasSuffix("common.sh") }

    @Test func thereAreScripts() {
        #expect(Self.scripts.count > 5)
    }

    @Test(arguments: scripts)
    func stopsAtTheFirstError(_ script: String) throws {
        let text = try Repository.this.text(of: script)
        #expect(text.hasPrefix("#!/usr/bin/env bash\n# "))
        #expect(text.contains("\nset -euo pipefail\n"))
        #expect(FileManager.default.isExecutableFile(atPath: Repository.this.root.appendingPathComponent(script).path))
    }

    @Test(arguments: scripts.filter { $0.hasPrefix("Scripts/") })
    func explainsItselfFromAnywhere(_ script: String) throws {
        let help = try output(of: script, "--help")
        #expect(help.status == 0)
        #expect(help.text.count > 40)
        #expect(!help.text.contains("#!"))
    }

    @Test(arguments: ["setup", "install"])
    func misuseIsAnswered(_ script: String) throws {
        let answer = try output(of: "Scripts/\(script)", script == "setup" ? "--nonsense" : "")
        #expect(answer.status == 1)
    }

    @Test func everyRuleOfTheMakefileIsExplained() throws {
        let lines = try Repository.this.text(of: "Makefile").split(separator: "\n")
        let rules = lines.filter { $0.contains(/^[a-z]+:/) }
        #expect(rules.count >= 8)
        #expect(rules.allSatisfy { $0.contains(" ## ") })
    }

    /// Faults that are put in on purpose are rewrites of a copy, so that no program that is installed has one.
    @Test func noFaultStandsInTheSource() throws {
        let files = Repository.this.files(under: "Sources", endingWith: ".swift")
        #expect(files.count > 100)
        for file in files + ["Package.swift"] {
            let text = try Repository.this.text(of: file)
            #expect(!text.contains("MUTANTS") && !text.contains("Mutant.isOn"), "\(file)")
        }
    }

    @Test func scriptsThatBuildShareOneBeginning() throws {
        for script in Self.scripts {
            let text = try Repository.this.text(of: script)
            let builds =
                text.contains("swift build") || text.contains("build_release") || text.contains("swift_release")
            if builds, script.hasPrefix("Scripts/") { #expect(text.contains("\nsource \"$(dirname"), "\(script)") }
        }
    }

    private func output(of script: String, _ argument: String) throws -> (status: Int32, text: String) {
        let process = Process()
        process.executableURL = Repository.this.root.appendingPathComponent(script)
        process.arguments = [argument]
        process.currentDirectoryURL = URL(fileURLWithPath: "/")
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.start()
        let text = try pipe.fileHandleForReading.rest()
        process.waitUntilExit()
        return (process.terminationStatus, text)
    }
}
