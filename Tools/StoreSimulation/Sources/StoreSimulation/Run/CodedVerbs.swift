/// Attributes that are merged by their parts: changed in one step, or read in one and assigned in another.
struct CodedVerbs {
    let runner: VerbRunner

    func run(_ step: Step) throws -> String {
        switch step.verb {
        case .editCoded: try edit(step)
        case .readCoded: try read(step)
        default: try assign(step)
        }
    }

    private func kind(_ step: Step) -> CodedValues.Kind {
        CodedValues.Kind.allCases[step.second % CodedValues.Kind.allCases.count]
    }

    private func edit(_ step: Step) throws -> String {
        guard let number = runner.pick(.book, step.first) else { return "nothing" }
        let (book, kind) = (try runner.find(Book.self, number), kind(step))
        let before = try shown(book, number, kind)
        let after = edited(before, kind, step)
        put(after, kind, book)
        let name = Oracle.CodedName(book: number, kind: kind)
        runner.machine.oracle.assignCoded(runner.index, name, from: before, to: after)
        if runner.participant.heldCoded?.name == name { runner.participant.heldCoded = nil }
        return "\(kind.rawValue) of book \(number) = \(after.text(kind))"
    }

    private func read(_ step: Step) throws -> String {
        guard let number = runner.pick(.book, step.first) else { return "nothing" }
        let (book, kind) = (try runner.find(Book.self, number), kind(step))
        let value = try shown(book, number, kind)
        let name = Oracle.CodedName(book: number, kind: kind)
        runner.participant.heldCoded = Participant.HeldCoded(name: name, book: book, value: value)
        return "\(kind.rawValue) of book \(number) is \(value.text(kind))"
    }

    private func assign(_ step: Step) throws -> String {
        guard let held = runner.participant.heldCoded else { return "nothing is held" }
        runner.participant.heldCoded = nil
        let (number, kind) = (held.name.book, held.name.kind)
        guard runner.view.books[number] != nil else { return "the book is gone" }
        let after = edited(held.value, kind, step)
        put(after, kind, held.book)
        let read = runner.machine.oracle.contexts[runner.index].coded[held.name] ?? held.value
        runner.machine.oracle.assignCoded(runner.index, held.name, from: read, to: after)
        return "\(kind.rawValue) of book \(number) = \(after.text(kind)), from \(held.value.text(kind))"
    }

    /// What the object shows, which must be what the oracle says.
    private func shown(_ book: Book, _ number: Int, _ kind: CodedValues.Kind) throws -> CodedValues {
        let found = CodedVerbs.values(of: book)
        let expected = runner.view.books[number]?.coded ?? CodedValues()
        guard found.text(kind) == expected.text(kind) else {
            throw Mismatch(
                invariant: .shownState,
                words: "\(kind.rawValue) of book \(number) is \(found.text(kind)), and should be \(expected.text(kind))"
            )
        }
        for kind in CodedValues.Kind.allCases {
            runner.machine.oracle.contexts[runner.index].coded[.init(book: number, kind: kind)] = found
        }
        return found
    }

    static func values(of book: Book) -> CodedValues {
        CodedValues(scores: book.scores, tags: Set(book.tags), detail: book.detail)
    }

    private func put(_ values: CodedValues, _ kind: CodedValues.Kind, _ book: Book) {
        switch kind {
        case .scores: book.scores = values.scores
        case .tags: book.tags = values.tags.sorted()
        case .detail: book.detail = values.detail
        }
    }

    private func edited(_ values: CodedValues, _ kind: CodedValues.Kind, _ step: Step) -> CodedValues {
        var values = values
        let (part, value) = (step.third % 4, step.identity)
        let isRemoving = step.third % 3 == 0
        switch kind {
        case .scores: values.scores["k\(part)"] = isRemoving ? nil : value
        case .tags: if isRemoving { values.tags.remove("g\(part)") } else { values.tags.insert("g\(part)") }
        case .detail: if isRemoving { values.detail.notes = "n\(value)" } else { values.detail.width = value }
        }
        return values
    }
}
