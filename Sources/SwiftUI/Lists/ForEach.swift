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
/// Two elements with one identifier are both shown, the second one under its place. In lists a hundred are drawn at first,
/// and two hundred at most.
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

extension ForEach: View, Primitive, Transparent where Content: View {
    public func _render(_ context: _RenderContext) {
        let count = data.count
        guard context.environment.windowsRows, count > RowWindow.step else {
            for (offset, element) in zip(0..<count, data) { _ = renderRow(element, offset, context) }
            return
        }
        let window = context.rowWindow()
        context.read { _ = window.places.value }
        window.letsRowsLeave = context.environment.letsRowsLeave
        window.find = { value in
            data.enumerated().first { AnyHashable(id($0.element)) == value }?.offset
        }
        var drawn: [IdentityKey: Int] = [:]
        for part in window.parts(of: count, { place(of: $0) }) {
            switch part {
            case .rows(let places):
                for (offset, element) in zip(places, data.dropFirst(places.lowerBound)) {
                    drawn[renderRow(element, offset, context, window)] = offset
                }
            case .gap(let places, let isBefore, let isNear):
                context.emitGap(places, isBefore: isBefore, isNear: isNear, window)
            }
        }
        window.finish(drawn, in: context.node) { place(of: $0) != nil }
    }

    /// Where a row is now, if it has not gone further than a step: who asks can do without those that have.
    @MainActor private func place(of row: RowWindow.Row) -> Int? {
        func isHere(_ place: Int) -> Bool {
            (0..<data.count).contains(place)
                && AnyHashable(id(data[data.index(data.startIndex, offsetBy: place)])) == row.identity
        }
        if isHere(row.place) { return row.place }
        for distance in 1...RowWindow.step {
            if isHere(row.place - distance) { return row.place - distance }
            if isHere(row.place + distance) { return row.place + distance }
        }
        return nil
    }

    /// Draws a row; answers under which key it lives.
    @MainActor
    private func renderRow(
        _ element: Data.Element,
        _ offset: Int,
        _ context: _RenderContext,
        _ window: RowWindow? = nil
    ) -> IdentityKey {
        let identity = AnyHashable(id(element))
        var key = IdentityKey.value(context.path, identity)
        if context.node.hasVisited(key) {
            key = .value("\(context.path)d\(offset)", identity)
            Diagnostics.shared.report("ForEach: two elements have the identifier \(identity).")
        }
        window?.takeBack(key, into: context.node)
        let content = content
        let outer = context.fragments
        context.fragments = []
        context.identified(key) { content(element) }
        let fragments = context.fragments
        context.fragments = outer
        for fragment in fragments {
            var fragment = fragment
            fragment.marks.identity = fragment.marks.identity ?? identity
            fragment.marks.edit = fragment.marks.edit ?? RowEditing(offset: offset, fragment.marks.staying)
            context.graph.places.note(identity, fragment.node.id)
            context.emit(fragment)
        }
        return key
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

    init(offset: Int, _ staying: RowStaying) {
        self.offset = offset
        isDeleteDisabled = staying.isDeleteDisabled ?? false
        isMoveDisabled = staying.isMoveDisabled ?? false
    }
}

/// What a view says of the row that it will be; the outermost modifier counts.
struct RowStaying {
    var isDeleteDisabled: Bool?
    var isMoveDisabled: Bool?
}

extension _RenderContext {
    func rowWindow() -> RowWindow {
        node.attachment(path) {
            let window = RowWindow()
            graph.places.add(window)
            return window
        }
    }

    /// The button that stands for rows which are not drawn; the page presses it when it comes into view.
    fileprivate func emitGap(_ places: Range<Int>, isBefore: Bool, isNear: Bool, _ window: RowWindow) {
        let id = id(isBefore ? (isNear ? "earlier" : "first") : (isNear ? "more" : "last"))
        let word: OwnWord = isBefore ? .showEarlier : .showMore
        var button = Node(id: id, element: .button)
        button.content = .text(word.text(environment, .whole(Int64(places.count))))
        button.attributes = [.class: isBefore ? "more earlier" : "more", .type: "button", .value: String(places.count)]
        button.events = [.click, .appear]
        // The row that lies next to those that are drawn.
        let next = isBefore ? places.upperBound - 1 : places.lowerBound
        on(id) { [weak node = self.node] action in
            switch action {
            case .click: window.show(around: next)
            case .reach(let reach):
                if let node { window.hold(reach.held, in: node) }
                let place = reach.share.map { places.lowerBound + Int($0 * Double(places.count - 1)) }
                window.reach(place ?? next, reach)
            default: break
            }
        }
        self.node.arrivals[id] = [{ window.show(around: next) }]
        var fragment = Fragment(button, isControl: true)
        fragment.marks.isRow = true
        fragment.marks.missingRows = places.count
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
        alterMarks {
            $0.staying.isDeleteDisabled = isDisabled
            $0.edit?.isDeleteDisabled = isDisabled
        }
    }
    /// Whether the row may be moved.
    public func moveDisabled(_ isDisabled: Bool) -> some View {
        alterMarks {
            $0.staying.isMoveDisabled = isDisabled
            $0.edit?.isMoveDisabled = isDisabled
        }
    }
}
