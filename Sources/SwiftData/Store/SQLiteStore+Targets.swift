import Foundation
import GRDB
import GRDBSQLite

// The lists of many owners in one statement.

extension SQLiteStore {
    /// The targets of many owners, by owner's key.
    func targets(
        of relationship: RelationshipPlan,
        _ owner: EntityRegistry,
        _ owners: OwnerKeys,
        on db: Database
    ) throws -> [Int64: [any PersistentModel]] {
        func open<Target: PersistentModel>(_ type: Target.Type) throws -> [Int64: [any PersistentModel]] {
            var groups: [Int64: [any PersistentModel]] = [:]
            groups.reserveCapacity(owners.keys.count)
            var rows = try rows(of: relationship, owner, owners, type, on: db)
            rows.forEachGroup(of: type) { groups[$0] = $1 }
            return groups
        }
        return try open(relationship.destination.modelType)
    }

    /// Gives fetched instances the lists that they have not loaded.
    func prefetchLists<Model: PersistentModel>(
        _ property: PropertyPlan,
        _ relationship: RelationshipPlan,
        of fetched: FetchedRows<Model>,
        _ registry: EntityRegistry,
        on db: Database
    ) throws {
        let graph = registry.graph
        let isLoaded = { (model: Model) in !fetched.areNew && graph.isCurrent(model, property.ordinal) }
        var keys: [Int64] = []
        keys.reserveCapacity(fetched.models.count)
        for model in fetched.models where !isLoaded(model) { keys.append(model._$state.key) }
        func open<Target: PersistentModel>(_ type: Target.Type) throws {
            var rows = try rows(of: relationship, registry, OwnerKeys(keys, areAll: fetched.areAll), type, on: db)
            var loader = LoadedLists<Target>(graph, property)
            rows.forEachGroup(of: type) { key, targets in
                guard let owner = registry.identities[key]?.model else { return }
                loader.put(targets, on: owner)
            }
            let areOthersAlive = registry.identities.count > fetched.models.count
            guard areOthersAlive || loader.count < keys.count else { return }
            for model in fetched.models where !graph.isCurrent(model, property.ordinal) { loader.put([], on: model) }
        }
        try open(relationship.destination.modelType)
    }

    private func rows<Target: PersistentModel>(
        of relationship: RelationshipPlan,
        _ owner: EntityRegistry,
        _ owners: OwnerKeys,
        _ type: Target.Type,
        on db: Database
    ) throws -> TargetRows {
        let destination = owner.graph.registry(of: relationship.destination)
        let entity = sql(for: destination.plan)
        var found = TargetRows()
        guard !owners.keys.isEmpty, let query = TargetQuery(relationship, entity, owners) else { return found }
        let statement = try connection.statement(query.sql, on: db)
        var rows = RowMaterializer(registry: destination, entity: entity, refreshes: false)
        if case .joinTable = relationship.storage { rows.rowsRepeat = true }
        if owners.keys.count > OwnerKeys.largePrefetch {
            destination.identities.reserve(OwnerKeys.expectedTargets * owners.keys.count)
            found.reserve(OwnerKeys.expectedTargets * owners.keys.count)
        }
        let position = sqlite3_column_count(statement.handle) - 1
        let mayBeDeleted = !owner.graph.deleted.isEmpty
        statement.begin(query.bindings)
        defer { statement.end() }
        while try found.releasing({ try statement.step() }) {
            let row = statement.handle
            guard let target = rows.instance(row, type) else { continue }
            if mayBeDeleted, target._$state.flags.contains(.deleted) { continue }
            found.append(
                Unmanaged.passRetained(target),
                key: rows.lastKey,
                owner: sqlite3_column_int64(row, query.ownerColumn ?? position - 1),
                position: sqlite3_column_int64(row, position)
            )
        }
        return found
    }
}

/// Gives a relationship that was not loaded the targets that the store has, unsaved changes counted.
private struct LoadedLists<Target: PersistentModel> {
    private let graph: ObjectGraph
    private let listType = ObjectIdentifier([Target].self)
    private let property: PropertyPlan
    private let isPlain: Bool
    /// How many instances got a list.
    private(set) var count = 0

    init(_ graph: ObjectGraph, _ property: PropertyPlan) {
        self.graph = graph
        self.property = property
        isPlain = property.isToMany && !graph.hasChanges
    }

