import Foundation
import Testing
import WebHost

@testable import SwiftUI
@testable import WebHost

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
        let nodes = Self.nodes(of: sample.page().picture)
        let heard = Set(Self.shown(sample.page().picture).flatMap(\.heard).map(\.id))
        let names = AccessibleNames(nodes)
        let nameless = nodes.filter { node in
            (node.element.isControl || node.element == .dialog) && heard.contains(node.id)
                && names.name(of: node).isEmpty
        }
        #expect(nameless.map(\.id) == [])
    }

    @Test func nothingIsWrittenDownThatNoSampleDraws() throws {
        #expect(try Golden.names() == Set(Sample.all.map(\.name)))
        #expect(Set(Sample.all.map(\.name)).count == Sample.all.count)
    }

    /// The page as the host shows it.
    private static func shown(_ picture: Picture) -> [Node] {
        let shown = TidyPicture(picture).picture
        return [shown.root] + shown.overlays
    }

    private static func nodes(of picture: Picture) -> [Node] { shown(picture).flatMap(\.all) }

    private static func text(of drawn: Picture) -> String {
        let picture = TidyPicture(drawn).picture
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
