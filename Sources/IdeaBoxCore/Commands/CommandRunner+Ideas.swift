import AppCommons
import Foundation

extension CommandRunner {
    private var lines: IdeaLines {
        IdeaLines(messages: messages, style: style, now: surroundings.now())
    }

    /// What to do first; with ideas already there, the newest of them.
    func guide() throws -> ExitStatus {
        let repository = try reading()
        let newest = try repository.ideas(in: .all, try IdeaPage(size: 5))
        var text = "\(style.bold(messages.text(.guideTitle)))\n"
        text += messages.text(.guideData, folders.data.path(percentEncoded: false)).safeForTerminal + "\n\n"
        if newest.elements.isEmpty {
            text += messages.text(.guideTry) + "\n"
            text += "  ideabox add \"\(messages.text(.guideExample))\"\n"
            text += "  ideabox list\n  ideabox search \(firstWord)\n\n"
        } else {
            let ideas = try self.text(of: newest.elements, repository)
            text += messages.text(.guideNewest) + "\n" + ideas
            if newest.hasMore { text += messages.text(.guideAll, String(try repository.counts().all)) + "\n" }
            text += "\n"
        }
        try output.write(text + messages.text(.guideHelp) + "\n")
        tellOfDamagedStores()
        return .done
    }

    private var firstWord: String {
        messages.text(.guideExample).split(separator: " ").first.map { $0.lowercased() } ?? ""
    }

    func add(_ title: String, _ details: String, json: Bool) throws -> ExitStatus {
        let idea = try writing().create(title: title, details: details)
        try output.write(json ? idea.json + "\n" : said(.added, idea))
        return .done
    }

    /// Adds what standard input holds.
    func addInput(details: String?, json: Bool, isTerminal: Bool) throws -> ExitStatus {
        // Somebody who only wants to know how it works is not left waiting.
        guard !isTerminal else { throw IdeaBoxError.noText }
        guard let idea = try PlainIdea(ByteSource(path: "-")) else { throw IdeaBoxError.noText }
        guard details == nil || idea.details.isEmpty else { throw IdeaBoxError.detailsTwice }
        return try add(idea.title, details ?? idea.details, json: json)
    }

    func list(_ list: IdeaList, _ page: IdeaPage, json: Bool) throws -> ExitStatus {
        let empty: [IdeaList: MessageKey] = [
            .all: .noIdeas, .open: .noOpenIdeas, .completed: .noCompletedIdeas, .trash: .trashIsEmpty,
        ]
        let repository = try reading()
        let found = try repository.ideas(in: list, page)
        try show(found, page, repository, ifEmpty: empty[list] ?? .noIdeas, json: json)
        tellOfDamagedStores()
        return .done
    }

    func search(_ words: [String], hidesCompleted: Bool, _ page: IdeaPage, json: Bool) throws -> ExitStatus {
        let repository = try reading()
        let found = try repository.search(words.joined(separator: " "), hidesCompleted: hidesCompleted, page)
        try show(found, page, repository, ifEmpty: .noMatches, json: json)
        tellOfDamagedStores()
        return found.elements.isEmpty ? .notFound : .done
    }

    private func show(
        _ found: PageOfResults<IdeaSnapshot>,
        _ page: IdeaPage,
        _ repository: IdeaRepository,
        ifEmpty: MessageKey,
        json: Bool
    ) throws {
        if json {
            try output.write(JSONText.array(found.elements.map(\.json)) + "\n")
        } else {
            try output.write(text(of: found.elements, repository))
            if found.elements.isEmpty { sayEmpty(page, ifEmpty) }
        }
        if found.hasMore { output.note(messages.text(.moreOnPage, String(page.number + 1))) }
    }

    private func text(of ideas: [IdeaSnapshot], _ repository: IdeaRepository) throws -> String {
        lines.lines(ideas, ids: try repository.shortTexts(of: ideas.map(\.id)))
    }

    /// An empty page is not an empty list.
    func sayEmpty(_ page: IdeaPage, _ message: MessageKey) {
        output.note(page.number == 1 ? messages.text(message) : messages.text(.noSuchPage, String(page.number)))
    }

    func show(_ id: String, json: Bool) throws -> ExitStatus {
        let repository = try reading()
        let id = try repository.resolve(id)
        let idea = try repository.snapshot(id)
        let sync = try repository.syncSummary(id)
        if json {
            var object = idea.jsonObject
            object.add("syncState", raw: sync?.json)
            try output.write(object.text + "\n")
        } else {
            try output.write(lines.card(idea, sync: sync))
        }
        return .done
    }

    func edit(_ id: String, title: String?, details: String?) throws -> ExitStatus {
        guard title != nil || details != nil else { throw IdeaBoxError.nothingToChange }
        try checkForm([id])
        let repository = try writing()
        let result = try repository.edit(try repository.resolve(id), title: title, details: details)
        try output.write(said(result.isChanged ? .edited : .unchanged, result.idea))
        return .done
    }

    /// Finds all ids before the first change, so that a wrong one leaves everything as it is.
    func change(
        _ ids: [String],
        _ done: MessageKey,
        _ apply: (IdeaRepository, [UUID]) throws -> [ChangeResult]
    ) throws -> ExitStatus {
        let already: [MessageKey: MessageKey] = [
            .completed: .alreadyCompleted, .reopened: .alreadyOpen, .trashed: .alreadyTrashed, .restored: .notInTrash,
        ]
        try checkForm(ids)
        let repository = try writing()
        let results = try apply(repository, try ids.map(repository.resolve))
        for result in results {
            try output.write(said(result.isChanged ? done : already[done] ?? .unchanged, result.idea))
        }
        return .done
    }

    /// Brings back a version that gave way to another one; the idea itself may be gone.
    func bringBack(_ id: String, entry: String?) throws -> ExitStatus {
        try checkForm([id] + (entry.map { [$0] } ?? []))
        let repository = try writing()
        let result = try repository.bringBack(try repository.resolveKept(id), entry: entry.flatMap { IDPrefix($0) })
        try output.write(said(result.isChanged ? .broughtBack : .unchanged, result.idea))
        return .done
    }

    /// Refuses what can be no id before a store is made for its sake.
    private func checkForm(_ ids: [String]) throws {
        if let wrong = ids.first(where: { IDPrefix($0) == nil }) { throw IdeaBoxError.notAnID(wrong) }
    }

    func emptyTrash(isConfirmed: Bool) throws -> ExitStatus {
        guard isConfirmed else {
            let count = try reading().counts().trash
            output.note(count == 0 ? messages.text(.trashIsEmpty) : messages.text(.emptyTrashNeedsYes, count: count))
            return count == 0 ? .done : .failed
        }
        let count = try writing().emptyTrash()
        try output.write(messages.text(.trashEmptied, count: count) + "\n")
        return .done
    }

    private func said(_ key: MessageKey, _ idea: IdeaSnapshot) -> String {
        messages.text(key, shortText(of: idea.id), idea.title.onOneLine.safeForTerminal) + "\n"
    }
}
