import Foundation
import Testing
import WebHost

@testable import SwiftUI

@MainActor
private final class Notes {
    var words: [String] = []
    func say(_ word: String) { words.append(word) }
}

private struct Taps: View {
    let notes: Notes
    var body: some View {
        Text("both").onTapGesture(count: 2) { notes.say("twice") }.onTapGesture { notes.say("once") }
        Text("turned").onTapGesture { notes.say("one") }.onTapGesture(count: 2) { notes.say("two") }
        Text("held").onTapGesture { notes.say("tap") }.onLongPressGesture { notes.say("hold") }
        Button("control") { notes.say("pressed") }
            .simultaneousGesture(TapGesture().onEnded { notes.say("beside") })
        Button("pressed long") { notes.say("short") }.onLongPressGesture { notes.say("long") }
    }
}

private struct Searching: View {
    @State private var text = "f"
    var body: some View {
        NavigationStack {
            Text("searched \(text)")
                .searchable(text: $text)
                .searchSuggestions { Text("Fern").searchCompletion("fern") }
        }
    }
}

private struct Writing: View {
    @State private var sought = ""
    @State private var line = ""
    @State private var pages = ""
    var body: some View {
        NavigationStack {
            VStack {
                TextField("Line", text: $line)
                TextEditor(text: $pages)
            }
            .searchable(text: $sought)
        }
    }
}

private struct Importing: View {
    let notes: Notes
    let several: Bool
    @State private var isShown = true
    var body: some View {
        Button("Again") { isShown = true }
            .fileImporter(isPresented: $isShown, allowedContentTypes: [.plainText], allowsMultipleSelection: several) {
                guard let urls = try? $0.get() else { return notes.say("failed") }
                for url in urls {
                    let text = (try? String(contentsOf: url, encoding: .utf8)) ?? "unreadable"
                    notes.say("\(url.lastPathComponent)=\(text)")
                }
                notes.say("\(urls.count) files")
            }
    }
}

private struct Schemed: View {
    @State private var isDark = false
    @Environment(\.colorScheme) private var colorScheme
    var body: some View {
        Button("Switch") { isDark.toggle() }
        Text(colorScheme == .dark ? "it is dark" : "it is light")
            .preferredColorScheme(isDark ? .dark : nil)
    }
}

private struct LongList: View {
    @State private var seen: Int?
    var body: some View {
        ScrollViewReader { proxy in
            Button("Far") { proxy.scrollTo(5_000) }
            Button("Near") { proxy.scrollTo(3) }
            Button("Bound") { seen = 700 }
            List(0..<10_000) { Text("Row \($0)") }.scrollPosition(id: $seen)
        }
    }
}

private struct Spoken: View {
    @State private var count = 0
    var body: some View {
        Button("Seen") { count += 1 }
            .accessibilityRepresentation { Button("Spoken") { count += 10 } }
        Text("count \(count)")
    }
}

private struct Swiped: View {
    @State private var names = ["a", "b"]
    var body: some View {
        NavigationStack {
            List {
                ForEach(names, id: \.self) { name in
                    Text(name).swipeActions { Button("Other") {} }
                }
                .onDelete { names.remove(atOffsets: $0) }
                .onMove { names.move(fromOffsets: $0, toOffset: $1) }
            }
            .toolbar { EditButton() }
        }
    }
}

/// What an app does on a touch screen can be done on a page.
@MainActor
@Suite struct KeptActionTests {
    @Test func oneTapAndTwoAreBothThere() {
        let notes = Notes()
        let page = TestPage { Taps(notes: notes) }
        page.click("both")
        page.click("Double-tap")
        page.click("turned")
        #expect(notes.words == ["once", "twice", "one"])
    }

    @Test func pressingLongIsAButtonBeside() {
        let notes = Notes()
        let page = TestPage { Taps(notes: notes) }
        page.click("held")
        page.click("Hold")
        #expect(notes.words == ["tap", "hold"])
    }

    @Test func aGestureBesideAControlRunsWithItAndOnce() {
        let notes = Notes()
        let page = TestPage { Taps(notes: notes) }
        page.draw()
        page.click("control")
        #expect(notes.words == ["pressed", "beside"])
    }

    @Test func aSuggestionIsWrittenIntoTheSearch() {
        let page = TestPage { Searching() }
        page.click("Fern")
        #expect(page.text.contains("searched fern"))
        #expect(page.first(.input)?.properties.value == "fern")
    }

