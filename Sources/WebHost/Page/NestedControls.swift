/// Draws controls that a scene put into another control beside it, so that each can be reached.
///
/// HTML allows no control inside of a button or a link, and browsers move it elsewhere; readers do not come to what lies in a
/// button, since its children are presentational (WAI-ARIA 1.2, “Presentational Children”). So the outer control becomes a
/// sibling that lies over its area, and the inner ones lie above it.
struct NestedControls {
    /// The class of the box around a control and those that were inside of it.
    private static let box = "pressable"
    /// The class of the control that lies over the area of the box.
    private static let stretched = "stretched"
    /// The class of the controls above.
    private static let above = "on-top"
    /// What belongs to the area rather than to the control that lies over it.
    private static let areaAttributes: Set<Attribute> = [.class, .style, .hidden, .inert, .lang, .dir, .ariaHidden]

    /// The element, or what takes its place where it is a control that holds others.
    static func separated(_ node: Node) -> Node {
        switch node.element {
        case .button, .a:
            node.children.contains(where: \.holdsControl) ? area(of: node) : node
        case .label: labelled(node)
        default: node
        }
    }

    // MARK: Buttons and links

    private static func area(of node: Node) -> Node {
        var area = Node(id: node.id + "~box", element: .span)
        area.attributes = node.attributes.filter { areaAttributes.contains($0.key) }
        area.add(class: box, inFront: true)
        var control = node
        control.attributes = node.attributes.filter { !areaAttributes.contains($0.key) }
        control.attributes[.class] = stretched
        var words: [String] = []
        let content = node.children.map { beside($0, &words) }
        if control.attributes[.ariaLabel] == nil, control.attributes[.ariaLabelledby] == nil {
            // What has no words of its own is called as the controls in it are.
            let names = words.isEmpty ? content.map(\.id) : words
            control.attributes[.ariaLabelledby] = names.joined(separator: " ")
        }
        control.content = .children([])
        area.content = .children([control] + content)
        return area
    }

    /// What lies beside the control: its texts are its name, and need not be read twice; controls lie above it.
    private static func beside(_ node: Node, _ words: inout [String]) -> Node {
        var node = node
        if node.isWholeControl {
            node.add(class: above)
        } else if !node.holdsControl {
            guard node.holdsWords else { return node }
            words.append(node.id)
            node.attributes[.ariaHidden] = "true"
        } else if node.isText {
            // The words of a link are part of the sentence that it stands in.
            words.append(node.id)
            var ignored: [String] = []
            node.content = .children(node.children.map { $0.holdsControl ? beside($0, &ignored) : $0 })
        } else {
            node.content = .children(node.children.map { beside($0, &words) })
        }
        return node
    }

    // MARK: Labels

    /// A label presses the first control inside of it (HTML, “The label element”); where there are several, its texts are
    /// labels of the one that they stand beside.
    private static func labelled(_ node: Node) -> Node {
        guard let place = node.children.firstIndex(where: \.isField) else { return node }
        let field = node.children[place]
        guard node.children.enumerated().contains(where: { $0 != place && $1.holdsControl }) else { return node }
        var node = node
        node.element = .span
        var children = node.children
        var hasLabels = false
        for other in children.indices where other != place {
            children[other] = labelling(children[other], field.id, &hasLabels)
        }
        let hasName = field.attributes[.ariaLabel] != nil || field.attributes[.ariaLabelledby] != nil
        if !hasLabels, !hasName {
            let others = children.indices.filter { $0 != place }.map { children[$0].id }
            children[place].attributes[.ariaLabelledby] = others.joined(separator: " ")
        }
        node.content = .children(children)
        return node
    }

    private static func labelling(_ node: Node, _ field: String, _ hasLabels: inout Bool) -> Node {
        var node = node
        if node.isWholeControl { return node }
        if node.holdsControl {
            node.content = .children(node.children.map { labelling($0, field, &hasLabels) })
        } else if node.element == .span, node.holdsWords {
            node.element = .label
            node.attributes[.for] = field
            hasLabels = true
        }
        return node
    }
}

extension Node {
    /// Whether the person can do something in it.
    fileprivate var holdsControl: Bool {
        switch element {
        case .button, .input, .select, .textarea, .a, .summary: true
        default: children.contains(where: \.holdsControl)
        }
    }

    /// A control, or several that are one for the person: a field with its name, a choice, a group that names itself.
    fileprivate var isWholeControl: Bool {
        switch element {
        case .button, .input, .select, .textarea, .a, .summary: true
        case .label, .fieldset, .details: holdsControl
        default:
            attributes[.role] == "group" && holdsControl
                && children.contains { $0.id == attributes[.ariaLabelledby] }
        }
    }

    /// What a label stands for.
    fileprivate var isField: Bool { [.input, .select, .textarea].contains(element) }

    /// Whether it is one text, with what stands in its lines.
    fileprivate var isText: Bool { (attributes[.class] ?? "").split(separator: " ").contains("text") }

    /// Whether readers read something in it.
    fileprivate var holdsWords: Bool {
        if attributes[.ariaHidden] == "true" || attributes[.hidden] != nil { return false }
        if attributes[.ariaLabel]?.isEmpty == false { return true }
        switch content {
        case .text(let text): return !text.isEmpty
        case .icon: return false
        case .children(let nodes): return nodes.contains(where: \.holdsWords)
        }
    }

    fileprivate mutating func add(class name: String, inFront: Bool = false) {
        let own = attributes[.class]
        attributes[.class] = own.map { inFront ? "\(name) \($0)" : "\($0) \(name)" } ?? name
    }
}
