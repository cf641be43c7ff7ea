import CloudKit
import Foundation
import SwiftData
import Testing

import enum TestSupport.ZoneFiles

@testable import AlarmClockCore

/// Pages of one process beside a daemon in another, which alone exchanges the alarms.
@MainActor
@Suite("How sync stands, said by the daemon")
struct SyncElsewhereTests {
    private nonisolated static func surroundings(_ world: SyncWorld) -> Surroundings {
        Surroundings(
            now: { Date() },
            clocks: { ClockReading.live(Date()) },
            makeID: { UUID() },
            variables: ["PATH": "/nowhere", "TZ": "Asia/Taipei", "TZDIR": ZoneFiles.folder],
            homeFolder: world.folder.path,
            workingFolder: world.folder.path,
            programPath: "/nowhere/alarmclock"
        )
    }

    @Test("Pages say what is in the way, and what a person decides there is done by the daemon")
    func decisions() async throws {
        try await SyncWorld.run(at: "2026-11-22T12:00:00Z") { try await Self.decisions($0) }
    }

    private static func decisions(_ world: SyncWorld) async throws {
        let surroundings = surroundings(world)
        let folders = AlarmFolders(store: "desk", in: surroundings)
        let cloud = try await world.cloud("desk")
        let store = try AlarmStore.open(folders, through: cloud, mirrors: true)
        let context = ModelContext(store.container)
        context.insert(Alarm(time: ClockTime(minutes: 0).date, label: "tea", isEnabled: false))
        try context.save()
        let daemon = try AlarmDaemon(store, folders, in: surroundings)
        let run = Task { try await daemon.run() }
        let home = try AlarmClockHome(AlarmStore.open(folders, through: cloud), folders, in: surroundings)
        home.begin()
        defer { home.close() }
        // Nobody asks the daemon: it says by itself how it goes on.
        await until { home.sync.state == .upToDate }
        #expect(home.sync.problem == nil && home.sync.lastSuccess != nil)

        // The alarms are removed at the service.
        let other = try await world.cloud("other")
        try await other.privateCloudDatabase.deleteRecordZone(withID: CKRecordZone.ID(zoneName: "SwiftData"))
        await #expect(throws: SyncPicture.Problem.Failure(problem: .zoneDeleted)) { try await home.sync(.exchange) }
        await until { home.sync.state == .needsAttention && home.sync.problem == .zoneDeleted }
        try await home.sync(.uploadAgain)
        await until { home.sync.state == .upToDate && home.sync.problem == nil }
        let second = try await world.device("second", in: "Europe/Berlin")
        try await second.sync()
        #expect(try second.manager.alarms().map(\.label) == ["tea"])

        // Somebody else signs in.
        try await world.signIn(cloud, "ben")
        await #expect(throws: SyncPicture.Problem.Failure(problem: .accountChanged)) { try await home.sync(.exchange) }
        await until { home.sync.state == .needsAttention && home.sync.problem == .accountChanged }
        try await home.sync(.adoptAccount)
        await until { home.sync.state == .upToDate && home.sync.problem == nil }

        daemon.close()
        try await run.value
        await until { home.daemon == .absent }
        #expect(home.sync == SyncPicture(state: .elsewhere))
        await #expect(throws: CommandProblem.daemonNotRunning) { try await home.sync(.exchange) }
    }
}
