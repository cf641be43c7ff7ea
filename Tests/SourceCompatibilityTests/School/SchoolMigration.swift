import Foundation
import SwiftData

enum SchoolMigrationPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] {
        [SchoolSchemaV1.self, SchoolSchemaV2.self, SchoolSchemaV3.self]
    }

    static var stages: [MigrationStage] { [migrateV1toV2, migrateV2toV3] }

    static let migrateV1toV2 = MigrationStage.lightweight(
        fromVersion: SchoolSchemaV1.self,
        toVersion: SchoolSchemaV2.self
    )

    static let migrateV2toV3 = MigrationStage.custom(
        fromVersion: SchoolSchemaV2.self,
        toVersion: SchoolSchemaV3.self,
        willMigrate: { context in
            try context.delete(model: SchoolSchemaV2.Pupil.self, where: #Predicate { $0.grade < 1 })
            try context.save()
        },
        didMigrate: { context in
            for pupil in try context.fetch(FetchDescriptor<SchoolSchemaV3.Pupil>()) {
                let parts = pupil.label.split(separator: " ", maxSplits: 1).map(String.init)
                pupil.givenName = parts.first ?? pupil.label
                pupil.familyName = parts.count > 1 ? parts[1] : ""
            }
            try context.save()
        }
    )
}

extension ModelContainer {
    /// The container of the app, whatever version the store on disk has.
    static func school(at url: URL) throws -> ModelContainer {
        let schema = Schema(versionedSchema: CurrentSchoolSchema.self)
        return try ModelContainer(
            for: schema,
            migrationPlan: SchoolMigrationPlan.self,
            configurations: ModelConfiguration("School", schema: schema, url: url)
        )
    }
}
