import Synchronization

/// What the symbols of Apple's catalogue are called by readers, in the languages that the framework knows.
///
/// Names of variants are made of the plain ones, as the symbols' names are made of words: a frame and a filling are not said,
/// `.slash` and `.badge.…` are. A symbol that is not known is called by the words of its own name, as on Apple's systems.
enum SymbolNames {
    /// The names with an entry of their own.
    static let all: [String: OwnWord] = Dictionary(
        [actions, arrows, people, media, writing, time, places, things].flatMap(rows),
        uniquingKeysWith: { first, _ in first }
    )

    /// The name of a symbol; nil where none of its forms has an entry.
    static func name(of symbol: String, _ environment: EnvironmentValues) -> String? {
        if let word = all[symbol] { return word.text(environment) }
        if isSign(symbol) { return symbol.uppercased() }
        for form in [".fill", ".circle", ".square", ".inverse"] where symbol.hasSuffix(form) {
            return name(of: String(symbol.dropLast(form.count)), environment)
        }
        if symbol.hasSuffix(".slash"), let base = name(of: String(symbol.dropLast(6)), environment) {
            return OwnWord.symbolOff.text(environment, .text(base))
        }
        return badged(symbol, environment) ?? joined(symbol, environment)
    }

    /// The name of a symbol, or the words that its own name consists of.
    static func spoken(_ symbol: String, _ environment: EnvironmentValues) -> String {
        if let known = name(of: symbol, environment) { return known }
        let words = symbol.split(separator: ".").joined(separator: " ")
        Diagnostics.shared.report(
            "The symbol \(symbol) has no spoken name; readers are told “\(words)”. Give it an accessibilityLabel(_:)."
        )
        return words
    }

    /// Digits and single letters, which stand in frames: `1.circle`.
    private static func isSign(_ symbol: String) -> Bool {
        !symbol.isEmpty && (symbol.allSatisfy(\.isNumber) || (symbol.count == 1 && symbol.allSatisfy(\.isLetter)))
    }

    /// `person.badge.plus`: what is done with the thing, or the thing and its sign.
    private static func badged(_ symbol: String, _ environment: EnvironmentValues) -> String? {
        let parts = symbol.split(separator: ".", omittingEmptySubsequences: false)
        guard let place = parts.firstIndex(of: "badge"), place > 0 else { return nil }
        guard let base = name(of: parts[..<place].joined(separator: "."), environment) else { return nil }
        let sign = parts[(place + 1)...].joined(separator: ".")
        switch sign {
        case "": return base
        case "plus": return OwnWord.symbolAdd.text(environment, .text(base))
        case "minus", "xmark": return OwnWord.symbolRemove.text(environment, .text(base))
        default:
            return name(of: sign, environment).map { OwnWord.nameJoint.text(environment, .text(base), .text($0)) }
                ?? base
        }
    }

    /// `lock.icloud`: two things that are known.
    private static func joined(_ symbol: String, _ environment: EnvironmentValues) -> String? {
        let parts = symbol.split(separator: ".")
        for place in parts.indices.dropFirst().reversed() {
            guard let first = name(of: parts[..<place].joined(separator: "."), environment),
                let second = name(of: parts[place...].joined(separator: "."), environment)
            else { continue }
            return OwnWord.nameJoint.text(environment, .text(first), .text(second))
        }
        return nil
    }

    /// Lines of a symbol, its name in English, and in Chinese in traditional and in simplified characters.
    private static func rows(_ table: String) -> [(String, OwnWord)] {
        table.split(separator: "\n").compactMap { line in
            let parts = line.split(separator: "|").map(String.init)
            return parts.count == 4 ? (parts[0], OwnWord(parts[1], parts[2], parts[3])) : nil
        }
    }
}
