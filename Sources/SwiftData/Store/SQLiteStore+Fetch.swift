import Foundation
import GRDB
import GRDBSQLite

extension SQLiteStore {
    func fetch<Model: PersistentModel>(_ request: RowRequest<Model>, into graph: ObjectGraph) throws -> [Model] {
        try connection.access { db in
            let entity = selectedColumns(of: request)
            let query = try RowQuery(request, entity, graph)
            var fetched = FetchedRows<Model>(areAll: request.isUnrestricted)
            if let known = try readKnown(query, request, on: db) {
                fetched.models = known
            } else {
                try read(try connection.statement(query.selection, on: db), query, request, entity, into: &fetched)
            }
            let window = RowWindow(offset: request.offset, limit: request.limit)
            fetched.models = try graph.withoutRecordingReads {
                try query.finish(fetched.models, by: request.descriptor.sortBy, window)
            }
            try prefetch(request.descriptor.relationshipKeyPathsForPrefetching, of: fetched, request.registry, on: db)
            return fetched.models
        }
    }

    /// The SQL of the properties that the descriptor asks for.
    func selectedColumns<Model>(of request: RowRequest<Model>) -> EntitySQL {
        let plan = request.registry.plan
        let wanted = request.descriptor.propertiesToFetch
        guard !wanted.isEmpty else { return sql(for: plan) }
        return sql(for: plan, reading: Set(wanted.compactMap { plan.property($0)?.ordinal }))
    }

    private func read<Model: PersistentModel>(
        _ statement: PreparedStatement,
        _ query: RowQuery<Model>,
        _ request: RowRequest<Model>,
        _ entity: EntitySQL,
        into fetched: inout FetchedRows<Model>
    ) throws {
        var rows = RowMaterializer(registry: request.registry, entity: entity, refreshes: request.refreshes)
        let expected = request.limit ?? request.registry.identities.count
        var models: [Model] = []
        models.reserveCapacity(min(expected, RowMaterializer.largestReservation))
        statement.begin(query.arguments)
        defer { statement.end() }
        while try statement.step() {
            if let instance = rows.instance(statement.handle, Model.self) { models.append(instance) }
        }
        request.registry.knewLastRows = rows.made == 0
        fetched.areNew = rows.made == models.count
        fetched.models = models
    }

    /// The instances of a list that is fetched again, found by the keys of their rows alone.
    ///
    /// A row that this context does not know yet ends the attempt, which is made only where the last fetch met none: what
    /// it costs in vain is small, and the values of rows are most of what a fetch costs.
    ///
    /// - Returns: Nil where the rows must be read.
    private func readKnown<Model: PersistentModel>(
        _ query: RowQuery<Model>,
        _ request: RowRequest<Model>,
        on db: Database
    ) throws -> [Model]? {
        let registry = request.registry
        guard registry.knewLastRows, !request.refreshes, query.isComplete else { return nil }
        let (identities, staleEpoch) = (registry.identities, registry.graph.staleEpoch)
        let statement = try connection.statement(query.keySelection, on: db)
        var models: [Model] = []
        models.reserveCapacity(min(request.limit ?? identities.count, RowMaterializer.largestReservation))
        statement.begin(query.arguments)
        defer { statement.end() }
        while try statement.step() {
            guard let state = identities[sqlite3_column_int64(statement.handle, 0)], !state.flags.contains(.fault),
                let model = state.model
            else {
                registry.knewLastRows = false
                return nil
            }
            // Another process saved since: one statement refreshes them all.
            guard state.epoch >= staleEpoch else { return nil }
            if let instance = downcast(model, to: Model.self) { models.append(instance) }
        }
        return models
    }

    func fetchKeys<Model: PersistentModel>(
        _ request: RowRequest<Model>,
        for graph: ObjectGraph
    ) throws -> [RowReference] {
        try connection.access { db in
            let query = try RowQuery(request, sql(for: request.registry.plan), graph)
            guard query.isComplete else {
                return try fetch(request, into: graph).map {
                    RowReference(entity: Int($0._$state.entity), key: $0._$state.key)
                }
            }
            return try keys(query, request.registry.plan, on: db)
        }
    }

    private func keys<Model>(_ query: RowQuery<Model>, _ plan: EntityPlan, on db: Database) throws -> [RowReference] {
        let entity = sql(for: plan)
        var found: [RowReference] = []
        try connection.statement(query.keySelection, on: db).run(query.arguments) { row in
            let concrete =
                plan.discriminator == nil
                ? plan : entity.concretePlan(discriminator: sqlite3_column_int64(row, 1))
            found.append(RowReference(entity: concrete.index, key: sqlite3_column_int64(row, 0)))
        }
        return found
    }

    func count<Model: PersistentModel>(_ request: RowRequest<Model>, for graph: ObjectGraph) throws -> Int {
        try connection.access { db in
            let query = try RowQuery(request, sql(for: request.registry.plan), graph)
            guard query.remainder == nil else { return try fetch(request, into: graph).count }
            var count = 0
            try connection.statement(query.count, on: db).run(query.arguments) {
                count = Int(sqlite3_column_int64($0, 0))
            }
            return count
        }
    }
}

/// What a fetch found.
struct FetchedRows<Model: PersistentModel> {
    var models: [Model] = []
    /// Whether no condition or window chose the instances.
    let areAll: Bool
    /// Whether all instances were made just now: none of their relationships is loaded.
    var areNew = false
}

