import Foundation
import Testing

@testable import IdeaBoxCore

/// A thousand processes that write ideas and are killed at any moment, by `kill -9`, over stores that grow.
///
/// Each says on standard output which idea the store has taken, once `create` has returned, and nothing that was said
/// may be missing afterwards.
@Suite("Killed while writing")
struct KilledWriterTests {
    static let runs = 1_000
    static let stores = 4
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
            acknowledged.formUnion(lines.filter { $0.hasPrefix("idea ") }.map(String.init))
            let store = try box.open()
            #expect(store.notices.isEmpty, "store \(number), run \(run)")
            let all = try store.repository.counts().all
            #expect(all >= acknowledged.count, "store \(number), run \(run): lost something")
        }
        let titles = Set(try box.repository().ideas(in: .all, IdeaPage(size: 1_000_000)).elements.map(\.title))
        #expect(acknowledged.subtracting(titles).isEmpty, "store \(number)")
        // Two of three processes live until they have written something.
        #expect(acknowledged.count > Self.runs / Self.stores / 2, "store \(number)")
        #expect(try StoreConfiguration.damage(in: box.folders.storeFile) == nil, "store \(number)")
    }
}

/// What each of those processes does.
enum KilledWriter {
    static func live(in folder: String, for writes: Int, run: Int) throws {
        // One of three is killed while it opens the store, if not before.
        if run.isMultiple(of: 3) { KillSwitch.arm(writes: writes) }
        let surroundings = Surroundings(
            now: { sampleMoment },
            makeID: { UUID() },
            variables: ["XDG_STATE_HOME": "\(folder)/state", "XDG_CONFIG_HOME": "\(folder)/config"],
            homeFolder: folder,
            workingFolder: folder,
            machineID: { folder }
        )
        let folders = DataFolders(
            store: "data",
            variables: surroundings.variables,
            homeFolder: folder,
            workingFolder: folder
        )
        let repository = try IdeaStore.open(folders, in: surroundings).repository
        var number = 0
        while true {
            number += 1
            let title = "idea \(run).\(number)"
            _ = try repository.create(title: title)
            say("\(title)\n")
            if number == 1, !run.isMultiple(of: 3) { KillSwitch.arm(writes: writes) }
        }
    }
}
