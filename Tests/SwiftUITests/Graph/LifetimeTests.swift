import Foundation
import Observation
import Testing

@testable import SwiftUI

@Observable
private final class Switches {
    var shows = true
    var number = 0
    var id = 1
    var names = ["a", "b", "c"]
}

@Observable
private final class Log {
    @ObservationIgnored var entries: [String] = []
    func add(_ entry: String) { entries.append(entry) }
}

private struct Tally: View {
    let name: String
    @State private var count = 0
    var body: some View {
        Button("\(name) \(count)") { count += 1 }
    }
}

private struct Scenery: View {
    let switches: Switches
    let log: Log
    var body: some View {
        VStack {
            if switches.shows {
                Tally(name: "then")
                    .onAppear { log.add("appear") }
                    .onDisappear { log.add("disappear") }
            } else {
                Tally(name: "else")
            }
            Tally(name: "known").id(switches.id)
            ForEach(switches.names, id: \.self) { Tally(name: $0) }
            Text(verbatim: "number")
                .onChange(of: switches.number) { old, new in log.add("\(old)→\(new)") }
                .onChange(of: switches.number, initial: true) { log.add("now \(switches.number)") }
        }
    }
}

private struct Working: View {
    let switches: Switches
    let log: Log
    var body: some View {
        if switches.shows {
            Text(verbatim: "working")
                .task(id: switches.number) {
                    log.add("begin \(switches.number)")
                    await withTaskCancellationHandler {
                        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
                            continuation.resume()
                        }
                        while !Task.isCancelled { await Task.yield() }
                    } onCancel: {
                    }
                    log.add("end")
                }
        }
    }
}

/// State lives with its place and its identity.
@MainActor
@Suite struct LifetimeTests {
    @Test func stateBelongsToThePlace() {
        let (switches, log) = (Switches(), Log())
        let page = TestPage { Scenery(switches: switches, log: log) }
        page.click("then 0")
        #expect(page.first(.button, "then 1") != nil)
        switches.shows = false
        page.draw()
        #expect(page.first(.button, "else 0") != nil)
        switches.shows = true
        page.draw()
        #expect(page.first(.button, "then 0") != nil)
        #expect(log.entries == ["appear", "now 0", "disappear", "appear"])
    }

    @Test func anotherIdentityBeginsAnew() {
        let (switches, log) = (Switches(), Log())
        let page = TestPage { Scenery(switches: switches, log: log) }
        page.click("known 0")
        #expect(page.first(.button, "known 1") != nil)
        switches.id = 2
        page.draw()
        #expect(page.first(.button, "known 0") != nil)
    }

    @Test func rowsKeepTheirStateAndNameWhereverTheyGo() {
        let (switches, log) = (Switches(), Log())
        let page = TestPage { Scenery(switches: switches, log: log) }
        page.click("b 0")
        let id = page.first(.button, "b 1")?.id
        switches.names = ["c", "b", "x"]
        page.draw()
        #expect(page.first(.button, "b 1")?.id == id)
        switches.names = []
        page.draw()
        switches.names = ["b"]
        page.draw()
        #expect(page.first(.button, "b 0") != nil)
    }

    @Test func twoRowsOfOneIdentifierAreBothShown() {
        let (switches, log) = (Switches(), Log())
        switches.names = ["a", "a", "b"]
        let page = TestPage { Scenery(switches: switches, log: log) }
        #expect(page.nodes.filter { $0.element == .button && $0.words == "a 0" }.count == 2)
        #expect(Set(page.nodes.map(\.id)).count == page.nodes.count)
    }

    @Test func changesAreToldWithBothValues() {
        let (switches, log) = (Switches(), Log())
        let page = TestPage { Scenery(switches: switches, log: log) }
        #expect(log.entries == ["appear", "now 0"])
        log.entries = []
        switches.number = 3
        page.draw()
        #expect(log.entries.sorted() == ["0→3", "now 3"])
        page.draw()
        #expect(log.entries.count == 2)
    }

    @Test func aTaskEndsWithItsViewAndBeginsWithItsValue() async {
        let (switches, log) = (Switches(), Log())
        let page = TestPage { Working(switches: switches, log: log) }
        await until { log.entries == ["begin 0"] }
        switches.number = 1
        page.draw()
        await until { Set(log.entries) == ["begin 0", "end", "begin 1"] }
        switches.shows = false
        page.draw()
        await until { log.entries.filter { $0 == "end" }.count == 2 }
        #expect(log.entries.count == 4)
    }

    @Test func aClosedPageEndsEverything() async {
        let (switches, log) = (Switches(), Log())
        let page = TestPage { Working(switches: switches, log: log) }
        await until { log.entries == ["begin 0"] }
        page.scene.close()
        await until { log.entries == ["begin 0", "end"] }
        #expect(page.scene.graph.nodeCount == 0)
    }

    @Test func viewsThatAreGoneAreForgotten() {
        let (switches, log) = (Switches(), Log())
        let page = TestPage { Scenery(switches: switches, log: log) }
        let before = page.scene.graph.nodeCount
        switches.names = (0..<50).map { "n\($0)" }
        page.draw()
        #expect(page.scene.graph.nodeCount > before + 90)
        switches.names = ["a", "b", "c"]
        page.draw()
        #expect(page.scene.graph.nodeCount == before)
    }

    @Test func anEventForWhatIsGoneIsIgnored() {
        let (switches, log) = (Switches(), Log())
        let page = TestPage { Scenery(switches: switches, log: log) }
        let gone = page.first(.button, "then 0")
        switches.shows = false
        page.draw()
        page.send(.click, to: gone)
        for id in ["", "n", "n-", "nx-1", "n999-0", "n0", "_root"] {
            page.scene.handle(.init(node: id, action: .click))
        }
        #expect(page.first(.button, "else 0") != nil)
    }

    private func until(_ condition: () -> Bool) async {
        for _ in 0..<20_000 {
            if condition() { return }
            await Task.yield()
        }
        Issue.record("it did not happen")
    }
}
