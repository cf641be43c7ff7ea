import Foundation
import GRDBSQLite
import SwiftData

/// One machine with its disk, its processes and their contexts, beside the oracle that says what they must show.
final class Machine {
    let story: Story
    let disk: SimulatedDisk
    let folder: StoreFolder
    let participants: [Participant]
    var oracle: Oracle
    private(set) var trace = StoryTrace()
    private(set) var violations: [Violation] = []
    private(set) var counts: [String: Int] = [:]
    /// The container of each process, and the number of its start.
    private var running: [Int: (container: ModelContainer, process: SimulatedDisk.ProcessNumber)] = [:]
    private var lastProcess = 0
    /// The schema with which processes open the store.
    private var schema = Garden.schema
    /// Whether the store has gone through other versions of its models.
    private(set) var isMigrated = false
    private var clockJump = 0.0
    /// The place in the story, for what is reported.
    var stepNumber = 0
    /// Whose save is being written, and what it makes of the store.
    private(set) var saving: (participant: Int, after: Contents, isKnownCommitted: Bool)?
    private var foreignLock: (handle: OpaquePointer, end: Double)?
    private var backup: [Contents] = []
    /// Commits of processes, by which the history is judged.
    let ledger = HistoryLedger()

    init(_ story: Story, folder: StoreFolder) {
        (self.story, self.folder) = (story, folder)
        disk = SimulatedDisk(seed: story.seed ^ 0x5707_e5ee_d000_0001)
        disk.tracksWrites = story.losesPower
        participants = story.processes.enumerated().map { number, slot in
            Participant(number: number, slot: slot, isActor: story.actors.contains(number))
        }
        oracle = Oracle(contexts: participants.count)
    }

    // MARK: Words

    func note(_ line: @autoclosure () -> String) { trace.note(line()) }

    func report(_ invariant: Violation.Invariant, _ words: String) {
        guard violations.isEmpty else { return }
        violations.append(Violation(invariant: invariant, words: words, step: stepNumber))
        note("VIOLATION \(words)")
    }

    func count(_ what: String) { counts[what, default: 0] += 1 }

    // MARK: Processes

    private func configuration(_ schema: Schema) -> ModelConfiguration {
        var configuration = ModelConfiguration(schema: schema, url: folder.url)
        if story.setting == .hardened {
            configuration.durability = .full
            configuration.pageChecksums = true
            // The second version of the models has no such property: there the index goes, and comes again.
            if schema.entitiesByName["Book"]?.storedPropertiesByName["title"] != nil {
                configuration.fullTextIndexes = [FullTextIndex(\Book.title)]
            }
        }
        #if CloudKitMirroring
        configuration.mirroring.now = SimulatedClock.now
        configuration.mirroring.makeUUID = SimulatedClock.makeUUID
        #endif
        return configuration
    }

    /// The container of a participant's process, which is started where it does not run.
    func container(of participant: Participant) throws -> ModelContainer {
        if let known = running[participant.slot] {
            disk.process = known.process
            return known.container
        }
        // An opening waits for a lock by the system's clock, which does not go on here.
        releaseLock()
        lastProcess += 1
        let outer = disk.process
        disk.process = lastProcess
        do {
            let container = try ModelContainer(for: schema, configurations: configuration(schema))
            running[participant.slot] = (container, lastProcess)
            return container
        } catch {
            disk.process = outer
            throw error
        }
    }

    /// Opens the store in a process that ends at once, with a plan of migration.
    ///
    /// - Returns: What it throws, and the faults that happened.
    func open(
        with schema: Schema,
        migrationPlan plan: any SchemaMigrationPlan.Type,
        faults: [Fault] = []
    ) -> (error: (any Error)?, fired: [Fault]) {
        lastProcess += 1
        let process = lastProcess
        let outer = disk.process
        disk.process = process
        disk.arm(faults, process: process)
        let outcome = Result {
            _ = try ModelContainer(for: schema, migrationPlan: plan, configurations: configuration(schema))
        }
        let fired = disk.disarm()
        for fault in fired { count("fault \(fault.name) in a migration") }
        note("migration to \(schema.version): \(outcome), \(disk.calls) calls, \(fired.count) faults")
        disk.kill(process)
        disk.closeFilesOfTheDead()
        disk.process = outer
        guard case .failure(let error) = outcome else { return (nil, fired) }
        return (error, fired)
    }

    /// From now on the store has the schema's version.
    func didMigrate(to schema: Schema) {
        (self.schema, isMigrated) = (schema, true)
        ledger.invalidate()
    }

    func process(of participant: Participant) -> SimulatedDisk.ProcessNumber? { running[participant.slot]?.process }

