import Foundation
import WebHost

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
    public func union(_ other: AccessibilityTraits) -> AccessibilityTraits {
        AccessibilityTraits(names.union(other.names))
    }
    /// What both have.
    public func intersection(_ other: AccessibilityTraits) -> AccessibilityTraits {
        AccessibilityTraits(names.intersection(other.names))
    }
    /// What one has.
    public func symmetricDifference(_ other: AccessibilityTraits) -> AccessibilityTraits {
        AccessibilityTraits(names.symmetricDifference(other.names))
    }
    /// Adds others.
    @discardableResult
    public mutating func insert(
        _ newMember: AccessibilityTraits
    ) -> (inserted: Bool, memberAfterInsert: AccessibilityTraits) {
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
    public mutating func formSymmetricDifference(_ other: AccessibilityTraits) {
        names.formSymmetricDifference(other.names)
    }

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
    let title: OwnWord
    /// Activates the view.
    public static let `default` = AccessibilityActionKind(title: .activate)
    /// Leaves.
    public static let escape = AccessibilityActionKind(title: .close)
    /// Begins or stops.
    public static let magicTap = AccessibilityActionKind(title: .startOrStop)
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
        /// A sentence with attributes; one of high priority is said in place of what is being said.
        public init(_ announcement: AttributedString) {
            message = String(announcement.characters)
            isUrgent = announcement.runs.contains { $0.accessibilitySpeechAnnouncementPriority == .high }
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