    mutating func put(_ targets: [Target], on model: any PersistentModel) {
        guard isPlain, model._$state.extras == nil else { return putSlowly(targets, on: model) }
        var writer = ListWriter(targets: targets, listType: listType)
        model._$visit(property.ordinal, &writer)
        if writer.hasWritten { count += 1 } else { putSlowly(targets, on: model) }
    }

    private mutating func putSlowly(_ targets: [Target], on model: any PersistentModel) {
        guard !graph.isCurrent(model, property.ordinal) else { return }
        if property.isToMany {
            graph.fill(model, property, withStored: targets)
        } else {
            graph.put(.target(targets.first), on: model, property)
        }
        count += 1
    }
}

/// The owners whose targets are wanted.
struct OwnerKeys {
    let keys: [Int64]
    /// Whether these are all the owners that there are, so that reading the whole table of targets is no waste.
    let areAll: Bool

    /// From this many owners on, a range costs less than a list of keys.
    private static let rangeThreshold = 64
    /// From this many owners on, room for their targets is made beforehand.
    static let largePrefetch = 1_024
    /// For how many targets of each: a table that grows later is filled anew, instance by instance.
    static let expectedTargets = 4
    /// A range may hold this many times as many keys as are wanted.
    private static let rangeSlack: Int64 = 4

    init(_ keys: [Int64], areAll: Bool) {
        self.keys = keys
        self.areAll = areAll
    }

    /// The range that the keys fill well enough; rows of other owners in it are left aside.
    var range: ClosedRange<Int64>? {
        guard keys.count >= OwnerKeys.rangeThreshold, let least = keys.min(), let greatest = keys.max(), least >= 0,
            (greatest - least) / OwnerKeys.rangeSlack < Int64(keys.count)
        else { return nil }
        return least...greatest
    }
}

/// Targets as they come from the store, with whom they belong to and where.
private struct TargetRows {
    private struct Row {
        /// Owned here until it is handed on; not a typed reference, whose array's type would be looked up for every row.
        let target: Unmanaged<AnyObject>
        let key: Int64
        let position: Int64
    }

    private struct Run {
        let owner: Int64
        var rows: Range<Int>
    }

    private var rows: [Row] = []
    /// Rows of one owner that came one after another.
    private var runs: [Run] = []
    private var isInOrder = true
    /// The run that the last row belongs to; it joins the others when the next one begins.
    private var openOwner: Int64 = 0
    private var openStart = 0

    mutating func reserve(_ count: Int) { rows.reserveCapacity(count) }

    /// Lets the targets go, where they are not handed on.
    func release() { rows.forEach { $0.target.release() } }

    /// The result of `body`; where it throws, nobody will come for the targets.
    @inline(__always)
    func releasing<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch {
            release()
            throw error
        }
    }

    mutating func append(_ target: Unmanaged<AnyObject>, key: Int64, owner: Int64, position: Int64) {
        let index = rows.count
        if index > openStart, openOwner == owner {
            let before = rows[index - 1]
            if (position, key) <= (before.position, before.key) { isInOrder = false }
        } else {
            closeRun()
            (openOwner, openStart) = (owner, index)
        }
        rows.append(Row(target: target, key: key, position: position))
    }

    private mutating func closeRun() {
        guard rows.count > openStart else { return }
        runs.append(Run(owner: openOwner, rows: openStart..<rows.count))
        openStart = rows.count
    }

    /// Calls `body` once for each owner that has targets, with these in order, which own their targets from then on.
    mutating func forEachGroup<Target: PersistentModel>(of type: Target.Type, _ body: (Int64, [Target]) -> Void) {
        closeRun()
        guard isInOrder, eachOwnerHasOneRun else {
            var sorted = sorted()
            return sorted.forEachGroup(of: type, body)
        }
        for run in runs { body(run.owner, targets(run.rows)) }
    }

    private var eachOwnerHasOneRun: Bool {
        zip(runs, runs.dropFirst()).allSatisfy { $0.owner < $1.owner } || Set(runs.map(\.owner)).count == runs.count
    }

    private func targets<Target: PersistentModel>(_ range: Range<Int>) -> [Target] {
        [Target](unsafeUninitializedCapacity: range.count) { buffer, count in
            for index in range {
                let target = rows[index].target.takeRetainedValue()
                buffer.initializeElement(at: count, to: unsafeDowncast(target, to: Target.self))
                count += 1
            }
        }
    }

    private func sorted() -> TargetRows {
        let owned = runs.flatMap { run in run.rows.map { (owner: run.owner, row: rows[$0]) } }
        var result = TargetRows()
        let inOrder = owned.sorted {
            ($0.owner, $0.row.position, $0.row.key) < ($1.owner, $1.row.position, $1.row.key)
        }
        for (owner, row) in inOrder {
            result.append(row.target, key: row.key, owner: owner, position: row.position)
        }
        return result
    }
}

