import Foundation
import Testing
import WebHost

@testable import SwiftUI

/// What each sample draws, held to what is written down of it, and to what every page must hold.
@MainActor
@Suite struct SampleTests {
    @Test(arguments: Sample.all)
    func isDrawnAsWrittenDown(_ sample: Sample) throws {
        try Golden(name: sample.name).check(Self.text(of: sample.page().picture))
    }

    @Test(arguments: Sample.all)
    func isTheSameWhenItIsDrawnAgain(_ sample: Sample) {
        let page = sample.page()
        var first = page.picture
        // Where the focus is to go is said once.
        first.focus = nil
        #expect(Self.text(of: page.draw()) == Self.text(of: first))
    }

    @Test(arguments: Sample.all)
    func namesItsElementsOnce(_ sample: Sample) {
        let names = Self.nodes(of: sample.page().picture).map(\.id)
        let several = Dictionary(grouping: names) { $0 }.filter { $1.count > 1 }.keys.sorted()
        #expect(several == [])
    }

    @Test(arguments: Sample.all)
    func usesClassesThatTheStyleSheetKnows(_ sample: Sample) throws {
        let known = try StyleSheet.classes()
        let used = Set(Self.nodes(of: sample.page().picture).flatMap(\.classes))
        #expect(used.subtracting(known).sorted() == [])
    }

    @Test(arguments: Sample.all)
    func givesEachControlAName(_ sample: Sample) {
        let page = sample.page().picture
        let nodes = ([page.root] + page.overlays).flatMap(\.heard)
        let words = Dictionary(nodes.map { ($0.id, $0.words) }) { first, _ in first }
        let labels = nodes.filter { $0.element == .label }.flatMap { label in label.all.map { ($0.id, label.words) } }
        let named = Dictionary(labels) { first, _ in first }
        let nameless = nodes.filter { node in
            guard [Element.button, .input, .select, .textarea, .a, .dialog].contains(node.element) else { return false }
            let referred = (node.attributes[.ariaLabelledby] ?? "").split(separator: " ").map {
                words[String($0)] ?? ""
            }
            return node.words.isEmpty && referred.joined().isEmpty && (named[node.id] ?? "").isEmpty
        }
        #expect(nameless.map(\.id) == [])
    }

    @Test func nothingIsWrittenDownThatNoSampleDraws() throws {
        #expect(try Golden.names() == Set(Sample.all.map(\.name)))
        #expect(Set(Sample.all.map(\.name)).count == Sample.all.count)
    }

    private static func nodes(of picture: Picture) -> [Node] { ([picture.root] + picture.overlays).flatMap(\.all) }

    private static func text(of picture: Picture) -> String {
        var text = "title: \(picture.title.isEmpty ? "none" : picture.title)\n"
        if picture.title == ProcessInfo.processInfo.processName { text = "title: the program's\n" }
        if picture.depth > 0 { text += "depth: \(picture.depth)\n" }
        if let focus = picture.focus { text += "focus: \(focus)\n" }
        for (keys, node) in picture.shortcuts.sorted(by: { $0.key < $1.key }) { text += "key \(keys): \(node)\n" }
        text += picture.root.dump()
        for overlay in picture.overlays { text += "above:\n" + overlay.dump() }
        return text
    }
}

extension Node {
    /// The elements that readers come to.
    fileprivate var heard: [Node] {
        attributes[.ariaHidden] == "true" ? [] : [self] + children.flatMap(\.heard)
    }
    var classes: [String] { (attributes[.class] ?? "").split(separator: " ").map(String.init) }
}

/// The host's style sheet, as far as its words go.
enum StyleSheet {
    /// The usual look, which needs no rule.
    private static let unstyled: Set<String> = ["inset"]

    static func classes() throws -> Set<String> {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources/WebHost/Assets/host.css")
        let text = try String(contentsOf: file, encoding: .utf8)
        return Set(text.matches(of: /\.([a-zA-Z][a-zA-Z0-9-]*)/).map { String($0.1) }).union(unstyled)
    }
}
