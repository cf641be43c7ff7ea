import Foundation
import Testing

@testable import SwiftData

/// Orders over to-one relationships are made by SQLite, wherever the way begins and ends.
@Suite struct LinkedOrderTests {
    private let context: ModelContext

    /// Two garages, a roadster in each and a lorry without one, and a trailer behind the lorry.
    init() throws {
        let container = try ModelContainer(
            for: Garage.self,
            Vehicle.self,
            Car.self,
            Roadster.self,
            Lorry.self,
            Trailer.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        context = ModelContext(container)
        let (town, home) = (Garage("town"), Garage("home"))
        town.vehicles = [Roadster("R1", isOpen: true), Lorry("L2", load: 2)]
        home.vehicles = [Roadster("R2", isOpen: false)]
        let lorry = Lorry("L1", load: 3)
        for object in [town, home] { context.insert(object) }
        context.insert(lorry)
        try context.save()
        let lorries = try context.fetch(FetchDescriptor<Lorry>(sortBy: [SortDescriptor(\.plate)]))
        for (length, lorry) in zip([5, 4], lorries) {
            let trailer = Trailer(length)
            context.insert(trailer)
            trailer.lorry = lorry
        }
        context.insert(Trailer(1))
        try context.save()
    }

    private func sorted<Model: PersistentModel>(_ orders: SortDescriptor<Model>...) throws -> [Model] {
        let descriptor = FetchDescriptor<Model>(sortBy: orders)
        #expect(try context.explain(descriptor).inMemory == [])
        return try context.fetch(descriptor)
    }

    @Test func byAnInheritedPropertyAtTheEnd() throws {
        #expect(try sorted(SortDescriptor(\Trailer.lorry?.plate, order: .reverse)).map(\.length) == [4, 5, 1])
    }

    @Test func byTheClassesOwnPropertyAtTheEnd() throws {
        #expect(try sorted(SortDescriptor(\Trailer.lorry?.load)).map(\.length) == [1, 4, 5])
    }

    @Test func byAnInheritedLink() throws {
        #expect(try sorted(SortDescriptor(\Roadster.garage?.name)).map(\.plate) == ["R2", "R1"])
        let vehicles = try sorted(SortDescriptor(\Vehicle.garage?.name), SortDescriptor(\.plate))
        #expect(vehicles.map(\.plate) == ["L1", "R2", "L2", "R1"])
    }

    @Test func overAnInheritedLinkInTheMiddle() throws {
        #expect(try sorted(SortDescriptor(\Trailer.lorry?.garage?.name)).map(\.length) == [5, 1, 4])
    }

    @Test func byAnIdentifierAtTheEnd() throws {
        #expect(try sorted(SortDescriptor(\Trailer.lorry?.persistentModelID)).map(\.length) == [1, 4, 5])
    }

    /// A computed property leads nowhere, whatever it stands behind.
    @Test func notByAComputedProperty() throws {
        let descriptor = FetchDescriptor<Trailer>(sortBy: [SortDescriptor(\.lorry?.plateAndLoad)])
        #expect(try context.explain(descriptor).inMemory != [])
        #expect(try context.fetch(descriptor).map(\.length) == [1, 5, 4])
    }

    @Test func aForcedLinkIsFollowed() throws {
        let plan = try #require(context.graph.registry(for: Trailer.self)?.plan)
        let chain = try #require(PropertyChain(\Trailer.lorry!.plate, in: plan))
        #expect(chain.links.map(\.name) == ["lorry"] && chain.last?.name == "plate")
        #expect(PropertyChain(\Trailer.lorry!.persistentModelID, in: plan)?.endsAtIdentifier == true)
        #expect(PropertyChain(\Trailer.lorry!.garage!.vehicles.count, in: plan) == nil)
    }
}

extension Lorry {
    fileprivate var plateAndLoad: String { "\(plate) \(load ?? 0)" }
}
