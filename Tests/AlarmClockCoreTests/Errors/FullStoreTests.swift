import Foundation
import GRDB
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

    @Test("What does not fit is refused with what uses the space and what can go; nothing is lost, and it is noted")
    func full() async throws {
        let box = try AlarmBox()
        defer { withExtendedLifetime(box) {} }
        let store = try box.open()
        let surroundings = Surroundings(
            now: { Date() },
            clocks: { ClockReading.live(Date()) },
            makeID: { UUID() },
            variables: ["PATH": "/nowhere", "TZ": "Europe/Berlin"],
            homeFolder: box.folder.path,
            workingFolder: box.folder.path,
            programPath: "/nowhere/alarmclock"
        )
        let home = try AlarmClockHome(store, box.folders, in: surroundings)
        defer { home.close() }
        let record = AlarmRecord(time: ClockTime(minutes: 5), days: .daily, label: Self.label)
        _ = try home.add(record)
        // As a migration of the store leaves it.
        let backup = StoreBackup.url(of: box.folders.storeFile, version: Schema.Version(1, 1, 0))
        try Data(repeating: 1, count: 5_000_000).write(to: backup)
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
        #expect(error?.recoverySuggestion?.contains(backup.path) == true)
        let last = OperationLog(file: box.folders.logFile, now: { Date() }).entries().last
        #expect(last?.name == "saveFailed" && last?.reason?.hasPrefix("no room") == true)
        // Nothing of the refused alarm stays behind, and with room it goes on.
        #expect(try ModelContext(store.container).fetchCount(FetchDescriptor<Alarm>()) == kept)
        try makeRoom(store.container)
        _ = try home.add(record)
        let alarms = try ModelContext(store.container).fetch(AlarmQueries.list)
        #expect(alarms.count == kept + 1 && alarms.allSatisfy { $0.repeatDays.count == 7 })
    }
}
