import Foundation
import SwiftData
import Testing

/// A kind of transaction that no store here gives.
private struct ForeignTransaction: HistoryTransaction {
    struct Token: Comparable, Hashable, Identifiable, Sendable {
        let id: Int
        static func < (lhs: Token, rhs: Token) -> Bool { lhs.id < rhs.id }
    }

    var token = Token(id: 0)
    var transactionIdentifier = 0
    var storeIdentifier = ""
    var timestamp = Date.distantPast
    var author: String?
    var changes: [HistoryChange] = []
    var id: Int { transactionIdentifier }

    static func == (lhs: ForeignTransaction, rhs: ForeignTransaction) -> Bool { lhs.id == rhs.id }
    func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

@Suite("History: kinds of transactions")
struct ForeignHistoryTests {
    @Test(arguments: StoreKind.allCases) func `one that no store gives is refused`(kind: StoreKind) throws {
        let store = try TestStore(kind, [LoggedValue.self])
        let context = ModelContext(store.container)
        context.insert(LoggedValue(value: 1))
        try context.save()
        let descriptor = HistoryDescriptor<ForeignTransaction>()
        #expect(throws: SwiftDataError.invalidTransactionFetchRequest) { try context.fetchHistory(descriptor) }
        #expect(throws: SwiftDataError.invalidTransactionFetchRequest) { try context.deleteHistory(descriptor) }
        #expect(try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).count == 1)
    }
}
