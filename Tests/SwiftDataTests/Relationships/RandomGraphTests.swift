import SwiftData
import Testing

/// Every shape of relationship, all within one class.
@Model
final class Knot {
    @Attribute(.unique) var number: Int
    /// One way.
    var next: Knot?
    /// One way, in order.
    var bag: [Knot] = []
    /// One to many.
    var parent: Knot?
    @Relationship(deleteRule: .nullify, inverse: \Knot.parent) var children: [Knot] = []
    /// One to one.
    var mate: Knot?
    @Relationship(inverse: \Knot.mate) var mateOf: Knot?
    /// Many to many.
    var peers: [Knot] = []
    @Relationship(inverse: \Knot.peers) var peerOf: [Knot] = []

    init(_ number: Int) { self.number = number }
}

/// After random edits a context that was saved shows, orders included, what a new context reads from the store; so does
/// every other context without changes of its own.
@Suite struct RandomGraphTests {
    @Test(arguments: StoreKind.allCases, 0..<24)
    func memoryShowsWhatIsStored(kind: StoreKind, run: Int) throws {
        let seed = UInt64(run) &* 104_729 &+ 5
        var walk = try KnotWalk(kind, seed: seed, contexts: 1 + run % 3)
        for step in 0..<70 {
            try walk.step()
            if let difference = try walk.difference() {
                let trace = walk.trace.joined(separator: "\n")
                Issue.record("seed \(seed), step \(step): \(difference)\n\(trace)")
                return
            }
        }
    }
}

/// One random walk over several contexts.
private struct KnotWalk {
    private let store: TestStore
    private let contexts: [ModelContext]
    private var random: SeededGenerator
    private var nextNumber = 0
    private var hasSaved = false
    private(set) var trace: [String] = []

    init(_ kind: StoreKind, seed: UInt64, contexts count: Int) throws {
        let store = try TestStore(kind, [Knot.self])
        self.store = store
        contexts = (0..<count).map { _ in store.makeContext() }
        random = SeededGenerator(seed: seed)
    }

    mutating func step() throws {
        let index = random.number(0...contexts.count - 1)
        let context = contexts[index]
        hasSaved = false
        let knots = try context.fetch(FetchDescriptor<Knot>(sortBy: [SortDescriptor(\.number)]))
        let text: String
        switch random.number(0...19) {
        case 0...3: text = insert(into: context, knots)
        case 4 where !knots.isEmpty:
            let knot = random.pick(knots)
            context.delete(knot)
            text = "delete \(knot.number)"
        case 5, 6:
            try context.save()
            hasSaved = true
            text = "save"
        case 7:
            context.rollback()
            text = "rollback"
        default: text = edit(knots)
        }
        trace.append("context \(index): \(text)")
    }

    private mutating func insert(into context: ModelContext, _ knots: [Knot]) -> String {
        let knot = Knot(nextNumber)
        nextNumber += 1
        var text = "insert \(knot.number)"
        if random.chance(50), let other = knots.randomElement(using: &random) {
            knot.parent = other
            text += " parent \(other.number)"
        }
        if random.chance(30), let other = knots.randomElement(using: &random) {
            knot.peers = [other]
            text += " peers \(other.number)"
        }
        context.insert(knot)
        return text
    }

    private mutating func edit(_ knots: [Knot]) -> String {
        guard let knot = knots.randomElement(using: &random), let other = knots.randomElement(using: &random) else {
            return "nothing"
        }
        let target: Knot? = random.chance(80) ? other : nil
        let name = target.map { "\($0.number)" } ?? "nil"
        switch random.number(0...7) {
        case 0:
            knot.next = target
            return "\(knot.number).next = \(name)"
        case 1:
            knot.parent = target
            return "\(knot.number).parent = \(name)"
        case 2:
            knot.mate = target
            return "\(knot.number).mate = \(name)"
        case 3:
            knot.mateOf = target
            return "\(knot.number).mateOf = \(name)"
        case 4: return "\(knot.number).bag = " + edit(&knot.bag, with: other)
        case 5: return "\(knot.number).children = " + edit(&knot.children, with: other)
        case 6: return "\(knot.number).peers = " + edit(&knot.peers, with: other)
        default: return "\(knot.number).peerOf = " + edit(&knot.peerOf, with: other)
        }
    }

    private mutating func edit(_ list: inout [Knot], with other: Knot) -> String {
        var copy = list
        switch random.number(0...4) {
        case 0: copy.reverse()
        case 1 where !copy.isEmpty: copy.remove(at: random.number(0...copy.count - 1))
        default:
            if let known = copy.firstIndex(where: { $0 === other }) { copy.remove(at: known) }
            copy.insert(other, at: random.number(0...copy.count))
        }
        list = copy
        return "\(copy.map(\.number))"
    }

    // MARK: Looking

    func difference() throws -> String? {
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

    private func description(_ context: ModelContext) throws -> String {
        try context.fetch(FetchDescriptor<Knot>(sortBy: [SortDescriptor(\.number)])).map { knot in
            let ones = [knot.next, knot.parent, knot.mate, knot.mateOf].map { $0.map { "\($0.number)" } ?? "-" }
            let lists = [knot.bag, knot.children, knot.peers, knot.peerOf].map { "\($0.map(\.number))" }
            return "\(knot.number): \((ones + lists).joined(separator: " "))"
        }
        .joined(separator: "\n")
    }

    /// Where two ends of one relationship tell different things, or a list holds somebody who is gone.
    private func brokenEnd(_ context: ModelContext) throws -> String? {
        let knots = try context.fetch(FetchDescriptor<Knot>())
        for knot in knots {
            if let mate = knot.mate, mate.mateOf !== knot { return "\(knot.number).mate = \(mate.number) is one-sided" }
            if let other = knot.mateOf, other.mate !== knot { return "\(knot.number).mateOf is one-sided" }
            if let parent = knot.parent, !parent.children.contains(where: { $0 === knot }) {
                return "\(knot.number).parent = \(parent.number) is one-sided"
            }
            if knot.children.contains(where: { $0.parent !== knot }) { return "\(knot.number).children are one-sided" }
            if knot.peers.contains(where: { peer in !peer.peerOf.contains { $0 === knot } }) {
                return "\(knot.number).peers are one-sided"
            }
            if knot.peerOf.contains(where: { peer in !peer.peers.contains { $0 === knot } }) {
                return "\(knot.number).peerOf is one-sided"
            }
            let linked =
                [knot.next, knot.parent, knot.mate, knot.mateOf].compactMap { $0 }
                + knot.bag + knot.children + knot.peers + knot.peerOf
            if let gone = linked.first(where: { $0.modelContext !== context || $0.isDeleted }) {
                return "\(knot.number) is linked to \(gone.number), which is gone"
            }
        }
        return nil
    }
}
