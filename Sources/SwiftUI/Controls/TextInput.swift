import Foundation

private struct SubmitKey: EnvironmentKey { static var defaultValue: SubmitActions { SubmitActions() } }
private struct RoundedKey: EnvironmentKey { static var defaultValue: Bool { false } }
private struct HintsKey: EnvironmentKey { static var defaultValue: InputHints { InputHints() } }

/// What fields do when Enter is pressed: the innermost action first.
struct SubmitActions {
    var actions: [() -> Void] = []
}

/// What a page is told of a field.
struct InputHints: Equatable {
    var type: String?
    var submit: String?
    var capitalization: String?
    var mode: String?
    var autocomplete: String?
    var disablesCorrection = false
}

extension EnvironmentValues {
    var submitActions: SubmitActions {
        get { self[SubmitKey.self] }
        set { self[SubmitKey.self] = newValue }
    }
    var fieldIsRounded: Bool {
        get { self[RoundedKey.self] }
        set { self[RoundedKey.self] = newValue }
    }
    var inputHints: InputHints {
        get { self[HintsKey.self] }
        set { self[HintsKey.self] = newValue }
    }
    var fieldType: String { inputHints.type ?? "text" }
    var submitLabelHint: String? { inputHints.submit }
    var capitalization: String? { inputHints.capitalization }
    var inputMode: String? { inputHints.mode }
    var autocomplete: String? { inputHints.autocomplete }
    var disablesCorrection: Bool { inputHints.disablesCorrection }
}

/// What is sent.
///
/// Source: Apple's `SubmitTriggers`.
public struct SubmitTriggers: OptionSet, Sendable {
    /// The bits.
    public let rawValue: Int
    /// The bits.
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// Text in a field.
    public static let text = SubmitTriggers(rawValue: 1)
    /// A search.
    public static let search = SubmitTriggers(rawValue: 2)
}

/// What the Enter key is called.
///
/// Source: Apple's `SubmitLabel`.
public struct SubmitLabel: Sendable {
    let hint: String
    /// Done.
    public static let done = SubmitLabel(hint: "done")
    /// Go.
    public static let go = SubmitLabel(hint: "go")
    /// Send.
    public static let send = SubmitLabel(hint: "send")
    /// Join.
    public static let join = SubmitLabel(hint: "go")
    /// Route.
    public static let route = SubmitLabel(hint: "go")
    /// Search.
    public static let search = SubmitLabel(hint: "search")
    /// Return.
    public static let `return` = SubmitLabel(hint: "enter")
    /// Next.
    public static let next = SubmitLabel(hint: "next")
    /// Continue.
    public static let `continue` = SubmitLabel(hint: "next")
}

/// Which words begin with a capital letter.
///
/// Source: Apple's `TextInputAutocapitalization`.
public struct TextInputAutocapitalization: Sendable {
    let hint: String
    /// None.
    public static var never: TextInputAutocapitalization { TextInputAutocapitalization(hint: "none") }
    /// All words.
    public static var words: TextInputAutocapitalization { TextInputAutocapitalization(hint: "words") }
    /// The first of a sentence.
    public static var sentences: TextInputAutocapitalization { TextInputAutocapitalization(hint: "sentences") }
    /// All letters.
    public static var characters: TextInputAutocapitalization { TextInputAutocapitalization(hint: "characters") }
}

/// Which keys a phone shows.
///
/// Source: UIKit's `UIKeyboardType`, as SwiftUI shows it.
public enum UIKeyboardType: Int, Sendable {
    /// All.
    case `default`
    /// Latin letters.
    case asciiCapable
    /// Numbers and signs.
    case numbersAndPunctuation
    /// For addresses of the web.
    case URL
    /// Digits.
    case numberPad
    /// For telephone numbers.
    case phonePad
    /// For names and telephone numbers.
    case namePhonePad
    /// For addresses of mail.
    case emailAddress
    /// Digits and a decimal sign.
    case decimalPad
    /// For short messages.
    case twitter
    /// For searches.
    case webSearch
    /// Digits of ASCII.
    case asciiCapableNumberPad

    var inputMode: String? {
        switch self {
        case .default, .asciiCapable, .numbersAndPunctuation, .namePhonePad, .twitter: nil
        case .URL: "url"
        case .numberPad, .asciiCapableNumberPad: "numeric"
        case .phonePad: "tel"
        case .emailAddress: "email"
        case .decimalPad: "decimal"
        case .webSearch: "search"
        }
    }
}

/// What a text means.
///
/// Source: UIKit's `UITextContentType`, as SwiftUI shows it.
public struct UITextContentType: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String
    /// A meaning by name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// A name.
    public static let name = UITextContentType(rawValue: "name")
    /// A user's name.
    public static let username = UITextContentType(rawValue: "username")
    /// A password.
    public static let password = UITextContentType(rawValue: "current-password")
    /// A new password.
    public static let newPassword = UITextContentType(rawValue: "new-password")
    /// A code for one time.
    public static let oneTimeCode = UITextContentType(rawValue: "one-time-code")
    /// An address of mail.
    public static let emailAddress = UITextContentType(rawValue: "email")
    /// A telephone number.
    public static let telephoneNumber = UITextContentType(rawValue: "tel")
    /// An address of the web.
    public static let URL = UITextContentType(rawValue: "url")
}

