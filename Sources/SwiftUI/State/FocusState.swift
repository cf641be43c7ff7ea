import Foundation
import WebHost

/// Where the focus is.
///
/// Setting it moves the focus of the page after the next drawing. Source: Apple's `FocusState`.
@propertyWrapper
public struct FocusState<Value: Hashable> {
    private let none: Value
    private var box: StateBox<Value>?

    /// Whether a view has the focus.
    public init() where Value == Bool { none = false }
    /// Which view has the focus.
    public init<T: Hashable>() where Value == T? { none = nil }

    /// The value.
    public var wrappedValue: Value {
        get { box?.value ?? none }
        nonmutating set { box?.value = newValue }
    }

    /// For `focused(_:)` and `focused(_:equals:)`.
    public var projectedValue: Binding { Binding(box: box ?? StateBox(none), none: none) }

    /// Reads and moves the focus.
    ///
    /// Source: Apple's `FocusState.Binding`.
    @propertyWrapper
    public struct Binding {
        let box: StateBox<Value>
        let none: Value
        /// The value.
        public var wrappedValue: Value {
            get { box.value }
            nonmutating set { box.value = newValue }
        }
        /// The binding itself.
        public var projectedValue: Binding { self }
    }
}

extension FocusState: @unchecked Sendable where Value: Sendable {}

extension FocusState: GraphProperty {
    mutating func install(_ slot: PropertySlot) {
        let first = none
        box = slot.box { StateBox(first) }
    }
    func isSame(as other: FocusState<Value>) -> Bool { true }
}

extension FocusState.Binding: GraphProperty {
    mutating func install(_ slot: PropertySlot) {}
    func isSame(as other: FocusState<Value>.Binding) -> Bool { box === other.box }
}

/// What a control is told about focus, and what it tells.
struct FocusLink {
    /// Whether the control is to have the focus.
    let wants: @MainActor () -> Bool
    let gained: @MainActor (String) -> Void
    let lost: @MainActor (String) -> Void
}

private struct FocusLinkKey: EnvironmentKey { static var defaultValue: FocusLink? { nil } }

extension EnvironmentValues {
    var focusLink: FocusLink? {
        get { self[FocusLinkKey.self] }
        set { self[FocusLinkKey.self] = newValue }
    }
}

extension View {
    /// Ties the focus of the view to a value that is true while it has it.
    public func focused(_ condition: FocusState<Bool>.Binding) -> some View {
        focused(box: condition.box, equals: true, none: false)
    }

    /// Ties the focus of the view to a value.
    public func focused<Value: Hashable>(_ binding: FocusState<Value>.Binding, equals value: Value) -> some View {
        focused(box: binding.box, equals: value, none: binding.none)
    }

    private func focused<Value: Hashable>(box: StateBox<Value>, equals value: Value, none: Value) -> some View {
        let link = FocusLink {
            box.value == value
        } gained: { _ in
            box.value = value
        } lost: { _ in
            if box.peek == value { box.value = none }
        }
        return alterEnvironment { $0.focusLink = link }
    }

    /// Whether the view can have the focus; controls can, others need not.
    public func focusable(_ isFocusable: Bool = true) -> some View {
        alterFragments { if isFocusable, !$1.node.holdsControl { $1.node.attributes[.tabindex] = "0" } }
    }

    /// Which view has the focus at first.
    public func defaultFocus<V: Hashable>(
        _ binding: FocusState<V>.Binding,
        _ value: V,
        priority: DefaultFocusEvaluationPriority = .automatic
    ) -> some View {
        onAppear { if binding.box.peek == binding.none { binding.box.value = value } }
    }
}

/// How much a first focus counts.
///
/// Source: Apple's `DefaultFocusEvaluationPriority`. Without effect.
public struct DefaultFocusEvaluationPriority: Sendable {
    /// As usual.
    public static let automatic = DefaultFocusEvaluationPriority()
    /// The app's wish.
    public static let userInitiated = DefaultFocusEvaluationPriority()
}

/// What a control knows of its wish for the focus.
private final class FocusWish: Attachment {
    var wanted = false
}

extension _RenderContext {
    /// Moves the focus to a control when the app begins to want it there, and away when it no longer does.
    func follow(_ link: FocusLink?, id: String) {
        guard let link else { return }
        let wish = node.attachment("focus\(id)") { FocusWish() }
        let wants = read(link.wants)
        defer { wish.wanted = wants }
        guard wants != wish.wanted else { return }
        // What the page itself has told needs no moving.
        if wants, graph.focused != id { graph.moveFocus(to: id) }
        if !wants, graph.focused == id { graph.moveFocus(to: nil) }
    }
}
