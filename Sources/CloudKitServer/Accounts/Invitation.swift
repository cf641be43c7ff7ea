/// Leave to make one account, given to somebody as a link.
public struct Invitation: Hashable, Sendable {
    /// For how long one is good if nothing else is said: a week.
    public static let standardSeconds: Int64 = 7 * 24 * 60 * 60

    /// The hash of what the link carries.
    public let hash: [UInt8]
    /// When it was made, in milliseconds since 1970.
    public let created: Int64
    /// When it runs out.
    public let expires: Int64

    /// An invitation.
    public init(hash: [UInt8], created: Int64, expires: Int64) {
        self.hash = hash
        self.created = created
        self.expires = expires
    }
}
