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
    /// Inside a fetch from the newest change to the oldest: how far it is; otherwise nil.
    public let reversal: Reversal?

    /// How far a fetch is that goes from the newest change to the oldest.
    public struct Reversal: Hashable, Sendable {
        /// The head at its first page.
        public let top: Int64
        /// All from here on was answered.
        public var before: Int64
    }

    /// The life in tokens of what nobody has written to yet; the first real one is later.
    static let untouchedEpoch: Int64 = 1

    /// A token.
    public init(
        kind: Kind,
        epoch: Int64,
        sequence: Int64,
        firstHead: Int64? = nil,
        reversal: Reversal? = nil
    ) {
        self.kind = kind
        self.epoch = epoch
        self.sequence = sequence
        self.firstHead = firstHead
        self.reversal = reversal
    }
}

extension SyncToken {
    /// Whether it was given out before anybody had written there.
    var isUntouched: Bool {
        epoch == Self.untouchedEpoch && sequence == 0 && reversal == nil
    }

    /// The last number that its holder has seen anything of.
    var last: Int64 {
        max(sequence, reversal?.top ?? 0)
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

    /// Whether the client was there when somebody had written, if only a subscription: where nobody has, that was lost.
    var isOfALaterLife: Bool {
        if case .token(let token) = self { !token.isUntouched } else { false }
    }
}

extension SyncToken {
    private static let version: UInt8 = 1
    private static let length = 27
    /// The length of one inside a fetch from the newest change to the oldest.
    private static let reversedLength = 43
    private static let hasFirstHead: UInt8 = 1
    private static let isReversed: UInt8 = 2

    /// The token as clients see it: opaque, signed, good for one place only.
    ///
    /// - Parameters:
    ///   - sealer: What signs.
    ///   - place: The account, database and zone, which are not in the token.
    /// - Returns: The text.
    func text(_ sealer: Sealer, place: String) -> String {
        let flags = (firstHead == nil ? 0 : Self.hasFirstHead) | (reversal == nil ? 0 : Self.isReversed)
        var bytes: [UInt8] = [Self.version, kind.rawValue, flags]
        let numbers = [epoch, sequence, firstHead ?? 0] + (reversal.map { [$0.top, $0.before] } ?? [])
        for number in numbers { bytes.append(bigEndian: number) }
        return sealer.seal(bytes, for: .syncToken, place: place)
    }

    /// Reads a token.
    ///
    /// - Throws: `BAD_REQUEST`, in the words of Apple's service.
    init(_ text: String, kind: Kind, _ sealer: Sealer, place: String) throws(WireError) {
        guard text.utf8.count >= 8, let raw = Sealer.decode(text) else {
            throw WireError(.badRequest, reason: ErrorReason.unknownContinuation)
        }
        let lengths = [Self.length, Self.reversedLength].map { $0 + Sealer.signatureLength }
        guard lengths.contains(raw.count), raw[0] == Self.version,
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
            firstHead: bytes[2] & Self.hasFirstHead > 0 ? bytes.bigEndian(at: 19) : nil,
            reversal: bytes.count == Self.reversedLength
                ? Reversal(top: bytes.bigEndian(at: 27), before: bytes.bigEndian(at: 35)) : nil
        )
    }
}
