import Foundation
import SwiftData
import Testing

@testable import IdeaBoxCore

@Suite("History and retention")
struct HistoryAndRetentionTests {
    @Test("The history is filtered by idea, event and time")
    func filters() throws {
        let box = try TestBox()
        let repository = try box.repository()
        let ids = try box.add("a", "b", to: repository)
        box.clock.advance(seconds: 60)
        let later = box.clock.now
        _ = try repository.edit(ids[0], title: "c")
        func events(_ filter: HistoryFilter) throws -> [String] {
            try repository.history(filter, IdeaPage()).elements.map(\.eventType)
        }
        #expect(try events(HistoryFilter()) == ["edit", "create", "create"])
        #expect(try events(HistoryFilter(idea: ids[0])) == ["edit", "create"])
        #expect(try events(HistoryFilter(event: .create)) == ["create", "create"])
        #expect(try events(HistoryFilter(idea: ids[1], event: .edit)) == [])
        #expect(try events(HistoryFilter(since: later)) == ["edit"])
        #expect(try events(HistoryFilter(until: later)) == ["create", "create"])
        let page = try repository.history(HistoryFilter(), IdeaPage(number: 2, size: 2))
        #expect(page.elements.count == 1 && !page.hasMore)
    }

    @Test("After 30 days old history and old trash go, and what waits is marked but kept")
    func thirtyDays() throws {
        let box = try TestBox()
        let repository = try box.repository()
        let ids = try box.add("a", "b", "c", to: repository)
        _ = try repository.delete([ids[0]])
        box.clock.advance(seconds: 29 * 86_400)
        _ = try repository.delete([ids[1]])
        try repository.tidy()
        #expect(try repository.counts().trash == 2)
        box.clock.advance(seconds: 2 * 86_400)
        try repository.tidy()
        #expect(try repository.titles(.trash) == ["b"])
        #expect(try repository.events() == ["purge", "delete"])
        #expect(try repository.syncSummary(ids[2])?.isObsolete == true)
        #expect(try repository.syncSummary(ids[2])?.isPendingSync == true)
        #expect(try repository.snapshot(ids[2]).title == "c")
        #expect(try repository.snapshot(ids[2]).version == 0)
    }

