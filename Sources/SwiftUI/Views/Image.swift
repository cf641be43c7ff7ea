import Foundation
import WebHost

/// A symbol or picture.
///
/// Symbols are those of the host's own drawn set; a name that it does not have shows a neutral one. Readers are told the name of
/// a symbol that stands alone; beside a text they pass over it. Pictures of the app's catalogue
/// cannot be shown here: their name stands in their place, for readers. Source: Apple's `Image`.
public struct Image: Equatable, Sendable {
    let systemName: String?
    let picture: String?
    fileprivate let isDecorative: Bool
    fileprivate let label: String?

    /// A symbol by name.
    public init(systemName: String) { self.init(systemName: systemName, picture: nil, isDecorative: true) }
    /// A symbol by name, so much of it as a value from 0 to 1 says; here all of it.
    public init(systemName: String, variableValue: Double?) { self.init(systemName: systemName) }
    /// A picture of the app's catalogue.
    public init(_ name: String, bundle: Bundle? = nil) {
        self.init(systemName: nil, picture: name, isDecorative: false)
    }
    /// A picture of the app's catalogue, with words for readers.
    public init(_ name: String, bundle: Bundle? = nil, label: Text) {
        self.init(systemName: nil, picture: name, isDecorative: false, label: label)
    }
    /// A picture of the app's catalogue that says nothing.
    public init(decorative name: String, bundle: Bundle? = nil) {
        self.init(systemName: nil, picture: name, isDecorative: true)
    }

    private init(systemName: String?, picture: String?, isDecorative: Bool, label: Text? = nil) {
        self.systemName = systemName
        self.picture = picture
        self.isDecorative = isDecorative
        self.label = label?.plain(in: EnvironmentValues())
    }

    /// The size of a symbol beside text.
    ///
    /// Source: Apple's `Image.Scale`.
    public enum Scale: Hashable, Sendable {
        /// Small.
        case small
        /// As text.
        case medium
        /// Large.
        case large
    }

    /// How colours of a picture are used.
    ///
    /// Source: Apple's `Image.TemplateRenderingMode`. Without effect.
    public enum TemplateRenderingMode: Hashable, Sendable {
        /// As a mask.
        case template
        /// As they are.
        case original
    }

    /// How a picture is made larger.
    ///
    /// Source: Apple's `Image.ResizingMode`. Without effect.
    public enum ResizingMode: Hashable, Sendable {
        /// Again and again.
        case tile
        /// By stretching.
        case stretch
    }

    /// How well a picture is made larger.
    ///
    /// Source: Apple's `Image.Interpolation`. Without effect.
    public enum Interpolation: Hashable, Sendable {
        /// Not at all.
        case none
        /// A little.
        case low
        /// Well.
        case medium
        /// As well as possible.
        case high
    }

    /// May be made larger or smaller.
    public func resizable(capInsets: EdgeInsets = EdgeInsets(), resizingMode: ResizingMode = .stretch) -> Image {
        var copy = self
        copy.isResizable = true
        return copy
    }
    /// How colours are used; a symbol has that of the text around.
    public func renderingMode(_ renderingMode: TemplateRenderingMode?) -> Image { self }
    /// How well it is made larger; as well as browsers do.
    public func interpolation(_ interpolation: Interpolation) -> Image { self }
    /// Whether edges are smooth; they are.
    public func antialiased(_ isAntialiased: Bool) -> Image { self }
    /// Whether the symbol has several colours; it has one.
    public func symbolRenderingMode(_ mode: SymbolRenderingMode?) -> Image { self }

    fileprivate var isResizable = false
}

extension Image: View, Primitive {
    public func _render(_ context: _RenderContext) {
        var node = Node(id: context.id(), element: .span)
        var classes = ["icon"]
        if let systemName {
            node.content = .icon(systemName)
            node.attributes[.ariaHidden] = "true"
        } else {
            node.content = .icon("photo")
            node.attributes[.role] = "img"
            node.attributes[.ariaLabel] = label ?? picture
            if isDecorative { node.hideFromReaders() }
            Diagnostics.shared.report("Image: the picture \(picture ?? "") of the app's catalogue cannot be shown.")
        }
        if isResizable { classes.append("huge") }
        switch context.environment.imageScale {
        case .small: classes.append("small")
        case .large: classes.append("large")
        case .medium: break
        }
        if context.environment.symbolVariants.isFilled { classes.append("filled") }
        var fragment = Fragment(node, classes: classes)
        if isResizable { fragment.styles["max-width"] = "100%" }
        context.emit(fragment)
    }
}

/// How many colours a symbol has.
///
/// Source: Apple's `SymbolRenderingMode`. Without effect.
public struct SymbolRenderingMode: Hashable, Sendable {
    /// One.
    public static let monochrome = SymbolRenderingMode()
    /// Several.
    public static let multicolor = SymbolRenderingMode()
    /// One in several strengths.
    public static let hierarchical = SymbolRenderingMode()
    /// Those that are given.
    public static let palette = SymbolRenderingMode()
}

/// A form of a symbol.
///
/// Source: Apple's `SymbolVariants`.
public struct SymbolVariants: Hashable, Sendable {
    var isFilled = false
    /// As drawn.
    public static let none = SymbolVariants()
    /// Filled.
    public static let fill = SymbolVariants(isFilled: true)
    /// In a circle; drawn as the name says.
    public static let circle = SymbolVariants()
    /// In a square; drawn as the name says.
    public static let square = SymbolVariants()
    /// In a rectangle; drawn as the name says.
    public static let rectangle = SymbolVariants()
    /// Struck out; drawn as the name says.
    public static let slash = SymbolVariants()
    /// Filled.
    public var fill: SymbolVariants { .fill }
}

private struct ScaleKey: EnvironmentKey { static var defaultValue: Image.Scale { .medium } }
private struct VariantsKey: EnvironmentKey { static var defaultValue: SymbolVariants { .none } }

extension EnvironmentValues {
    /// The size of symbols beside text.
    public var imageScale: Image.Scale {
        get { self[ScaleKey.self] }
        set { self[ScaleKey.self] = newValue }
    }
    /// The form of symbols.
    public var symbolVariants: SymbolVariants {
        get { self[VariantsKey.self] }
        set { self[VariantsKey.self] = newValue }
    }
}

extension View {
    /// The size of symbols inside.
    public func imageScale(_ scale: Image.Scale) -> some View { alterEnvironment { $0.imageScale = scale } }
    /// The form of symbols inside.
    public func symbolVariant(_ variant: SymbolVariants) -> some View {
        alterEnvironment { $0.symbolVariants = variant }
    }
    /// How many colours symbols have; one.
    public func symbolRenderingMode(_ mode: SymbolRenderingMode?) -> some View { unaltered() }
}

/// How a symbol moves.
///
/// Source: Apple's `SymbolEffectOptions`. Without effect.
public struct SymbolEffectOptions: Hashable, Sendable {
    /// As usual.
    public static let `default` = SymbolEffectOptions()
    /// Again and again.
    public static let repeating = SymbolEffectOptions()
    /// Once.
    public static let nonRepeating = SymbolEffectOptions()
}
