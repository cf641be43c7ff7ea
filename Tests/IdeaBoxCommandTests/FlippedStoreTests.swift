import Foundation
import TestSupport
import Testing

/// Damaged copies of a store in front of the real command: what it prints is what was written, or it says that the
/// store was damaged, keeps it, and saves what it can.
@Suite("Damaged stores on the command line")
struct FlippedStoreTests {
    private static let ideas = 60
    /// Copies of each of four batches.
    private static let copies = Effort.rounds(3, proof: 10)

    /// Numbers that a seed repeats (a multiplier of Knuth's).
    private struct Numbers {
        var state: UInt64

        mutating func below(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % UInt64(limit))
        }
    }

    @Test("Damaged copies", arguments: 0..<4)
    func damaged(batch: Int) throws {
        let box = try CommandBox()
        let rows = (0..<Self.ideas).map {
            "{\"title\":\"idea \($0)\",\"details\":\"\(String(repeating: "靈感 ", count: $0))\"}"
        }
        try box.write("[\(rows.joined(separator: ",\n"))]", to: "ideas.json")
        #expect(try box.run("import", "ideas.json", "--store", "sound").status == 0)
        let expected = try box.run("export", "--format", "json", "--store", "sound").out
        let sound = try Data(contentsOf: box.home.appending(path: "sound/IdeaBox.sqlite"))
        #expect(!FileManager.default.fileExists(atPath: box.home.path + "/sound/IdeaBox.sqlite-wal"))
        var detected = 0
        for round in 0..<Self.copies {
            let seed = UInt64(batch * 1_000 + round)
            var numbers = Numbers(state: seed)
            var bytes = sound
            for _ in 0...numbers.below(500) { bytes[numbers.below(bytes.count)] ^= UInt8(1 + numbers.below(255)) }
            let name = "damaged-\(round)"
            let folder = box.home.appending(path: name)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try bytes.write(to: folder.appending(path: "IdeaBox.sqlite"))
            let answer = try box.run("export", "--format", "json", "--store", name)
            #expect(answer.status == 0 || answer.status == 5, "seed \(seed): \(answer)")
            let aside = try FileManager.default.contentsOfDirectory(atPath: folder.path)
                .filter { $0.hasPrefix("IdeaBox-damaged-") && $0.hasSuffix(".sqlite") }
            guard let moved = aside.first else {
                #expect(answer.status == 0 && answer.out == expected, "seed \(seed): \(answer.messages)")
                continue
            }
            detected += 1
            #expect(answer.status == 5, "seed \(seed): \(answer)")
            #expect(try Data(contentsOf: folder.appending(path: moved)) == bytes, "seed \(seed)")
            #expect(answer.messages.contains("ideabox recover"), "seed \(seed): \(answer.messages)")
            let recovery = try box.run("recover", "\(name)/\(moved)", "--store", name)
            #expect(recovery.status == 0 || recovery.status == 1, "seed \(seed): \(recovery)")
            try account(for: recovery, seed: seed)
            #expect(try box.run("add", "still works", "--store", name).status == 0, "seed \(seed)")
        }
        #expect(detected >= Self.copies * 8 / 10, "batch \(batch)")
    }

    /// Every idea is among those saved or among those said to be lost.
    private func account(for recovery: CommandBox.Answer, seed: UInt64) throws {
        func number(_ pattern: Regex<(Substring, Substring)>) -> Int {
            ((recovery.out + recovery.messages).firstMatch(of: pattern).flatMap { Int($0.1) }) ?? 0
        }
        // Else the command says itself that the number is not certain.
        guard !recovery.messages.contains(/can(not)? be told/) else { return }
        let saved = number(/([0-9]+) ideas? saved/)
        let lost = number(/([0-9]+) ideas? could not be saved/)
        #expect(saved + lost >= Self.ideas, "seed \(seed): \(recovery)")
        #expect(recovery.messages.contains(" is damaged, and stays where it is. "), "seed \(seed): \(recovery)")
    }
}
