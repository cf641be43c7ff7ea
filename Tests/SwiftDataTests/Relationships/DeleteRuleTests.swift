import SwiftData
import Testing

@Model
final class Harvest {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Crate.harvest) var crates: [Crate] = []
    @Relationship(deleteRule: .nullify, inverse: \Worker.harvest) var workers: [Worker] = []
    @Relationship(deleteRule: .deny, inverse: \Debt.harvest) var debts: [Debt] = []
    @Relationship(deleteRule: .noAction, inverse: \Rumour.harvest) var rumours: [Rumour] = []

    init(_ name: String) { self.name = name }
}

@Model
final class Crate {
    var harvest: Harvest?
    @Relationship(deleteRule: .cascade, inverse: \Apple.crate) var apples: [Apple] = []

    init(apples: [Apple] = []) { self.apples = apples }
}

@Model
final class Apple {
    var crate: Crate?

    init() {}
}

@Model
final class Worker {
    var harvest: Harvest?

    init() {}
}

@Model
final class Debt {
    var amount: Int
    var harvest: Harvest?

    init(_ amount: Int) { self.amount = amount }
}

@Model
final class Rumour {
    var harvest: Harvest?

    init() {}
}

@Suite struct DeleteRuleTests {
    private static let types: [any PersistentModel.Type] = [
        Harvest.self, Crate.self, Apple.self, Worker.self, Debt.self, Rumour.self,
    ]

    private func makeHarvest(in context: ModelContext) throws -> Harvest {
        let harvest = Harvest("plums")
        harvest.crates = [Crate(apples: [Apple(), Apple()]), Crate(apples: [Apple()])]
        harvest.workers = [Worker(), Worker()]
        harvest.rumours = [Rumour()]
        context.insert(harvest)
        try context.save()
        return harvest
    }

    @Test(arguments: StoreKind.allCases, [true, false])
    func cascadeNullifyAndNoAction(kind: StoreKind, fromAFreshContext: Bool) throws {
        let store = try TestStore(kind, Self.types)
        let writer = store.makeContext()
        let made = try makeHarvest(in: writer)
        let context = fromAFreshContext ? store.makeContext() : writer
        let harvest = fromAFreshContext ? try #require(try context.all(Harvest.self).first) : made
        context.delete(harvest)
        #expect(try context.fetchCount(FetchDescriptor<Apple>()) == 0, "rules run before the next fetch")
        #expect(context.deletedModelsArray.count == 6)
        try context.save()
        let fresh = try store.makeFreshContext()
        #expect(try fresh.fetchCount(FetchDescriptor<Crate>()) == 0)
        #expect(try fresh.fetchCount(FetchDescriptor<Apple>()) == 0)
        #expect(try fresh.all(Worker.self).map { $0.harvest == nil } == [true, true])
        #expect(try fresh.all(Rumour.self).map { $0.harvest == nil } == [true])
    }

    @Test(arguments: StoreKind.allCases)
    func denyNamesWhatForbidsIt(kind: StoreKind) throws {
        let store = try TestStore(kind, Self.types)
        let context = store.makeContext()
        let harvest = try makeHarvest(in: context)
        harvest.debts = [Debt(5), Debt(7)]
        try context.save()
        context.delete(harvest)
        let error = #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
        let text = error?.description ?? ""
        #expect(text.contains("Harvest.debts") && text.contains("2") && text.contains("deny"))
        #expect(text.contains(harvest.persistentModelID.description))
        #expect(context.hasChanges && harvest.isDeleted)
        #expect(try store.makeFreshContext().fetchCount(FetchDescriptor<Crate>()) == 2)
        #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
        for debt in try context.all(Debt.self) { context.delete(debt) }
        try context.save()
        #expect(try store.makeFreshContext().fetchCount(FetchDescriptor<Harvest>()) == 0)
    }

    @Test func aDeniedDeletionCanBeTakenBack() throws {
        let store = try TestStore(.memory, Self.types)
        let context = store.makeContext()
        let harvest = try makeHarvest(in: context)
        harvest.debts = [Debt(5)]
        try context.save()
        context.delete(harvest)
        #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
        context.rollback()
        try context.save()
        #expect(!harvest.isDeleted && harvest.crates.count == 2 && harvest.debts.map(\.amount) == [5])
        #expect(try context.fetchCount(FetchDescriptor<Apple>()) == 3)
    }

    @Test(arguments: StoreKind.allCases)
    func batchDeletesHonourTheRules(kind: StoreKind) throws {
        let store = try TestStore(kind, Self.types)
        let context = store.makeContext()
        _ = try makeHarvest(in: context)
        try context.delete(model: Harvest.self, where: #Predicate { $0.name == "plums" })
        #expect(try store.makeFreshContext().fetchCount(FetchDescriptor<Harvest>()) == 1, "nothing before the save")
        #expect(try context.fetchCount(FetchDescriptor<Harvest>()) == 0)
        context.insert(Harvest("pears"))
        try context.save()
        let fresh = try store.makeFreshContext()
        #expect(try fresh.all(Harvest.self).map(\.name) == ["pears"])
        #expect(try fresh.fetchCount(FetchDescriptor<Apple>()) == 0)
        #expect(try fresh.all(Worker.self).count == 2)
    }

    @Test func deletingUnsavedObjectsCascades() throws {
        let context = try TestStore(.memory, Self.types).makeContext()
        let harvest = Harvest("plums")
        harvest.crates = [Crate(apples: [Apple(), Apple()])]
        harvest.workers = [Worker()]
        context.insert(harvest)
        context.delete(harvest)
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Apple>()) == 0)
        #expect(try context.all(Worker.self).map { $0.harvest == nil } == [true])
    }

    @Test(arguments: StoreKind.allCases)
    func membersAddedElsewhereAreDeletedToo(kind: StoreKind) throws {
        let store = try TestStore(kind, Self.types)
        let first = store.makeContext()
        let harvest = try makeHarvest(in: first)
        let second = store.makeContext()
        try #require(try second.all(Harvest.self).first).crates.append(Crate(apples: [Apple()]))
        first.delete(harvest)
        first.processPendingChanges()
        try second.save()
        try first.save()
        let fresh = try store.makeFreshContext()
        #expect(try fresh.fetchCount(FetchDescriptor<Crate>()) == 0)
        #expect(try fresh.fetchCount(FetchDescriptor<Apple>()) == 0)
    }
}
