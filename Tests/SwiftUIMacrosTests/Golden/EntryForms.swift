// Values of the environment.
extension EnvironmentValues {
    @Entry var depth = 1
    @Entry var name: String = "none"
    @Entry var maybe: Int?
    @Entry var action: (() -> Void)? = nil
    @Entry public var `default`: Bool = true
}
// ---- expands to ----
// Values of the environment.
extension EnvironmentValues {
    var depth {
        get {
            self[__Key_depth.self]
        }
        set {
            self[__Key_depth.self] = newValue
        }
    }

    private struct __Key_depth: SwiftUI.EnvironmentKey {
        static let defaultValue = 1
    }
    var name: String {
        get {
            self[__Key_name.self]
        }
        set {
            self[__Key_name.self] = newValue
        }
    }

    private struct __Key_name: SwiftUI.EnvironmentKey {
        static var defaultValue: String {
            "none"
        }
    }
    var maybe: Int? {
        get {
            self[__Key_maybe.self]
        }
        set {
            self[__Key_maybe.self] = newValue
        }
    }

    private struct __Key_maybe: SwiftUI.EnvironmentKey {
        static var defaultValue: Int? {
            nil
        }
    }
    var action: (() -> Void)? {
        get {
            self[__Key_action.self]
        }
        set {
            self[__Key_action.self] = newValue
        }
    }

    private struct __Key_action: SwiftUI.EnvironmentKey {
        static var defaultValue: (() -> Void)? {
            nil
        }
    }
    public var `default`: Bool {
        get {
            self[__Key_default.self]
        }
        set {
            self[__Key_default.self] = newValue
        }
    }

    private struct __Key_default: SwiftUI.EnvironmentKey {
        static var defaultValue: Bool {
            true
        }
    }
}
