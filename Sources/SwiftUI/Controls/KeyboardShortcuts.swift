import Foundation
import WebHost

/// A key.
///
/// Source: Apple's `KeyEquivalent`.
public struct KeyEquivalent: Hashable, Sendable, ExpressibleByExtendedGraphemeClusterLiteral {
    /// What the key writes.
    public let character: Character
    /// A key by what it writes.
    public init(_ character: Character) { self.character = character }
    /// A key by what it writes.
    public init(extendedGraphemeClusterLiteral l: Character) { character = l }
    /// Upwards.
    public static let upArrow = KeyEquivalent("\u{F700}")
    /// Downwards.
    public static let downArrow = KeyEquivalent("\u{F701}")
    /// Left.
    public static let leftArrow = KeyEquivalent("\u{F702}")
    /// Right.
    public static let rightArrow = KeyEquivalent("\u{F703}")
    /// Escape.
    public static let escape = KeyEquivalent("\u{1B}")
    /// Backspace; also Delete, where nothing has ``deleteForward``.
    public static let delete = KeyEquivalent("\u{8}")
    /// Delete.
    public static let deleteForward = KeyEquivalent("\u{F728}")
    /// To the beginning.
    public static let home = KeyEquivalent("\u{F729}")
    /// To the end.
    public static let end = KeyEquivalent("\u{F72B}")
    /// A page up.
    public static let pageUp = KeyEquivalent("\u{F72C}")
    /// A page down.
    public static let pageDown = KeyEquivalent("\u{F72D}")
    /// The tabulator.
    public static let tab = KeyEquivalent("\t")
    /// The space bar.
    public static let space = KeyEquivalent(" ")
    /// Enter.
    public static let `return` = KeyEquivalent("\r")
    /// Clear.
    public static let clear = KeyEquivalent("\u{F739}")

    /// As the page calls the key.
    var name: String {
        switch self {
        case .upArrow: "ArrowUp"
        case .downArrow: "ArrowDown"
        case .leftArrow: "ArrowLeft"
        case .rightArrow: "ArrowRight"
        case .escape: "Escape"
        case .delete: "Backspace"
        case .deleteForward: "Delete"
        case .home: "Home"
        case .end: "End"
        case .pageUp: "PageUp"
        case .pageDown: "PageDown"
        case .tab: "Tab"
        case .space: "Space"
        case .return: "Enter"
        default: String(character).uppercased()
        }
    }
}

/// Keys that are held.
///
/// Source: Apple's `EventModifiers`.
public struct EventModifiers: OptionSet, Sendable {
    /// The bits.
    public let rawValue: Int
    /// The bits.
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// Caps lock.
    public static let capsLock = EventModifiers(rawValue: 1)
    /// Shift.
    public static let shift = EventModifiers(rawValue: 2)
    /// Control.
    public static let control = EventModifiers(rawValue: 4)
    /// Alt.
    public static let option = EventModifiers(rawValue: 8)
    /// Command; on a page Control.
    public static let command = EventModifiers(rawValue: 16)
    /// Those of the number pad.
    public static let numericPad = EventModifiers(rawValue: 32)
    /// All.
    public static let all = EventModifiers(rawValue: 63)
}

/// Keys that press a button.
///
/// Source: Apple's `KeyboardShortcut`.
public struct KeyboardShortcut: Hashable, Sendable {
    /// The key.
    public var key: KeyEquivalent
    /// The keys that are held.
    public var modifiers: EventModifiers
    /// Keys that press a button.
    public init(_ key: KeyEquivalent, modifiers: EventModifiers = .command) {
        self.key = key
        self.modifiers = modifiers
    }
    /// Enter.
    public static let defaultAction = KeyboardShortcut(.return, modifiers: [])
    /// Escape.
    public static let cancelAction = KeyboardShortcut(.escape, modifiers: [])

    /// Browsers keep these keys with Control for themselves.
    private static let reserved: Set<String> = ["N", "T", "W"]

    /// As the page writes it, for example `Ctrl+K`.
    var text: String {
        let name = key.name
        let isReserved = modifiers.contains(.command) && Self.reserved.contains(name)
        var parts: [String] = []
        if modifiers.contains(.control) || (modifiers.contains(.command) && !isReserved) { parts.append("Ctrl") }
        if modifiers.contains(.option) || isReserved { parts.append("Alt") }
        if modifiers.contains(.shift) { parts.append("Shift") }
        return (parts + [name]).joined(separator: "+")
    }

    /// Keys are compared by what is pressed.
    public func hash(into hasher: inout Hasher) { hasher.combine(text) }
    /// Keys are compared by what is pressed.
    public static func == (left: KeyboardShortcut, right: KeyboardShortcut) -> Bool {
        left.key == right.key && left.modifiers == right.modifiers
    }

    /// Where keys are understood.
    ///
    /// Source: Apple's `KeyboardShortcut.Localization`. Without effect.
    public struct Localization: Sendable {
        /// As usual.
        public static let automatic = Localization()
        /// With the reader's keyboard.
        public static let withoutMirroring = Localization()
        /// As written.
        public static let custom = Localization()
    }
}

extension View {
    /// Keys that press the control.
    public func keyboardShortcut(_ key: KeyEquivalent, modifiers: EventModifiers = .command) -> some View {
        keyboardShortcut(KeyboardShortcut(key, modifiers: modifiers))
    }
    /// Keys that press the control.
    public func keyboardShortcut(
        _ key: KeyEquivalent,
        modifiers: EventModifiers = .command,
        localization: KeyboardShortcut.Localization
    ) -> some View { keyboardShortcut(KeyboardShortcut(key, modifiers: modifiers)) }
    /// Keys that press the control.
    public func keyboardShortcut(_ shortcut: KeyboardShortcut) -> some View { keyboardShortcut(Optional(shortcut)) }
    /// Keys that press the control; none for nil.
    public func keyboardShortcut(_ shortcut: KeyboardShortcut?) -> some View {
        altered { context, content in
            let before = context.fragments.count
            context.withEnvironment {
                $0.pendingShortcut = shortcut?.text
            } _: {
                context.render(content)
            }
            guard let shortcut, !context.isProbing, context.fragments.count > before else { return }
            context.fragments[before].node.changeControl {
                $0.attributes[.ariaKeyshortcuts] = shortcut.text.replacingOccurrences(of: "Ctrl", with: "Control")
            }
        }
    }
}
