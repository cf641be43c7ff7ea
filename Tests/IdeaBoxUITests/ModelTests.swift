import Foundation
import Testing

@testable import IdeaBoxCore
@testable import IdeaBoxUI

/// What a window does, without a view.
@MainActor
@Suite("Window")
struct ModelTests {
    @Test("What is added stands first, and is said")
    func add() async throws {
        let window = try Window()
        try window.add("Kite")
        window.time.advance(1)
        try window.model.add(title: " Paper boat ", details: "")
        #expect(window.titles == ["Paper boat", "Kite"])
        #expect(window.model.announcement?.said == .added("Paper boat"))
        #expect(throws: IdeaBoxError.self) { try window.model.add(title: "  ", details: "") }
        #expect(window.titles == ["Paper boat", "Kite"])
    }

    @Test("A deleted idea goes to the trash, and the toast brings it back")
    func deleteAndUndo() async throws {
        let window = try Window()
        let ids = try window.add("Kite", "Walnut")
        await window.settle()
        window.model.delete(ids[0])
        #expect(window.titles == ["Walnut"])
        #expect(window.model.toast?.said == .deleted("Kite"))
        #expect(window.model.announcement?.said == .deleted("Kite"))
        window.model.undo()
        #expect(window.titles == ["Walnut", "Kite"])
        #expect(window.model.announcement?.said == .undone)
        #expect(window.model.toast?.undo == nil)
    }

    @Test("A toast goes by itself, and a later one is not taken away by the end of an earlier")
    func toastFades() async throws {
        let window = try Window()
        let ids = try window.add("Kite", "Walnut")
        window.model.delete(ids[0])
        window.model.delete(ids[1])
        #expect(window.model.toast?.said == .deleted("Walnut"))
        while window.model.toast != nil {
            window.waits.end()
            await Task.yield()
        }
        window.model.undo()
        #expect(try window.home.repository().counts().trash == 2)
    }

    @Test("The idea beside the list moves on when it is deleted")
    func selectionAfterDelete() async throws {
        let window = try Window()
        let ids = try window.add("C", "B", "A")
        await window.settle()
        window.model.selection = ids[1]
        window.model.delete(ids[1])
        #expect(window.model.selection == ids[0])
        window.model.delete(ids[0])
        #expect(window.model.selection == nil)
    }

    @Test("Keys choose the next and the former idea and stay at the ends")
    func keys() async throws {
        let window = try Window()
        let ids = try window.add("B", "A")
        await window.settle()
        window.model.select(offset: 1)
        #expect(window.model.selection == ids[1])
        window.model.select(offset: 1)
        window.model.select(offset: 1)
        #expect(window.model.selection == ids[0])
        window.model.toggleSelection()
        #expect(window.model.editor?.shown.isCompleted == true)
        window.model.select(offset: -1)
        #expect(window.model.selection == ids[1])
        window.model.panel = .keyboard
        window.model.deleteSelection()
        #expect(try window.home.repository().counts().trash == 0)
    }

    @Test("Completed ideas can be hidden, and have a tab of their own")
    func completed() async throws {
        let window = try Window()
        let ids = try window.add("B", "A")
        window.model.setCompleted(true, ids[0])
        #expect(window.titles == ["A", "B"])
        window.model.hidesCompleted = true
        #expect(window.titles == ["A"])
        window.model.tab = .completed
        #expect(window.titles == ["B"])
        window.model.undo()
        #expect(window.titles.isEmpty)
    }

    @Test("How long ago something was is counted from when the window was read last")
    func times() async throws {
        let window = try Window()
        try window.add("Kite")
        await window.settle()
        let before = window.model.readAt
        window.time.advance(3_600)
        #expect(window.model.readAt == before)
        let reads: [@MainActor () -> Void] = [
            { window.model.reload() },
            { window.model.panel = .history(nil) },
            { window.model.selection = window.model.all.ideas.first?.id },
        ]
        for read in reads {
            window.time.advance(60)
            read()
            #expect(window.model.readAt == window.home.now)
        }
    }

    @Test("Long lists come page by page")
    func pages() async throws {
        let window = try Window()
        for number in 0..<120 { try window.add("Idea \(number)") }
        await window.settle()
        #expect(window.titles.count == 50)
        #expect(window.model.all.hasMore)
        window.model.showMore(of: window.model.all)
        #expect(window.titles.count == 100)
        window.model.showMore(of: window.model.all)
        #expect(window.titles.count == 120)
        #expect(!window.model.all.hasMore)
    }

    @Test("Of a long list only what changed is read again, whoever changed it")
    func readAgain() async throws {
        let window = try Window()
        for number in 0..<260 { try window.add("Idea \(number)") }
        await window.settle()
        let all = window.model.all
        for _ in 0..<3 { window.model.showMore(of: all) }
        #expect(all.ideas.count == 200 && all.read?.readCount == 50)
        window.model.setCompleted(true, all.ideas[150].id)
        #expect(all.ideas[150].isCompleted && all.read?.readCount == 1)
        window.model.reload()
        #expect(all.read?.readCount == 0)
        // Another process on the same file.
        let other = try IdeaStore.open(window.home.open.folders, in: window.home.surroundings).repository
        _ = try other.edit(all.ideas[40].id, title: "Written elsewhere")
        _ = try other.delete([all.ideas[30].id])
        let added = try other.create(title: "Also from there").id
        window.model.reload()
        #expect(all.ideas[0].id == added && all.read?.readCount == 2)
        #expect(all.ideas.contains { $0.title == "Written elsewhere" })
        let page = try IdeaPage(size: all.size)
        #expect(all.ideas == (try window.home.repository().ideas(in: .all, page).elements))
        // After more changes than are looked through, all is read.
        for number in 0...IdeaRepository.mostNews { _ = try other.edit(added, title: "Version \(number)") }
        window.model.reload()
        #expect(all.read?.readCount == 201 && all.ideas[0].title == "Version \(IdeaRepository.mostNews)")
        #expect(all.ideas == (try window.home.repository().ideas(in: .all, page).elements))
    }

