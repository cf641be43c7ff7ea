import Foundation
import WebHost

/// Where in the bars something stands.
///
/// Source: Apple's `ToolbarItemPlacement`.
public struct ToolbarItemPlacement: Hashable, Sendable {
    enum Place: Sendable { case leading, trailing, principal, bottomBar, keyboard }
    let place: Place
    let name: String
    private init(_ place: Place, _ name: String) {
        self.place = place
        self.name = name
    }
    /// As usual.
    public static let automatic = ToolbarItemPlacement(.trailing, "automatic")
    /// In the middle.
    public static let principal = ToolbarItemPlacement(.principal, "principal")
    /// Where navigation is.
    public static let navigation = ToolbarItemPlacement(.leading, "navigation")
    /// The most important action.
    public static let primaryAction = ToolbarItemPlacement(.trailing, "primaryAction")
    /// Less important actions.
    public static let secondaryAction = ToolbarItemPlacement(.trailing, "secondaryAction")
    /// What tells a state.
    public static let status = ToolbarItemPlacement(.bottomBar, "status")
    /// What confirms.
    public static let confirmationAction = ToolbarItemPlacement(.trailing, "confirmationAction")
    /// What cancels.
    public static let cancellationAction = ToolbarItemPlacement(.leading, "cancellationAction")
    /// What destroys.
    public static let destructiveAction = ToolbarItemPlacement(.trailing, "destructiveAction")
    /// Above the keyboard; on a page in the bar below.
    public static let keyboard = ToolbarItemPlacement(.bottomBar, "keyboard")
    /// At the beginning of the upper bar.
    public static let topBarLeading = ToolbarItemPlacement(.leading, "topBarLeading")
    /// At the end of the upper bar.
    public static let topBarTrailing = ToolbarItemPlacement(.trailing, "topBarTrailing")
    /// At the beginning of the upper bar, by the older name.
    public static let navigationBarLeading = ToolbarItemPlacement(.leading, "topBarLeading")
    /// At the end of the upper bar, by the older name.
    public static let navigationBarTrailing = ToolbarItemPlacement(.trailing, "topBarTrailing")
    /// In the bar below.
    public static let bottomBar = ToolbarItemPlacement(.bottomBar, "bottomBar")
    /// Above the keyboard, a small bar.
    public static let title = ToolbarItemPlacement(.principal, "title")
}

/// What stands in bars.
///
/// Source: Apple's `ToolbarContent`.
@MainActor @preconcurrency
public protocol ToolbarContent {
    /// The type of the body.
    associatedtype Body: ToolbarContent
    /// What stands in bars.
    @ToolbarContentBuilder @MainActor @preconcurrency var body: Self.Body { get }
    /// Collects the items. Not for use outside of the framework.
    @MainActor func _collect(_ context: _RenderContext)
}

extension ToolbarContent {
    public func _collect(_ context: _RenderContext) { context.step("b") { body._collect(context) } }
}

extension ToolbarContent where Body == Never {
    /// Items that the framework has itself have no body; nobody asks for it.
    public var body: Never { preconditionFailure("\(Self.self) has no body.") }
}

extension Never: ToolbarContent {
    public func _collect(_ context: _RenderContext) {}
}

/// A view in a bar.
///
/// Source: Apple's `ToolbarItem`.
public struct ToolbarItem<ID, Content: View>: ToolbarContent {
    /// Nothing.
    public typealias Body = Never
    private let placement: ToolbarItemPlacement
    private let content: Content

    public func _collect(_ context: _RenderContext) {
        var fragments: [Fragment] = []
        context.withEnvironment {
            $0.surrounding = .toolbar
            $0.stackAxis = .horizontal
            // As on Apple's systems: in a bar the symbol stands for the label, and readers are told the words.
            if case .automatic = $0.labelLook { $0.labelLook = .iconOnly }
        } _: {
            fragments = context.collected(content, "i")
        }
        context.preferences.toolbar.append(ToolbarEntry(placement: placement, fragments: fragments))
    }
}

