import SwiftData

/// Links that are made and cut in one step, from either side.
struct LinkVerbs {
    let runner: VerbRunner

    func run(_ step: Step) throws -> String {
        switch step.verb {
        case .setShelf: try setShelf(step)
        case .appendBook: try appendBook(step)
        case .removeBook: try removeBook(step)
        case .setBook: try setBook(step)
        case .appendChapter: try appendChapter(step)
        case .removeChapter: try removeChapter(step)
        case .tag, .untag: try tag(step)
        default: try setSlip(step)
        }
    }

    private func setShelf(_ step: Step) throws -> String {
        guard let book = runner.pick(.book, step.first) else { return "nothing" }
        let shelf = step.third % 4 == 0 ? nil : runner.pick(.shelf, step.second)
        let object = try runner.find(Book.self, book)
        object.shelf = try shelf.map { try runner.find(Shelf.self, $0) }
        try runner.changeLink(.setShelf(book: book, shelf))
        runner.forgetList(.booksOfShelf)
        return "shelf of book \(book) = \(ValueText.text(shelf))"
    }

    private func appendBook(_ step: Step) throws -> String {
        guard let book = runner.pick(.book, step.first), let shelf = runner.pick(.shelf, step.second) else {
            return "nothing"
        }
        let (owner, member) = (try runner.find(Shelf.self, shelf), try runner.find(Book.self, book))
        owner.books.append(member)
        try runner.changeLink(.setShelf(book: book, shelf))
        runner.forgetList(.booksOfShelf)
        return "append book \(book) to shelf \(shelf)"
    }

    private func removeBook(_ step: Step) throws -> String {
        let view = runner.view
        guard let shelf = runner.pick(.shelf, step.first) else { return "nothing" }
        let members = view.books(ofShelf: shelf).sorted()
        guard !members.isEmpty else { return "nothing" }
        let book = members[step.second % members.count]
        try runner.find(Shelf.self, shelf).books.removeAll { $0.number == book }
        runner.change(.unlink(book: book, from: shelf))
        runner.forgetList(.booksOfShelf)
        return "remove book \(book) from shelf \(shelf)"
    }

    private func setBook(_ step: Step) throws -> String {
        guard let chapter = runner.pick(.chapter, step.first) else { return "nothing" }
        let book = step.third % 5 == 0 ? nil : runner.pick(.book, step.second)
        let object = try runner.find(Chapter.self, chapter)
        object.book = try book.map { try runner.find(Book.self, $0) }
        try runner.changeLink(.setBook(chapter: chapter, book))
        return "book of chapter \(chapter) = \(ValueText.text(book))"
    }

    private func appendChapter(_ step: Step) throws -> String {
        guard let chapter = runner.pick(.chapter, step.first), let book = runner.pick(.book, step.second) else {
            return "nothing"
        }
        let (owner, member) = (try runner.find(Book.self, book), try runner.find(Chapter.self, chapter))
        owner.chapters.append(member)
        try runner.changeLink(.setBook(chapter: chapter, book))
        return "append chapter \(chapter) to book \(book)"
    }

    private func removeChapter(_ step: Step) throws -> String {
        guard let book = runner.pick(.book, step.first) else { return "nothing" }
        let members = runner.view.chapters(ofBook: book).sorted()
        guard !members.isEmpty else { return "nothing" }
        let chapter = members[step.second % members.count]
        try runner.find(Book.self, book).chapters.removeAll { $0.number == chapter }
        runner.change(.detach(chapter: chapter, from: book))
        return "remove chapter \(chapter) from book \(book)"
    }

    private func tag(_ step: Step) throws -> String {
        guard let book = runner.pick(.book, step.first), let label = runner.pick(.label, step.second) else {
            return "nothing"
        }
        let isTagged = runner.view.books[book]?.labels.contains(label) ?? false
        guard isTagged == (step.verb == .untag) else { return "nothing" }
        let (object, other) = (try runner.find(Book.self, book), try runner.find(Label.self, label))
        let isFromLabel = step.third % 2 == 0
        if step.verb == .tag {
            if isFromLabel { other.books.append(object) } else { object.labels.append(other) }
            runner.change(.tag(book: book, label: label))
        } else {
            if isFromLabel {
                other.books.removeAll { $0.number == book }
            } else {
                object.labels.removeAll { $0.number == label }
            }
            runner.change(.untag(book: book, label: label))
        }
        runner.forgetList(.labels)
        return "\(step.verb.rawValue) book \(book) label \(label)\(isFromLabel ? " from the label" : "")"
    }

    private func setSlip(_ step: Step) throws -> String {
        guard let book = runner.pick(.book, step.first) else { return "nothing" }
        let slip = step.third % 4 == 0 ? nil : runner.pick(.slip, step.second)
        let object = try runner.find(Book.self, book)
        let other = try slip.map { try runner.find(Slip.self, $0) }
        if let other, step.third % 3 == 0 { other.book = object } else { object.slip = other }
        try runner.changeLink(.setSlip(book: book, slip))
        return "slip of book \(book) = \(ValueText.text(slip))"
    }
}

extension VerbRunner {
    /// A list that was held for an assignment is given up where the context changed such a list meanwhile: what then
    /// counts as read is told by the documentation in words only.
    func forgetList(_ kind: Oracle.ListName.Kind) {
        switch (participant.heldList, kind) {
        case (.labels, .labels), (.books, .booksOfShelf): participant.heldList = nil
        default: break
        }
    }
}
