import Foundation
import GRDB
import SwiftData
import Testing

@testable import AlarmClockCore

/// A read that fails says nothing of what the store holds.
@MainActor
@Suite("Home over a store that cannot be read")
struct UnreadableStoreTests {
    private let box: AlarmBox
    private let home: AlarmClockHome

    init() throws {
        box = try AlarmBox()
        let folder = box.folder.path
        let surroundings = Surroundings(
            now: { Date(timeIntervalSince1970: 1_795_000_000) },
            clocks: { ClockReading.live(Date()) },
            makeID: { UUID() },
            variables: ["PATH": "/nowhere", "TZ": "UTC"],
            homeFolder: folder,
            workingFolder: folder,
            programPath: "/nowhere/alarmclock"
        )
        home = try AlarmClockHome(try box.open(), box.folders, in: surroundings)
    }

    /// Runs the body while a table of the store has another name.
    private func without(_ table: String, _ body: () throws -> Void) throws {
        let queue = try DatabaseQueue(path: box.folders.storeFile.path)
        try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA legacy_alter_table = ON") }
        func rename(_ old: String, _ new: String) throws {
            try queue.write { try $0.execute(sql: "ALTER TABLE \"\(old)\" RENAME TO \"\(new)\"") }
        }
        try rename(table, "Away")
        try body()
        try rename("Away", table)
    }

    private func alarms() throws -> [Alarm] { try ModelContext(home.container).fetch(FetchDescriptor<Alarm>()) }

    @Test("An alarm that cannot be read is not taken for gone")
    func deleting() throws {
        _ = try home.add(AlarmRecord(time: ClockTime(minutes: 390), days: .daily, label: "tea"))
        let id = try #require(try alarms().first).id
        try without("Alarm") {
            #expect(throws: AlarmClockError.self) { _ = try home.delete([id]) }
        }
        #expect(try alarms().count == 1)
        #expect(try home.delete([id, UUID()]).count == 1)
    }

    @Test("An alarm does not come back without its template")
    func restoring() throws {
        let context = home.container.mainContext
        let template = AlarmTemplate.daily("Early")
        context.insert(template)
        try context.save()
        let record = AlarmRecord(time: ClockTime(minutes: 390), days: .daily, label: "tea")
        _ = try home.add(record, template: template.id)
        let deleted = try home.delete(try alarms().map(\.id))
        try without("AlarmTemplate") {
            #expect(throws: AlarmClockError.self) { try home.restore(deleted) }
            #expect(throws: AlarmClockError.self) { _ = try home.add(record, template: template.id) }
        }
        #expect(try alarms().isEmpty)
        try home.restore(deleted)
        #expect(try alarms().map(\.template?.id) == [template.id])
    }

    @Test("Damage that a change meets ends a command as damage that a look meets")
    func status() {
        let damage = StoreError.damaged(box.folders.storeFile, reason: "a page")
        let errors: [AlarmClockError] = [.fetchFailed(damage), .saveFailed(damage), .migrationFailed(damage)]
        #expect(errors.map { CommandRunner.status(of: $0) } == [.damaged, .damaged, .damaged])
        #expect(CommandRunner.status(of: AlarmClockError.saveFailed(StoreError.locked)) == .failed)
    }
}
