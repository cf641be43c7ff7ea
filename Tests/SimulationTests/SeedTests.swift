import Foundation
import Testing

/// Whole runs, in processes of their own: a simulation takes the tasks of its whole process into its hands.
@Suite("Simulations", .serialized)
struct SeedTests {
    /// Runs `simulate`; what it said, and its status.
    private func simulate(_ arguments: String...) throws -> (text: String, status: Int32) {
        // The program lies beside the tests.
        let tests = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        let process = Process()
        process.executableURL = tests.deletingLastPathComponent().appending(path: "Simulate")
        process.arguments = arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (text, process.terminationStatus)
    }

    @Test("300 seeds, each with faults of its own")
    func seeds() throws {
        let (text, status) = try simulate("--seeds", "300", "--jobs", "2")
        #expect(status == 0, "\(text)")
        #expect(text.contains("300 seeds in"))
    }

    /// Seeds that once failed; what they found is told in Documentation/simulation.md.
    @Test("Seeds that once failed", arguments: [18, 55, 90, 105, 112, 182, 225, 407, 1_067])
    func kept(_ seed: Int) throws {
        let (text, status) = try simulate("--seed", "\(seed)", "--quiet")
        #expect(status == 0, "\(text)")
    }

    @Test("A seed takes the same way again")
    func deterministic() throws {
        let (text, status) = try simulate("--first", "2000", "--seeds", "8", "--twice")
        #expect(status == 0, "\(text)")
    }

    @Test("A process that ends after its first durable step, after its second, and so on, loses nothing")
    func everyStep() throws {
        let (text, status) = try simulate("--every-step", "--first", "5")
        #expect(status == 0, "\(text)")
        #expect(!text.contains("each of 0 "))
    }

    @Test("What is not understood is refused")
    func misuse() throws {
        #expect(try simulate("--nonsense").status == 2)
        #expect(try simulate("--seeds").status == 2)
    }
}
