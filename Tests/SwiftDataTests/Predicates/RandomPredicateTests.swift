import Foundation
import Testing

@testable import SwiftData

/// What SQL gives is what evaluation in memory gives.
@Suite struct RandomPredicateTests {
    @Test(arguments: [1, 2, 3, 4, 5] as [UInt64], [false, true])
    func sqlEqualsEvaluation(seed: UInt64, inFile: Bool) throws {
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let library = try LibraryFixture(count: 60, url: inFile ? folder.file() : nil, random: &random)
        var source = RandomPredicate(
            random: random,
            texts: library.texts,
            identifiers: library.books.map(\.persistentModelID)
        )
        var partial = 0
        for round in 0..<150 {
            let predicate = source.make()
            let explanation = try library.context.explain(FetchDescriptor(predicate: predicate))
            if !explanation.inMemory.isEmpty { partial += 1 }
            let wanted = library.books.filter { (try? predicate.evaluate($0)) ?? false }
            let found = try library.context.fetch(FetchDescriptor(predicate: predicate))
            #expect(
                Set(found.map(\.persistentModelID)) == Set(wanted.map(\.persistentModelID)),
                "seed \(seed), round \(round): \(explanation.sql)"
            )
        }
        // The random predicates hold nothing that SQL cannot say.
        #expect(partial == 0, "seed \(seed)")
    }

    /// The same predicate again, with other captured values, goes through the cache.
    @Test func theCacheKeepsCapturedValuesApart() throws {
        let seed: UInt64 = 7
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let library = try LibraryFixture(count: 60, random: &random)
        for _ in 0..<300 {
            let title = random.pick(library.texts)
            let pages = random.pick([nil, random.number(-3...12)])
            let stock = Int32(random.number(-3...12))
            let predicate = #Predicate<LibraryBook> {
                $0.title.contains(title) || $0.pages == (pages ?? -99) || $0.stock > stock
            }
            let wanted = library.books.filter { (try? predicate.evaluate($0)) ?? false }
            let found = try library.context.fetch(FetchDescriptor(predicate: predicate))
            #expect(Set(found.map(\.persistentModelID)) == Set(wanted.map(\.persistentModelID)), "\(title)")
        }
    }
}
