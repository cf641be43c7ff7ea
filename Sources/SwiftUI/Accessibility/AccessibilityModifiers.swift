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
            let isNamed = [Element.span, .div, .s, .u].contains(node.element) && node.attributes[.role] == nil
            guard isNamed else { return }
            if case .icon = node.content { node.attributes[.role] = "img" } else { node.attributes[.role] = node.holdsControl ? "group" : "img" }
        }
    }
}

extension Fragment {
    /// Words for readers that describe the control, beside it and not seen.
    mutating func describe(_ words: String) {
        let id = node.id + "h"
        node.changeControl { $0.attributes[.ariaDescribedby] = ($0.attributes[.ariaDescribedby].map { $0 + " " } ?? "") + id }
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
                isRange = node.attributes[.type] == "range" || node.element == .progress || node.attributes[.role] == "progressbar"
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
            fragment.node.attributes[.ariaHidden] = "true"
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
            if traits.contains(.isHeader), fragment.node.attributes[.role] == "heading" { fragment.node.attributes[.role] = nil }
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
        alterFragments { _, fragment in
            switch children.kind {
            case .contain: if fragment.node.attributes[.role] == nil { fragment.node.attributes[.role] = "group" }
            case .combine: if !fragment.node.holdsControl { fragment.node.name(fragment.finished().words) }
            case .ignore:
                guard !fragment.node.holdsControl, case .children(let nodes) = fragment.node.content else { return }
                fragment.node.content = .children(nodes.map { node in
                    var node = node
                    node.attributes[.ariaHidden] = "true"
                    return node
                })
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
    public func accessibilityAction(_ actionKind: AccessibilityActionKind = .default, _ handler: @escaping () -> Void) -> some View {
        accessibilityAction(named: Text(LocalizedStringKey(actionKind.title)), handler)
    }

    /// Makes a value larger or smaller, for readers: two buttons.
    public func accessibilityAdjustableAction(_ handler: @escaping (AccessibilityAdjustmentDirection) -> Void) -> some View {
        accessibilityAction(named: Text("Increment")) { handler(.increment) }
            .accessibilityAction(named: Text("Decrement")) { handler(.decrement) }
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
    public func accessibilityRespondsToUserInteraction(_ respondsToUserInteraction: Bool = true) -> some View { unaltered() }
    /// Shows the view large; the browser does that.
    public func accessibilityShowsLargeContentViewer() -> some View { unaltered() }
    /// Other views for readers: these take the place of the view.
    public func accessibilityRepresentation<V: View>(@ViewBuilder representation: () -> V) -> some View { unaltered() }

    /// Bounds of the text size; the reader's wish counts.
    public func dynamicTypeSize(_ size: DynamicTypeSize) -> some View { unaltered() }
    /// Bounds of the text size; the reader's wish counts.
    public func dynamicTypeSize<T: RangeExpression>(_ range: T) -> some View where T.Bound == DynamicTypeSize { unaltered() }

    /// Ties the focus of readers to a value.
    public func accessibilityFocused(_ condition: AccessibilityFocusState<Bool>.Binding) -> some View {
        focused(condition.focus)
    }
    /// Ties the focus of readers to a value.
    public func accessibilityFocused<Value: Hashable>(
        _ binding: AccessibilityFocusState<Value>.Binding, equals value: Value
    ) -> some View { focused(binding.focus, equals: value) }
}

/// What a view is, for readers.
///
/// Source: Apple's `AccessibilityTraits`.
public struct AccessibilityTraits: SetAlgebra, Sendable {
    private var names: Set<String>
    private init(_ names: Set<String>) { self.names = names }
    /// Nothing.
    public init() { names = [] }
    /// A button.
    public static let isButton = AccessibilityTraits(["button"])
    /// A heading.
    public static let isHeader = AccessibilityTraits(["header"])
    /// Chosen.
    public static let isSelected = AccessibilityTraits(["selected"])
    /// An address.
    public static let isLink = AccessibilityTraits(["link"])
    /// A field of a search.
    public static let isSearchField = AccessibilityTraits(["searchField"])
    /// A picture.
    public static let isImage = AccessibilityTraits(["image"])
    /// Makes sounds.
    public static let playsSound = AccessibilityTraits(["playsSound"])
    /// A key.
    public static let isKeyboardKey = AccessibilityTraits(["key"])
    /// Text that does not change.
    public static let isStaticText = AccessibilityTraits(["text"])
    /// A summary.
    public static let isSummaryElement = AccessibilityTraits(["summary"])
    /// Changes often.
    public static let updatesFrequently = AccessibilityTraits(["updates"])
    /// Begins a medium.
    public static let startsMediaSession = AccessibilityTraits(["media"])
    /// Can be touched directly.
    public static let allowsDirectInteraction = AccessibilityTraits(["direct"])
    /// Turns pages.
    public static let causesPageTurn = AccessibilityTraits(["page"])
    /// All that is reachable.
    public static let isModal = AccessibilityTraits(["modal"])
    /// A switch.
    public static let isToggle = AccessibilityTraits(["toggle"])
    /// Tabs.
    public static let isTabBar = AccessibilityTraits(["tabBar"])

    /// Whether it holds another.
    public func contains(_ member: AccessibilityTraits) -> Bool { names.isSuperset(of: member.names) }
    /// Both.
    public func union(_ other: AccessibilityTraits) -> AccessibilityTraits { AccessibilityTraits(names.union(other.names)) }
    /// What both have.
    public func intersection(_ other: AccessibilityTraits) -> AccessibilityTraits { AccessibilityTraits(names.intersection(other.names)) }
    /// What one has.
    public func symmetricDifference(_ other: AccessibilityTraits) -> AccessibilityTraits {
        AccessibilityTraits(names.symmetricDifference(other.names))
    }
    /// Adds others.
    @discardableResult
    public mutating func insert(_ newMember: AccessibilityTraits) -> (inserted: Bool, memberAfterInsert: AccessibilityTraits) {
        let isNew = !contains(newMember)
        names.formUnion(newMember.names)
        return (isNew, newMember)
    }
    /// Takes others away.
    @discardableResult
    public mutating func remove(_ member: AccessibilityTraits) -> AccessibilityTraits? {
        let had = contains(member)
        names.subtract(member.names)
        return had ? member : nil
    }
    /// Adds others.
    @discardableResult
    public mutating func update(with newMember: AccessibilityTraits) -> AccessibilityTraits? {
        names.formUnion(newMember.names)
        return newMember
    }
    /// Adds others.
    public mutating func formUnion(_ other: AccessibilityTraits) { names.formUnion(other.names) }
    /// Keeps what both have.
    public mutating func formIntersection(_ other: AccessibilityTraits) { names.formIntersection(other.names) }
    /// Keeps what one has.
    public mutating func formSymmetricDifference(_ other: AccessibilityTraits) { names.formSymmetricDifference(other.names) }

    func apply(to node: inout Node) {
        if contains(.isHeader), node.attributes[.role] == nil {
            node.attributes[.role] = "heading"
            node.attributes[.ariaLevel] = "2"
        }
        if contains(.updatesFrequently) { node.attributes[.role] = "status" }
        if contains(.isImage), !node.holdsControl { node.attributes[.role] = "img" }
        if contains(.isModal) { node.attributes[.ariaModal] = "true" }
        guard contains(.isSelected) else { return }
        node.changeControl { node in
            if node.attributes[.role] == "tab" || node.attributes[.role] == "option" {
                node.attributes[.ariaSelected] = "true"
            } else if node.element == .button {
                node.attributes[.ariaPressed] = "true"
            } else {
                node.attributes[.ariaCurrent] = "true"
            }
        }
    }
}

/// The level of a heading.
///
/// Source: Apple's `AccessibilityHeadingLevel`.
public enum AccessibilityHeadingLevel: UInt, Sendable {
    /// None said.
    case unspecified
    /// The first.
    case h1
    /// The second.
    case h2
    /// The third.
    case h3
    /// The fourth.
    case h4
    /// The fifth.
    case h5
    /// The sixth.
    case h6
    var number: UInt { rawValue == 0 ? 2 : rawValue }
}

/// How readers see the views inside of a view.
///
/// Source: Apple's `AccessibilityChildBehavior`.
public struct AccessibilityChildBehavior: Hashable, Sendable {
    enum Kind: Sendable { case ignore, contain, combine }
    let kind: Kind
    /// Not at all.
    public static let ignore = AccessibilityChildBehavior(kind: .ignore)
    /// As a group.
    public static let contain = AccessibilityChildBehavior(kind: .contain)
    /// As one.
    public static let combine = AccessibilityChildBehavior(kind: .combine)
}

/// An action that readers know.
///
/// Source: Apple's `AccessibilityActionKind`.
public struct AccessibilityActionKind: Hashable, Sendable {
    let title: String
    /// Activates the view.
    public static let `default` = AccessibilityActionKind(title: "Activate")
    /// Leaves.
    public static let escape = AccessibilityActionKind(title: "Close")
    /// Begins or stops.
    public static let magicTap = AccessibilityActionKind(title: "Start or stop")
}

/// Larger or smaller.
///
/// Source: Apple's `AccessibilityAdjustmentDirection`.
public enum AccessibilityAdjustmentDirection: Hashable, Sendable {
    /// Larger.
    case increment
    /// Smaller.
    case decrement
}

/// Where the focus of readers is; on a page that is the focus.
///
/// Source: Apple's `AccessibilityFocusState`.
@propertyWrapper
public struct AccessibilityFocusState<Value: Hashable> {
    private var focus: FocusState<Value>

    /// Whether a view has the focus.
    public init() where Value == Bool { focus = FocusState() }
    /// Which view has the focus.
    public init<T: Hashable>() where Value == T? { focus = FocusState() }

    /// The value.
    public var wrappedValue: Value {
        get { focus.wrappedValue }
        nonmutating set { focus.wrappedValue = newValue }
    }
    /// For `accessibilityFocused(_:)`.
    public var projectedValue: Binding { Binding(focus: focus.projectedValue) }

    /// Reads and moves the focus.
    ///
    /// Source: Apple's `AccessibilityFocusState.Binding`.
    @propertyWrapper
    public struct Binding {
        let focus: FocusState<Value>.Binding
        /// The value.
        public var wrappedValue: Value {
            get { focus.wrappedValue }
            nonmutating set { focus.wrappedValue = newValue }
        }
        /// The binding itself.
        public var projectedValue: Binding { self }
    }
}

extension AccessibilityFocusState: GraphProperty {
    mutating func install(_ slot: PropertySlot) { focus.install(slot) }
    func isSame(as other: AccessibilityFocusState<Value>) -> Bool { true }
}

/// A length that grows with the reader's text size: pages measure in units of it, so that it is the value itself.
///
/// Source: Apple's `ScaledMetric`.
@propertyWrapper
public struct ScaledMetric<Value: BinaryFloatingPoint>: DynamicProperty {
    /// The length.
    public let wrappedValue: Value
    /// A length that grows with the text.
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
    /// A length that grows with a text style.
    public init(wrappedValue: Value, relativeTo textStyle: Font.TextStyle) { self.wrappedValue = wrappedValue }
}

/// What readers are told.
///
/// Source: Apple's `AccessibilityNotification`.
public enum AccessibilityNotification {
    /// A sentence.
    ///
    /// Source: Apple's `AccessibilityNotification.Announcement`.
    public struct Announcement: Sendable {
        private let message: String
        private let isUrgent: Bool
        /// A sentence.
        public init(_ announcement: String) {
            message = announcement
            isUrgent = false
        }
        /// A sentence with attributes.
        public init(_ announcement: AttributedString) {
            message = String(announcement.characters)
            isUrgent = false
        }
        /// A sentence from the app's tables.
        @_disfavoredOverload
        public init(_ announcement: LocalizedStringKey) {
            message = announcement.resolved(in: EnvironmentValues())
            isUrgent = false
        }
        /// Says it to the page whose view is at work; otherwise to all pages.
        @MainActor public func post() {
            Announcer.post(WebHost.Announcement(message: message, isUrgent: isUrgent))
        }
    }
    /// The screen changed; the page says so itself.
    public struct ScreenChanged: Sendable {
        /// The screen changed.
        public init() {}
        /// Says so.
        @MainActor public func post() {}
    }
    /// The arrangement changed; the page says so itself.
    public struct LayoutChanged: Sendable {
        /// The arrangement changed.
        public init() {}
        /// Says so.
        @MainActor public func post() {}
    }
}

/// Brings announcements to pages.
@MainActor
enum Announcer {
    private struct Weak { weak var graph: ViewGraph? }
    private static var graphs: [Weak] = []
    /// The page whose views or actions are at work now, also in tasks that they began.
    @TaskLocal static var current: PageReference?

    static func register(_ graph: ViewGraph) {
        graphs.removeAll { $0.graph == nil }
        graphs.append(Weak(graph: graph))
    }

    static func post(_ announcement: WebHost.Announcement) {
        if let graph = current?.graph { return graph.announce(announcement) }
        for entry in graphs { entry.graph?.announce(announcement) }
    }
}

/// A page, for tasks.
final class PageReference: @unchecked Sendable {
    weak var graph: ViewGraph?
    init(_ graph: ViewGraph) { self.graph = graph }
}
