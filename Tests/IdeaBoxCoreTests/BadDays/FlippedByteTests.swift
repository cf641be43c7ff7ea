import Foundation
import TestSupport
import Testing

@testable import IdeaBoxCore

/// Copies of a store, a thousand in a proof, some with one changed byte and most with up to 500: never a crash, never a silent
/// loss, and what can be saved of each is.
///
/// Each batch runs in a process of its own, so that a crash is a failed test and not the end of all of them.
@Suite("Flipped bytes")
struct FlippedByteTests {
    static let batches = 8

    /// Copies of a batch. Of those with one changed byte some must mean nothing, so that it takes more to see how many.
    static func copies(_ batch: Int) -> Int {
        FlippedStore.isSingle(batch) ? Effort.rounds(50, proof: 125) : Effort.rounds(6, proof: 125)
    }

    @Test("What is read is what was written, or the damage is noticed", arguments: 0..<batches)
    func noSilentLoss(batch: Int) async throws {
        let temporary = try TemporaryFolder()
        try FlippedStore(folder: temporary.url).make(seed: 20_261_121)
        let path = temporary.url.path
        let result = await #expect(
            processExitsWith: .success,
            observing: [\.standardOutputContent]
        ) { [path = path as String, batch = batch as Int] in
            let store = FlippedStore(folder: URL(filePath: path))
            var counts = (detected: 0, salvaged: 0, saved: 0, doubtful: 0, lost: 0, withoutLastSave: 0, uncertain: 0)
            for copy in 0..<FlippedByteTests.copies(batch) {
                let number = batch + copy * FlippedByteTests.batches
                let outcome = try store.round(number)
                guard outcome.complaint.isEmpty else {
                    say("seed \(number): \(outcome.complaint)\n")
                    continue
                }
                if outcome.isDetected { counts.detected += 1 }
                if outcome.hasLostLastSave { counts.withoutLastSave += 1 }
                guard let report = outcome.salvage else { continue }
                counts.salvaged += 1
                counts.saved += report.ideas.added
                counts.doubtful += report.doubtful
                counts.lost += report.lost
                if !report.isLossExact { counts.uncertain += 1 }
            }
            say("\(counts)\n")
        }
        let said = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
        let complaints = said.split(separator: "\n").filter { $0.hasPrefix("seed ") }
        #expect(complaints.isEmpty, "\(complaints.joined(separator: "\n"))")
        let copies = Self.copies(batch)
        let (isSingle, hasLog) = (FlippedStore.isSingle(batch), FlippedStore.hasLog(batch))
        // Nearly every copy is damaged where it is read; a single byte may be one of those that mean nothing.
        let detected = try Self.count("detected", in: said)
        #expect(detected >= copies * (isSingle ? 8 : 9) / 10, "\(said)")
        #expect(try Self.count("salvaged", in: said) == detected, "\(said)")
        #expect(try Self.count("saved", in: said) > copies * FlippedStore.ideas / 10, "\(said)")
        // All changes of a copy must hit the end of its log for that.
        #expect(try Self.count("withoutLastSave", in: said) <= max(1, copies / (isSingle ? 10 : 50)), "\(said)")
        guard isSingle, !hasLog else { return }
        // One byte costs one row or none, and only where it says where rows are, the number of those is not known.
        #expect(try Self.count("saved", in: said) >= detected * (FlippedStore.ideas - 1), "\(said)")
        #expect(try Self.count("uncertain", in: said) <= max(1, copies / 10), "\(said)")
    }

    private static func count(_ name: String, in said: String) throws -> Int {
        let pattern = try Regex("\\b\(name): ([0-9]+)")
        let match = said.firstMatch(of: pattern)?.output[1].substring
        return try #require(match.flatMap { Int($0) }, "\(said)")
    }
}

/// Writes to standard output at once, past every buffer: a process that is killed has said what it said.
func say(_ line: String) {
    try? FileHandle.standardOutput.write(contentsOf: Data(line.utf8))
}
