import Testing
import WebHost

@testable import SwiftUI
@testable import WebHost

@MainActor
private final class Done {
    var words: [String] = []
    func add(_ word: String) { words.append(word) }
}

private struct ToDoRow: View {
    let done: Done
    @State private var isDone = false
    @State private var isOn = false
    @State private var count = 1
    @State private var title = ""

    var body: some View {
        NavigationStack {
            List {
                NavigationLink {
                    Text("Detail")
                } label: {
                    HStack {
                        Button(isDone ? "Reopen" : "Finish") {
                            isDone.toggle()
                            done.add("finish")
                        }
                        VStack {
                            Text("Buy milk")
                            Text(isDone ? "Finished" : "Today")
                        }
                        Toggle("Alarm", isOn: $isOn)
                        Stepper("Bottles", value: $count)
                        TextField("Title", text: $title)
                    }
                }
            }
            .onChange(of: isOn) { done.add("alarm") }
            .onChange(of: count) { done.add("count \(count)") }
            .onChange(of: title) { done.add("title \(title)") }
        }
    }
}

private struct Pressed: View {
    let done: Done
    @State private var several: Set<Int> = []
    @State private var isOpen = true
    @State private var isOn = false

    var body: some View {
        Button {
            done.add("outer")
        } label: {
            HStack {
                Text("Outer")
                Button("Inner") { done.add("inner") }
            }
        }
        HStack {
            Text("Tapped")
            Button("Undo") { done.add("undo") }
        }
        .onTapGesture { done.add("tapped") }
        List(selection: $several) {
            HStack {
                Text("Row")
                Button("Star") { done.add("star") }
            }
            .tag(7)
            Section(isExpanded: $isOpen) {
                Text("Inside of the section")
            } header: {
                HStack {
                    Text("Section")
                    Button("Sort") { done.add("sort") }
                }
            }
        }
        .onChange(of: several) { done.add("several \(several.count)") }
        .onChange(of: isOpen) { done.add("folded") }
        DisclosureGroup {
            Text("Inside of the group")
        } label: {
            HStack {
                Text("Group")
                Button("Rename") { done.add("rename") }
            }
        }
        Toggle(isOn: $isOn) {
            HStack {
                Text("Sync")
                Button("Help") { done.add("help") }
            }
        }
        .onChange(of: isOn) { done.add("sync") }
    }
}

/// Controls inside of what can be pressed: each does what it does, and nothing else.
@MainActor
@Suite("Controls inside of controls")
struct NestedControlTests {
    /// The page as the host shows it: an element that lies in a control there is none of its own.
    private func shown(_ picture: Picture) -> [Node] {
        let shown = TidyPicture(picture).picture
        return ([shown.root] + shown.overlays).flatMap(\.all)
    }

    private func press<V: View>(_ name: String, on page: TestPage<V>, _ location: SourceLocation = #_sourceLocation) {
        let nodes = shown(page.picture)
        let named = AccessibleNames(nodes)
        let target = nodes.first { $0.element == .button && named.name(of: $0) == name }
        page.send(.click, to: target, location)
    }

    @Test("A button in a row that leads somewhere acts, and the rest of the row leads there")
    func rowsThatLead() {
        let done = Done()
        let page = TestPage { ToDoRow(done: done) }
        press("Finish", on: page)
        #expect(done.words == ["finish"])
        #expect(page.first(.span, "Finished") != nil)
        #expect(page.picture.depth == 0)
        let nodes = shown(page.picture)
        page.send(.toggle(true), to: nodes.first { $0.attributes[.role] == "switch" })
        press("Increment Bottles", on: page)
        page.send(.input("Milk"), to: nodes.first { $0.attributes[.placeholder] == "Title" })
        #expect(done.words == ["finish", "alarm", "count 2", "title Milk"])
        #expect(page.picture.depth == 0)
        press("Buy milk, Finished", on: page)
        #expect(page.picture.depth == 1)
        #expect(page.text.contains("Detail"))
    }

    @Test("What is pressed beside its controls does its own action")
    func otherContainers() {
        let done = Done()
        let page = TestPage { Pressed(done: done) }
        press("Inner", on: page)
        press("Outer", on: page)
        press("Undo", on: page)
        press("Tapped", on: page)
        press("Star", on: page)
        press("Row", on: page)
        #expect(done.words == ["inner", "outer", "undo", "tapped", "star", "several 1"])
        done.words = []
        press("Sort", on: page)
        press("Section", on: page)
        #expect(done.words == ["sort", "folded"])
        press("Rename", on: page)
        #expect(page.first(.span, "Inside of the group") == nil)
        press("Group", on: page)
        #expect(page.first(.span, "Inside of the group") != nil)
        press("Help", on: page)
        #expect(done.words == ["sort", "folded", "rename", "help"])
        let control = shown(page.picture).first { $0.attributes[.role] == "switch" }
        #expect(control.map { AccessibleNames(shown(page.picture)).name(of: $0) } == "Sync")
        page.send(.toggle(true), to: control)
        #expect(done.words.last == "sync")
    }

    @Test("Every control of a sample is a control on the page", arguments: Sample.all)
    func allAreShown(_ sample: Sample) {
        let picture = sample.page().picture
        let tidy = TidyPicture(picture)
        #expect(tidy.faults == [])
        let drawn = ([picture.root] + picture.overlays).flatMap(\.all)
        let elements = Dictionary(shown(picture).map { ($0.id, $0.element) }) { first, _ in first }
        for node in drawn where !node.events.isEmpty { #expect(elements[node.id] == node.element) }
        for node in shown(picture) where node.element.isPressed {
            #expect(node.children.flatMap(\.all).filter { $0.element.isControl }.map(\.id) == [])
        }
    }
}

extension Element {
    /// Elements in which no other control may lie.
    var isPressed: Bool { [.button, .a, .summary].contains(self) }
    var isControl: Bool { isPressed || [.input, .select, .textarea].contains(self) }
}

/// The names of elements as readers hear them: labels, what they refer to, or what is inside.
struct AccessibleNames {
    private let nodes: [String: Node]
    private var labels: [String: [Node]] = [:]

    init(_ nodes: [Node]) {
        self.nodes = Dictionary(nodes.map { ($0.id, $0) }) { first, _ in first }
        for label in nodes where label.element == .label {
            let inside = label.all.first { $0.element.isControl }?.id
            if let target = label.attributes[.for] ?? inside { labels[target, default: []].append(label) }
        }
    }

    func name(of node: Node) -> String {
        if let referred = node.attributes[.ariaLabelledby] {
            return referred.split(separator: " ").compactMap { nodes[String($0)]?.spoken }.joined(separator: ", ")
        }
        if let label = node.attributes[.ariaLabel] { return label }
        if node.element.isControl, !node.element.isPressed {
            return (labels[node.id] ?? []).map(\.words).joined(separator: ", ")
        }
        return node.words
    }
}

extension Node {
    /// The words of an element that is named by another: also where readers pass over it otherwise.
    fileprivate var spoken: String {
        var node = self
        node.attributes[.ariaHidden] = nil
        return node.words
    }
}
