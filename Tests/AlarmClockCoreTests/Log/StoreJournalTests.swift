import Foundation
import SwiftData
import Testing

@testable import AlarmClockCore

/// How long reading and saving take is noted, whoever does it.
@Suite("The journal of the store")
struct StoreJournalTests {
    private static func command() throws -> SpokenCommand {
        try SpokenCommand(at: "2026-11-22T12:00:00Z", in: "Asia/Taipei")
    }

    private static func names(_ command: SpokenCommand) -> [String] {
        OperationLog(file: command.box.folders.logFile, now: { Date() }).entries().map(\.name)
    }

    @Test("A look at an empty folder leaves none; each command that reads or saves leaves a line for it")
    func commands() async throws {
        let command = try Self.command()
        _ = await command.run(.next(json: false))
        #expect(!FileManager.default.fileExists(atPath: command.box.folders.state.path))
        _ = await command.run(.ringIn(duration: "25m", label: "tea", json: false))
        #expect(Self.names(command) == ["saved"])
        for json in [false, true] { _ = await command.run(.next(json: json)) }
        #expect(Self.names(command) == ["saved", "fetched", "fetched"])
        _ = await command.run(.list(json: false))
        #expect(Self.names(command).count { $0 == "fetched" } == 3)
    }

    @MainActor
    @Test("Pages note each look at the store")
    func pages() async throws {
        let command = try Self.command()
        let home = try AlarmClockHome(command.box.open(), command.box.folders, in: command.surroundings)
        defer { home.close() }
        await home.waitUntilIdle()
        let looks = Self.names(command).count { $0 == "fetched" }
        #expect(looks > 0)
        await home.waitUntilIdle()
        #expect(Self.names(command).count { $0 == "fetched" } > looks)
    }

    @Test("The daemon notes what it reads and what it saves, and nothing where there is nothing to save")
    func daemon() async throws {
        let command = try Self.command()
        let rings = StoredRings(modelContainer: try command.box.open().container)
        await rings.note(in: StoreJournal(command.box.folders, in: command.surroundings))
        _ = try await rings.load()
        #expect(Self.names(command) == ["fetched"])
        try await rings.save([.remember(RingMemory(alarmID: UUID()))])
        #expect(Self.names(command) == ["fetched", "saved"])
        try await rings.save([])
        #expect(Self.names(command) == ["fetched", "saved"])
    }

    @Test("A store that cannot be read is noted too")
    func failure() throws {
        struct Reason: Error {}
        let command = try Self.command()
        let journal = StoreJournal(command.box.folders, in: command.surroundings)
        #expect(throws: AlarmClockError.self) {
            try journal.fetching({ $0 }, { () throws -> Int in throw AlarmClockError.fetchFailed(Reason()) })
        }
        let entries = OperationLog(file: command.box.folders.logFile, now: { Date() }).entries()
        #expect(entries.map(\.name) == ["fetchFailed"] && entries[0].reason == "Reason()")
    }
}