    /// How much may be written is for the app to say, and for the host.
    @Test func aLongTextIsTakenWhole() {
        let page = TestPage { Writing() }
        let long = String(repeating: "é", count: 150_000)
        let fields: [(Node) -> Bool] = [
            { $0.element == .input && $0.attributes[.type] == "text" }, { $0.element == .textarea },
            { $0.attributes[.type] == "search" },
        ]
        for field in fields {
            page.send(.input(long), to: page.nodes.first(where: field))
            let hasAll = page.nodes.first(where: field)?.properties.value == long
            #expect(hasAll)
        }
    }

    @Test func oneFileIsHandedOverAtOnce() {
        let notes = Notes()
        let page = TestPage { Importing(notes: notes, several: false) }
        page.send(.file(name: "../a.txt", bytes: Array("one".utf8)), to: page.first(.input))
        #expect(notes.words == ["a.txt=one", "1 files"])
        #expect(page.picture.overlays.isEmpty)
    }

    @Test func severalFilesAreGatheredUntilTheReaderSaysSo() {
        let notes = Notes()
        let page = TestPage { Importing(notes: notes, several: true) }
        #expect(page.first(.input)?.attributes[.multiple] == "")
        page.send(.file(name: "a.txt", bytes: Array("one".utf8)), to: page.first(.input))
        page.send(.file(name: "a.txt", bytes: Array("two".utf8)), to: page.first(.input))
        #expect(notes.words.isEmpty)
        page.click("Use 2 Files")
        #expect(notes.words == ["a.txt=one", "a.txt=two", "2 files"])
        page.click("Again")
        #expect(page.first(.button, "Use") == nil)
        page.send(.file(name: "b.txt", bytes: []), to: page.first(.input))
        page.click("Cancel")
        #expect(page.picture.overlays.isEmpty)
        #expect(notes.words.count == 3)
    }

    @Test func thePageTakesTheSchemeThatTheAppWishes() {
        let page = TestPage { Schemed() }
        #expect(page.text.contains("it is light"))
        page.click("Switch")
        #expect(page.text.contains("it is dark"))
        #expect(page.picture.root.classes.contains("scheme-dark"))
        page.click("Switch")
        #expect(page.text.contains("it is light"))
        #expect(!page.picture.root.classes.contains("scheme-dark"))
    }

    @Test func aRowFarDownCanBeScrolledTo() throws {
        let page = TestPage { LongList() }
        page.click("Near")
        #expect(words(of: page.picture.focus, page) == "Row 3")
        page.click("Far")
        #expect(words(of: page.picture.focus, page) == "Row 5000")
        #expect(page.nodes.count { $0.element == .li } < 210)
        page.click("Show earlier")
        #expect(page.first(.span, "Row 4900") != nil || page.text.contains("Row 4900"))
        page.click("Bound")
        #expect(words(of: page.picture.focus, page) == "Row 700")
    }

    private func words(of id: String?, _ page: TestPage<LongList>) -> String? {
        page.nodes.first { $0.id == id }?.words
    }

    @Test func whatReadersHearAndWhatIsSeenBothAct() {
        let page = TestPage { Spoken() }
        page.click("Spoken")
        #expect(page.text.contains("count 10"))
        let seen = page.nodes.first { $0.attributes[.ariaHidden] == "true" && $0.element == .button }
        #expect(seen?.attributes[.tabindex] == "-1")
        page.send(.click, to: seen)
        #expect(page.text.contains("count 11"))
    }

    @Test func rowsWithSwipesOfTheirOwnCanBeDeletedWhileEditing() {
        let page = TestPage { Swiped() }
        #expect(page.first(.button, "Delete, a") == nil)
        page.click("Edit")
        page.click("Move down, a")
        #expect(page.nodes.filter { $0.element == .li }.map(\.words).first?.hasPrefix("b") == true)
        page.click("Delete, a")
        #expect(!page.text.contains("|a|"))
    }
}

/// Places of elements, as lists give them.
@Suite struct OffsetTests {
    @Test func elementsAreRemoved() {
        var letters = Array("abcde")
        letters.remove(atOffsets: IndexSet([0, 3, 9]))
        #expect(letters == Array("bce"))
    }

    @Test(arguments: [
        (IndexSet([0]), 3, "bcade"), (IndexSet([0, 1]), 5, "cdeab"), (IndexSet([4]), 0, "eabcd"),
        (IndexSet([1, 3]), 2, "abdce"), (IndexSet([2]), 2, "abcde"), (IndexSet([7]), 0, "abcde"),
        (IndexSet([0]), 99, "bcdea"),
    ])
    func elementsAreMoved(_ source: IndexSet, _ destination: Int, _ expected: String) {
        var letters = Array("abcde")
        letters.move(fromOffsets: source, toOffset: destination)
        #expect(String(letters) == expected)
    }
}
