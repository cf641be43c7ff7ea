import CloudKitWebServices

/// Where a client is in the order of changes of a zone or of a database.
public struct SyncToken: Hashable, Sendable {
    /// What the token is for.
    public enum Kind: UInt8, Sendable {
        /// The changes of a zone.
        case zone = 1
        /// The zones of a database.
        case database = 2
    }

    /// What it is for.
    public let kind: Kind
    /// The life of the zone or database in which it was given out.
    public let epoch: Int64
    /// The last number that the client has.
    public let sequence: Int64
    /// Inside a first fetch of several pages: the head at its first page; otherwise nil.
    public let firstHead: Int64?

    /// The life in tokens of what nobody has written to yet; the first real one is later.
    static let untouchedEpoch: Int64 = 1

    /// A token.
    public init(kind: Kind, epoch: Int64, sequence: Int64, firstHead: Int64? = nil) {
        self.kind = kind
        self.epoch = epoch
        self.sequence = sequence
        self.firstHead = firstHead
    }
}

extension SyncToken {
    /// Whether it was given out before anybody had written there.
    var isUntouched: Bool {
        epoch == Self.untouchedEpoch && sequence == 0
    }
}

/// Where a client wants to begin.
public enum FeedStart: Hashable, Sendable {
    /// From the beginning; old tombstones are left out.
    case beginning
    /// The client says that it has everything and wants a token.
    case end
    /// After a token.
    case token(SyncToken)

    /// Whether the client has seen changes: where nobody has written anything, these were lost.
    var hasSeenChanges: Bool {
        if case .token(let token) = self { token.sequence > 0 } else { false }
    }
}

extension SyncToken {
    private static let version: UInt8 = 1
    private static let length = 27

    /// The token as clients see it: opaque, signed, good for one place only.
    ///
    /// - Parameters:
    ///   - sealer: What signs.
    ///   - place: The account, database and zone, which are not in the token.
    /// - Returns: The text.
    func text(_ sealer: Sealer, place: String) -> String {
        var bytes: [UInt8] = [Self.version, kind.rawValue, firstHead == nil ? 0 : 1]
        for number in [epoch, sequence, firstHead ?? 0] { bytes.append(bigEndian: number) }
        return sealer.seal(bytes, for: .syncToken, place: place)
    }

    /// Reads a token.
    ///
    /// - Throws: `BAD_REQUEST`, in the words of Apple's service.
    init(_ text: String, kind: Kind, _ sealer: Sealer, place: String) throws(WireError) {
        guard text.utf8.count >= 8, let raw = Sealer.decode(text) else {
            throw WireError(.badRequest, reason: ErrorReason.unknownContinuation)
        }
        guard raw.count == Self.length + Sealer.signatureLength, raw[0] == Self.version,
            let bytes = sealer.open(text, for: .syncToken, place: place)
        else {
            throw WireError(.badRequest, reason: ErrorReason.invalidContinuation)
        }
        guard Kind(rawValue: bytes[1]) == kind else {
            throw WireError(.badRequest, reason: ErrorReason.unknownContinuation)
        }
        self.init(
            kind: kind,
            epoch: bytes.bigEndian(at: 3),
            sequence: bytes.bigEndian(at: 11),
            firstHead: bytes[2] == 1 ? bytes.bigEndian(at: 19) : nil
        )
    }
}
