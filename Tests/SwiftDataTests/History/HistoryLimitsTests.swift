import Foundation
import Testing

@testable import SwiftData

/// The limits of a configuration, through saves of a context.
@Suite("History: limits of a configuration")
struct HistoryLimitsTests {
    private static let limit = 100

    private func newContext(_ kind: StoreKind, _ folder: TemporaryFolder) throws -> ModelContext {
        let schema = Schema([LoggedValue.self])
        var configuration =
            kind == .memory
            ? ModelConfiguration(schema: schema, isStoredInMemoryOnly: true)
            : ModelConfiguration(schema: schema, url: folder.file())
        configuration.historyLimits = HistoryLimits(maximumChanges: Self.limit)
        return ModelContext(try ModelContainer(for: schema, configurations: configuration))
    }

    /// So many transactions that saves look for history to delete so many times.
    private func save(_ object: LoggedValue, pruning times: Int64, _ context: ModelContext) throws {
        for _ in 0..<(HistoryLimits.pruneInterval * times) {
            object.value += 1
            try context.save()
        }
    }

    private func transactions(_ context: ModelContext) throws -> [DefaultHistoryTransaction] {
        try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    }

    @Test(arguments: StoreKind.allCases) func `saves keep the history within its limits`(kind: StoreKind) throws {
        let folder = try TemporaryFolder()
        let context = try newContext(kind, folder)
        let object = LoggedValue(value: 0)
        context.insert(object)
        try context.save()
        try save(object, pruning: 2, context)
        // What came after the last look is more than the limit by less than an interval.
        let kept = try transactions(context)
        #expect(kept.count >= Self.limit && kept.count <= Self.limit + 2)
        #expect(kept.last?.transactionIdentifier == 2 * HistoryLimits.pruneInterval + 1)
    }

    @Test(arguments: StoreKind.allCases) func `nothing goes that a consumer has not read`(kind: StoreKind) throws {
        let folder = try TemporaryFolder()
        let context = try newContext(kind, folder)
        let object = LoggedValue(value: 0)
        context.insert(object)
        try context.save()
        let token = try context.currentHistoryToken()
        try context.registerHistoryConsumer("widget", at: token)
        try save(object, pruning: 1, context)
        #expect(try transactions(context).count == Int(HistoryLimits.pruneInterval))
        try context.registerHistoryConsumer("widget", at: try context.currentHistoryToken())
        try save(object, pruning: 1, context)
        // Only now: whoever reads with a token holds what came after it.
        let newer = HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token > token })
        #expect(throws: SwiftDataError.historyTokenExpired) { try context.fetchHistory(newer) }
        #expect(try transactions(context).count == Int(HistoryLimits.pruneInterval))
        try context.unregisterHistoryConsumer("widget")
        try save(object, pruning: 1, context)
        #expect(try transactions(context).count <= Self.limit + 2)
    }
}
