import Foundation
import WebHost

extension Node {
    /// Changes the control in the element, or the element itself where there is none.
    mutating func changeControl(_ change: (inout Node) -> Void) {
        if !reachControl(change) { change(&self) }
    }

    private mutating func reachControl(_ change: (inout Node) -> Void) -> Bool {
        switch element {
        case .button, .input, .select, .textarea, .a, .summary:
            change(&self)
            return true
        default: break
        }
        guard case .children(var nodes) = content else { return false }
        for index in nodes.indices where nodes[index].reachControl(change) {
            content = .children(nodes)
            return true
        }
        return false
    }

    /// Gives the element a name for readers.
    mutating func name(_ label: String) {
        changeControl { node in
            node.attributes[.ariaLabel] = label
            node.attributes[.ariaHidden] = nil
            if node.attributes[.kind] == Self.decorative { node.attributes[.kind] = nil }
            let isNamed = [Element.span, .div, .s, .u].contains(node.element) && node.attributes[.role] == nil
            guard isNamed else { return }
            if case .icon = node.content {
                node.attributes[.role] = "img"
            } else {
                node.attributes[.role] = node.holdsControl ? "group" : "img"
            }
        }
    }
}

extension Node {
    /// Readers are not told of it, also where it is a symbol that stands alone.
    mutating func hideFromReaders() {
        attributes[.ariaHidden] = "true"
        if case .icon = content { attributes[.kind] = Self.decorative }
    }

    /// The same, unknown to readers and keys.
    fileprivate var forPointersAlone: Node {
        var node = outOfTabOrder
        node.attributes[.ariaHidden] = "true"
        return node
    }

    private var outOfTabOrder: Node {
        var node = self
        switch element {
        case .button, .input, .select, .textarea, .a, .summary: node.attributes[.tabindex] = "-1"
        default: break
        }
        if case .children(let nodes) = content { node.content = .children(nodes.map(\.outOfTabOrder)) }
        return node
    }
}

extension Fragment {
    /// Words for readers that describe the control, beside it and not seen.
    mutating func describe(_ words: String) {
        let id = node.id + "h"
        node.changeControl {
            $0.attributes[.ariaDescribedby] = ($0.attributes[.ariaDescribedby].map { $0 + " " } ?? "") + id
        }
        let hint = Node(id: id, element: .span, attributes: [.hidden: ""], content: .text(words))
        wrap()
        node.content = .children(node.childNodes + [hint])
    }
}

extension View {
    /// The name of the view for readers.
    public func accessibilityLabel(_ labelKey: LocalizedStringKey) -> some View { accessibilityLabel(Text(labelKey)) }
    /// The name of the view for readers.
    public func accessibilityLabel(_ label: Text) -> some View {
        alterFragments { context, fragment in fragment.node.name(label.plain(in: context.environment)) }
    }
    /// The name of the view for readers.
    @_disfavoredOverload
    public func accessibilityLabel<S: StringProtocol>(_ label: S) -> some View { accessibilityLabel(Text(label)) }

    /// What the view does, for readers.
    public func accessibilityHint(_ hintKey: LocalizedStringKey) -> some View { accessibilityHint(Text(hintKey)) }
    /// What the view does, for readers.
    public func accessibilityHint(_ hint: Text) -> some View {
        alterFragments { context, fragment in
            let words = hint.plain(in: context.environment)
            if !words.isEmpty { fragment.describe(words) }
        }
    }
    /// What the view does, for readers.
    @_disfavoredOverload
    public func accessibilityHint<S: StringProtocol>(_ hint: S) -> some View { accessibilityHint(Text(hint)) }

    /// The value of the view for readers.
    public func accessibilityValue(_ valueKey: LocalizedStringKey) -> some View { accessibilityValue(Text(valueKey)) }
    /// The value of the view for readers.
    public func accessibilityValue(_ value: Text) -> some View {
        alterFragments { context, fragment in
            let words = value.plain(in: context.environment)
            var isRange = false
            fragment.node.changeControl { node in
                isRange =
                    node.attributes[.type] == "range" || node.element == .progress
                    || node.attributes[.role] == "progressbar"
                if isRange { node.attributes[.ariaValuetext] = words }
            }
            if !isRange, !words.isEmpty { fragment.describe(words) }
        }
    }
    /// The value of the view for readers.
    @_disfavoredOverload
    public func accessibilityValue<S: StringProtocol>(_ value: S) -> some View { accessibilityValue(Text(value)) }

    /// Whether readers are not told of the view.
    public func accessibilityHidden(_ hidden: Bool) -> some View {
        alterFragments { _, fragment in
            guard hidden else { return }
            fragment.node.hideFromReaders()
            // What readers do not know of must not take their focus.
            if fragment.node.holdsControl { fragment.node.attributes[.inert] = "" }
        }
    }

    /// A name of the view for tests.
    public func accessibilityIdentifier(_ identifier: String) -> some View {
        alterFragments { $1.node.changeControl { $0.attributes[.testid] = identifier } }
    }

    /// What the view is, for readers.
    public func accessibilityAddTraits(_ traits: AccessibilityTraits) -> some View {
        alterFragments { _, fragment in traits.apply(to: &fragment.node) }
    }

    /// What the view is not, for readers.
    public func accessibilityRemoveTraits(_ traits: AccessibilityTraits) -> some View {
        alterFragments { _, fragment in
            if traits.contains(.isHeader), fragment.node.attributes[.role] == "heading" {
                fragment.node.attributes[.role] = nil
            }
            if traits.contains(.isSelected) {
                fragment.node.changeControl { node in
                    node.attributes[.ariaPressed] = nil
                    node.attributes[.ariaCurrent] = nil
                }
            }
        }
    }

