import Foundation

/// How a change is shown over time.
///
/// Source: Apple's `Animation`. Without effect: how fast and along which curve a page moves is the same everywhere.
public struct Animation: Hashable, Sendable {
    /// As usual.
    public static let `default` = Animation()
    /// Slow at both ends.
    public static let easeInOut = Animation()
    /// Slow at first.
    public static let easeIn = Animation()
    /// Slow at last.
    public static let easeOut = Animation()
    /// Even.
    public static let linear = Animation()
    /// Like a spring.
    public static let spring = Animation()
    /// Like a bouncing spring.
    public static let bouncy = Animation()
    /// Like a smooth spring.
    public static let smooth = Animation()
    /// Like a quick spring.
    public static let snappy = Animation()
    /// Like a spring that follows a hand.
    public static let interactiveSpring = Animation()
    /// Slow at both ends; in seconds.
    public static func easeInOut(duration: TimeInterval) -> Animation { Animation() }
    /// Slow at first; in seconds.
    public static func easeIn(duration: TimeInterval) -> Animation { Animation() }
    /// Slow at last; in seconds.
    public static func easeOut(duration: TimeInterval) -> Animation { Animation() }
    /// Even; in seconds.
    public static func linear(duration: TimeInterval) -> Animation { Animation() }
    /// Like a spring.
    public static func spring(
        response: Double = 0.5,
        dampingFraction: Double = 0.825,
        blendDuration: TimeInterval = 0
    ) -> Animation { Animation() }
    /// Like a spring.
    public static func spring(duration: TimeInterval = 0.5, bounce: Double = 0, blendDuration: Double = 0) -> Animation
    {
        Animation()
    }
    /// Like a spring that follows a hand.
    public static func interactiveSpring(
        response: Double = 0.15,
        dampingFraction: Double = 0.86,
        blendDuration: TimeInterval = 0.25
    ) -> Animation { Animation() }
    /// Like a spring in physics.
    public static func interpolatingSpring(
        mass: Double = 1,
        stiffness: Double,
        damping: Double,
        initialVelocity: Double = 0
    ) -> Animation { Animation() }
    /// Like a bouncing spring.
    public static func bouncy(duration: TimeInterval = 0.5, extraBounce: Double = 0) -> Animation { Animation() }
    /// Like a smooth spring.
    public static func smooth(duration: TimeInterval = 0.5, extraBounce: Double = 0) -> Animation { Animation() }
    /// Like a quick spring.
    public static func snappy(duration: TimeInterval = 0.5, extraBounce: Double = 0) -> Animation { Animation() }
    /// The same later.
    public func delay(_ delay: TimeInterval) -> Animation { self }
    /// The same faster.
    public func speed(_ speed: Double) -> Animation { self }
    /// The same several times.
    public func repeatCount(_ repeatCount: Int, autoreverses: Bool = true) -> Animation { self }
    /// The same again and again.
    public func repeatForever(autoreverses: Bool = true) -> Animation { self }
}

/// How a change is shown.
///
/// Source: Apple's `Transaction`. Without effect.
public struct Transaction {
    /// The animation.
    public var animation: Animation?
    /// Whether animations are off.
    public var disablesAnimations = false
    /// Whether the change goes on.
    public var isContinuous = false
    /// A transaction without an animation.
    public init() {}
    /// A transaction with an animation.
    public init(animation: Animation?) { self.animation = animation }
}

/// Makes changes; they are shown at once.
public func withAnimation<Result>(_ animation: Animation? = .default, _ body: () throws -> Result) rethrows -> Result {
    try body()
}

/// Makes changes, then calls back: they are shown at once.
public func withAnimation<Result>(
    _ animation: Animation? = .default,
    completionCriteria: AnimationCompletionCriteria = .logicallyComplete,
    _ body: () throws -> Result,
    completion: @escaping () -> Void
) rethrows -> Result {
    let result = try body()
    completion()
    return result
}

/// Makes changes; they are shown at once.
public func withTransaction<Result>(_ transaction: Transaction, _ body: () throws -> Result) rethrows -> Result {
    try body()
}

/// When an animation counts as done.
///
/// Source: Apple's `AnimationCompletionCriteria`. Without effect.
public struct AnimationCompletionCriteria: Hashable, Sendable {
    /// When what is shown hardly changes any more.
    public static let logicallyComplete = AnimationCompletionCriteria()
    /// When it is gone.
    public static let removed = AnimationCompletionCriteria()
}

