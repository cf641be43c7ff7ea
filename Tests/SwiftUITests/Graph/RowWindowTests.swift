import Observation
import Testing
import WebHost

@testable import SwiftUI

@Observable
private final class Shelf {
    var numbers = Array(0..<1_500)
    var isShown = true
    @ObservationIgnored var seen: [Int] = []
    @ObservationIgnored var left: [Int] = []
    @ObservationIgnored var moves: [String] = []
}

private struct Line: View {
    let number: Int
    let shelf: Shelf
    let counter: Counter
    @State private var presses = 0
    var body: some View {
        let _ = counter.count("row")
        Button("Row \(number) pressed \(presses)") { presses += 1 }
            .onAppear { shelf.seen.append(number) }
            .onDisappear { shelf.left.append(number) }
    }
}

private struct Rows: View {
    let shelf: Shelf
    let counter: Counter
    var body: some View {
        if shelf.isShown {
            List { ForEach(shelf.numbers, id: \.self) { Line(number: $0, shelf: shelf, counter: counter) } }
        }
    }
}

private struct MovedRows: View {
    let shelf: Shelf
    var body: some View {
        ScrollViewReader { proxy in
            Button("Middle") { proxy.scrollTo(1_000) }
            List {
                ForEach(shelf.numbers, id: \.self) { Text("Row \($0)") }
                    .onMove { from, to in shelf.moves.append("\(Array(from)) to \(to)") }
            }
        }
    }
}

/// A list of which rows leave the page that lie far behind.
@MainActor
@Suite struct RowWindowTests {
    private let shelf = Shelf()
    private let counter = Counter()

    private func page() -> TestPage<Rows> {
        TestPage { [shelf, counter] in Rows(shelf: shelf, counter: counter) }
    }

    private func gaps<V>(_ page: TestPage<V>) -> [Node] {
        page.nodes.filter { $0.element == .button && $0.classes.contains("more") }
    }

    private func rows<V>(_ page: TestPage<V>) -> [Int] {
        page.nodes.filter { $0.words.hasPrefix("Row ") && $0.element == .button }
            .compactMap { $0.words.split(separator: " ").dropFirst().first.flatMap { Int($0) } }
    }

    private func row<V>(_ number: Int, _ page: TestPage<V>) -> Node? { page.first(.button, "Row \(number) ") }

    /// The element of the list that a row stands in.
    private func item<V>(_ number: Int, _ page: TestPage<V>) -> Node? {
        page.nodes.first { $0.element == .li && $0.words.contains("Row \(number) ") }
    }

    private func reach<V>(_ page: TestPage<V>, _ gap: Node?, share: Double? = nil, held: String? = nil, rows: Int = 0) {
        page.send(.reach(Reach(share: share, held: held, rowsInWindow: rows)), to: gap)
    }

    @Test func thePageStaysAsLargeAsItWasHoweverFarItScrolls() {
        let page = page()
        var most = 0
        for _ in 0..<14 {
            reach(page, gaps(page).last)
            most = max(most, rows(page).count)
        }
        #expect(most == RowWindow.most)
        #expect(rows(page) == Array(1_300..<1_500))
        #expect(gaps(page).map(\.words) == ["Show earlier (1300)"])
        #expect(counter["row"] == 1_500, "each row is evaluated once on the way")
        // All the way back.
        while let gap = gaps(page).first(where: { $0.classes.contains("earlier") }) { reach(page, gap, share: 1) }
        #expect(rows(page) == Array(0..<200))
        #expect(gaps(page).map(\.words) == ["Show more (1300 remaining)"])
    }

    @Test func aChangeOfOneRowDrawsNoneOfThoseThatHaveLeft() {
        let page = page()
        for _ in 0..<8 { reach(page, gaps(page).last) }
        let before = counter["row"]
        page.send(.click, to: row(800, page))
        #expect(row(800, page)?.words == "Row 800 pressed 1")
        #expect(counter["row"] == before + 1)
    }

    @Test func stateOutlivesTheWayOutAndBack() {
        let page = page()
        page.send(.click, to: row(3, page))
        reach(page, gaps(page).last)
        reach(page, gaps(page).last)
        #expect(row(3, page) == nil)
        reach(page, gaps(page).first, share: 1)
        #expect(row(3, page)?.words == "Row 3 pressed 1")
        // What is gone from the collection begins anew.
        shelf.numbers.removeAll { $0 == 3 }
        page.draw()
        shelf.numbers.insert(3, at: 3)
        page.draw()
        #expect(row(3, page)?.words == "Row 3 pressed 0")
    }

