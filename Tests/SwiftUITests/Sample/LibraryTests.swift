import Foundation
import SwiftData
import Testing
import WebHost

@testable import SwiftUI

/// A stranger's app comes up, and what a person does in it arrives.
@MainActor
@Suite struct LibraryTests {
    private func container() throws -> ModelContainer {
        try ModelContainer(
            for: Book.self,
            Author.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
    }

    private func page(_ container: ModelContainer, width: Double = 390) -> TestPage<some View> {
        let settings = SettingsFile(nil)
        return TestPage(ClientEnvironment(width: width)) {
            $0.settings = settings
        } _: {
            LibraryRoot().modelContainer(container)
        }
    }

    @Test func anEmptyLibrarySaysSo() throws {
        let page = page(try container())
        #expect(page.picture.title == "Books")
        #expect(page.text.contains("No Books"))
        #expect(
            page.nodes.filter { $0.attributes[.class]?.contains("tab") == true && $0.element == .button }.count == 3
        )
    }

    @Test func aBookIsAddedInASheet() throws {
        let container = try container()
        let page = page(container)
        page.click("Add")
        #expect(page.picture.overlays.count == 1)
        let sheet = try #require(page.picture.overlays.first)
        let field = try #require(sheet.all.first { $0.element == .input && $0.attributes[.type] == "text" })
        #expect(page.picture.focus == field.id)
        let save = try #require(sheet.all.first { $0.element == .button && $0.words == "Save" })
        #expect(save.attributes[.disabled] != nil)
        page.send(.input("Dune"), to: field)
        page.send(.click, to: page.first(.button, "Save"))
        page.draw()
        #expect(page.picture.overlays.isEmpty)
        #expect(page.text.contains("Dune"))
        #expect(try container.mainContext.fetch(FetchDescriptor<Book>()).map(\.title) == ["Dune"])
    }

    @Test func aRowLeadsToItsBookAndBack() throws {
        let container = try container()
        container.mainContext.insert(Book(title: "Emma"))
        container.mainContext.insert(Book(title: "Ulysses", genre: .history))
        let page = page(container)
        #expect(page.picture.depth == 0)
        page.click("Emma")
        #expect(page.picture.title == "Emma")
        #expect(page.picture.depth == 1)
        page.write("Emma Woodhouse")
        #expect(page.picture.title == "Emma Woodhouse")
        page.scene.handle(SceneEvent(node: "_root", action: .back(depth: 0)))
        page.draw()
        #expect(page.picture.depth == 0)
        #expect(page.text.contains("Emma Woodhouse"))
    }

    @Test func searchAndSwipeActions() throws {
        let container = try container()
        for title in ["Emma", "Persuasion"] { container.mainContext.insert(Book(title: title)) }
        let page = page(container)
        page.send(.input("emm"), to: page.nodes.first { $0.attributes[.type] == "search" })
        #expect(page.text.contains("Emma") && !page.text.contains("Persuasion"))
        page.send(
            .click,
            to: page.nodes.first {
                $0.element == .button && $0.attributes[.class]?.hasPrefix("action") == true && $0.words == "Read"
            }
        )
        #expect(page.first(.s, "Emma") != nil)
        page.send(.input("zzz"), to: page.nodes.first { $0.attributes[.type] == "search" })
        #expect(page.text.contains("No Results for “zzz”"))
    }

    @Test func aRowIsDeletedByItsButton() throws {
        let container = try container()
        for title in ["Emma", "Persuasion"] { container.mainContext.insert(Book(title: title)) }
        let page = page(container)
        page.click("Delete, ")
        page.draw()
        #expect(!page.text.contains("Emma") && page.text.contains("Persuasion"))
    }

    @Test func aDialogAsksBeforeABookIsDeleted() throws {
        let container = try container()
        container.mainContext.insert(Book(title: "Emma"))
        let page = page(container)
        page.click("Emma")
        page.click("Delete Book")
        let dialog = try #require(page.picture.overlays.first)
        #expect(dialog.words.contains("Delete this book?") && dialog.words.contains("Cancel"))
        page.send(.click, to: dialog.all.first { $0.element == .button && $0.words == "Delete" })
        page.draw()
        #expect(page.picture.overlays.isEmpty)
        #expect(page.picture.depth == 0)
        #expect(try container.mainContext.fetchCount(FetchDescriptor<Book>()) == 0)
    }

    @Test(arguments: [390.0, 1_200.0])
    func aListBesideWhatIsChosen(width: Double) throws {
        let container = try container()
        let author = Author(name: "Austen")
        container.mainContext.insert(author)
        container.mainContext.insert(Book(title: "Emma", author: author))
        let page = page(container, width: width)
        page.click("Authors")
        #expect(page.picture.title == "Authors")
        page.click("Austen")
        #expect(page.picture.title == "Austen")
        #expect(page.text.contains("Emma"))
        #expect(page.picture.depth == (width < 768 ? 1 : 0))
        #expect(page.nodes.filter { $0.element == .main }.count == 1)
        page.scene.handle(SceneEvent(node: "_root", action: .back(depth: 0)))
        page.draw()
        #expect(page.picture.title == (width < 768 ? "Authors" : "Austen"))
    }

    @Test func settingsReachTheOtherTab() throws {
        let container = try container()
        container.mainContext.insert(Book(title: "Emma", isRead: true))
        let page = page(container)
        #expect(page.text.contains("Emma"))
        page.click("Settings")
        page.send(.toggle(true), to: page.first(.input))
        page.click("Books")
        #expect(!page.text.contains("Emma"))
    }

    @Test func namesOfElementsAreUnique() throws {
        let container = try container()
        for number in 0..<5 {
            container.mainContext.insert(Book(title: "B\(number)", genre: number < 2 ? .fiction : .science))
        }
        let page = page(container)
        page.click("Add")
        let names = page.nodes.map(\.id)
        #expect(
            Set(names).count == names.count,
            "\(Dictionary(grouping: names) { $0 }.filter { $1.count > 1 }.keys.sorted())"
        )
        #expect(
            names.allSatisfy { $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == ".") } }
        )
    }
}
