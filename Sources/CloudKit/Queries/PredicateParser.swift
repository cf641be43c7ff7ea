import CloudKitWebServices
import Foundation

/// Reads predicate formats, as far as the service can be asked what they say.
struct PredicateParser {
    private let tokens: [PredicateToken]
    private var position = 0
    private var arguments: ArraySlice<Any>
    private var depth = 0

    static func condition(_ format: String, _ arguments: [Any]) throws(CKError) -> QueryCondition {
        var parser = PredicateParser(tokens: try PredicateLexer.tokens(of: format), arguments: arguments[...])
        let condition = try parser.whole()
        guard parser.position == parser.tokens.count else { throw .predicate("there is something behind its end") }
        guard parser.arguments.isEmpty else { throw .predicate("there are more arguments than places for them") }
        return condition
    }

    private init(tokens: [PredicateToken], arguments: ArraySlice<Any>) {
        self.tokens = tokens
        self.arguments = arguments
    }

    // MARK: Structure

    private mutating func whole() throws(CKError) -> QueryCondition {
        depth += 1
        defer { depth -= 1 }
        guard depth <= CloudKitLimits.predicateDepth else { throw .predicate("it is too deep") }
        var parts = [try one()]
        while let token = peek() {
            if token.keyword == "AND" || token == .symbol("&&") {
                position += 1
                parts.append(try one())
            } else if token.keyword == "OR" || token == .symbol("||") {
                throw .predicate("OR is not possible: ask twice")
            } else {
                break
            }
        }
        return parts.count == 1 ? parts[0] : .all(parts)
    }

    private mutating func one() throws(CKError) -> QueryCondition {
        guard let token = peek() else { throw .predicate("it ends too early") }
        if token.keyword == "NOT" || token == .symbol("!") {
            position += 1
            depth += 1
            defer { depth -= 1 }
            guard depth <= CloudKitLimits.predicateDepth else { throw .predicate("it is too deep") }
            return .not(try one())
        }
        if token == .symbol("(") {
            position += 1
            let inner = try whole()
            try expect(")")
            return inner
        }
        if token.keyword == "TRUEPREDICATE" || token.keyword == "FALSEPREDICATE" {
            position += 1
            return .always(token.keyword == "TRUEPREDICATE")
        }
        return try comparison()
    }

    private mutating func comparison() throws(CKError) -> QueryCondition {
        var isAny = false
        switch peek()?.keyword {
        case "ANY", "SOME":
            position += 1
            isAny = true
        case "ALL", "NONE": throw .predicate("ALL and NONE are not possible")
        default: break
        }
        let left = try operand()
        let comparison = try comparator()
        let right = try operand()
        return try PredicateComparison(isAny: isAny, left: left, comparison: comparison, right: right).condition()
    }

    // MARK: Parts

    private mutating func comparator() throws(CKError) -> String {
        guard let token = take() else { throw .predicate("it ends too early") }
        let name: String
        switch token {
        case .symbol("="), .symbol("=="): name = "="
        case .symbol("!="), .symbol("<>"): name = "!="
        case .symbol("<="), .symbol("=<"): name = "<="
        case .symbol(">="), .symbol("=>"): name = ">="
        case .symbol("<"), .symbol(">"): name = token == .symbol("<") ? "<" : ">"
        case .word: name = token.keyword
        default: throw .predicate("a comparison is missing")
        }
        guard peek() == .symbol("[") else { return name }
        position += 1
        guard case .word = take() else { throw .predicate("[ must be followed by letters") }
        try expect("]")
        guard name == "TOKENMATCHES" else { throw .predicate("the service minds case and accents: no [c] and [d]") }
        return name
    }

    private mutating func operand() throws(CKError) -> PredicateOperand {
        guard let token = take() else { throw .predicate("it ends too early") }
        switch token {
        case .text(let text): return .value(.string(text))
        case .whole(let number): return .value(.int(number))
        case .number(let number): return .value(.double(number))
        case .argument: return try PredicateOperand(argument: try nextArgument())
        case .keyArgument:
            guard let key = try nextArgument() as? String else { throw .predicate("%K stands for a text") }
            return .key(try Self.checked(key))
        case .symbol("{"): return .list(try list())
        case .word(let word): return try named(word, token.keyword)
        case .symbol(let symbol): throw .predicate("'\(symbol)' is not expected there")
        }
    }

    private mutating func named(_ word: String, _ keyword: String) throws(CKError) -> PredicateOperand {
        switch keyword {
        case "TRUE", "YES": return .value(.int(1))
        case "FALSE", "NO": return .value(.int(0))
        case "NIL", "NULL": throw .predicate("a field cannot be compared with nothing")
        case "SELF": return .record
        case "DISTANCETOLOCATION:FROMLOCATION:": return try distance()
        default: return .key(try Self.checked(word.hasPrefix("#") ? String(word.dropFirst()) : word))
        }
    }

    private static func checked(_ key: String) throws(CKError) -> String {
        guard !key.contains("."), !key.contains(":"), !key.contains("@"), !key.isEmpty else {
            throw .predicate("key paths and functions are not possible: \(key)")
        }
        return key
    }

    private mutating func list() throws(CKError) -> [FieldValue] {
        var values: [FieldValue] = []
        if peek() == .symbol("}") {
            position += 1
            return values
        }
        while true {
            guard case .value(let value) = try operand() else { throw .predicate("a list holds values only") }
            values.append(value)
            if peek() == .symbol(",") {
                position += 1
            } else {
                try expect("}")
                return values
            }
        }
    }

    private mutating func distance() throws(CKError) -> PredicateOperand {
        try expect("(")
        let first = try operand()
        try expect(",")
        let second = try operand()
        try expect(")")
        switch (first, second) {
        case (.key(let key), .value(.location(let place))), (.value(.location(let place)), .key(let key)):
            return .distance(key, place)
        default: throw .predicate("a distance is that of a field from a CLLocation")
        }
    }

    // MARK: Tokens

    private func peek() -> PredicateToken? {
        position < tokens.count ? tokens[position] : nil
    }

    private mutating func take() -> PredicateToken? {
        guard let token = peek() else { return nil }
        position += 1
        return token
    }

    private mutating func expect(_ symbol: String) throws(CKError) {
        guard take() == .symbol(symbol) else { throw .predicate("a \(symbol) is missing") }
    }

    private mutating func nextArgument() throws(CKError) -> Any {
        guard let argument = arguments.popFirst() else { throw .predicate("there are fewer arguments than places") }
        return argument
    }
}
