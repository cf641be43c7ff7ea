import Foundation
import SwiftData

/// Does the steps of a story, and tells the oracle of each.
final class StepRunner {
    let machine: Machine
    /// How many steps are in the middle of each other.
    private var depth = 0
    /// Who is in the middle of a step.
    private var busy: Set<Int> = []

    init(_ machine: Machine) { self.machine = machine }

    var disk: SimulatedDisk { machine.disk }

    func run(_ step: Step) {
        let participant = machine.participants[step.participant % machine.participants.count]
        guard machine.violations.isEmpty, !busy.contains(participant.number) else { return }
        if step.verb.concernsMachine, depth == 0 { return runMachineStep(step, participant) }
        busy.insert(participant.number)
        defer { busy.remove(participant.number) }
        do {
            let container = try machine.container(of: participant)
            try runOpen(step, participant, container)
        } catch {
            machine.report(.errorKind, "\(step): opening throws \(error)")
        }
    }

    private func runOpen(_ step: Step, _ participant: Participant, _ container: ModelContainer) throws {
        guard let process = machine.process(of: participant) else { return }
        disk.process = process
        if step.verb == .save { machine.beginSaving(participant.number) }
        disk.arm(step.faults, process: process)
        let (commits, start) = (machine.oracle.commits, disk.milliseconds)
        let outcome = Result {
            try participant.perform(in: container) { [machine] context in
                do {
                    return try VerbRunner(machine, participant, context).run(step)
                } catch let mismatch as Mismatch {
                    // A value that could not be loaded is blank; the next fetch must say so.
                    _ = try context.fetchCount(FetchDescriptor<Label>())
                    throw mismatch
                }
            }
        }
        let fired = disk.disarm()
        for fault in fired { machine.count("fault \(fault.name)") }
        machine.note("\(step) → \(Self.words(outcome)), \(disk.calls) calls, \(fired.count) faults")
        if commits != machine.oracle.commits, step.verb != .save, case .failure(is Mismatch) = outcome {
            // Others saved in the middle: what was seen is of two moments, and what counts as read is not known.
            machine.count("looks across a save")
            return rollBack(step, participant)
        }
        conclude(step, participant, outcome, fired, waited: disk.milliseconds - start)
    }

    private static func words(_ outcome: Result<String, any Error>) -> String {
        switch outcome {
        case .success(let words): words
        case .failure(let error as StoreError): "\(error)".replacingOccurrences(of: "\(getpid())", with: "")
        case .failure(let error): "\(error)"
        }
    }

    // MARK: After a step

    private func conclude(
        _ step: Step,
        _ participant: Participant,
        _ outcome: Result<String, any Error>,
        _ fired: [Fault],
        waited: Double
    ) {
        if case .failure(let error as Mismatch) = outcome {
            return machine.report(error.invariant, "\(step): \(error.words)")
        }
        let saving = machine.endSaving()
        if disk.isPowerLost || machine.process(of: participant).map(disk.isDead) ?? true {
            return concludeAtEnd(step, participant, saving)
        }
        let error: (any Error)? = if case .failure(let error) = outcome { error } else { nil }
        let isLocked = machine.isLockedByOthers || depth > 0
        if let error, let wrong = ErrorRules.objection(to: error, fired, isLocked: isLocked, waited: waited) {
            return machine.report(.errorKind, "\(step): \(wrong)")
        }
        if let saving { concludeSave(step, participant, saving, error, fired) }
        if step.verb != .save, error != nil || fired.contains(where: \.mayHideValues) {
            // As an app would that was told of a failure: what it holds may be blank where something was.
            rollBack(step, participant)
        }
    }

    private func concludeSave(
        _ step: Step,
        _ participant: Participant,
        _ saving: (after: Contents, isKnownCommitted: Bool),
        _ error: (any Error)?,
        _ fired: [Fault]
    ) {
        if error == nil {
            if !saving.isKnownCommitted { machine.commit(participant.number) }
        } else if saving.isKnownCommitted {
            return machine.report(.storedState, "\(step) throws, and what it saved was seen in the file")
        } else if fired.contains(where: { $0.effect != .busy }) {
            machine.oracle.recordLimbo(saving.after)
        }
        if error != nil, machine.oracle.hasCodedMerges(participant.number) {
            machine.count("merge before a save that failed")
            rollBack(step, participant)
        }
        machine.checkStored("\(step)")
    }

    private func rollBack(_ step: Step, _ participant: Participant) {
        guard let container = try? machine.container(of: participant) else { return }
        let result = Result { try participant.perform(in: container) { $0.rollback() } }
        if case .failure(let error) = result { machine.report(.errorKind, "rollback after \(step): \(error)") }
        participant.release()
        machine.oracle.rollback(participant.number)
        machine.checkStored("\(step)")
    }

    private func concludeAtEnd(
        _ step: Step,
        _ participant: Participant,
        _ saving: (after: Contents, isKnownCommitted: Bool)?
    ) {
        guard depth == 0 else { return }
        let inFlight = saving.map { [$0.after] } ?? []
        if disk.isPowerLost {
            cutPower("a power cut in \(step)", inFlight)
        } else {
            machine.kill(participant.slot)
            machine.checkRecovered("an end in \(step)", afterKill(inFlight))
            // Where others go on, what the dead process wrote stays in the log unseen until something is written over
            // it.
            if machine.isAnyRunning { inFlight.forEach { machine.oracle.recordLimbo($0) } }
        }
    }

