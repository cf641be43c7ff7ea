import SwiftData
import Testing

@Model
class Vehicle {
    @Attribute(.unique) var plate: String
    var wheels: Int
    var garage: Garage?

    init(_ plate: String, wheels: Int) {
        self.plate = plate
        self.wheels = wheels
    }
}

@Model
class Car: Vehicle {
    var doors: Int = 4

    init(_ plate: String, doors: Int) {
        super.init(plate, wheels: 4)
        self.doors = doors
    }
}

@Model
final class Lorry: Vehicle {
    var load: Double?
    @Relationship(deleteRule: .cascade, inverse: \Trailer.lorry) var trailers: [Trailer] = []

    init(_ plate: String, load: Double?) {
        super.init(plate, wheels: 6)
        self.load = load
    }
}

@Model
final class Roadster: Car {
    var isOpen: Bool = true

    init(_ plate: String, isOpen: Bool) {
        super.init(plate, doors: 2)
        self.isOpen = isOpen
    }
}

@Model
final class Trailer {
    var length: Int
    var lorry: Lorry?

    init(_ length: Int) { self.length = length }
}

@Model
final class Garage {
    var name: String
    @Relationship(deleteRule: .nullify, inverse: \Vehicle.garage) var vehicles: [Vehicle] = []

    init(_ name: String) { self.name = name }
}

@Suite struct InheritanceTests {
    private static let types: [any PersistentModel.Type] = [
        Vehicle.self, Car.self, Lorry.self, Roadster.self, Trailer.self, Garage.self,
    ]

    private func makeStore(_ kind: StoreKind) throws -> TestStore {
        let store = try TestStore(kind, Self.types)
        let context = store.makeContext()
        let garage = Garage("home")
        let lorry = Lorry("L1", load: 7.5)
        lorry.trailers = [Trailer(3), Trailer(2)]
        garage.vehicles = [Roadster("R1", isOpen: false), lorry, Vehicle("V1", wheels: 1), Car("C1", doors: 5)]
        context.insert(garage)
        try context.save()
        return store
    }

    @Test(arguments: StoreKind.allCases)
    func fetchingTheBaseGivesSubclasses(kind: StoreKind) throws {
        let context = try makeStore(kind).makeFreshContext()
        let vehicles = try context.fetch(FetchDescriptor<Vehicle>(sortBy: [SortDescriptor(\.plate)]))
        #expect(vehicles.map(\.plate) == ["C1", "L1", "R1", "V1"])
        #expect(vehicles.map { String(describing: type(of: $0)) } == ["Car", "Lorry", "Roadster", "Vehicle"])
        let roadster = try #require(vehicles[2] as? Roadster)
        #expect(!roadster.isOpen && roadster.doors == 2 && roadster.wheels == 4)
        #expect((vehicles[1] as? Lorry)?.load == 7.5)
        #expect((vehicles[1] as? Lorry)?.trailers.map(\.length) == [3, 2])
        #expect(try context.all(Car.self).map(\.plate).sorted() == ["C1", "R1"])
        #expect(try context.all(Roadster.self).first === roadster)
        #expect(try context.fetchCount(FetchDescriptor<Car>()) == 2)
        #expect(try context.all(Garage.self)[0].vehicles.map(\.plate) == ["R1", "L1", "V1", "C1"])
    }

    @Test(arguments: StoreKind.allCases)
    func linksAndIdentifiersLeadToTheStoredValues(kind: StoreKind) throws {
        let store = try makeStore(kind)
        let trailers = try store.makeFreshContext().fetch(FetchDescriptor<Trailer>(sortBy: [SortDescriptor(\.length)]))
        let lorry = try #require(trailers.first?.lorry)
        #expect(lorry.load == 7.5 && lorry.plate == "L1" && lorry.garage?.name == "home")
        #expect(lorry.trailers.map(\.length) == [3, 2])
        let identifier = try #require(try store.makeFreshContext().all(Roadster.self).first).persistentModelID
        let roadster = try #require(store.makeFreshContext().model(for: identifier) as? Roadster)
        #expect(!roadster.isOpen && roadster.doors == 2 && roadster.wheels == 4 && roadster.garage?.name == "home")
    }

