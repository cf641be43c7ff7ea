/// What a participant does in one step: the smallest thing between which others may come.
package enum Verb: String, Sendable, Codable, CaseIterable {
    // Rows.
    case insertShelf, insertBook, insertChapter, insertLabel, insertSlip, insertItem, insertLamp, insertToken
    case deleteShelf, deleteBook, deleteChapter, deleteLabel, deleteSlip, deleteItem, deleteToken
    case deleteMatching
    // Values.
    case setAttribute, renameShelf, renameItem, setWatts, setToken
    // Values that are merged by their parts: in one step, and in two.
    case editCoded, readCoded, assignCoded
    // Links.
    case setShelf, appendBook, removeBook, setBook, appendChapter, removeChapter, tag, untag, setSlip, setPlace
    // Lists that are read in one step and assigned in another.
    case readLabels, assignLabels, readBooks, assignBooks
    // Contexts.
    case save, transaction, rollback, look, ask, askCombined, search, history
    // Changes that are undone: in one step, and in two.
    case undo, changeToUndo, undoChange
    // The world around.
    case holdLock, releaseLock, kill, powerCut, advanceClock, backUp, restore, damage, salvage, migrate
    case pruneHistory, erase
}

extension Verb {
    /// Whether a change that was made before it can still be undone.
    var leavesUndo: Bool {
        switch self {
        case .look, .ask, .askCombined, .search, .history, .undoChange: true
        default: false
        }
    }
}

/// One step of a story.
///
/// Operands are small numbers; what they mean is found when the step is done, among what is there then.
package struct Step: Sendable, Codable, Equatable {
    /// Which context does it.
    package var participant: Int
    package var verb: Verb
    package var first: Int
    package var second: Int
    package var third: Int
    /// Faults that are armed for as long as the step takes.
    package var faults: [Fault]
    /// By which new rows are numbered, so that a shorter story names them alike.
    package var identity: Int

    package init(
        _ participant: Int,
        _ verb: Verb,
        _ first: Int = 0,
        _ second: Int = 0,
        _ third: Int = 0,
        faults: [Fault] = [],
        identity: Int = 0
    ) {
        (self.participant, self.verb, self.first, self.second) = (participant, verb, first, second)
        (self.third, self.faults, self.identity) = (third, faults, identity)
    }
}

extension Step: CustomStringConvertible {
    package var description: String {
        let operands = "\(first) \(second) \(third) #\(identity)"
        let words = "\(participant): \(verb.rawValue) \(operands)"
        return faults.isEmpty ? words : "\(words) [\(faults.map(\.description).joined(separator: ", "))]"
    }
}

extension Fault: CustomStringConvertible {
    package var description: String {
        let place = "\(operation.rawValue)\(file.map { " of \($0.rawValue)" } ?? "") \(number)"
        if case .interleave(let steps) = effect {
            return "\(place): {\(steps.map(\.description).joined(separator: "; "))}"
        }
        return "\(place): \(effect)"
    }
}
