import Foundation
import Observation
import Testing
import WebHost

@testable import SwiftUI

@MainActor
@Observable
private final class Shelf {
    @ObservationIgnored var said: [String] = []
    var count = 3
    var isShown = true
    /// What a task waits for.
    @ObservationIgnored var ends: [CheckedContinuation<Void, Never>] = []

    func say(_ word: String) { said.append(word) }

    /// Ends the oldest task.
    func endTask() async {
        while ends.isEmpty { await Task.yield() }
        ends.removeFirst().resume()
    }
}

private struct Reading: View {
    let shelf: Shelf
    var body: some View {
        List {
            Section {
                ForEach(0..<shelf.count, id: \.self) { number in
                    HStack { Text("book \(number)").onAppear { shelf.say("see \(number)") } }
                }
                Button("More") { shelf.say("press") }
                    .onAppear { shelf.count += 2 }
                Text("last").onAppear(perform: nil).onDisappear { shelf.say("gone") }
            }
            .onAppear { shelf.say("section") }
        }
        .onAppear { shelf.say("list") }
    }
}

private struct Rows<Content: View>: View {
    let shelf: Shelf
    @ViewBuilder let content: Content
    var body: some View {
        if shelf.isShown { content } else { Text("nothing") }
    }
}

extension Node {
    fileprivate var isAwaited: Bool { events.contains(.appear) }
}

/// What begins when a view comes, in rows that are drawn before the reader has come to them.
@MainActor
@Suite struct ArrivalTests {
    private func awaited<Content>(_ page: TestPage<Content>) -> [Node] { page.nodes.filter(\.isAwaited) }

    @Test func rowsOfAListAreSeenWhenThePageSaysSo() {
        let shelf = Shelf()
        let page = TestPage { Reading(shelf: shelf) }
        #expect(Set(shelf.said) == ["section", "list"])
        #expect(awaited(page).map(\.words) == ["book 0", "book 1", "book 2", "More"])
        page.send(.appear, to: awaited(page).first { $0.words == "book 1" })
        #expect(shelf.said.last == "see 1")
    }

    @Test func theRowAtTheEndBringsMoreEachTimeItIsReached() {
        let shelf = Shelf()
        let page = TestPage { Reading(shelf: shelf) }
        for count in [5, 7, 9] {
            page.send(.appear, to: page.first(.button, "More"))
            #expect(shelf.count == count)
            #expect(page.text.contains("book \(count - 1)"))
        }
        #expect(!shelf.said.contains("press"), "a button that is seen is not pressed")
        page.click("More")
        #expect(shelf.said.last == "press" && shelf.count == 9)
    }

    @Test func whatNobodyWaitsForIsNotWatched() {
        let shelf = Shelf()
        let page = TestPage { Reading(shelf: shelf) }
        #expect(page.nodes.first { $0.words == "last" }?.isAwaited == false)
        // A word of a page that is behind: the button has nothing to do with being seen.
        let plain = TestPage { List { Button("Plain") { shelf.say("press") } } }
        plain.send(.appear, to: plain.first(.button, "Plain"))
        #expect(!shelf.said.contains("press"))
    }

    @Test func outsideOfRowsAViewComesWithItsDrawing() {
        let shelf = Shelf()
        let page = TestPage {
            Form { Text("form").onAppear { shelf.say("form") } }
            VStack { Text("stack").onAppear { shelf.say("stack") } }
            List {
                Text("row").sheet(isPresented: .constant(true)) {
                    Text("sheet").onAppear { shelf.say("sheet") }
                }
            }
        }
        #expect(Set(shelf.said) == ["form", "stack", "sheet"])
        #expect(awaited(page).isEmpty)
    }

    @Test func lazyStacksAndGridsAreAsLists() {
        let shelf = Shelf()
        let page = TestPage {
            LazyVStack { Text("down").onAppear { shelf.say("down") } }
            LazyHStack { Text("across").onAppear { shelf.say("across") } }
            LazyVGrid(columns: [GridItem()]) { Text("grid").onAppear { shelf.say("grid") } }
        }
        #expect(shelf.said.isEmpty)
        for node in awaited(page) { page.send(.appear, to: node) }
        #expect(shelf.said == ["down", "across", "grid"])
    }

    @Test func aTaskOfARowBeginsWhenItIsSeenAndAgainWhenItIsSeenAgain() async {
        let shelf = Shelf()
        let page = TestPage {
            Rows(shelf: shelf) {
                List {
                    ProgressView("Loading").task {
                        shelf.say("begin")
                        await withCheckedContinuation { shelf.ends.append($0) }
                        shelf.say("end")
                    }
                }
            }
        }
        let row = awaited(page).first
        #expect(awaited(page).count == 1 && shelf.said.isEmpty)
        page.send(.appear, to: row)
        while shelf.said != ["begin"] { await Task.yield() }
        // Still at work: once is enough.
        page.send(.appear, to: row)
        await shelf.endTask()
        while shelf.said != ["begin", "end"] { await Task.yield() }
        page.send(.appear, to: row)
        while shelf.said != ["begin", "end", "begin"] { await Task.yield() }
        await shelf.endTask()
        while shelf.said.count < 4 { await Task.yield() }
        #expect(shelf.said == ["begin", "end", "begin", "end"])
    }

    @Test func whatIsGoneIsNotSeen() {
        let shelf = Shelf()
        let page = TestPage {
            Rows(shelf: shelf) {
                List { Text("row").onAppear { shelf.say("seen") } }
            }
        }
        let row = awaited(page).first
        shelf.isShown = false
        page.draw()
        page.send(.appear, to: row)
        #expect(shelf.said.isEmpty)
    }
}
