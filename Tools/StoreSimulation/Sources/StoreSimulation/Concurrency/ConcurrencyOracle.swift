import Foundation
import SwiftData

/// Compares a store with what all writers' saves acknowledged: through SQLite alone, and as a new context shows it.
package struct ConcurrencyOracle {
    private let expected: Contents

    package init(_ facts: [WriterFacts]) {
        var expected = Contents()
        for number in SharedRows.shelves { expected.shelves[number] = SharedRows.name(of: number) }
        expected.labels = Set(SharedRows.labels)
        for number in SharedRows.books {
            expected.books[number] = Contents.newBook(SharedRows.title(of: number))
        }
        self.expected = facts.reduce(into: expected) { $0.add($1) }
    }

    /// What is wrong with a store, in words.
    ///
    /// - Throws: What the store throws.
    package func problems(of store: URL) throws -> [String] {
        do {
            let reader = try OutsideReader(store)
            let difference = try reader.contents().difference(from: expected)
            return try [difference].compactMap { $0 } + reader.problems(isThorough: true) + problemsShown(of: store)
        } catch let failure as OutsideReader.Failure {
            return ["\(failure)"]
        }
    }

    /// Both sides of each link, as a context shows them.
    private func problemsShown(of store: URL) throws -> [String] {
        let context = ModelContext(try ConcurrentProcess.container(of: store))
        var problems: [String] = []
        func compare(_ shown: [Int], _ meant: Set<Int>, _ list: String) {
            if shown.sorted() != meant.sorted() {
                problems.append("\(list) shows \(shown), and should \(meant.sorted())")
            }
        }
        for shelf in try context.fetch(FetchDescriptor<Shelf>()) {
            compare(shelf.books.map(\.number), expected.books(ofShelf: shelf.number), "shelf \(shelf.number)")
        }
        for label in try context.fetch(FetchDescriptor<Label>()) {
            compare(label.books.map(\.number), expected.books(ofLabel: label.number), "label \(label.number)")
        }
        for book in try context.fetch(FetchDescriptor<Book>()) {
            compare(book.labels.map(\.number), expected.books[book.number]?.labels ?? [], "book \(book.number), labels")
            compare(
                book.chapters.map(\.number),
                expected.chapters(ofBook: book.number),
                "book \(book.number), chapters"
            )
        }
        for slip in try context.fetch(FetchDescriptor<Slip>()) {
            let meant = expected.book(ofSlip: slip.number).map { [$0] } ?? []
            compare([slip.book?.number].compactMap { $0 }, Set(meant), "slip \(slip.number)")
        }
        return problems
    }
}

extension Contents {
    /// Adds what one writer's saves acknowledged.
    fileprivate mutating func add(_ facts: WriterFacts) {
        for (number, fact) in facts.books {
            var book = Self.newBook(ConcurrentWriter.title(number, fact.edits))
            (book.shelf, book.slip) = (fact.shelf, fact.slip)
            books[number] = book
        }
        for (number, fact) in facts.chapters { chapters[number] = .some(fact.book) }
        slips.formUnion(facts.slips)
        for pair in facts.pairs { books[pair.book]?.labels.insert(pair.label) }
        let name = WriterRole.name(of: facts.writer)
        for (book, score) in facts.scores { books[book]?.coded.scores[name] = score }
        for book in facts.tags { books[book]?.coded.tags.insert(name) }
        for (book, width) in facts.widths { books[book]?.coded.detail.width = width }
        for (book, note) in facts.notes { books[book]?.coded.detail.notes = "\(note)" }
    }
}
