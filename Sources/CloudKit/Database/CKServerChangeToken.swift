import Foundation

/// Where a fetch of changes ended.
///
/// Keep it, and hand it in with the next fetch.
///
/// Opaque: two tokens may differ although nothing changed.
public final class CKServerChangeToken: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    let text: String

    init(text: String) {
        self.text = text
    }

    /// Tokens of the same words are equal.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? CKServerChangeToken)?.text == text
    }

    /// Hashes the words.
    public override var hash: Int { text.hashValue }

    /// What it is; not what it says.
    public override var description: String { "CKServerChangeToken" }

    /// The token itself: it never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// It can be coded securely.
    public static var supportsSecureCoding: Bool { true }

    /// Codes the token.
    public func encode(with coder: NSCoder) {
        coder.encode(text as NSString, forKey: "token")
    }

    /// Reads what ``encode(with:)`` wrote; nil for anything else.
    public init?(coder: NSCoder) {
        guard let text = coder.string(forKey: "token") else { return nil }
        self.text = text
    }
}
