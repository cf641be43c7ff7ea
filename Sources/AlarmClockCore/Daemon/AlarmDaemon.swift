import AppCommons
import Foundation
import SwiftData

/// The process that rings: scheduler, bell and socket together.
public final class AlarmDaemon: Sendable {
    /// Why it does not run.
    public enum Failure: Error, Equatable, Sendable {
        /// Another one runs on this store.
        case runsAlready
    }

    private let scheduler: AlarmScheduler
    private let keeper: StoredRings
    private let bell: DesktopBell
    private let reminder: MissedReminder
    private let player: SoundPlayer
    private let timer: SystemWakeTimer
    private let lock: AnyObject & Sendable
    private let log: OperationLog
    private let folders: AlarmFolders
    private let journal: StoreJournal
    private let labels: @Sendable (UUID) async -> String?
    private let news: StoreNews
    private let mirror: CloudMirror?
    private let account: AlarmAccount

    /// More tones than this are not made before they are needed.
    private static let maximumPrepared = 12

    /// Opens the store and takes the place of the daemon of this device.
    ///
    /// - Throws: ``Failure/runsAlready``, ``AlarmClockError``, ``TimerFailure``, `FileFailure`.
    public convenience init(_ folders: AlarmFolders, in surroundings: Surroundings) throws {
        let cloud = AlarmAccount(folders: folders, surroundings: surroundings).container()
        let log = OperationLog(file: folders.logFile, now: surroundings.now)
        let zone = surroundings.deviceZone
        let store = try AlarmStore.open(folders, through: cloud, mirrors: true, zone: zone, log: log)
        try self.init(store, folders, in: surroundings)
    }

    init(_ store: AlarmStore, _ folders: AlarmFolders, in surroundings: Surroundings) throws {
        guard let lock = try AdvisoryLock(file: folders.daemonLock).takenIfFree() else { throw Failure.runsAlready }
        self.lock = lock
        self.folders = folders
        journal = StoreJournal(folders, in: surroundings)
        news = try StoreNews(store.container)
        mirror = store.container.cloudMirror
        account = AlarmAccount(folders: folders, surroundings: surroundings)
        let log = OperationLog(file: folders.logFile, now: surroundings.now)
        self.log = log
        let database = ZoneDatabase(variables: surroundings.variables)
        let deviceZone = DeviceZone(variables: surroundings.variables, database: database)
        let keeper = StoredRings(modelContainer: store.container)
        self.keeper = keeper
        let timer = try SystemWakeTimer()
        self.timer = timer
        let player = SoundPlayer(folders, in: surroundings) { log.note(.bellFailed($0)) }
        self.player = player
        let presses = PressTarget()
        let notifier = Notifier(
            variables: surroundings.variables,
            pressed: { id, press in await presses.press(id, press) },
            failed: { log.note(.bellFailed($0)) }
        )
        let phrases = AlarmPhrase.book(Language(variables: surroundings.variables))
        let reminder = MissedReminder(
            rings: keeper,
            notifier: notifier,
            words: { phrases.words(for: $0, zone: deviceZone.table()) },
            note: { log.note($0) }
        )
        self.reminder = reminder
        bell = DesktopBell(
            player: player,
            notifier: notifier,
            reminder: reminder,
            phrases: phrases,
            zone: { deviceZone.table() },
            now: surroundings.now,
            note: { log.note($0) }
        )
        scheduler = AlarmScheduler(
            keeper: keeper,
            bell: bell,
            timer: timer,
            surroundings: AlarmScheduler.Surroundings(
                now: surroundings.now,
                clocks: surroundings.clocks,
                plan: { FiringPlan(deviceZone: deviceZone.table(), database: database) },
                note: { log.note($0) }
            )
        )
        labels = { [scheduler] id in await scheduler.label(of: id) }
        presses.scheduler = scheduler
    }

    /// Hands presses of notification buttons to the scheduler, which is made after the notifier.
    private final class PressTarget: @unchecked Sendable {
        /// Set once, before anything is shown.
        weak var scheduler: AlarmScheduler?

        func press(_ id: UUID, _ press: Notifier.Press) async {
            switch press {
            case .snooze: _ = try? await scheduler?.snooze(id, minutes: nil)
            case .stop: _ = await scheduler?.stop(id)
            }
        }
    }

    /// Rings until the task is cancelled or ``close()`` is called.
    ///
    /// - Throws: `FileFailure` where the socket cannot be made.
    public func run(ready: @Sendable () -> Void = {}) async throws {
        let server = try DaemonServer(socket: folders.socket) { [weak self] request in
            await self?.answer(request) ?? DaemonAnswer()
        }
        defer { server.close() }
        log.note(.daemonStarted)
        await keeper.note(in: journal)
        await prepareSounds()
        // A notification service that hangs keeps no alarm waiting.
        let asking = Task { [bell] in await bell.prepare() }
        defer { asking.cancel() }
        let scheduler = scheduler
        let changes = await scheduler.changes()
        let (signs, sign) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let changing = Task { for await _ in changes { sign.yield() } }
        // What cannot be heard is to be seen.
        let hearing = Task { [bell] in for await _ in bell.silenceChanges { sign.yield() } }
        // How sync stands is told as well, since a window may belong to another process.
        let standing = Task { [mirror] in
            guard let mirror else { return }
            for await _ in mirror.statuses { sign.yield() }
        }
        // One after the other: what is told last must be what is so.
        let teller = Task { [weak self] in
            for await _ in signs {
                guard let self else { return }
                server.tell(await self.answer(.status))
            }
        }
        defer { for task in [changing, hearing, teller, standing] { task.cancel() } }
        // What nobody could be told before this process began.
        await reminder.look()
        // Other devices and other processes change alarms too.
        let reloading = Task { [news] in await news.forEach { await scheduler.reload() } }
        defer { reloading.cancel() }
        ready()
        await withTaskCancellationHandler {
            await scheduler.run()
        } onCancel: {
            timer.close()
        }
        await bell.close()
    }

