import Foundation

/// Tells a store which context speaks to it.
///
/// Source: Apple's `EditingState`.
public struct EditingState: Hashable, Identifiable, Sendable {
    /// The type of a context's number.
    public typealias ID = UUID

    /// One for each context.
    public let id: UUID
    /// The author that the context gives for its changes.
    public var author: String?

    init(id: UUID, author: String? = nil) {
        self.id = id
        self.author = author
    }
}
