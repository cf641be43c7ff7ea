extension ScenarioAction {
    /// Reads what happens to the whole world.
    init?(timeWords words: inout ScenarioWords) {
        guard words.skip("passes"), let days: Int = words.number(), words.skip("days") else { return nil }
        self = .passDays(days)
    }

    /// Who or what does it where no device does.
    var subject: String {
        if case .passDays = self { "time" } else { "service" }
    }

    /// Reads what happens to the service.
    init?(serviceWords words: inout ScenarioWords) {
        switch words.next() {
        case "crashes":
            guard words.skip("for"), let time: Int64 = words.number() else { return nil }
            self = .crashServer(downtime: time)
        case "has":
            guard words.skip("room"), words.skip("for") else { return nil }
            if words.skip("all") {
                self = .limitRecords(nil)
            } else {
                guard let room: Int64 = words.number() else { return nil }
                self = .limitRecords(room)
            }
        case "prunes": self = .prune
        case "is":
            if words.skip("copied") {
                self = .backUp
            } else if words.skip("restored") {
                self = .restore
            } else {
                return nil
            }
        default: return nil
        }
    }

    /// Reads what happens on a device.
    init?(deviceWords words: inout ScenarioWords) {
        switch words.next() {
        case "syncs": self = .sync(sendsOnly: false)
        case "sends": self = .sync(sendsOnly: true)
        case "crashes":
            let commit: Int? = words.skip("at") && words.skip("commit") ? words.number() : nil
            guard words.skip("for"), let time: Int64 = words.number() else { return nil }
            self = commit.map { .crashAtCommit($0, restart: time) } ?? .crash(restart: time)
        case "clock":
            if words.skip("ticks") {
                guard let grain: Int64 = words.number() else { return nil }
                self = .setGrain(grain)
            } else {
                guard words.skip("ahead"), let skew: Int64 = words.number() else { return nil }
                self = .setClock(skew)
            }
        case "installs":
            guard let version = words.next().flatMap(LibraryVersion.init) else { return nil }
            self = .install(version)
        case "signs-out": self = .signOut
        case "signs-in": self = .signIn
        case "shows":
            guard words.skip("account"), let account: Int = words.number() else { return nil }
            self = .showAccount(account)
        case "refused":
            guard words.skip("for"), let time: Int64 = words.number() else { return nil }
            self = .refuseRequests(time)
        case "mood":
            guard let mood: Int = words.number() else { return nil }
            let isOfAlarms = words.skip("alarm-record")
            guard isOfAlarms || words.skip("record"), let record: Int = words.number() else { return nil }
            self = .writeMood(mood, record: record, isOfAlarms: isOfAlarms)
        case .some(let verb):
            guard let action = PersonAction(verb, &words) else { return nil }
            self = .person(action)
        case nil: return nil
        }
    }

    /// The action as a scenario's text has it.
    package var words: String {
        switch self {
        case .person(let action): action.words
        case .sync(let sendsOnly): sendsOnly ? "sends" : "syncs"
        case .crash(let restart): "crashes for \(restart)"
        case .crashAtCommit(let commit, let restart): "crashes at commit \(commit) for \(restart)"
        case .setClock(let skew): "clock ahead \(skew)"
        case .setGrain(let grain): "clock ticks \(grain)"
        case .showAccount(let account): "shows account \(account)"
        case .signOut: "signs-out"
        case .signIn: "signs-in"
        case .install(let version): "installs \(version.rawValue)"
        case .passDays(let days): "passes \(days) days"
        case .refuseRequests(let time): "refused for \(time)"
        case .writeMood(let mood, let record, let isOfAlarms):
            "mood \(mood) \(isOfAlarms ? "alarm-record" : "record") \(record)"
        case .crashServer(let downtime): "crashes for \(downtime)"
        case .limitRecords(let room): "has room for \(room.map(String.init) ?? "all")"
        case .prune: "prunes"
        case .backUp: "is copied"
        case .restore: "is restored"
        }
    }
}

