import Foundation
import TestSupport
import Testing

@testable import IdeaBoxCore

/// First starts over the ideas of the first version that are killed at any moment, by `kill -9`, a hundred in a proof: the
/// next start has all ideas, each once, and the file was kept until it was not needed any more.
@Suite("Killed while taking over the ideas of the first version")
struct KilledMigrationTests {
    static let runs = Effort.rounds(7, proof: 100)
    static let ideas = 700
    /// The most writes to files that a process lives for: more than it needs.
    static let mostWrites = 600

    @Test("The next start has every idea once")
    func everyIdeaOnce() async throws {
        try #require(KillSwitch.works)
        let details = String(repeating: "x", count: 200)
        let entries = (0..<Self.ideas).map { "{\"title\":\"idea \($0)\",\"description\":\"\(details)\"}" }
        let text = "[\(entries.joined(separator: ",\n"))]"
        var (begun, ended) = (0, 0)
        for run in 0..<Self.runs {
            let box = try TestBox()
            let file = try box.write(text, to: "data/ideas.json")
            // From its beginning to beyond its end, evenly.
            let life = run * Self.mostWrites / (Self.runs - 1)
            await #expect(processExitsWith: .signal(SIGKILL), "run \(run)") {
                [folder = box.folder.path as String, life = life as Int] in
                KillSwitch.arm(writes: life)
                _ = try KilledWriter.open(folder)
                KillSwitch.pull()
            }
            let wasKept = FileManager.default.fileExists(atPath: file.path)
            if wasKept, FileManager.default.fileExists(atPath: box.folders.storeFile.path) { begun += 1 }
            if !wasKept { ended += 1 }
            let store = try box.open()
            let titles = try store.repository.ideas(in: .all, IdeaPage(size: 10_000)).elements.map(\.title)
            #expect(titles.count == Self.ideas && Set(titles).count == Self.ideas, "run \(run), \(life) writes")
            #expect(!FileManager.default.fileExists(atPath: file.path), "run \(run)")
            #expect(try String(contentsOfFile: file.path + ".migrated", encoding: .utf8) == text, "run \(run)")
        }
        // The moments were spread over the whole of it.
        #expect(begun > Self.runs / 10 && ended > 0, "\(begun) in the middle, \(ended) after the end")
    }
}
