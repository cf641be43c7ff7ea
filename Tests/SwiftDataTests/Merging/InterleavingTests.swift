import SwiftData
import TestSupport
import Testing

/// Interleavings of short programs, and random long ones.
///
/// What somebody linked and nobody who saw it removed or deleted is there at the end, and nothing else. A proof tries each
/// interleaving, other runs one of twenty-three.
@Suite struct InterleavingTests {
    private static let types: [any PersistentModel.Type] = [
        Playlist.self, Track.self, Post.self, Topic.self, Drawer.self, Spoon.self,
        TagList.self, ScoreBoard.self,
    ]

    private static let edits: [MergeEdit] = [.append, .removeFirst, .replaceAll, .insertFirst]
    private static let everyEdit: [MergeEdit] = [
        .append, .append, .insertFirst, .removeFirst, .removeLast, .reverse, .replaceAll,
    ]

    private static func programs(_ edit: MergeEdit) -> [[MergeStep]] {
        [
            [.read, .assign(edit), .save],
            [.read, .touch, .assign(edit), .save],
            [.read, .assign(edit), .touch, .save],
            [.read, .assign(edit), .save, .assign(.append)],
            [.edit(edit), .save, .edit(.removeLast)],
            [.touch, .assign(edit), .save],
            [.read, .delete, .assign(edit), .save],
            [.link, .save],
            [.read, .link, .assign(edit), .save],
            [.undone(edit), .save],
        ]
    }

    /// The orders in which the steps of two programs can follow each other: whose turn it is.
    private static func interleavings(_ first: Int, _ second: Int) -> [[Int]] {
        if first == 0 { return [Array(repeating: 1, count: second)] }
        if second == 0 { return [Array(repeating: 0, count: first)] }
        return interleavings(first - 1, second).map { [0] + $0 } + interleavings(first, second - 1).map { [1] + $0 }
    }

    private func runAll<Owner: MergedOwner>(_ type: Owner.Type, _ edit: MergeEdit) throws {
        var number = 0
        for other in Self.edits.prefix(2) {
            for first in Self.programs(edit) {
                let store = try TestStore(.memory, Self.types)
                for second in Self.programs(other) {
                    for turns in Self.interleavings(first.count, second.count) {
                        number += 1
                        guard number.isMultiple(of: Self.distance) else { continue }
                        try run(type, store, [first, second], turns)
                    }
                }
            }
        }
    }

    /// One of so many interleavings is tried: no divisor of how many two programs have, so that pairs differ in which.
    private static let distance = Effort.isProof ? 1 : 53

    private func run<Owner: MergedOwner>(
        _ type: Owner.Type,
        _ store: TestStore,
        _ programs: [[MergeStep]],
        _ turns: [Int]
    ) throws {
        let run = try MergeRun<Owner>(store, contexts: programs.count, members: 2)
        var next = Array(repeating: 0, count: programs.count)
        var trace: [String] = []
        for turn in turns {
            let step = programs[turn][next[turn]]
            next[turn] += 1
            trace.append("\(turn): \(step)")
            try run.run(step, by: turn)
        }
        if let failure = try run.failure() {
            Issue.record("\(type): \(failure)\nafter \(trace.joined(separator: ", "))")
        }
    }

    @Test(arguments: edits)
    func interleavingsOfOneToMany(edit: MergeEdit) throws {
        try runAll(Playlist.self, edit)
    }

    @Test(arguments: edits)
    func interleavingsOfManyToMany(edit: MergeEdit) throws {
        try runAll(Post.self, edit)
    }

    @Test(arguments: edits)
    func interleavingsOfOneWayLists(edit: MergeEdit) throws {
        try runAll(Drawer.self, edit)
    }

    @Test(arguments: edits)
    func interleavingsOfCodedLists(edit: MergeEdit) throws {
        try runAll(TagList.self, edit)
    }

    @Test(arguments: edits)
    func interleavingsOfCodedDictionaries(edit: MergeEdit) throws {
        try runAll(ScoreBoard.self, edit)
    }

    @Test(arguments: 0..<Effort.rounds(10, proof: 100))
    func randomPrograms(number: Int) throws {
        let seed = UInt64(number) &* 15_485_863 &+ 3
        let store = try TestStore(number.isMultiple(of: 5) ? .file : .memory, Self.types)
        try runRandomOfAll(store, seed, steps: 60)
    }

    /// Short programs differ more from each other than long ones do, for the same time.
    @Test(arguments: 0..<10)
    func shortRandomPrograms(batch: Int) throws {
        let store = try TestStore(.memory, Self.types)
        for number in 0..<Effort.rounds(20, proof: 1_000) {
            let seed = UInt64(batch * 1_000 + number) &* 32_452_843 &+ 5
            try runRandomOfAll(store, seed, steps: 7)
        }
    }

    private func runRandomOfAll(_ store: TestStore, _ seed: UInt64, steps: Int) throws {
        try runRandom(Playlist.self, store, seed, steps: steps)
        try runRandom(Post.self, store, seed, steps: steps)
        try runRandom(Drawer.self, store, seed, steps: steps)
        try runRandom(TagList.self, store, seed, steps: steps)
        try runRandom(ScoreBoard.self, store, seed, steps: steps)
    }

    private func runRandom<Owner: MergedOwner>(
        _ type: Owner.Type,
        _ store: TestStore,
        _ seed: UInt64,
        steps: Int
    ) throws {
        var random = SeededGenerator(seed: seed)
        let contexts = random.number(2...3)
        let run = try MergeRun<Owner>(store, contexts: contexts, members: random.number(0...4))
        var trace: [String] = []
        for _ in 0..<steps {
            let turn = random.number(0...contexts - 1)
            let edit = random.pick(Self.everyEdit)
            let step: MergeStep = random.pick(
                [
                    .read, .touch, .assign(edit), .assign(edit), .edit(edit), .link, .undone(edit), .delete, .save,
                    .save,
                ]
            )
            trace.append("\(turn): \(step)")
            try run.run(step, by: turn)
        }
        if let failure = try run.failure() {
            Issue.record("seed \(seed), \(type): \(failure)\nafter \(trace.joined(separator: ", "))")
        }
    }
}