    @Test(arguments: StoreKind.allCases)
    func predicatesAskForTheClass(kind: StoreKind) throws {
        let context = try makeStore(kind).makeFreshContext()
        let order = [SortDescriptor(\Vehicle.plate)]
        let cars = try context.fetch(FetchDescriptor<Vehicle>(predicate: #Predicate { $0 is Car }, sortBy: order))
        #expect(cars.map(\.plate) == ["C1", "R1"])
        let wide = #Predicate<Vehicle> { vehicle in
            if let car = vehicle as? Car { car.doors > 4 } else { vehicle is Lorry }
        }
        let found = try context.fetch(FetchDescriptor<Vehicle>(predicate: wide, sortBy: order))
        #expect(found.map(\.plate) == ["C1", "L1"])
        let inherited = FetchDescriptor<Roadster>(predicate: #Predicate { $0.wheels == 4 && $0.doors == 2 })
        #expect(try context.fetch(inherited).map(\.plate) == ["R1"])
        let sorted = FetchDescriptor<Car>(sortBy: [SortDescriptor(\Car.doors), SortDescriptor(\Car.plate)])
        #expect(try context.fetch(sorted).map(\.plate) == ["R1", "C1"])
    }

    @Test(arguments: StoreKind.allCases)
    func changesOfInheritedAndOwnProperties(kind: StoreKind) throws {
        let store = try makeStore(kind)
        let context = store.makeContext()
        let roadster = try #require(try context.all(Roadster.self).first)
        roadster.wheels = 3
        roadster.doors = 1
        roadster.isOpen = true
        roadster.garage = nil
        #expect(context.changedModelsArray.count >= 1)
        try context.save()
        let stored = try #require(try store.makeFreshContext().all(Roadster.self).first)
        #expect(stored.wheels == 3 && stored.doors == 1 && stored.isOpen && stored.garage == nil)
        #expect(stored.persistentModelID.entityName == "Roadster")
    }

    @Test(arguments: StoreKind.allCases)
    func deletingByClass(kind: StoreKind) throws {
        let store = try makeStore(kind)
        let context = store.makeContext()
        try context.delete(model: Car.self, includeSubclasses: false)
        try context.save()
        #expect(Set(try store.makeFreshContext().all(Vehicle.self).map(\.plate)) == ["L1", "R1", "V1"])
        try context.delete(model: Vehicle.self)
        try context.save()
        #expect(try store.makeFreshContext().fetchCount(FetchDescriptor<Vehicle>()) == 0)
        #expect(try store.makeFreshContext().fetchCount(FetchDescriptor<Trailer>()) == 0)
    }

    @Test(arguments: StoreKind.allCases)
    func aUniqueValueOfTheBaseHoldsForTheFamily(kind: StoreKind) throws {
        let store = try makeStore(kind)
        let context = store.makeContext()
        let second = Car("C1", doors: 3)
        context.insert(second)
        try context.save()
        let cars = try store.makeFreshContext().fetch(
            FetchDescriptor<Car>(predicate: #Predicate { $0.plate == "C1" })
        )
        #expect(cars.map(\.doors) == [3])
    }

    @Test func modelForFindsTheSubclass() throws {
        let store = try makeStore(.memory)
        let identifier = try #require(try store.makeContext().all(Roadster.self).first).persistentModelID
        let context = store.makeContext()
        #expect((context.model(for: identifier) as? Roadster)?.plate == "R1")
    }

    /// The target of a relationship may be of a subclass, read by its key before anything else was fetched.
    @Test(arguments: StoreKind.allCases)
    func aToOneTargetHasItsOwnClass(kind: StoreKind) throws {
        let store = try TestStore(
            kind,
            [Vehicle.self, Car.self, Lorry.self, Roadster.self, Trailer.self, Garage.self, Journey.self]
        )
        let writer = store.makeContext()
        writer.insert(Journey("north", by: Roadster("R1", isOpen: true)))
        writer.insert(Journey("south", by: Lorry("L1", load: 2)))
        try writer.save()
        let journeys = try store.makeFreshContext().fetch(FetchDescriptor<Journey>(sortBy: [SortDescriptor(\.goal)]))
        #expect((journeys[0].vehicle as? Roadster)?.isOpen == true)
        #expect((journeys[1].vehicle as? Lorry)?.load == 2)
        #expect(journeys.map { $0.vehicle?.plate } == ["R1", "L1"])
    }
}

@Model
final class Journey {
    var goal: String
    var vehicle: Vehicle?

    init(_ goal: String, by vehicle: Vehicle?) {
        self.goal = goal
        self.vehicle = vehicle
    }
}
