import Foundation
import SwiftData
import Testing

struct LibraryTests {
    let container: ModelContainer
    let context: ModelContext
    let sea: Book
    let moor: Book
    let anna: Reader
    let bert: Reader

    init() throws {
        let schema = Schema([Book.self, Writer.self, Reader.self, Loan.self])
        container = try ModelContainer(
            for: schema,
            configurations: [ModelConfiguration(schema: schema, isStoredInMemoryOnly: true)]
        )
        context = ModelContext(container)
        let writer = Writer(name: "M. Hale")
        sea = Book(isbn: "111", title: "The Sea", year: 1999, writers: [writer])
        moor = Book(isbn: "222", title: "Across the Moor", year: 2005, writers: [writer, Writer(name: "O. Reed")])
        anna = Reader(cardNumber: 1, name: "Anna")
        bert = Reader(cardNumber: 2, name: "Bert")
        context.insert(sea)
        context.insert(moor)
        context.insert(anna)
        context.insert(bert)
        try context.save()
    }

    @Test func lendingAndOverdue() throws {
        let desk = LendingDesk(context: context)
        try desk.lend(sea, to: bert, on: .day(1))
        try desk.lend(moor, to: anna, on: .day(2))
        #expect(throws: LibraryError.alreadyLent("111")) { try desk.lend(sea, to: anna, on: .day(3)) }
        #expect(try desk.overdue(before: .day(9)).map(\.reader.name) == ["Anna", "Bert"])
        #expect(try desk.overdue(before: .day(2)).map(\.book.title) == ["The Sea"])
        try desk.takeBack(sea, on: .day(4))
        #expect(throws: LibraryError.notLent("111")) { try desk.takeBack(sea, on: .day(5)) }
        try desk.lend(sea, to: anna, on: .day(5))
        #expect(sea.loans.count == 2)
        #expect(anna.loans.count == 2)
    }

    @Test func denyKeepsABookWithLoans() throws {
        try LendingDesk(context: context).lend(sea, to: anna, on: .day(1))
        context.delete(sea)
        #expect(throws: (any Error).self) { try context.save() }
        context.rollback()
        #expect(try context.fetchCount(FetchDescriptor<Book>()) == 2)
        #expect(sea.isDeleted == false)

        context.delete(anna)
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Loan>()) == 0)
        context.delete(sea)
        try context.save()
        #expect(try context.fetch(FetchDescriptor<Book>()).map(\.title) == ["Across the Moor"])
    }

    @Test func countsAreChecked() throws {
        let four = (1...4).map { Writer(name: "W\($0)") }
        context.insert(Book(isbn: "333", title: "Too many", year: 2020, writers: four))
        #expect(throws: (any Error).self) { try context.save() }
        context.rollback()
        context.insert(Book(isbn: "444", title: "Nobody", year: 2020, writers: []))
        #expect(throws: (any Error).self) { try context.save() }
        context.rollback()
        #expect(try context.fetchCount(FetchDescriptor<Book>()) == 2)
        #expect(context.hasChanges == false)
    }

    @Test func compoundUniqueIsAnUpsert() throws {
        context.insert(Book(isbn: "222", title: "Across the Moor", year: 2024, writers: [Writer(name: "M. Hale")]))
        try context.save()
        let books = try context.fetch(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.year), SortDescriptor(\.title)]))
        #expect(books.map(\.year) == [1999, 2024])

        context.insert(Book(isbn: "555", title: "The Sea", edition: 2, year: 2001, writers: [Writer(name: "M. Hale")]))
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Book>()) == 3)
    }

    @Test func noActionFavorite() throws {
        anna.favorite = moor
        try context.save()
        #expect(anna.favorite?.isbn == "222")
        context.delete(anna)
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Book>()) == 2)
    }

    @Test func schemaListsConstraintsAndIndexes() throws {
        let entity = try #require(container.schema.entitiesByName["Book"])
        #expect(entity.uniquenessConstraints.contains(["isbn"]))
        #expect(entity.uniquenessConstraints.contains(["title", "edition"]))
        #expect(entity.indices.contains(["year", "title"]))
        let loans = try #require(entity.relationshipsByName["loans"])
        #expect(loans.deleteRule == .deny)
        #expect(loans.destination == "Loan")
        #expect(loans.inverseName == "book")
        #expect(loans.isToOneRelationship == false)
        #expect(entity.relationshipsByName["writers"]?.maximumModelCount == 3)
        #expect(container.schema.entity(for: Reader.self)?.attributesByName["cardNumber"]?.isUnique == true)
    }
}
