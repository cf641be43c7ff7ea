import Foundation
import WebHost

/// A view that gives a view for each element of a collection.
///
/// Source: Apple's `DynamicViewContent`.
public protocol DynamicViewContent: View {
    /// The type of the collection.
    associatedtype Data: Collection
    /// The collection.
    var data: Data { get }
}

/// A view for each element of a collection, each with a state of its own as long as its identifier is there.
///
/// Two elements with one identifier are both shown, the second one under its place. In lists a hundred are drawn at first.
/// Source: Apple's `ForEach`.
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {
    /// The collection.
    public var data: Data
    /// Makes the view of an element.
    public var content: (Data.Element) -> Content
    let id: (Data.Element) -> ID
    /// The binding form: its elements are bindings, whose order is that of the data.
    init(data: Data, id: @escaping (Data.Element) -> ID, content: @escaping (Data.Element) -> Content) {
        self.data = data
        self.id = id
        self.content = content
    }
}

extension ForEach where Data.Element: Identifiable, ID == Data.Element.ID, Content: View {
    /// A view for each element, known by its `id`.
    public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) {
        self.init(data: data, id: { $0.id }, content: content)
    }
}

extension ForEach where Content: View {
    /// A view for each element, known by a property.
    public init(_ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content)
    {
        self.init(data: data, id: { $0[keyPath: id] }, content: content)
    }

    /// A view with a binding for each element, known by its `id`.
    public init<C>(_ data: Binding<C>, @ViewBuilder content: @escaping (Binding<C.Element>) -> Content)
    where
        Data == LazyMapSequence<C.Indices, (C.Index, ID)>, ID == C.Element.ID, C: MutableCollection,
        C: RandomAccessCollection, C.Element: Identifiable, C.Index: Hashable
    {
        self.init(data, id: \.id, content: content)
    }

    /// A view with a binding for each element, known by a property.
    public init<C>(
        _ data: Binding<C>,
        id: KeyPath<C.Element, ID>,
        @ViewBuilder content: @escaping (Binding<C.Element>) -> Content
    )
    where
        Data == LazyMapSequence<C.Indices, (C.Index, ID)>, C: MutableCollection, C: RandomAccessCollection,
        C.Index: Hashable
    {
        let now = data.wrappedValue
        self.init(
            data: now.indices.lazy.map { ($0, now[$0][keyPath: id]) },
            id: { $0.1 },
            content: { content(data[$0.0]) }
        )
    }
}

extension ForEach where Data == Range<Int>, ID == Int, Content: View {
    /// A view for each number; the range is not expected to change.
    public init(_ data: Range<Int>, @ViewBuilder content: @escaping (Int) -> Content) {
        self.init(data: data, id: { $0 }, content: content)
    }
}

/// Which rows of a list are drawn.
final class RowWindow: Attachment {
    /// So many at first, and more at each step.
    static let step = 100

    /// The places that are drawn; there may be fewer rows.
    let places = StateBox(0..<RowWindow.step)
    /// The place of the row that a value identifies.
    var find: ((AnyHashable) -> Int?)?

    func showMore() { places.value = places.peek.lowerBound..<(places.peek.upperBound + Self.step) }

    func showEarlier() { places.value = max(0, places.peek.lowerBound - Self.step)..<places.peek.upperBound }

    /// Draws the rows around a place, and no others if it lies far away.
    func show(around place: Int) {
        let now = places.peek
        guard !now.contains(place) else { return }
        let start = place / Self.step * Self.step
        let part = start..<(start + Self.step)
        let touches = part.lowerBound <= now.upperBound && now.lowerBound <= part.upperBound
        places.value =
            touches ? min(now.lowerBound, part.lowerBound)..<max(now.upperBound, part.upperBound) : part
    }
}

extension ForEach: View, Primitive, Transparent where Content: View {
    public func _render(_ context: _RenderContext) {
        let count = data.count
        let window = context.environment.windowsRows && count > RowWindow.step ? context.rowWindow() : nil
        let drawn = window.map { window in context.read { window.places.value } } ?? 0..<count
        let places = drawn.clamped(to: 0..<count)
        if let window {
            window.find = { value in
                data.enumerated().first { AnyHashable(id($0.element)) == value }?.offset
            }
            if places.lowerBound > 0 { context.emitEarlier(places.lowerBound, window) }
        }
        for (offset, element) in zip(places, data.dropFirst(places.lowerBound)) { renderRow(element, offset, context) }
        if let window, places.upperBound < count { context.emitMore(count - places.upperBound, window) }
    }

