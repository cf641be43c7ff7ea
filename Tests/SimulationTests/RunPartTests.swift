import Foundation
import TestSupport
import Testing

@testable import SimulationTesting

/// Runs without a part, by which mutants show what the part is for.
@Suite("Parts of runs")
struct RunPartTests {
    @Test("Each part has a name of its own, by which it is found")
    func names() {
        #expect(RunPart.all.allSatisfy { RunPart(named: $0.name) == $0 })
        #expect(Set(RunPart.all.map(\.name)).count == RunPart.all.count)
        #expect(RunPart(named: "no such part") == nil)
    }

    @Test("What is left out is not done, and of an idea's texts the other is")
    func actions() {
        let details: Set<RunPart> = [.actions(.details)]
        let bare = PersonAction.createIdea("a", hasDetails: false)
        #expect(PersonAction.createIdea("a", hasDetails: true).leavingOut(details) == bare)
        #expect(PersonAction.editIdea("a", .both).leavingOut(details) == .editIdea("a", .title))
        #expect(PersonAction.tidyIdeas.leavingOut(details) == .tidyIdeas)
        #expect(PersonAction.tidyIdeas.leavingOut([.actions(.tidying)]) == nil)
        #expect(PersonAction.changeValue(.scan, book: "b").leavingOut([.actions(.files)]) == nil)
        #expect(PersonAction.changeValue(.price, book: "b").leavingOut([.actions(.files)]) != nil)
    }

    /// Seeds that have the part, as their recorded runs show: others are named here when the generator changes.
    @Test(
        "A run has none of what is left out",
        arguments: [
            (part: "fourthDevice", seed: 9, mark: "devices 4"), ("alarms", 7, "beside alarmclock"),
            ("newerVersion", 3, "newerVersion"),
        ].prefix(Effort.rounds(1, proof: 3))
    )
    func runs(_ part: String, seed: Int, mark: String) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).scenario")
        defer { try? FileManager.default.removeItem(at: file) }
        func recorded(_ more: String...) throws -> String {
            let process = Process()
            process.executableURL = BuiltProgram.url("Simulate")
            process.arguments = ["--seed", "\(seed)", "--record", file.path] + more
            process.standardOutput = FileHandle.nullDevice
            try process.start()
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
            return try String(contentsOf: file, encoding: .utf8)
        }
        #expect(try recorded().contains(mark))
        #expect(try !recorded("--without", part).contains(mark))
    }
}
