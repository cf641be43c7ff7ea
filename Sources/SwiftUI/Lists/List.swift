import Foundation
import WebHost

/// Rows one below the other.
///
/// Source: Apple's `List`.
public struct List<SelectionValue: Hashable, Content: View>: View, Primitive {
    let content: Content
    let selection: @MainActor (_RenderContext) -> RowSelection?

    init(content: Content, selection: @escaping @MainActor (_RenderContext) -> RowSelection?) {
        self.content = content
        self.selection = selection
    }

    public func _render(_ context: _RenderContext) {
        let selection = selection(context)
        if let selection, selection.isSingle {
            context.preferences.choices.append((isChosen: selection.isChosen, clear: selection.clear))
        }
        let id = context.id()
        let mode = context.environment.editMode
        let isEditing = context.read { mode?.wrappedValue.isEditing == true }
        let style = context.environment.listLook
        var rows: [Fragment] = []
        context.withEnvironment {
            $0.surrounding = .list
            $0.windowsRows = true
            $0.letsRowsLeave = true
            $0.isDrawnAhead = true
            $0.stackAxis = .horizontal
            $0.listChoice = selection.flatMap { selection in
                selection.isSingle
                    ? ListChoice(id: id, place: selection.place, selection: selection) { $0.base is SelectionValue }
                    : nil
            }
        } _: {
            rows = context.collected(content, "0")
        }
        let groups = RowGroups(context: context, selection: selection, isEditing: isEditing)
        let node = Node(id: context.id(), element: .div, content: .children(groups.sections(of: rows)))
        context.emit(Fragment(node, classes: ["list", style.className]))
    }
}

extension List {
    static func one(_ selection: Binding<SelectionValue?>?) -> @MainActor (_RenderContext) -> RowSelection? {
        { context in
            guard let selection else { return nil }
            let chosen = context.read { selection.wrappedValue }
            return RowSelection(
                isSingle: true,
                isChosen: { selection.wrappedValue != nil },
                clear: { selection.wrappedValue = nil },
                holds: { tag in chosen.map { AnyHashable($0) == tag } ?? false },
                choose: { tag in
                    if let value = tag.base as? SelectionValue { selection.wrappedValue = value }
                },
                place: SelectionPlace(chosen, in: selection)
            )
        }
    }

    static func several(_ selection: Binding<Set<SelectionValue>>?) -> @MainActor (_RenderContext) -> RowSelection? {
        { context in
            guard let selection else { return nil }
            let chosen = context.read { selection.wrappedValue }
            return RowSelection(
                isSingle: false,
                isChosen: { false },
                clear: {},
                holds: { tag in (tag.base as? SelectionValue).map(chosen.contains) ?? false },
                choose: { tag in
                    guard let value = tag.base as? SelectionValue else { return }
                    if selection.wrappedValue.remove(value) == nil { selection.wrappedValue.insert(value) }
                }
            )
        }
    }
}

extension List where SelectionValue == Never {
    /// Rows.
    public init(@ViewBuilder content: () -> Content) { self.init(content: content()) { _ in nil } }

    /// A row for each element, known by its `id`.
    // A binding of a collection is a collection, too; the form for bindings comes first.
    @_disfavoredOverload
    public init<Data: RandomAccessCollection, RowContent: View>(
        _ data: Data,
        @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
    ) where Content == ForEach<Data, Data.Element.ID, RowContent>, Data.Element: Identifiable {
        self.init(content: ForEach(data, content: rowContent)) { _ in nil }
    }

    /// A row for each element, known by a property.
    public init<Data: RandomAccessCollection, ID: Hashable, RowContent: View>(
        _ data: Data,
        id: KeyPath<Data.Element, ID>,
        @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
    ) where Content == ForEach<Data, ID, RowContent> {
        self.init(content: ForEach(data, id: id, content: rowContent)) { _ in nil }
    }

    /// A row for each number.
    public init<RowContent: View>(_ data: Range<Int>, @ViewBuilder rowContent: @escaping (Int) -> RowContent)
    where Content == ForEach<Range<Int>, Int, RowContent> {
        self.init(content: ForEach(data, content: rowContent)) { _ in nil }
    }

    /// A row with a binding for each element, known by its `id`.
    public init<Data: MutableCollection & RandomAccessCollection, RowContent: View>(
        _ data: Binding<Data>,
        @ViewBuilder rowContent: @escaping (Binding<Data.Element>) -> RowContent
    )
    where
        Content == ForEach<LazyMapSequence<Data.Indices, (Data.Index, Data.Element.ID)>, Data.Element.ID, RowContent>,
        Data.Element: Identifiable, Data.Index: Hashable
    {
        self.init(content: ForEach(data, content: rowContent)) { _ in nil }
    }

    /// A row with a binding for each element, known by a property.
    public init<Data: MutableCollection & RandomAccessCollection, ID: Hashable, RowContent: View>(
        _ data: Binding<Data>,
        id: KeyPath<Data.Element, ID>,
        @ViewBuilder rowContent: @escaping (Binding<Data.Element>) -> RowContent
    ) where Content == ForEach<LazyMapSequence<Data.Indices, (Data.Index, ID)>, ID, RowContent>, Data.Index: Hashable {
        self.init(content: ForEach(data, id: id, content: rowContent)) { _ in nil }
    }
}

extension List {
    /// Rows of which one may be chosen.
    public init(selection: Binding<SelectionValue?>?, @ViewBuilder content: () -> Content) {
        self.init(content: content(), selection: Self.one(selection))
    }

    /// Rows of which several may be chosen.
    public init(selection: Binding<Set<SelectionValue>>?, @ViewBuilder content: () -> Content) {
        self.init(content: content(), selection: Self.several(selection))
    }

