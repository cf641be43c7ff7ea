import Foundation
import WebHost

/// What a presentation knew when it was drawn last.
final class Presented: Attachment {
    private let graph: ViewGraph
    var isShown = false
    var onDismiss: (() -> Void)?
    /// What was shown last, for the time of closing.
    var item: AnyHashable?

    init(_ graph: ViewGraph) { self.graph = graph }

    func update(_ shows: Bool) {
        if isShown, !shows, let onDismiss { graph.after(onDismiss) }
        isShown = shows
    }

    override func disappear() { isShown = false }
}

private struct UndismissableKey: PreferenceKey {
    static var defaultValue: Bool { false }
    static func reduce(value: inout Bool, nextValue: () -> Bool) { value = value || nextValue() }
}
private struct LargeSheetKey: PreferenceKey {
    static var defaultValue: Bool? { nil }
    static func reduce(value: inout Bool?, nextValue: () -> Bool?) { value = nextValue() ?? value }
}

extension _RenderContext {
    /// Draws a dialog with a screen of its own beside the page.
    func presentSheet(_ kind: String, key: AnyHashable, content: AnyView, close: @escaping @MainActor () -> Void) {
        let id = id("sheet")
        let dismissal = Dismissal(id: id, close)
        let navigatorless: (inout EnvironmentValues) -> Void = { values in
            values.enterScreen()
            values.isMainPlace = false
            values.isCovered = false
            values.navigator = nil
            values.isEnabled = true
            values.dismissal = dismissal
            values.editMode = nil
        }
        let output = collectAll {
            withEnvironment(navigatorless) {
                inside(.value("\(path)sheet", key)) { render(content) }
            }
        }
        let mayClose = (output.preferences.values[ObjectIdentifier(UndismissableKey.self)] as? Bool) != true
        var dialog = Node(id: id, element: .dialog, attributes: [.class: "sheet"])
        if kind == "cover" { dialog.attributes[.class] = "sheet cover" }
        if kind == "popover" { dialog.attributes[.class] = "popover" }
        if case .some(.some(true)) = output.preferences.values[ObjectIdentifier(LargeSheetKey.self)] as? Bool? {
            dialog.attributes[.class] = "sheet large"
        }
        dialog.properties.isOpen = true
        let screen = screenNode(output, id: id + "s")
        if let title = screen.title { dialog.attributes[.ariaLabelledby] = title }
        dialog.content = .children([screen.node])
        if mayClose {
            dialog.events = .close
            on(id) { if $0 == .close { close() } }
        } else if kind == "cover" {
            // What takes the whole page and cannot be waved away wants an answer before anything else.
            dialog.attributes[.role] = "alertdialog"
        }
        preferences.overlays.append(dialog)
        preferences.overlays += output.preferences.overlays
        preferences.shortcuts.merge(output.preferences.shortcuts) { $1 }
    }

    /// A screen of what was drawn, unless it is one already; and the name of its title.
    func screenNode(_ output: Output, id: String) -> (node: Node, title: String?) {
        let nodes = output.fragments.nodes
        func title(_ node: Node) -> String? {
            node.element == .h1 ? node.id : node.childNodes.lazy.compactMap(title).first
        }
        if nodes.count == 1, let only = nodes.first,
            (only.attributes[.class] ?? "").split(separator: " ").contains(where: {
                ["screen", "tabs", "split"].contains($0)
            })
        {
            return (only, title(only))
        }
        let node = Screen(id: id, output: output, environment: environment).node
        return (node, title(node))
    }
}

extension View {
    private func presenting(
        _ kind: String,
        isPresented: Binding<Bool>,
        onDismiss: (() -> Void)?,
        content: @escaping () -> AnyView
    ) -> some View {
        attached {
            Presented($0.graph)
        } _: { context, presented in
            presented.onDismiss = onDismiss
            let shows = context.read { isPresented.wrappedValue } && !context.environment.isCovered
            presented.update(shows)
            guard shows else { return }
            context.presentSheet(kind, key: AnyHashable(true), content: content()) { isPresented.wrappedValue = false }
        }
    }

    private func presenting<Item: Identifiable>(
        _ kind: String,
        item: Binding<Item?>,
        onDismiss: (() -> Void)?,
        content: @escaping (Item) -> AnyView
    ) -> some View {
        attached {
            Presented($0.graph)
        } _: { context, presented in
            presented.onDismiss = onDismiss
            let value = context.environment.isCovered ? nil : context.read { item.wrappedValue }
            presented.update(value != nil)
            guard let value else { return }
            context.presentSheet(kind, key: AnyHashable(value.id), content: content(value)) { item.wrappedValue = nil }
        }
    }

    /// Shows a sheet as long as a value is true.
    public func sheet<Content: View>(
        isPresented: Binding<Bool>,
        onDismiss: (() -> Void)? = nil,
        @ViewBuilder content: @escaping () -> Content
    ) -> some View {
        presenting("sheet", isPresented: isPresented, onDismiss: onDismiss) { AnyView(content()) }
    }

    /// Shows a sheet as long as there is an item.
    public func sheet<Item: Identifiable, Content: View>(
        item: Binding<Item?>,
        onDismiss: (() -> Void)? = nil,
        @ViewBuilder content: @escaping (Item) -> Content
    ) -> some View {
        presenting("sheet", item: item, onDismiss: onDismiss) { AnyView(content($0)) }
    }

