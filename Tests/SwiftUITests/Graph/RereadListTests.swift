import Observation
import Testing

@testable import SwiftUI

/// Values as a query hands them out: made anew at each reading, also where they say the same.
private struct Note: Equatable, Identifiable {
    let id: Int
    let title: String

    static func read(_ id: Int, _ word: String) -> Note {
        // Too long to be kept within the value, and never the same memory.
        Note(id: id, title: String(decoding: Array("A note about \(word) of some length".utf8), as: UTF8.self))
    }
}

@Observable
private final class Desk {
    var notes = (0..<20).map { Note.read($0, "a boat") }
    var chosen: Int?
}

/// Counts how often it is drawn, whether or not anything was evaluated for that.
private struct Drawn: View, Primitive {
    typealias Body = Never
    let name: String
    let counter: Counter
    func _render(_ context: _RenderContext) { _ = counter.count(name) }
}

private struct NoteRow: View {
    let note: Note
    let counter: Counter
    var body: some View {
        let _ = counter.count("row \(note.id)")
        NavigationLink(value: note.id) {
            Text(verbatim: note.title)
            Drawn(name: "drawn \(note.id)", counter: counter)
        }
    }
}

private struct DeskView: View {
    @Bindable var desk: Desk
    let counter: Counter
    var body: some View {
        NavigationSplitView {
            List(selection: $desk.chosen) {
                ForEach(desk.notes) { NoteRow(note: $0, counter: counter) }
            }
        } detail: {
            Text(verbatim: "Nothing chosen")
        }
    }
}

/// Lists whose values were read anew.
@MainActor
@Suite struct RereadListTests {
    @Test func onlyRowsThatSaySomethingElseAreDrawnAgain() {
        let (desk, counter) = (Desk(), Counter())
        let page = TestPage { DeskView(desk: desk, counter: counter) }
        let (evaluated, drawn) = (counter["row 3"], counter["drawn 3"])
        desk.notes = (0..<20).map { Note.read($0, $0 == 7 ? "a kite" : "a boat") }
        page.draw()
        #expect(page.text.contains("A note about a kite of some length"))
        #expect(counter["row 7"] == evaluated + 1 && counter["drawn 7"] > drawn)
        for id in 0..<20 where id != 7 {
            #expect(counter["row \(id)"] == evaluated && counter["drawn \(id)"] == drawn, "row \(id)")
        }
    }

    @Test func whatIsChosenIsShownInItsRow() {
        let (desk, counter) = (Desk(), Counter())
        let page = TestPage { DeskView(desk: desk, counter: counter) }
        for chosen in [4, 9, nil] {
            desk.chosen = chosen
            page.draw()
            let current = page.nodes.filter { $0.attributes[.ariaCurrent] == "true" }
            #expect(current.count == (chosen == nil ? 0 : 1))
        }
    }
}
