/// Draws stories from seeds.
///
/// Each seed leaves out many verbs and faults: what is rare in a mixture of everything then comes up often somewhere
/// (swarm testing).
package struct StoryGenerator {
    private var random: StoryRandom
    private var identity = 0
    /// Whether most values that change are large ones.
    private var prefersLargeValues = false
    private let seed: UInt64
    private let leftOut: Set<StoryPart>

    /// - Parameters:
    ///   - seed: The number of the stories.
    ///   - leftOut: Parts that none of them has.
    package init(seed: UInt64, without leftOut: Set<StoryPart> = []) {
        (self.seed, self.leftOut) = (seed, leftOut)
        random = StoryRandom(seed: seed)
    }

    package mutating func story() -> Story {
        let setting: Story.Setting = random.flip() || leftOut.contains(.hardened) ? .usual : .hardened
        let processes = drawnProcesses()
        let actors = random.once(in: 4) ? Set(processes.indices.filter { _ in random.flip() }) : []
        // Some stories have a little of everything, and some much of a few things.
        let share = random.number(2...7)
        let groups = VerbGroup.allCases.filter { group in
            let isDrawn = group.isAlwaysThere || random.number(0...9) < share
            return isDrawn && !leftOut.contains(.verbs(group))
        }
        let faults = random.once(in: 3) ? [] : drawnFaultKinds()
        let isAged = random.once(in: 12) && !leftOut.contains(.agedHistories)
        prefersLargeValues = random.once(in: 5)
        var weights: [(Verb, Int)] = groups.flatMap(\.weights)
        if !faults.isEmpty { weights.append((.save, 6)) }
        let count = random.number(12...70)
        var steps: [Step] = []
        // Something to begin with, so that the first steps have operands.
        for verb in [Verb.insertShelf, .insertBook, .insertLabel, .insertBook, .save] { steps.append(step(verb, 0)) }
        // Who has made a change that is to be undone: meanwhile others have their turns.
        var undoing: Int?
        for _ in 0..<count {
            if let owner = undoing, random.once(in: 4) {
                steps.append(step(.undoChange, owner))
                undoing = nil
                continue
            }
            let others = processes.indices.filter { $0 != undoing }
            let participant = others.isEmpty ? 0 : others[random.number(0...others.count - 1)]
            var step = step(drawnVerb(weights), participant)
            if step.verb == .changeToUndo { undoing = participant }
            if random.once(in: 3), step.verb == .save || step.verb == .look || random.once(in: 5) {
                step.faults = drawnFaults(faults, processes, participant, weights)
            }
            steps.append(step)
        }
        if !leftOut.contains(.migrations) { addMigration(to: &steps) }
        return Story(
            seed: seed,
            setting: setting,
            processes: processes,
            actors: leftOut.contains(.actors) ? [] : actors,
            isAged: isAged,
            steps: steps
        )
    }

    private mutating func drawnProcesses() -> [Int] {
        let processes = random.pick([
            [0], [0, 0], [0, 0, 0], [0, 1], [0, 0, 1], [0, 0, 1, 1], [0, 0, 0, 1], [0, 1, 2],
        ])
        return leftOut.contains(.processes) ? processes.map { _ in 0 } : processes
    }

    private mutating func drawnFaultKinds() -> [FaultKind] {
        FaultKind.allCases.filter { kind in
            let isDrawn = random.once(in: 3)
            return isDrawn && !leftOut.contains(.faults(kind))
        }
    }

    /// One story of six goes through other versions of the models, most of them with a disk that fails meanwhile.
    private mutating func addMigration(to steps: inout [Step]) {
        guard random.once(in: 6) else { return }
        var step = step(.migrate, 0)
        let kinds = [FaultKind.errors, .full, .short, .kills].filter { !leftOut.contains(.faults($0)) }
        if !random.once(in: 4), !kinds.isEmpty {
            let faults = (0...random.number(0...1)).flatMap { _ in
                let number = random.flip() ? random.number(1...60) : random.number(1...800)
                return repeated(random.pick(kinds).fault(number: number, &random))
            }
            step.faults = faults.filter { MigrationCheck.canMeet($0.effect) }
        }
        steps.insert(step, at: random.number(5...steps.count))
    }

    private mutating func step(_ verb: Verb, _ participant: Int) -> Step {
        identity += 1
        var step = Step(
            participant,
            verb,
            random.number(0...60),
            random.number(0...60),
            random.number(0...60),
            identity: identity
        )
        if verb == .setAttribute, prefersLargeValues, random.flip() { (step.second, step.third) = (7, 6) }
        return step
    }

    private mutating func drawnVerb(_ weights: [(Verb, Int)]) -> Verb {
        var number = random.number(1...weights.reduce(0) { $0 + $1.1 })
        for (verb, weight) in weights {
            number -= weight
            if number <= 0 { return verb }
        }
        return .save
    }

    // MARK: Faults

    private mutating func drawnFaults(
        _ kinds: [FaultKind],
        _ processes: [Int],
        _ participant: Int,
        _ weights: [(Verb, Int)]
    ) -> [Fault] {
        guard !kinds.isEmpty else { return [] }
        return (0...random.number(0...1)).flatMap { _ in
            let kind = random.pick(kinds)
            let number = random.once(in: 3) ? random.number(1...40) : random.number(1...6)
            guard kind == .interleave else { return repeated(kind.fault(number: number, &random)) }
            return [interleaving(number, processes, participant, weights)]
        }
    }

    /// A read that ends early is tried again: now and then that one ends early, too.
    private mutating func repeated(_ fault: Fault) -> [Fault] {
        fault.effect == .shortRead && random.flip() ? [fault, fault] : [fault]
    }

    private mutating func interleaving(
        _ number: Int,
        _ processes: [Int],
        _ participant: Int,
        _ weights: [(Verb, Int)]
    ) -> Fault {
        let isWaiting = random.once(in: 3)
        let others = processes.indices.filter {
            $0 != participant && (isWaiting || processes[$0] != processes[participant])
        }
        guard !others.isEmpty else { return Fault(.any, number: number, effect: .inputOutputError) }
        let steps = (0...random.number(0...2)).map { _ in
            let verb = random.once(in: 3) ? Verb.save : drawnVerb(weights.filter { !$0.0.concernsMachine })
            return step(verb, random.pick(others))
        }
        let operation = isWaiting ? Operation.sleep : random.pick([.write, .sharedLock, .sync, .any, .any])
        return Fault(operation, number: number, effect: .interleave(steps))
    }
}

