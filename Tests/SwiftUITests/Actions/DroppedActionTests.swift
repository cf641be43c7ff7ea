import Foundation
import Testing
import WebHost

@testable import SwiftUI

@MainActor
private final class Done {
    var words: [String] = []
    func add(_ word: String) { words.append(word) }
}

private struct MixedRows: View {
    let done: Done
    var body: some View {
        List {
            Text("Header of the rows")
            ForEach(["a", "b", "c"], id: \.self) { Text($0) }
                .onMove { done.add("\($0.first ?? -1) to \($1)") }
        }
    }
}

private struct LockedRows: View {
    var body: some View {
        List {
            ForEach(["a", "b", "c"], id: \.self) { name in
                Text(name).deleteDisabled(name == "a").moveDisabled(name == "c")
            }
            .onDelete { _ in }
            .onMove { _, _ in }
        }
        .environment(\.editMode, .constant(.active))
    }
}

private struct Reloaded: View {
    let done: Done
    let bar: Visibility
    var body: some View {
        VStack {
            List { Text("one") }.refreshable { await done.add("one") }
            List { Text("two") }.refreshable { await done.add("two") }
        }
        .toolbar(bar, for: .navigationBar)
    }
}

private struct Tapped: View {
    let done: Done
    @State private var text = ""
    @State private var isOn = false
    @State private var count = 1
    var body: some View {
        TextField("Field", text: $text).onTapGesture { done.add("field") }
        Toggle("Switch", isOn: $isOn).onTapGesture { done.add("switch") }
        Button("Button") { done.add("button") }.onTapGesture { done.add("tap") }
        Text("Chain").gesture(TapGesture().onEnded { done.add("first") }.onEnded { done.add("second") })
        Text("Held").onLongPressGesture {
            done.add("held")
        } onPressingChanged: {
            done.add("\($0)")
        }
        Text("Pressed").gesture(
            LongPressGesture().onEnded { done.add("long \($0)") }.onChanged { done.add("pressing \($0)") }
        )
        Stepper("Count", value: $count) { done.add("editing \($0)") }
        Section { Text("In the section") }.onTapGesture { done.add("section") }
    }
}

private struct Menus: View {
    let done: Done
    var body: some View {
        List {
            Group {
                Text("one")
                Text("two")
            }
            .contextMenu { Button("Copy") { done.add("copy") } }
            Section {
                Text("three")
                Text("four")
            }
            .contextMenu { Button("Move") {} }
            .swipeActions { Button("Pin") { done.add("pin") } }
            Section { Text("five") }.onTapGesture { done.add("five") }
        }
    }
}

private struct Sharing: View {
    var body: some View {
        Menu("Actions") {
            ShareLink("Share", item: "shared text")
            Button("Other") {}
        }
    }
}

private struct HiddenLink: View {
    let done: Done
    var body: some View {
        NavigationStack {
            List {
                ZStack {
                    HStack {
                        Text("Fern")
                        Button("Water") { done.add("water") }
                    }
                    NavigationLink(value: 1) { EmptyView() }.opacity(0)
                }
            }
            .navigationDestination(for: Int.self) { Text("Screen \($0)") }
        }
    }
}

private struct ChosenLinks: View {
    @State private var several: Set<Int> = []
    var body: some View {
        NavigationStack {
            List(selection: $several) {
                NavigationLink("First", value: 1).tag(1)
                NavigationLink("Second", value: 2).tag(2)
            }
            .environment(\.editMode, .constant(.active))
            .navigationDestination(for: Int.self) { Text("Screen \($0)") }
            Text("chosen \(several.count)")
        }
    }
}

private struct Asked: View {
    var body: some View {
        Text("page").confirmationDialog("Sure?", isPresented: .constant(true)) {
            Button("Delete", role: .destructive) {}
            Button("Not now", role: .cancel) {}.padding()
        }
    }
}

/// Actions that were given to a view and that a person must be able to call.
@MainActor
@Suite("Dropped actions")
struct DroppedActionTests {
    @Test("Rows of a collection can be moved beside rows that stay")
    func movesBesideOtherRows() {
        let done = Done()
        let page = TestPage { MixedRows(done: done) }
        let list = page.nodes.first { $0.events.contains(.move) }
        page.send(.move(from: 1, to: 2), to: list)
        page.send(.move(from: 3, to: 1), to: list)
        // What lies outside of the collection is no place of it: the row goes as far as it can.
        page.send(.move(from: 3, to: 0), to: list)
        page.send(.move(from: 0, to: 2), to: list)
        #expect(done.words == ["0 to 2", "2 to 0", "2 to 0"])
    }