    private func cutPower(_ reason: String, _ inFlight: [Contents]) {
        let candidates = afterPowerCut(inFlight)
        let hasLostSyncs = disk.removeLostSyncs() > 0
        machine.losePower()
        guard !hasLostSyncs else { return machine.judgeLostSyncs(candidates) }
        machine.checkRecovered(reason, candidates)
        // What is there may be an older state that is equal to a later one: which commits are left is not known then.
        let equals = machine.oracle.log.count { $0 == machine.oracle.committed }
        if machine.story.setting != .hardened, equals > 1 { machine.ledger.invalidate() }
    }

    /// A log that a failed save left behind comes up again only where nobody has the store open any more.
    private func afterKill(_ inFlight: [Contents]) -> [Contents] {
        machine.oracle.limbo + inFlight + [machine.oracle.committed]
    }

    private func afterPowerCut(_ inFlight: [Contents]) -> [Contents] {
        let isDurable = machine.story.setting == .hardened
        return (isDurable ? [] : machine.oracle.log) + afterKill(inFlight)
    }

    // MARK: In the middle of another step

    /// Does steps of others while a call of SQLite's waits.
    func interleave(_ steps: [Step], isHoldingConnection: Bool) {
        guard depth == 0, let current = busy.first else { return }
        depth += 1
        let arming = disk.suspendArming()
        let outer = machine.suspendSaving()
        let slot = machine.participants[current].slot
        if outer != nil {
            machine.resumeSaving(outer)
            machine.recognizeCommit()
        }
        let suspended = machine.suspendSaving()
        for step in steps {
            let other = machine.participants[step.participant % machine.participants.count]
            // A thread of the same process would wait for the connection.
            guard !isHoldingConnection || other.slot != slot else { continue }
            machine.count("interleaved steps")
            run(step)
        }
        machine.resumeSaving(suspended)
        disk.resume(arming)
        depth -= 1
    }

    // MARK: Steps of the machine

    private func runMachineStep(_ step: Step, _ participant: Participant) {
        switch step.verb {
        case .holdLock: machine.holdLock(milliseconds: [2, 300, 20_000][step.first % 3])
        case .releaseLock: machine.releaseLock()
        case .kill:
            machine.kill(participant.slot)
            machine.checkRecovered("\(step)", machine.isAnyRunning ? [machine.oracle.committed] : afterKill([]))
        case .powerCut:
            cutPower("\(step)", [])
        case .advanceClock: machine.jump(days: [-1, 0.5, 20, 40][step.first % 4])
        case .backUp, .restore, .damage, .salvage, .migrate: runCopyStep(step)
        case .history: runHistoryStep(step, participant)
        case .pruneHistory, .erase: runStoreStep(step, participant)
        default: break
        }
        machine.note("\(step)")
    }

    private func runCopyStep(_ step: Step) {
        do {
            switch step.verb {
            case .backUp: return try machine.backUp()
            case .damage: return try DamageCheck(machine: machine, step: step).run()
            case .salvage: return try SalvageCheck(machine: machine, step: step).run()
            case .migrate: return try MigrationCheck(machine: machine, step: step).run()
            default: try machine.restore()
            }
            machine.checkStored("\(step)", isThorough: true)
        } catch {
            machine.report(.structure, "\(step): \(error)")
        }
    }

    /// What a process does with its whole store.
    private func runStoreStep(_ step: Step, _ participant: Participant) {
        do {
            let container = try machine.container(of: participant)
            if step.verb == .erase {
                try container.erase()
                machine.recordErasure()
                return machine.checkStored("\(step)", isThorough: true)
            }
            let author = "participant \(step.second % machine.participants.count)"
            let rest = try participant.perform(in: container) { context in
                let descriptor = HistoryDescriptor<DefaultHistoryTransaction>(
                    predicate: #Predicate { $0.author == author }
                )
                try context.deleteHistory(descriptor)
                return try context.fetchHistory(descriptor).count
            }
            if rest > 0 { machine.report(.history, "\(step): \(rest) transactions of \(author) are left") }
            machine.ledger.remove(author: author)
        } catch StoreError.locked where machine.isLockedByOthers {
            machine.count("\(step.verb.rawValue) while others hold the lock")
        } catch {
            machine.report(.errorKind, "\(step): \(error)")
        }
    }

    private func runHistoryStep(_ step: Step, _ participant: Participant) {
        do {
            let container = try machine.container(of: participant)
            let difference = try participant.perform(in: container) { [machine] context in
                try HistoryCheck(
                    ledger: machine.ledger,
                    context: context,
                    isComplete: machine.ledger.mustBeComplete(isAged: machine.story.isAged)
                ).difference()
            }
            if let difference { machine.report(.history, "\(step): \(difference)") }
        } catch {
            machine.report(.history, "\(step): \(error)")
        }
    }
}

/// What a step found that must not be.
struct Mismatch: Error {
    let invariant: Violation.Invariant
    let words: String
}

extension Fault {
    var name: String {
        switch effect {
        case .interleave: "interleave"
        default: "\(effect)"
        }
    }

    /// Whether a property that is read while it happens may show a stand-in.
    ///
    /// A read neither writes nor syncs, so a fault of these calls hides no value. Outside a save they belong to the reservation of
    /// a key, without which an insertion goes on.
    var mayHideValues: Bool {
        switch effect {
        case .interleave, .busy, .lostSync: false
        default: operation != .write && operation != .sync
        }
    }
}
