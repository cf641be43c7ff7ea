import Observation
import Testing
import WebHost

@testable import SwiftUI

@Observable
private final class Shelf {
    var note: String?
}

private struct NotePart: View {
    let shelf: Shelf
    var body: some View {
        if let note = shelf.note { Text(verbatim: note) }
    }
}

private struct ShelfView: View {
    let shelf: Shelf
    var body: some View {
        NavigationSplitView {
            List { Text(verbatim: "a row") }
        } detail: {
            NotePart(shelf: shelf)
        }
    }
}

/// Two columns beside each other.
@MainActor
@Suite struct SplitTests {
    @Test("Beside nothing the list has the page to itself, and as long as nothing stands there")
    func alone() {
        let shelf = Shelf()
        let page = TestPage { ShelfView(shelf: shelf) }
        #expect(page.split == ["split", "undivided"])
        shelf.note = "a boat"
        page.draw()
        #expect(page.split == ["split"])
        shelf.note = nil
        page.draw()
        #expect(page.split == ["split", "undivided"])
    }
}

extension TestPage {
    /// How the columns look.
    fileprivate var split: [String]? {
        nodes.lazy.map { ($0.attributes[.class] ?? "").split(separator: " ").map(String.init) }
            .first { $0.contains("split") }
    }
}
