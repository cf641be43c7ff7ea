import Foundation
import GRDB

/// Brings one store's file to the container's schema, all of the way or none of it.
///
/// Steps without code run in the file itself, in one transaction. With code in the plan, everything happens in a copy,
/// whose contents then replace those of the file in one transaction. In either case a crash leaves the old store or the
/// new one. Before the file changes a backup is made beside it.
///
/// Each copy is read again from its file before anything depends on it, and the store after its contents were replaced.
struct MigrationRunner {
    enum Outcome: Hashable {
        /// There was nothing to do.
        case current
        /// The store has the container's schema now; the old file is in `backup`.
        case migrated(from: Schema.Version, backup: URL)
    }

    let url: URL
    let target: Schema
    let plan: (any SchemaMigrationPlan.Type)?
    let host: any MigrationHost
    private let versionTypes: [any VersionedSchema.Type]
    /// The schemas of ``versionTypes``, as far as they concern this store.
    private let versions: [Schema]
    private let stages: [MigrationStage]

    /// How often a migration starts again because another process wrote to the store meanwhile.
    private static let attempts = 5

    init(url: URL, target: Schema, plan: (any SchemaMigrationPlan.Type)?, host: any MigrationHost) {
        self.url = url
        self.target = target
        self.plan = plan
        self.host = host
        versionTypes = plan.map(PlanVersions.all) ?? []
        versions = Self.schemas(of: versionTypes, for: target)
        stages = plan?.stages ?? []
    }

    /// The plan's schemas.
    ///
    /// Where a container divides its entities among several stores, only those of this one count:
    /// the entities that the target has, and those that the newest version has no more.
    private static func schemas(of versions: [any VersionedSchema.Type], for target: Schema) -> [Schema] {
        let schemas = versions.map { $0.schema }
        let own = Set(target.entities.map(\.name))
        let elsewhere = Set(schemas.last?.entities.map(\.name) ?? []).subtracting(own)
        guard !elsewhere.isEmpty, !own.isEmpty else { return schemas }
        return schemas.map { schema in
            let types = schema.entities.filter { !elsewhere.contains($0.name) }.compactMap(\.modelType)
            return Schema(types, version: schema.version)
        }
    }

    /// Migrates the store, if that is needed.
    ///
    /// - Throws: `MigrationError`, `StoreError`; the store is unchanged then.
    func run() throws -> Outcome {
        try StoreError.translating(url) {
            try MigrationLock.exclusively(for: url) {
                let queue = try open(url)
                defer { try? queue.close() }
                for _ in 0..<Self.attempts {
                    if let outcome = try attempt(queue) { return outcome }
                }
                throw StoreError.locked
            }
        }
    }

    /// The steps that `run()` would take.
    func steps() throws -> [MigrationStep] {
        let queue = try open(url)
        defer { try? queue.close() }
        guard let metadata = try queue.read(StoreMetadata.read) else { return [] }
        return try planner.steps(from: metadata.schema)
    }

    // MARK: - Planning

    private var planner: MigrationPlanner {
        MigrationPlanner(known: versions.map(Self.known), stages: stages.map(stage), target: Self.known(target))
    }

    private static func known(_ schema: Schema) -> MigrationPlanner.Known {
        MigrationPlanner.Known(SchemaDescription(schema))
    }

    private func stage(_ stage: MigrationStage) -> MigrationPlanner.Stage {
        let kind: MigrationPlanner.Stage.Kind =
            switch stage {
            case .lightweight: .lightweight
            case .custom: .custom
            case .bridging: .bridging
            }
        return MigrationPlanner.Stage(
            from: position(of: stage.fromVersion),
            to: position(of: stage.toVersion),
            kind: kind
        )
    }

    private func position(of version: any VersionedSchema.Type) -> Int {
        PlanVersions.position(of: version, in: versionTypes) ?? -1
    }

    private func schema(at point: MigrationStep.Point) -> Schema? {
        switch point {
        case .stored: nil
        case .known(let index): versions[index]
        case .target: target
        }
    }

    // MARK: - Running

