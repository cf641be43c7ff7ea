import AppCommons
import Foundation

/// An idea as plain text: the first line is its title, the lines below it are its details.
package struct PlainIdea: Equatable, Sendable {
    package let title: String
    package let details: String

    /// Bytes that are read of a text at most: a title and details of their greatest size, and room for empty lines.
    static let maximumBytes = 128 * 1_024

    /// Nil where the text is empty or has only white space.
    package init?(_ text: String) {
        // A line may end as it does on the systems that write both signs, which are one character.
        let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        guard let first = lines.firstIndex(where: { !$0.allSatisfy(\.isWhitespace) }) else { return nil }
        title = String(lines[first])
        details = text[lines[first].endIndex...].trimmingCharacters(in: .newlines)
    }

    /// Reads to the end.
    ///
    /// - Throws: ``IdeaBoxError/inputNotText``, ``IdeaBoxError/inputTooLarge(limit:)``, `FileFailure`.
    init?(_ source: ByteSource) throws {
        var bytes: [UInt8] = []
        while case let chunk = try source.nextChunk(), !chunk.isEmpty {
            bytes += chunk
            guard bytes.count <= Self.maximumBytes else {
                throw IdeaBoxError.inputTooLarge(limit: Self.maximumBytes)
            }
        }
        if bytes.starts(with: LineReader.byteOrderMark) { bytes.removeFirst(LineReader.byteOrderMark.count) }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw IdeaBoxError.inputNotText }
        self.init(text)
    }
}
