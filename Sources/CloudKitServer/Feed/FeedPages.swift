import CloudKitWebServices

/// A page of the changes of a zone.
public struct ZonePage: Sendable {
    /// The zone.
    public let zone: ZoneState
    /// Records and tombstones, in the order of their numbers.
    public let records: [StoredRecord]
    /// Where the page ends.
    public let token: SyncToken
    /// Whether more follows.
    public let moreComing: Bool
}

/// A page of the zones that changed.
public struct DatabasePage: Sendable {
    /// The zones; those that are gone are marked.
    public let zones: [ZoneState]
    /// Where the page ends.
    public let token: SyncToken
    /// Whether more follows.
    public let moreComing: Bool
}

extension ZonePage {
    /// A page from the records that a store found, at least one more than there is room for if more follows.
    init(of zone: ZoneState, _ found: [StoredRecord], _ window: FeedWindow, room: AnswerBudget) {
        var room = room
        let given = room.take(found)
        let page = Array(found.prefix(given))
        let moreComing = given < found.count
        self.init(
            zone: zone,
            records: page,
            token: window.token(last: page.last?.sequence, moreComing: moreComing),
            moreComing: moreComing
        )
    }

    /// The page of a default zone that nobody has written to.
    static let untouchedDefault = ZonePage(
        zone: .untouchedDefault,
        records: [],
        token: SyncToken(kind: .zone, epoch: ZoneState.untouchedDefault.epoch, sequence: 0),
        moreComing: false
    )
}

extension DatabasePage {
    /// A page from the zones that a store found, each with its place, one more than the page may have if more follows.
    init(of found: [(place: Int64, zone: ZoneState)], _ window: FeedWindow, limit: Int) {
        let page = found.prefix(limit)
        let zones = page.filter { !$0.zone.isDeleted || $0.place > window.skipsTombstonesUpTo }.map(\.zone)
        let moreComing = found.count > limit
        let token = window.token(last: page.last?.place, moreComing: moreComing)
        self.init(zones: zones, token: token, moreComing: moreComing)
    }

    /// The page of a database that nobody has written to.
    static let untouched = DatabasePage(
        zones: [],
        token: SyncToken(kind: .database, epoch: SyncToken.untouchedEpoch, sequence: 0),
        moreComing: false
    )
}

extension ServiceFault {
    /// The client must start again.
    static let expiredToken = ServiceFault(
        .changeTokenExpired,
        "the sync token has expired; fetch from the start"
    )
}

/// What a page of a feed begins after, and what it leaves out.
///
/// The rules are those of every feed here, of zones and of databases:
/// - A first fetch leaves out tombstones, but only those that were there at its first page; later ones it must show.
/// - A token inside a first fetch expires by the head at its first page, or a long fetch would expire for ever.
/// - A token ahead of the head, or of another life, means that the service lost something: start again.
/// - The token of what nobody had written to is good in the first life and in every later one: it says that the client
///   has nothing.
/// - Newest first, what changes between two pages is above all of them; the last page's token is the head at the first
///   page, so that the next fetch has it. Whoever turns round on the way begins again where the fetch began.
struct FeedWindow {
    /// The last number that the client has.
    let after: Int64
    /// Tombstones up to here are left out.
    let skipsTombstonesUpTo: Int64
    private let kind: SyncToken.Kind
    private let epoch: Int64
    private let head: Int64
    private let firstHead: Int64?
    /// Where a fetch is that goes from the newest change to the oldest; nil for the usual direction.
    private let reversal: SyncToken.Reversal?

    /// The state of a feed.
    struct State {
        let kind: SyncToken.Kind
        let epoch: Int64
        let head: Int64
        let prunedBelow: Int64
    }

    /// Where the page begins.
    ///
    /// - Throws: `CHANGE_TOKEN_EXPIRED` for a token that cannot be gone on from.
    init(_ start: FeedStart, _ state: State, isReversed: Bool = false) throws(WireError) {
        (kind, epoch, head) = (state.kind, state.epoch, state.head)
        var reversal = SyncToken.Reversal(top: state.head, before: .max)
        switch start {
        case .beginning: (after, firstHead) = (0, state.head)
        case .end: (after, firstHead) = (state.head, nil)
        case .token(let token):
            guard token.epoch == state.epoch || token.isUntouched, token.last <= state.head,
                Self.reach(of: token) >= state.prunedBelow
            else { throw WireError(.changeTokenExpired, reason: "the sync token has expired; fetch from the start") }
            (after, firstHead) = (token.sequence, token.firstHead)
            reversal = token.reversal ?? reversal
        }
        self.reversal = isReversed ? reversal : nil
        skipsTombstonesUpTo = firstHead ?? 0
    }

    /// The number up to which whoever has a token misses no deletion.
    private static func reach(of token: SyncToken) -> Int64 {
        token.firstHead ?? token.sequence
    }

    /// Whether a token is from a future that this feed has not had: something was lost.
    static func isAhead(_ start: FeedStart, _ state: State) -> Bool {
        if case .token(let token) = start { token.epoch == state.epoch && token.last > state.head } else { false }
    }

    /// The token for the end of a page whose last entry has a number; nil if it has none.
    func token(last: Int64?, moreComing: Bool) -> SyncToken {
        guard moreComing else { return SyncToken(kind: kind, epoch: epoch, sequence: reversal?.top ?? head) }
        guard var reversal else {
            return SyncToken(kind: kind, epoch: epoch, sequence: last ?? after, firstHead: firstHead)
        }
        reversal.before = last ?? reversal.before
        return SyncToken(kind: kind, epoch: epoch, sequence: after, firstHead: firstHead, reversal: reversal)
    }
}
