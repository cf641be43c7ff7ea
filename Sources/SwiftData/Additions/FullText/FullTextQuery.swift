import Foundation

/// What a person typed into a search field, as words that must all be found.
///
/// Nothing in it is an operator: quotes, stars, minus signs, parentheses and the words AND, OR and NOT are text like
/// any other.
struct FullTextQuery: Equatable {
    /// One thing to find.
    enum Term: Equatable {
        /// A whole word.
        case word(String)
        /// The beginning of a word: the last word typed, which may not be finished.
        case beginning(String)
        /// A run of characters inside a passage without spaces.
        case run(String)
    }

    let terms: [Term]

    /// More words than this are not looked for: a pasted page is no search.
    static let termLimit = 32

    /// - Parameter text: As typed.
    init(_ text: String) {
        let text = text.precomposedStringWithCompatibilityMapping
        var terms: [Term] = []
        var word = ""
        var isRun = false
        func finish(isLast: Bool) {
            guard !word.isEmpty else { return }
            terms.append(isRun ? .run(word) : isLast ? .beginning(word) : .word(word))
            word = ""
        }
        for scalar in text.unicodeScalars {
            let isIdeographic = FullTextTokens.isIdeographic(scalar)
            guard isIdeographic || Self.isWordCharacter(scalar) else {
                finish(isLast: false)
                continue
            }
            if isIdeographic != isRun { finish(isLast: false) }
            isRun = isIdeographic
            word.unicodeScalars.append(scalar)
        }
        finish(isLast: true)
        // A word that was closed by a space or a sign is still the last one typed.
        if case .word(let last)? = terms.last { terms[terms.count - 1] = .beginning(last) }
        self.terms = Array(terms.prefix(Self.termLimit))
    }

    /// Whether there is nothing to look for; such a search finds nothing.
    var isEmpty: Bool { terms.isEmpty }

    /// The expression for `MATCH`; every part of it is quoted.
    var matchExpression: String {
        terms.map { term in
            switch term {
            case .word(let word): Self.quoted(word)
            case .beginning(let word): Self.quoted(word) + " *"
            case .run(let run): Self.pairs(of: run)
            }
        }
        .joined(separator: " AND ")
    }

    /// A run as its pairs, one after the other; a single character is the beginning of a pair.
    private static func pairs(of run: String) -> String {
        let scalars = Array(run.unicodeScalars)
        guard scalars.count > 1 else { return quoted(run) + " *" }
        let pairs = zip(scalars, scalars.dropFirst()).map { "\($0)\($1)" }
        return quoted(pairs.joined(separator: " "))
    }

    private static func quoted(_ text: String) -> String {
        "\"" + text.replacingOccurrences(of: "\"", with: "\"\"") + "\""
    }

    private static func isWordCharacter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .nonspacingMark, .spacingMark, .privateUse:
            true
        default: false
        }
    }
}

extension FullTextQuery {
    /// Whether the texts of one object match, without an index: for objects that are not saved yet.
    func matches(_ texts: [String?]) -> Bool {
        guard !isEmpty else { return false }
        let folded = texts.compactMap { $0.map(Self.folded) }
        return terms.allSatisfy { term in
            folded.contains { Self.contains($0, term) }
        }
    }

    private static func contains(_ text: String, _ term: Term) -> Bool {
        switch term {
        case .run(let run): return text.contains(folded(run))
        case .word(let word):
            let word = folded(word)
            return words(of: text).contains { $0 == word }
        case .beginning(let word):
            let word = folded(word)
            return words(of: text).contains { $0.hasPrefix(word) }
        }
    }

    private static func folded(_ text: String) -> String {
        text.precomposedStringWithCompatibilityMapping
            .folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }

    private static func words(of text: String) -> [String] {
        var words: [String] = []
        var word = ""
        for scalar in text.unicodeScalars {
            if isWordCharacter(scalar), !FullTextTokens.isIdeographic(scalar) {
                word.unicodeScalars.append(scalar)
            } else if !word.isEmpty {
                words.append(word)
                word = ""
            }
        }
        return word.isEmpty ? words : words + [word]
    }
}
