import Foundation
import WebHost

extension View {
    /// Does something when the view is pressed.
    public func onTapGesture(count: Int = 1, perform action: @escaping () -> Void) -> some View {
        alterFragments { context, fragment in fragment.makePressable(context, count: count, action) }
    }

    /// Does something when the view is pressed for some time; on a page, a button beside it, which begins and ends pressing at
    /// once.
    public func onLongPressGesture(
        minimumDuration: Double = 0.5,
        maximumDistance: CGFloat = 10,
        perform action: @escaping () -> Void,
        onPressingChanged: ((Bool) -> Void)? = nil
    ) -> some View {
        alterFragments { context, fragment in
            fragment.makePressable(context, count: PressMark.hold) {
                onPressingChanged?(true)
                action()
                onPressingChanged?(false)
            }
        }
    }

    /// Does what a gesture says.
    public func gesture<T: Gesture>(_ gesture: T, including mask: GestureMask = .all) -> some View {
        let (tap, count) = (gesture._tap, gesture._count)
        gesture._report()
        return alterFragments { context, fragment in
            if let tap { fragment.makePressable(context, count: count, tap) }
        }
    }
    /// Does what a gesture says, too: beside what pressing the view does already.
    public func simultaneousGesture<T: Gesture>(_ gesture: T, including mask: GestureMask = .all) -> some View {
        let (tap, count) = (gesture._tap, gesture._count)
        gesture._report()
        return alterFragments { context, fragment in
            guard let tap else { return }
            if count == 1, let control = fragment.node.pressedControl {
                let isEnabled = context.environment.isEnabled
                context.node.companions[control, default: []].append { if $0 == .click, isEnabled { tap() } }
            } else {
                fragment.makePressable(context, count: count, tap)
            }
        }
    }
    /// Does what a gesture says, before others.
    public func highPriorityGesture<T: Gesture>(_ gesture: T, including mask: GestureMask = .all) -> some View {
        self.gesture(gesture)
    }

    /// Whether the view answers to touches.
    public func allowsHitTesting(_ enabled: Bool) -> some View {
        alterFragments { if !enabled { $1.styles["pointer-events"] = "none" } }
    }
    /// Does something when the pointer comes or goes; pages of this framework do not report it, and that is said once.
    public func onHover(perform action: @escaping (Bool) -> Void) -> some View {
        Diagnostics.shared.report(
            "onHover(perform:) has an action. A page does not report where its pointer is: do not depend on it."
        )
        return unaltered()
    }
    /// How the view looks under the pointer; the page decides.
    public func hoverEffect(_ effect: HoverEffect = .automatic) -> some View { unaltered() }
    /// Words for the pointer.
    public func help(_ textKey: LocalizedStringKey) -> some View { help(Text(textKey)) }
    /// Words for the pointer.
    public func help(_ text: Text) -> some View {
        alterFragments { context, fragment in
            fragment.node.changeControl { $0.attributes[.title] = text.plain(in: context.environment) }
        }
    }
    /// Words for the pointer.
    @_disfavoredOverload
    public func help<S: StringProtocol>(_ text: S) -> some View { help(Text(text)) }
    /// Shakes the device; a page does not.
    public func sensoryFeedback<T: Equatable>(_ feedback: SensoryFeedback, trigger: T) -> some View { unaltered() }
    /// Shakes the device; a page does not.
    public func sensoryFeedback<T: Equatable>(
        _ feedback: SensoryFeedback,
        trigger: T,
        condition: @escaping (_ oldValue: T, _ newValue: T) -> Bool
    ) -> some View { unaltered() }
    /// Shakes the device; a page does not.
    public func sensoryFeedback<T: Equatable>(
        trigger: T,
        _ feedback: @escaping (_ oldValue: T, _ newValue: T) -> SensoryFeedback?
    ) -> some View { unaltered() }
    /// Whether the status bar is seen; pages have none.
    public func statusBarHidden(_ hidden: Bool = true) -> some View { unaltered() }
    /// Light or dark, as the app wishes: for the page as a whole.
    public func preferredColorScheme(_ colorScheme: ColorScheme?) -> some View {
        alterPreferences { $1.colorScheme = colorScheme ?? $1.colorScheme }
    }
    /// How controls and rows of a form are arranged; as the page does.
    public func formStyle<S: FormStyle>(_ style: S) -> some View { unaltered() }
    /// How groups look; there is one look.
    public func groupBoxStyle<S: GroupBoxStyle>(_ style: S) -> some View { unaltered() }
    /// How controls that belong together look; there is one look.
    public func controlGroupStyle<S: ControlGroupStyle>(_ style: S) -> some View { unaltered() }
    /// Whether the device may sleep at its edges.
    public func defersSystemGestures(on edges: Edge.Set) -> some View { unaltered() }
    /// Whether the home indicator is seen; pages have none.
    public func persistentSystemOverlays(_ visibility: Visibility) -> some View { unaltered() }
}

