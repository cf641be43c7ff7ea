import CloudKitWebServices
import Foundation

/// What PostgreSQL, or the way to it, has against a request.
struct PostgreSQLError: Error, CustomStringConvertible {
    enum Kind: Hashable, Sendable {
        /// The server refused a statement; nothing of the transaction is kept.
        case refused
        /// The connection is gone, or cannot be made; nothing of the transaction is kept.
        case disconnected
        /// The connection went while a commit was on its way: nobody here knows whether it is kept.
        case unknownCommit
    }

    let kind: Kind
    /// PostgreSQL's code of the error; empty if the server did not say one.
    let state: String
    /// PostgreSQL's words.
    ///
    /// They name tables and keys, but no password.
    let message: String

    var description: String {
        state.isEmpty ? message : "\(message) [\(state)]"
    }

    private static let serializationFailure = "40001"
    private static let deadlock = "40P01"
    private static let uniqueViolation = "23505"
    private static let duplicateTable = "42P07"
    /// A table is a type, too, and which of the two is there already depends on the moment.
    private static let duplicateObject = "42710"

    /// Codes with which a server says that it is going, not here yet, full, or not the one that takes writes.
    private static let leaving: Set<String> = ["57P01", "57P02", "57P03", "53300", "25006"]

    init(kind: Kind, state: String, message: String) {
        self.state = state
        self.message = message.trimmingCharacters(in: .whitespacesAndNewlines)
        let isLeaving = Self.leaving.contains(state) || state.hasPrefix("08")
        self.kind = kind == .refused && isLeaving ? .disconnected : kind
    }

    /// Whether the same transaction may succeed when it is done again as a whole.
    var isWorthRetrying: Bool {
        switch kind {
        case .disconnected: true
        // Two that make the same row at once: the second finds it when it tries again.
        case .refused: [Self.serializationFailure, Self.deadlock, Self.uniqueViolation].contains(state)
        case .unknownCommit: false
        }
    }

    /// Whether somebody else made the same table at the same time.
    var isClashOfTables: Bool {
        [Self.uniqueViolation, Self.duplicateTable, Self.duplicateObject].contains(state)
    }

    /// The answer to a request that failed for this.
    var fault: ServiceFault {
        let reason =
            kind == .unknownCommit
            ? "it is not known whether this was stored; ask again" : "the service cannot store or read at the moment"
        return ServiceFault(WireError(.tryAgainLater, reason: reason, retryAfter: kind == .unknownCommit ? 1 : 2))
    }
}
