import Foundation
import SwiftData

/// How processes on one store hear that its account signed in or out: the line of the history about it has an author of its
/// own.
enum AccountNews {
    /// Stands at the transaction.
    static let author = "account"
}

extension IdeaRepository {
    /// Writes into the history what became of the account.
    func noteAccount(_ event: LogEvent) throws {
        context.author = AccountNews.author
        defer { context.author = nil }
        try change { try record(event, idea: nil, at: try correctedNow) }
    }
}
