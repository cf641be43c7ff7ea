import Foundation
import Observation
import SwiftData

/// Work that must not hold up the main actor.
@ModelActor
actor HarvestImporter {
    /// Adds the weights to the tree of that name, and answers its total.
    func add(_ kilograms: [Double], toTreeNamed name: String) throws -> Double {
        let wanted = #Predicate<Tree> { $0.name == name }
        guard let tree = try modelContext.fetch(FetchDescriptor(predicate: wanted)).first else { return 0 }
        for weight in kilograms { modelContext.insert(Harvest(kilograms: weight, tree: tree)) }
        try modelContext.save()
        return tree.total
    }

    func identifiers() throws -> [PersistentIdentifier] {
        try modelContext.fetchIdentifiers(FetchDescriptor<Tree>(sortBy: [SortDescriptor(\.name)]))
    }
}

/// What the screen shows.
@Observable
final class OrchardViewModel {
    private let context: ModelContext
    private(set) var trees: [Tree] = []
    var searchText = "" {
        didSet { refresh() }
    }

    init(container: ModelContainer) {
        context = container.mainContext
        refresh()
    }

    func plant(_ tree: Tree) throws {
        context.insert(tree)
        try context.save()
        refresh()
    }

    func fell(_ tree: Tree) throws {
        context.delete(tree)
        try context.save()
        refresh()
    }

    func refresh() {
        let text = searchText
        let descriptor = FetchDescriptor<Tree>(
            predicate: #Predicate { text.isEmpty || $0.name.localizedStandardContains(text) },
            sortBy: [SortDescriptor(\.name)]
        )
        trees = (try? context.fetch(descriptor)) ?? []
    }
}

/// A store of anything, for previews and tests.
struct SampleStore<Model: PersistentModel> {
    let container: ModelContainer

    init(_ samples: [Model]) throws {
        container = try ModelContainer(
            for: Schema(versionedSchema: OrchardSchemaV2.self),
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        for sample in samples { container.mainContext.insert(sample) }
        try container.mainContext.save()
    }

    func count() throws -> Int { try container.mainContext.fetchCount(FetchDescriptor<Model>()) }
}