    var isAnyRunning: Bool { !running.isEmpty }

    /// Ends the container of a slot and everything in it; its process is dead, or is to end in order.
    private func drop(_ slot: Int) {
        guard let process = running[slot]?.process else { return }
        let outer = disk.process
        disk.process = process
        for participant in participants where participant.slot == slot {
            participant.end()
            oracle.contexts[participant.number] = Oracle.Context()
        }
        running[slot] = nil
        disk.process = outer
    }

    /// Ends a process at once.
    func kill(_ slot: Int) {
        guard let process = running[slot]?.process else { return }
        disk.kill(process)
        drop(slot)
        disk.closeFilesOfTheDead()
    }

    func killAll() { for slot in running.keys.sorted() { kill(slot) } }

    /// Takes power from the machine: no process goes on, and what was not synced may be lost.
    func losePower() {
        releaseLock()
        for slot in running.keys.sorted() {
            if let process = running[slot]?.process { disk.kill(process) }
            drop(slot)
        }
        disk.closeFilesOfTheDead()
        disk.restorePower()
        do {
            if try disk.losePower() { count("power cuts that took writes") }
        } catch {
            report(.structure, "\(error)")
        }
        folder.removeVolatile()
        count("power cuts")
    }

    /// After a power cut of a disk that said it had synced and had not: nothing is promised but that nothing traps,
    /// and that what is said is said in the documented way.
    func judgeLostSyncs(_ candidates: [Contents]) {
        let found = try? outside { try $0.contents() }
        count(
            found.map(candidates.contains) ?? false ? "lost syncs of no consequence" : "lost syncs that cost something"
        )
        do {
            _ = try container(of: participants[0])
        } catch {
            if !(error is StoreError) { report(.errorKind, "after lost syncs opening throws \(error)") }
        }
        killAll()
        folder.removeAll()
        disk.didReplaceFiles()
        oracle.restore(Contents())
        ledger.invalidate()
    }

    // MARK: Locks of others

    func holdLock(milliseconds: Double) {
        guard foreignLock == nil else { return }
        disk.process = SimulatedDisk.foreigner
        var handle: OpaquePointer?
        guard sqlite3_open_v2(folder.url.path, &handle, SQLITE_OPEN_READWRITE, "swiftdata") == SQLITE_OK,
            sqlite3_exec(handle, "BEGIN IMMEDIATE", nil, nil, nil) == SQLITE_OK, let handle
        else {
            sqlite3_close_v2(handle)
            return
        }
        foreignLock = (handle, disk.milliseconds + milliseconds)
    }

    func releaseLock() {
        guard let lock = foreignLock else { return }
        foreignLock = nil
        let outer = disk.process
        disk.process = SimulatedDisk.foreigner
        sqlite3_exec(lock.handle, "ROLLBACK", nil, nil, nil)
        sqlite3_close_v2(lock.handle)
        disk.process = outer
    }

    var isLockedByOthers: Bool { foreignLock != nil }

    /// Whether another process is in the middle of writing: its save is interleaved with the present step.
    var isInsideSave: Bool { saving != nil }

    func releaseLockIfDue() { if let lock = foreignLock, disk.milliseconds >= lock.end { releaseLock() } }

    // MARK: The clock

    func tick() {
        disk.advance(milliseconds: 1)
        releaseLockIfDue()
        setClock()
    }

    func jump(days: Double) {
        clockJump += days * 86_400
        setClock()
    }

    private func setClock() { SimulatedClock.set(clockJump + disk.milliseconds / 1_000) }

    // MARK: Saves under way

    func beginSaving(_ participant: Int) { saving = (participant, oracle.merged(participant), false) }

    /// Before others act in the middle of a save: whether that is committed already.
    func recognizeCommit() {
        guard let present = saving, !present.isKnownCommitted, let found = try? outside({ try $0.contents() }) else {
            return
        }
        if found == present.after, found != oracle.committed {
            saving?.isKnownCommitted = true
            commit(present.participant)
        }
    }

    func endSaving() -> (after: Contents, isKnownCommitted: Bool)? {
        defer { saving = nil }
        return saving.map { ($0.after, $0.isKnownCommitted) }
    }

    func suspendSaving() -> (participant: Int, after: Contents, isKnownCommitted: Bool)? {
        defer { saving = nil }
        return saving
    }

    func resumeSaving(_ outer: (participant: Int, after: Contents, isKnownCommitted: Bool)?) {
        guard var outer else { return }
        if !outer.isKnownCommitted { outer.after = oracle.merged(outer.participant) }
        saving = outer
    }