    @Test("The history keeps a bounded number of lines, the newest ones", arguments: [true, false])
    func rowLimit(atOneMoment: Bool) throws {
        let box = try TestBox()
        let repository = try box.repository()
        for number in 0..<20 {
            if !atOneMoment { box.clock.advance(seconds: 1) }
            _ = try repository.create(title: "\(number)")
        }
        try repository.tidy(rowLimit: 5)
        let entries = try repository.history(HistoryFilter(), IdeaPage()).elements
        #expect(entries.count == 5)
        if !atOneMoment { #expect(entries.last?.timestamp == sampleMoment.addingTimeInterval(16)) }
        #expect(try repository.counts().all == 20)
    }

    @Test("Beyond the bound what every sync notes goes first, and what gave way in a conflict stays")
    func routineGoesFirst() throws {
        let box = try TestBox()
        let repository = try box.repository()
        let store = SyncStore(repository)
        let idea = IdeaSnapshot(try repository.idea(try box.add("a", to: repository)[0]))
        box.clock.advance(seconds: 1)
        try store.change { try store.logConflict(idea.id, winner: "remote", local: idea.json, remote: idea.json) }
        try box.add("b", "c", to: repository)
        for version in 0..<20 {
            box.clock.advance(seconds: 1)
            try store.change { try store.logTransfer(idea.id, "up", version: version) }
        }
        try repository.tidy(rowLimit: 5)
        #expect(try repository.events() == ["sync_success", "sync_success", "create", "create", "conflict", "create"])
        #expect(try repository.history(HistoryFilter(), IdeaPage()).elements.first?.timestamp == box.clock.now)
        // Where what every sync notes is not enough, the oldest of the rest goes.
        try repository.tidy(rowLimit: 1)
        #expect(try repository.events() == ["create", "conflict"])
        #expect(try repository.titles(.all) == ["c", "b", "a"])
    }

    @Test("Lines that keep a version have a bound of their own", arguments: [true, false])
    func keptLimit(atOneMoment: Bool) throws {
        let box = try TestBox()
        let repository = try box.repository()
        let store = SyncStore(repository)
        let idea = IdeaSnapshot(try repository.idea(try box.add("a", to: repository)[0]))
        for _ in 0..<4 {
            if !atOneMoment { box.clock.advance(seconds: 1) }
            try store.change { try store.logConflict(idea.id, winner: "local", local: idea.json, remote: idea.json) }
        }
        try repository.tidy(rowLimit: Retention.maximumLogRows, keptLimit: 2)
        let kept = try repository.history(HistoryFilter(event: .conflict), IdeaPage()).elements
        #expect(kept.count == 2 && kept.first?.timestamp == box.clock.now)
        #expect(try repository.history(HistoryFilter(event: .create), IdeaPage()).elements.count == 1)
    }

    @Test("What is 30 days old is not shown, also where only looks have come since")
    func onlyLooks() throws {
        let box = try TestBox()
        let repository = try box.repository()
        let ids = try box.add("a", "b", to: repository)
        _ = try repository.delete([ids[0]])
        box.clock.advance(seconds: 29 * 86_400)
        #expect(try repository.titles(.trash) == ["a"])
        #expect(try repository.events().count == 3)
        _ = try repository.delete([ids[1]])
        box.clock.advance(seconds: 2 * 86_400)
        #expect(try repository.titles(.trash) == ["b"])
        #expect(try repository.counts().trash == 1)
        #expect(try repository.events() == ["delete"])
    }

    @Test("A store is tidied once a day")
    func daily() throws {
        let box = try TestBox()
        let repository = try box.repository()
        try box.add("a", to: repository)
        let tidying = DailyTidying(folder: box.folders.data)
        try tidying.run(repository)
        box.clock.advance(seconds: 40 * 86_400)
        try tidying.run(repository)
        #expect(try repository.events().isEmpty)
    }

    @Test("A state becomes pending, is acknowledged and becomes pending again")
    func lifeCycle() throws {
        let state = SyncState(ideaId: sampleID(1), lastModifiedAt: sampleMoment)
        #expect(state.isPendingSync && state.pendingSince == sampleMoment)
        state.markSynced(remoteVersion: 3, recordName: "r", at: sampleMoment)
        #expect(!state.isPendingSync && state.pendingSince == nil && state.remoteVersion == 3)
        #expect(state.cloudKitRecordName == "r" && state.lastSyncedAt == sampleMoment)
        state.markObsolete(at: sampleMoment.addingTimeInterval(31 * 86_400))
        #expect(!state.isObsolete)
        state.markPending(localVersion: 4, at: sampleMoment.addingTimeInterval(86_400))
        state.markObsolete(at: sampleMoment.addingTimeInterval(30 * 86_400))
        #expect(!state.isObsolete)
        state.markObsolete(at: sampleMoment.addingTimeInterval(31 * 86_400))
        #expect(state.isObsolete)
        state.markConflict(at: sampleMoment)
        #expect(state.lastConflictAt == sampleMoment)
    }

    @Test("A change that has waited for 30 days is obsolete, also where nothing has been changed since")
    func obsoleteWithoutTidying() throws {
        let box = try TestBox()
        let repository = try box.repository()
        let id = try repository.create(title: "waits").id
        box.clock.advance(seconds: 30 * 24 * 3_600)
        #expect(try repository.syncSummary(id)?.isObsolete == false)
        box.clock.advance(seconds: 1)
        #expect(try repository.syncSummary(id)?.isObsolete == true)
        #expect(try repository.syncSummary(id)?.isPendingSync == true)
    }
}
