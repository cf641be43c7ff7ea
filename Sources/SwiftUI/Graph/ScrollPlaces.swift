/// Where the views are that an app can scroll to, by the values that identify them.
@MainActor
struct ScrollPlaces {
    /// How many values are remembered before those of views that are gone are looked for.
    private static let tidyingStep = 1_000

    private var elements: [AnyHashable: String] = [:]
    private var nextTidying = tidyingStep
    private var windows: [Weak] = []
    /// What is to be brought into view with the next picture.
    var sought: AnyHashable?

    private struct Weak { weak var window: RowWindow? }

    mutating func note(_ value: AnyHashable, _ element: String) { elements[value] = element }

    /// The element of a value, unless its view is gone or not on the page.
    func element(of value: AnyHashable, in graph: ViewGraph) -> String? {
        elements[value].flatMap { Self.node($0, graph)?.isSuspended == false ? $0 : nil }
    }

    private static func node(_ element: String, _ graph: ViewGraph) -> IdentityNode? {
        ElementName(element).flatMap { graph.node($0.serial) }
    }

    /// Lets a list be asked for rows that it has not drawn.
    mutating func add(_ window: RowWindow) {
        windows.removeAll { $0.window == nil }
        windows.append(Weak(window: window))
    }

    /// Asks lists to draw the row of a value.
    func reveal(_ value: AnyHashable) {
        for entry in windows {
            if let window = entry.window, let place = window.find?(value) { window.show(around: place) }
        }
    }

    mutating func takeSought(in graph: ViewGraph) -> String? {
        if elements.count > nextTidying {
            elements = elements.filter { Self.node($0.value, graph) != nil }
            nextTidying = elements.count + Self.tidyingStep
        }
        guard let value = sought else { return nil }
        sought = nil
        return element(of: value, in: graph)
    }
}
