import Foundation
import TestSupport
import Testing

@testable import IdeaBoxCore

/// Processes, a thousand in a proof, that add, edit, complete, delete and import ideas and are killed at any moment, by
/// `kill -9`, over stores that grow.
///
/// Each says on standard output what the store has taken, once the change has returned, and nothing that was said may be
/// missing afterwards.
@Suite("Killed while writing")
struct KilledWriterTests {
    static let runs = Effort.rounds(48, proof: 1_000)
    static let stores = Effort.rounds(2, proof: 4)
    /// The most writes to files that a process lives for: from its start, or from its first idea.
    static let mostWrites = 80

    @Test("What was acknowledged is there, and the store always opens", arguments: 0..<stores)
    func acknowledged(number: Int) async throws {
        try #require(KillSwitch.works)
        let box = try TestBox()
        var random = SeededGenerator(seed: UInt64(number))
        let folder = box.folder.path
        var acknowledged: Set<String> = []
        for run in 0..<(Self.runs / Self.stores) {
            let life = Int.random(in: 0...Self.mostWrites, using: &random)
            let result = await #expect(
                processExitsWith: .signal(SIGKILL),
                observing: [\.standardOutputContent],
                "store \(number), run \(run)"
            ) { [folder = folder as String, life = life as Int, run = run as Int] in
                try KilledWriter.live(in: folder, for: life, run: run)
            }
            let said = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
            // The last line may have been cut.
            let lines = said.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            acknowledged.formUnion(lines.map(String.init))
            let store = try box.open()
            #expect(store.notices.isEmpty, "store \(number), run \(run)")
            let counts = try store.repository.counts()
            #expect(
                counts.all + counts.trash >= Set(acknowledged.compactMap(Self.title)).count,
                "store \(number), run \(run): lost something"
            )
        }
        let repository = try box.repository()
        let kept = try [IdeaList.all, .trash].flatMap {
            try repository.ideas(in: $0, IdeaPage(size: 1_000_000)).elements
        }
        let ideas = Dictionary(kept.map { ($0.title, $0) }, uniquingKeysWith: { first, _ in first })
        let missing = acknowledged.filter { line in
            guard let deed = KilledWriter.Deed.allCases.first(where: { line.hasPrefix($0.rawValue) }),
                let idea = Self.title(line).flatMap({ ideas[$0] })
            else { return true }
            return !deed.isSeen(in: idea)
        }
        #expect(missing.isEmpty, "store \(number)")
        // Two of three processes live until they have written something, and many write more.
        #expect(acknowledged.count > Self.runs / Self.stores / 2, "store \(number)")
        for deed in KilledWriter.Deed.allCases {
            #expect(acknowledged.contains { $0.hasPrefix(deed.rawValue) }, "store \(number): nothing was \(deed)")
        }
        #expect(try StoreConfiguration.damage(in: box.folders.storeFile) == nil, "store \(number)")
    }

    /// `idea 1.2` of `edited idea 1.2`.
    private static func title(_ line: String) -> String? {
        line.firstRange(of: "idea ").map { String(line[$0.lowerBound...]) }
    }
}
