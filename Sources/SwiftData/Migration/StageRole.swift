/// What the code of a stage can do for objects that a script cannot bring along by itself.
enum StageRole: Hashable, Sendable {
    /// There is no code.
    case none
    /// A custom stage, with these halves.
    case custom(willMigrate: Bool, didMigrate: Bool)
    /// The code sees both sides and is trusted with everything.
    case bridging

    /// Whether code runs after the tables were changed, which can give objects the values that they lack.
    var canFill: Bool {
        switch self {
        case .none: false
        case .custom(_, let didMigrate): didMigrate
        case .bridging: true
        }
    }

    /// Whether code can read values of an old type and set those of the new one.
    var canCarry: Bool {
        switch self {
        case .none: false
        case .custom(let willMigrate, let didMigrate): willMigrate && didMigrate
        case .bridging: true
        }
    }

    /// Whether what the code fills is checked when it has run.
    var isChecked: Bool { canFill && self != .bridging }
}
