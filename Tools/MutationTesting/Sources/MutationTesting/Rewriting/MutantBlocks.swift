/// The blocks `#if MUTANTS … #endif`, in which hand-made mutants once stood in production source.
package enum MutantBlocks {
    /// A block's text, and where it stood.
    struct Block: Equatable {
        let text: String
        /// The UTF-8 offset in the text without blocks.
        let offset: Int
        let line: Int
    }

    /// A text without its blocks; where it has none, the same text.
    package static func removed(from text: String, path: String) throws -> String {
        try separate(text, path: path).text
    }

    /// Takes the blocks out of a text.
    static func separate(_ text: String, path: String) throws -> (text: String, blocks: [Block]) {
        guard text.contains("#if MUTANTS") else { return (text, []) }
        var (kept, blocks, block, depth, start) = ("", [Block](), "", 0, 0)
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let words = line.drop { $0 == " " }
            let isStart = words == "#if MUTANTS" || words.hasPrefix("#if MUTANTS ")
            if depth == 0, !isStart {
                kept += line + "\n"
                continue
            }
            if words.hasPrefix("#if ") { depth += 1 }
            if depth == 1, isStart { (block, start) = ("", index + 1) }
            if depth == 1, words.hasPrefix("#else") {
                throw MutationToolError("\(path):\(index + 1): a block of mutants has an #else; take it out by hand")
            }
            if words.hasPrefix("#endif") { depth -= 1 }
            if depth == 0 {
                blocks.append(Block(text: block, offset: kept.utf8.count, line: start))
            } else if !isStart || depth > 1 {
                block += line + "\n"
            }
        }
        guard depth == 0 else { throw MutationToolError("\(path):\(start): this block of mutants does not end") }
        // The last piece of a split has no newline of its own.
        kept.removeLast()
        return (kept, blocks)
    }
}
