import Foundation
import SwiftData
import Testing

@testable import IdeaBoxCore

/// Versions that gave way: read from the history, and taken back.
@Suite("Kept versions")
struct KeptVersionTests {
    private static func conflict(_ box: TestBox, winner: String) throws -> (IdeaRepository, UUID) {
        let repository = try box.repository()
        let id = try repository.create(title: "Kite", details: "red").id
        box.clock.advance(seconds: 1)
        let local = try repository.snapshot(id)
        var remote = local
        (remote.title, remote.details, remote.isCompleted) = ("Kite by the sea", "blue", true)
        try repository.change {
            var details = JSONText()
            details.add("winner", winner)
            details.add("local", raw: local.json)
            details.add("remote", raw: remote.json)
            try repository.record(.conflict, idea: id, at: box.clock.now, details)
        }
        return (repository, id)
    }

    private static func newest(_ repository: IdeaRepository) throws -> HistoryEntry {
        try #require(try repository.history(HistoryFilter(), IdeaPage(size: 1)).elements.first)
    }

    @Test("The loser of a conflict is the version that gave way", arguments: ["local", "remote"])
    func loser(_ winner: String) throws {
        let (repository, id) = try Self.conflict(try TestBox(), winner: winner)
        let versions = try Self.newest(repository).versions
        #expect(versions.gaveWay?.title == (winner == "local" ? "Kite by the sea" : "Kite"))
        #expect(versions.stayed?.title == (winner == "local" ? "Kite" : "Kite by the sea"))
        #expect(versions.gaveWay?.ideaId == id)
    }

    @Test("A version taken back is a new change of this device, which waits for its upload")
    func takeBack() throws {
        let box = try TestBox()
        let (repository, id) = try Self.conflict(box, winner: "local")
        let before = try repository.snapshot(id)
        let version = try #require(try Self.newest(repository).versions.gaveWay)
        box.clock.advance(seconds: 1)
        let result = try repository.takeBack(version)
        #expect(result.isChanged)
        #expect(result.idea.title == "Kite by the sea")
        #expect(result.idea.details == "blue")
        #expect(result.idea.isCompleted)
        #expect(result.idea.version == before.version + 1)
        #expect(result.idea.updatedAt > before.updatedAt)
        #expect(try repository.syncMarks(of: [id])[id] == .waiting)
        #expect(try Self.newest(repository).eventType == "restore")
        #expect(try !repository.takeBack(version).isChanged)
    }

    @Test("A version of an idea in the trash, or of one that is gone, makes it live again")
    func takeBackFromTrash() throws {
        let box = try TestBox()
        let (repository, id) = try Self.conflict(box, winner: "local")
        let version = try #require(try Self.newest(repository).versions.gaveWay)
        _ = try repository.delete([id])
        box.clock.advance(seconds: 1)
        #expect(try repository.takeBack(version).idea.deletedAt == nil)
        _ = try repository.delete([id])
        #expect(try repository.emptyTrash() == 1)
        box.clock.advance(seconds: 1)
        let again = try repository.takeBack(version)
        #expect(again.idea.id == id)
        #expect(try repository.titles(.all) == ["Kite by the sea"])
        #expect(try repository.counts().pending == 1)
    }

    @Test("A deletion has no text to take back, and damaged details keep nothing")
    func nothingKept() throws {
        let box = try TestBox()
        let repository = try box.repository()
        let id = try repository.create(title: "Kite").id
        for details in [#"{"winner":"local","local":{"title":"a"},"remote":{"deletedAt":null}}"#, "{", "[]", #"{"local":3}"#] {
            let log = SyncLog(ideaId: id, eventType: "conflict", timestamp: sampleMoment, details: details, deviceId: "x")
            #expect(HistoryEntry(log).versions.gaveWay == nil, "\(details)")
        }
    }
}