/// What a reader does with a hand.
///
/// Source: Apple's `Gesture`. Taps have effect; what follows a moving hand has none on a page.
@MainActor @preconcurrency
public protocol Gesture<Value> {
    /// What is told of it.
    associatedtype Value
    /// What pressing does. Not for use outside of the framework.
    var _tap: (() -> Void)? { get }
    /// How many taps it asks for. Not for use outside of the framework.
    var _count: Int { get }
    /// Whether it has an action that a page cannot reach. Not for use outside of the framework.
    var _isLost: Bool { get }
}

extension Gesture {
    public var _count: Int { 1 }
    public var _isLost: Bool { false }

    /// Says once that an action will not come.
    func _report() {
        guard _isLost else { return }
        Diagnostics.shared.report(
            "A gesture that follows a moving hand has an action. A page does not report such hands: offer a button too."
        )
    }
}

/// Pressing.
///
/// Source: Apple's `TapGesture`.
public struct TapGesture: Gesture {
    /// Nothing is told.
    public typealias Value = ()
    /// How often.
    public var count: Int
    /// Pressing.
    public nonisolated init(count: Int = 1) { self.count = count }
    public var _tap: (() -> Void)? { nil }
    public var _count: Int { count }
}

/// Pressing for some time.
///
/// Source: Apple's `LongPressGesture`.
public struct LongPressGesture: Gesture {
    /// That it happened.
    public typealias Value = Bool
    /// How long, in seconds.
    public var minimumDuration: Double
    /// Pressing for some time.
    public nonisolated init(minimumDuration: Double = 0.5, maximumDistance: CGFloat = 10) {
        self.minimumDuration = minimumDuration
    }
    public var _tap: (() -> Void)? { nil }
    public var _count: Int { PressMark.hold }
}

/// Dragging.
///
/// Source: Apple's `DragGesture`. Without effect.
public struct DragGesture: Gesture {
    /// Where the hand is.
    ///
    /// Source: Apple's `DragGesture.Value`.
    public struct Value: Equatable, Sendable {
        /// Where it is.
        public var location: CGPoint
        /// Where it began.
        public var startLocation: CGPoint
        /// How far it went.
        public var translation: CGSize {
            CGSize(width: location.x - startLocation.x, height: location.y - startLocation.y)
        }
        /// How far it would go on.
        public var predictedEndTranslation: CGSize { translation }
        /// Where it would end.
        public var predictedEndLocation: CGPoint { location }
    }
    /// From how far on, in points.
    public var minimumDistance: CGFloat
    /// Dragging.
    public nonisolated init(minimumDistance: CGFloat = 10) { self.minimumDistance = minimumDistance }
    public var _tap: (() -> Void)? { nil }
}

/// A gesture with what follows from it.
public struct _ActingGesture<Value>: Gesture {
    public let _tap: (() -> Void)?
    public let _count: Int
    public let _isLost: Bool
}

extension Gesture where Value == () {
    /// What is done at the end.
    public func onEnded(_ action: @escaping (Value) -> Void) -> some Gesture<Value> { acting { action(()) } }
}

extension Gesture where Value == Bool {
    /// What is done at the end.
    public func onEnded(_ action: @escaping (Value) -> Void) -> some Gesture<Value> { acting { action(true) } }
    /// What is done when the press has begun: a page tells of it when it is long enough, before what is done at the end.
    public func onChanged(_ action: @escaping (Value) -> Void) -> some Gesture<Value> {
        let after = _tap
        return _ActingGesture<Value>(
            _tap: {
                action(true)
                after?()
            },
            _count: _count,
            _isLost: false
        )
    }
}

extension Gesture {
    /// Does something after what the gesture does already.
    fileprivate func acting(_ action: @escaping () -> Void) -> _ActingGesture<Value> {
        let before = _tap
        return _ActingGesture<Value>(
            _tap: {
                before?()
                action()
            },
            _count: _count,
            _isLost: false
        )
    }
}

extension Gesture {
    /// What is done at the end; a page cannot tell it of this gesture, and says so once.
    @_disfavoredOverload
    public func onEnded(_ action: @escaping (Value) -> Void) -> some Gesture<Value> {
        _ActingGesture<Value>(_tap: _tap, _count: _count, _isLost: _tap == nil)
    }
    /// What is done on the way; a page cannot tell it.
    public func onChanged(_ action: @escaping (Value) -> Void) -> some Gesture<Value> {
        _ActingGesture<Value>(_tap: _tap, _count: _count, _isLost: _tap == nil)
    }
}

