import Foundation

/// A text to look up in the app's tables of strings, with values to put in.
///
/// Source: Apple's `LocalizedStringKey`.
public struct LocalizedStringKey: Equatable, ExpressibleByStringInterpolation, Sendable {
    /// A value that is put into the text.
    enum Argument: Equatable, Sendable {
        case text(String)
        case whole(Int64)
        case unsigned(UInt64)
        case real(Double)
    }

    /// As it stands in the tables, with `%@`, `%lld` and `%lf` for values.
    let key: String
    let arguments: [Argument]

    /// A key without values.
    public init(_ value: String) {
        key = value
        arguments = []
    }

    /// A key without values.
    public init(stringLiteral value: String) { self.init(value) }

    /// A key with values.
    public init(stringInterpolation: StringInterpolation) {
        key = stringInterpolation.key
        arguments = stringInterpolation.arguments
    }

    /// Builds a key from a literal.
    ///
    /// Source: Apple's `LocalizedStringKey.StringInterpolation`.
    public struct StringInterpolation: StringInterpolationProtocol {
        var key = ""
        var arguments: [Argument] = []

        /// An empty key.
        public init(literalCapacity: Int, interpolationCount: Int) {
            key.reserveCapacity(literalCapacity)
            arguments.reserveCapacity(interpolationCount)
        }

        /// Words of the key.
        public mutating func appendLiteral(_ literal: String) {
            key += literal.replacingOccurrences(of: "%", with: "%%")
        }

        /// A text.
        public mutating func appendInterpolation(_ string: String) { append("%@", .text(string)) }

        /// A text that is looked up itself.
        public mutating func appendInterpolation(_ text: Text) {
            append("%@", .text(text.plain(in: EnvironmentValues())))
        }

        /// A value in a format.
        public mutating func appendInterpolation<F: FormatStyle>(
            _ input: F.FormatInput,
            format: F
        ) where F.FormatInput: Equatable, F.FormatOutput == String {
            append("%@", .text(format.format(input)))
        }

        /// A date in a style.
        public mutating func appendInterpolation(_ date: Date, style: Text.DateStyle) {
            append("%@", .text(style.text(of: date, EnvironmentValues())))
        }

        /// A number, or a value whose description is taken.
        public mutating func appendInterpolation<T: _FormatSpecifiable>(_ value: T) {
            append(value._specifier, value.argument)
        }

        /// A number in a format such as `%.2f`.
        public mutating func appendInterpolation<T: _FormatSpecifiable>(_ value: T, specifier: String) {
            append(specifier, value.argument)
        }

        /// An object's description.
        public mutating func appendInterpolation<Subject: CustomStringConvertible>(_ subject: Subject)
        where Subject: AnyObject {
            append("%@", .text(subject.description))
        }

        private mutating func append(_ specifier: String, _ argument: Argument) {
            key += specifier
            arguments.append(argument)
        }
    }
}

/// A number that stands in a localized text.
///
/// Source: Apple's `_FormatSpecifiable`.
public protocol _FormatSpecifiable: Equatable {
    /// How the value is written in a key, for example `%lld`.
    var _specifier: String { get }
}

extension _FormatSpecifiable {
    var argument: LocalizedStringKey.Argument {
        switch self {
        case let value as Int: .whole(Int64(value))
        case let value as UInt: .unsigned(UInt64(value))
        case let value as any SignedInteger: .whole(Int64(value))
        case let value as any UnsignedInteger: .unsigned(UInt64(value))
        case let value as any BinaryFloatingPoint: .real(Double(value))
        default: .text("\(self)")
        }
    }
}