    func commit(_ participant: Int) {
        let before = oracle.committed
        oracle.save(participant)
        ledger.record(from: before, to: oracle.committed, author: "participant \(participant)")
        count("saves")
    }

    /// The store was emptied, which the history does not tell.
    func recordErasure() {
        oracle.erase()
        count("erasures")
    }

    /// Gives the transactions of the history higher numbers, as if there had been as many saves.
    func raiseHistory(to transaction: Int) throws {
        disk.process = SimulatedDisk.foreigner
        var handle: OpaquePointer?
        defer { sqlite3_close_v2(handle) }
        let sql = "UPDATE _history SET id = (id & ((1 << 28) - 1)) | (\(transaction) << 28)"
        guard sqlite3_open_v2(folder.url.path, &handle, SQLITE_OPEN_READWRITE, "swiftdata") == SQLITE_OK,
            sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK
        else { throw SimulationError("the history cannot be made longer") }
    }

    // MARK: Copies

    func backUp() throws {
        try folder.backUp()
        backup = oracle.limbo + [oracle.committed]
    }

    func restore() throws {
        guard let last = backup.last else { return }
        releaseLock()
        killAll()
        try folder.restore()
        disk.didReplaceFiles()
        oracle.restore(last)
        // A log that is copied may hold what a failed save left in it.
        checkRecovered("a copy was put back", backup)
        ledger.invalidate()
        count("restores")
    }

    /// Lets a test change the file, by a process of its own.
    func letTamper<Result>(_ body: (URL) throws -> Result) throws -> Result {
        let outer = disk.process
        disk.process = SimulatedDisk.foreigner
        defer { disk.process = outer }
        return try body(folder.url)
    }

    // MARK: Looks from outside

    func outside<Result>(_ body: (OutsideReader) throws -> Result) throws -> Result {
        try outside(of: folder.url, body)
    }

    /// The same for another file.
    func outside<Result>(of file: URL, _ body: (OutsideReader) throws -> Result) throws -> Result {
        let arming = disk.suspendArming()
        disk.process = SimulatedDisk.observer
        defer { disk.resume(arming) }
        return try body(try OutsideReader(file))
    }

    /// Compares the file with the oracle.
    func checkStored(_ reason: String, isThorough: Bool = false) {
        guard violations.isEmpty else { return }
        // Nobody may have made the file yet.
        guard FileManager.default.fileExists(atPath: folder.url.path) else {
            if let difference = Contents().difference(from: oracle.committed) {
                report(.storedState, "after \(reason), without a file: \(difference)")
            }
            return
        }
        do {
            try outside { reader in
                if let difference = try reader.contents().difference(from: oracle.committed) {
                    report(.storedState, "after \(reason): \(difference)")
                }
                try checkOrders(reader, reason)
                ledger.merge(reader.numbers)
                try checkStructure(reader, reason, isThorough: isThorough)
            }
        } catch {
            report(.structure, "after \(reason) the file cannot be read: \(error)")
        }
    }

    private func checkOrders(_ reader: OutsideReader, _ reason: String) throws {
        let found = try reader.listOrders()
        if let difference = oracle.orders.difference(of: found) {
            report(.storedState, "after \(reason): \(difference)")
        }
        oracle.adoptOrders(found)
    }

    private func checkStructure(_ reader: OutsideReader, _ reason: String, isThorough: Bool) throws {
        for problem in try reader.problems(isThorough: isThorough) {
            report(.structure, "after \(reason): \(problem)")
        }
    }

    /// After an end: the file holds one of the states that may be left.
    func checkRecovered(_ reason: String, _ candidates: [Contents]) {
        guard violations.isEmpty else { return }
        do {
            // Nobody may have made the file yet.
            let isThere = FileManager.default.fileExists(atPath: folder.url.path)
            let found =
                try !isThere
                ? Contents()
                : outside { reader in
                    let found = try reader.contents()
                    oracle.orders.adopt(try reader.listOrders())
                    try checkStructure(reader, reason, isThorough: true)
                    return found
                }
            guard let match = candidates.last(where: { $0 == found }) else {
                let difference = found.difference(from: oracle.committed) ?? ""
                return report(
                    .recoveredState,
                    "after \(reason), of \(candidates.count) states that may be left: \(difference)"
                )
            }
            if match != oracle.committed { count("recoveries to another state") }
            let before = oracle.committed
            oracle.adopt(match, keepsLog: isAnyRunning)
            ledger.recordRecovery(from: before, to: match)
        } catch {
            report(.structure, "after \(reason) the file cannot be read: \(error)")
        }
    }

    /// Ends everything; the files are gone then.
    func end() {
        releaseLock()
        killAll()
        folder.removeAll()
    }
}
