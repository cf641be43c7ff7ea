import Foundation
import SwiftData
import Testing

@testable import IdeaBoxCore

@Suite("Changing ideas")
struct RepositoryTests {
    @Test("A new idea has version 0, waits for its upload and stands in the history")
    func create() throws {
        let box = try TestBox()
        let repository = try box.repository()
        let idea = try repository.create(title: "  Paper boat regatta\n", details: " on the pond ")
        #expect(idea.title == "Paper boat regatta")
        #expect(idea.details == " on the pond ")
        #expect(idea.createdAt == sampleMoment)
        #expect(idea.updatedAt == sampleMoment)
        #expect(idea.version == 0)
        #expect(!idea.isCompleted)
        #expect(idea.deletedAt == nil && idea.lastSyncedAt == nil)
        #expect(idea.deviceId == DeviceIdentity.known(in: box.folders.deviceFile, box.surroundings))
        let state = try #require(try repository.syncSummary(idea.id))
        #expect(state.isPendingSync && !state.isObsolete)
        #expect(state.localVersion == 0 && state.remoteVersion == nil)
        #expect(state.conflictResolutionStrategy == "lastWrite")
        let entry = try #require(try repository.history(HistoryFilter(idea: idea.id), IdeaPage()).elements.first)
        #expect(entry.eventType == "create" && entry.timestamp == sampleMoment && entry.deviceId == idea.deviceId)
    }

    @Test("Everything is there after the store is opened again")
    func survives() throws {
        let box = try TestBox()
        let idea = try box.repository().create(title: "Kite", details: "靈感 👩‍👩‍👧")
        let again = try box.repository()
        #expect(try again.snapshot(idea.id) == idea)
        #expect(try again.syncSummary(idea.id)?.isPendingSync == true)
        #expect(try again.events() == ["create"])
    }