/// Turns rows into instances: the one that is alive, or a new one.
struct RowMaterializer {
    let registry: EntityRegistry
    let entity: EntitySQL
    /// Whether instances that are alive and unchanged take the row's values.
    let refreshes: Bool
    /// Instances that were last looked at before this epoch may be out of date: another process saved.
    private let staleEpoch: UInt32
    /// What the rows say is at least as new as the saves that the context has looked at.
    let epoch: UInt32
    static let largestReservation = 16_384
    private let identities: IdentityMap
    private let ownColumns: UnsafePointer<Int32>?
    private let hasSubentities: Bool
    /// Whether a row may come more than once.
    var rowsRepeat = false
    /// The key of the row looked at last.
    private(set) var lastKey: Int64 = 0
    /// How many instances were made here.
    private(set) var made = 0

    init(registry: EntityRegistry, entity: EntitySQL, refreshes: Bool) {
        self.registry = registry
        self.entity = entity
        self.refreshes = refreshes
        epoch = registry.graph.seenEpoch
        identities = registry.identities
        let columns = entity.columns(of: registry.plan)
        ownColumns = columns
        // A row that was read in part says nothing of the other properties.
        let mayBeStale = registry.graph.staleEpoch > 0
        let isWhole =
            !mayBeStale
            || registry.plan.properties.allSatisfy { property in
                property.columnIndex == nil || (columns.map { $0[property.ordinal] >= 0 } ?? true)
            }
        staleEpoch = isWhole ? registry.graph.staleEpoch : 0
        hasSubentities = registry.plan.discriminator != nil
    }

    /// The instance of the current row.
    mutating func instance<Model: PersistentModel>(_ row: OpaquePointer, _ type: Model.Type) -> Model? {
        let key = sqlite3_column_int64(row, 0)
        lastKey = key
        if mayKnowRow, let state = identities[key], let model = state.model {
            if refreshes || state.epoch < staleEpoch || state.flags.contains(.fault) { refresh(model, state, row) }
            return downcast(model, to: type)
        }
        if hasSubentities { return concrete(row, key) as? Model }
        guard let ownColumns else { return nil }
        var reader = _RowReader(statement: row, columns: ownColumns)
        let model = Model(_$row: &reader)
        registry.register(model, model._$state, key: key, epoch: epoch)
        made += 1
        return model
    }

    /// False where all the instances there are were made here, of other rows: nothing is to be looked up.
    private var mayKnowRow: Bool { rowsRepeat || made != identities.count }

    /// The instance of a row without its class known statically.
    mutating func anyInstance(_ row: OpaquePointer) -> (any PersistentModel)? {
        func open<Model: PersistentModel>(_ type: Model.Type) -> (any PersistentModel)? { instance(row, type) }
        return open(registry.plan.modelType)
    }

    private func concrete(_ row: OpaquePointer, _ key: Int64) -> (any PersistentModel)? {
        let plan = entity.concretePlan(discriminator: sqlite3_column_int64(row, 1))
        guard let columns = entity.columns(of: plan) else { return nil }
        func make<Model: PersistentModel>(_ type: Model.Type) -> any PersistentModel {
            var reader = _RowReader(statement: row, columns: columns)
            return Model(_$row: &reader)
        }
        let model = make(plan.modelType)
        registry.graph.registry(of: plan).register(model, model._$state, key: key, epoch: epoch)
        return model
    }

    /// Gives a live instance the values of its row.
    ///
    /// Unsaved changes stay.
    func refresh(_ model: any PersistentModel, _ state: _ModelState, _ row: OpaquePointer) {
        let plan = registry.graph.registries[Int(state.entity)].plan
        guard let columns = entity.columns(of: plan) else { return }
        let isFault = state.flags.contains(.fault)
        let reader = _RowReader(statement: row, columns: columns)
        let isWatched = state.extras.map { !$0.undoWatches.isEmpty } ?? false
        for property in plan.properties where columns[property.ordinal] >= 0 {
            if state.isChanged(property.ordinal),
                !registry.graph.isCutOverruled(model, property, by: reader.key(property.ordinal))
            {
                if isWatched {
                    registry.graph.compareHidden(SQLValue(row, columns[property.ordinal]), of: model, property)
                }
                continue
            }
            let before = isWatched ? registry.graph.storedValue(of: model, property.ordinal) : nil
            state.extras?.hiddenTargets[property.ordinal] = nil
            let dropsChange = state.extras?.mergeBases.removeValue(forKey: property.ordinal) != nil
            var fill = RowFill(reader: reader, overwriting: !isFault, dropsChange: dropsChange)
            if isFault {
                model._$visit(property.ordinal, &fill)
            } else {
                notifyingObservers(of: model, property) { model._$visit(property.ordinal, &fill) }
            }
            if isWatched { registry.graph.compareShown(before, of: model, property) }
            if state.extras?.overruledCuts[property.ordinal] != nil { registry.graph.cutAgain(model, property) }
        }
        state.flags.remove(.fault)
        registry.graph.dropStaleLists(of: state, seenAt: state.epoch)
        state.epoch = epoch
    }
}

extension Array {
    /// The elements that an offset and a limit leave.
    func window(offset: Int?, limit: Int?) -> [Element] {
        guard offset != nil || limit != nil else { return self }
        let rest = dropFirst(Swift.max(offset ?? 0, 0))
        return Array(limit.map { rest.prefix(Swift.max($0, 0)) } ?? rest)
    }
}