/// Verbs that come or stay away together.
package enum VerbGroup: String, CaseIterable, Sendable {
    case rows, deletions, values, coded, splitCoded, ownerLists, splitLists, pairs, oneToOne, hierarchy, unique
    case contexts, questions, history, undo, locks, ends, clock, copies, damage
    case matchingDeletions, transactions, historyPruning, erasure, searches, combinedQuestions
    case splitUndo

    fileprivate var isAlwaysThere: Bool { self == .rows || self == .contexts }

    fileprivate var weights: [(Verb, Int)] {
        switch self {
        case .rows: [(.insertShelf, 1), (.insertBook, 3), (.insertChapter, 2), (.insertLabel, 1)]
        case .deletions: [(.deleteShelf, 1), (.deleteBook, 2), (.deleteChapter, 1), (.deleteLabel, 1)]
        case .values: [(.setAttribute, 6), (.renameShelf, 1)]
        case .coded: [(.editCoded, 5)]
        case .splitCoded: [(.readCoded, 3), (.assignCoded, 4), (.editCoded, 1)]
        case .ownerLists:
            [
                (.setShelf, 3), (.appendBook, 3), (.removeBook, 2), (.setBook, 2), (.appendChapter, 2),
                (.removeChapter, 1),
            ]
        case .splitLists: [(.readLabels, 3), (.assignLabels, 4), (.readBooks, 2), (.assignBooks, 3)]
        case .pairs: [(.tag, 4), (.untag, 3), (.insertLabel, 1)]
        case .oneToOne: [(.insertSlip, 2), (.setSlip, 4), (.deleteSlip, 1)]
        case .hierarchy:
            [(.insertItem, 2), (.insertLamp, 2), (.renameItem, 1), (.setWatts, 2), (.setPlace, 2), (.deleteItem, 1)]
        case .unique: [(.insertToken, 3), (.setToken, 2), (.deleteToken, 1)]
        case .contexts: [(.save, 8), (.rollback, 1), (.look, 2)]
        case .questions: [(.ask, 5)]
        case .history: [(.history, 1)]
        case .undo: [(.undo, 2)]
        case .locks: [(.holdLock, 2), (.releaseLock, 1)]
        case .ends: [(.kill, 1), (.powerCut, 1)]
        case .clock: [(.advanceClock, 2)]
        case .copies: [(.backUp, 1), (.restore, 1)]
        case .damage: [(.damage, 2), (.salvage, 1)]
        case .matchingDeletions: [(.deleteMatching, 2)]
        case .transactions: [(.transaction, 4)]
        case .historyPruning: [(.pruneHistory, 1), (.history, 1)]
        case .erasure: [(.erase, 1)]
        case .searches: [(.search, 3)]
        case .splitUndo: [(.changeToUndo, 3)]
        case .combinedQuestions: [(.askCombined, 4)]
        }
    }
}

extension Verb {
    /// Whether the step concerns more than one context: nobody does it in the middle of somebody else's.
    var concernsMachine: Bool {
        switch self {
        case .holdLock, .releaseLock, .kill, .powerCut, .advanceClock, .backUp, .restore, .history, .damage, .salvage,
            .migrate, .pruneHistory, .erase:
            true
        default: false
        }
    }
}

/// Faults that come or stay away together.
package enum FaultKind: String, CaseIterable, Sendable {
    case errors, full, short, busy, kills, powerCuts, lostSyncs, interleave

    fileprivate func fault(number: Int, _ random: inout StoryRandom) -> Fault {
        let writing = random.pick([Operation.write, .write, .sync, .sharedLock, .truncate, .any, .read, .sharedMemory])
        return switch self {
        case .errors: Fault(writing, number: number, effect: .inputOutputError)
        case .full: Fault(.write, number: number, effect: .full)
        case .short:
            random.flip()
                ? Fault(.write, number: number, effect: .shortWrite) : Fault(.read, number: number, effect: .shortRead)
        case .busy: Fault(.sharedLock, number: number, effect: .busy)
        case .kills: Fault(writing, number: number, effect: random.pick([.kill, .killInside, .killAfter]))
        case .powerCuts: Fault(writing, number: number, effect: .powerCut)
        case .lostSyncs: Fault(.sync, number: 1, effect: .lostSync)
        case .interleave: Fault(.any, number: number, effect: .inputOutputError)
        }
    }
}
