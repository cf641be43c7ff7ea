import Foundation
import Observation
import SwiftData
import Testing

@Suite("Results observer")
struct ResultsObserverTests {
    /// Notes whether what was read has changed.
    private final class Alarm: @unchecked Sendable {
        private(set) var rings = 0

        func watch(_ read: () -> Void) {
            withObservationTracking(read) { [weak self] in self?.rings += 1 }
        }
    }

    @Test(arguments: StoreKind.allCases) func `changes here and saves elsewhere show`(kind: StoreKind) throws {
        let store = try TestStore(kind, [Purchase.self])
        let context = ModelContext(store.container)
        let observer = try ResultsObserver<Purchase, Never>(
            filterBy: #Predicate { $0.count > 1 },
            sortBy: [SortDescriptor(\.item)],
            modelContext: context
        )
        let alarm = Alarm()
        alarm.watch { #expect(observer.results.isEmpty) }
        context.insert(Purchase(item: "kite", count: 2))
        #expect(alarm.rings == 1)
        alarm.watch { #expect(observer.results.map(\.item) == ["kite"]) }
        try context.save()

        let other = ModelContext(store.container)
        other.insert(Purchase(item: "boat", count: 3))
        other.insert(Purchase(item: "single", count: 1))
        try other.save()
        #expect(alarm.rings == 2)
        #expect(observer.results.map(\.item) == ["boat", "kite"])
        let boat = try #require(
            try other.fetch(FetchDescriptor<Purchase>(predicate: #Predicate { $0.item == "boat" })).first
        )
        boat.item = "zeppelin"
        try other.save()
        #expect(observer.results.map(\.item) == ["kite", "zeppelin"])
        observer.sortBy = [SortDescriptor(\.item, order: .reverse)]
        #expect(observer.results.map(\.item) == ["zeppelin", "kite"])
        observer.filterBy = nil
        #expect(observer.results.map(\.item) == ["zeppelin", "single", "kite"])
        #expect(observer.sections == nil && observer.fetchError == nil)
    }

    /// The Observation library installs its observers after the read: a save before that reaches nobody.
    @Test func `a save during a read hides none that follows`() throws {
        let store = try TestStore(.memory, [Purchase.self])
        let observer = try ResultsObserver<Purchase, Never>(modelContext: ModelContext(store.container))
        let other = ModelContext(store.container)
        let alarm = Alarm()
        alarm.watch {
            #expect(observer.results.isEmpty)
            other.insert(Purchase(item: "kite"))
            #expect(throws: Never.self) { try other.save() }
        }
        #expect(alarm.rings == 0)
        other.insert(Purchase(item: "boat"))
        try other.save()
        #expect(alarm.rings == 1)
        #expect(observer.results.count == 2)
    }

    @Test func `sections follow the order, and index paths lead back`() throws {
        let store = try TestStore(.memory, [Purchase.self])
        let context = ModelContext(store.container)
        for (item, details) in [("kite", "toys"), ("bread", "food"), ("boat", "toys"), ("nail", nil)] {
            context.insert(Purchase(item: item, details: details))
        }
        let observer = try ResultsObserver<Purchase, String>(
            sortBy: [SortDescriptor(\.item)],
            sectionBy: \.details,
            modelContext: context
        )
        let sections = try #require(observer.sections)
        #expect(sections.sectionTitles == ["", "food", "toys"])
        #expect(sections.map { $0.map(\.item) } == [["nail"], ["bread"], ["boat", "kite"]])
        #expect(sections[sectionTitle: "toys"]?.count == 2 && sections.index(ofSectionTitled: "food") == 1)
        #expect(sections.contains(sectionTitle: "toys") && !sections.contains(sectionTitle: "air"))
        #expect(sections.sectionNames == sections.sectionTitles)
        #expect(sections.contains(sectionName: "food") && !sections.contains(sectionName: "air"))
        #expect(sections.index(ofSectionNamed: "toys") == 2 && sections[sectionName: "toys"]?.count == 2)
        let kite = try #require(observer.element(at: [2, 1]))
        #expect(kite.item == "kite" && observer.indexPath(for: kite) == [2, 1])
        #expect(observer.element(at: [2, 2]) == nil && observer.element(at: [9, 0]) == nil)
        kite.details = "air"
        #expect(observer.sections?.sectionTitles == ["", "air", "food", "toys"])
    }

    @Test func `an observer with a context of its own`() throws {
        let store = try TestStore(.memory, [Purchase.self])
        let observer = try ResultsObserver<Purchase, String>(sectionBy: \.item, modelContainer: store.container)
        let context = ModelContext(store.container)
        context.insert(Purchase(item: "boat"))
        #expect(observer.results.isEmpty)
        try context.save()
        #expect(observer.sections?.sectionTitles == ["boat"])
        context.delete(try #require(try context.fetch(FetchDescriptor<Purchase>()).first))
        try context.save()
        #expect(observer.results.isEmpty && observer.sections?.isEmpty == true)
    }
}
