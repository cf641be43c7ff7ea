import Foundation

/// Whether a list is being edited.
///
/// Source: Apple's `EditMode`.
public enum EditMode: Hashable, Sendable {
    /// No.
    case inactive
    /// For a moment.
    case transient
    /// Yes.
    case active
    /// Whether it is being edited.
    public var isEditing: Bool { self != .inactive }
}

private struct EditModeKey: EnvironmentKey { static var defaultValue: EditModeLink? { nil } }

/// The edit mode of a screen.
struct EditModeLink: Equatable {
    let binding: Binding<EditMode>
    static func == (left: EditModeLink, right: EditModeLink) -> Bool {
        left.binding.location.isSame(as: right.binding.location)
    }
}

extension EnvironmentValues {
    var editModeLink: EditModeLink? {
        get { self[EditModeKey.self] }
        set { self[EditModeKey.self] = newValue }
    }
    /// Whether lists are being edited.
    public var editMode: Binding<EditMode>? {
        get { editModeLink?.binding }
        set { editModeLink = newValue.map(EditModeLink.init) }
    }
}

/// A button that begins and ends editing.
///
/// Source: Apple's `EditButton`.
public struct EditButton: View, Primitive {
    /// A button that begins and ends editing.
    public init() {}
    public func _render(_ context: _RenderContext) {
        let mode = context.environment.editMode
        let isEditing = context.read { mode?.wrappedValue.isEditing ?? false }
        let button = Button {
            mode?.wrappedValue = isEditing ? .inactive : .active
        } label: {
            Text(isEditing ? .done : .edit)
        }
        context.step("e") { context.render(button) }
    }
}

extension _RenderContext {
    /// Draws screens whose lists are edited together, unless the app keeps the mode itself.
    func editingApart(_ work: () -> Void) {
        let own = node.attachment("\(path)edit") { Kept(StateBox(EditMode.inactive)) }.value
        withEnvironment {
            $0.editMode = $0.editMode ?? Binding(location: own)
        } _: {
            work()
        }
    }
}
