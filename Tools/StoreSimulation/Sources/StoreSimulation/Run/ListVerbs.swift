import SwiftData

/// Lists that are read in one step, changed in memory, and assigned in another: others may save in between.
struct ListVerbs {
    let runner: VerbRunner
    private var participant: Participant { runner.participant }

    func run(_ step: Step) throws -> String {
        switch step.verb {
        case .readLabels: try readLabels(step)
        case .readBooks: try readBooks(step)
        default: try assign(step)
        }
    }

    private func readLabels(_ step: Step) throws -> String {
        guard let number = runner.pick(.book, step.first) else { return "nothing" }
        let book = try runner.find(Book.self, number)
        let labels = book.labels
        try runner.compare(labels.map(\.number), with: .init(kind: .labels, owner: number), of: runner.view)
        for label in labels { participant.hold(label, "Label \(label.number)") }
        participant.heldList = .labels(book: number, book, labels)
        record(.init(kind: .labels, owner: number), labels.map(\.number))
        return "labels of book \(number) are \(labels.map(\.number).sorted())"
    }

    private func readBooks(_ step: Step) throws -> String {
        guard let number = runner.pick(.shelf, step.first) else { return "nothing" }
        let shelf = try runner.find(Shelf.self, number)
        let books = shelf.books
        try runner.compare(books.map(\.number), with: .init(kind: .booksOfShelf, owner: number), of: runner.view)
        for book in books { participant.hold(book, "Book \(book.number)") }
        participant.heldList = .books(shelf: number, shelf, books)
        record(.init(kind: .booksOfShelf, owner: number), books.map(\.number))
        return "books of shelf \(number) are \(books.map(\.number).sorted())"
    }

    private func record(_ name: Oracle.ListName, _ members: [Int]) {
        runner.machine.oracle.contexts[runner.index].lists[name] = Set(members)
    }

    // MARK: Assigning

    private func assign(_ step: Step) throws -> String {
        switch participant.heldList {
        case .labels(let number, let book, let labels)?:
            participant.heldList = nil
            guard runner.view.books[number] != nil else { return "the book is gone" }
            let added = try runner.pick(.label, step.second).map { try runner.find(Label.self, $0) }
            let edited = edit(labels, adding: added, step.third)
            book.labels = edited
            assigned(.init(kind: .labels, owner: number), edited.map(\.number), from: labels.map(\.number))
            return "labels of book \(number) = \(edited.map(\.number))"
        case .books(let number, let shelf, let books)?:
            participant.heldList = nil
            guard runner.view.shelves[number] != nil else { return "the shelf is gone" }
            let added = try runner.pick(.book, step.second).map { try runner.find(Book.self, $0) }
            let edited = edit(books, adding: added, step.third)
            shelf.books = edited
            assigned(.init(kind: .booksOfShelf, owner: number), edited.map(\.number), from: books.map(\.number))
            return "books of shelf \(number) = \(edited.map(\.number))"
        case nil: return "nothing is held"
        }
    }

    private func assigned(_ name: Oracle.ListName, _ members: [Int], from read: [Int]) {
        runner.machine.oracle.assignList(runner.index, name, members, from: read)
    }

    private func edit<Model: Numbered>(_ members: [Model], adding new: Model?, _ form: Int) -> [Model] {
        var members = members
        let isMember = members.contains { $0.number == new?.number }
        switch form % 5 {
        case 0, 1: if let new, !isMember { members.append(new) }
        case 2: if let new, !isMember { members.insert(new, at: 0) }
        case 3: if !members.isEmpty { members.remove(at: form % members.count) }
        default: members.reverse()
        }
        return members
    }
}