    @MainActor private func renderRow(_ element: Data.Element, _ offset: Int, _ context: _RenderContext) {
        let identity = AnyHashable(id(element))
        var key = IdentityKey.value(context.path, identity)
        if context.node.hasVisited(key) {
            key = .value("\(context.path)d\(offset)", identity)
            Diagnostics.shared.report("ForEach: two elements have the identifier \(identity).")
        }
        let content = content
        let outer = context.fragments
        context.fragments = []
        context.identified(key) { content(element) }
        let fragments = context.fragments
        context.fragments = outer
        for fragment in fragments {
            var fragment = fragment
            fragment.marks.identity = fragment.marks.identity ?? identity
            fragment.marks.edit = fragment.marks.edit ?? RowEditing(offset: offset)
            context.graph.places.note(identity, fragment.node.id)
            context.emit(fragment)
        }
    }
}

extension ForEach: DynamicViewContent where Content: View {}

/// What a list may do with a row.
struct RowEditing {
    /// The place of the row's element in its collection.
    var offset: Int
    var delete: ((IndexSet) -> Void)?
    var move: ((IndexSet, Int) -> Void)?
    /// Rows of one collection share it.
    var group: String?
    var isDeleteDisabled = false
    var isMoveDisabled = false
}

extension _RenderContext {
    func rowWindow() -> RowWindow {
        node.attachment(path) {
            let window = RowWindow()
            graph.places.add(window)
            return window
        }
    }

    /// The button that shows more rows; the page presses it when it comes into view.
    func emitMore(_ remaining: Int, _ window: RowWindow) {
        emitStep("more", .showMore, remaining) { window.showMore() }
    }

    /// The button that shows rows before those that are drawn.
    func emitEarlier(_ remaining: Int, _ window: RowWindow) {
        emitStep("earlier", .showEarlier, remaining) { window.showEarlier() }
    }

    private func emitStep(_ part: String, _ word: OwnWord, _ rows: Int, _ action: @escaping @MainActor () -> Void) {
        let id = id(part)
        let words = word.text(environment, .whole(Int64(rows)))
        var node = Node(id: id, element: .button, content: .text(words))
        node.attributes = [.class: "more", .type: "button"]
        node.events = [.click, .appear]
        on(id) { if $0 == .click { action() } }
        self.node.arrivals[id] = [action]
        var fragment = Fragment(node, isControl: true)
        fragment.marks.isRow = true
        emit(fragment)
    }
}

/// Rows of a collection that may be deleted or moved.
struct EditableRows<Base: DynamicViewContent>: DynamicViewContent, Primitive, Transparent {
    let base: Base
    let change: (inout RowEditing) -> Void
    var data: Base.Data { base.data }

    func _render(_ context: _RenderContext) {
        let group = context.id("g")
        for fragment in context.collect({ context.render(base) }) {
            var fragment = fragment
            if var edit = fragment.marks.edit {
                change(&edit)
                edit.group = edit.group ?? group
                fragment.marks.edit = edit
            }
            context.emit(fragment)
        }
    }
}

extension DynamicViewContent {
    /// Lets the rows be deleted; the action is given their places.
    @MainActor public func onDelete(perform action: ((IndexSet) -> Void)?) -> some DynamicViewContent {
        EditableRows(base: self) { $0.delete = action }
    }

    /// Lets the rows be moved; the action is given the places before, and the place in front of which they go.
    @MainActor public func onMove(perform action: ((IndexSet, Int) -> Void)?) -> some DynamicViewContent {
        EditableRows(base: self) { $0.move = action }
    }
}

extension View {
    /// Whether the row may be deleted.
    public func deleteDisabled(_ isDisabled: Bool) -> some View {
        alterMarks { $0.edit?.isDeleteDisabled = isDisabled }
    }
    /// Whether the row may be moved.
    public func moveDisabled(_ isDisabled: Bool) -> some View { alterMarks { $0.edit?.isMoveDisabled = isDisabled } }
}
