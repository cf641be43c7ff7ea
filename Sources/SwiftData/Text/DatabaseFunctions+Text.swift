import Foundation

extension DatabaseFunctions {
    static let textFunctions: [Function] = [
        Function(name: "swift_equal", arguments: 2) { context, _, values in
            guard let call = FunctionCall(context, values) else { return }
            guard let lhs = call.text(0), let rhs = call.text(1) else { return call.answerNull() }
            call.answer(SwiftOrder.areEqual(lhs, rhs))
        },
        Function(name: "swift_contains", arguments: 2) { context, _, values in
            search(context, values) { $0.isContained(in: $1) }
        },
        Function(name: "swift_starts_with", arguments: 2) { context, _, values in
            search(context, values) { $0.isPrefix(of: $1) }
        },
        Function(name: TextFunction.hasSuffix.sqlName, arguments: 2) { context, _, values in
            search(context, values) { $0.isSuffix(of: $1) }
        },
        Function(name: TextFunction.localizedStandardContains.sqlName, arguments: 2) { context, _, values in
            guard let call = FunctionCall(context, values) else { return }
            guard let text = call.text(0), let part = call.prepared(1, FoldedSearch.init) else {
                return call.answerNull()
            }
            call.answer(part.isContained(in: text))
        },
        Function(name: "swift_count", arguments: 1) { context, _, values in
            guard let call = FunctionCall(context, values) else { return }
            guard let text = call.text(0) else { return call.answerNull() }
            call.answer(Int64(text.characterCount))
        },
        Function(name: "swift_matches", arguments: 2) { context, _, values in
            guard let call = FunctionCall(context, values) else { return }
            guard let text = call.string(0), let pattern = call.prepared(1, { try? Regex($0) }) else {
                return call.answerNull()
            }
            call.answer(pattern.map { text.contains($0) } ?? false)
        },
        Function(name: TextFunction.lowercased.sqlName, arguments: 1) { context, _, values in
            guard let call = FunctionCall(context, values) else { return }
            guard let text = call.string(0) else { return call.answerNull() }
            call.answer(text.lowercased())
        },
        Function(name: TextFunction.uppercased.sqlName, arguments: 1) { context, _, values in
            guard let call = FunctionCall(context, values) else { return }
            guard let text = call.string(0) else { return call.answerNull() }
            call.answer(text.uppercased())
        },
    ]

    private static func search(
        _ context: OpaquePointer?,
        _ values: UnsafeMutablePointer<OpaquePointer?>?,
        _ test: (SwiftMatching, TextBytes) -> Bool
    ) {
        guard let call = FunctionCall(context, values) else { return }
        guard let text = call.text(0), let part = call.prepared(1, SwiftMatching.init) else {
            return call.answerNull()
        }
        call.answer(test(part, text))
    }

    /// Those that Foundation has: the predicates' own nodes call the same.
    static let comparisonFunctions: [Function] = [
        Function(name: TextFunction.localizedCaseInsensitiveContains.sqlName, arguments: 2) { context, _, values in
            guard let call = FunctionCall(context, values) else { return }
            guard let text = call.string(0), let part = call.string(1) else { return call.answerNull() }
            call.answer(text.localizedCaseInsensitiveContains(part))
        },
        Function(name: TextFunction.caseInsensitiveCompare.sqlName, arguments: 2) { context, _, values in
            compare(context, values) { $0.caseInsensitiveCompare($1) }
        },
        Function(name: TextFunction.localizedCompare.sqlName, arguments: 2) { context, _, values in
            compare(context, values) { $0.localizedCompare($1) }
        },
        Function(name: TextFunction.localizedCaseInsensitiveCompare.sqlName, arguments: 2) { context, _, values in
            compare(context, values) { $0.localizedCaseInsensitiveCompare($1) }
        },
        Function(name: TextFunction.localizedStandardCompare.sqlName, arguments: 2) { context, _, values in
            compare(context, values) { TextMatching.localizedStandardCompare($0, $1) }
        },
    ]

    private static func compare(
        _ context: OpaquePointer?,
        _ values: UnsafeMutablePointer<OpaquePointer?>?,
        _ order: (String, String) -> ComparisonResult
    ) {
        guard let call = FunctionCall(context, values) else { return }
        guard let lhs = call.string(0), let rhs = call.string(1) else { return call.answerNull() }
        call.answer(order(lhs, rhs))
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The number of characters; in ASCII the bytes, with carriage return and line feed as one.
    var characterCount: Int {
        guard isASCII else { return string.count }
        var count = count
        for offset in indices.dropFirst() where self[offset] == 0x0A && self[offset - 1] == 0x0D { count -= 1 }
        return count
    }
}
