import Foundation
import GRDB

/// Lends migrations contexts over the schemas that they come by.
struct StoreMigrationHost: MigrationHost {
    let environment: StoreEnvironment

    func withContext(
        over schema: Schema,
        at url: URL,
        standingFor original: URL,
        body: (ModelContext) throws -> Void
    ) throws {
        let configuration = ModelConfiguration(
            original.deletingPathExtension().lastPathComponent,
            schema: schema,
            url: url,
            cloudKitDatabase: .none
        )
        let file = StoreFile(
            url: url,
            schema: schema,
            migrationPlan: nil,
            configuration: configuration,
            environment: environment
        )
        let (connection, identifier) = try file.openCurrent()
        let plans = try PlanCompiler.compile(schema)
        let store = SQLiteStore(
            identifier: identifier,
            configuration: configuration,
            connection: connection,
            plans: plans,
            environment: environment,
            externalFiles: ExternalFiles(storeURL: original),
            keepsExternalFiles: true
        )
        defer { try? store.close() }
        let opened = OpenedStores(
            schema: schema,
            configurations: [configuration],
            plans: plans,
            stores: [store],
            storeOfPlan: plans.map { _ in 0 }
        )
        try body(ModelContext(ModelContainer(opened, migrationPlan: nil)))
    }

    func prepare(_ database: Database) throws {
        try DatabaseFunctions.register(on: database)
        if let handle = database.sqliteConnection { try FullTextFunctions.register(on: handle) }
    }
}
