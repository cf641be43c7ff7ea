import Foundation
import SwiftData

// Facts never change, so they are constants.

enum MeteoriteSchemaV1: VersionedSchema {
    static var versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] = [Meteorite.self, Fragment.self]

    @Model
    final class Meteorite {
        @Attribute(.unique) let catalogueNumber: Int
        let name: String
        let foundOn: Date?
        let kind: Kind
        let position: Position
        private(set) var notes: [String] = []
        @Relationship(deleteRule: .cascade, inverse: \Fragment.meteorite) var fragments: [Fragment] = []

        init(catalogueNumber: Int, name: String, foundOn: Date?, kind: Kind, position: Position) {
            self.catalogueNumber = catalogueNumber
            self.name = name
            self.foundOn = foundOn
            self.kind = kind
            self.position = position
        }

        func note(_ text: String) { notes.append(text) }

        enum Kind: String, Codable { case stony, iron, stonyIron }
    }

    @Model
    final class Fragment {
        let grams: Double
        let label = UUID()
        var meteorite: Meteorite?

        init(grams: Double, meteorite: Meteorite? = nil) {
            self.grams = grams
            self.meteorite = meteorite
        }
    }

    struct Position: Codable, Equatable {
        let latitude: Double
        let longitude: Double
    }
}

enum MeteoriteSchemaV2: VersionedSchema {
    static var versionIdentifier = Schema.Version(1, 1, 0)
    static var models: [any PersistentModel.Type] = [MeteoriteSchemaV2.Meteorite.self, MeteoriteSchemaV2.Fragment.self]
}

extension MeteoriteSchemaV2 {
    typealias Kind = MeteoriteSchemaV1.Meteorite.Kind
    typealias Position = MeteoriteSchemaV1.Position

    @Model
    final class Meteorite {
        @Attribute(.unique) let catalogueNumber: Int
        let name: String
        let foundOn: Date?
        let kind: Kind
        let position: Position
        private(set) var notes: [String] = []
        var museum: String?
        @Relationship(deleteRule: .cascade, inverse: \Fragment.meteorite) var fragments: [Fragment] = []

        init(catalogueNumber: Int, name: String, foundOn: Date? = nil, kind: Kind, position: Position) {
            self.catalogueNumber = catalogueNumber
            self.name = name
            self.foundOn = foundOn
            self.kind = kind
            self.position = position
        }
    }

    @Model
    final class Fragment {
        let grams: Double
        let label = UUID()
        var isLent = false
        var meteorite: Meteorite?

        init(grams: Double) {
            self.grams = grams
        }
    }
}

enum MeteoriteMigrationPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] = [MeteoriteSchemaV1.self, MeteoriteSchemaV2.self]
    static var stages: [MigrationStage] = [v1toV2]

    static let v1toV2 = MigrationStage.custom(
        fromVersion: MeteoriteSchemaV1.self,
        toVersion: MeteoriteSchemaV2.self,
        willMigrate: nil,
        didMigrate: { context in
            for meteorite in try context.fetch(FetchDescriptor<MeteoriteSchemaV2.Meteorite>()) {
                meteorite.museum = "Naturhistorisches Museum"
            }
            try context.save()
        }
    )
}

typealias Meteorite = MeteoriteSchemaV2.Meteorite
