import WebHost

/// A button or other view in a bar.
struct ToolbarEntry {
    let placement: ToolbarItemPlacement
    let fragments: [Fragment]
}

/// The field of a search.
struct SearchField {
    let node: Node
    /// What is proposed while a search goes on.
    let suggestions: [Node]
    let scopes: Node?
    /// Writes what a proposal stands for.
    let complete: SearchCompletion
}

/// Makes the screen of a value.
struct Destination {
    let make: @MainActor (AnyHashable) -> AnyView
}

/// A screen that a binding pushes.
struct PushedScreen {
    let id: String
    let view: AnyView
    let close: @MainActor () -> Void
}

/// What stands on a tab.
struct TabLabel {
    let fragments: [Fragment]
}