/// Gives a to-many slot its members.
///
/// It does not know their type statically: a generic visitor's conformance would be made anew for every list.
private struct ListWriter: PartialSlotVisitor {
    private let targets: [AnyObject]
    /// The type of `targets` as they were given.
    private let listType: ObjectIdentifier
    private(set) var hasWritten = false

    init<Target: PersistentModel>(targets: [Target], listType: ObjectIdentifier) {
        // Arrays of classes are all of one layout, and this one is looked at as what it was only.
        self.targets = unsafeBitCast(targets, to: [AnyObject].self)
        self.listType = listType
    }

    mutating func visit<C: RelationshipCollection>(_ slot: inout _LinkSlot<C>, _ ordinal: Int) {
        // A list with edits is ahead of the store's.
        guard case .unset = slot else { return }
        if ObjectIdentifier(C.self) == listType {
            slot = .loaded(unsafeBitCast(targets, to: C.self))
            hasWritten = true
        } else if let members = targets as? [C.PersistentElement], let made = C._make(members) {
            slot = .loaded(made)
            hasWritten = true
        }
    }
}

/// The statement that reads the targets of one relationship: selection, owner's key where the selection has it not,
/// position.
private struct TargetQuery {
    let sql: String
    /// The column with the owner's key; nil where it is the last but one.
    private(set) var ownerColumn: Int32?
    let bindings: [SQLValue]

    init?(_ relationship: RelationshipPlan, _ entity: EntitySQL, _ owners: OwnerKeys) {
        let table = entity.plan.table.quoted
        let isSingle = owners.keys.count == 1
        let match = OwnerMatch(owners)
        bindings = match.bindings
        // The targets of one owner come in order; those of many are put in order as they come, if they must be.
        switch relationship.storage {
        case .foreignKey: return nil
        case .inverseKey(_, let column, let orderColumn):
            let order = isSingle ? " ORDER BY t0.\(orderColumn.quoted), t0.\"pk\"" : ""
            ownerColumn = relationship.inverse.flatMap { entity.column(of: $0) }
            let owner = ownerColumn == nil ? ", t0.\(column.quoted)" : ""
            sql =
                "SELECT \(entity.selection)\(owner), t0.\(orderColumn.quoted) "
                + "FROM \(table) AS t0\(match.hint) WHERE t0.\(column.quoted) \(match.condition)\(order)"
        case .inverseToOne(_, let column):
            sql =
                "SELECT \(entity.selection), t0.\(column.quoted), 0 "
                + "FROM \(table) AS t0\(match.hint) WHERE t0.\(column.quoted) \(match.condition)"
        case .joinTable(let join, let own, let other, let orderColumn):
            let order = isSingle ? " ORDER BY j.\(orderColumn.quoted), t0.\"pk\"" : ""
            sql =
                "SELECT \(entity.selection), j.\(own.quoted), j.\(orderColumn.quoted) FROM \(join.quoted) AS j "
                + "JOIN \(table) AS t0 ON t0.\"pk\" = j.\(other.quoted) WHERE j.\(own.quoted) \(match.condition)\(order)"
        }
    }
}

/// How a statement finds the rows of its owners.
private struct OwnerMatch {
    let condition: String
    let bindings: [SQLValue]
    /// Reading the whole table in its own order costs a third of looking every row up by an index.
    var hint = ""

    init(_ owners: OwnerKeys) {
        if owners.keys.count == 1 {
            condition = "= ?1"
            bindings = [.integer(owners.keys[0])]
        } else if let range = owners.range {
            condition = "BETWEEN ?1 AND ?2"
            bindings = [.integer(range.lowerBound), .integer(range.upperBound)]
            if owners.areAll { hint = " NOT INDEXED" }
        } else {
            condition = "IN (SELECT value FROM json_each(?1))"
            bindings = [.text(owners.keys.jsonArray)]
        }
    }
}
