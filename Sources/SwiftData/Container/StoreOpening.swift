import Foundation

/// What opening gives a container.
struct OpenedStores {
    var schema: Schema
    var configurations: [any DataStoreConfiguration]
    var plans: [EntityPlan]
    var stores: [any GraphStore]
    var storeOfPlan: [Int]
}

/// Opens the stores of a container: checks the configurations, divides the entities among them, migrates what is old.
struct StoreOpening {
    let schema: Schema
    let migrationPlan: (any SchemaMigrationPlan.Type)?
    let configurations: [any DataStoreConfiguration]
    let environment: StoreEnvironment

    func open() throws -> OpenedStores {
        let configurations: [any DataStoreConfiguration] =
            self.configurations.isEmpty ? [ModelConfiguration(schema: schema)] : self.configurations
        try validate(configurations)
        let plans = try PlanCompiler.compile(schema)
        SnapshotTypes.register(plans.map(\.modelType))
        let assignment = try assign(plans, to: configurations)
        let stores = try configurations.enumerated().map { index, configuration in
            let own = plans.filter { assignment[$0.index] == index }
            return try openStore(configuration, plans: own)
        }
        return OpenedStores(
            schema: schema,
            configurations: configurations,
            plans: plans,
            stores: stores,
            storeOfPlan: assignment
        )
    }

    // MARK: Configurations

    private func validate(_ configurations: [any DataStoreConfiguration]) throws {
        var names: Set<String> = []
        var paths: Set<String> = []
        for configuration in configurations {
            try configuration.validate()
            let file = (configuration as? ModelConfiguration).flatMap { $0.isStoredInMemoryOnly ? nil : $0.url }
            guard names.insert(configuration.name).inserted, file.map({ paths.insert($0.path).inserted }) ?? true else {
                throw SwiftDataError.duplicateConfiguration.explained(
                    "Two configurations are named \(configuration.name) or share the file \(file?.path ?? "")."
                )
            }
            try checkSubset(configuration)
        }
    }

    private func checkSubset(_ configuration: any DataStoreConfiguration) throws {
        for entity in configuration.schema?.entities ?? [] where schema.entitiesByName[entity.name] == nil {
            throw SwiftDataError.configurationSchemaNotFoundInContainerSchema.explained(
                "The configuration \(configuration.name) keeps \(entity.name), which the container's schema does not name."
            )
        }
    }

    /// Each entity goes to the first configuration that names it; those without a schema take what is left.
    private func assign(_ plans: [EntityPlan], to configurations: [any DataStoreConfiguration]) throws -> [Int] {
        try plans.map { plan in
            let named = configurations.firstIndex { $0.schema?.entitiesByName[plan.name] != nil }
            let open = configurations.firstIndex { $0.schema == nil }
            if let index = named ?? open { return index }
            throw SwiftDataError.configurationSchemaNotFoundInContainerSchema.explained(
                "No configuration keeps the entity \(plan.name)."
            )
        }
    }

    // MARK: Stores

    private func openStore(
        _ configuration: any DataStoreConfiguration,
        plans: [EntityPlan]
    ) throws -> any GraphStore {
        if let configuration = configuration as? ModelConfiguration {
            return try openFile(configuration, plans: plans)
        }
        return try openCustom(configuration, plans: plans)
    }

    private func openCustom<Configuration: DataStoreConfiguration>(
        _ configuration: Configuration,
        plans: [EntityPlan]
    ) throws -> any GraphStore {
        var configuration = configuration
        if configuration.schema == nil { configuration.schema = partialSchema(of: plans) }
        return DataStoreAdapter(try Configuration.Store(configuration, migrationPlan: migrationPlan), plans: plans)
    }

    private func openFile(_ configuration: ModelConfiguration, plans: [EntityPlan]) throws -> SQLiteStore {
        let url = configuration.isStoredInMemoryOnly ? nil : configuration.url
        if let url, configuration.allowsSave {
            try makeFolder(for: url)
        }
        let part = configuration.schema ?? partialSchema(of: plans)
        var configuration = configuration
        configuration.fullTextIndexes += FullTextIndex.marked(in: part, besides: configuration.fullTextIndexes)
        let file = StoreFile(
            url: url,
            schema: part,
            migrationPlan: migrationPlan,
            configuration: configuration,
            environment: environment
        )
        var environment = environment
        #if CloudKitMirroring
        if let now = configuration.mirroring.now { environment.now = now }
        if let makeUUID = configuration.mirroring.makeUUID { environment.makeUUID = makeUUID }
        #endif
        let (connection, identifier) = try file.open()
        let store = SQLiteStore(
            identifier: identifier,
            configuration: configuration,
            connection: connection,
            plans: plans,
            environment: environment
        )
        try store.prepareFullText()
        return store
    }

    private func partialSchema(of plans: [EntityPlan]) -> Schema {
        if plans.count == schema.entities.count { return schema }
        return Schema(plans.map(\.modelType), version: schema.version)
    }

    private func makeFolder(for url: URL) throws {
        let folder = url.deletingLastPathComponent()
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw StoreError.failure(of: url, error)
        }
    }
}