extension ToolbarItem where ID == () {
    /// A view in a bar.
    public init(placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content) {
        self.placement = placement
        self.content = content()
    }
}

extension ToolbarItem where ID == String {
    /// A view in a bar that has a name.
    public init(id: String, placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content) {
        self.placement = placement
        self.content = content()
    }
}

/// Several views in a bar.
///
/// Source: Apple's `ToolbarItemGroup`.
public struct ToolbarItemGroup<Content: View>: ToolbarContent {
    /// Nothing.
    public typealias Body = Never
    private let item: ToolbarItem<(), Content>
    /// Several views in a bar.
    public init(placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content) {
        item = ToolbarItem(placement: placement, content: content)
    }
    public func _collect(_ context: _RenderContext) { item._collect(context) }
}

/// Room between items; bars have it.
///
/// Source: Apple's `ToolbarSpacer`. Without effect.
public struct ToolbarSpacer: ToolbarContent {
    /// Nothing.
    public typealias Body = Never
    /// Room between items.
    public init(_ sizing: SpacerSizing = .flexible, placement: ToolbarItemPlacement = .automatic) {}
    public func _collect(_ context: _RenderContext) {}
}

/// How much room.
///
/// Source: Apple's `SpacerSizing`. Without effect.
public struct SpacerSizing: Hashable, Sendable {
    /// As much as there is.
    public static let flexible = SpacerSizing()
    /// A little.
    public static let fixed = SpacerSizing()
}

/// Several items, or one of two, or none.
public struct _ToolbarItems: ToolbarContent {
    /// Nothing.
    public typealias Body = Never
    let collect: @MainActor (_RenderContext) -> Void
    public func _collect(_ context: _RenderContext) { collect(context) }
}

/// Makes the content of bars of several statements.
///
/// Source: Apple's `ToolbarContentBuilder`.
@resultBuilder
@MainActor
public struct ToolbarContentBuilder {
    /// A statement.
    public static func buildExpression<Content: ToolbarContent>(_ content: Content) -> Content { content }
    /// One statement.
    public static func buildBlock<Content: ToolbarContent>(_ content: Content) -> some ToolbarContent { content }
    /// Several statements.
    @_disfavoredOverload
    public static func buildBlock<each Content: ToolbarContent>(_ content: repeat each Content) -> some ToolbarContent {
        _ToolbarItems { context in
            var index = 0
            for item in repeat each content {
                context.step(index) { item._collect(context) }
                index += 1
            }
        }
    }
    /// `if` without `else`.
    public static func buildIf<Content: ToolbarContent>(_ content: Content?) -> some ToolbarContent {
        _ToolbarItems { context in context.step("s") { content?._collect(context) } }
    }
    /// The first branch.
    public static func buildEither<First: ToolbarContent>(first: First) -> _ToolbarItems {
        _ToolbarItems { context in context.step("t") { first._collect(context) } }
    }
    /// The other branch.
    public static func buildEither<Second: ToolbarContent>(second: Second) -> _ToolbarItems {
        _ToolbarItems { context in context.step("f") { second._collect(context) } }
    }
    /// `if #available`.
    public static func buildLimitedAvailability<Content: ToolbarContent>(_ content: Content) -> some ToolbarContent {
        content
    }
}

// Both of Apple's names are the same.
// swift-format-ignore: AmbiguousTrailingClosureOverload
extension View {
    /// Puts items into the bars of the screen.
    public func toolbar<Content: ToolbarContent>(@ToolbarContentBuilder content: () -> Content) -> some View {
        let items = content()
        return altered { context, view in
            guard !context.isProbing else { return context.render(view) }
            context.step("m") { context.render(view) }
            context.step("tb") { items._collect(context) }
        }
    }

