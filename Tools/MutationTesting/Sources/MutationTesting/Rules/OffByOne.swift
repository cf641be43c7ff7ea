import SwiftSyntax

/// A number is one more, a bound is in or out, a range ends one earlier.
struct OffByOne: MutationRule {
    static let name = "off-by-one"

    private static let bounds = ["<": "<=", "<=": "<", ">": ">=", ">=": ">"]
    /// A text that is doubled stays short, for readers and for the type checker.
    private static let longest = 160

    func sites(at node: Syntax, in file: SourceFile) -> [MutationSite] {
        if let literal = node.as(IntegerLiteralExprSyntax.self) { return number(literal, file) }
        guard let infix = node.as(InfixOperatorExprSyntax.self) else { return [] }
        let symbol = infix.operator.trimmedDescription
        if let other = Self.bounds[symbol] { return bound(infix, other, file) }
        return symbol == "..<" ? range(infix, file) : []
    }

    private func number(_ literal: IntegerLiteralExprSyntax, _ file: SourceFile) -> [MutationSite] {
        let text = literal.literal.text
        guard let value = Int(text.filter { $0 != "_" }), value < 1_000_000 else { return [] }
        return [
            MutationSite(
                Self.name,
                in: file,
                at: literal,
                before: Self.around(literal, text),
                after: Self.around(literal, "\(value + 1)"),
                edits: [TextEdit(literal.offsets, "(\(TextEdit.question) ? \(value + 1) : \(text))")]
            )
        ]
    }

    /// A number alone says little: the expression that it is part of, with another in its place.
    private static func around(_ literal: IntegerLiteralExprSyntax, _ text: String) -> String {
        guard let parent = literal.parent, parent.trimmedDescription.utf8.count <= 80 else { return text }
        let whole = parent.trimmedDescription
        let start = literal.offsets.lowerBound - parent.offsets.lowerBound
        let bytes = Array(whole.utf8)
        let head = String(decoding: bytes[..<start], as: UTF8.self)
        let tail = String(decoding: bytes[(start + literal.offsets.count)...], as: UTF8.self)
        return (head + text + tail).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private func bound(_ infix: InfixOperatorExprSyntax, _ other: String, _ file: SourceFile) -> [MutationSite] {
        let (left, right) = (infix.leftOperand.trimmedDescription, infix.rightOperand.trimmedDescription)
        let text = infix.trimmedDescription
        guard text.utf8.count <= Self.longest, !text.contains("{") else { return [] }
        let mutated = "\(left) \(other) \(right)"
        return [
            MutationSite(
                Self.name,
                in: file,
                at: infix,
                before: infix.oneLine,
                after: mutated.split(whereSeparator: \.isWhitespace).joined(separator: " "),
                edits: [TextEdit(infix.offsets, "(\(TextEdit.question) ? (\(mutated)) : (\(text)))")]
            )
        ]
    }

    private func range(_ infix: InfixOperatorExprSyntax, _ file: SourceFile) -> [MutationSite] {
        let upper = infix.rightOperand
        // Positions of collections that are no numbers have no neighbour to subtract.
        guard !upper.is(IntegerLiteralExprSyntax.self), !upper.trimmedDescription.contains("ndex") else { return [] }
        return [
            MutationSite(
                Self.name,
                in: file,
                at: upper,
                before: infix.oneLine,
                after: "\(infix.leftOperand.oneLine)..<(\(upper.oneLine) - 1)",
                edits: [
                    TextEdit(at: upper.offsets.lowerBound, "(("),
                    TextEdit(at: upper.offsets.upperBound, ") - (\(TextEdit.question) ? 1 : 0))"),
                ]
            )
        ]
    }
}
