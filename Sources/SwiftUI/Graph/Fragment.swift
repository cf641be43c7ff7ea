import WebHost

/// What one view gives to the container around it: an element, and marks that the container understands.
struct Fragment {
    var node: Node
    var styles = Styles()
    var classes: [String] = []
    var marks = Marks()
    /// A control keeps its looks: what is put around it goes to an element of its own.
    var isControl = false

    init(_ node: Node, classes: [String] = [], isControl: Bool = false) {
        self.node = node
        self.classes = classes
        self.isControl = isControl
    }

    /// The element with its looks.
    func finished() -> Node {
        var node = node
        if !classes.isEmpty {
            let own = node.attributes[.class].map { [$0] } ?? []
            node.attributes[.class] = (own + classes).joined(separator: " ")
        }
        if !styles.isEmpty {
            let own = node.attributes[.style].map { $0 + ";" } ?? ""
            node.attributes[.style] = own + styles.text
        }
        return node
    }

    /// Puts an element around, which takes the marks along.
    mutating func wrap(_ classes: [String] = ["wrap"], element: Element = .div) {
        let inner = finished()
        let isFlexible = styles["flex"]
        var outer = Fragment(Node(id: inner.id + "w", element: element, content: .children([inner])), classes: classes)
        outer.marks = marks
        if let isFlexible { outer.styles["flex"] = isFlexible }
        let isControl = inner.element == .button || inner.element == .input
        // What takes all the room that there is does so inside of an element around, too.
        if classes == ["wrap"], self.classes.contains("grow") || (isControl && inner.grows) {
            outer.classes.append("grow")
        }
        if isControl { outer.classes.append("wrap-control") }
        self = outer
    }

    /// Whether it is a link to a screen that shows nothing.
    var isEmptyLink: Bool { marks.isLink && finished().holdsEmptyLink }

    /// Makes room for looks that would clash with those that are there.
    mutating func wrapIfNeeded(for properties: String...) {
        if isControl || properties.contains(where: { styles[$0] != nil }) { wrap() }
    }
}

/// CSS declarations in order.
struct Styles {
    private var entries: [(name: String, value: String)] = []

    var isEmpty: Bool { entries.isEmpty }
    var text: String { entries.map { "\($0.name):\($0.value)" }.joined(separator: ";") }

    subscript(name: String) -> String? {
        get { entries.first { $0.name == name }?.value }
        set {
            if let index = entries.firstIndex(where: { $0.name == name }) {
                if let newValue { entries[index].value = newValue } else { entries.remove(at: index) }
            } else if let newValue {
                entries.append((name, newValue))
            }
        }
    }

    /// Sets what is not set: the innermost modifier wins.
    mutating func fill(_ name: String, _ value: String) {
        if self[name] == nil { self[name] = value }
    }
}

/// What a view says to the container around it.
struct Marks {
    var tag: AnyHashable?
    var tabItem: TabLabel?
    var badge: Text?
    var section: SectionParts?
    var swipe: [SwipeGroup] = []
    var row: RowLooks?
    /// What a list does with the row: deletion and moving, as the row's `ForEach` allows.
    var edit: RowEditing?
    /// What the view says of its row before there is one.
    var staying = RowStaying()
    /// The words of the view, for names of controls.
    var isSpacer = false
    var isDivider = false
    var isRow = false
    /// For how many rows that are not drawn it stands.
    var missingRows = 0
    /// Fragments that stand in a table row, one for each column.
    var cells: [Fragment]?
    var columnSpan = 1
    /// The value that identifies the view (`id`, `ForEach`), for selection and scrolling.
    var identity: AnyHashable?
    /// What pressing the view does, where a gesture made it something to press.
    var press: PressMark?
    /// A link of a navigation stack: the row is its button.
    var isLink = false
}

/// What was drawn of a view: its elements, and what it tells the screen around it.
struct Output {
    var fragments: [Fragment] = []
    var preferences = Preferences()
}

extension [Fragment] {
    var nodes: [Node] { map { $0.finished() } }
}

extension Node {
    /// The words in the element, in order.
    var words: String {
        if attributes[.ariaHidden] == "true" { return "" }
        if let label = attributes[.ariaLabel] { return label }
        switch content {
        case .text(let text): return text
        case .icon: return ""
        case .children(let nodes): return nodes.map(\.words).filter { !$0.isEmpty }.joined(separator: ", ")
        }
    }

    /// The words in the element, without those of controls in it.
    var ownWords: String {
        let nodes = childNodes.filter { ![Element.button, .a, .select, .label, .fieldset].contains($0.element) }
        guard !nodes.isEmpty || childNodes.isEmpty else { return "" }
        if attributes[.ariaHidden] == "true" { return "" }
        if let label = attributes[.ariaLabel] { return label }
        if case .text(let text) = content { return text }
        return nodes.map(\.ownWords).filter { !$0.isEmpty }.joined(separator: ", ")
    }

    /// Whether it takes the width that is offered.
    var grows: Bool { (attributes[.class] ?? "").split(separator: " ").contains("grow") }

    /// Whether it is a label of which only the symbol is seen.
    var isLoneIcon: Bool { (attributes[.class] ?? "").split(separator: " ").contains("lone-icon") }

    /// A control whose whole content has one name bears that name itself: readers know no pictures inside of controls.
    mutating func takeNameOfContent() {
        guard case .children(var nodes) = content, nodes.count == 1, nodes[0].attributes[.role] == "img",
            let name = nodes[0].attributes[.ariaLabel]
        else { return }
        attributes[.ariaLabel] = name
        nodes[0].attributes[.role] = nil
        nodes[0].attributes[.ariaLabel] = nil
        nodes[0].attributes[.ariaHidden] = "true"
        content = .children(nodes)
    }

    mutating func add(class name: String) {
        attributes[.class] = attributes[.class].map { "\($0) \(name)" } ?? name
    }

    /// Whether the person can do something in it.
    var holdsControl: Bool {
        switch element {
        case .button, .input, .select, .textarea, .a, .summary: return true
        default:
            if case .children(let nodes) = content { return nodes.contains(where: \.holdsControl) }
            return false
        }
    }

    /// The same with elements that may stand inside of a line of text.
    var phrasing: Node {
        var node = self
        if node.element == .div || node.element == .section || node.element == .ul || node.element == .li {
            node.element = .span
        }
        if case .children(let nodes) = content { node.content = .children(nodes.map(\.phrasing)) }
        return node
    }

    var childNodes: [Node] {
        if case .children(let nodes) = content { return nodes }
        return []
    }
}
