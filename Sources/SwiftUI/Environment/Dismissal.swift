import Foundation

/// Closes the screen, sheet or popover that a view is in.
struct Dismissal: Equatable {
    let id: String
    let action: @MainActor () -> Void
    init(id: String, _ action: @escaping @MainActor () -> Void) {
        self.id = id
        self.action = action
    }
    // The place is the same as long as its name is; the action of one place does the same each time.
    static func == (left: Dismissal, right: Dismissal) -> Bool { left.id == right.id }
}

private struct DismissalKey: EnvironmentKey { static var defaultValue: Dismissal? { nil } }

extension EnvironmentValues {
    var dismissal: Dismissal? {
        get { self[DismissalKey.self] }
        set { self[DismissalKey.self] = newValue }
    }

    /// Closes the screen, sheet or popover that the view is in.
    public var dismiss: DismissAction { DismissAction(dismissal: dismissal) }
    /// Whether the view is in something that can be closed.
    public var isPresented: Bool { dismissal != nil }
    /// The same, by the older name.
    public var presentationMode: Binding<PresentationMode> {
        let dismissal = dismissal
        return Binding {
            PresentationMode(isPresented: dismissal != nil)
        } set: { mode in
            guard !mode.isPresented, let dismissal else { return }
            MainActor.assumeIsolated { dismissal.action() }
        }
    }
}

/// Closes the screen, sheet or popover that a view is in when it is called.
///
/// Source: Apple's `DismissAction`.
@MainActor @preconcurrency
public struct DismissAction: Equatable {
    let dismissal: Dismissal?
    nonisolated init(dismissal: Dismissal?) { self.dismissal = dismissal }
    /// Closes it.
    public func callAsFunction() { dismissal?.action() }
    /// Whether both close the same.
    public nonisolated static func == (left: DismissAction, right: DismissAction) -> Bool {
        left.dismissal == right.dismissal
    }
}

/// Whether a view is presented.
///
/// Source: Apple's `PresentationMode`.
public struct PresentationMode {
    /// Whether it is presented.
    public private(set) var isPresented: Bool
    init(isPresented: Bool) { self.isPresented = isPresented }
    /// Ends the presentation.
    public mutating func dismiss() { isPresented = false }
}
