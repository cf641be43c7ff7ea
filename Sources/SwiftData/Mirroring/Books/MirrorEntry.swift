#if CloudKitMirroring
import Foundation

/// What a store knows of one record.
struct MirrorEntry: Hashable, Sendable {
    enum Kind: Int64, Sendable {
        case row = 0
        case link = 1
    }

    enum State: Int64, Sendable {
        /// The service has what is here.
        case clean = 0
        /// Something here is newer.
        case toSave = 1
        /// The record is to be deleted at the service.
        case toDelete = 2
        /// The record is gone, here and there; it must not come back.
        case deleted = 3
    }

    var name: String
    var kind: Kind
    /// The table of the row or link.
    var place: String
    /// The row's key, or that of the link's first end; nil for a record that stands for no row (any more).
    var pk: Int64?
    /// The key of the link's second end; 0 for rows.
    var other: Int64 = 0
    /// The record's system fields; nil until the service has it.
    var system: Data?
    /// When what was changed, as this store has it.
    var stamps = StampSet()
    /// The same, as the service has it.
    var server = StampSet()
    /// The stamps of what is on its way up.
    var sent: StampSet?
    var orders: [String: String] = [:]
    /// Digests of the values that the service had last, where records carry no stamps.
    var digests: [String: String] = [:]
    var state = State.clean
    /// Whether the record was ever handed out: then the service may have it, whatever is known.
    var isAttempted = false
    /// The comparison in which it was last seen; ``missed`` where one ended that did not see it while it was on its way up.
    var seen: Int64 = 0
    /// The record that stands for its row now.
    var forward: String?
    /// Fields of the record that this version's schema does not know.
    var extra: Data?
    /// Whether a part of the record could not be read, so that it has to be fetched again.
    var isStale = false

    static let missed: Int64 = -1

    /// Lets the next batch ask for the record by the version that is known of it.
    mutating func probe() {
        if state == .clean { state = .toSave }
    }

    /// The same after an answer, where the record may be gone without this store ever hearing of it.
    mutating func probeIfMissed() {
        guard seen == Self.missed else { return }
        seen = 0
        probe()
    }

    /// The stamps that somebody else may have seen: those at the service, and those that were handed out, whatever
    /// became of the request.
    var handedOut: StampSet { sent.map { server.merging($0) } ?? server }

    /// The service has what was handed out, and nothing is known beyond that.
    ///
    /// A fetch meanwhile may have brought a later version. It need not stand at the service any more: one that was put back
    /// to a copy accepts what was handed out before. Where it does stand there, the next save meets a conflict and merges.
    mutating func acknowledgeSent() {
        guard let sent else { return }
        // A merge may have set this record's own changes aside since: then all of it goes up.
        server = sent.isLater(than: stamps) ? StampSet() : sent
        self.sent = nil
    }

    /// The service has lost the record, and gets all of it again.
    ///
    /// Other devices may have seen what it had: a clock that turns out to be wrong moves no stamp of that
    /// (``handedOut``), or an older value would win against one that was changed after it was seen.
    mutating func loseServiceVersion() {
        sent = handedOut.isEmpty ? nil : handedOut
        (system, server, digests, isAttempted) = (nil, StampSet(), [:], false)
        updateState()
    }

    /// Brings the state in line with the stamps.
    mutating func updateState() {
        guard state == .clean || state == .toSave else { return }
        state = system == nil || stamps.isLater(than: server) ? .toSave : .clean
    }
}

#endif