extension Int: _FormatSpecifiable { public var _specifier: String { "%lld" } }
extension Int8: _FormatSpecifiable { public var _specifier: String { "%d" } }
extension Int16: _FormatSpecifiable { public var _specifier: String { "%d" } }
extension Int32: _FormatSpecifiable { public var _specifier: String { "%d" } }
extension Int64: _FormatSpecifiable { public var _specifier: String { "%lld" } }
extension UInt: _FormatSpecifiable { public var _specifier: String { "%llu" } }
extension UInt8: _FormatSpecifiable { public var _specifier: String { "%u" } }
extension UInt16: _FormatSpecifiable { public var _specifier: String { "%u" } }
extension UInt32: _FormatSpecifiable { public var _specifier: String { "%u" } }
extension UInt64: _FormatSpecifiable { public var _specifier: String { "%llu" } }
extension Float: _FormatSpecifiable { public var _specifier: String { "%f" } }
extension Double: _FormatSpecifiable { public var _specifier: String { "%lf" } }
extension CGFloat: _FormatSpecifiable { public var _specifier: String { "%lf" } }

extension LocalizedStringKey {
    /// The text in a language, values put in.
    func resolved(in environment: EnvironmentValues, table: String? = nil, bundle: Bundle? = nil) -> String {
        guard
            let form = StringTables.shared.form(
                of: key,
                arguments: arguments,
                table: table,
                bundle: bundle,
                languages: environment.languages
            )
        else { return FormattedText.fill(key, arguments, environment.locale) }
        return FormattedText.fill(form, arguments, environment.locale)
    }
}

/// Puts values into a format, with nothing but what formats of apps use.
enum FormattedText {
    static func fill(_ format: String, _ arguments: [LocalizedStringKey.Argument], _ locale: Locale) -> String {
        guard format.contains("%") else { return format }
        var result = ""
        var next = 0
        var rest = Substring(format)
        while let sign = rest.firstIndex(of: "%") {
            result += rest[..<sign]
            rest = rest[rest.index(after: sign)...]
            guard let specifier = Specifier(&rest) else {
                result += "%"
                continue
            }
            if specifier.kind == "%" {
                result += "%"
                continue
            }
            let index = specifier.position.map { $0 - 1 } ?? next
            if specifier.position == nil { next += 1 }
            if arguments.indices.contains(index) { result += specifier.text(arguments[index]) }
        }
        return result + rest
    }

    /// What follows a percent sign.
    private struct Specifier {
        var position: Int?
        var precision: Int?
        var width = 0
        var padsWithZero = false
        var kind: Character

        init?(_ rest: inout Substring) {
            var scan = rest
            let digits = scan.prefix { $0.isNumber }
            if !digits.isEmpty, scan.dropFirst(digits.count).first == "$" {
                position = Int(digits)
                scan = scan.dropFirst(digits.count + 1)
            }
            if scan.first == "0" { padsWithZero = true }
            let width = scan.prefix { $0.isNumber }
            self.width = min(Int(width) ?? 0, 64)
            scan = scan.dropFirst(width.count)
            if scan.first == "." {
                let digits = scan.dropFirst().prefix { $0.isNumber }
                precision = min(Int(digits) ?? 0, 32)
                scan = scan.dropFirst(1 + digits.count)
            }
            scan = scan.drop { "lhqz".contains($0) }
            guard let kind = scan.first, "@%difuxXegsc".contains(kind) else { return nil }
            self.kind = kind
            rest = scan.dropFirst()
        }

        func text(_ argument: LocalizedStringKey.Argument) -> String {
            let text: String =
                switch argument {
                case .text(let text): text
                case .whole(let number):
                    kind == "x"
                        ? String(number, radix: 16)
                        : kind == "X"
                            ? String(number, radix: 16, uppercase: true)
                            : "feg".contains(kind) ? real(Double(number)) : String(number)
                case .unsigned(let number): String(number)
                case .real(let number): "diu".contains(kind) ? String(Int64(clamping: number)) : real(number)
                }
            let missing = max(0, width - text.count)
            return String(repeating: padsWithZero ? "0" : " ", count: missing) + text
        }

        private func real(_ number: Double) -> String {
            String(format: "%.\(precision ?? 6)f", number)
        }
    }
}

extension Int64 {
    fileprivate init(clamping number: Double) {
        self = number.isNaN ? 0 : number >= 9.2e18 ? .max : number <= -9.2e18 ? .min : Int64(number)
    }
}
