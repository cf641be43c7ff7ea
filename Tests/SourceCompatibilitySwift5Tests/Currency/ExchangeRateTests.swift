import Foundation
import SwiftData
import Testing

struct ExchangeRateTests {
    @Test func updatesReplaceThePair() async throws {
        let store = try ExchangeRateStore()
        try await store.update(["USD": 1.25, "CHF": 0.75], base: "EUR", at: .day(1))
        try await store.update(["USD": 1.5, "JPY": 160], base: "EUR", at: .day(2))
        try await store.update(["USD": 1], base: "USD", at: .day(2))
        #expect(
            try await store.all() == [
                RateValue(pair: "EUR/CHF", rate: 0.75), RateValue(pair: "EUR/JPY", rate: 160),
                RateValue(pair: "EUR/USD", rate: 1.5), RateValue(pair: "USD/USD", rate: 1),
            ]
        )
        #expect(try store.rate("EUR", "USD") == 1.5)
        #expect(try store.rate("EUR", "XXX") == nil)
        #expect(store.saves == 3)
    }

    @Test func reopened() async throws {
        let folder = try TemporaryFolder()
        let configuration = ModelConfiguration("Rates", url: folder.file("rates.store"))
        try await ExchangeRateStore(configuration: configuration).update(["USD": 2], base: "EUR", at: .day(1))
        let store = try ExchangeRateStore(configuration: configuration)
        #expect(try store.rate("EUR", "USD") == 2)
    }

    @Test func messages() throws {
        let store = try ExchangeRateStore()
        #expect(store.message(for: SwiftDataError.unsupportedPredicate) == "predicate")
        #expect(store.message(for: SwiftDataError.loadIssueModelContainer) == "load")
        #expect(store.message(for: SwiftDataError.unknownSchema) == "other")
        #expect(store.message(for: CancellationError()) == "unknown")
        #expect(store.message(for: SwiftDataError.includePendingChangesWithBatchSize) == "batch")
    }
}
