import Foundation
import SwiftData

/// Does one step with a context and tells the oracle what was meant.
///
/// The oracle hears of it only where nothing was thrown.
struct VerbRunner {
    let machine: Machine
    let participant: Participant
    let context: ModelContext
    /// What was stored when the step began.
    private let start: (commits: Int, stored: Contents)

    init(_ machine: Machine, _ participant: Participant, _ context: ModelContext) {
        (self.machine, self.participant, self.context) = (machine, participant, context)
        start = (machine.oracle.commits, machine.oracle.committed)
    }

    var index: Int { participant.number }
    var view: Contents { machine.oracle.view(index) }

    func change(_ change: Change) { machine.oracle.change(index, change) }

    /// A link to the target that it has is no change, and another one is.
    ///
    /// Where somebody saved in the middle of the assignment, it may be compared with the target before or after: both are right.
    /// So the step counts as one that saw two moments.
    func changeLink(_ change: Change) throws {
        let oracle = machine.oracle
        if oracle.commits != start.commits, oracle.isChangeAtOneMoment(index, change, orWith: start.stored) {
            throw Mismatch(invariant: .shownState, words: "\(change) is a change before a save of others or after it")
        }
        self.change(change)
    }

    /// - Returns: What was done, in words.
    func run(_ step: Step) throws -> String {
        if !step.verb.leavesUndo { endUndo() }
        return try perform(step)
    }

    private func perform(_ step: Step) throws -> String {
        switch step.verb {
        case .insertShelf, .insertBook, .insertChapter, .insertLabel, .insertSlip, .insertItem, .insertLamp,
            .insertToken:
            try insert(step)
        case .deleteShelf: try delete(Shelf.self, .shelf, step)
        case .deleteBook: try delete(Book.self, .book, step)
        case .deleteChapter: try delete(Chapter.self, .chapter, step)
        case .deleteLabel: try delete(Label.self, .label, step)
        case .deleteSlip: try delete(Slip.self, .slip, step)
        case .deleteMatching: try BatchDeletionVerb(runner: self).run(step)
        case .deleteItem, .deleteToken, .renameItem, .setWatts, .setToken, .setPlace: try changeOther(step)
        case .setAttribute: try setAttribute(step)
        case .renameShelf: try renameShelf(step)
        case .editCoded, .readCoded, .assignCoded: try CodedVerbs(runner: self).run(step)
        case .setShelf, .appendBook, .removeBook, .setBook, .appendChapter, .removeChapter, .tag, .untag, .setSlip:
            try LinkVerbs(runner: self).run(step)
        case .readLabels, .assignLabels, .readBooks, .assignBooks: try ListVerbs(runner: self).run(step)
        case .save: try save()
        case .transaction: try transaction(step)
        case .rollback: rollback()
        case .look: try Look(runner: self).run()
        case .ask: try Question(step).run(self)
        case .askCombined: try CombinedQuestion(step).run(self)
        case .search: try Search(step).run(self)
        case .undo, .changeToUndo, .undoChange: try UndoVerbs(runner: self).run(step)
        case .history, .holdLock, .releaseLock, .kill, .powerCut, .advanceClock, .backUp, .restore, .damage, .salvage,
            .migrate, .pruneHistory, .erase:
            "nothing"
        }
    }

    // MARK: Finding

    /// A row that the context shows, by a small number; nil where there is none.
    func pick(_ entity: Entity, _ number: Int) -> Int? {
        let numbers = view.numbers(entity)
        return numbers.isEmpty ? nil : numbers[number % numbers.count]
    }

    /// The instance of a row that the oracle knows.
    func find<Model: Numbered>(_ type: Model.Type, _ number: Int) throws -> Model {
        let found = try context.fetch(FetchDescriptor(predicate: Model.isNumbered(number)))
        guard let first = found.first, found.count == 1 else {
            throw Mismatch(invariant: .fetchResult, words: "\(found.count) of \(type) \(number) are found")
        }
        participant.hold(first, "\(type) \(number)")
        // Without a reading the instance has what it had before another process saved.
        if machine.story.processCount > 1 { _ = first.number }
        return first
    }

