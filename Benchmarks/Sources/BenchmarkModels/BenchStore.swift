import Foundation
import SwiftData

/// The containers of the benchmarks.
package enum BenchStore {
    /// Opens or creates a store at `file`.
    package static func container(
        _ file: URL,
        durability: StoreDurability = .normal,
        fullTextIndexes: [FullTextIndex] = []
    ) throws -> ModelContainer {
        var configuration = ModelConfiguration(url: file, cloudKitDatabase: .none)
        configuration.durability = durability
        configuration.fullTextIndexes = fullTextIndexes
        return try ModelContainer(
            for: BenchIdea.self,
            BenchAlarm.self,
            BenchAlarmDay.self,
            configurations: configuration
        )
    }

    /// The ideas changed last, newest first.
    package static func newest(_ limit: Int) -> FetchDescriptor<BenchIdea> {
        var descriptor = FetchDescriptor<BenchIdea>(sortBy: [SortDescriptor(\.updatedAt, order: .reverse)])
        descriptor.fetchLimit = limit
        return descriptor
    }
}
