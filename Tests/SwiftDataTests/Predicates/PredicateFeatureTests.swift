import Foundation
import Testing

@testable import SwiftData

/// Kinds of expressions beyond those of the random predicates, each as SQL and by evaluation.
@Suite struct PredicateFeatureTests {
    private let context: ModelContext

    init() throws {
        let container = try ModelContainer(
            for: CatalogueItem.self,
            CatalogueFilm.self,
            CatalogueShelf.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        let writer = ModelContext(container)
        let shelves = ["left", "right", "empty"].map(CatalogueShelf.init)
        for shelf in shelves { writer.insert(shelf) }
        for (number, name) in ["Crème brûlée", "STRASSE", "Straße 9", "买牛奶", "plain", "Plain;", "İzmir"].enumerated() {
            let item = number % 2 == 0 ? CatalogueItem(name: name) : CatalogueFilm(name: name, minutes: number * 10)
            writer.insert(item)
            item.shelf = number < 5 ? shelves[number % 2] : nil
            if number != 3 {
                item.place = CataloguePlace(
                    city: name,
                    zip: number % 3 == 0 ? nil : number,
                    isOld: number > 2,
                    renamed: "r\(number)"
                )
            }
        }
        try writer.save()
        context = ModelContext(container)
    }

    /// Checks the rows, and whether all of it was SQL.
    private func check<Model: PersistentModel>(
        _ predicate: Predicate<Model>,
        isComplete: Bool = true,
        finds count: Int? = nil,
        _ location: SourceLocation = #_sourceLocation
    ) throws {
        let all = try context.fetch(FetchDescriptor<Model>())
        let wanted = all.filter { (try? predicate.evaluate($0)) ?? false }.map(\.persistentModelID)
        let found = try context.fetch(FetchDescriptor(predicate: predicate)).map(\.persistentModelID)
        #expect(Set(found) == Set(wanted), sourceLocation: location)
        if let count { #expect(found.count == count, sourceLocation: location) }
        let plan = try #require(context.graph.registry(for: Model.self)?.plan)
        let translated = PredicateTranslator.translate(
            predicate,
            for: plan,
            plans: { context.graph.registry(for: $0)?.plan }
        )
        #expect(translated.remainderIsInMemory == !isComplete, "\(translated.diagnostics)", sourceLocation: location)
    }

    @Test func texts() throws {
        for part in ["creme", "strasse", "牛奶", "PLAIN", "izmir", "\u{37E}", ""] {
            try check(#Predicate<CatalogueItem> { $0.name.localizedStandardContains(part) })
            try check(
                Predicate<CatalogueItem> { item in
                    PredicateExpressions.build_hasSuffix(
                        PredicateExpressions.build_KeyPath(root: item, keyPath: \.name),
                        PredicateExpressions.build_Arg(part)
                    )
                }
            )
            try check(
                Predicate<CatalogueItem> { item in
                    PredicateExpressions.build_Equal(
                        lhs: PredicateExpressions.build_caseInsensitiveCompare(
                            PredicateExpressions.build_KeyPath(root: item, keyPath: \.name),
                            PredicateExpressions.build_Arg(part)
                        ),
                        rhs: PredicateExpressions.build_Arg(ComparisonResult.orderedAscending)
                    )
                }
            )
        }
        try check(#Predicate<CatalogueItem> { $0.name.contains(/S.*e/) })
    }

    @Test func comparisons() throws {
        for (part, count) in [("PLAIN", 1), ("plain", 1), ("strasse", nil), ("牛奶", 0), ("买牛奶", 1), ("", 0)]
            as [(String, Int?)]
        {
            try check(#Predicate<CatalogueItem> { $0.name.caseInsensitiveCompare(part) == .orderedSame }, finds: count)
            try check(
                #Predicate<CatalogueItem> { $0.name.localizedCaseInsensitiveCompare(part) == .orderedSame },
                finds: count
            )
            try check(#Predicate<CatalogueItem> { $0.name.localizedCompare(part) == .orderedSame })
            try check(#Predicate<CatalogueItem> { $0.name.localizedStandardCompare(part) == .orderedSame })
            try check(#Predicate<CatalogueItem> { $0.name.localizedCompare(part) == .orderedAscending })
            try check(#Predicate<CatalogueItem> { $0.name.localizedCaseInsensitiveContains(part) })
        }
        let (plain, part) = ("plain", "PLAI")
        try check(#Predicate<CatalogueItem> { $0.name.localizedCompare(plain) == .orderedSame }, finds: 1)
        try check(#Predicate<CatalogueItem> { $0.name.localizedStandardCompare(plain) == .orderedSame }, finds: 1)
        try check(#Predicate<CatalogueItem> { $0.name.localizedCaseInsensitiveContains(part) }, finds: 2)
    }

    @Test func classes() throws {
        try check(#Predicate<CatalogueItem> { $0 is CatalogueFilm }, finds: 3)
        try check(#Predicate<CatalogueItem> { !($0 is CatalogueFilm) }, finds: 4)
        let limit = 20
        try check(#Predicate<CatalogueItem> { ($0 as? CatalogueFilm)?.minutes ?? 0 > limit }, finds: 2)
        try check(#Predicate<CatalogueItem> { ($0 as? CatalogueFilm)?.minutes == nil }, finds: 4)
        try check(#Predicate<CatalogueFilm> { $0.minutes > limit && $0.name != "x" }, finds: 2)
    }

    @Test func codableMembers() throws {
        let city = "STRASSE"
        try check(#Predicate<CatalogueItem> { $0.place?.city == city }, finds: 1)
        try check(#Predicate<CatalogueItem> { $0.place?.zip == nil })
        try check(#Predicate<CatalogueItem> { $0.place?.isOld == true })
        try check(#Predicate<CatalogueItem> { $0.place == nil }, finds: 1)
        try check(#Predicate<CatalogueItem> { $0.place?.renamed == "r4" }, isComplete: false, finds: 1)
    }

    @Test func optionalCollections() throws {
        try check(#Predicate<CatalogueShelf> { $0.items?.isEmpty ?? true }, finds: 1)
        try check(#Predicate<CatalogueShelf> { $0.items?.isEmpty == false }, finds: 2)
        try check(
            #Predicate<CatalogueShelf> { shelf in shelf.items?.contains { $0.name == "plain" } ?? false },
            finds: 1
        )
        try check(#Predicate<CatalogueShelf> { ($0.items?.count ?? 0) > 2 }, finds: 1)
    }

    @Test func identity() throws {
        let items = try context.fetch(FetchDescriptor<CatalogueItem>(sortBy: [SortDescriptor(\.name)]))
        let identifiers = items.prefix(2).map(\.persistentModelID)
        try check(#Predicate<CatalogueItem> { identifiers.contains($0.persistentModelID) }, finds: 2)
        let shelf = try #require(items.compactMap(\.shelf).first)
        let identifier = shelf.persistentModelID
        try check(#Predicate<CatalogueItem> { $0.shelf?.persistentModelID == identifier })
        try check(#Predicate<CatalogueShelf> { $0.persistentModelID == identifier }, finds: 1)
        let other = items[0].persistentModelID
        try check(#Predicate<CatalogueShelf> { $0.persistentModelID == other }, finds: 0)
    }

    @Test func composition() throws {
        let parts = ["a", "e"].map { part in #Predicate<CatalogueItem> { $0.name.contains(part) } }
        try check(Predicate(all: parts))
        try check(Predicate(any: parts))
        try check(Predicate<CatalogueItem>(all: []), finds: 7)
        try check(Predicate<CatalogueItem>(any: []), finds: 0)
        try check(Predicate(all: [Predicate(any: parts), #Predicate { $0 is CatalogueFilm }]))
    }

    @Test func evaluationWithin() throws {
        let inner = #Predicate<CatalogueShelf> { $0.label == "left" }
        try check(
            Predicate<CatalogueItem> { item in
                PredicateExpressions.build_NilCoalesce(
                    lhs: PredicateExpressions.build_flatMap(
                        PredicateExpressions.build_KeyPath(root: item, keyPath: \.shelf)
                    ) { PredicateExpressions.PredicateEvaluate(predicate: inner, input: $0) },
                    rhs: PredicateExpressions.build_Arg(false)
                )
            },
            finds: 3
        )
    }
}