extension PersonAction {
    /// Reads what a person does.
    init?(_ verb: String, _ words: inout ScenarioWords) {
        if verb == "empties" {
            guard words.skip("trash") else { return nil }
            self = .emptyTrash
            return
        }
        guard let object = words.next() else { return nil }
        switch verb {
        case "creates": self = .createIdea(object, hasDetails: words.skip("details"))
        case "edits": self = .editIdea(object, words.skip("details") ? .details : words.skip("both") ? .both : .title)
        case "completes": self = .completeIdea(object)
        case "reopens": self = .reopenIdea(object, isEdited: words.skip("edits"))
        case "deletes": self = .deleteIdea(object)
        case "tidies":
            guard object == "ideas" else { return nil }
            self = .tidyIdeas
        case "restores": self = .restoreIdea(object)
        case "brings-back": self = .bringBackIdea(object, isEdited: words.skip("edits"))
        case "imports":
            guard let count: Int = words.number() else { return nil }
            self = .importIdeas(file: object, count: count)
        case "adds-alarm": self = .addAlarm(object)
        case "changes-alarm":
            guard let part = words.next().flatMap(AlarmPart.init) else { return nil }
            self = .changeAlarm(object, part)
        case "deletes-alarm": self = .deleteAlarm(object)
        default: self.init(libraryVerb: verb, object, &words)
        }
    }

    private init?(libraryVerb verb: String, _ object: String, _ words: inout ScenarioWords) {
        switch verb {
        case "makes-shelf": self = .makeShelf(object)
        case "makes-book":
            let (hasPages, hasNote) = (words.skip("pages"), words.skip("note"))
            let shelf = words.skip("on") ? words.next() : nil
            let position: Int? = words.skip("at") ? words.number() : 0
            guard let position else { return nil }
            self = .makeBook(object, hasPages: hasPages, hasNote: hasNote, shelf: shelf, position: position)
        case "changes-book":
            let (title, pages) = (words.skip("title"), words.skip("pages"))
            let note: NoteChange = words.skip("note") ? .changed : words.skip("no-note") ? .removed : .unchanged
            self = .changeBook(object, title: title, pages: pages, note: note)
        case "changes-value":
            guard let value = words.next().flatMap(BookValue.init) else { return nil }
            self = .changeValue(value, book: object)
        case "moves-book":
            if words.skip("off") {
                self = .moveBook(object, shelf: nil)
            } else {
                guard words.skip("to"), let shelf = words.next() else { return nil }
                self = .moveBook(object, shelf: shelf)
            }
        case "reorders-shelf":
            guard let position: Int = words.number() else { return nil }
            self = .reorderShelf(object, position: position)
        case "makes-remark":
            guard words.skip("on"), let book = words.next() else { return nil }
            self = .makeRemark(object, book: book)
        case "changes-label": self = .changeLabel(object)
        case "deletes-object": self = .deleteObject(object)
        case "adds-label":
            guard words.skip("to"), let book = words.next() else { return nil }
            self = .addLabel(object, book: book)
        case "removes-label":
            guard words.skip("from"), let book = words.next() else { return nil }
            self = .removeLabel(object, book: book)
        default: return nil
        }
    }

