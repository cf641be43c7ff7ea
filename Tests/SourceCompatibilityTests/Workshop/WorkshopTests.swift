import Foundation
import SwiftData
import Testing

struct WorkshopTests {
    let folder: TemporaryFolder
    let container: ModelContainer
    let context: ModelContext

    init() throws {
        folder = try TemporaryFolder()
        container = try ModelContainer(
            for: WorkOrder.self,
            configurations: ModelConfiguration("Workshop", url: folder.file("workshop.store"))
        )
        context = ModelContext(container)
        for (number, customer) in [(1, "Ahl"), (2, "Berg"), (3, "Clay")] {
            let order = WorkOrder(number: number, customer: customer)
            order.hours = Double(number) * 1.5
            context.insert(order)
        }
        try context.save()
    }

    private func order(_ number: Int, in context: ModelContext? = nil) throws -> WorkOrder {
        var descriptor = FetchDescriptor<WorkOrder>(predicate: #Predicate { $0.number == number })
        descriptor.fetchLimit = 1
        return try #require(try (context ?? self.context).fetch(descriptor).first)
    }

    @Test func transformedValues() throws {
        let first = try order(1)
        #expect(first.badge == Badge(label: "new", level: 1))
        first.badge = Badge(label: "rush: today", level: 3)
        first.extras = ["a", "b"]
        first.contact = WorkContact(name: "Ahl", mail: nil)
        first.isHighlighted = true
        try context.save()
        let reader = ModelContext(container)
        let copy = try order(1, in: reader)
        #expect(copy.badge == Badge(label: "rush: today", level: 3))
        #expect(copy.extras == ["a", "b"])
        #expect(copy.contact?.name == "Ahl")
        #expect(try order(2, in: reader).extras == nil)
        #expect(try reader.fetchCount(FetchDescriptor<WorkOrder>(predicate: #Predicate { $0.extras == nil })) == 2)
        let rush = Badge(label: "rush: today", level: 3)
        let found = try reader.fetch(FetchDescriptor<WorkOrder>(sortBy: [SortDescriptor(\.number)]))
        #expect(found.filter { $0.badge == rush }.map(\.number) == [1])
        copy.badge = Badge(label: "x", level: 0)
        reader.rollback()
        #expect(copy.badge == rush)
    }

    @Test func historySinceAToken() throws {
        let sync = WorkshopSync(container: container, tokenFile: folder.file("token.json"))
        #expect(try sync.pull() == .init(inserted: 3))
        #expect(try sync.pull() == .init())
        try order(1).customer = "Ahlgren"
        try order(2).badge = Badge(label: "old", level: 2)
        context.delete(try order(3))
        try context.save()
        let summary = try sync.pull()
        #expect(summary.inserted == 0)
        #expect(Set(summary.changed) == ["customer", "badge"])
        #expect(summary.removedNumbers == [3])
        context.author = "server"
        try order(1).customer = "Ahl"
        try context.save()
        #expect(try sync.pull(ignoring: "server") == .init())
        try sync.prune()
        #expect(try sync.pull().changed == ["customer"])
    }

    @Test func tokensOfSaves() throws {
        let tokens = SaveTokens(context: context)
        try order(1).customer = "A"
        try context.save()
        try order(1).customer = "B"
        try context.save()
        #expect(tokens.all.count == 2)
        let first = try #require(tokens.all.first)
        let last = try #require(tokens.all.last)
        #expect(first < last)
        let newer = HistoryDescriptor<DefaultHistoryTransaction>(
            predicate: #Predicate { $0.token > first },
            sortBy: [SortDescriptor(\.transactionIdentifier, order: .reverse)]
        )
        #expect(try context.fetchHistory(newer).map(\.token) == [last])
        #expect(try context.currentHistoryToken() == last)
        #expect(last.tokenValue?.count == 1)
    }

    @Test func followingSaves() async throws {
        let saves = NotificationCenter.default.notifications(named: ModelContext.didSave, object: context)
        let counter = SaveCounter()
        let follower = Task { await counter.follow(saves, until: 3) }
        context.insert(WorkOrder(number: 10, customer: "X"))
        try context.save()
        context.insert(WorkOrder(number: 11, customer: "Y"))
        context.insert(WorkOrder(number: 12, customer: "Z"))
        try context.save()
        await follower.value
        #expect(await counter.inserted == 3)
    }

    @Test func schemaReport() throws {
        let report = SchemaReport(container.schema)
        #expect(report.lines.contains("  number (unique, kept)"))
        #expect(report.lines.contains("  extras (optional, transformable)"))
        #expect(report.lines.contains("  isHighlighted (transient)"))
        #expect(report.lines.contains("  contact (optional, codable)"))
        #expect(report.lines.contains("  parts -> many WorkPart [cascade, order]"))
        let remote = SchemaReport.remote
        let file = folder.file("schema.json")
        try remote.save(to: file)
        let loaded = try Schema.load(from: file)
        #expect(loaded == remote)
        #expect(loaded.version == Schema.Version(3, 1, 4))
        let customer = try #require(loaded.entitiesByName["RemoteCustomer"])
        #expect(customer.superentity?.name == "RemoteGuest")
        #expect(customer.attributesByName["id"]?.isUnique == true)
        #expect(customer.inheritedProperties.map(\.name) == ["since"])
        let composite = Schema.CompositeAttribute(name: "c", valueType: String.self)
        composite.properties = [Schema.Attribute(name: "x", valueType: Int.self)]
        let copy = try JSONDecoder().decode(
            Schema.CompositeAttribute.self,
            from: JSONEncoder().encode(composite)
        )
        #expect(copy == composite)
        #expect(copy.properties.map(\.name) == ["x"])
        #expect(SchemaReport(remote).lines.contains("  address {"))
    }

    @Test func filtersMadeAtRunTime() throws {
        let first = try order(1)
        first.parts = [WorkPart(name: "Screw", price: 2), WorkPart(name: "Blade", price: 80)]
        try context.save()
        func numbers(_ rules: [WorkFilter.Rule], all: Bool = true) throws -> [Int] {
            let filter = WorkFilter(rules: rules, matchesAll: all)
            let descriptor = FetchDescriptor(predicate: filter.predicate, sortBy: [SortDescriptor(\WorkOrder.number)])
            return try ModelContext(container).fetch(descriptor).map(\.number)
        }
        #expect(try numbers([]) == [1, 2, 3])
        #expect(try numbers([.text(\.customer, contains: "e"), .number(\.hours, atLeast: 2)]) == [2])
        #expect(try numbers([.text(\.customer, contains: "Cl"), .hasParts(true)], all: false) == [1, 3])
        #expect(try numbers([.hasParts(false), .number(\.hours, atLeast: 4)]) == [3])
        #expect(try numbers([.partPrice(above: 50)]) == [1])
        #expect(try numbers([.not(#Predicate { $0.number == 2 }), .number(\.hours, atLeast: 0)]) == [1, 3])
    }

    @Test func ownStore() throws {
        let schema = Schema([PlistNote.self])
        let configuration = PlistStoreConfiguration(schema: schema, url: folder.file("notes.plist"))
        let notes = try ModelContainer(for: schema, configurations: [configuration])
        let context = ModelContext(notes)
        for index in 1...4 { context.insert(PlistNote(text: "Note \(index)", created: .day(index))) }
        try context.save()
        let byDate = FetchDescriptor<PlistNote>(sortBy: [SortDescriptor(\.created, order: .reverse)])
        #expect(try ModelContext(notes).fetch(byDate).map(\.text) == ["Note 4", "Note 3", "Note 2", "Note 1"])

        let cleaner = ModelContext(try ModelContainer(for: PlistNote.self, configurations: configuration))
        try cleaner.delete(model: PlistNote.self, where: #Predicate { $0.text.contains("2") })
        try cleaner.save()
        #expect(try cleaner.fetchCount(byDate) == 3)
        let last = ModelContext(try ModelContainer(for: PlistNote.self, configurations: configuration))
        try last.delete(model: PlistNote.self)
        try last.save()
        #expect(try last.fetch(byDate).isEmpty)
        let wrong = PlistStoreConfiguration(url: folder.file("notes.txt"))
        #expect(throws: CocoaError.self) { try ModelContainer(for: PlistNote.self, configurations: wrong) }
    }

    @Test func descriptions() throws {
        #expect(context.debugDescription.contains("Workshop"))
        context.insert(WorkOrder(number: 9, customer: "New"))
        #expect(String(reflecting: context).contains("1 inserted"))
        context.editingState.author = "desk"
        #expect(context.author == "desk")
        container.configurations.insert(ModelConfiguration("Other", isStoredInMemoryOnly: true))
        #expect(container.configurations.count == 2)
    }
}
