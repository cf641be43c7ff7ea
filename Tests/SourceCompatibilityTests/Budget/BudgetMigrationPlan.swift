import Foundation
import SwiftData

enum BudgetMigrationPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] {
        [BudgetSchemaV1.self, BudgetSchemaV2.self, BudgetSchemaV3.self]
    }

    static var stages: [MigrationStage] {
        [migrateV1toV2, migrateV2toV3]
    }

    static var migrateV1toV2: MigrationStage {
        .lightweight(fromVersion: BudgetSchemaV1.self, toVersion: BudgetSchemaV2.self)
    }

    /// The old values go through a file, because the two halves of a stage never meet.
    static var migrateV2toV3: MigrationStage {
        .custom(
            fromVersion: BudgetSchemaV2.self,
            toVersion: BudgetSchemaV3.self,
            willMigrate: { context in
                let entries = try context.fetch(FetchDescriptor<BudgetSchemaV2.Entry>(sortBy: [SortDescriptor(\.date)]))
                let saved = entries.map {
                    SavedEntry(
                        date: $0.date,
                        cents: Int(($0.amount * 100).rounded()),
                        note: $0.note,
                        category: $0.category
                    )
                }
                try JSONEncoder().encode(saved).write(to: bridgeFile)
            },
            didMigrate: { context in
                let saved = try JSONDecoder().decode([SavedEntry].self, from: Data(contentsOf: bridgeFile))
                var byName: [String: Category] = [:]
                for entry in try context.fetch(FetchDescriptor<Entry>()) {
                    let match = saved.first { $0.date == entry.date && $0.note == entry.note }
                    guard let old = match else { continue }
                    entry.cents = old.cents
                    let category = byName[old.category] ?? Category(name: old.category)
                    byName[old.category] = category
                    entry.kind = category
                }
                try context.save()
                try FileManager.default.removeItem(at: bridgeFile)
            }
        )
    }

    private struct SavedEntry: Codable {
        var date: Date
        var cents: Int
        var note: String
        var category: String
    }

    private static let bridgeFile = FileManager.default.temporaryDirectory
        .appendingPathComponent("budget-v2-v3-\(ProcessInfo.processInfo.processIdentifier).json")
}

/// How the app opens its store.
struct BudgetStore {
    let container: ModelContainer

    init(url: URL) throws {
        container = try ModelContainer(
            for: Schema(versionedSchema: BudgetSchemaV3.self),
            migrationPlan: BudgetMigrationPlan.self,
            configurations: [ModelConfiguration(url: url)]
        )
    }
}