    @Test("An idea that breaks a rule is not stored at all")
    func rules() throws {
        let repository = try TestBox().repository()
        #expect(throws: IdeaBoxError.rule(.titleEmpty)) { try repository.create(title: " \n") }
        #expect(throws: IdeaBoxError.rule(.titleTooLong(characters: 257))) {
            try repository.create(title: String(repeating: "x", count: 257))
        }
        #expect(throws: IdeaBoxError.rule(.detailsHoldNUL)) { try repository.create(title: "x", details: "\0") }
        #expect(try repository.counts() == IdeaCounts(all: 0, open: 0, completed: 0, trash: 0, pending: 0))
        #expect(try repository.events().isEmpty)
    }

    @Test("Each change counts the version up and is dated after the one before, even when the clock is set back")
    func stamps() throws {
        let box = try TestBox()
        let repository = try box.repository()
        let id = try repository.create(title: "a").id
        box.clock.advance(seconds: -86_400)
        let edited = try repository.edit(id, title: "b").idea
        #expect(edited.version == 1 && edited.updatedAt == sampleMoment.adding(milliseconds: 1))
        let done = try #require(try repository.setCompleted(true, of: [id]).first).idea
        #expect(done.isCompleted && done.version == 2 && done.updatedAt == sampleMoment.adding(milliseconds: 2))
        let deleted = try #require(try repository.delete([id]).first).idea
        #expect(deleted.deletedAt == sampleMoment.adding(milliseconds: 3) && deleted.version == 3)
        let restored = try #require(try repository.restore([id]).first).idea
        #expect(restored.deletedAt == nil && restored.updatedAt == sampleMoment.adding(milliseconds: 4))
        #expect(restored.createdAt == sampleMoment)
        #expect(try repository.syncSummary(id)?.localVersion == 4)
        #expect(Set(try repository.events()) == ["restore", "delete", "complete", "edit", "create"])
    }

    @Test("What is as asked for already is not written again")
    func unchanged() throws {
        let repository = try TestBox().repository()
        let id = try repository.create(title: "a", details: "é").id
        #expect(try repository.edit(id, title: " a ", details: "é").isChanged == false)
        #expect(try repository.setCompleted(false, of: [id]).map(\.isChanged) == [false])
        #expect(try repository.restore([id]).map(\.isChanged) == [false])
        #expect(try repository.snapshot(id).version == 0)
        #expect(try repository.events() == ["create"])
        // Another spelling of the same character is a change, although Swift calls both equal.
        #expect(try repository.edit(id, details: "e\u{301}").isChanged)
        #expect(throws: IdeaBoxError.nothingToChange) { try repository.edit(id) }
    }

    @Test("Of several ideas all are changed or none")
    func allOrNone() throws {
        let box = try TestBox()
        let repository = try box.repository()
        let ids = try box.add("a", "b", to: repository)
        #expect(throws: IdeaBoxError.notFound(sampleID(9).text)) {
            try repository.setCompleted(true, of: [ids[0], sampleID(9), ids[1]])
        }
        #expect(try repository.counts().completed == 0)
        _ = try repository.delete([ids[1]])
        #expect(throws: IdeaBoxError.inTrash(ids[1])) { try repository.setCompleted(true, of: ids) }
        #expect(throws: IdeaBoxError.inTrash(ids[1])) { try repository.edit(ids[1], title: "c") }
        #expect(try box.repository().counts() == IdeaCounts(all: 1, open: 1, completed: 0, trash: 1, pending: 2))
    }

    @Test("Emptying the trash leaves the living, and a deletion that the cloud has not heard of")
    func emptyTrash() throws {
        let box = try TestBox()
        let repository = try box.repository()
        let ids = try box.add("a", "b", "c", to: repository)
        try repository.change { try repository.idea(ids[1]).syncState?.markSynced(remoteVersion: 0, recordName: "r") }
        _ = try repository.delete([ids[0], ids[1]])
        #expect(try repository.emptyTrash() == 2)
        #expect(try repository.emptyTrash() == 0)
        #expect(try repository.titles(.all) == ["c"])
        let states = try ModelContext(repository.container).fetch(FetchDescriptor<SyncState>())
        #expect(Set(states.map(\.ideaId)) == [ids[1], ids[2]])
        #expect(try repository.events().filter { $0 == "purge" }.count == 2)
    }

    @Test("Two copies on one store see each other's changes, and lose none")
    func twoCopies() throws {
        let box = try TestBox()
        let (first, second) = (try box.repository(), try box.repository())
        let id = try first.create(title: "a").id
        #expect(try second.edit(id, title: "b").idea.version == 1)
        #expect(try first.edit(id, details: "d").idea.version == 2)
        #expect(try second.snapshot(id).title == "b")
        #expect(try second.snapshot(id).details == "d")
        #expect(try first.snapshot(id) == second.snapshot(id))
    }
}

@Suite("Lists of ideas")
struct IdeaListTests {
    @Test("All and open: newest first; completed: last changed first; trash: last deleted first")
    func orders() throws {
        let box = try TestBox()
        let repository = try box.repository()
        let ids = try box.add("a", "b", "c", "d", "e", "f", to: repository)
        for index in [3, 1] {
            box.clock.advance(seconds: 1)
            _ = try repository.setCompleted(true, of: [ids[index]])
        }
        for index in [4, 0] {
            box.clock.advance(seconds: 1)
            _ = try repository.delete([ids[index]])
        }
        #expect(try repository.titles(.all) == ["f", "d", "c", "b"])
        #expect(try repository.titles(.open) == ["f", "c"])
        #expect(try repository.titles(.completed) == ["b", "d"])
        #expect(try repository.titles(.trash) == ["a", "e"])
        #expect(try repository.counts() == IdeaCounts(all: 4, open: 2, completed: 2, trash: 2, pending: 6))
    }