/// Which gestures count.
///
/// Source: Apple's `GestureMask`. Without effect.
public struct GestureMask: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt32
    /// The bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    /// None.
    public static let none = GestureMask([])
    /// This one.
    public static let gesture = GestureMask(rawValue: 1)
    /// Those inside.
    public static let subviews = GestureMask(rawValue: 2)
    /// All.
    public static let all: GestureMask = [.gesture, .subviews]
}

/// How a view looks under the pointer.
///
/// Source: Apple's `HoverEffect`. Without effect.
public struct HoverEffect: Sendable {
    /// As usual.
    public static let automatic = HoverEffect()
    /// Brighter.
    public static let highlight = HoverEffect()
    /// Raised.
    public static let lift = HoverEffect()
}

/// What the device makes felt.
///
/// Source: Apple's `SensoryFeedback`. Without effect.
public struct SensoryFeedback: Equatable, Sendable {
    private let name: String
    /// It worked.
    public static let success = SensoryFeedback(name: "success")
    /// Beware.
    public static let warning = SensoryFeedback(name: "warning")
    /// It failed.
    public static let error = SensoryFeedback(name: "error")
    /// Something was chosen.
    public static let selection = SensoryFeedback(name: "selection")
    /// More.
    public static let increase = SensoryFeedback(name: "increase")
    /// Less.
    public static let decrease = SensoryFeedback(name: "decrease")
    /// It began.
    public static let start = SensoryFeedback(name: "start")
    /// It ended.
    public static let stop = SensoryFeedback(name: "stop")
    /// It lies straight.
    public static let alignment = SensoryFeedback(name: "alignment")
    /// A step.
    public static let levelChange = SensoryFeedback(name: "levelChange")
    /// A knock.
    public static let impact = SensoryFeedback(name: "impact")
    /// A knock.
    public static func impact(weight: Weight = .medium, intensity: Double = 1) -> SensoryFeedback { impact }
    /// How heavy a knock is.
    ///
    /// Source: Apple's `SensoryFeedback.Weight`.
    public struct Weight: Equatable, Sendable {
        /// Light.
        public static let light = Weight()
        /// As usual.
        public static let medium = Weight()
        /// Heavy.
        public static let heavy = Weight()
    }
}

/// How a form is arranged.
///
/// Source: Apple's `FormStyle`. Without effect.
public protocol FormStyle {}
/// As usual.
///
/// Source: Apple's `AutomaticFormStyle`.
public struct AutomaticFormStyle: FormStyle {
    /// As usual.
    public init() {}
}
/// In groups.
///
/// Source: Apple's `GroupedFormStyle`.
public struct GroupedFormStyle: FormStyle {
    /// In groups.
    public init() {}
}
/// In columns.
///
/// Source: Apple's `ColumnsFormStyle`.
public struct ColumnsFormStyle: FormStyle {
    /// In columns.
    public init() {}
}
extension FormStyle where Self == AutomaticFormStyle {
    /// As usual.
    public static var automatic: AutomaticFormStyle { AutomaticFormStyle() }
}
extension FormStyle where Self == GroupedFormStyle {
    /// In groups.
    public static var grouped: GroupedFormStyle { GroupedFormStyle() }
}
extension FormStyle where Self == ColumnsFormStyle {
    /// In columns.
    public static var columns: ColumnsFormStyle { ColumnsFormStyle() }
}
/// How groups look.
///
/// Source: Apple's `GroupBoxStyle`. Without effect.
public protocol GroupBoxStyle {}
/// As usual.
///
/// Source: Apple's `DefaultGroupBoxStyle`.
public struct DefaultGroupBoxStyle: GroupBoxStyle {
    /// As usual.
    public init() {}
}
extension GroupBoxStyle where Self == DefaultGroupBoxStyle {
    /// As usual.
    public static var automatic: DefaultGroupBoxStyle { DefaultGroupBoxStyle() }
}
/// How controls that belong together look.
///
/// Source: Apple's `ControlGroupStyle`. Without effect.
public protocol ControlGroupStyle {}
/// As usual.
///
/// Source: Apple's `AutomaticControlGroupStyle`.
public struct AutomaticControlGroupStyle: ControlGroupStyle {
    /// As usual.
    public init() {}
}
extension ControlGroupStyle where Self == AutomaticControlGroupStyle {
    /// As usual.
    public static var automatic: AutomaticControlGroupStyle { AutomaticControlGroupStyle() }
}
