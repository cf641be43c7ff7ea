/// A change of a text: what stands in a range of UTF-8 offsets is replaced; an empty range inserts.
package struct TextEdit: Codable, Hashable, Sendable {
    package let start: Int
    package let end: Int
    package let replacement: String

    /// Stands in replacements for the question whether the mutant is on; its number is given when the copy is
    /// generated.
    static let question = "__MUTANT_IS_ON__"

    init(_ range: Range<Int>, _ replacement: String) {
        (start, end, self.replacement) = (range.lowerBound, range.upperBound, replacement)
    }

    /// An insertion.
    init(at offset: Int, _ text: String) { self.init(offset..<offset, text) }
}
