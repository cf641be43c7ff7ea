/// The row of a database, as a store has read it.
struct DatabaseRow: Hashable, Sendable {
    let account: Int64
    /// The number of the database in its account.
    let id: Int64
    /// The last number given out to a change of any of its zones.
    var head: Int64
    let epoch: Int64
    let usage: Usage

    /// The first life of a new row.
    ///
    /// It is the present time, so that tokens from before a backup was put back are of another life, also where the
    /// backup knows nothing of the zone or database.
    static func firstEpoch(now milliseconds: Int64) -> Int64 {
        max(milliseconds, SyncToken.untouchedEpoch)
    }

    /// The number after which changes are numbered once a backup was put back.
    ///
    /// A client knows a record's version by its change tag, which is such a number. So none is given out again where a store
    /// has forgotten numbers: it goes on behind all that can have been given out by now, at sixteen changes a millisecond.
    static func firstHead(now milliseconds: Int64) -> Int64 {
        16 * min(max(milliseconds, 0), .max / 32)
    }

    /// So many numbers are left out where a zone has lost its last changes and nobody knows how many.
    static let leap: Int64 = 1_000_000

    /// The first life of a new zone: never before that of its database, whatever the clock says.
    func firstEpochOfZone(now milliseconds: Int64) -> Int64 {
        max(Self.firstEpoch(now: milliseconds), epoch)
    }

    /// The list of zones as a feed.
    var feed: FeedWindow.State {
        FeedWindow.State(kind: .database, epoch: epoch, head: head, prunedBelow: 0)
    }
}

extension ZoneState {
    /// The zone as a feed.
    var feed: FeedWindow.State {
        FeedWindow.State(kind: .zone, epoch: epoch, head: head, prunedBelow: prunedBelow)
    }
}