    @Test("A list that loses what was changed is filled up from the store")
    func readAgainInPart() async throws {
        let window = try Window()
        for number in 0..<120 { try window.add("Idea \(number)") }
        window.model.hidesCompleted = true
        let all = window.model.all
        #expect(all.ideas.count == 50)
        let ids = all.ideas.prefix(3).map(\.id)
        for id in ids { window.model.setCompleted(true, id) }
        #expect(all.ideas.count == 50 && all.read?.readCount == 1)
        let page = try IdeaPage(size: all.size)
        #expect(all.ideas == (try window.home.repository().ideas(in: .open, page).elements))
        window.model.hidesCompleted = false
        #expect(all.ideas.prefix(3).map(\.id) == ids && all.read?.readCount == 51)
    }

    @Test("What a change means for the counts is shown at once, and is what is counted")
    func countsAtOnce() async throws {
        let window = try Window()
        let ids = try window.add("C", "B", "A")
        await window.settle()
        func agrees() throws -> Bool {
            let counted = try window.home.repository().counts()
            let shown = try #require(window.home.counts)
            return shown.all == counted.all && shown.open == counted.open && shown.completed == counted.completed
                && shown.trash == counted.trash
        }
        let steps: [@MainActor () throws -> Void] = [
            { window.model.setCompleted(true, ids[0]) },
            { window.model.setCompleted(true, ids[0]) },
            { window.model.undo() },
            { window.model.setCompleted(true, ids[1]) },
            { window.model.delete(ids[1]) },
            { window.model.undo() },
            { window.model.delete(ids[2]) },
            { window.model.restore(ids[2]) },
            { try window.model.add(title: "D", details: "") },
        ]
        for (place, step) in steps.enumerated() {
            try step()
            #expect(try agrees(), "step \(place)")
        }
        await window.settle()
        #expect(try agrees() && window.home.counts?.pending == 4)
    }

    @Test("What is looked for is found, and looked for again when the store changes")
    func search() async throws {
        let window = try Window()
        try window.add("海邊的風箏", "Paper boat")
        window.model.tab = .search
        window.model.search.words = "風"
        await window.settle()
        #expect(window.titles == ["海邊的風箏"])
        try window.add("風車")
        await window.settle()
        #expect(window.titles == ["風車", "海邊的風箏"])
        window.model.search.words = "zzz"
        await window.settle()
        #expect(window.titles.isEmpty)
        #expect(window.model.search.found == "zzz")
    }

    @Test("The trash is emptied for good")
    func emptyTrash() async throws {
        let window = try Window()
        let ids = try window.add("B", "A")
        window.model.delete(ids[0])
        window.model.panel = .trash
        #expect(window.model.trash.ideas.map(\.title) == ["B"])
        let idea = try #require(window.model.trash.ideas.first)
        #expect(window.model.trashOutlook?.daysLeft(of: idea) == 30)
        window.time.advance(86_400)
        window.model.reload()
        #expect(window.model.trashOutlook?.daysLeft(of: idea) == 29)
        let living = try #require(window.model.all.ideas.first)
        #expect(window.model.trashOutlook?.daysLeft(of: living) == nil)
        window.model.emptyTrash()
        #expect(window.model.trash.ideas.isEmpty)
        #expect(window.model.announcement?.said == .emptied(1))
    }

    @Test("The history names the idea of each line, and a lost version comes back")
    func history() async throws {
        let window = try Window()
        let repository = window.home.repository()
        let id = try window.add("Kite")[0]
        try repository.change {
            let details =
                #"{"winner":"remote","local":{"title":"Dragon","details":"green","createdAt":"2026-11-21T03:09:00.123Z"},"remote":{"title":"Kite"}}"#
            repository.context.insert(
                SyncLog(ideaId: id, eventType: "conflict", timestamp: window.home.now, details: details, deviceId: "x")
            )
        }
        window.model.panel = .history(id)
        window.model.history.event = .conflict
        let line = try #require(window.model.history.lines.first)
        #expect(line.title == "Kite")
        window.model.bringBack(line.entry)
        #expect(try window.home.repository().snapshot(id).details == "green")
        #expect(window.model.announcement?.said == .restored("Dragon"))
    }

    @Test("An import is shown before it is done")
    func importFile() async throws {
        let window = try Window()
        let exchange = ExchangeModel(window.model)
        let file = Array("- [ ] Kite\n- [x] Walnut\nnot an item\n".utf8)
        exchange.look(at: file, named: "ideas.md", .english)
        await exchange.waitUntilIdle()
        #expect(exchange.preview?.report.added == 2)
        #expect(exchange.preview?.report.refused == 1)
        #expect(exchange.preview?.refusals.count == 1)
        #expect(try window.home.repository().counts().all == 0)
        exchange.importNow()
        await exchange.waitUntilIdle()
        #expect(try window.home.repository().counts().all == 2)
        #expect(window.model.announcement?.said == .imported(2))
        exchange.look(at: file, named: "ideas.exe", .english)
        #expect(exchange.failure == .unknownFormat)
        exchange.look(at: Array("{".utf8), named: "ideas.json", .english)
        await exchange.waitUntilIdle()
        #expect(exchange.failure != nil)
    }
}