    /// The action as a scenario's text has it.
    package var words: String {
        switch self {
        case .createIdea(let idea, let hasDetails): "creates \(idea)\(hasDetails ? " details" : "")"
        case .editIdea(let idea, let part): "edits \(idea)\(part == .title ? "" : " \(part.rawValue)")"
        case .completeIdea(let idea): "completes \(idea)"
        case .reopenIdea(let idea, let isEdited): "reopens \(idea)\(isEdited ? " edits" : "")"
        case .deleteIdea(let idea): "deletes \(idea)"
        case .restoreIdea(let idea): "restores \(idea)"
        case .bringBackIdea(let idea, let isEdited): "brings-back \(idea)\(isEdited ? " edits" : "")"
        case .importIdeas(let file, let count): "imports \(file) \(count)"
        case .emptyTrash: "empties trash"
        case .tidyIdeas: "tidies ideas"
        case .addAlarm(let alarm): "adds-alarm \(alarm)"
        case .changeAlarm(let alarm, let part): "changes-alarm \(alarm) \(part.rawValue)"
        case .deleteAlarm(let alarm): "deletes-alarm \(alarm)"
        case .makeShelf(let shelf): "makes-shelf \(shelf)"
        case .makeBook(let book, let hasPages, let hasNote, let shelf, let position):
            "makes-book \(book)\(hasPages ? " pages" : "")\(hasNote ? " note" : "")"
                + (shelf.map { " on \($0) at \(position)" } ?? "")
        case .changeBook(let book, let title, let pages, let note):
            "changes-book \(book)\(title ? " title" : "")\(pages ? " pages" : "")\(Self.words(of: note))"
        case .changeValue(let value, let book): "changes-value \(book) \(value.rawValue)"
        case .moveBook(let book, let shelf): "moves-book \(book) \(shelf.map { "to \($0)" } ?? "off")"
        case .reorderShelf(let shelf, let position): "reorders-shelf \(shelf) \(position)"
        case .addLabel(let label, let book): "adds-label \(label) to \(book)"
        case .removeLabel(let label, let book): "removes-label \(label) from \(book)"
        case .makeRemark(let remark, let book): "makes-remark \(remark) on \(book)"
        case .changeLabel(let label): "changes-label \(label)"
        case .deleteObject(let object): "deletes-object \(object)"
        }
    }

    private static func words(of note: NoteChange) -> String {
        switch note {
        case .unchanged: ""
        case .changed: " note"
        case .removed: " no-note"
        }
    }
}

extension Delivery {
    /// Reads what becomes of a message.
    init?(_ words: inout ScenarioWords) {
        self.init()
        while let word = words.next() {
            switch word {
            case "takes":
                guard let time: Int64 = words.number() else { return nil }
                latency = time
            case "lost": isLost = true
            case "reported":
                guard words.skip("after"), let time: Int64 = words.number() else { return nil }
                lossReport = time
            case "again":
                guard words.skip("after"), let time: Int64 = words.number() else { return nil }
                duplicate = time
            case "abandoned": arrivesAbandoned = true
            case "answer-takes":
                guard let time: Int64 = words.number() else { return nil }
                answerLatency = time
            case "answer-lost": isAnswerLost = true
            case "answer-reported":
                guard words.skip("after"), let time: Int64 = words.number() else { return nil }
                answerLossReport = time
            case "refuses":
                guard let arrival: Int = words.number(), let place: Int = words.number(), let code = words.next() else {
                    return nil
                }
                refusals[arrival, default: [:]][place] = code
            case "pauses":
                guard let arrival: Int = words.number(), let time: Int64 = words.number() else { return nil }
                pauses[arrival, default: []].append(time)
            default: return nil
            }
        }
    }

    /// The delivery as a scenario's text has it.
    package var words: String {
        let usual = normalized
        var words: [String] = []
        if let time = usual.latency { words.append("takes \(time)") }
        if usual.isLost == true { words.append("lost") }
        if let time = usual.lossReport { words.append("reported after \(time)") }
        if let time = usual.duplicate { words.append("again after \(time)") }
        if usual.arrivesAbandoned == true { words.append("abandoned") }
        if let time = usual.answerLatency { words.append("answer-takes \(time)") }
        if usual.isAnswerLost == true { words.append("answer-lost") }
        if let time = usual.answerLossReport { words.append("answer-reported after \(time)") }
        for (arrival, places) in usual.refusals.sorted(by: { $0.key < $1.key }) {
            for (place, code) in places.sorted(by: { $0.key < $1.key }) {
                words.append("refuses \(arrival) \(place) \(code)")
            }
        }
        for (arrival, times) in usual.pauses.sorted(by: { $0.key < $1.key }) {
            words += times.map { "pauses \(arrival) \($0)" }
        }
        return words.joined(separator: " ")
    }
}
