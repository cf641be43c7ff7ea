import Foundation
import SwiftData

/// Changes a store through one context, step by step, beside other writers, and records what its saves acknowledged.
///
/// Links are made and cut from both sides. A list or a coded value is read in one step and assigned in a later one.
final class ConcurrentWriter {
    private let context: ModelContext
    private let role: WriterRole
    private var random: StoryRandom
    private var lastNumber: Int
    /// Whether the context is saved by its writer alone, so that a rollback returns to the last save.
    private let rollsBack: Bool
    private var acknowledged: WriterFacts
    private var pending: WriterFacts
    private var reading: Reading?
    /// The last steps, for a failure's report.
    private var recent: [String] = []

    /// What was read and is still to be assigned.
    private enum Reading {
        case books(Shelf, [Book])
        case labels(Book, [Label])
        case scores(Book, [String: Int])
        case tags(Book, [String])
    }

    /// What a writer found that must not be.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private enum Action: CaseIterable {
        case insertBook, deleteBook, editBook, setShelf, changeBooksOfShelf, insertSlip, setSlip, insertChapter,
            setChapter
        case setPair, setScore, setTag, setDetail
        case readBooks, readLabels, readScores, readTags
    }

    private static let mostBooks = 10
    private static let recentSteps = 200
    /// Saves in a row that wait for the lock in vain, each for ten seconds.
    private static let mostLockedSaves = 12

    init(_ context: ModelContext, _ role: WriterRole, seed: UInt64, rollsBack: Bool) {
        (self.context, self.role, self.rollsBack) = (context, role, rollsBack)
        (acknowledged, pending) = (WriterFacts(writer: role.number), WriterFacts(writer: role.number))
        var seeds = StoryRandom(seed: seed)
        for _ in 0..<role.number { _ = seeds.next() }
        random = StoryRandom(seed: seeds.next())
        lastNumber = role.numbers.lowerBound
    }

    private func record(_ words: @autoclosure () -> String) {
        if recent.count >= Self.recentSteps { recent.removeFirst(Self.recentSteps / 2) }
        recent.append(words())
    }

    private func failure(_ words: String) -> Failure {
        Failure(description: "\(words)\n" + recent.map { "  \($0)\n" }.joined())
    }

    /// Does one step.
    ///
    /// - Throws: ``Failure`` where the context shows what must not be, and what the store throws.
    func step() throws {
        if let reading {
            // Nothing reads the same list or value before it is assigned: the last reading counts.
            switch random.number(0...5) {
            case 0, 1: try save()
            case 2: try setDetail()
            default:
                self.reading = nil
                try assign(reading)
            }
            return
        }
        switch random.number(0...9) {
        case 0, 1, 2: try save()
        case 3: try check()
        case 4 where rollsBack && random.once(in: 4):
            record("rolls back")
            context.rollback()
            pending = acknowledged
        default: try perform(random.pick(Action.allCases))
        }
    }

    /// Does one step after the other.
    func write(until isOver: (Int) -> Bool) throws -> WriterFacts {
        var steps = 0
        while !isOver(steps) {
            try step()
            steps += 1
        }
        return try finish()
    }

    /// The same on an actor, where others come between two steps.
    func writeYielding(
        until isOver: (Int) -> Bool,
        isolation: isolated (any Actor)? = #isolation
    ) async throws -> WriterFacts {
        var steps = 0
        while !isOver(steps) {
            try step()
            steps += 1
            await Task.yield()
        }
        return try finish()
    }

    /// Saves what is left, and looks at everything once more.
    private func finish() throws -> WriterFacts {
        if let reading {
            self.reading = nil
            try assign(reading)
        }
        try save()
        try check()
        return acknowledged
    }

    private func save() throws {
        var tries = 0
        while true {
            do {
                try context.save()
                break
            } catch StoreError.locked {
                pending.lockedSaves += 1
                tries += 1
                guard tries < Self.mostLockedSaves else { throw failure("\(role.name): the store stays locked") }
            }
        }
        record("saves")
        pending.saves += 1
        acknowledged = pending
    }

    // MARK: Rows

    private func row<Row: Numbered>(_ number: Int) throws -> Row {
        let found = try context.fetch(FetchDescriptor<Row>(predicate: Row.isNumbered(number)))
        guard let row = found.first, found.count == 1 else {
            throw failure("\(role.name) finds \(found.count) rows \(Row.self) \(number)")
        }
        return row
    }

    private func newNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    private func anyShelf() throws -> Shelf { try row(random.number(SharedRows.shelves)) }
    private func anySharedBook() throws -> Book { try row(random.number(SharedRows.books)) }
    private func anyOwnBook() -> Int? { pending.books.isEmpty ? nil : random.pick(pending.books.keys.sorted()) }

    private func labels(ofSharedBook book: Int) -> [Int] {
        SharedRows.labels.filter { role.owns(.init(book: book, label: $0)) }
    }

    // MARK: Steps

    private func perform(_ action: Action) throws {
        switch action {
        case .insertBook: try insertBook()
        case .deleteBook: if pending.books.count > Self.mostBooks / 2 { try deleteBook() }
        case .editBook: try editBook()
        case .setShelf: try setShelf()
        case .changeBooksOfShelf: try changeBooksOfShelf()
        case .insertSlip: insertSlip()
        case .setSlip: try setSlip()
        case .insertChapter: try insertChapter()
        case .setChapter: try setChapter()
        case .setPair: try setPair()
        case .setScore: try setScore()
        case .setTag: try setTag()
        case .setDetail: try setDetail()
        case .readBooks, .readLabels, .readScores, .readTags: try read(action)
        }
    }

    private func insertBook() throws {
        guard pending.books.count < Self.mostBooks else { return try deleteBook() }
        let number = newNumber()
        let book = Book(number: number, title: Self.title(number, 0))
        var fact = WriterFacts.Book()
        let shelf = try anyShelf()
        switch random.number(0...2) {
        case 0: context.insert(book)
        case 1:
            book.shelf = shelf
            context.insert(book)
            fact.shelf = shelf.number
        default:
            shelf.books.append(book)
            fact.shelf = shelf.number
        }
        pending.books[number] = fact
        record("inserts book \(number) on shelf \(fact.shelf ?? 0)")
    }

    static func title(_ number: Int, _ edits: Int) -> String { "book \(number), edit \(edits)" }

    private func deleteBook() throws {
        guard let number = anyOwnBook() else { return }
        record("deletes book \(number)")
        context.delete(try row(number) as Book)
        pending.deleteBook(number)
    }

    private func editBook() throws {
        guard let number = anyOwnBook(), let fact = pending.books[number] else { return }
        let book: Book = try row(number)
        pending.books[number]?.edits = fact.edits + 1
        book.title = Self.title(number, fact.edits + 1)
    }

    private func setShelf() throws {
        guard let number = anyOwnBook() else { return }
        let book: Book = try row(number)
        let shelf = try random.once(in: 4) ? nil : anyShelf()
        record("sets the shelf of book \(number) to \(shelf?.number ?? 0)")
        book.shelf = shelf
        pending.books[number]?.shelf = shelf?.number
    }

    private func changeBooksOfShelf() throws {
        guard let number = anyOwnBook() else { return }
        let (book, shelf): (Book, Shelf) = (try row(number), try anyShelf())
        record("changes shelf \(shelf.number) by book \(number)")
        if pending.books[number]?.shelf == shelf.number {
            shelf.books.removeAll { $0 === book }
            pending.books[number]?.shelf = nil
        } else {
            // A position is one of a single reading: others may save before the next.
            var books = shelf.books
            books.insert(book, at: random.flip() ? books.count : random.number(0...books.count))
            shelf.books = books
            pending.books[number]?.shelf = shelf.number
        }
    }

    private func insertSlip() {
        guard pending.slips.count < Self.mostBooks else { return }
        let number = newNumber()
        context.insert(Slip(number: number))
        pending.slips.insert(number)
    }

    private func setSlip() throws {
        guard let number = anyOwnBook(), !pending.slips.isEmpty else { return }
        let book: Book = try row(number)
        if random.once(in: 4) {
            record("takes the slip of book \(number)")
            book.slip = nil
            return pending.setSlip(nil, ofBook: number)
        }
        let slip: Slip = try row(random.pick(pending.slips.sorted()))
        let isFromBook = random.flip()
        record("links book \(number) and slip \(slip.number) from the \(isFromBook ? "book" : "slip")")
        if isFromBook { book.slip = slip } else { slip.book = book }
        pending.setSlip(slip.number, ofBook: number)
    }

    private func insertChapter() throws {
        guard let owner = anyOwnBook(), pending.chapters.count < 2 * Self.mostBooks else { return }
        let book: Book = try row(owner)
        let chapter = Chapter(number: newNumber())
        record("inserts chapter \(chapter.number) of book \(owner)")
        if random.flip() { book.chapters.append(chapter) } else { chapter.book = book }
        pending.chapters[chapter.number] = .init(book: owner)
    }

    private func setChapter() throws {
        guard let owner = anyOwnBook(), !pending.chapters.isEmpty else { return }
        let (book, chapter): (Book, Chapter) = (try row(owner), try row(random.pick(pending.chapters.keys.sorted())))
        record("changes chapter \(chapter.number) by book \(owner)")
        if pending.chapters[chapter.number]?.book == owner {
            if random.flip() { book.chapters.removeAll { $0 === chapter } } else { chapter.book = nil }
            pending.chapters[chapter.number]?.book = nil
        } else {
            if random.flip() { book.chapters.append(chapter) } else { chapter.book = book }
            pending.chapters[chapter.number]?.book = owner
        }
    }

    private func setPair() throws {
        let book = try anySharedBook()
        let own = labels(ofSharedBook: book.number)
        guard !own.isEmpty else { return }
        let label: Label = try row(random.pick(own))
        let isLinked = toggle(.init(book: book.number, label: label.number))
        record("\(isLinked ? "links" : "cuts") book \(book.number) and label \(label.number)")
        switch (isLinked, random.flip()) {
        case (true, true): book.labels.append(label)
        case (true, false): label.books.append(book)
        case (false, true): book.labels.removeAll { $0 === label }
        case (false, false): label.books.removeAll { $0 === book }
        }
    }

    /// Links a pair that is not linked, and the other way round; whether it is linked now.
    private func toggle(_ pair: WriterFacts.Pair) -> Bool {
        if pending.pairs.remove(pair) != nil { return false }
        pending.pairs.insert(pair)
        return true
    }

    private func setScore() throws {
        let book = try anySharedBook()
        book.scores[role.name] = nextScore(of: book)
    }

    private func nextScore(of book: Book) -> Int? {
        let next = random.once(in: 5) ? nil : (pending.scores[book.number] ?? 0) + 1
        pending.scores[book.number] = next
        return next
    }

    private func setTag() throws {
        let book = try anySharedBook()
        if pending.tags.remove(book.number) != nil {
            book.tags.removeAll { $0 == role.name }
        } else {
            book.tags.append(role.name)
            pending.tags.insert(book.number)
        }
    }

    private func setDetail() throws {
        let book = try anySharedBook()
        let value = random.number(1...1_000_000)
        if role.ownsWidth(of: book.number) {
            book.detail.width = value
            pending.widths[book.number] = value
        }
        if role.ownsNotes(of: book.number) {
            book.detail.notes = "\(value)"
            pending.notes[book.number] = value
        }
    }

    // MARK: Reading now, assigning later

    private func read(_ action: Action) throws {
        record("\(action)")
        switch action {
        case .readBooks:
            let shelf = try anyShelf()
            reading = .books(shelf, shelf.books)
        case .readLabels:
            let book = try anySharedBook()
            reading = .labels(book, book.labels)
        case .readScores:
            let book = try anySharedBook()
            reading = .scores(book, book.scores)
        default:
            let book = try anySharedBook()
            reading = .tags(book, book.tags)
        }
    }

    private func assign(_ reading: Reading) throws {
        record("assigns what it read")
        switch reading {
        case .books(let shelf, let books): shelf.books = try edited(books, of: shelf.number)
        case .labels(let book, var labels):
            for number in self.labels(ofSharedBook: book.number) where random.flip() {
                let label: Label = try row(number)
                let isLinked = toggle(.init(book: book.number, label: number))
                if isLinked { labels.append(label) } else { labels.removeAll { $0 === label } }
            }
            book.labels = labels
        case .scores(let book, var scores):
            scores[role.name] = nextScore(of: book)
            book.scores = scores
        case .tags(let book, var tags):
            if pending.tags.remove(book.number) != nil {
                tags.removeAll { $0 == role.name }
            } else {
                tags.append(role.name)
                pending.tags.insert(book.number)
            }
            book.tags = tags
        }
    }

    /// The list with one of the writer's books more, one less, or in another order.
    private func edited(_ books: [Book], of shelf: Int) throws -> [Book] {
        guard let number = anyOwnBook() else { return books }
        var books = books
        let book: Book = try row(number)
        if random.once(in: 3) { books.reverse() }
        if pending.books[number]?.shelf == shelf {
            books.removeAll { $0 === book }
            pending.books[number]?.shelf = nil
        } else {
            books.insert(book, at: random.number(0...books.count))
            pending.books[number]?.shelf = shelf
        }
        return books
    }

    // MARK: What the context shows

    /// Compares what is the writer's own with what its context shows.
    private func check() throws {
        for (number, fact) in pending.books {
            let book: Book = try row(number)
            try expect(book.title, Self.title(number, fact.edits), "title of \(number)")
            try expect(book.shelf?.number, fact.shelf, "shelf of \(number)")
            try expect(book.slip?.number, fact.slip, "slip of \(number)")
            let chapters = pending.chapters.filter { $0.value.book == number }.keys.sorted()
            try expect(book.chapters.map(\.number).sorted(), chapters, "chapters of \(number)")
        }
        for number in SharedRows.shelves {
            let shelf: Shelf = try row(number)
            let own = shelf.books.map(\.number).filter(role.numbers.contains).sorted()
            let books = pending.books.filter { $0.value.shelf == number }.keys.sorted()
            try expect(own, books, "books of shelf \(number)")
        }
        for number in SharedRows.books { try checkShared(try row(number)) }
    }

    private func checkShared(_ book: Book) throws {
        let number = book.number
        for label in labels(ofSharedBook: number) {
            let pair = WriterFacts.Pair(book: number, label: label)
            let isLinked = pending.pairs.contains(pair)
            try expect(book.labels.count { $0.number == label }, isLinked ? 1 : 0, "label \(label) of \(number)")
            let back: Label = try row(label)
            try expect(back.books.count { $0.number == number }, isLinked ? 1 : 0, "book \(number) of label \(label)")
        }
        try expect(book.scores[role.name], pending.scores[number], "score in \(number)")
        try expect(book.tags.count { $0 == role.name }, pending.tags.contains(number) ? 1 : 0, "tag of \(number)")
        if role.ownsWidth(of: number) {
            try expect(book.detail.width, pending.widths[number] ?? 0, "width of \(number)")
        }
        if role.ownsNotes(of: number) {
            try expect(book.detail.notes, pending.notes[number].map { "\($0)" } ?? "", "notes of \(number)")
        }
    }

    private func expect<Value: Equatable>(_ shown: Value, _ meant: Value, _ what: @autoclosure () -> String) throws {
        guard shown == meant else {
            throw failure("\(role.name) sees as \(what()) \(shown), and should see \(meant)")
        }
    }
}