    @Test func whatIsKeptOfRowsThatLeftIsBounded() {
        let page = page()
        let forAHundred = page.scene.graph.nodeCount
        page.send(.click, to: row(3, page))
        for _ in 0..<14 { reach(page, gaps(page).last) }
        let most = RowWindow.most + RowWindow.mostParked + RowWindow.step
        #expect(page.scene.graph.nodeCount <= forAHundred * most / 100)
        // The state of rows that left long ago is given up.
        reach(page, gaps(page).first, share: 0)
        #expect(row(3, page)?.words == "Row 3 pressed 0")
        shelf.isShown = false
        page.draw()
        #expect(page.scene.graph.nodeCount < 10, "nothing of a list outlives it")
    }

    @Test func comingAndGoingIsTold() {
        let page = page()
        for number in [0, 1] { page.send(.appear, to: row(number, page)) }
        #expect(shelf.seen == [0, 1] && shelf.left.isEmpty)
        reach(page, gaps(page).last)
        reach(page, gaps(page).last)
        #expect(Set(shelf.left) == Set(0..<100))
        #expect(shelf.left.count == 100)
        reach(page, gaps(page).first, share: 1)
        page.send(.appear, to: row(1, page))
        #expect(shelf.seen == [0, 1, 1])
        shelf.isShown = false
        page.draw()
        #expect(shelf.left.count == 100 + 100 + 200, "each way out is told once")
    }

    @Test func theRowWithTheFocusStays() throws {
        let page = page()
        let focused = try #require(item(3, page)).id
        for _ in 0..<5 { reach(page, gaps(page).last { !$0.classes.contains("earlier") }, held: focused) }
        #expect(rows(page) == [3] + Array(400..<600))
        #expect(
            gaps(page).map(\.words) == [
                "Show earlier (3)", "Show earlier (396)", "Show more (900 remaining)",
            ]
        )
        // Its place among all is said, as that of each other.
        #expect(item(3, page)?.attributes[.ariaPosinset] == "4")
        #expect(item(3, page)?.attributes[.ariaSetsize] == "1500")
        #expect(item(400, page)?.attributes[.ariaPosinset] == "401")
        // It moves with its element.
        shelf.numbers.insert(-1, at: 0)
        page.draw()
        #expect(rows(page).first == 3)
        #expect(item(3, page)?.id == focused && item(3, page)?.attributes[.ariaPosinset] == "5")
        // Rows before it come when they are asked for, and then it is one of them.
        reach(page, gaps(page).first, share: 0, held: focused)
        #expect(rows(page).prefix(5) == [-1, 0, 1, 2, 3] && rows(page).count == 200)
        #expect(item(3, page)?.id == focused)
        // The focus went elsewhere.
        for _ in 0..<3 { reach(page, gaps(page).last) }
        #expect(!rows(page).contains(3))
    }

    @Test func whoPullsTheBarComesWhereItPoints() {
        let page = page()
        for _ in 0..<10 { reach(page, gaps(page).last) }
        #expect(rows(page) == Array(900..<1_100))
        reach(page, gaps(page).first, share: 0.5)
        #expect(rows(page).contains(449) && rows(page).count == 200)
        #expect(rows(page).first.map { $0 < 420 } == true && rows(page).last.map { $0 > 480 } == true)
        reach(page, gaps(page).last, share: 1)
        #expect(rows(page).last == 1_499)
        reach(page, gaps(page).first, share: 0)
        #expect(rows(page).first == 0)
    }

    @Test func aWindowThatHoldsMoreRowsIsGivenMore() {
        let page = page()
        for _ in 0..<10 { reach(page, gaps(page).last, rows: 160) }
        #expect(rows(page) == Array(600..<1_100))
    }

    @Test func whereTheCollectionShrinksItsEndIsShown() {
        let page = page()
        for _ in 0..<10 { reach(page, gaps(page).last) }
        shelf.numbers = Array(0..<250)
        page.draw()
        #expect(rows(page) == Array(150..<250))
        reach(page, gaps(page).first, share: 1)
        #expect(rows(page).contains(149))
        shelf.numbers = Array(0..<50)
        page.draw()
        #expect(rows(page) == Array(0..<50) && gaps(page).isEmpty)
        #expect(item(7, page)?.attributes[.ariaPosinset] == nil, "readers count themselves what is there")
    }

    @Test func rowsAreMovedByTheirPlacesAmongAll() throws {
        let page = TestPage { [shelf] in MovedRows(shelf: shelf) }
        page.click("Middle")
        let list = try #require(page.nodes.first { $0.events.contains(.move) })
        #expect(list.children.first?.words == "Show earlier (1000)")
        page.send(.move(from: 1, to: 3), to: list)
        page.send(.move(from: 3, to: 1), to: list)
        // There is no row on the other side of the button.
        page.send(.move(from: 1, to: 0), to: list)
        #expect(shelf.moves == ["[1000] to 1003", "[1002] to 1000"])
    }
}
