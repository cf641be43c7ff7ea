import Foundation
import Testing

@testable import SwiftData

/// SQL sorts as memory does.
@Suite struct RandomSortTests {
    private static let keys: [@Sendable (SortOrder) -> SortDescriptor<LibraryBook>] = [
        { SortDescriptor(\.title, order: $0) },
        { SortDescriptor(\.title, comparator: .lexical, order: $0) },
        { SortDescriptor(\.title, comparator: .localizedStandard, order: $0) },
        { SortDescriptor(\.subtitle, order: $0) },
        { SortDescriptor(\.subtitle, comparator: .localized, order: $0) },
        { SortDescriptor(\.pages, order: $0) },
        { SortDescriptor(\.discount, order: $0) },
        { SortDescriptor(\.isbn, order: $0) },
        { SortDescriptor(\.lentAt, order: $0) },
        { SortDescriptor(\.isRead, order: $0) },
        { SortDescriptor(\.isLent, order: $0) },
        { SortDescriptor(\.cost, order: $0) },
        { SortDescriptor(\.serial, order: $0) },
        { SortDescriptor(\.author?.name, order: $0) },
        { SortDescriptor(\.author?.mentor?.nickname, order: $0) },
        { SortDescriptor(\.author?.rating, order: $0) },
    ]

    /// Swift reads memory that is not there where a rank is appended to a path over a link that is nil.
    @Test(arguments: [false, true]) func aTruthValueOverAMissingLinkSorts(isSaved: Bool) throws {
        let store = try TestStore(.memory, [SortedCrew.self])
        let context = store.makeContext()
        let captain = SortedCrew("captain", isAwake: true)
        let mate = SortedCrew("mate", isAwake: false, relief: captain)
        let cook = SortedCrew("cook", isAwake: nil, relief: mate)
        [captain, mate, cook].forEach(context.insert)
        if isSaved { try context.save() }
        let sortBy = [SortDescriptor(\SortedCrew.relief?.isAwake, order: .reverse), SortDescriptor(\SortedCrew.name)]
        #expect(try context.fetch(FetchDescriptor(sortBy: sortBy)).map(\.name) == ["mate", "cook", "captain"])
        #expect([captain, mate, cook].sorted(using: sortBy).map(\.name) == ["mate", "cook", "captain"])
        #expect(try context.explain(FetchDescriptor(sortBy: sortBy)).inMemory == [])
    }

    @Test(arguments: [11, 12, 13] as [UInt64])
    func sqlSortsAsMemoryDoes(seed: UInt64) throws {
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let library = try LibraryFixture(count: 80, random: &random)
        for round in 0..<60 {
            let numbers = (0..<random.number(1...3)).map { _ in random.number(0...(Self.keys.count - 1)) }
            let descriptors = numbers.map { Self.keys[$0](random.chance(50) ? .forward : .reverse) }
            let wanted = library.books.sorted {
                SortComparison.areInIncreasingOrder($0, $1, by: descriptors) { $0.persistentModelID._rowKey ?? 0 }
            }
            let found = try library.context.fetch(FetchDescriptor(sortBy: descriptors))
            #expect(
                found.map(\.persistentModelID) == wanted.map(\.persistentModelID),
                "seed \(seed), round \(round), keys \(numbers)"
            )
        }
    }
}

@Model final class SortedCrew {
    var name: String
    var isAwake: Bool?
    var relief: SortedCrew?

    init(_ name: String, isAwake: Bool?, relief: SortedCrew? = nil) {
        self.name = name
        self.isAwake = isAwake
        self.relief = relief
    }
}
