/// Why some bytes are not the JSON that was asked for.
///
/// A document is refused at its first fault. The offset counts bytes from the start of the document.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The byte at which reading stopped, counted from zero.
    public let offset: Int
    /// What would have been right there, as the end of the sentence "expected …".
    public let expected: String

    /// An error at a byte.
    public init(offset: Int, expected: String) {
        self.offset = offset
        self.expected = expected
    }

    /// The error as one sentence; it holds nothing of the document itself, so it may be logged and answered.
    public var description: String {
        "Expected \(expected) at byte \(offset)."
    }
}
