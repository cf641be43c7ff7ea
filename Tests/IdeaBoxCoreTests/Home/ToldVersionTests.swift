import AppCommons
import Foundation
import SwiftData
import Testing

@testable import IdeaBoxCore

/// Versions as lines of the history tell them.
@Suite("Told versions")
struct ToldVersionTests {
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

    @Test("A version that gave way is brought back by its line, and what it replaces can be brought back in its turn")
    func bringBack() throws {
        let box = try TestBox()
        let (repository, id) = try Self.conflict(box, winner: "local")
        let entry = try Self.newest(repository)
        box.clock.advance(seconds: 1)
        let result = try repository.bringBack(entry)
        #expect(result.isChanged)
        #expect(result.idea.title == "Kite by the sea")
        #expect(try repository.syncMarks(of: [id])[id] == .waiting)
        #expect(try !repository.bringBack(entry).isChanged)
        let back = try #require(
            try repository.history(HistoryFilter(idea: id, event: .restore), IdeaPage(size: 1)).elements.first
        )
        #expect(back.versions.gaveWay?.title == "Kite")
        box.clock.advance(seconds: 1)
        #expect(try repository.bringBack(back).idea.title == "Kite")
    }

    @Test("A deletion has no text to take back, and damaged details keep nothing")
    func nothingKept() throws {
        let box = try TestBox()
        let repository = try box.repository()
        let id = try repository.create(title: "Kite").id
        for details in [
            #"{"winner":"local","local":{"title":"a"},"remote":{"deletedAt":null}}"#, "{", "[]", #"{"local":3}"#,
        ] {
            let log = SyncLog(
                ideaId: id,
                eventType: "conflict",
                timestamp: sampleMoment,
                details: details,
                deviceId: "x"
            )
            #expect(HistoryEntry(log).versions.gaveWay == nil, "\(details)")
        }
    }
}
