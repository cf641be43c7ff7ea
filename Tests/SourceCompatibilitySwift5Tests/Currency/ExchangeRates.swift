import Foundation
import SwiftData

@Model
public class ExchangeRate {
    #Unique<ExchangeRate>([\.base, \.quote])

    public var base: String
    public var quote: String
    public var rate: Decimal
    public var updatedAt: Date

    public init(base: String, quote: String, rate: Decimal, updatedAt: Date) {
        self.base = base
        self.quote = quote
        self.rate = rate
        self.updatedAt = updatedAt
    }
}

public struct RateValue: Equatable {
    public var pair: String
    public var rate: Decimal
}

/// Keeps one background actor for the whole process.
public final class ExchangeRateStore {
    public static var shared: ExchangeRateStore?

    public let container: ModelContainer
    private let actor: RateActor
    private var observer: NSObjectProtocol?
    public private(set) var saves = 0

    public init(configuration: ModelConfiguration = ModelConfiguration(isStoredInMemoryOnly: true)) throws {
        container = try ModelContainer(for: ExchangeRate.self, configurations: configuration)
        actor = RateActor(modelContainer: container)
        observer = NotificationCenter.default.addObserver(
            forName: ModelContext.didSave,
            object: nil,
            queue: nil
        ) { [weak self] notification in
            guard let self, let context = notification.object as? ModelContext else { return }
            if context.container == self.container { self.saves += 1 }
        }
    }

    deinit {
        if let observer { NotificationCenter.default.removeObserver(observer) }
    }

    public func update(_ rates: [String: Decimal], base: String, at date: Date) async throws {
        try await actor.store(rates, base: base, at: date)
    }

    public func rate(_ base: String, _ quote: String) throws -> Decimal? {
        let context = ModelContext(container)
        var descriptor = FetchDescriptor<ExchangeRate>(
            predicate: #Predicate { $0.base == base && $0.quote == quote }
        )
        descriptor.fetchLimit = 1
        return try context.fetch(descriptor).first?.rate
    }

    public func all() async throws -> [RateValue] {
        try await actor.values()
    }

    public func message(for error: Error) -> String {
        switch error {
        case SwiftDataError.unsupportedPredicate: return "predicate"
        case SwiftDataError.modelValidationFailure: return "invalid"
        case SwiftDataError.includePendingChangesWithBatchSize: return "batch"
        case let error as SwiftDataError where error == SwiftDataError.loadIssueModelContainer: return "load"
        case is SwiftDataError: return "other"
        default: return "unknown"
        }
    }
}

@ModelActor
actor RateActor {
    func store(_ rates: [String: Decimal], base: String, at date: Date) throws {
        for (quote, rate) in rates {
            modelContext.insert(ExchangeRate(base: base, quote: quote, rate: rate, updatedAt: date))
        }
        try modelContext.save()
    }

    func values() throws -> [RateValue] {
        let all = try modelContext.fetch(
            FetchDescriptor<ExchangeRate>(
                sortBy: [SortDescriptor(\.base), SortDescriptor(\.quote)]
            )
        )
        return all.map { RateValue(pair: $0.base + "/" + $0.quote, rate: $0.rate) }
    }
}
