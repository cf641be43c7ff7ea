import AppCommons
import Foundation
import SwiftData

/// Does what was asked for on the command line: words in, words and an exit status out.
package final class CommandRunner {
    let output: any CommandOutput
    let surroundings: Surroundings
    let folders: AlarmFolders
    let phrases: Phrasebook<AlarmPhrase>
    let zones: ZoneDatabase
    let log: OperationLog
    let lingering: Lingering

    /// `store` is the data folder, when one was named.
    package init(
        output: any CommandOutput,
        surroundings: Surroundings,
        store: String?,
        lingering: Lingering = Lingering()
    ) {
        self.output = output
        self.surroundings = surroundings
        self.lingering = lingering
        folders = AlarmFolders(store: store, in: surroundings)
        zones = ZoneDatabase(variables: surroundings.variables)
        phrases = AlarmPhrase.book(Language(variables: surroundings.variables))
        log = OperationLog(file: folders.logFile, now: surroundings.now)
    }

    /// Runs to the end.
    ///
    /// Everything that goes wrong is said on standard error.
    package func run(_ request: CommandRequest) async -> ExitStatus {
        do {
            let status = try await perform(request)
            try output.flush()
            return status
        } catch {
            try? output.flush()
            return report(error)
        }
    }

    private func perform(_ request: CommandRequest) async throws -> ExitStatus {
        switch request {
        case .add(let wish, let json): try add(wish, json: json)
        case .ringIn(let duration, let label, let json): try ringIn(duration, label, json: json)
        case .list(let json): try list(json: json)
        case .next(let json): try next(json: json)
        case .turn(let ids, let on): try turn(ids, on: on)
        case .skip(let id, let until): try skip(id, until: until)
        case .remove(let ids): try remove(ids)
        case .snooze(let minutes, let id): try snooze(minutes, id)
        case .stop(let id): try stop(id)
        case .dismiss(let ids): try dismiss(ids)
        case .templates(let json): try templates(json: json)
        case .apply(let name): try apply(name)
        case .migrate(let isDryRun): try migrate(isDryRun: isDryRun)
        case .exportFile(let format, let path, let overwrites): try export(format, to: path, overwrites: overwrites)
        case .importFile(let path, let format, let isDryRun): return try importFile(path, format, isDryRun: isDryRun)
        case .install: return await install()
        case .doctor(let json): try await doctor(json: json)
        case .testSound(let name, let volume): return try await testSound(name, volume: volume)
        case .account(let request): return try await account(request)
        }
        return .done
    }

    // MARK: - The store

    /// The store, to look at: where there is none yet, an empty one in memory, so that a look leaves no files.
    func reading() throws -> ModelContext {
        let isThere = AlarmStore.exists(folders)
        return try context(isThere || legacy.hasLegacyData ? opened() : AlarmStore.inMemory())
    }

    /// The store, to change.
    func writing() throws -> ModelContext { context(try opened()) }

    private func context(_ store: AlarmStore) -> ModelContext {
        let context = ModelContext(store.container)
        context.autosaveEnabled = false
        return context
    }

    private func opened() throws -> AlarmStore {
        let store = try AlarmStore.open(folders, zone: deviceZone, log: log)
        takeOver(into: store)
        return store
    }

    func manager(_ context: ModelContext) -> AlarmManager {
        // An empty store in memory says nothing about the disk, and a look must leave no files.
        let journal = AlarmStore.exists(folders) ? journal : nil
        return AlarmManager(modelContext: context, now: surroundings.now, zones: zones, journal: journal)
    }

    private var journal: StoreJournal { StoreJournal(folders, in: surroundings) }

    var deviceZone: ZoneTable { DeviceZone(variables: surroundings.variables, database: zones).table() }
    var plan: FiringPlan { FiringPlan(deviceZone: deviceZone, database: zones) }
    var daemon: DaemonLink { DaemonLink(socket: folders.socket) }

    /// Writes, and notes how long it took or why it failed.
    func saving<Result>(_ body: () throws -> Result) throws -> Result { try journal.saving(body) }

    /// All alarms by their time.
    func allAlarms(_ context: ModelContext) throws -> [Alarm] { try manager(context).alarms() }

    /// Tells the daemon of a change, and the person where there is no daemon, or where it does not answer or could not
    /// read the change.
    func changed() {
        do throws(DaemonLink.Failure) {
            let answer = try daemon.ask(.reload)
            if answer.refusal == .alarmsNotRead { output.note(phrases.text(.daemonBlindHint)) }
        } catch {
            switch error {
            case .notRunning: output.note(phrases.text(.daemonHint))
            case .noAnswer(let reason): output.note(phrases.text(.daemonSilentHint, reason))
            }
        }
    }

    // MARK: - Words

    func say(_ line: String) throws { try output.write(line.safeForTerminal + "\n") }

    func note(_ line: String) { output.note(line.safeForTerminal) }

    func report(_ error: any Error) -> ExitStatus {
        note(phrases.text(.error, phrases.text(for: error)))
        if let error = error as? AlarmClockError { note(phrases.advice(for: error)) }
        return Self.status(of: error)
    }

    static func status(of error: any Error) -> ExitStatus {
        switch error {
        case let problem as CommandProblem: problem.exitStatus
        case AlarmClockError.constraintViolation, AlarmClockError.unknownTimeZone: .usage
        case AlarmClockError.fetchFailed(let reason), AlarmClockError.saveFailed(let reason),
            AlarmClockError.migrationFailed(let reason):
            status(of: reason)
        case let error as StoreError:
            switch error {
            case .damaged, .notADatabase: .damaged
            default: .failed
            }
        case let failure as FileFailure where failure.kind == .missing: .notFound
        default: .failed
        }
    }

    /// The day and time of a moment on the device's clock.
    func moment(_ date: Date) -> String {
        let zone = deviceZone
        return "\(zone.day(at: date).text) \(zone.clockTime(at: date).text)"
    }
}
