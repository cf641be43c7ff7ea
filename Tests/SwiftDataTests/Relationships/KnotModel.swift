import SwiftData

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

/// One thing done to knots, by number, in one of several contexts. Meaningless ones (no such knot) do nothing, so that
/// any of them can be left out of a sequence.
struct KnotCommand: CustomStringConvertible {
    enum Action {
        case insert(Int, parent: Int?, peer: Int?)
        case delete(Int)
        case one(Int, WritableKeyPath<Knot, Knot?> & Sendable, Int?)
        case list(Int, WritableKeyPath<Knot, [Knot]> & Sendable, ListEdit)
        case save
        case rollback
    }

    enum ListEdit {
        case put(Int, at: Int)
        case remove(at: Int)
        case reverse
    }

    let context: Int
    let action: Action
    let description: String

    /// A random command over the knots that earlier commands `made`.
    init(_ random: inout SeededGenerator, contexts: Int, made: inout Int) {
        context = random.number(0...contexts - 1)
        let knot = random.number(0...max(made - 1, 0))
        let other = random.number(0...max(made - 1, 0))
        let target = random.chance(80) ? other : nil
        switch random.number(made < 2 ? 0...0 : 0...19) {
        case 0...2:
            let number = made
            made += 1
            let parent = random.chance(50) ? other : nil
            let peer = random.chance(30) ? knot : nil
            (action, description) = (
                .insert(number, parent: parent, peer: peer), "insert \(number) \(parent ?? -1) \(peer ?? -1)"
            )
        case 3: (action, description) = (.delete(knot), "delete \(knot)")
        case 4, 5: (action, description) = (.save, "save")
        case 6: (action, description) = (.rollback, "rollback")
        case 7...12:
            let (name, path) = random.pick(Self.ones)
            (action, description) = (.one(knot, path, target), "\(knot).\(name) = \(target ?? -1)")
        default:
            let (name, path) = random.pick(Self.lists)
            let (edit, text) = Self.edit(&random, other)
            (action, description) = (.list(knot, path, edit), "\(knot).\(name) \(text)")
        }
    }

    var isSave: Bool { if case .save = action { true } else { false } }

    private static let ones: [(String, WritableKeyPath<Knot, Knot?> & Sendable)] = [
        ("next", \.next), ("parent", \.parent), ("mate", \.mate), ("mateOf", \.mateOf),
    ]
    private static let lists: [(String, WritableKeyPath<Knot, [Knot]> & Sendable)] = [
        ("bag", \.bag), ("children", \.children), ("peers", \.peers), ("peerOf", \.peerOf),
    ]

    private static func edit(_ random: inout SeededGenerator, _ other: Int) -> (ListEdit, String) {
        let position = random.number(0...4)
        switch random.number(0...4) {
        case 0: return (.reverse, "reversed")
        case 1: return (.remove(at: position), "removes at \(position)")
        default: return (.put(other, at: position), "puts \(other) at \(position)")
        }
    }

    // MARK: Doing it

    /// - Returns: Whether something was saved.
    func run(in context: ModelContext) throws -> Bool {
        func find(_ number: Int?) throws -> Knot? {
            guard let number else { return nil }
            return try context.fetch(FetchDescriptor<Knot>(predicate: #Predicate { $0.number == number })).first
        }
        switch action {
        case .insert(let number, let parent, let peer):
            let knot = Knot(number)
            knot.parent = try find(parent)
            if let peer = try find(peer) { knot.peers = [peer] }
            context.insert(knot)
        case .delete(let number): try find(number).map(context.delete)
        case .one(let number, let path, let target):
            var knot = try find(number)
            knot?[keyPath: path] = try find(target)
        case .list(let number, let path, let edit):
            var knot = try find(number)
            guard let list = knot?[keyPath: path] else { break }
            knot?[keyPath: path] = try edited(list, edit, find)
        case .save:
            try context.save()
            return true
        case .rollback: context.rollback()
        }
        return false
    }

    private func edited(_ list: [Knot], _ edit: ListEdit, _ find: (Int) throws -> Knot?) throws -> [Knot] {
        var list = list
        switch edit {
        case .reverse: list.reverse()
        case .remove(let position): if list.indices.contains(position) { list.remove(at: position) }
        case .put(let number, let position):
            guard let other = try find(number) else { break }
            list.removeAll { $0 === other }
            list.insert(other, at: min(position, list.count))
        }
        return list
    }
}