    @Test("Pages follow each other without gaps")
    func pages() throws {
        let box = try TestBox()
        let repository = try box.repository()
        try box.add("a", "b", "c", "d", "e", to: repository)
        let pages = try (1...4).map { try repository.ideas(in: .all, IdeaPage(number: $0, size: 2)) }
        #expect(pages.map { $0.elements.map(\.title) } == [["e", "d"], ["c", "b"], ["a"], []])
        #expect(pages.map(\.hasMore) == [true, true, false, false])
        #expect(try repository.ideas(in: .all, IdeaPage(number: .max, size: .max)).elements.isEmpty)
        #expect(throws: IdeaBoxError.numberTooSmall("--page")) { try IdeaPage(number: 0) }
        #expect(throws: IdeaBoxError.numberTooSmall("--limit")) { try IdeaPage(size: 0) }
    }

    @Test("An id is found by any beginning that is unique")
    func prefixes() throws {
        let repository = try TestBox().repository()
        let text =
            "{\"id\":\"aaaaaaaa-0000-4000-8000-000000000001\",\"title\":\"a\"}"
            + "{\"id\":\"aaaaaaaa-1000-4000-8000-000000000002\",\"title\":\"b\"}"
            + "{\"id\":\"ffffffff-ffff-4000-8000-000000000003\",\"title\":\"c\"}"
        _ = try repository.imported(text)
        #expect(try repository.snapshot(repository.resolve("F")).title == "c")
        #expect(try repository.snapshot(repository.resolve("aaaaaaaa1")).title == "b")
        #expect(try repository.snapshot(repository.resolve("aaaaaaaa-0000-4000-8000-000000000001")).title == "a")
        #expect(throws: IdeaBoxError.notFound("b")) { try repository.resolve("b") }
        #expect(throws: IdeaBoxError.notAnID("xyz")) { try repository.resolve("xyz") }
        let error = #expect(throws: IdeaBoxError.self) { try repository.resolve("aaaa") }
        guard case .ambiguous("aaaa", let ideas)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(ideas.map(\.title) == ["a", "b"])
    }
}

@Suite("Searching ideas")
struct SearchTests {
    private func found(
        _ words: String,
        in repository: IdeaRepository,
        hidesCompleted: Bool = false
    ) throws -> [String] {
        try repository.search(words, hidesCompleted: hidesCompleted, IdeaPage()).elements.map(\.title)
    }

    @Test("Case, accents and width do not count, and Chinese words of one and two characters are found")
    func folding() throws {
        let box = try TestBox()
        let repository = try box.repository()
        try box.add("Café map", "ＫＩＴＥ festival", "夜市音樂日記", "Straße", "plain", to: repository)
        #expect(try found("cafe", in: repository) == ["Café map"])
        #expect(try found("CAFÉ", in: repository) == ["Café map"])
        #expect(try found("kite", in: repository) == ["ＫＩＴＥ festival"])
        #expect(try found("樂", in: repository) == ["夜市音樂日記"])
        #expect(try found("音樂", in: repository) == ["夜市音樂日記"])
        #expect(try found("樂音", in: repository).isEmpty)
        #expect(try found("", in: repository).isEmpty)
        #expect(try found(" \" * ", in: repository).isEmpty)
    }

    @Test("All words must occur, in title or details; newest first; the trash is left out")
    func words() throws {
        let box = try TestBox()
        let repository = try box.repository()
        let ids = try box.add("red boat", "red kite", "blue boat", "red boat again", to: repository)
        _ = try repository.edit(ids[2], details: "with a red sail")
        #expect(try found("red", in: repository) == ["red boat again", "blue boat", "red kite", "red boat"])
        #expect(try found("boat red", in: repository) == ["red boat again", "blue boat", "red boat"])
        _ = try repository.setCompleted(true, of: [ids[0]])
        #expect(try found("boat", in: repository, hidesCompleted: true) == ["red boat again", "blue boat"])
        _ = try repository.delete([ids[3]])
        #expect(try found("boat", in: repository) == ["blue boat", "red boat"])
        let page = try repository.search("red", IdeaPage(number: 2, size: 1))
        #expect(page.elements.map(\.title) == ["red kite"] && page.hasMore)
    }
}
