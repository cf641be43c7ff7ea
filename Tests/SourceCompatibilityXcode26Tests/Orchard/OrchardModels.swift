import Foundation
import SwiftData

/// The trees of an orchard, as a project of today declares them: everything belongs to the main actor unless it says otherwise.
enum OrchardSchemaV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Tree.self, Harvest.self] }

    @Model
    final class Tree {
        var name: String
        @Relationship(deleteRule: .cascade, inverse: \Harvest.tree) var harvests: [Harvest] = []

        init(name: String) {
            self.name = name
        }
    }

    @Model
    final class Harvest {
        var kilograms: Double
        var tree: Tree?

        init(kilograms: Double, tree: Tree? = nil) {
            self.kilograms = kilograms
            self.tree = tree
        }
    }
}

enum OrchardSchemaV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Tree.self, FruitTree.self, Harvest.self] }

    @Model
    class Tree {
        #Index<Tree>([\.name])

        @Attribute(.unique) var name: String
        var plantedOn: Date?
        var health: Health = Health.good
        var place: Place?
        @Relationship(deleteRule: .cascade, inverse: \Harvest.tree) var harvests: [Harvest] = []

        @Transient var isSelected = false

        init(name: String, plantedOn: Date? = nil) {
            self.name = name
            self.plantedOn = plantedOn
        }

        var total: Double { harvests.reduce(0) { $0 + $1.kilograms } }
    }

    @available(iOS 26, macOS 26, *)
    @Model
    final class FruitTree: Tree {
        var fruit: String

        init(name: String, fruit: String) {
            self.fruit = fruit
            super.init(name: name)
        }
    }

    @Model
    final class Harvest {
        var kilograms: Double
        var picked: Date = Date.now
        var tree: Tree?

        init(kilograms: Double, tree: Tree? = nil) {
            self.kilograms = kilograms
            self.tree = tree
        }
    }

    enum Health: String, Codable, CaseIterable {
        case good, fair, poor
    }

    struct Place: Codable, Hashable {
        var row: Int
        var column: Int
    }
}

typealias Tree = OrchardSchemaV2.Tree
typealias FruitTree = OrchardSchemaV2.FruitTree
typealias Harvest = OrchardSchemaV2.Harvest

enum OrchardMigrationPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [OrchardSchemaV1.self, OrchardSchemaV2.self] }

    static var stages: [MigrationStage] { [renamed] }

    static let renamed = MigrationStage.custom(
        fromVersion: OrchardSchemaV1.self,
        toVersion: OrchardSchemaV2.self,
        willMigrate: { context in
            // Names are unique from now on.
            var seen: Set<String> = []
            for tree in try context.fetch(FetchDescriptor<OrchardSchemaV1.Tree>(sortBy: [SortDescriptor(\.name)])) {
                while !seen.insert(tree.name).inserted { tree.name += "'" }
            }
            try context.save()
        },
        didMigrate: nil
    )
}