    private func item(_ number: Int) throws -> Item {
        let found = try context.fetch(FetchDescriptor<Item>(predicate: #Predicate { $0.number == number }))
        guard let first = found.first, found.count == 1 else {
            throw Mismatch(invariant: .fetchResult, words: "\(found.count) items \(number) are found")
        }
        participant.hold(first, "Item \(number)")
        return first
    }

    // MARK: Rows

    private func insert(_ step: Step) throws -> String {
        let number = step.identity
        switch step.verb {
        case .insertShelf:
            let name = "s\(step.first % 4)"
            context.insert(Shelf(number: number, name: name))
            change(.addShelf(number, name: name))
        case .insertBook: return try insertBook(step)
        case .insertChapter: return try insertChapter(step)
        case .insertLabel:
            context.insert(Label(number: number))
            change(.addLabel(number))
        case .insertSlip:
            context.insert(Slip(number: number))
            change(.addSlip(number))
        case .insertToken:
            let code = step.first % 5
            context.insert(Token(code: code, value: number))
            change(.putToken(code: code, Contents.TokenRow(value: number, row: number)))
        default:
            let watts = step.verb == .insertLamp ? step.second : nil
            let name = "i\(step.first % 4)"
            let item = watts.map { Lamp(number: number, name: name, watts: $0) } ?? Item(number: number, name: name)
            insertItem(item)
            change(.addItem(number, Contents.ItemRow(name: name, watts: watts, place: nil)))
        }
        return "\(step.verb.rawValue) \(number)"
    }

    private func insertItem(_ item: Item) {
        if let lamp = item as? Lamp { context.insert(lamp) } else { context.insert(item) }
    }

    private func insertBook(_ step: Step) throws -> String {
        let number = step.identity
        let shelf = step.first % 3 == 0 ? nil : pick(.shelf, step.second)
        let owner = try shelf.map { try find(Shelf.self, $0) }
        let book = Book(number: number, title: "t\(step.third)")
        context.insert(book)
        change(.addBook(number, title: "t\(step.third)"))
        if let shelf, let owner {
            book.shelf = owner
            change(.setShelf(book: number, shelf))
            forgetList(.booksOfShelf)
        }
        participant.hold(book, "Book \(number)")
        return "insert book \(number) of \(ValueText.text(shelf))"
    }

    private func insertChapter(_ step: Step) throws -> String {
        let number = step.identity
        let owner = step.first % 4 == 0 ? nil : pick(.book, step.second)
        let book = try owner.map { try find(Book.self, $0) }
        let chapter = Chapter(number: number)
        context.insert(chapter)
        change(.addChapter(number))
        if let owner, let book {
            chapter.book = book
            change(.setBook(chapter: number, owner))
        }
        return "insert chapter \(number) of \(ValueText.text(owner))"
    }

    private func delete<Model: Numbered>(_ type: Model.Type, _ entity: Entity, _ step: Step) throws -> String {
        guard let number = pick(entity, step.first) else { return "nothing" }
        context.delete(try find(type, number))
        change(.delete(entity, number))
        return "delete \(entity.rawValue) \(number)"
    }

    // MARK: Values

    private func changeOther(_ step: Step) throws -> String {
        if step.verb == .setToken || step.verb == .deleteToken { return try changeToken(step) }
        guard let number = pick(.item, step.first) else { return "nothing" }
        let item = try item(number)
        switch step.verb {
        case .deleteItem:
            context.delete(item)
            change(.delete(.item, number))
        case .renameItem:
            item.name = "i\(step.second % 4)"
            change(.renameItem(number, "i\(step.second % 4)"))
        case .setWatts:
            guard let lamp = item as? Lamp else { return "no lamp" }
            lamp.watts = step.second
            change(.setWatts(number, step.second))
        default:
            let shelf = step.second % 4 == 0 ? nil : pick(.shelf, step.third)
            item.place = try shelf.map { try find(Shelf.self, $0) }
            try changeLink(.setPlace(item: number, shelf))
        }
        return "\(step.verb.rawValue) \(number)"
    }

    /// Tokens with unsaved twins are left alone: which of the two a fetch shows is not said.
    private func changeToken(_ step: Step) throws -> String {
        guard !hasPendingTokens, let code = pick(.token, step.first), let row = view.tokens[code]?.row else {
            return "nothing"
        }
        let found = try context.fetch(FetchDescriptor<Token>(predicate: #Predicate { $0.code == code }))
        guard let token = found.first, found.count == 1 else {
            throw Mismatch(invariant: .fetchResult, words: "\(found.count) tokens \(code) are found")
        }
        participant.hold(token, "Token \(code)")
        if step.verb == .deleteToken {
            context.delete(token)
            change(.deleteToken(code: code, row: row))
        } else {
            token.value = step.second
            change(.setToken(code: code, Contents.TokenRow(value: step.second, row: row)))
        }
        return "\(step.verb.rawValue) \(code)"
    }

    var hasPendingTokens: Bool {
        machine.oracle.contexts[index].pending.contains { if case .putToken = $0 { true } else { false } }
    }

    private func renameShelf(_ step: Step) throws -> String {
        guard let number = pick(.shelf, step.first) else { return "nothing" }
        let name = "s\(step.second % 4)"
        try find(Shelf.self, number).name = name
        change(.rename(shelf: number, name))
        return "shelf \(number) = \(name)"
    }

    private func setAttribute(_ step: Step) throws -> String {
        guard let number = pick(.book, step.first) else { return "nothing" }
        let attribute = Contents.Attribute.allCases[step.second % Contents.Attribute.allCases.count]
        let text = AttributeEdit(value: step.third, identity: step.identity).apply(
            attribute,
            to: try find(Book.self, number)
        )
        change(.set(book: number, attribute, text))
        return "\(attribute.rawValue) of book \(number) = \(text)"
    }

    // MARK: Contexts

    private func save() throws -> String {
        let hadChanges = machine.oracle.contexts[index].hasChanges
        try context.save()
        return hadChanges ? "saved" : "nothing to save"
    }

    /// A change and the save of it in one call.
    private func transaction(_ step: Step) throws -> String {
        let verbs: [Verb] = [
            .insertBook, .insertChapter, .insertToken, .setAttribute, .renameShelf, .setShelf, .appendBook,
            .appendChapter,
            .tag, .untag, .setSlip, .setWatts, .deleteBook, .renameItem,
        ]
        var inner = step
        inner.verb = verbs[step.third % verbs.count]
        var words = ""
        try context.transaction {
            words = try run(inner)
            machine.beginSaving(index)
        }
        return "transaction: \(words)"
    }

    private func rollback() -> String {
        context.rollback()
        participant.release()
        machine.oracle.rollback(index)
        return "rolled back"
    }
}

/// Gives an attribute of a book a value that small numbers say.
struct AttributeEdit {
    let value: Int
    let identity: Int

    /// - Returns: The text that stands for the value.
    func apply(_ attribute: Contents.Attribute, to book: Book) -> String {
        switch attribute {
        case .title:
            book.title = "t\(value)"
            return ValueText.text("t\(value)")
        case .pages:
            book.pages = value % 4 == 0 ? nil : value
            return ValueText.text(value % 4 == 0 ? nil : value)
        case .rating:
            book.rating = Double(value) / 4
            return ValueText.text(Double(value) / 4)
        case .day:
            book.day = Date(timeIntervalSinceReferenceDate: Double(value) * 1_000)
            return ValueText.text(Double(value) * 1_000)
        case .mood:
            let mood = Mood.allCases[value % 3]
            book.mood = mood
            return ValueText.text(mood.rawValue)
        case .isOpen:
            book.isOpen = value % 2 == 0
            return ValueText.text(value % 2 == 0)
        case .cover:
            let count = [0, 10, 3_000, 20_000][value % 4]
            book.cover = SeededData.make(seed: identity, count: count)
            return SeededData.describe(seed: identity, count: count)
        case .scan: return setScan(book)
        }
    }

    private func setScan(_ book: Book) -> String {
        guard value % 5 > 0 else {
            book.scan = nil
            return ValueText.null
        }
        let count = value % 5 < 3 ? SeededData.largeCount : 100
        book.scan = SeededData.make(seed: identity, count: count)
        return SeededData.describe(seed: identity, count: count)
    }
}
