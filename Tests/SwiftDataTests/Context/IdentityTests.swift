import SwiftData
import Testing

@Suite struct IdentityTests {
    @Test(arguments: StoreKind.allCases)
    func theIdentifierIsFinalAtInsert(kind: StoreKind) throws {
        let store = try TestStore(kind, [Plant.self, Bed.self])
        let context = store.makeContext()
        let plant = Plant(1)
        #expect(plant.persistentModelID.isTemporary && plant.persistentModelID.storeIdentifier == nil)
        context.insert(plant)
        let identifier = plant.persistentModelID
        let hash = plant.hashValue
        var selection: [PersistentIdentifier: String] = [identifier: "chosen"]
        var set: Set<Plant> = [plant]
        #expect(!identifier.isTemporary && identifier.storeIdentifier != nil)
        try context.save()
        #expect(plant.persistentModelID == identifier && plant.id == identifier && plant.hashValue == hash)
        #expect(selection.removeValue(forKey: plant.persistentModelID) == "chosen")
        #expect(set.remove(plant) === plant)
        let again = try #require(try store.makeFreshContext().all(Plant.self).first)
        #expect(again.persistentModelID == identifier)
    }

    @Test func objectsAreEqualByIdentity() throws {
        let store = try TestStore(.memory, [Plant.self, Bed.self])
        let context = store.makeContext()
        let plant = Plant(1)
        let other = Plant(2)
        #expect(plant != other)
        context.insert(plant)
        context.insert(other)
        try context.save()
        #expect(plant != other)
        let twin = try #require(try store.makeContext().all(Plant.self).first)
        #expect(twin !== plant && twin == plant && twin.hashValue == plant.hashValue)
    }

    @Test(arguments: StoreKind.allCases)
    func oneRowIsOneObject(kind: StoreKind) throws {
        let context = try TestStore(kind, [Plant.self, Bed.self]).makeContext()
        let bed = Bed(name: "bed", plants: [Plant(1), Plant(2)])
        context.insert(bed)
        try context.save()
        let fetched = try context.fetch(FetchDescriptor<Plant>(sortBy: [SortDescriptor(\.code)]))
        #expect(fetched.map { ObjectIdentifier($0) } == bed.plants.map { ObjectIdentifier($0) })
        #expect(try context.all(Bed.self).first === bed)
        #expect(fetched[0].bed === bed)
        #expect(context.model(for: bed.persistentModelID) === bed)
    }

    @Test func theCodedFormIsApples() throws {
        struct Outer: Codable { var implementation: Inner }
        struct Inner: Codable {
            var primaryKey: String
            var uriRepresentation: String
            var isTemporary: Bool
            var storeIdentifier: String
            var entityName: String
        }
        let context = try TestStore(.memory, [Plant.self, Bed.self]).makeContext()
        let plant = Plant(1)
        context.insert(plant)
        try context.save()
        let data = try JSONEncoder().encode(plant.persistentModelID)
        let inner = try JSONDecoder().decode(Outer.self, from: data).implementation
        let store = try #require(plant.persistentModelID.storeIdentifier)
        #expect(inner.entityName == "Plant" && inner.storeIdentifier == store && !inner.isTemporary)
        #expect(inner.primaryKey.hasPrefix("p") && Int(inner.primaryKey.dropFirst()) != nil)
        #expect(inner.uriRepresentation == "x-coredata://\(store)/Plant/\(inner.primaryKey)")
        let decoded = try JSONDecoder().decode(PersistentIdentifier.self, from: data)
        #expect(decoded == plant.persistentModelID)
        #expect(context.model(for: decoded) === plant)
    }

    @Test func aTemporaryIdentifierHasItsCodedFormToo() throws {
        let identifier = Plant(1).persistentModelID
        let data = try JSONEncoder().encode(identifier)
        #expect(try JSONDecoder().decode(PersistentIdentifier.self, from: data) == identifier)
        #expect(String(decoding: data, as: UTF8.self).contains("\"isTemporary\":true"))
    }

    @Test(arguments: StoreKind.allCases)
    func modelForFindsWhatIsStored(kind: StoreKind) throws {
        let store = try TestStore(kind, [Plant.self, Bed.self])
        let context = store.makeContext()
        let plant = Plant(1, name: "fern")
        context.insert(plant)
        try context.save()
        let other = store.makeContext()
        let registered: Plant? = other.registeredModel(for: plant.persistentModelID)
        #expect(registered == nil)
        let found = try #require(other.model(for: plant.persistentModelID) as? Plant)
        #expect(found.name == "fern" && found.code == 1 && !other.hasChanges)
        let now: Plant? = other.registeredModel(for: plant.persistentModelID)
        #expect(now === found)
        #expect(try other.all(Plant.self).first === found)
        let wrong: Bed? = other.registeredModel(for: plant.persistentModelID)
        #expect(wrong == nil)
    }

    @Test(arguments: StoreKind.allCases)
    func modelForAMissingRowDoesNotTrap(kind: StoreKind) throws {
        let store = try TestStore(kind, [Plant.self, Bed.self])
        let context = store.makeContext()
        let plant = Plant(1, name: "fern", bed: Bed(name: "bed"))
        context.insert(plant)
        try context.save()
        let identifier = plant.persistentModelID
        context.delete(plant)
        try context.save()
        let other = store.makeContext()
        let ghost = try #require(other.model(for: identifier) as? Plant)
        #expect(ghost.name == "" && ghost.code == 0 && ghost.note == nil && ghost.bed == nil)
        ghost.name = "written"
        #expect(!other.hasChanges)
        try other.save()
        #expect(try other.fetchCount(FetchDescriptor<Plant>()) == 0)
    }

    @Test func anIdentifierOfAnotherStoreIsAnswered() throws {
        let context = try TestStore(.memory, [Plant.self, Bed.self]).makeContext()
        let stranger = try TestStore(.memory, [Plant.self, Bed.self]).makeContext()
        let plant = Plant(1, name: "fern")
        stranger.insert(plant)
        try stranger.save()
        let ghost = try #require(context.model(for: plant.persistentModelID) as? Plant)
        #expect(ghost !== plant && ghost.name == "" && ghost.modelContext == nil)
    }

    @Test(arguments: StoreKind.allCases)
    func rowNumbersAreNeverUsedAgain(kind: StoreKind) throws {
        let store = try TestStore(kind, [Plant.self, Bed.self])
        let context = store.makeContext()
        for code in 1...5 { context.insert(Plant(code)) }
        try context.save()
        let before = Set(try context.all(Plant.self).map(\.persistentModelID))
        try store.container.erase()
        for code in 1...5 { context.insert(Plant(code)) }
        try context.save()
        let after = Set(try store.makeFreshContext().all(Plant.self).map(\.persistentModelID))
        #expect(after.count == 5 && before.isDisjoint(with: after))
    }

    @Test func aKeptIdentifierFindsItsRowLater() throws {
        let store = try TestStore(.file, [Plant.self, Bed.self])
        let context = store.makeContext()
        let plant = Plant(1, name: "fern")
        context.insert(plant)
        try context.save()
        let kept = try JSONEncoder().encode([plant.persistentModelID])
        let later = try store.makeFreshContext()
        let identifiers = try JSONDecoder().decode([PersistentIdentifier].self, from: kept)
        #expect(identifiers.compactMap { (later.model(for: $0) as? Plant)?.name } == ["fern"])
    }
}
