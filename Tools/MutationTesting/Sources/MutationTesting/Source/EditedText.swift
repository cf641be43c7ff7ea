/// A text after edits, and where each owner's edits came to lie.
struct EditedText {
    private(set) var text = ""
    /// The lines of an owner's edits in the new text, from 1.
    private(set) var lines: [Int: ClosedRange<Int>] = [:]
    /// From an old offset on, by how many lines the text moved down.
    private var shifts: [(offset: Int, lines: Int)] = []
    private let bytes: [UInt8]

    /// Each edit has the number of its owner; insertions at one place keep their order.
    ///
    /// Throws where two overlap, or one lies outside.
    init(_ source: String, edits: [(owner: Int, edit: TextEdit)]) throws {
        bytes = Array(source.utf8)
        var (out, position, shift) = ([UInt8](), 0, 0)
        let ordered = edits.enumerated().sorted {
            ($0.element.edit.start, $0.element.edit.end, $0.offset) < (
                $1.element.edit.start, $1.element.edit.end, $1.offset
            )
        }
        for (_, (owner, edit)) in ordered {
            guard edit.start >= position, edit.end >= edit.start, edit.end <= bytes.count else {
                throw MutationToolError("edits overlap, or lie outside of the text, at offset \(edit.start)")
            }
            out += bytes[position..<edit.start]
            let first = Self.newlines(bytes[..<edit.start]) + shift + 1
            let added = Self.newlines(Array(edit.replacement.utf8)[...])
            out += edit.replacement.utf8
            shift += added - Self.newlines(bytes[edit.start..<edit.end])
            shifts.append((edit.end, shift))
            position = edit.end
            let before = lines[owner]
            lines[owner] = min(before?.lowerBound ?? first, first)...max(before?.upperBound ?? first, first + added)
        }
        out += bytes[position...]
        text = String(decoding: out, as: UTF8.self)
    }

    /// The line in the new text of an offset in the old one.
    func line(ofOld offset: Int) -> Int {
        let shift = shifts.last { $0.offset <= offset }?.lines ?? 0
        return Self.newlines(bytes[..<min(offset, bytes.count)]) + shift + 1
    }

    private static func newlines(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reduce(0) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
    }
}