    /// Covers the page as long as a value is true.
    public func fullScreenCover<Content: View>(
        isPresented: Binding<Bool>,
        onDismiss: (() -> Void)? = nil,
        @ViewBuilder content: @escaping () -> Content
    ) -> some View {
        presenting("cover", isPresented: isPresented, onDismiss: onDismiss) { AnyView(content()) }
    }

    /// Covers the page as long as there is an item.
    public func fullScreenCover<Item: Identifiable, Content: View>(
        item: Binding<Item?>,
        onDismiss: (() -> Void)? = nil,
        @ViewBuilder content: @escaping (Item) -> Content
    ) -> some View {
        presenting("cover", item: item, onDismiss: onDismiss) { AnyView(content($0)) }
    }

    /// Shows a card as long as a value is true.
    public func popover<Content: View>(
        isPresented: Binding<Bool>,
        attachmentAnchor: PopoverAttachmentAnchor = .rect(.bounds),
        arrowEdge: Edge = .top,
        @ViewBuilder content: @escaping () -> Content
    ) -> some View {
        presenting("popover", isPresented: isPresented, onDismiss: nil) { AnyView(content()) }
    }

    /// Shows a card as long as there is an item.
    public func popover<Item: Identifiable, Content: View>(
        item: Binding<Item?>,
        attachmentAnchor: PopoverAttachmentAnchor = .rect(.bounds),
        arrowEdge: Edge = .top,
        @ViewBuilder content: @escaping (Item) -> Content
    ) -> some View {
        presenting("popover", item: item, onDismiss: nil) { AnyView(content($0)) }
    }

    /// Keeps the reader from closing the sheet other than by its own buttons.
    public func interactiveDismissDisabled(_ isDisabled: Bool = true) -> some View {
        preference(key: UndismissableKey.self, value: isDisabled)
    }

    /// How high a sheet is: large where it may be nothing else.
    public func presentationDetents(_ detents: Set<PresentationDetent>) -> some View {
        preference(key: LargeSheetKey.self, value: detents == [.large])
    }
    /// How high a sheet is: large where it may be nothing else.
    public func presentationDetents(
        _ detents: Set<PresentationDetent>,
        selection: Binding<PresentationDetent>
    ) -> some View {
        presentationDetents(detents)
    }
    /// Whether a sheet shows that it can be drawn; it has a close key.
    public func presentationDragIndicator(_ visibility: Visibility) -> some View { unaltered() }
    /// The corners of a sheet; they are the page's.
    public func presentationCornerRadius(_ cornerRadius: CGFloat?) -> some View { unaltered() }
    /// The background of a sheet; it is the page's.
    public func presentationBackground<S: ShapeStyle>(_ style: S) -> some View { unaltered() }
    /// What can be done behind a sheet; nothing.
    public func presentationBackgroundInteraction(_ interaction: PresentationBackgroundInteraction) -> some View {
        unaltered()
    }
    /// How a presentation changes where there is little room; the page does it.
    public func presentationCompactAdaptation(_ adaptation: PresentationAdaptation) -> some View { unaltered() }
    /// How a sheet scrolls; as the page does.
    public func presentationContentInteraction(_ behavior: PresentationContentInteraction) -> some View { unaltered() }
}

/// Where a popover belongs.
///
/// Source: Apple's `PopoverAttachmentAnchor`. Without effect.
public enum PopoverAttachmentAnchor: Sendable {
    /// At a rectangle.
    case rect(RectAnchor)
    /// At a point.
    case point(UnitPoint)
    /// A rectangle.
    public enum RectAnchor: Sendable {
        /// The view's.
        case bounds
    }
}

/// How high a sheet may be.
///
/// Source: Apple's `PresentationDetent`.
public struct PresentationDetent: Hashable, Sendable {
    let name: String
    /// Half of the page.
    public static let medium = PresentationDetent(name: "medium")
    /// The whole page.
    public static let large = PresentationDetent(name: "large")
    /// A part of the page.
    public static func fraction(_ fraction: CGFloat) -> PresentationDetent { PresentationDetent(name: "f\(fraction)") }
    /// In points.
    public static func height(_ height: CGFloat) -> PresentationDetent { PresentationDetent(name: "h\(height)") }
}

/// What can be done behind a sheet.
///
/// Source: Apple's `PresentationBackgroundInteraction`. Without effect.
public struct PresentationBackgroundInteraction: Sendable {
    /// As usual.
    public static let automatic = PresentationBackgroundInteraction()
    /// All.
    public static let enabled = PresentationBackgroundInteraction()
    /// Nothing.
    public static let disabled = PresentationBackgroundInteraction()
}

/// How a presentation changes where there is little room.
///
/// Source: Apple's `PresentationAdaptation`. Without effect.
public struct PresentationAdaptation: Sendable {
    /// As usual.
    public static let automatic = PresentationAdaptation()
    /// Not.
    public static let none = PresentationAdaptation()
    /// To a popover.
    public static let popover = PresentationAdaptation()
    /// To a sheet.
    public static let sheet = PresentationAdaptation()
    /// To a cover.
    public static let fullScreenCover = PresentationAdaptation()
}

/// What drawing in a sheet does.
///
/// Source: Apple's `PresentationContentInteraction`. Without effect.
public struct PresentationContentInteraction: Sendable {
    /// As usual.
    public static let automatic = PresentationContentInteraction()
    /// Makes it larger.
    public static let resizes = PresentationContentInteraction()
    /// Scrolls.
    public static let scrolls = PresentationContentInteraction()
}
