import Foundation
import SwiftData

/// One printed copy may be lent to one reader at a time.
@Model
public final class Book {
    #Unique<Book>([\.isbn], [\.title, \.edition])
    #Index<Book>([\.title], [\.year, \.title])

    @Attribute(.preserveValueOnDeletion) public private(set) var isbn: String
    public var title: String
    public var edition: Int
    public var year: Int16
    public var subtitle: String?

    @Relationship(deleteRule: .deny, inverse: \Loan.book)
    public private(set) var loans: [Loan] = []

    @Relationship(minimumModelCount: 1, maximumModelCount: 3, inverse: \Writer.books)
    public var writers: [Writer]

    public init(isbn: String, title: String, edition: Int = 1, year: Int16, writers: [Writer]) {
        self.isbn = isbn
        self.title = title
        self.edition = edition
        self.year = year
        self.writers = writers
    }
}

@Model
public final class Writer {
    public var name: String
    public internal(set) var books: [Book] = []

    public init(name: String) {
        self.name = name
    }
}

@Model
public final class Reader {
    @Attribute(.unique, .allowsCloudEncryption) public var cardNumber: Int
    public var name: String
    @Relationship(deleteRule: .cascade, inverse: \Loan.reader) public internal(set) var loans: [Loan] = []
    @Relationship(deleteRule: .noAction) public var favorite: Book?

    public init(cardNumber: Int, name: String) {
        self.cardNumber = cardNumber
        self.name = name
    }
}

@Model
public final class Loan {
    public var book: Book
    public var reader: Reader
    public var lentAt: Date
    public var returnedAt: Date?

    public init(book: Book, reader: Reader, lentAt: Date) {
        self.book = book
        self.reader = reader
        self.lentAt = lentAt
    }
}

public enum LibraryError: Error, Equatable, Sendable {
    case alreadyLent(String)
    case notLent(String)
}

public struct LendingDesk {
    private let context: ModelContext

    public init(context: ModelContext) {
        self.context = context
    }

    public func lend(_ book: Book, to reader: Reader, on date: Date) throws {
        guard try openLoan(of: book) == nil else { throw LibraryError.alreadyLent(book.isbn) }
        context.insert(Loan(book: book, reader: reader, lentAt: date))
        try context.save()
    }

    public func takeBack(_ book: Book, on date: Date) throws {
        guard let loan = try openLoan(of: book) else { throw LibraryError.notLent(book.isbn) }
        loan.returnedAt = date
        try context.save()
    }

    public func overdue(before date: Date) throws -> [Loan] {
        let predicate = #Predicate<Loan> { loan in
            loan.returnedAt == nil && loan.lentAt < date
        }
        return try context.fetch(
            FetchDescriptor(
                predicate: predicate,
                sortBy: [SortDescriptor(\.reader.name), SortDescriptor(\.book.title)]
            )
        )
    }

    private func openLoan(of book: Book) throws -> Loan? {
        let id = book.persistentModelID
        let predicate = #Predicate<Loan> { $0.book.persistentModelID == id && $0.returnedAt == nil }
        return try context.fetch(FetchDescriptor(predicate: predicate)).first
    }
}