/// How a view comes and goes.
///
/// Source: Apple's `AnyTransition`. Differs: a view that comes into a page fades, grows or moves in, also without
/// `withAnimation`, and goes at once; how far and how long is the page's. Who wishes little movement sees none.
public struct AnyTransition: Sendable {
    /// Classes of the style sheet.
    let classes: [String]

    /// At once.
    public static let identity = AnyTransition(classes: [])
    /// By fading.
    public static let opacity = AnyTransition(classes: ["come-fade"])
    /// By growing.
    public static let scale = AnyTransition(classes: ["come-grow"])
    /// From the leading side.
    public static let slide = AnyTransition(classes: ["come-leading"])
    /// By growing.
    public static func scale(scale: CGFloat, anchor: UnitPoint = .center) -> AnyTransition { .scale }
    /// From an edge.
    public static func move(edge: Edge) -> AnyTransition { AnyTransition(classes: ["come-\(edge.side)"]) }
    /// From an edge, pushing.
    public static func push(from edge: Edge) -> AnyTransition { move(edge: edge).combined(with: .opacity) }
    /// By a shift.
    public static func offset(x: CGFloat = 0, y: CGFloat = 0) -> AnyTransition {
        let across = x == 0 ? identity : move(edge: x < 0 ? .leading : .trailing)
        return across.combined(with: y == 0 ? identity : move(edge: y < 0 ? .top : .bottom))
    }
    /// One way to come and another to go.
    public static func asymmetric(insertion: AnyTransition, removal: AnyTransition) -> AnyTransition { insertion }
    /// Both.
    public func combined(with other: AnyTransition) -> AnyTransition {
        AnyTransition(classes: classes + other.classes.filter { !classes.contains($0) })
    }
    /// With an animation.
    public func animation(_ animation: Animation?) -> AnyTransition { self }
}

extension Edge {
    fileprivate var side: String {
        switch self {
        case .top: "top"
        case .leading: "leading"
        case .bottom: "bottom"
        case .trailing: "trailing"
        }
    }
}

extension View {
    /// Changes of places, sizes and opacity inside are shown over a moment, whatever changed; how long is the page's.
    public func animation<V: Equatable>(_ animation: Animation?, value: V) -> some View {
        alterFragments { _, fragment in
            if animation != nil { fragment.classes.append("animated") }
        }
    }
    /// How the view comes.
    public func transition(_ t: AnyTransition) -> some View {
        alterFragments { _, fragment in
            if !t.classes.isEmpty { fragment.classes += ["come"] + t.classes }
        }
    }
    /// Changes are shown at once.
    public func contentTransition(_ transition: ContentTransition) -> some View { unaltered() }
    /// Changes are shown at once.
    public func transaction(_ transform: @escaping (inout Transaction) -> Void) -> some View { unaltered() }
    /// Views that turn into each other do so at once.
    public func matchedGeometryEffect<ID: Hashable>(
        id: ID,
        in namespace: Namespace.ID,
        properties: MatchedGeometryProperties = .frame,
        anchor: UnitPoint = .center,
        isSource: Bool = true
    ) -> some View { unaltered() }
}

/// How content changes.
///
/// Source: Apple's `ContentTransition`. Without effect.
public struct ContentTransition: Hashable, Sendable {
    /// At once.
    public static let identity = ContentTransition()
    /// By fading.
    public static let opacity = ContentTransition()
    /// Between shapes.
    public static let interpolate = ContentTransition()
    /// As digits roll.
    public static func numericText(countsDown: Bool = false) -> ContentTransition { ContentTransition() }
    /// As digits roll.
    public static func numericText(value: Double) -> ContentTransition { ContentTransition() }
}

/// What turns from one view into another.
///
/// Source: Apple's `MatchedGeometryProperties`. Without effect.
public struct MatchedGeometryProperties: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt32
    /// The bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    /// The place.
    public static let position = MatchedGeometryProperties(rawValue: 1)
    /// The size.
    public static let size = MatchedGeometryProperties(rawValue: 2)
    /// Both.
    public static let frame: MatchedGeometryProperties = [.position, .size]
}

/// A space of names that belongs to a view.
///
/// Source: Apple's `Namespace`.
@propertyWrapper
public struct Namespace: GraphProperty {
    /// The name of the space.
    ///
    /// Source: Apple's `Namespace.ID`.
    public struct ID: Hashable, Sendable { let number: Int }
    private var number = -1
    /// A space of names.
    public init() {}
    /// The name of the space.
    public var wrappedValue: ID { ID(number: number) }
    mutating func install(_ slot: PropertySlot) { number = slot.node.serial * 4_096 + slot.key % 4_096 }
    func isSame(as other: Namespace) -> Bool { true }
}