    @Test("A row of a collection says itself that it stays")
    func rowsThatStay() {
        let page = TestPage { LockedRows() }
        let labels = page.nodes.compactMap { $0.attributes[.ariaLabel] }
        #expect(labels == ["Move down, a", "Delete, b", "Move up, b", "Move down, b", "Delete, c"])
    }

    @Test(
        "Each list of a screen can be loaded anew, also below a hidden bar",
        arguments: [Visibility.visible, .hidden]
    )
    func refreshing(_ bar: Visibility) async throws {
        let done = Done()
        let page = TestPage { Reloaded(done: done, bar: bar) }
        let buttons = page.nodes.filter { $0.element == .button && $0.words == "Refresh" }
        #expect(buttons.count == 2)
        for button in buttons { page.send(.click, to: button) }
        while done.words.count < buttons.count { await Task.yield() }
        #expect(done.words.sorted() == ["one", "two"])
    }

    @Test("A tap on a control uses it, and calls the gesture's action")
    func tapsOnControls() {
        let done = Done()
        let page = TestPage { Tapped(done: done) }
        page.send(.focus, to: page.first(.input))
        page.send(.toggle(true), to: page.nodes.first { $0.attributes[.role] == "switch" })
        page.click("Button")
        #expect(done.words == ["field", "switch", "button", "tap"])
        done.words = []
        page.click("Chain")
        #expect(done.words == ["first", "second"])
        done.words = []
        page.click("Held")
        #expect(done.words == ["true", "held", "false"])
        done.words = []
        page.click("Pressed")
        #expect(done.words == ["pressing true", "long true"])
        done.words = []
        page.click("Increment")
        #expect(done.words == ["editing true", "editing false"])
    }

    @Test("Menus and actions of several views are those of each")
    func actionsOfSeveral() {
        let done = Done()
        let page = TestPage { Menus(done: done) }
        let rows = page.nodes.filter { $0.element == .li }
        #expect(rows.count == 5)
        for row in rows.prefix(4) { #expect(row.all.contains { $0.attributes[.ariaHaspopup] == "menu" }) }
        for row in rows[2...3] { page.send(.click, to: row.all.first { $0.words == "Pin" && $0.element == .button }) }
        page.click("five")
        page.send(.click, to: rows[1].all.first { $0.attributes[.ariaHaspopup] == "menu" })
        page.click("Copy")
        #expect(done.words == ["pin", "pin", "five", "copy"])
    }

    @Test("A text is shared from a menu, which closes")
    func sharesFromMenus() {
        let page = TestPage { Sharing() }
        page.click("Actions")
        page.click("Share")
        #expect(page.text.contains("shared text"))
    }

    @Test("A row leads where its hidden link leads")
    func hiddenLinks() {
        let done = Done()
        let page = TestPage { HiddenLink(done: done) }
        let link = page.nodes.first { $0.attributes[.ariaLabel] == "Fern" }
        #expect(link?.attributes[.inert] == nil)
        page.click("Water")
        #expect(page.picture.depth == 0)
        page.send(.click, to: link)
        #expect(page.picture.depth == 1)
        #expect(done.words == ["water"])
    }

    @Test("Rows that lead somewhere can be chosen while the list is edited")
    func chosenLinks() {
        let page = TestPage { ChosenLinks() }
        page.send(.click, to: page.nodes.first { $0.attributes[.ariaLabel] == "Select, Second" })
        #expect(page.text.contains("chosen 1"))
        #expect(page.picture.depth == 0)
    }

    @Test("A button that cancels a dialog is known in its frame, too")
    func framedCancel() {
        let page = TestPage { Asked() }
        let dialog = page.picture.overlays.first
        let buttons = dialog?.all.filter { $0.element == .button }.map(\.words)
        #expect(buttons == ["Delete", "Not now"])
        #expect(dialog?.all.first { $0.attributes[.class] == "alert-actions" }?.children.count == 2)
    }

    @Test("Keys press a link")
    func keysOfLinks() {
        let page = TestPage { Link("Manual", destination: URL(filePath: "/manual")).keyboardShortcut("m") }
        #expect(page.picture.shortcuts["Ctrl+M"] == page.first(.a)?.id)
    }
}