    private func open(_ url: URL) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        configuration.busyMode = BusyWaiting.alwaysWaiting
        configuration.prepareDatabase { [host] database in try host.prepare(database) }
        return try StoreVFS.opening(url) { try DatabaseQueue(path: $0, configuration: configuration) }
    }

    /// One try; nil where another process changed the store meanwhile.
    private func attempt(_ queue: DatabaseQueue) throws -> Outcome? {
        let (metadata, change) = try queue.read { (try readMetadata($0), try StoreBackup.contentVersion(of: $0)) }
        let steps = try planner.steps(from: metadata.schema)
        guard try changesAnything(steps, metadata) else {
            try recordTarget(metadata, queue)
            return .current
        }
        guard let backup = try makeBackup(queue, metadata, unlessChangedSince: change) else { return nil }
        let hasCode = steps.contains { $0.kind != .lightweight }
        do {
            let isDone =
                hasCode
                ? try runInCopy(steps, metadata, backup, queue, unlessChangedSince: change)
                : try runInPlace(steps, metadata, backup, queue)
            return isDone ? .migrated(from: metadata.schema.version, backup: backup) : nil
        } catch let error as MigrationError {
            // Nothing was changed, so the copy is of no use. Where it cannot be removed, the error is still the migration's.
            try? StoreBackup.remove(backup)
            throw error
        }
    }

    /// Makes the backup; nil where another process changed the store meanwhile.
    private func makeBackup(
        _ queue: DatabaseQueue,
        _ metadata: StoreMetadata,
        unlessChangedSince change: UInt32
    ) throws -> URL? {
        try copying(queue, unlessChangedSince: change) { counts in
            try StoreBackup.make(of: queue, at: url, version: metadata.schema.version, holding: counts)
        }
    }

    /// Makes a copy that is checked against the store's counts of rows; nil where another process changed the store
    /// meanwhile, so that they say nothing.
    private func copying<Result>(
        _ queue: DatabaseQueue,
        unlessChangedSince change: UInt32,
        _ copy: ([String: Int]) throws -> Result
    ) throws -> Result? {
        let counts = try queue.read(StoreVerification.rowCounts)
        do {
            return try copy(counts)
        } catch {
            if case StoreError.damaged = error, try queue.read(StoreBackup.contentVersion) != change {
                return nil
            }
            throw error
        }
    }

    private func readMetadata(_ database: Database) throws -> StoreMetadata {
        if let metadata = try StoreMetadata.read(database) { return metadata }
        throw MigrationError(.unknownSchema, "The file \(url.lastPathComponent) keeps no schema of this framework.")
    }

    /// Whether tables change or code runs.
    ///
    /// Another delete rule, say, changes neither.
    private func changesAnything(_ steps: [MigrationStep], _ metadata: StoreMetadata) throws -> Bool {
        var schema = metadata.schema
        for step in steps {
            guard case .lightweight = step.kind, let next = self.schema(at: step.to) else { return true }
            let description = SchemaDescription(next)
            let script = ScriptBuilder.script(from: schema, to: description, defaults: MigrationDefaults(next))
            if !script.isEmpty { return true }
            schema = description
        }
        return false
    }

    /// The tables are right already; only what the store says of its schema may be older.
    private func recordTarget(_ metadata: StoreMetadata, _ queue: DatabaseQueue) throws {
        let description = SchemaDescription(target)
        guard metadata.schema != description, metadata.schema.version <= description.version else { return }
        try queue.write { try StoreMetadata.write(description, $0) }
    }

    private func runInPlace(
        _ steps: [MigrationStep],
        _ metadata: StoreMetadata,
        _ backup: URL,
        _ queue: DatabaseQueue
    ) throws -> Bool {
        try inTransaction(queue) { database in
            guard try StoreMetadata.read(database) == metadata else { return false }
            var schema = metadata.schema
            for step in steps { try change(&schema, by: step, database) }
            try finish(schema, backup, database)
            return true
        }
    }

    /// Runs `body` in one transaction with the settings that changing tables needs.
    private func inTransaction<Result>(_ queue: DatabaseQueue, _ body: (Database) throws -> Result) throws -> Result {
        try queue.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA foreign_keys = OFF; PRAGMA legacy_alter_table = ON")
            var result: Result?
            try database.inTransaction(.immediate) {
                result = try body(database)
                return .commit
            }
            guard let result else { throw StoreError.interrupted }
            return result
        }
    }

    /// Changes the tables from one schema to the step's next.
    ///
    /// - Returns: What is left to do when the stage's code has run.
    @discardableResult
    private func change(
        _ schema: inout SchemaDescription,
        by step: MigrationStep,
        _ database: Database
    ) throws -> [MigrationScript.Step] {
        guard let next = self.schema(at: step.to) else { return [] }
        let description = SchemaDescription(next)
        let defaults = MigrationDefaults(next)
        let script = ScriptBuilder.script(from: schema, to: description, defaults: defaults, role: role(of: step))
        do {
            try ScriptRunner(database: database).run(script.steps, defaults: defaults)
        } catch let error as MigrationError where step.isEntry && [.notLightweight, .missingValue].contains(error.kind)
        {
            throw MigrationPlanner.unknownSchema(schema, closest: description, error)
        }
        schema = description
        try StoreMetadata.write(schema, database)
        return script.closing
    }

    private func role(of step: MigrationStep) -> StageRole {
        switch step.kind {
        case .lightweight: return .none
        case .bridging: return .bridging
        case .custom(let index):
            guard case .custom(_, _, let willMigrate, let didMigrate) = stages[index] else { return .none }
            return .custom(willMigrate: willMigrate != nil, didMigrate: didMigrate != nil)
        }
    }

    private func finish(_ schema: SchemaDescription, _ backup: URL, _ database: Database) throws {
        // The container's schema may have another version than the plan's last one, with the same tables.
        let description = SchemaDescription(target)
        try StoreMetadata.write(description.structure == schema.structure ? description : schema, database)
        try StoreMetadata.set(.backup, backup.lastPathComponent, database)
    }

    // MARK: - In a copy

    private func runInCopy(
        _ steps: [MigrationStep],
        _ metadata: StoreMetadata,
        _ backup: URL,
        _ queue: DatabaseQueue,
        unlessChangedSince change: UInt32
    ) throws -> Bool {
        let copy = StoreBackup.sibling(of: url, StoreBackup.workingCopy)
        let old = StoreBackup.sibling(of: url, StoreBackup.oldCopy)
        defer {
            try? StoreBackup.remove(copy)
            try? StoreBackup.remove(old)
        }
        let isCopied: Void? = try copying(queue, unlessChangedSince: change) { counts in
            try StoreBackup.copy(queue, to: copy, holding: counts)
        }
        guard isCopied != nil else { return false }
        var schema = metadata.schema
        for step in steps { try run(step, from: &schema, in: copy, old: old) }
        let migrated = try open(copy)
        try inTransaction(migrated) { try finish(schema, backup, $0) }
        try migrated.close()
        try StoreVerification.checkIntegrity(of: copy)
        guard try StoreBackup.transfer(copy, to: queue, unlessChangedSince: change) else { return false }
        do {
            try StoreVerification.checkIntegrity(of: url)
        } catch {
            try StoreBackup.transfer(backup, to: queue)
            throw error
        }
        return true
    }

    private func run(
        _ step: MigrationStep,
        from schema: inout SchemaDescription,
        in copy: URL,
        old: URL
    ) throws {
        switch step.kind {
        case .lightweight:
            try change(&schema, by: step, in: copy)
        case .custom(let index):
            guard case .custom(_, _, let willMigrate, let didMigrate) = stages[index] else { return }
            try withContext(step.from, copy, willMigrate)
            let closing = try change(&schema, by: step, in: copy)
            try withContext(step.to, copy, didMigrate)
            try run(closing, in: copy)
        case .bridging(let index):
            guard case .bridging(_, _, let migrate) = stages[index] else { return }
            let source = try open(copy)
            try StoreBackup.copy(source, to: old, holding: source.read(StoreVerification.rowCounts))
            try source.close()
            try change(&schema, by: step, in: copy)
            try bridge(step, old: old, new: copy, migrate)
        }
    }

    @discardableResult
    private func change(
        _ schema: inout SchemaDescription,
        by step: MigrationStep,
        in copy: URL
    ) throws -> [MigrationScript.Step] {
        let queue = try open(copy)
        var next = schema
        let closing = try inTransaction(queue) { try change(&next, by: step, $0) }
        schema = next
        try queue.close()
        return closing
    }

    private func run(_ steps: [MigrationScript.Step], in copy: URL) throws {
        guard !steps.isEmpty else { return }
        let queue = try open(copy)
        try inTransaction(queue) { try ScriptRunner(database: $0).run(steps, defaults: MigrationDefaults()) }
        try queue.close()
    }

    private func withContext(
        _ point: MigrationStep.Point,
        _ copy: URL,
        _ body: ((ModelContext) throws -> Void)?
    ) throws {
        guard let body, let schema = schema(at: point) else { return }
        try host.withContext(over: schema, at: copy, standingFor: url) { context in
            try stage(schema) {
                try body(context)
                if context.hasChanges { try context.save() }
            }
        }
    }

    private func bridge(
        _ step: MigrationStep,
        old: URL,
        new: URL,
        _ migrate: (ModelContext, ModelContext) throws -> Void
    ) throws {
        guard let before = schema(at: step.from), let after = schema(at: step.to) else { return }
        try host.withContext(over: before, at: old, standingFor: url) { oldContext in
            try host.withContext(over: after, at: new, standingFor: url) { newContext in
                try stage(after) {
                    try migrate(oldContext, newContext)
                    if newContext.hasChanges { try newContext.save() }
                }
            }
        }
    }

    /// Says in which version a stage's code failed.
    private func stage(_ schema: Schema, _ body: () throws -> Void) throws {
        do {
            try body()
        } catch let error as MigrationError {
            throw error
        } catch StoreError.diskFull {
            // Nothing that the stage's code could do better.
            throw StoreError.diskFull
        } catch {
            throw MigrationError(.stageFailed, "The stage at version \(schema.version) failed: \(error)")
        }
    }
}