    /// Ends ``run(ready:)``.
    public func close() { timer.close() }

    /// The files of the tones that will be wanted, so that the first ring is not late.
    private func prepareSounds() async {
        guard let alarms = try? await keeper.load().alarms else { return }
        let wanted = Set(
            alarms.filter(\.rule.isEnabled).map { Sound(tone: Tone($0.sound) ?? .standard, volume: $0.volume) }
        )
        for sound in wanted.prefix(Self.maximumPrepared) { player.prepare(sound.tone, volume: sound.volume) }
        if wanted.isEmpty { player.prepare(.standard, volume: 1) }
    }

    private struct Sound: Hashable {
        let tone: Tone
        let volume: Double
    }

    // MARK: - Answers

    private func answer(_ request: DaemonRequest) async -> DaemonAnswer {
        switch request {
        case .status, .watch: return await status()
        case .reload:
            let isRead = await scheduler.reload()
            Task { await self.prepareSounds() }
            var answer = await status()
            if !isRead { answer.refusal = .alarmsNotRead }
            return answer
        case .account(let takesOver):
            changeAccount(takesOver: takesOver)
            return await status()
        case .sync(let step): return await sync(step)
        case .stop(let id):
            let before = await scheduler.status
            let stopped = Set(await scheduler.stop(id))
            var answer = await status()
            answer.alarms = await listed(before).filter { stopped.contains($0.id) }
            if stopped.isEmpty { answer.refusal = .nothingRings }
            return answer
        case .snooze(let id, let minutes):
            do throws(RingMachine.SnoozeRefusal) {
                let put = Set(try await scheduler.snooze(id, minutes: minutes).map(\.alarmID))
                var answer = await status()
                answer.alarms = answer.alarms.filter { put.contains($0.id) }
                return answer
            } catch {
                var answer = await status()
                answer.refusal = error.onWire
                return answer
            }
        }
    }

    /// Nobody waits for the service here: what becomes of it is told by the status.
    private func changeAccount(takesOver: Bool) {
        guard let mirror, let cloud = account.container() else { return }
        Task { [log] in
            do {
                try await mirror.use(cloud, adoptingAccount: takesOver)
            } catch {
                log.note(.syncFailed(String(describing: error)))
            }
        }
    }

    /// Does something for sync, and waits for it.
    private func sync(_ step: SyncStep) async -> DaemonAnswer {
        do {
            try await mirror?.perform(step)
            return await status()
        } catch {
            let reason = String(describing: error)
            log.note(.syncFailed(reason))
            var answer = await status()
            answer.refusal = .syncFailed
            if answer.sync?.problem == nil { answer.sync?.problem = reason }
            return answer
        }
    }

    private func status() async -> DaemonAnswer {
        let status = await scheduler.status
        var answer = DaemonAnswer()
        answer.sync = mirror.map { SyncStanding($0.status) }
        answer.alarms = await listed(status)
        answer.nextAlarm = status.next?.alarmID
        answer.nextDate = status.next?.date
        answer.silence = await bell.silence
        return answer
    }

    private func listed(_ status: AlarmScheduler.Status) async -> [DaemonAnswer.Ringing] {
        var alarms = status.ringing.map { ring in
            DaemonAnswer.Ringing(
                id: ring.alarm.rule.id,
                label: ring.alarm.label,
                occurrence: ring.occurrence,
                snoozedUntil: nil,
                canSnooze: ring.canSnooze,
                snoozeCount: ring.snoozeCount
            )
        }
        for memory in status.snoozed {
            guard let occurrence = memory.occurrence else { continue }
            alarms.append(
                DaemonAnswer.Ringing(
                    id: memory.alarmID,
                    label: await labels(memory.alarmID) ?? "",
                    occurrence: occurrence,
                    snoozedUntil: memory.snoozedUntil,
                    canSnooze: memory.snoozeCount < RingMachine.maximumSnoozes,
                    snoozeCount: memory.snoozeCount
                )
            )
        }
        return alarms
    }
}

extension RingMachine.SnoozeRefusal {
    fileprivate var onWire: DaemonAnswer.Refusal {
        switch self {
        case .nothingRings: .nothingRings
        case .notAllowed: .snoozeNotAllowed
        case .tooOften: .tooOften
        case .minutes: .minutes
        }
    }
}
