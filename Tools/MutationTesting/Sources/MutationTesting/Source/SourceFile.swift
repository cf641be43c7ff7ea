import SwiftOperators
import SwiftParser
import SwiftSyntax

/// One file of Swift source, parsed.
package struct SourceFile {
    /// The path below the root of the repository.
    package let path: String
    /// Its text without hand-made mutants.
    package let text: String
    /// The tree, with operators by precedence.
    package let tree: Syntax
    private let lineStarts: [Int]

    /// - Throws: Where hand-made mutants in `#if` blocks cannot be taken out.
    package init(path: String, text: String) throws {
        self.path = path
        self.text = try MutantBlocks.removed(from: text, path: path)
        // An operator that is not of the standard library is left as it was parsed; then no rule applies to it.
        tree = OperatorTable.standardOperators.foldAll(Parser.parse(source: self.text)) { _ in }
        var starts = [0]
        for (offset, byte) in self.text.utf8.enumerated() where byte == UInt8(ascii: "\n") { starts.append(offset + 1) }
        lineStarts = starts
    }

    /// The line of a UTF-8 offset, from 1.
    func line(at offset: Int) -> Int {
        var (low, high) = (0, lineStarts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if lineStarts[middle] <= offset { low = middle } else { high = middle }
        }
        return low + 1
    }
}

extension SyntaxProtocol {
    /// The UTF-8 offsets without the trivia around.
    var offsets: Range<Int> {
        let start = positionAfterSkippingLeadingTrivia.utf8Offset
        return start..<max(start, endPositionBeforeTrailingTrivia.utf8Offset)
    }

    /// The text on one line.
    var oneLine: String { trimmedDescription.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
