import Foundation
import Observation
import SwiftData
import Testing

@MainActor
struct NoteBrowserTests {
    let container: ModelContainer
    let browser: NoteBrowser

    init() throws {
        container = try ModelContainer(for: Note.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        let context = container.mainContext
        context.autosaveEnabled = false
        context.insert(Note("Zebra", body: "stripes", folder: "Animals", label: "b"))
        context.insert(Note("Ant", folder: "Animals"))
        context.insert(Note("Bread", body: "Flour, water, sált", folder: "Recipes", label: "a"))
        try context.save()
        browser = try NoteBrowser(container: container)
    }

    @Test func firstResults() {
        #expect(browser.titles == ["Ant", "Bread", "Zebra"])
        #expect(browser.notes.fetchDescriptor.sortBy.count == 1)
        #expect(browser.notes.modelContext === container.mainContext)
        #expect(browser.notes.sections == nil)
    }

    @Test func filterAndOrderCanChange() {
        browser.search("salt")
        #expect(browser.titles == ["Bread"])
        browser.search("")
        browser.sortNewestLast(true)
        #expect(browser.titles == ["Zebra", "Bread", "Ant"])
    }

    @Test func sections() throws {
        #expect(browser.folders.map(\.name) == ["Animals", "Recipes"])
        #expect(browser.folders.map(\.titles) == [["Ant", "Zebra"], ["Bread"]])
        let sections = try #require(browser.byFolder.sections)
        #expect(sections.index(ofSectionTitled: "Recipes") == 1)
        #expect(sections[sectionTitle: "Animals"]?.count == 2)
        #expect(sections[sectionTitle: "None"] == nil)

        let zebra = try #require(browser.byFolder.element(at: IndexPath(indexes: [0, 1])))
        #expect(zebra.title == "Zebra")
        #expect(browser.byFolder.indexPath(for: zebra) == IndexPath(indexes: [0, 1]))
        #expect(browser.byFolder.sectionBy == \Note.folderName)
    }

    @Test func optionalSectionKey() throws {
        let sections = try #require(browser.byLabel.sections)
        #expect(Set(sections.map(\.id)).isSuperset(of: ["a", "b"]))
        #expect(sections[sectionTitle: "a"]?.map(\.title) == ["Bread"])
        #expect(browser.byLabel.results.count == 3)
    }

    @Test func savesElsewhereArrive() async throws {
        let other = ModelContext(container)
        other.insert(Note("Moss", folder: "Plants"))
        let ants = try other.fetch(FetchDescriptor<Note>(predicate: #Predicate { $0.title == "Ant" }))
        ants.first?.title = "Aardvark"
        try other.save()
        await settle { browser.titles.count == 4 }
        #expect(browser.titles == ["Aardvark", "Bread", "Moss", "Zebra"])
        #expect(browser.folders.map(\.name) == ["Animals", "Plants", "Recipes"])
        await settle { browser.changeCount > 0 }
        #expect(browser.changeCount > 0)
    }

    @Test func localChangesAreObserved() async throws {
        let context = container.mainContext
        let ant = try #require(browser.notes.results.first)
        ant.isTrashed = true
        context.insert(Note("Cake", folder: "Recipes"))
        try context.save()
        await settle { browser.titles.first == "Bread" }
        #expect(browser.titles == ["Bread", "Cake", "Zebra"])
    }

    @Test func codableAttribute() throws {
        let context = container.mainContext
        let note = Note("Styled", folder: "Misc")
        note.style = NoteStyle(fontSize: 20, color: .rgb(red: 1, green: 2, blue: 3))
        context.insert(note)
        try context.save()
        let reader = ModelContext(container)
        let copy = try #require(
            try reader.fetch(
                FetchDescriptor<Note>(predicate: #Predicate { $0.title == "Styled" })
            ).first
        )
        #expect(copy.style == NoteStyle(fontSize: 20, color: .rgb(red: 1, green: 2, blue: 3)))
    }

    /// Lets the main actor take a few turns until the condition holds.
    private func settle(_ condition: () -> Bool) async {
        for _ in 0..<1_000 where !condition() {
            await Task.yield()
        }
    }
}