    /// A row for each element, of which one may be chosen.
    public init<Data: RandomAccessCollection, RowContent: View>(
        _ data: Data,
        selection: Binding<SelectionValue?>?,
        @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
    ) where Content == ForEach<Data, Data.Element.ID, RowContent>, Data.Element: Identifiable {
        self.init(content: ForEach(data, content: rowContent), selection: Self.one(selection))
    }

    /// A row for each element, of which several may be chosen.
    public init<Data: RandomAccessCollection, RowContent: View>(
        _ data: Data,
        selection: Binding<Set<SelectionValue>>?,
        @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
    ) where Content == ForEach<Data, Data.Element.ID, RowContent>, Data.Element: Identifiable {
        self.init(content: ForEach(data, content: rowContent), selection: Self.several(selection))
    }

    /// A row for each element, known by a property, of which one may be chosen.
    public init<Data: RandomAccessCollection, ID: Hashable, RowContent: View>(
        _ data: Data,
        id: KeyPath<Data.Element, ID>,
        selection: Binding<SelectionValue?>?,
        @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
    ) where Content == ForEach<Data, ID, RowContent> {
        self.init(content: ForEach(data, id: id, content: rowContent), selection: Self.one(selection))
    }

    /// A row for each element, known by a property, of which several may be chosen.
    public init<Data: RandomAccessCollection, ID: Hashable, RowContent: View>(
        _ data: Data,
        id: KeyPath<Data.Element, ID>,
        selection: Binding<Set<SelectionValue>>?,
        @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
    ) where Content == ForEach<Data, ID, RowContent> {
        self.init(content: ForEach(data, id: id, content: rowContent), selection: Self.several(selection))
    }
}

/// Controls in groups.
///
/// Source: Apple's `Form`.
public struct Form<Content: View>: View, Primitive {
    private let content: Content
    /// Controls in groups.
    public init(@ViewBuilder content: () -> Content) { self.content = content() }

    public func _render(_ context: _RenderContext) {
        var rows: [Fragment] = []
        context.withEnvironment {
            $0.surrounding = .form
            $0.windowsRows = true
            $0.letsRowsLeave = true
            $0.stackAxis = .horizontal
        } _: {
            rows = context.collected(content, "0")
        }
        let groups = RowGroups(context: context, selection: nil, isEditing: false)
        let node = Node(id: context.id(), element: .div, content: .children(groups.sections(of: rows)))
        context.emit(Fragment(node, classes: ["list", "inset"]))
    }
}

/// How a list looks.
enum ListLook: Sendable, Equatable {
    case inset, plain, sidebar
    var className: String {
        switch self {
        case .inset: "inset"
        case .plain: "plain"
        case .sidebar: "sidebar"
        }
    }
}

private struct ListLookKey: EnvironmentKey { static var defaultValue: ListLook { .inset } }

extension EnvironmentValues {
    var listLook: ListLook {
        get { self[ListLookKey.self] }
        set { self[ListLookKey.self] = newValue }
    }
}

/// How a list looks.
///
/// Source: Apple's `ListStyle`.
public protocol ListStyle: Sendable {
    /// The kind of list. Not for use outside of the framework.
    var _look: String { get }
}

/// As usual on a phone: groups on cards.
///
/// Source: Apple's `DefaultListStyle`.
public struct DefaultListStyle: ListStyle {
    /// The usual style.
    public init() {}
    public var _look: String { "inset" }
}
/// Rows from edge to edge.
///
/// Source: Apple's `PlainListStyle`.
public struct PlainListStyle: ListStyle {
    /// Rows from edge to edge.
    public init() {}
    public var _look: String { "plain" }
}
/// Groups.
///
/// Source: Apple's `GroupedListStyle`.
public struct GroupedListStyle: ListStyle {
    /// Groups.
    public init() {}
    public var _look: String { "inset" }
}
/// Groups on cards.
///
/// Source: Apple's `InsetGroupedListStyle`.
public struct InsetGroupedListStyle: ListStyle {
    /// Groups on cards.
    public init() {}
    public var _look: String { "inset" }
}
/// Rows on a card.
///
/// Source: Apple's `InsetListStyle`.
public struct InsetListStyle: ListStyle {
    /// Rows on a card.
    public init() {}
    public var _look: String { "inset" }
}
/// A list at the side.
///
/// Source: Apple's `SidebarListStyle`.
public struct SidebarListStyle: ListStyle {
    /// A list at the side.
    public init() {}
    public var _look: String { "sidebar" }
}

extension ListStyle where Self == DefaultListStyle {
    /// As usual.
    public static var automatic: DefaultListStyle { DefaultListStyle() }
}
extension ListStyle where Self == PlainListStyle {
    /// Rows from edge to edge.
    public static var plain: PlainListStyle { PlainListStyle() }
}
extension ListStyle where Self == GroupedListStyle {
    /// Groups.
    public static var grouped: GroupedListStyle { GroupedListStyle() }
}
extension ListStyle where Self == InsetGroupedListStyle {
    /// Groups on cards.
    public static var insetGrouped: InsetGroupedListStyle { InsetGroupedListStyle() }
}
extension ListStyle where Self == InsetListStyle {
    /// Rows on a card.
    public static var inset: InsetListStyle { InsetListStyle() }
}
extension ListStyle where Self == SidebarListStyle {
    /// A list at the side.
    public static var sidebar: SidebarListStyle { SidebarListStyle() }
}

extension View {
    /// How lists inside look.
    public func listStyle<S: ListStyle>(_ style: S) -> some View {
        let look: ListLook = style._look == "plain" ? .plain : style._look == "sidebar" ? .sidebar : .inset
        return alterEnvironment { $0.listLook = look }
    }
}
