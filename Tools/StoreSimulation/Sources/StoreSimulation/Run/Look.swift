import SwiftData

/// Compares all that a context shows with what the oracle says that it must show.
struct Look {
    let runner: VerbRunner
    private var context: ModelContext { runner.context }

    func run() throws -> String {
        let expected = runner.view
        var found = try contents(expected)
        found.tokens = expected.tokens
        for chapter in runner.machine.oracle.membersTakenAlong(by: runner.index) where found.chapters[chapter] == nil {
            KnownDefect.unseenMembers.tolerate(runner.machine)
            found.chapters[chapter] = expected.chapters[chapter]
        }
        if let difference = found.difference(from: expected) {
            throw Mismatch(invariant: .shownState, words: "the context shows: \(difference)")
        }
        record(found)
        return "sees what it should"
    }

    private func contents(_ expected: Contents) throws -> Contents {
        var contents = Contents()
        for shelf in try all(Shelf.self) {
            contents.shelves[shelf.number] = shelf.name
            let books = alive(shelf.books.map(\.number), Set(expected.books.keys))
            try compare(books, expected.books(ofShelf: shelf.number), "books of shelf \(shelf.number)")
        }
        for book in try all(Book.self) { contents.books[book.number] = try row(book, expected) }
        for chapter in try all(Chapter.self) {
            contents.chapters[chapter.number] = .some(alive(chapter.book?.number, Set(expected.books.keys)))
        }
        for label in try all(Label.self) {
            contents.labels.insert(label.number)
            let books = runner.withoutCutMembers(
                alive(label.books.map(\.number), Set(expected.books.keys)),
                ofLabel: label.number,
                expected
            )
            try compare(books, expected.books(ofLabel: label.number), "books of label \(label.number)")
        }
        for slip in try all(Slip.self) {
            contents.slips.insert(slip.number)
            let book = expected.book(ofSlip: slip.number)
            let shown = alive(slip.book?.number, Set(expected.books.keys))
            if shown != book, runner.machine.story.processCount > 1 {
                KnownDefect.staleOneToOne.tolerate(runner.machine)
                continue
            }
            try compare(shown.map { [$0] } ?? [], Set(book.map { [$0] } ?? []), "book of slip \(slip.number)")
        }
        for item in try context.fetch(FetchDescriptor<Item>()) {
            runner.participant.hold(item, "Item \(item.number)")
            contents.items[item.number] = Contents.ItemRow(
                name: item.name,
                watts: (item as? Lamp)?.watts,
                place: alive(item.place?.number, Set(expected.shelves.keys))
            )
        }
        return contents
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
        row.shelf = alive(book.shelf?.number, Set(expected.shelves.keys))
        row.slip = alive(book.slip?.number, expected.slips)
        let labels = runner.withoutCutMembers(
            alive(book.labels.map(\.number), expected.labels),
            book.number,
            expected
        )
        row.labels = Set(labels)
        guard row.labels.count == labels.count else {
            throw Mismatch(invariant: .shownState, words: "labels of book \(book.number) come twice: \(labels)")
        }
        try compare(
            alive(book.chapters.map(\.number), Set(expected.chapters.keys)),
            expected.chapters(ofBook: book.number),
            "chapters of book \(book.number)"
        )
        return row
    }

    /// A link to what is not there any more is left out, and counted.
    private func alive(_ target: Int?, _ rows: Set<Int>) -> Int? {
        target.flatMap { alive([$0], rows).first }
    }

    /// Members that are not there any more are left out, and counted.
    private func alive(_ members: [Int], _ rows: Set<Int>) -> [Int] {
        let alive = members.filter(rows.contains)
        if alive.count < members.count { KnownDefect.goneMember.tolerate(runner.machine) }
        return alive
    }

    private func compare(_ found: [Int], _ expected: Set<Int>, _ name: String) throws {
        guard Set(found) != expected || found.count != expected.count else { return }
        throw Mismatch(
            invariant: .shownState,
            words: "\(name) are \(found.sorted()), and should be \(expected.sorted())"
        )
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

extension VerbRunner {
    /// Labels that a list shows although they were cut are left out, and counted.
    func withoutCutMembers(_ labels: [Int], _ book: Int, _ expected: Contents) -> [Int] {
        let meant = expected.books[book]?.labels ?? []
        let cut = machine.oracle.contexts[index].cutPairs
        let kept = labels.filter { meant.contains($0) || !cut.contains(.init(book: book, label: $0)) }
        if kept.count < labels.count { KnownDefect.cutMember.tolerate(machine) }
        return kept
    }

    /// The same for the books of a label.
    func withoutCutMembers(_ books: [Int], ofLabel label: Int, _ expected: Contents) -> [Int] {
        let cut = machine.oracle.contexts[index].cutPairs
        let kept = books.filter { book in
            expected.books[book]?.labels.contains(label) ?? false || !cut.contains(.init(book: book, label: label))
        }
        if kept.count < books.count { KnownDefect.cutMember.tolerate(machine) }
        return kept
    }
}