/// How text fields look.
///
/// Source: Apple's `TextFieldStyle`.
public protocol TextFieldStyle {
    /// Whether there is a border. Not for use outside of the framework.
    var _isRounded: Bool { get }
}
/// As usual at its place.
///
/// Source: Apple's `DefaultTextFieldStyle`.
public struct DefaultTextFieldStyle: TextFieldStyle {
    /// As usual.
    public init() {}
    public var _isRounded: Bool { false }
}
/// Without anything around.
///
/// Source: Apple's `PlainTextFieldStyle`.
public struct PlainTextFieldStyle: TextFieldStyle {
    /// Without anything around.
    public init() {}
    public var _isRounded: Bool { false }
}
/// With a border of round corners.
///
/// Source: Apple's `RoundedBorderTextFieldStyle`.
public struct RoundedBorderTextFieldStyle: TextFieldStyle {
    /// With a border.
    public init() {}
    public var _isRounded: Bool { true }
}
extension TextFieldStyle where Self == DefaultTextFieldStyle {
    /// As usual at its place.
    public static var automatic: DefaultTextFieldStyle { DefaultTextFieldStyle() }
}
extension TextFieldStyle where Self == PlainTextFieldStyle {
    /// Without anything around.
    public static var plain: PlainTextFieldStyle { PlainTextFieldStyle() }
}
extension TextFieldStyle where Self == RoundedBorderTextFieldStyle {
    /// With a border of round corners.
    public static var roundedBorder: RoundedBorderTextFieldStyle { RoundedBorderTextFieldStyle() }
}

/// How long text is written.
///
/// Source: Apple's `TextEditorStyle`. Without effect.
public struct TextEditorStyle: Sendable {
    /// As usual.
    public static let automatic = TextEditorStyle()
    /// Without anything around.
    public static let plain = TextEditorStyle()
}

extension View {
    /// Does something when Enter is pressed in a field inside.
    public func onSubmit(of triggers: SubmitTriggers = .text, _ action: @escaping () -> Void) -> some View {
        alterEnvironment {
            if triggers.contains(.text) { $0.submitActions.actions.append(action) }
            if triggers.contains(.search) { $0.searchActions.actions.append(action) }
        }
    }
    /// Keeps Enter inside from reaching actions outside.
    public func submitScope(_ isBlocking: Bool = true) -> some View {
        alterEnvironment { if isBlocking { $0.submitActions = SubmitActions() } }
    }
    /// What the Enter key of a phone is called.
    public func submitLabel(_ submitLabel: SubmitLabel) -> some View {
        alterEnvironment { $0.inputHints.submit = submitLabel.hint }
    }
    /// How text fields inside look.
    public func textFieldStyle<S: TextFieldStyle>(_ style: S) -> some View {
        alterEnvironment { $0.fieldIsRounded = style._isRounded }
    }
    /// How long text is written; as the page does.
    public func textEditorStyle(_ style: TextEditorStyle) -> some View { unaltered() }
    /// Which words begin with a capital letter.
    public func textInputAutocapitalization(_ autocapitalization: TextInputAutocapitalization?) -> some View {
        alterEnvironment { $0.inputHints.capitalization = autocapitalization?.hint }
    }
    /// Whether writing is corrected.
    public func autocorrectionDisabled(_ disable: Bool = true) -> some View {
        alterEnvironment { $0.inputHints.disablesCorrection = disable }
    }
    /// Whether writing is corrected.
    public func disableAutocorrection(_ disable: Bool?) -> some View {
        alterEnvironment { $0.inputHints.disablesCorrection = disable ?? false }
    }
    /// Which keys a phone shows.
    public func keyboardType(_ type: UIKeyboardType) -> some View {
        alterEnvironment { $0.inputHints.mode = type.inputMode }
    }
    /// What the text means.
    public func textContentType(_ textContentType: UITextContentType?) -> some View {
        alterEnvironment { $0.inputHints.autocomplete = textContentType?.rawValue }
    }
    /// Puts the keyboard away while scrolling; a browser has none of its own.
    public func scrollDismissesKeyboard(_ mode: ScrollDismissesKeyboardMode) -> some View { unaltered() }
}

/// When scrolling puts the keyboard away.
///
/// Source: Apple's `ScrollDismissesKeyboardMode`. Without effect.
public struct ScrollDismissesKeyboardMode: Hashable, Sendable {
    /// As usual.
    public static let automatic = ScrollDismissesKeyboardMode()
    /// At once.
    public static let immediately = ScrollDismissesKeyboardMode()
    /// As the finger goes.
    public static let interactively = ScrollDismissesKeyboardMode()
    /// Never.
    public static let never = ScrollDismissesKeyboardMode()
}

private struct SearchActionsKey: EnvironmentKey { static var defaultValue: SubmitActions { SubmitActions() } }

extension EnvironmentValues {
    /// What searches do when Enter is pressed.
    var searchActions: SubmitActions {
        get { self[SearchActionsKey.self] }
        set { self[SearchActionsKey.self] = newValue }
    }
}
