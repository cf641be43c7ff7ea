/// How a symbol moves.
///
/// Source: Apple's `SymbolEffect`. Without effect: symbols stay as they are.
public protocol SymbolEffect {}
/// A movement that begins and ends.
///
/// Source: Apple's `DiscreteSymbolEffect`.
public protocol DiscreteSymbolEffect {}
/// A movement that goes on.
///
/// Source: Apple's `IndefiniteSymbolEffect`.
public protocol IndefiniteSymbolEffect {}

/// Springs.
///
/// Source: Apple's `BounceSymbolEffect`.
public struct BounceSymbolEffect: SymbolEffect, DiscreteSymbolEffect, IndefiniteSymbolEffect, Hashable, Sendable {}
extension SymbolEffect where Self == BounceSymbolEffect {
    /// Springs.
    public static var bounce: BounceSymbolEffect { BounceSymbolEffect() }
}
/// Fades in and out.
///
/// Source: Apple's `PulseSymbolEffect`.
public struct PulseSymbolEffect: SymbolEffect, DiscreteSymbolEffect, IndefiniteSymbolEffect, Hashable, Sendable {}
extension SymbolEffect where Self == PulseSymbolEffect {
    /// Fades in and out.
    public static var pulse: PulseSymbolEffect { PulseSymbolEffect() }
}
/// Lights its parts one after the other.
///
/// Source: Apple's `VariableColorSymbolEffect`.
public struct VariableColorSymbolEffect: SymbolEffect, DiscreteSymbolEffect, IndefiniteSymbolEffect, Hashable, Sendable
{}
extension SymbolEffect where Self == VariableColorSymbolEffect {
    /// Lights its parts one after the other.
    public static var variableColor: VariableColorSymbolEffect { VariableColorSymbolEffect() }
}
/// Grows and shrinks.
///
/// Source: Apple's `ScaleSymbolEffect`.
public struct ScaleSymbolEffect: SymbolEffect, IndefiniteSymbolEffect, Hashable, Sendable {}
extension SymbolEffect where Self == ScaleSymbolEffect {
    /// Grows and shrinks.
    public static var scale: ScaleSymbolEffect { ScaleSymbolEffect() }
}
/// Comes.
///
/// Source: Apple's `AppearSymbolEffect`.
public struct AppearSymbolEffect: SymbolEffect, IndefiniteSymbolEffect, Hashable, Sendable {}
extension SymbolEffect where Self == AppearSymbolEffect {
    /// Comes.
    public static var appear: AppearSymbolEffect { AppearSymbolEffect() }
}
/// Goes.
///
/// Source: Apple's `DisappearSymbolEffect`.
public struct DisappearSymbolEffect: SymbolEffect, IndefiniteSymbolEffect, Hashable, Sendable {}
extension SymbolEffect where Self == DisappearSymbolEffect {
    /// Goes.
    public static var disappear: DisappearSymbolEffect { DisappearSymbolEffect() }
}
/// Turns.
///
/// Source: Apple's `RotateSymbolEffect`.
public struct RotateSymbolEffect: SymbolEffect, DiscreteSymbolEffect, IndefiniteSymbolEffect, Hashable, Sendable {}
extension SymbolEffect where Self == RotateSymbolEffect {
    /// Turns.
    public static var rotate: RotateSymbolEffect { RotateSymbolEffect() }
}
/// Swells.
///
/// Source: Apple's `BreatheSymbolEffect`.
public struct BreatheSymbolEffect: SymbolEffect, DiscreteSymbolEffect, IndefiniteSymbolEffect, Hashable, Sendable {}
extension SymbolEffect where Self == BreatheSymbolEffect {
    /// Swells.
    public static var breathe: BreatheSymbolEffect { BreatheSymbolEffect() }
}
/// Shakes.
///
/// Source: Apple's `WiggleSymbolEffect`.
public struct WiggleSymbolEffect: SymbolEffect, DiscreteSymbolEffect, IndefiniteSymbolEffect, Hashable, Sendable {}
extension SymbolEffect where Self == WiggleSymbolEffect {
    /// Shakes.
    public static var wiggle: WiggleSymbolEffect { WiggleSymbolEffect() }
}

extension View {
    /// Moves symbols; they stay.
    public func symbolEffect<T: IndefiniteSymbolEffect & SymbolEffect>(
        _ effect: T,
        options: SymbolEffectOptions = .default,
        isActive: Bool = true
    ) -> some View { unaltered() }
    /// Moves symbols; they stay.
    public func symbolEffect<T: DiscreteSymbolEffect & SymbolEffect, U: Equatable>(
        _ effect: T,
        options: SymbolEffectOptions = .default,
        value: U
    ) -> some View { unaltered() }
}
