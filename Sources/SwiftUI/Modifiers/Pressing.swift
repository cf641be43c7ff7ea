import Foundation
import WebHost

extension Fragment {
    /// Makes the element something that can be pressed, by keys and readers, too.
    ///
    /// Controls inside keep their own meaning: the host draws them beside the button.
    @MainActor
    mutating func makePressable(_ context: _RenderContext, count: Int = 1, _ action: @escaping () -> Void) {
        if var section = marks.section {
            for index in section.rows.indices { section.rows[index].makePressable(context, count: count, action) }
            marks.section = section
            return
        }
        if let known = marks.press { return pressAlso(context, count, action, known) }
        if let control = finished().soleControl { return pressWith(control, context, count, action) }
        let isEnabled = context.environment.isEnabled
        let inner = finished().phrasing
        let marks = marks
        let flex = styles["flex"]
        let grows = classes.contains("grow")
        self = Fragment(
            Node(
                id: inner.id + "g",
                element: .button,
                attributes: [.type: "button"],
                content: .children([inner]),
                events: .click
            ),
            classes: ["btn", "plain"] + (grows ? ["grow"] : []),
            isControl: true
        )
        if let flex { styles["flex"] = flex }
        self.marks = marks
        if !isEnabled { node.attributes[.disabled] = "" }
        self.marks.press = PressMark(id: node.id, count: count, action: action)
        context.on(node.id) { if $0 == .click, isEnabled { action() } }
    }

    /// A control that has a gesture, too: one tap uses the control and does both; what asks for more has a button beside it.
    @MainActor
    private mutating func pressWith(
        _ control: Node,
        _ context: _RenderContext,
        _ count: Int,
        _ action: @escaping () -> Void
    ) {
        guard count == 1, !control.events.isEmpty else {
            return addAction(count == 1 ? .activate : count == PressMark.hold ? .hold : .doubleTap, context, action)
        }
        let isEnabled = context.environment.isEnabled
        // Whoever taps a field writes in it: that it has the focus is what the page says of it.
        let isField = control.events.contains(.focus)
        context.node.companions[control.id, default: []].append { event in
            guard isEnabled else { return }
            switch event {
            case .focus where isField: action()
            case .click, .toggle: action()
            case .input where !isField: action()
            default: break
            }
        }
    }

    /// A view that does one thing when it is tapped and another when it is tapped twice: the page knows one way of pressing,
    /// which does what the fewest taps do; the other has a button beside it.
    @MainActor
    private mutating func pressAlso(
        _ context: _RenderContext,
        _ count: Int,
        _ action: @escaping () -> Void,
        _ known: PressMark
    ) {
        let isEnabled = context.environment.isEnabled
        // As on a screen, the inner one of two equal gestures counts.
        guard count != known.count else { return }
        let (first, other) = count < known.count ? (action, known.action) : (known.action, action)
        context.on(known.id) { if $0 == .click, isEnabled { first() } }
        addAction(max(count, known.count) == PressMark.hold ? .hold : .doubleTap, context, other)
        marks.press = PressMark(id: known.id, count: min(count, known.count), action: first)
    }
}

/// What pressing a view does.
struct PressMark {
    /// More than any number of taps: pressing for some time.
    static let hold = 1_000

    let id: String
    /// How many taps it takes.
    let count: Int
    let action: () -> Void
}

extension Node {
    /// The one control that pressing the view means, if there is one.
    var pressedControl: String? {
        if element == .button { return id }
        let inside = childNodes.filter(\.holdsControl)
        return inside.count == 1 ? inside[0].pressedControl : nil
    }

    /// The control that the view is, with nothing around it but its name and its looks.
    fileprivate var soleControl: Node? {
        switch element {
        case .button, .a, .input, .select, .textarea: return self
        case .label: return childNodes.first { $0.holdsControl }?.soleControl
        default:
            let isBox = (attributes[.class] ?? "").split(separator: " ").first == "wrap"
            return isBox && childNodes.count == 1 ? childNodes[0].soleControl : nil
        }
    }
}

extension Fragment {
    @MainActor
    fileprivate mutating func addAction(_ title: OwnWord, _ context: _RenderContext, _ action: @escaping () -> Void) {
        let id = node.id + (title == .hold ? "x" : "y")
        var button = Node(id: id, element: .button, content: .text(title.text(context.environment)), events: .click)
        button.attributes = [.class: "btn small", .type: "button"]
        context.on(id) { if $0 == .click { action() } }
        wrap(["hstack"])
        node.content = .children(node.childNodes + [button])
    }
}
