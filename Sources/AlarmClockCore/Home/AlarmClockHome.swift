import AppCommons
import Foundation
import Observation
import SwiftData

/// The alarms of this device, what rings and what comes next, for as long as a process shows them.
///
/// One home serves all windows of a process. Reading its properties inside a view, or inside
/// `withObservationTracking`, tells when they change, whichever process made the change.
@MainActor
@Observable
public final class AlarmClockHome {
    /// An alarm that comes up.
    package struct NextRing: Equatable, Sendable {
        package let id: UUID
        package let date: Date
        package let label: String
    }

    /// The time, as of the last full minute or the last change.
    package private(set) var minute: Date
    /// The alarm that rings next, put off or not; nil where none will.
    package private(set) var next: NextRing?
    /// The alarms that were missed on this device, the latest in front, until somebody puts that away.
    package private(set) var missed: [MissedRing] = []
    /// Whether the list has been looked at.
    package private(set) var hasLooked = false
    /// The clock of the device.
    package private(set) var zone: ZoneTable
    /// What became of the old app's alarms.
    package private(set) var legacy = LegacyStanding()
    /// What the process that rings says.
    package internal(set) var daemon = DaemonStanding.unknown
    /// What this machine has for ringing; nil until it was looked for.
    package internal(set) var machine: MachineReport?

    /// The folders of the device.
    @ObservationIgnored package let folders: AlarmFolders
    @ObservationIgnored let store: AlarmStore
    @ObservationIgnored let surroundings: Surroundings
    @ObservationIgnored let zones: ZoneDatabase
    @ObservationIgnored let wait: @Sendable (TimeInterval) async throws -> Void
    @ObservationIgnored private var listening: Task<Void, Never>?
    @ObservationIgnored private var isLooking = false
    @ObservationIgnored private var isStale = false
    @ObservationIgnored var watching: Task<Void, Never>?
    @ObservationIgnored private var ticking: Task<Void, Never>?

    /// The home of a store that is open.
    ///
    /// - Throws: `StoreError` where its history cannot be watched.
    package convenience init(_ store: AlarmStore, _ folders: AlarmFolders, in surroundings: Surroundings) throws {
        try self.init(store, folders, in: surroundings) { try await Task.sleep(for: .seconds($0)) }
    }

    /// A home with a way to wait of the caller's.
    package init(
        _ store: AlarmStore,
        _ folders: AlarmFolders,
        in surroundings: Surroundings,
        wait: @escaping @Sendable (TimeInterval) async throws -> Void
    ) throws {
        self.store = store
        self.folders = folders
        self.surroundings = surroundings
        self.wait = wait
        minute = surroundings.now()
        zones = ZoneDatabase(variables: surroundings.variables)
        zone = DeviceZone(variables: surroundings.variables, database: zones).table()
        store.container.mainContext.autosaveEnabled = false
        let news = try StoreNews(store.container, rings: true)
        listening = Task.detached { [weak self] in
            await news.forEach { await self?.refresh() }
        }
        refresh()
    }

    /// The container of the alarms.
    public var container: ModelContainer { store.container }

    /// The time.
    package nonisolated var now: Date { surroundings.now() }

    /// When alarms ring, by the clock of the device as it is now.
    package var plan: FiringPlan { FiringPlan(deviceZone: zone, database: zones) }

    /// Follows the clock and the daemon from now on, until ``close()``.
    package func begin() {
        guard ticking == nil else { return }
        let wait = wait
        ticking = Task { [weak self] in
            while let seconds = self?.secondsToTheNextMinute {
                guard (try? await wait(seconds)) != nil else { return }
                self?.tick()
            }
        }
        watchDaemon()
    }

    /// Follows nothing any more.
    package func close() {
        ticking?.cancel()
        watching?.cancel()
        listening?.cancel()
    }

    deinit { listening?.cancel() }

    private var secondsToTheNextMinute: TimeInterval {
        60 - surroundings.now().timeIntervalSince1970.truncatingRemainder(dividingBy: 60)
    }

    private func tick() {
        minute = surroundings.now()
        let isOver = next.map { $0.date <= minute } ?? false
        let zone = DeviceZone(variables: surroundings.variables, database: zones).table()
        if isOver || zone != self.zone { refresh() }
    }

    /// Whether the alarms can be read now.
    package func isReadable() async -> Bool {
        await StoreLook(modelContainer: store.container).isReadable
    }

    // MARK: Looking

    /// Looks again at what comes next, also where no change was heard of.
    package func refresh() {
        guard !isLooking else {
            isStale = true
            return
        }
        isLooking = true
        Task {
            repeat {
                isStale = false
                await look()
            } while isStale
            isLooking = false
        }
    }

    /// Returns when all that was heard of so far has been looked at: for tests, and before a process ends.
    package func waitUntilIdle() async {
        refresh()
        while isLooking { await Task.yield() }
    }

    private func look() async {
        let found = await StoreLook(modelContainer: store.container).look(folders, surroundings, zones)
        minute = surroundings.now()
        hasLooked = true
        if found.zone != zone { zone = found.zone }
        if found.legacy != legacy { legacy = found.legacy }
        // What cannot be read now stays as it was shown; a query of a view says so.
        if let next = found.next, next != self.next { self.next = next }
        if let missed = found.missed, missed != self.missed { self.missed = missed }
    }
}

/// Looks at the store away from the main actor, with a context that is gone after it: what it read is not kept twice.
@ModelActor
private actor StoreLook {
    /// What a look finds.
    struct Found: Sendable {
        let zone: ZoneTable
        let legacy: LegacyStanding
        /// The outer nil: the store could not be read.
        var next: AlarmClockHome.NextRing??
        /// nil: the store could not be read.
        var missed: [MissedRing]?
    }

    /// Whether the alarms can be read now.
    var isReadable: Bool { (try? modelContext.fetchCount(FetchDescriptor<Alarm>())) != nil }

    func look(_ folders: AlarmFolders, _ surroundings: Surroundings, _ zones: ZoneDatabase) -> Found {
        let journal = StoreJournal(folders, in: surroundings)
        var found = Found(
            zone: DeviceZone(variables: surroundings.variables, database: zones).table(),
            legacy: LegacyStanding(folders, journal.log)
        )
        let manager = AlarmManager(modelContext: modelContext, now: surroundings.now, zones: zones, journal: journal)
        let now = surroundings.now()
        let plan = FiringPlan(deviceZone: found.zone, database: zones)
        guard let alarms = try? manager.alarms(),
            let notes = try? RingNotes(of: alarms, in: modelContext, plan, now: now)
        else { return found }
        found.missed = notes.missed
        let firing = notes.first(of: alarms.map(AlarmRule.init), plan, after: now)
        found.next = .some(
            firing.flatMap { firing in
                alarms.first { $0.id == firing.alarmID }.map {
                    AlarmClockHome.NextRing(id: firing.alarmID, date: firing.date, label: $0.label)
                }
            }
        )
        return found
    }
}
