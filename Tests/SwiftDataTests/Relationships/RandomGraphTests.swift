import SwiftData
import TestSupport
import Testing

/// After random edits a context that was saved shows, orders included, what a new context reads from the store; so does
/// every other context without changes of its own. And at any time both ends of a relationship tell the same.
@Suite struct RandomGraphTests {
    private static let runs = Effort.rounds(9, proof: 90)

    @Test(arguments: StoreKind.allCases, 0..<runs)
    func memoryShowsWhatIsStored(kind: StoreKind, run: Int) throws {
        try check(kind, seed: UInt64(run) &* 104_729 &+ 5, contexts: 1)
    }

    @Test(arguments: StoreKind.allCases, 0..<runs)
    func everyContextShowsWhatIsStored(kind: StoreKind, run: Int) throws {
        try check(kind, seed: UInt64(run) &* 7_907 &+ 11, contexts: 2 + run % 2)
    }

    /// Every object is inserted while another connection holds the store, and gets its key in the save.
    @Test(arguments: 0..<runs)
    func memoryShowsWhatIsStoredAfterInsertsIntoALockedStore(run: Int) throws {
        try check(.file, seed: UInt64(run) &* 15_485_863 &+ 3, contexts: 1 + run % 2, isLocked: true)
    }

    private func check(_ kind: StoreKind, seed: UInt64, contexts: Int, isLocked: Bool = false) throws {
        var random = SeededGenerator(seed: seed)
        var made = 0
        let commands = (0..<70).map { _ in KnotCommand(&random, contexts: contexts, made: &made) }
        let replay = KnotReplay(kind: kind, count: contexts, isLocked: isLocked)
        guard let failure = try replay.failure(of: commands) else { return }
        let short = try replay.shortened(Array(commands.prefix(failure.step + 1)))
        let reason = try replay.failure(of: short)?.reason ?? failure.reason
        let trace = short.map { "context \($0.context): \($0)" }.joined(separator: "\n")
        Issue.record("seed \(seed): \(reason)\nafter\n\(trace)")
    }
}

/// Runs commands and looks after each whether everything is as it should be.
private struct KnotReplay {
    let kind: StoreKind
    /// How many contexts there are.
    let count: Int
    /// Whether another connection is writing whenever nothing is saved.
    let isLocked: Bool

    func failure(of commands: [KnotCommand]) throws -> (step: Int, reason: String)? {
        let store = try TestStore(kind, [Knot.self])
        let contexts = (0..<count).map { _ in store.makeContext() }
        for (step, command) in commands.enumerated() {
            let lock = isLocked && !command.isSave ? try WriteLock(store) : nil
            let hasSaved = try command.run(in: contexts[command.context])
            try lock?.release()
            if let reason = try Self.difference(store, contexts, hasSaved: hasSaved) { return (step, reason) }
        }
        return nil
    }

    /// Leaves out commands as long as the rest still fails.
    func shortened(_ commands: [KnotCommand]) throws -> [KnotCommand] {
        var commands = commands
        var index = commands.count - 1
        while index >= 0 {
            var fewer = commands
            fewer.remove(at: index)
            if try failure(of: fewer) != nil { commands = fewer }
            index -= 1
        }
        return commands
    }

    private static func difference(
        _ store: TestStore,
        _ contexts: [ModelContext],
        hasSaved: Bool
    ) throws -> String? {
        for (index, context) in contexts.enumerated() {
            if let wrong = try brokenEnd(context) { return "context \(index): \(wrong)" }
        }
        guard hasSaved else { return nil }
        let stored = try description(store.makeFreshContext())
        for (index, context) in contexts.enumerated() where !context.hasChanges {
            let shown = try description(context)
            if shown != stored { return "context \(index) shows\n\(shown)\ninstead of\n\(stored)" }
        }
        return nil
    }

    private static func description(_ context: ModelContext) throws -> String {
        try context.fetch(FetchDescriptor<Knot>(sortBy: [SortDescriptor(\.number)])).map { knot in
            let ones = [knot.next, knot.parent, knot.mate, knot.mateOf].map { $0.map { "\($0.number)" } ?? "-" }
            let lists = [knot.bag, knot.children, knot.peers, knot.peerOf].map { "\($0.map(\.number))" }
            return "\(knot.number): \((ones + lists).joined(separator: " "))"
        }
        .joined(separator: "\n")
    }

    /// Where two ends of one relationship tell different things, or a list holds somebody who is gone.
    private static func brokenEnd(_ context: ModelContext) throws -> String? {
        for knot in try context.fetch(FetchDescriptor<Knot>()) {
            let links: [(String, [Knot], (Knot) -> [Knot])] = [
                ("mate", [knot.mate].compactMap { $0 }, { [$0.mateOf].compactMap { $0 } }),
                ("mateOf", [knot.mateOf].compactMap { $0 }, { [$0.mate].compactMap { $0 } }),
                ("parent", [knot.parent].compactMap { $0 }, \.children),
                ("children", knot.children, { [$0.parent].compactMap { $0 } }),
                ("peers", knot.peers, \.peerOf), ("peerOf", knot.peerOf, \.peers),
                ("next", [knot.next].compactMap { $0 }, { _ in [knot] }), ("bag", knot.bag, { _ in [knot] }),
            ]
            for (name, targets, back) in links {
                for target in targets {
                    let label = "\(knot.number).\(name) → \(target.number)"
                    if target.modelContext !== context { return "\(label), which is gone" }
                    // Two contexts may give one knot two mates; that is settled when they save.
                    if name.hasPrefix("mate"), context.hasChanges { continue }
                    if !back(target).contains(where: { $0 === knot }) { return "\(label) is one-sided" }
                }
            }
        }
        return nil
    }
}