    /// Puts views into the upper bar of the screen.
    public func toolbar<Content: View>(@ViewBuilder content: () -> Content) -> some View {
        let item = ToolbarItem(content: content)
        return altered { context, view in
            guard !context.isProbing else { return context.render(view) }
            context.step("m") { context.render(view) }
            context.step("tb") { item._collect(context) }
        }
    }

    /// Takes something away that the bar has by itself; readers are still told the title.
    public func toolbar(removing defaultItemKind: ToolbarDefaultItemKind?) -> some View {
        alterPreferences { if defaultItemKind == .title { $1.hidesTitle = true } }
    }

    /// Whether bars are there.
    public func toolbar(_ visibility: Visibility, for bars: ToolbarPlacement...) -> some View {
        alterPreferences { _, preferences in
            if visibility == .hidden { preferences.hiddenBars.formUnion(bars.map(\.name)) }
        }
    }
    /// The colour of bars; it is the page's.
    public func toolbarBackground<S: ShapeStyle>(_ style: S, for bars: ToolbarPlacement...) -> some View { unaltered() }
    /// Whether bars have a background; the page decides.
    public func toolbarBackground(_ visibility: Visibility, for bars: ToolbarPlacement...) -> some View { unaltered() }
    /// Light or dark bars; the page decides.
    public func toolbarColorScheme(_ colorScheme: ColorScheme?, for bars: ToolbarPlacement...) -> some View {
        unaltered()
    }
    /// A menu at the title; the title has none here, and the items stand in the bar.
    public func toolbarTitleMenu<C: View>(@ViewBuilder content: () -> C) -> some View { toolbar(content: content) }
    /// Whether the title is large.
    public func toolbarTitleDisplayMode(_ mode: ToolbarTitleDisplayMode) -> some View {
        alterPreferences { $1.isTitleInline = mode == .inline }
    }
    /// Views at the ends of the bar, by the older name.
    public func navigationBarItems<L: View, T: View>(leading: L, trailing: T) -> some View {
        toolbar {
            ToolbarItem(placement: .topBarLeading) { leading }
            ToolbarItem(placement: .topBarTrailing) { trailing }
        }
    }
    /// A view at the end of the bar, by the older name.
    public func navigationBarItems<T: View>(trailing: T) -> some View {
        toolbar { ToolbarItem(placement: .topBarTrailing) { trailing } }
    }
    /// A view at the beginning of the bar, by the older name.
    public func navigationBarItems<L: View>(leading: L) -> some View {
        toolbar { ToolbarItem(placement: .topBarLeading) { leading } }
    }
}

/// How the title of a screen is shown.
///
/// Source: Apple's `ToolbarTitleDisplayMode`.
public struct ToolbarTitleDisplayMode: Hashable, Sendable {
    let name: String
    /// As usual.
    public static let automatic = ToolbarTitleDisplayMode(name: "automatic")
    /// Large.
    public static let large = ToolbarTitleDisplayMode(name: "large")
    /// Large, in the bar.
    public static let inlineLarge = ToolbarTitleDisplayMode(name: "inlineLarge")
    /// Small.
    public static let inline = ToolbarTitleDisplayMode(name: "inline")
}

/// What a bar has by itself.
///
/// Source: Apple's `ToolbarDefaultItemKind`.
public struct ToolbarDefaultItemKind: Hashable, Sendable {
    private let name: String
    /// The title of the screen.
    public static let title = ToolbarDefaultItemKind(name: "title")
}

/// A bar.
///
/// Source: Apple's `ToolbarPlacement`.
public struct ToolbarPlacement: Hashable, Sendable {
    let name: String
    /// The upper bar.
    public static let automatic = ToolbarPlacement(name: "navigationBar")
    /// The upper bar.
    public static let navigationBar = ToolbarPlacement(name: "navigationBar")
    /// The bar below.
    public static let bottomBar = ToolbarPlacement(name: "bottomBar")
    /// The tabs.
    public static let tabBar = ToolbarPlacement(name: "tabBar")
    /// The window's bar.
    public static let windowToolbar = ToolbarPlacement(name: "windowToolbar")
}
