import SwiftData

/// Compares all that a context shows with what the oracle says that it must show.
struct Look {
    let runner: VerbRunner
    private var context: ModelContext { runner.context }

    func run() throws -> String {
        let expected = runner.view
        var found = try contents(expected)
        found.tokens = try tokens(expected)
        if let difference = found.difference(from: expected) {
            throw Mismatch(invariant: .shownState, words: "the context shows: \(difference)")
        }
        record(found)
        return "sees what it should"
    }

    /// Compares some books with what the context must show of them: a reading of each.
    ///
    /// Those that it has deleted are left out.
    func compare(_ books: [Book]) throws {
        let view = runner.view
        var (found, expected) = (Contents(), Contents())
        for book in books where view.books[book.number] != nil {
            let number = book.number
            runner.participant.hold(book, "Book \(number)")
            found.books[number] = try row(book, view)
            expected.books[number] = view.books[number]
        }
        if let difference = found.difference(from: expected) {
            throw Mismatch(invariant: .shownState, words: "books that were found show: \(difference)")
        }
        record(found)
    }

    private func contents(_ expected: Contents) throws -> Contents {
        var contents = Contents()
        for shelf in try all(Shelf.self) {
            contents.shelves[shelf.number] = shelf.name
            let books = shelf.books.map(\.number)
            try runner.compare(books, with: .init(kind: .booksOfShelf, owner: shelf.number), of: expected)
        }
        for book in try all(Book.self) { contents.books[book.number] = try row(book, expected) }
        for chapter in try all(Chapter.self) {
            contents.chapters[chapter.number] = .some(chapter.book?.number)
        }
        for label in try all(Label.self) {
            contents.labels.insert(label.number)
            let books = label.books.map(\.number)
            try runner.compare(books, with: .init(kind: .booksOfLabel, owner: label.number), of: expected)
        }
        for slip in try all(Slip.self) {
            contents.slips.insert(slip.number)
            let book = expected.book(ofSlip: slip.number)
            let shown = slip.book.map { [$0.number] } ?? []
            try runner.compare(shown, with: Set(book.map { [$0] } ?? []), "book of slip \(slip.number)")
        }
        for item in try context.fetch(FetchDescriptor<Item>()) {
            runner.participant.hold(item, "Item \(item.number)")
            contents.items[item.number] = Contents.ItemRow(
                name: item.name,
                watts: (item as? Lamp)?.watts,
                place: item.place?.number
            )
        }
        return contents
    }

    /// Which of two tokens with one code a fetch shows is not said, as long as one of them is not saved.
    private func tokens(_ expected: Contents) throws -> [Int: Contents.TokenRow] {
        guard !runner.hasPendingTokens else { return expected.tokens }
        var rows: [Int: Contents.TokenRow] = [:]
        for token in try context.fetch(FetchDescriptor<Token>()) {
            runner.participant.hold(token, "Token \(token.code)")
            guard rows.updateValue(.init(value: token.value, row: 0), forKey: token.code) == nil else {
                throw Mismatch(invariant: .shownState, words: "the context shows two tokens \(token.code)")
            }
        }
        return rows
    }

    private func all<Model: Numbered>(_ type: Model.Type) throws -> [Model] {
        let found = try context.fetch(FetchDescriptor<Model>())
        for model in found { runner.participant.hold(model, "\(type) \(model.number)") }
        return found
    }

    private func row(_ book: Book, _ expected: Contents) throws -> Contents.BookRow {
        var row = Contents.BookRow()
        row.attributes = [
            .title: ValueText.text(book.title), .pages: ValueText.text(book.pages),
            .rating: ValueText.text(book.rating), .day: ValueText.text(book.day.timeIntervalSinceReferenceDate),
            .mood: ValueText.text(book.mood.rawValue), .isOpen: ValueText.text(book.isOpen),
            .cover: SeededData.describe(book.cover),
            .scan: book.scan.map(SeededData.describe) ?? ValueText.null,
        ]
        row.coded = CodedVerbs.values(of: book)
        row.shelf = book.shelf?.number
        row.slip = book.slip?.number
        let labels = book.labels.map(\.number)
        row.labels = Set(labels)
        try runner.compare(labels, with: .init(kind: .labels, owner: book.number), of: expected)
        try runner.compare(book.chapters.map(\.number), with: .init(kind: .chapters, owner: book.number), of: expected)
        return row
    }

    /// A look is a reading of everything.
    private func record(_ contents: Contents) {
        let index = runner.index
        for (number, book) in contents.books {
            runner.machine.oracle.contexts[index].lists[.init(kind: .labels, owner: number)] = book.labels
            for kind in CodedValues.Kind.allCases {
                runner.machine.oracle.contexts[index].coded[.init(book: number, kind: kind)] = book.coded
            }
        }
        for shelf in contents.shelves.keys {
            let members = contents.books(ofShelf: shelf)
            runner.machine.oracle.contexts[index].lists[.init(kind: .booksOfShelf, owner: shelf)] = members
        }
    }
}
