import Foundation

/// What a style is given of a button.
///
/// Source: Apple's `ButtonStyleConfiguration`.
public struct ButtonStyleConfiguration {
    /// What stands on the button.
    ///
    /// Source: Apple's `ButtonStyleConfiguration.Label`.
    public struct Label: View, Primitive, Transparent {
        let view: AnyView
        public func _render(_ context: _RenderContext) { context.render(view) }
    }
    /// What the button is for.
    public let role: ButtonRole?
    /// What stands on the button.
    public let label: Label
    /// Whether it is being pressed; the page shows that itself, so it is false.
    public let isPressed: Bool
}

/// What a style that acts itself is given of a button.
///
/// Source: Apple's `PrimitiveButtonStyleConfiguration`.
public struct PrimitiveButtonStyleConfiguration {
    /// What stands on the button.
    ///
    /// Source: Apple's `PrimitiveButtonStyleConfiguration.Label`.
    public struct Label: View, Primitive, Transparent {
        let view: AnyView
        public func _render(_ context: _RenderContext) { context.render(view) }
    }
    /// What the button is for.
    public let role: ButtonRole?
    /// What stands on the button.
    public let label: Label
    let action: @MainActor () -> Void
    /// Does what the button does.
    @MainActor public func trigger() { action() }
}

/// How buttons look.
///
/// Source: Apple's `ButtonStyle`.
@MainActor @preconcurrency
public protocol ButtonStyle {
    /// The type of the button's view.
    associatedtype Body: View
    /// The view of a button.
    @ViewBuilder @MainActor @preconcurrency func makeBody(configuration: Self.Configuration) -> Self.Body
    /// What is given of a button.
    typealias Configuration = ButtonStyleConfiguration
}

/// How buttons look and act.
///
/// Source: Apple's `PrimitiveButtonStyle`.
@MainActor @preconcurrency
public protocol PrimitiveButtonStyle {
    /// The type of the button's view.
    associatedtype Body: View
    /// The view of a button.
    @ViewBuilder @MainActor @preconcurrency func makeBody(configuration: Self.Configuration) -> Self.Body
    /// What is given of a button.
    typealias Configuration = PrimitiveButtonStyleConfiguration
}

/// A style that the page has itself.
@MainActor
protocol PageButtonStyle: PrimitiveButtonStyle {
    var look: ButtonLook { get }
}

extension PageButtonStyle {
    /// The button in this style.
    public func makeBody(configuration: PrimitiveButtonStyleConfiguration) -> some View {
        let look = look
        return Button(configuration).alterEnvironment { $0.buttonLook = look }
    }
}

/// As usual at its place.
///
/// Source: Apple's `DefaultButtonStyle`.
public struct DefaultButtonStyle: PageButtonStyle {
    /// As usual at its place.
    public nonisolated init() {}
    var look: ButtonLook { .automatic }
}
/// A text in the accent colour.
///
/// Source: Apple's `BorderlessButtonStyle`.
public struct BorderlessButtonStyle: PageButtonStyle {
    /// A text in the accent colour.
    public nonisolated init() {}
    var look: ButtonLook { .borderless }
}
/// What stands on it, and nothing else.
///
/// Source: Apple's `PlainButtonStyle`.
public struct PlainButtonStyle: PageButtonStyle {
    /// What stands on it, and nothing else.
    public nonisolated init() {}
    var look: ButtonLook { .plain }
}
/// On a tinted ground.
///
/// Source: Apple's `BorderedButtonStyle`.
public struct BorderedButtonStyle: PageButtonStyle {
    /// On a tinted ground.
    public nonisolated init() {}
    var look: ButtonLook { .bordered }
}
/// On the accent colour.
///
/// Source: Apple's `BorderedProminentButtonStyle`.
public struct BorderedProminentButtonStyle: PageButtonStyle {
    /// On the accent colour.
    public nonisolated init() {}
    var look: ButtonLook { .prominent }
}

extension PrimitiveButtonStyle where Self == DefaultButtonStyle {
    /// As usual at its place.
    public static var automatic: DefaultButtonStyle { DefaultButtonStyle() }
}
extension PrimitiveButtonStyle where Self == BorderlessButtonStyle {
    /// A text in the accent colour.
    public static var borderless: BorderlessButtonStyle { BorderlessButtonStyle() }
}
extension PrimitiveButtonStyle where Self == PlainButtonStyle {
    /// What stands on it, and nothing else.
    public static var plain: PlainButtonStyle { PlainButtonStyle() }
}
extension PrimitiveButtonStyle where Self == BorderedButtonStyle {
    /// On a tinted ground.
    public static var bordered: BorderedButtonStyle { BorderedButtonStyle() }
}
extension PrimitiveButtonStyle where Self == BorderedProminentButtonStyle {
    /// On the accent colour.
    public static var borderedProminent: BorderedProminentButtonStyle { BorderedProminentButtonStyle() }
}

/// The outline of a button.
///
/// Source: Apple's `ButtonBorderShape`.
public struct ButtonBorderShape: Equatable, Sendable {
    let isCapsule: Bool
    /// As usual.
    public static let automatic = ButtonBorderShape(isCapsule: false)
    /// Round ends.
    public static let capsule = ButtonBorderShape(isCapsule: true)
    /// Round.
    public static let circle = ButtonBorderShape(isCapsule: true)
    /// Round corners.
    public static let roundedRectangle = ButtonBorderShape(isCapsule: false)
    /// Round corners of a radius in points; the page has one radius.
    public static func roundedRectangle(radius: CGFloat) -> ButtonBorderShape { roundedRectangle }
}

extension View {
    /// How buttons inside look.
    public func buttonStyle<S: ButtonStyle>(_ style: S) -> some View {
        alterEnvironment { $0.buttonLook = .custom(.drawn { AnyView(style.makeBody(configuration: $0)) }) }
    }

    /// How buttons inside look and act.
    public func buttonStyle<S: PrimitiveButtonStyle>(_ style: S) -> some View {
        let look =
            (style as? any PageButtonStyle)?.look
            ?? .custom(.primitive { AnyView(style.makeBody(configuration: $0)) })
        return alterEnvironment { $0.buttonLook = look }
    }

    /// The outline of buttons inside.
    public func buttonBorderShape(_ shape: ButtonBorderShape) -> some View {
        alterEnvironment { $0.buttonShapeIsCapsule = shape.isCapsule }
    }

    /// Whether controls inside can be used; what is off outside stays off.
    public func disabled(_ disabled: Bool) -> some View {
        alterEnvironment { $0.isEnabled = $0.isEnabled && !disabled }
    }

    /// The size of controls inside.
    public func controlSize(_ controlSize: ControlSize) -> some View {
        alterEnvironment { $0.controlSize = controlSize }
    }

    /// Pressing a button again and again; a page leaves that to the reader.
    public func buttonRepeatBehavior(_ behavior: ButtonRepeatBehavior) -> some View { unaltered() }
}

/// Whether a button acts again while it is held.
///
/// Source: Apple's `ButtonRepeatBehavior`. Without effect.
public struct ButtonRepeatBehavior: Hashable, Sendable {
    /// As usual.
    public static let automatic = ButtonRepeatBehavior()
    /// Again and again.
    public static let enabled = ButtonRepeatBehavior()
    /// Once.
    public static let disabled = ButtonRepeatBehavior()
}
