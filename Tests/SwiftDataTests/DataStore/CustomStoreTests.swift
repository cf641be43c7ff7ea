import Foundation
import SwiftData
import Testing

/// A container over a store that an app wrote.
@Suite("Custom stores")
struct CustomStoreTests {
    private func newContainer(_ folder: TemporaryFolder) throws -> ModelContainer {
        let schema = Schema([LogNote.self, LogFolder.self, Purchase.self])
        let configuration = JSONFileConfiguration(name: "json", schema: schema, fileURL: folder.file("notes.json"))
        return try ModelContainer(for: schema, configurations: [configuration])
    }

    @Test func `objects and their links come back`() throws {
        let folder = try TemporaryFolder()
        let context = ModelContext(try newContainer(folder))
        let drawer = LogFolder("Drawer")
        let notes = (0..<5).map { LogNote("Note \($0)", slug: $0 == 0 ? nil : "n\($0)", weight: $0) }
        context.insert(drawer)
        for note in notes {
            context.insert(note)
            note.folder = drawer
        }
        try context.save()
        #expect(notes.allSatisfy { $0.persistentModelID.storeIdentifier == "notes.json" })

        let reopened = ModelContext(try newContainer(folder))
        let found = try reopened.fetch(
            FetchDescriptor<LogNote>(
                predicate: #Predicate { $0.weight > 1 },
                sortBy: [SortDescriptor(\.weight, order: .reverse)]
            )
        )
        #expect(found.map(\.title) == ["Note 4", "Note 3", "Note 2"])
        #expect(found.allSatisfy { $0.folder?.name == "Drawer" && $0.slug == "n\($0.weight)" })
        #expect(Set(found.first?.folder?.notes.map(\.title) ?? []) == Set(notes.map(\.title)))
        #expect(try reopened.fetchCount(FetchDescriptor<LogNote>(predicate: #Predicate { $0.slug == nil })) == 1)
    }

    @Test func `changes and deletions are kept`() throws {
        let folder = try TemporaryFolder()
        let context = ModelContext(try newContainer(folder))
        let notes = (0..<4).map { LogNote("Note \($0)", weight: $0) }
        for note in notes { context.insert(note) }
        try context.save()
        let identifier = notes[1].persistentModelID
        notes[1].title = "Changed"
        context.delete(notes[2])
        try context.save()
        #expect(!context.hasChanges)

        let reopened = ModelContext(try newContainer(folder))
        let found = try reopened.fetch(FetchDescriptor<LogNote>(sortBy: [SortDescriptor(\.weight)]))
        #expect(found.map(\.title) == ["Note 0", "Changed", "Note 3"])
        #expect(found[1].persistentModelID == identifier)
        #expect((reopened.model(for: identifier) as? LogNote)?.title == "Changed")
    }

    @Test func `windows apply after filter and order`() throws {
        let folder = try TemporaryFolder()
        let context = ModelContext(try newContainer(folder))
        for weight in [5, 3, 9, 1, 7, 2] { context.insert(LogNote("Note", weight: weight)) }
        try context.save()
        var descriptor = FetchDescriptor<LogNote>(
            predicate: #Predicate { $0.weight < 9 },
            sortBy: [SortDescriptor(\.weight, order: .reverse)]
        )
        descriptor.fetchOffset = 1
        descriptor.fetchLimit = 2
        #expect(try ModelContext(newContainer(folder)).fetch(descriptor).map(\.weight) == [5, 3])
    }

    @Test func `every kind of value survives the file`() throws {
        let folder = try TemporaryFolder()
        let context = ModelContext(try newContainer(folder))
        let bought = Date(timeIntervalSinceReferenceDate: 86_400)
        context.insert(
            Purchase(
                item: "saw",
                details: nil,
                count: -3,
                small: -8,
                wide: 1 << 50,
                weight: 0.25,
                price: Decimal(string: "19.99") ?? 0,
                discount: 2,
                bought: bought,
                kind: .book,
                rating: 4
            )
        )
        try context.save()
        let found = try #require(try ModelContext(newContainer(folder)).fetch(FetchDescriptor<Purchase>()).first)
        #expect(found.item == "saw" && found.details == nil && found.count == -3 && found.small == -8)
        #expect(found.wide == 1 << 50 && found.weight == 0.25 && found.price == Decimal(string: "19.99"))
        #expect(found.discount == 2 && found.bought == bought && found.kind == .book && found.rating == 4)
    }

    @Test func `a value that its transformer cannot write is an error of the save`() throws {
        let folder = try TemporaryFolder()
        let schema = Schema([Stamped.self])
        let configuration = JSONFileConfiguration(name: "json", schema: schema, fileURL: folder.file("stamps.json"))
        let context = ModelContext(try ModelContainer(for: schema, configurations: [configuration]))
        let stamped = Stamped(mark: Mark(isWritable: false))
        context.insert(stamped)
        #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
        #expect(context.hasChanges)
        stamped.mark = Mark(isWritable: true)
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Stamped>()) == 1)
    }
}

/// A value that some of its transformers cannot write.
final class Mark: NSObject {
    let isWritable: Bool
    init(isWritable: Bool) { self.isWritable = isWritable }
}

final class MarkTransformer: ValueTransformer {
    override func transformedValue(_ value: Any?) -> Any? { (value as? Mark)?.isWritable == true ? Data([1]) : nil }
    override func reverseTransformedValue(_ value: Any?) -> Any? { Mark(isWritable: true) }
}

@Model final class Stamped {
    @Attribute(.transformable(by: MarkTransformer.self)) var mark: Mark

    init(mark: Mark) { self.mark = mark }
}
