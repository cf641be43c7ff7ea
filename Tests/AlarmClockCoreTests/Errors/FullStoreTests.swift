import Foundation
import GRDB
import TestSupport
import Testing

@testable import AlarmClockCore
@testable import SwiftData

/// A store that cannot grow: what is said, and what is lost.
@MainActor
@Suite("A store without room")
struct FullStoreTests {
    private static let label = String(repeating: "x", count: 200)

    /// Lets the store of the alarms have no page more than it has.
    private func fill(_ container: ModelContainer) throws {
        for store in container.stores.compactMap({ $0 as? SQLiteStore }) {
            try store.connection.access { db in
                let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
                try db.execute(sql: "PRAGMA max_page_count = \(pages)")
            }
        }
    }

    private func makeRoom(_ container: ModelContainer) throws {
        for store in container.stores.compactMap({ $0 as? SQLiteStore }) {
            try store.connection.access { try $0.execute(sql: "PRAGMA max_page_count = 1073741823") }
        }
    }

    private nonisolated static func surroundings(_ box: AlarmBox) -> Surroundings {
        Surroundings(
            now: { Date() },
            clocks: { ClockReading.live(Date()) },
            makeID: { UUID() },
            variables: ["PATH": "/nowhere", "TZ": "Europe/Berlin", "TZDIR": ZoneFiles.folder],
            homeFolder: box.folder.path,
            workingFolder: box.folder.path,
            programPath: "/nowhere/alarmclock"
        )
    }

    /// A tone that has been heard once lies in the cache.
    private func makeTone(_ box: AlarmBox) throws -> StorageUse.Part {
        let file = try SoundFile(tone: .beep, volume: 1, rises: false).made(in: box.folders.cache, draft: UUID())
        let bytes = try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int
        return StorageUse.Part(path: box.folders.cache.path, bytes: try #require(bytes), canGo: true)
    }

    @Test("What does not fit is refused with what uses the space and what can go; nothing is lost, and it is noted")
    func full() async throws {
        let box = try AlarmBox()
        defer { withExtendedLifetime(box) {} }
        let store = try box.open()
        let home = try AlarmClockHome(store, box.folders, in: Self.surroundings(box))
        defer { home.close() }
        let record = AlarmRecord(time: ClockTime(minutes: 5), days: .daily, label: Self.label)
        _ = try home.add(record)
        // As a migration of the store leaves it.
        let backup = StoreBackup.url(of: box.folders.storeFile, version: Schema.Version(1, 1, 0))
        try Data(repeating: 1, count: 5_000_000).write(to: backup)
        let tones = try makeTone(box)
        try fill(store.container)
        var kept = 1
        let error = #expect(throws: AlarmClockError.self) {
            for _ in 0..<10_000 {
                _ = try home.add(record)
                kept += 1
            }
        }
        guard case .insufficientStorage(let use)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(use.parts.first == StorageUse.Part(path: backup.path, bytes: 5_000_000, canGo: true))
        #expect(use.parts.contains { $0.path == box.folders.storeFile.path && !$0.canGo } && (use.free ?? 0) > 0)
        #expect(use.parts.contains(tones) && tones.bytes > 400_000)
        for path in [backup.path, tones.path] { #expect(error?.recoverySuggestion?.contains(path) == true) }
        let last = OperationLog(file: box.folders.logFile, now: { Date() }).entries().last { $0.reason != nil }
        #expect(last?.name == "saveFailed" && last?.reason?.hasPrefix("no room") == true)
        // Nothing of the refused alarm stays behind, and with room it goes on.
        #expect(try ModelContext(store.container).fetchCount(FetchDescriptor<Alarm>()) == kept)
        try makeRoom(store.container)
        _ = try home.add(record)
        let alarms = try ModelContext(store.container).fetch(AlarmQueries.list)
        #expect(alarms.count == kept + 1 && alarms.allSatisfy { $0.repeatDays.count == 7 })
    }

    @Test(
        "Alarms of the old app that find no room stay where they are; it is said what can go, and the next try has them all"
    )
    func legacyAlarms() throws {
        let box = try AlarmBox()
        let count = 500
        try box.writeDefaults(["SavedAlarms": try LegacySamples.json((0..<count).map { LegacySamples.alarm($0) })])
        let store = try box.open()
        let tones = try makeTone(box)
        let takeover = LegacyTakeover(folders: box.folders, surroundings: Self.surroundings(box))
        try fill(store.container)
        let error = #expect(throws: AlarmClockError.self) { try takeover.run(into: store, isDryRun: false) }
        guard case .insufficientStorage(let use)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(use.parts.contains(tones) && use.parts.contains { $0.path == box.folders.storeFile.path && !$0.canGo })
        let entries = OperationLog(file: box.folders.logFile, now: { Date() }).entries()
        #expect(entries.map(\.name) == ["migrationFailed"] && entries[0].reason?.hasPrefix("no room") == true)
        #expect(takeover.migration.hasLegacyData)
        #expect(try ModelContext(store.container).fetchCount(FetchDescriptor<Alarm>()) == 0)
        try makeRoom(store.container)
        #expect(try takeover.run(into: store, isDryRun: false).taken == count)
        #expect(try ModelContext(store.container).fetchCount(FetchDescriptor<Alarm>()) == count)
    }

    @Test("Where there is more than is named, what can go is named first")
    func manyParts() throws {
        let box = try AlarmBox()
        try FileManager.default.createDirectory(at: box.folders.data, withIntermediateDirectories: true)
        for number in 0..<12 {
            try Data(count: 2_000_000 + number).write(to: box.folders.data.appending(path: "\(number).bin"))
        }
        let tones = try makeTone(box)
        let use = StorageUse(files: [box.folders.storeFile]).adding(cache: box.folders.cache)
        #expect(use.parts.count == 8 && use.parts.last == tones)
        #expect(use.parts.map(\.bytes) == use.parts.map(\.bytes).sorted(by: >))
    }
}
