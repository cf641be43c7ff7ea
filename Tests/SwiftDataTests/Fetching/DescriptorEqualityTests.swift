import Foundation
import SwiftData
import Testing

/// `FetchDescriptor` as a value that can be compared.
@Suite("Fetch descriptors: equality")
struct DescriptorEqualityTests {
    private func adults(_ age: Int, _ sort: SortOrder = .forward) -> FetchDescriptor<Sailor> {
        FetchDescriptor(predicate: #Predicate { $0.age > age }, sortBy: [SortDescriptor(\.name, order: sort)])
    }

    @Test func `equal where they ask for the same`() {
        #expect(FetchDescriptor<Sailor>() == FetchDescriptor<Sailor>())
        #expect(adults(18) == adults(18))
        let names = ["a", "b"]
        let one = FetchDescriptor<Sailor>(predicate: #Predicate { names.contains($0.name) && $0.crew?.name == "x" })
        let copy = one
        #expect(one == copy)
    }

    @Test func `different in what they ask for`() {
        #expect(adults(18) != adults(19))
        #expect(adults(18) != adults(18, .reverse))
        #expect(adults(18) != FetchDescriptor<Sailor>(sortBy: [SortDescriptor(\.name)]))
        #expect(adults(18) != FetchDescriptor(predicate: #Predicate { $0.age >= 18 }, sortBy: [SortDescriptor(\.name)]))
        #expect(
            FetchDescriptor<Sailor>(predicate: #Predicate { $0.name == "a" })
                != FetchDescriptor<Sailor>(predicate: #Predicate { $0.name == "b" })
        )
    }

    @Test func `different in how much they load`() {
        var changed = adults(18)
        changed.fetchLimit = 3
        #expect(changed != adults(18))
        changed.fetchLimit = nil
        changed.fetchOffset = 1
        #expect(changed != adults(18))
        changed.fetchOffset = nil
        changed.includePendingChanges = false
        #expect(changed != adults(18))
        changed.includePendingChanges = true
        changed.propertiesToFetch = [\.name]
        #expect(changed != adults(18))
        changed.propertiesToFetch = []
        changed.relationshipKeyPathsForPrefetching = [\.crew]
        #expect(changed != adults(18))
        changed.relationshipKeyPathsForPrefetching = []
        #expect(changed == adults(18))
    }

    @Test func `what only Swift evaluates is equal to its copies`() {
        func matching() -> FetchDescriptor<Sailor> {
            FetchDescriptor(predicate: #Predicate { $0.name.contains(/A.a/) })
        }
        let one = matching()
        let copy = one
        #expect(one == copy)
    }
}
