import Foundation
import SwiftData

extension SyncState {
    /// So many that are settled are counted before those that wait are.
    private static let few = 1_000

    /// How many changes wait to be sent.
    ///
    /// Before the first sync all of them wait, later hardly any: the smaller part is counted, also of a million.
    static func pendingCount(in context: ModelContext) throws -> Int {
        if let settled = try fewSettled(in: context) {
            return max(0, try context.fetchCount(FetchDescriptor<SyncState>()) - settled)
        }
        return try context.fetchCount(FetchDescriptor<SyncState>(predicate: #Predicate { $0.isPendingSync }))
    }

    /// How many are settled, where these are few.
    static func fewSettled(in context: ModelContext) throws -> Int? {
        var descriptor = FetchDescriptor<SyncState>(predicate: #Predicate { $0.isPendingSync == false })
        descriptor.fetchLimit = few
        let settled = try context.fetchCount(descriptor)
        return settled < few ? settled : nil
    }
}
