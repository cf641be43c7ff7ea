import WebHost

/// A symbol and a text that mean the same.
///
/// Source: Apple's `Label`.
public struct Label<Title: View, Icon: View>: View, Primitive {
    private let title: Title
    private let icon: Icon

    /// A text and a symbol.
    public init(@ViewBuilder title: () -> Title, @ViewBuilder icon: () -> Icon) {
        self.title = title()
        self.icon = icon()
    }

    public func _render(_ context: _RenderContext) {
        let look = context.environment.labelLook
        if case .custom(let make) = look {
            let body = make(LabelStyleConfiguration(title: .init(view: title.erased), icon: .init(view: icon.erased)))
            return context.withEnvironment {
                $0.labelLook = .automatic
            } _: {
                context.step("s") { context.render(body) }
            }
        }
        var texts: [Node] = []
        context.withEnvironment {
            $0.enterLabel()
        } _: {
            texts = context.nodes(title, "t").map(\.phrasing)
        }
        if case .iconOnly = look {
            texts = [
                Node(
                    id: context.id("t"),
                    element: .span,
                    attributes: [.class: "visually-hidden"],
                    content: .children(texts)
                )
            ]
        }
        var children = texts
        if case .titleOnly = look {} else { children = context.nodes(icon, "i").map(\.phrasing) + texts }
        let node = Node(id: context.id(), element: .span, content: .children(children))
        var classes = ["label"]
        if case .iconOnly = look { classes.append("lone-icon") }
        context.emit(Fragment(node, classes: classes))
    }
}

extension Label where Title == Text, Icon == Image {
    /// A text and a symbol by name.
    public init(_ titleKey: LocalizedStringKey, systemImage name: String) {
        self.init {
            Text(titleKey)
        } icon: {
            Image(systemName: name)
        }
    }
    /// A text and a symbol by name.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, systemImage name: String) {
        self.init {
            Text(title)
        } icon: {
            Image(systemName: name)
        }
    }
    /// A text and a picture of the app's catalogue.
    public init(_ titleKey: LocalizedStringKey, image name: String) {
        self.init {
            Text(titleKey)
        } icon: {
            Image(name)
        }
    }
    /// A text and a picture of the app's catalogue.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, image name: String) {
        self.init {
            Text(title)
        } icon: {
            Image(name)
        }
    }
}

extension Label where Title == LabelStyleConfiguration.Title, Icon == LabelStyleConfiguration.Icon {
    /// A label as a style was given it.
    public init(_ configuration: LabelStyleConfiguration) {
        self.init {
            configuration.title
        } icon: {
            configuration.icon
        }
    }
}

/// What a style is given of a label.
///
/// Source: Apple's `LabelStyleConfiguration`.
public struct LabelStyleConfiguration {
    /// The text.
    ///
    /// Source: Apple's `LabelStyleConfiguration.Title`.
    public struct Title: View, Primitive, Transparent {
        let view: AnyView
        public func _render(_ context: _RenderContext) { context.render(view) }
    }
    /// The symbol.
    ///
    /// Source: Apple's `LabelStyleConfiguration.Icon`.
    public struct Icon: View, Primitive, Transparent {
        let view: AnyView
        public func _render(_ context: _RenderContext) { context.render(view) }
    }
    /// The text.
    public let title: Title
    /// The symbol.
    public let icon: Icon
}

/// How labels look.
///
/// Source: Apple's `LabelStyle`.
@MainActor @preconcurrency
public protocol LabelStyle {
    /// The type of the label's view.
    associatedtype Body: View
    /// The view of a label.
    @ViewBuilder @MainActor @preconcurrency func makeBody(configuration: Self.Configuration) -> Self.Body
    /// What is given of a label.
    typealias Configuration = LabelStyleConfiguration
}

enum LabelLook {
    case automatic, iconOnly, titleOnly
    case custom(@MainActor (LabelStyleConfiguration) -> AnyView)
}

@MainActor
protocol PageLabelStyle: LabelStyle {
    var look: LabelLook { get }
}

extension PageLabelStyle {
    /// The label in this style.
    public func makeBody(configuration: LabelStyleConfiguration) -> some View {
        let look = look
        return Label(configuration).alterEnvironment { $0.labelLook = look }
    }
}

/// As usual at its place.
///
/// Source: Apple's `DefaultLabelStyle`.
public struct DefaultLabelStyle: PageLabelStyle {
    /// As usual at its place.
    public nonisolated init() {}
    var look: LabelLook { .automatic }
}
/// The symbol; the text is for readers.
///
/// Source: Apple's `IconOnlyLabelStyle`.
public struct IconOnlyLabelStyle: PageLabelStyle {
    /// The symbol; the text is for readers.
    public nonisolated init() {}
    var look: LabelLook { .iconOnly }
}
/// The text.
///
/// Source: Apple's `TitleOnlyLabelStyle`.
public struct TitleOnlyLabelStyle: PageLabelStyle {
    /// The text.
    public nonisolated init() {}
    var look: LabelLook { .titleOnly }
}
/// Both.
///
/// Source: Apple's `TitleAndIconLabelStyle`.
public struct TitleAndIconLabelStyle: PageLabelStyle {
    /// Both.
    public nonisolated init() {}
    var look: LabelLook { .automatic }
}

extension LabelStyle where Self == DefaultLabelStyle {
    /// As usual at its place.
    public static var automatic: DefaultLabelStyle { DefaultLabelStyle() }
}
extension LabelStyle where Self == IconOnlyLabelStyle {
    /// The symbol; the text is for readers.
    public static var iconOnly: IconOnlyLabelStyle { IconOnlyLabelStyle() }
}
extension LabelStyle where Self == TitleOnlyLabelStyle {
    /// The text.
    public static var titleOnly: TitleOnlyLabelStyle { TitleOnlyLabelStyle() }
}
extension LabelStyle where Self == TitleAndIconLabelStyle {
    /// Both.
    public static var titleAndIcon: TitleAndIconLabelStyle { TitleAndIconLabelStyle() }
}

private struct LabelLookKey: EnvironmentKey { static var defaultValue: LabelLook { .automatic } }

extension EnvironmentValues {
    var labelLook: LabelLook {
        get { self[LabelLookKey.self] }
        set { self[LabelLookKey.self] = newValue }
    }
}

extension View {
    /// How labels inside look.
    public func labelStyle<S: LabelStyle>(_ style: S) -> some View {
        let look = (style as? any PageLabelStyle)?.look ?? .custom { AnyView(style.makeBody(configuration: $0)) }
        return alterEnvironment { $0.labelLook = look }
    }
}
