import Foundation
import Testing
import WebHost

@testable import SwiftUI

/// A page in a test: draws views, finds elements by their words, and does what a person does.
@MainActor
final class TestPage<Content: View> {
    let scene: _PageScene<Content>
    private(set) var picture: Picture
    private(set) var requests = 0

    init(
        _ client: ClientEnvironment = ClientEnvironment(width: 390),
        savedState: String? = nil,
        configure: @escaping (inout EnvironmentValues) -> Void = { _ in },
        @ViewBuilder _ content: @escaping () -> Content
    ) {
        scene = _PageScene(client: client, savedState: savedState, configure: configure, content: content)
        picture = scene.draw()
        scene.needsDisplay = { [weak self] in self?.requests += 1 }
    }

    @discardableResult
    func draw() -> Picture {
        picture = scene.draw()
        return picture
    }

    /// All elements, overlays included.
    var nodes: [Node] { ([picture.root] + picture.overlays).flatMap(\.all) }

    var text: String {
        nodes.compactMap { if case .text(let text) = $0.content { text } else { nil } }.joined(separator: "|")
    }

    func first(_ element: Element, _ words: String = "") -> Node? {
        nodes.first { $0.element == element && (words.isEmpty || $0.words.contains(words)) }
    }

    func send(_ action: SceneEvent.Action, to node: Node?, _ location: SourceLocation = #_sourceLocation) {
        guard let node else {
            Issue.record("there is no such element", sourceLocation: location)
            return
        }
        scene.handle(SceneEvent(node: node.id, action: action))
        draw()
    }

    func click(_ words: String, _ location: SourceLocation = #_sourceLocation) {
        // A button that holds another has the words of both.
        let exact = nodes.first { $0.element == .button && $0.words == words }
        send(.click, to: exact ?? first(.button, words), location)
    }

    func write(_ text: String, _ location: SourceLocation = #_sourceLocation) {
        send(.input(text), to: first(.input) ?? first(.textarea), location)
    }
}

extension Node {
    var all: [Node] { [self] + children.flatMap(\.all) }
    var children: [Node] { if case .children(let nodes) = content { nodes } else { [] } }

    /// The element as a line of text with its children below, for comparison with what was written down.
    func dump(_ depth: Int = 0) -> String {
        let indent = String(repeating: "  ", count: depth)
        var line = indent + element.rawValue
        for (name, value) in attributes.sorted(by: { $0.key < $1.key }) { line += " \(name.rawValue)=\"\(value)\"" }
        if let value = properties.value { line += " .value=\"\(value)\"" }
        if let isChecked = properties.isChecked { line += " .checked=\(isChecked)" }
        if let isOpen = properties.isOpen { line += " .open=\(isOpen)" }
        if !events.isEmpty { line += " @\(events.names)" }
        switch content {
        case .text(let text): return line + " “\(text)”\n"
        case .icon(let name): return line + " <\(name)>\n"
        case .children(let nodes): return line + "\n" + nodes.map { $0.dump(depth + 1) }.joined()
        }
    }
}

extension EventKinds {
    var names: String {
        let all: [(EventKinds, String)] = [
            (.click, "click"), (.input, "input"), (.toggle, "toggle"), (.submit, "submit"), (.close, "close"),
            (.focus, "focus"),
            (.appear, "appear"), (.move, "move"), (.file, "file"),
        ]
        return all.filter { contains($0.0) }.map(\.1).joined(separator: ",")
    }
}

/// Counts what happens in views.
final class Counter {
    var counts: [String: Int] = [:]
    func count(_ name: String) -> Int {
        counts[name, default: 0] += 1
        return counts[name, default: 0]
    }
    subscript(_ name: String) -> Int { counts[name] ?? 0 }
}