    /// The level of a heading.
    public func accessibilityHeading(_ level: AccessibilityHeadingLevel) -> some View {
        alterFragments { _, fragment in
            fragment.node.attributes[.role] = "heading"
            fragment.node.attributes[.ariaLevel] = String(level.number)
        }
    }

    /// How readers see the views inside: as one, as a group, or not at all.
    public func accessibilityElement(children: AccessibilityChildBehavior = .ignore) -> some View {
        alterFragments { context, fragment in
            switch children.kind {
            case .contain: if fragment.node.attributes[.role] == nil { fragment.node.attributes[.role] = "group" }
            case .combine:
                if !fragment.node.holdsControl { fragment.node.name(context.spokenWords(of: fragment.finished())) }
            case .ignore:
                guard !fragment.node.holdsControl, case .children(let nodes) = fragment.node.content else { return }
                fragment.node.content = .children(
                    nodes.map { node in
                        var node = node
                        node.attributes[.ariaHidden] = "true"
                        return node
                    }
                )
            }
        }
    }

    /// An action for readers: a button that is not seen until it has the focus.
    public func accessibilityAction(named nameKey: LocalizedStringKey, _ handler: @escaping () -> Void) -> some View {
        accessibilityAction(named: Text(nameKey), handler)
    }
    /// An action for readers: a button that is not seen until it has the focus.
    public func accessibilityAction(named name: Text, _ handler: @escaping () -> Void) -> some View {
        alterFragments { context, fragment in
            let id = fragment.node.id + "x"
            let words = name.plain(in: context.environment)
            var button = Node(id: id, element: .button, content: .text(words), events: .click)
            button.attributes = [.class: "btn visually-hidden", .type: "button"]
            context.on(id) { if $0 == .click { handler() } }
            fragment.wrap()
            fragment.node.content = .children(fragment.node.childNodes + [button])
        }
    }
    /// An action for readers: a button that is not seen until it has the focus.
    @_disfavoredOverload
    public func accessibilityAction<S: StringProtocol>(named name: S, _ handler: @escaping () -> Void) -> some View {
        accessibilityAction(named: Text(name), handler)
    }
    /// What activating the view does, for readers.
    public func accessibilityAction(
        _ actionKind: AccessibilityActionKind = .default,
        _ handler: @escaping () -> Void
    ) -> some View {
        accessibilityAction(named: Text(actionKind.title), handler)
    }

    /// Makes a value larger or smaller, for readers: two buttons.
    public func accessibilityAdjustableAction(
        _ handler: @escaping (AccessibilityAdjustmentDirection) -> Void
    ) -> some View {
        accessibilityAction(named: Text(.increment)) { handler(.increment) }
            .accessibilityAction(named: Text(.decrement)) { handler(.decrement) }
    }

    /// Other names of the view; browsers have no place for them.
    public func accessibilityInputLabels(_ inputLabelKeys: [LocalizedStringKey]) -> some View { unaltered() }
    /// Other names of the view; browsers have no place for them.
    @_disfavoredOverload
    public func accessibilityInputLabels<S: StringProtocol>(_ inputLabels: [S]) -> some View { unaltered() }
    /// Which of several views is read first; the order is that of the page.
    public func accessibilitySortPriority(_ sortPriority: Double) -> some View { unaltered() }
    /// Whether colours may be inverted; the browser decides.
    public func accessibilityIgnoresInvertColors(_ active: Bool = true) -> some View { unaltered() }
    /// Whether the view answers to touches of its own.
    public func accessibilityRespondsToUserInteraction(_ respondsToUserInteraction: Bool = true) -> some View {
        unaltered()
    }
    /// Shows the view large; the browser does that.
    public func accessibilityShowsLargeContentViewer() -> some View { unaltered() }
    /// Other views for readers: these take the place of the view, which is seen and can be used with a pointer alone.
    public func accessibilityRepresentation<V: View>(@ViewBuilder representation: () -> V) -> some View {
        let other = representation()
        return alterFragments { context, fragment in
            let spoken = context.collected(other, "ar").nodes
            guard !spoken.isEmpty else { return }
            let marks = fragment.marks
            let seen = fragment.finished().forPointersAlone
            let heard = Node(
                id: seen.id + "ar",
                element: .div,
                attributes: [.class: "visually-hidden reveal"],
                content: .children(spoken)
            )
            fragment = Fragment(
                Node(id: seen.id + "w", element: .div, content: .children([seen, heard])),
                classes: ["wrap"]
            )
            fragment.marks = marks
        }
    }

    /// The text size that views inside read from the environment.
    ///
    /// Difference: text itself follows the reader's wish.
    public func dynamicTypeSize(_ size: DynamicTypeSize) -> some View {
        alterEnvironment { $0.dynamicTypeSize = size }
    }
    /// Bounds of the text size that views inside read from the environment.
    ///
    /// Difference: text itself follows the reader's wish.
    public func dynamicTypeSize<T: RangeExpression>(_ range: T) -> some View where T.Bound == DynamicTypeSize {
        let allowed = DynamicTypeSize.allCases.filter(range.contains)
        return alterEnvironment { values in
            guard let least = allowed.first, let most = allowed.last else { return }
            values.dynamicTypeSize = min(max(values.dynamicTypeSize, least), most)
        }
    }

    /// Ties the focus of readers to a value.
    public func accessibilityFocused(_ condition: AccessibilityFocusState<Bool>.Binding) -> some View {
        focused(condition.focus)
    }
    /// Ties the focus of readers to a value.
    public func accessibilityFocused<Value: Hashable>(
        _ binding: AccessibilityFocusState<Value>.Binding,
        equals value: Value
    ) -> some View { focused(binding.focus, equals: value) }
}
