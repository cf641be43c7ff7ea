/// What was committed by whom, beside the history that the store keeps of it.
final class HistoryLedger {
    /// A row by its entity and number.
    struct Row: Hashable, Comparable {
        let entity: Entity
        let number: Int

        static func < (lhs: Row, rhs: Row) -> Bool {
            (lhs.entity.rawValue, lhs.number) < (rhs.entity.rawValue, rhs.number)
        }
    }

    struct Entry {
        let author: String
        let inserted: Set<Row>
        let deleted: Set<Row>
        /// Rows whose own columns changed: each must be named as updated.
        let updated: Set<Row>
    }

    private(set) var entries: [Entry] = []
    /// A recovery or a copy in between leaves it open which transactions the history has.
    private var isCertain = true
    private var numbers: [Entity: [Int64: Int]] = [:]

    /// Days that the clock can make of as many commits: fewer than the history is kept for.
    private static let mostCommits = 25

    /// Whether the history must have each entry.
    func mustBeComplete(isAged: Bool) -> Bool { isCertain && !(isAged && entries.count > Self.mostCommits) }

    func record(from before: Contents, to after: Contents, author: String) {
        guard before != after else { return }
        var (inserted, deleted, updated): (Set<Row>, Set<Row>, Set<Row>) = ([], [], [])
        for entity in Entity.allCases where entity != .token {
            let (old, new) = (Set(before.numbers(entity)), Set(after.numbers(entity)))
            inserted.formUnion(new.subtracting(old).map { Row(entity: entity, number: $0) })
            deleted.formUnion(old.subtracting(new).map { Row(entity: entity, number: $0) })
            for number in old.intersection(new) where Self.hasChanged(entity, number, before, after) {
                updated.insert(Row(entity: entity, number: number))
            }
        }
        entries.append(Entry(author: author, inserted: inserted, deleted: deleted, updated: updated))
    }

    private static func hasChanged(_ entity: Entity, _ number: Int, _ before: Contents, _ after: Contents) -> Bool {
        switch entity {
        case .shelf: before.shelves[number] != after.shelves[number]
        case .book:
            before.books[number]?.attributes != after.books[number]?.attributes
                || before.books[number]?.coded != after.books[number]?.coded
        case .item:
            before.items[number]?.name != after.items[number]?.name
                || before.items[number]?.watts != after.items[number]?.watts
        default: false
        }
    }

    func recordRecovery(from before: Contents, to after: Contents) { if before != after { isCertain = false } }
    func invalidate() { isCertain = false }
    func remove(author: String) { entries.removeAll { $0.author == author } }
    /// The history begins anew here, as far as the ledger goes.
    func restart() { entries = [] }

    func merge(_ known: [Entity: [Int64: Int]]) {
        for (entity, rows) in known { numbers[entity, default: [:]].merge(rows) { $1 } }
    }

    func row(_ entity: Entity, _ key: Int64) -> Row? {
        numbers[entity]?[key].map { Row(entity: entity, number: $0) }
    }
}
