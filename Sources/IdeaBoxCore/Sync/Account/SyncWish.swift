import Foundation
import SwiftData

/// How a process has another one sync the store, which has the right to: the wish is counted in the store, under an author of
/// its own, and the report of a sync says which wishes it has heard.
enum SyncWish {
    /// Stands at the transaction.
    static let author = "wish"
}

extension IdeaRepository {
    /// Asks whoever syncs this store to do so now; answers the number of the wish.
    func wishForSync() throws -> Int {
        context.author = SyncWish.author
        defer { context.author = nil }
        return try change {
            let wish = (try memo(.wish, as: Int.self) ?? 0) + 1
            try setMemo(.wish, wish)
            return wish
        }
    }

    /// Whether a sync has ended since somebody asked for one last.
    func isWishHeard() throws -> Bool {
        let report = try memo(.report, as: SyncReport.self)
        return try report?.wish ?? 0 >= memo(.wish, as: Int.self) ?? 0
    }
}
