import Foundation

/// Texts with gaps `{0}`, `{1}`…: filled, and read back.
package enum TextGaps {
    /// Fills the gaps in one pass, so that a value that looks like a gap is left alone.
    package static func filled(_ pattern: String, _ values: [String]) -> String {
        guard !values.isEmpty, pattern.contains("{") else { return pattern }
        var result = ""
        var rest = Substring(pattern)
        while let open = rest.firstIndex(of: "{") {
            result += rest[..<open]
            rest = rest[open...]
            let gap = rest.prefix(3)
            if gap.count == 3, gap.hasSuffix("}"), let index = Int(gap.dropFirst().dropLast()), index < values.count {
                result += values[index]
                rest = rest.dropFirst(3)
            } else {
                result.append(rest.removeFirst())
            }
        }
        return result + rest
    }

    /// What stands in the gaps `{0}` and `{1}` of the pattern; nil where the text does not have its form.
    package static func values(in text: String, of pattern: String) -> [String]? {
        let parts = pattern.components(separatedBy: "{0}")
        guard parts.count == 2, text.hasPrefix(parts[0]) else { return nil }
        let rest = String(text.dropFirst(parts[0].count))
        let ends = parts[1].components(separatedBy: "{1}")
        guard ends.count == 2 else {
            return rest.hasSuffix(parts[1]) ? [String(rest.dropLast(parts[1].count))] : nil
        }
        guard let middle = rest.range(of: ends[0]) else { return nil }
        let last = rest[middle.upperBound...]
        guard last.hasSuffix(ends[1]) else { return nil }
        return [String(rest[..<middle.lowerBound]), String(last.dropLast(ends[1].count))]
    }
}
