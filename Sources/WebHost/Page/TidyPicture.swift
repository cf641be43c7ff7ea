/// A picture in which every identifier occurs once and every element can stand where it stands, so that the page that a
/// browser makes of it has the same shape.
///
/// Controls that lie in other controls are beside them (``NestedControls``).
struct TidyPicture {
    private(set) var picture: Picture
    /// What had to be changed, in words for the scene's author.
    private(set) var faults: [String] = []

    init(_ picture: Picture) {
        self.picture = picture
        var tidier = Tidier()
        self.picture.root = tidier.tidy(picture.root, within: [])
        self.picture.overlays = picture.overlays.map { tidier.tidy($0, within: []) }
        faults = tidier.faults
    }

    /// The identifier that the scene gave a node, of which the page may know a second one.
    static func original(of id: String) -> String {
        id.firstIndex(of: "~").map { String(id[..<$0]) } ?? id
    }
}

private struct Tidier {
    private var seen: Set<String> = []
    private(set) var faults: [String] = []

    /// What lies above a node, as far as it restricts what may follow.
    struct Surroundings: OptionSet {
        let rawValue: Int
        static let paragraph = Surroundings(rawValue: 1)
        static let heading = Surroundings(rawValue: 2)
        static let form = Surroundings(rawValue: 4)
    }

    mutating func tidy(_ node: Node, within surroundings: Surroundings) -> Node {
        var node = NestedControls.separated(node)
        node.id = unique(node.id)
        place(&node, within: surroundings)
        guard case .children(let children) = node.content else { return node }
        if node.element.isVoid || node.element == .textarea {
            if !children.isEmpty { faults.append("\(node.id): <\(node.element.rawValue)> cannot hold other elements") }
            node.content = .children([])
            return node
        }
        let inside = surroundings.union(node.element.surroundings)
        node.content = .children(children.map { tidy($0, within: inside) })
        return node
    }

    private mutating func unique(_ id: String) -> String {
        if seen.insert(id).inserted { return id }
        faults.append("\(id): two nodes have this identifier")
        var number = 2
        while !seen.insert("\(id)~\(number)").inserted { number += 1 }
        return "\(id)~\(number)"
    }

    /// Exchanges an element that a browser would move out of what it lies in.
    private mutating func place(_ node: inout Node, within surroundings: Surroundings) {
        let substitute: Element
        if surroundings.contains(.paragraph), node.element.endsParagraph {
            substitute = .span
        } else if surroundings.contains(.heading), node.element.isHeading {
            substitute = .span
        } else if surroundings.contains(.form), node.element == .form {
            substitute = .div
        } else {
            return
        }
        faults.append("\(node.id): <\(node.element.rawValue)> cannot stand here; shown as <\(substitute.rawValue)>")
        node.element = substitute
    }
}

extension Element {
    fileprivate var isHeading: Bool { [.h1, .h2, .h3, .h4, .h5, .h6].contains(self) }

    /// Whether a paragraph ends where this element begins.
    fileprivate var endsParagraph: Bool {
        switch self {
        case .main, .header, .footer, .nav, .section, .article, .aside, .form, .search, .div, .p, .hr, .ul, .ol, .dl,
            .li, .dt, .dd, .table, .fieldset, .details, .summary, .dialog, .menu:
            true
        default: isHeading
        }
    }

    fileprivate var surroundings: Tidier.Surroundings {
        switch self {
        case .p: .paragraph
        case .form: .form
        default: isHeading ? .heading : []
        }
    }
}
