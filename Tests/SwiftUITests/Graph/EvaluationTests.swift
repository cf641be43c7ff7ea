import Observation
import Testing

@testable import SwiftUI

@Observable
private final class Shelf {
    var title = "Shelf"
    var books = ["A", "B", "C"]
    var unread = 0
}

private struct ShelfTitle: View {
    let shelf: Shelf
    let counter: Counter
    var body: some View {
        let _ = counter.count("title")
        Text(verbatim: shelf.title)
    }
}

private struct Row: View {
    let name: String
    let counter: Counter
    var body: some View {
        let _ = counter.count("row \(name)")
        Text(verbatim: name)
    }
}

private struct ShelfView: View {
    let shelf: Shelf
    let counter: Counter
    @State private var taps = 0
    var body: some View {
        let _ = counter.count("shelf")
        VStack {
            ShelfTitle(shelf: shelf, counter: counter)
            Row(name: "fixed", counter: counter)
            ForEach(shelf.books, id: \.self) { Row(name: $0, counter: counter) }
            Button("Tap") { taps += 1 }
            Text(verbatim: "taps \(taps)")
        }
    }
}

private struct Child: View {
    @Binding var value: Int
    let counter: Counter
    var body: some View {
        let _ = counter.count("child")
        Button("Add \(value)") { value += 1 }
    }
}

private struct Parent: View {
    let counter: Counter
    @State private var value = 0
    var body: some View {
        let _ = counter.count("parent")
        Child(value: $value, counter: counter)
    }
}

private struct FieldHolder: View {
    let counter: Counter
    @State private var text = ""
    var body: some View {
        let _ = counter.count("holder")
        TextField("Name", text: $text)
        Greeting(text: $text, counter: counter)
    }
}

private struct Greeting: View {
    @Binding var text: String
    let counter: Counter
    var body: some View {
        let _ = counter.count("greeting")
        Text(verbatim: "Hello \(text)")
    }
}

private struct EnvironmentReader: View {
    @Environment(\.locale) private var locale
    let counter: Counter
    var body: some View {
        let _ = counter.count("reader")
        Text(verbatim: locale.identifier)
    }
}

private struct EnvironmentRoot: View {
    let counter: Counter
    @State private var isOn = false
    var body: some View {
        VStack {
            EnvironmentReader(counter: counter).disabled(isOn)
            EnvironmentReader(counter: counter).environment(\.locale, Locale(identifier: isOn ? "fr" : "de"))
            Button("Switch") { isOn.toggle() }
        }
    }
}

/// A view that did not read what changed is not evaluated again.
@MainActor
@Suite struct EvaluationTests {
    @Test func onlyReadersAreEvaluatedAgain() {
        let (shelf, counter) = (Shelf(), Counter())
        let page = TestPage { ShelfView(shelf: shelf, counter: counter) }
        #expect(counter["shelf"] == 1 && counter["title"] == 1 && counter["row A"] == 1)
        shelf.title = "New"
        page.draw()
        #expect(counter["title"] == 2)
        #expect(counter["shelf"] == 1)
        #expect(counter["row A"] == 1 && counter["row fixed"] == 1)
        #expect(page.text.contains("New"))
        shelf.unread = 7
        page.draw()
        #expect(counter.counts.values.reduce(0, +) == 7)
    }

    @Test func ownStateEvaluatesTheViewAndNotItsUnchangedChildren() {
        let (shelf, counter) = (Shelf(), Counter())
        let page = TestPage { ShelfView(shelf: shelf, counter: counter) }
        page.click("Tap")
        #expect(counter["shelf"] == 2)
        #expect(counter["title"] == 1 && counter["row A"] == 1 && counter["row fixed"] == 1)
        #expect(page.text.contains("taps 1"))
    }

    @Test func aNewElementEvaluatesItsRowAlone() {
        let (shelf, counter) = (Shelf(), Counter())
        let page = TestPage { ShelfView(shelf: shelf, counter: counter) }
        shelf.books.insert("Z", at: 0)
        page.draw()
        #expect(counter["row Z"] == 1)
        #expect(counter["row A"] == 1 && counter["row B"] == 1)
        let rows = page.nodes.filter { ["Z", "A", "B", "C"].contains($0.words) && $0.children.isEmpty }
        #expect(rows.map(\.words) == ["Z", "A", "B", "C"])
    }

    @Test func aBindingHandedDownDoesNotMakeItsOwnerAReader() {
        let counter = Counter()
        let page = TestPage { Parent(counter: counter) }
        page.click("Add")
        #expect(page.first(.button, "Add 1") != nil)
        #expect(counter["parent"] == 1)
        #expect(counter["child"] == 2)
    }

    @Test func aFieldIsDrawnAnewWithoutItsOwner() {
        let counter = Counter()
        let page = TestPage { FieldHolder(counter: counter) }
        page.write("Ada")
        #expect(page.first(.input)?.properties.value == "Ada")
        #expect(page.text.contains("Hello Ada"))
        #expect(counter["holder"] == 1)
        #expect(counter["greeting"] == 2)
    }

    @Test func theEnvironmentEvaluatesThoseWhoReadTheValue() {
        let counter = Counter()
        let page = TestPage { EnvironmentRoot(counter: counter) }
        #expect(counter["reader"] == 2)
        page.click("Switch")
        #expect(counter["reader"] == 3)
        #expect(page.text.contains("fr"))
    }

    @Test func severalChangesAskForOneDrawing() async {
        let (shelf, counter) = (Shelf(), Counter())
        let page = TestPage { ShelfView(shelf: shelf, counter: counter) }
        await settled(page)
        let before = page.requests
        shelf.title = "1"
        shelf.title = "2"
        shelf.books = []
        await settled(page)
        #expect(page.requests == before + 1)
        _ = counter
    }

    private func settled<V: View>(_ page: TestPage<V>) async {
        for _ in 0..<10 { await Task.yield() }
    }
}
