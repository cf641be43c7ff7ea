import Foundation
import WebHost

/// How a row looks, as its view asks.
struct RowLooks {
    var background: String?
    var insets: String?
    var hidesLine = false
}

/// Buttons of a row at one of its sides.
struct SwipeGroup {
    let edge: HorizontalEdge
    var actions: [Fragment]
}

/// A side.
///
/// Source: Apple's `HorizontalEdge`.
public enum HorizontalEdge: Int8, CaseIterable, Hashable, Sendable {
    /// The side where lines begin.
    case leading
    /// The side where lines end.
    case trailing

    /// Sides.
    ///
    /// Source: Apple's `HorizontalEdge.Set`.
    public struct Set: OptionSet, Sendable {
        /// The bits.
        public let rawValue: Int8
        /// The bits.
        public init(rawValue: Int8) { self.rawValue = rawValue }
        /// The side where lines begin.
        public static let leading = Set(rawValue: 1)
        /// The side where lines end.
        public static let trailing = Set(rawValue: 2)
        /// Both.
        public static let all: Set = [.leading, .trailing]
    }
}

/// Whether something is shown.
///
/// Source: Apple's `Visibility`.
public enum Visibility: CaseIterable, Hashable, Sendable {
    /// As usual there.
    case automatic
    /// Shown.
    case visible
    /// Not shown.
    case hidden
}

extension View {
    /// Buttons that a row has: always there for keys and readers, forth on hover and when a finger draws the row to the side.
    public func swipeActions<T: View>(
        edge: HorizontalEdge = .trailing,
        allowsFullSwipe: Bool = true,
        @ViewBuilder content: () -> T
    ) -> some View {
        let actions = content()
        return altered { context, view in
            let rows = context.collect { context.step("m") { context.render(view) } }
            guard !context.isProbing else { return rows.forEach(context.emit) }
            var place = 0
            for row in rows {
                var row = row
                row.addSwipe(edge, actions, context, &place)
                context.emit(row)
            }
        }
    }

    /// What lies behind a row: a colour, or a shape with its filling.
    ///
    /// Difference: other views are not drawn behind rows.
    public func listRowBackground<V: View>(_ view: V?) -> some View {
        altered { context, content in
            var paint = (view as? Color)?.css.color
            if paint == nil, let view, !context.isProbing {
                let behind = context.collected(view, "rb")
                if behind.count == 1 { paint = behind[0].styles["background"] }
            }
            for fragment in context.collect({ context.render(content) }) {
                var fragment = fragment
                fragment.marks.row = fragment.marks.row ?? RowLooks()
                fragment.marks.row?.background = paint
                context.emit(fragment)
            }
        }
    }

    /// The room around the content of a row.
    public func listRowInsets(_ insets: EdgeInsets?) -> some View {
        alterMarks { marks in
            marks.row = marks.row ?? RowLooks()
            marks.row?.insets = insets?.css
        }
    }

    /// Whether a row has a line below.
    public func listRowSeparator(_ visibility: Visibility, edges: VerticalEdge.Set = .all) -> some View {
        alterMarks { marks in
            marks.row = marks.row ?? RowLooks()
            marks.row?.hidesLine = visibility == .hidden
        }
    }

    /// The colour of the line below a row; it is the page's.
    public func listRowSeparatorTint(_ color: Color?, edges: VerticalEdge.Set = .all) -> some View { unaltered() }
    /// Whether sections have lines; they are the page's.
    public func listSectionSeparator(_ visibility: Visibility, edges: VerticalEdge.Set = .all) -> some View {
        unaltered()
    }
    /// The room between rows; it is the page's.
    public func listRowSpacing(_ spacing: CGFloat?) -> some View { unaltered() }
    /// The room between sections; it is the page's.
    public func listSectionSpacing(_ spacing: CGFloat) -> some View { unaltered() }
    /// The room between sections; it is the page's.
    public func listSectionSpacing(_ spacing: ListSectionSpacing) -> some View { unaltered() }
    /// The tint of a row.
    public func listItemTint(_ tint: Color?) -> some View {
        alterEnvironment { $0.tintPaint = tint?.css ?? $0.tintPaint }
    }
    /// How high titles are; it is the page's.
    public func headerProminence(_ prominence: Prominence) -> some View { unaltered() }

    /// A count or words at the end of a row or on a tab.
    public func badge(_ count: Int) -> some View {
        alterMarks { $0.badge = count == 0 ? nil : Text(verbatim: String(count)) }
    }
    /// Words at the end of a row or on a tab.
    public func badge(_ label: Text?) -> some View { alterMarks { $0.badge = label } }
    /// Words at the end of a row or on a tab.
    public func badge(_ key: LocalizedStringKey?) -> some View { alterMarks { $0.badge = key.map { Text($0) } } }
    /// Words at the end of a row or on a tab.
    @_disfavoredOverload
    public func badge<S: StringProtocol>(_ label: S?) -> some View { alterMarks { $0.badge = label.map { Text($0) } } }

    /// The value that stands for the view in a picker, list or tab view.
    public func tag<V: Hashable>(_ tag: V, includeOptional: Bool = true) -> some View {
        alterMarks { $0.tag = AnyHashable(tag) }
    }
}

extension Fragment {
    /// Gives a row, or each row of a section, buttons at one of its sides.
    @MainActor
    fileprivate mutating func addSwipe<T: View>(
        _ edge: HorizontalEdge,
        _ actions: T,
        _ context: _RenderContext,
        _ place: inout Int
    ) {
        if var section = marks.section {
            for index in section.rows.indices { section.rows[index].addSwipe(edge, actions, context, &place) }
            marks.section = section
            return
        }
        var buttons: [Fragment] = []
        context.withEnvironment {
            $0.surrounding = .toolbar
        } _: {
            buttons = context.collected(actions, place == 0 ? "w\(edge.rawValue)" : "w\(edge.rawValue).\(place)")
        }
        place += 1
        marks.swipe.append(SwipeGroup(edge: edge, actions: buttons))
    }
}

/// The room between sections.
///
/// Source: Apple's `ListSectionSpacing`. Without effect.
public struct ListSectionSpacing: Sendable {
    /// As usual.
    public static let `default` = ListSectionSpacing()
    /// Little.
    public static let compact = ListSectionSpacing()
    /// In points.
    public static func custom(_ spacing: CGFloat) -> ListSectionSpacing { ListSectionSpacing() }
}

/// How much something stands out.
///
/// Source: Apple's `Prominence`.
public enum Prominence: Hashable, Sendable {
    /// As usual.
    case standard
    /// More.
    case increased
}
