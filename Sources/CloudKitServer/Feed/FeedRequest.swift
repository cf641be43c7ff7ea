import CloudKitWebServices

/// What a page of a zone's changes is to have.
public struct FeedRequest: Sendable {
    /// Where it begins.
    public let start: FeedStart
    /// Whether the newest change comes first.
    public let isReversed: Bool
    /// What it has room for; of more, a store reads no further than the first record that does not fit.
    let room: AnswerBudget

    init(_ start: FeedStart, room: AnswerBudget, isReversed: Bool = false) {
        self.start = start
        self.room = room
        self.isReversed = isReversed
    }

    /// The number after which its changes lie; nil for the head, which only the store knows.
    var after: Int64? {
        start.after
    }

    /// The number before which they lie.
    var before: Int64 {
        guard isReversed, case .token(let token) = start else { return .max }
        return token.reversal?.before ?? .max
    }

    /// Whether there can be nothing for it in a zone with this head: most requests ask in vain, and should cost little.
    func isPast(_ head: Int64) -> Bool {
        (after ?? head) >= head
    }

    /// As ``FeedWindow/skipsTombstonesUpTo``; nil for the head.
    var skipsTombstonesUpTo: Int64? {
        switch start {
        case .beginning: nil
        case .end: 0
        case .token(let token): token.firstHead ?? 0
        }
    }
}

extension FeedStart {
    /// The number after which changes lie; nil for the head, which only the store knows.
    var after: Int64? {
        switch self {
        case .beginning: 0
        case .end: nil
        case .token(let token): token.sequence
        }
    }
}

/// A store that answers feeds by the rules of ``FeedWindow``.
protocol FeedStore: RecordStore {
    /// Reads a zone and the changes that a request asks for, from one snapshot; nil if there is no such zone.
    ///
    /// No more changes than there is room for, and one more; in the order of the request.
    func read(_ request: FeedRequest, of zone: ZoneKey) async throws -> (zone: ZoneState, records: [StoredRecord])?
    /// Reads a database and its zones that changed after a number (nil: the head), with their places in its order, from
    /// one snapshot; nil if nobody has written to it.
    func readZones(
        of database: DatabaseKey,
        after: Int64?,
        limit: Int
    ) async throws -> (feed: FeedWindow.State, zones: [(place: Int64, zone: ZoneState)])?
    /// Begins a new life of a zone.
    func raiseEpoch(of zone: ZoneKey) async throws
    /// Begins a new life of a database.
    func raiseEpoch(of database: DatabaseKey) async throws
    /// Tells the operator that a client has seen what this store never had.
    func reportLoss()
}

extension FeedStore {
    /// Gets a page of the changes of a zone.
    ///
    /// A token from the future means that the store is older than what clients have seen: a backup put back, or a
    /// standby that was promoted without all of its primary's commits. Then a new life begins.
    func page(of zone: ZoneKey, _ request: FeedRequest) async throws -> ZonePage {
        guard let (state, records) = try await read(request, of: zone) else {
            guard zone.isDefault else { throw zone.missing }
            guard request.start.isOfALaterLife else { return .untouchedDefault }
            return try await lose { try await self.raiseEpoch(of: zone) }
        }
        guard !FeedWindow.isAhead(request.start, state.feed) else {
            return try await lose { try await self.raiseEpoch(of: zone) }
        }
        let window = try ServiceFault.whole { () throws(WireError) in
            try FeedWindow(request.start, state.feed, isReversed: request.isReversed)
        }
        return ZonePage(of: state, records, window, room: request.room)
    }

    /// Gets a page of the zones that changed.
    func page(of database: DatabaseKey, since start: FeedStart, limit: Int) async throws -> DatabasePage {
        guard let (feed, zones) = try await readZones(of: database, after: start.after, limit: limit + 1) else {
            guard start.isOfALaterLife else { return .untouched }
            return try await lose { try await self.raiseEpoch(of: database) }
        }
        guard !FeedWindow.isAhead(start, feed) else {
            return try await lose { try await self.raiseEpoch(of: database) }
        }
        let window = try ServiceFault.whole { () throws(WireError) in try FeedWindow(start, feed) }
        return DatabasePage(of: zones, window, limit: limit)
    }

    private func lose<Page>(_ raise: () async throws -> Void) async throws -> Page {
        reportLoss()
        try await raise()
        throw ServiceFault.expiredToken
    }
}
