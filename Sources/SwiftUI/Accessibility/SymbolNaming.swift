import WebHost

/// Gives names to symbols that stand by themselves, and to controls that consist of symbols alone.
///
/// As on Apple's systems, where a symbol that is a button is read by its name. A symbol beside a text says nothing more than the
/// text, and readers pass over it.
@MainActor
struct SymbolNaming {
    let environment: EnvironmentValues

    func name(_ node: inout Node) { visit(&node, hasWords: nil) }

    /// The words of an element, the names of its symbols where it has no words, or what is said of its controls.
    func words(of node: Node) -> String {
        let own = node.ownWords
        guard own.isEmpty else { return own }
        let symbols = node.symbols
        return symbols.isEmpty ? node.words : names(symbols)
    }

    /// Names what has no words; `hasWords` is whether the row or stack around has words, nil at the outside of one.
    ///
    /// - Returns: Whether something was changed.
    @discardableResult
    private func visit(_ node: inout Node, hasWords: Bool?) -> Bool {
        if node.attributes[.ariaHidden] == "true" { return hasWords == false && promote(&node) }
        switch node.content {
        case .text: return false
        case .icon: return false
        case .children(let nodes):
            let isNamed = nameControl(&node, nodes)
            let inside = node.isControl ? true : node.holdsRows ? nil : hasWords
            return visitChildren(of: &node, hasWords: inside) || isNamed
        }
    }

    private func visitChildren(of node: inout Node, hasWords: Bool?) -> Bool {
        var nodes = node.childNodes
        var isChanged = false
        for index in nodes.indices {
            var child = nodes[index]
            let known = hasWords ?? (child.isControl || child.holdsRows ? nil : child.holdsWords)
            guard visit(&child, hasWords: known) else { continue }
            nodes[index] = child
            isChanged = true
        }
        if isChanged { node.content = .children(nodes) }
        return isChanged
    }

    /// A symbol that stands alone is a picture with a name.
    private func promote(_ node: inout Node) -> Bool {
        guard let symbol = node.symbol, node.attributes[.inert] == nil else { return false }
        node.attributes[.ariaHidden] = nil
        node.attributes[.role] = "img"
        node.attributes[.ariaLabel] = SymbolNames.spoken(symbol, environment)
        return true
    }

    private func nameControl(_ node: inout Node, _ nodes: [Node]) -> Bool {
        switch node.element {
        case .button, .a, .summary:
            guard node.isNameless, !nodes.contains(where: \.holdsOwnWords) else { return false }
            let symbols = nodes.flatMap(\.symbols)
            guard !symbols.isEmpty else { return false }
            node.attributes[.ariaLabel] = names(symbols)
            return true
        case .label:
            guard let place = nodes.firstIndex(where: \.isField), nodes[place].isNameless,
                !nodes.contains(where: \.holdsOwnWords)
            else { return false }
            let symbols = nodes.flatMap(\.symbols)
            guard !symbols.isEmpty else { return false }
            var nodes = nodes
            nodes[place].attributes[.ariaLabel] = names(symbols)
            node.content = .children(nodes)
            return true
        default: return false
        }
    }

    private func names(_ symbols: [String]) -> String {
        var said: [String] = []
        for symbol in symbols {
            let name = SymbolNames.spoken(symbol, environment)
            if !said.contains(name) { said.append(name) }
        }
        return said.joined(separator: ", ")
    }
}

extension _RenderContext {
    /// The words of an element, or the names of its symbols where it has no words.
    func spokenWords(of node: Node) -> String { SymbolNaming(environment: environment).words(of: node) }
}

extension Node {
    /// The symbol that it shows, unless the app has said that it means nothing.
    fileprivate var symbol: String? {
        guard case .icon(let name) = content, attributes[.kind] != Self.decorative else { return nil }
        return name
    }

    /// The mark of pictures that mean nothing.
    static let decorative = "decorative"

    /// The symbols in the element, without those of controls inside.
    fileprivate var symbols: [String] {
        if attributes[.ariaHidden] == "true" { return symbol.map { [$0] } ?? [] }
        return childNodes.filter { !$0.isControl }.flatMap(\.symbols)
    }

    /// Whether it says something beside what controls inside of it say.
    fileprivate var holdsOwnWords: Bool {
        if isControl || attributes[.ariaHidden] == "true" { return false }
        if attributes[.ariaLabel]?.isEmpty == false { return true }
        if case .text(let text) = content { return !text.isEmpty }
        return childNodes.contains(where: \.holdsOwnWords)
    }

    /// Whether readers read something in it.
    fileprivate var holdsWords: Bool {
        if attributes[.ariaHidden] == "true" { return false }
        if attributes[.ariaLabel]?.isEmpty == false { return true }
        if case .text(let text) = content { return !text.isEmpty }
        return childNodes.contains(where: \.holdsWords)
    }

    fileprivate var isNameless: Bool {
        (attributes[.ariaLabel] ?? "").isEmpty && attributes[.ariaLabelledby] == nil
    }

    fileprivate var isField: Bool { [.input, .select, .textarea].contains(element) }

    fileprivate var isControl: Bool { [.button, .a, .summary].contains(element) || isField }

    /// Whether what is inside are rows, screens or cells, each of which stands for itself.
    fileprivate var holdsRows: Bool {
        switch element {
        case .main, .header, .footer, .nav, .section, .ul, .ol, .table, .tbody, .tr, .dialog, .details, .fieldset: true
        default:
            (attributes[.class] ?? "").split(separator: " ").contains { Self.frames.contains($0) }
        }
    }

    private static let frames: Set<Substring> = [
        "screen", "content", "tabs", "tab-body", "split", "split-side", "split-detail", "layers", "list", "section",
        "grid",
        "row-value", "scroll", "menu", "nav-leading", "nav-principal", "nav-trailing", "bottombar",
    ]
}
