import Foundation
import Testing

@testable import SwiftData

@Model final class Yard {
    var name: String
    @Relationship(inverse: \YardPlant.yard) var trailing: [YardPlant] = []
    @Relationship(inverse: \YardPlant.yard) var leading: [YardPlant] = []

    init(_ name: String) { self.name = name }
}

@Model final class YardPlant {
    var name: String
    var yard: Yard?

    init(_ name: String) { self.name = name }
}

/// Three claims to one inverse, which itself names one of them.
@Model final class YardTeam {
    @Relationship(inverse: \YardHelper.team) var anchors: [YardHelper] = []
    @Relationship(inverse: \YardHelper.team) var members: [YardHelper] = []
    @Relationship var reserve: [YardHelper] = []

    init() {}
}

@Model final class YardHelper {
    var name: String
    var team: YardTeam?

    init(_ name: String) { self.name = name }
}

/// Several relationships of a class that name one property of another as their inverse.
@Suite("Relationships: a shared inverse")
struct SharedInverseTests {
    private func names(_ plants: [YardPlant]) -> [String] { plants.map(\.name) }

    @Test func `the first by name is the inverse, the others lead one way`() throws {
        let schema = Schema([Yard.self])
        let yard = try #require(schema.entitiesByName["Yard"]?.relationshipsByName)
        #expect(yard.mapValues(\.inverseName) == ["leading": "yard", "trailing": "yard"])
        #expect(schema.entitiesByName["YardPlant"]?.relationshipsByName["yard"]?.inverseName == "leading")
        let plans = Dictionary(uniqueKeysWithValues: try PlanCompiler.compile(schema).map { ($0.name, $0) })
        let plan = try #require(plans["Yard"])
        #expect(plan.property(named: "leading")?.relationship?.inverse?.name == "yard")
        #expect(plan.property(named: "trailing")?.relationship?.inverse == nil)
        #expect(plans["YardPlant"]?.property(named: "yard")?.relationship?.inverse?.name == "leading")
    }

    @Test func `nothing is inferred for what is claimed`() {
        let relationships = Schema([YardTeam.self]).entitiesByName["YardTeam"]?.relationshipsByName
        #expect(relationships?["reserve"]?.inverseName == nil)
    }

    @Test(arguments: StoreKind.allCases)
    func `each list keeps its own members`(kind: StoreKind) throws {
        let store = try TestStore(kind, [Yard.self, YardPlant.self])
        let context = store.makeContext()
        for name in ["front", "back"] {
            let yard = Yard(name)
            context.insert(yard)
            yard.leading = ["a", "b", "c"].map { YardPlant("\(name) \($0)") }
            yard.trailing = ["z", "y", "x"].map { YardPlant("\(name) \($0)") }
        }
        try context.save()
        let fresh = store.makeContext()
        let yards = try fresh.fetch(FetchDescriptor<Yard>(sortBy: [SortDescriptor(\.name)]))
        #expect(names(yards[0].leading) == ["back a", "back b", "back c"])
        #expect(names(yards[0].trailing) == ["back z", "back y", "back x"])
        #expect(yards[0].leading.allSatisfy { $0.yard === yards[0] })
        #expect(yards[0].trailing.allSatisfy { $0.yard == nil })
        // A plant may stand in both.
        yards[1].trailing.append(yards[1].leading[0])
        yards[0].trailing[1].yard = yards[1]
        fresh.delete(yards[0].trailing[0])
        try fresh.save()
        let last = try store.makeContext().fetch(FetchDescriptor<Yard>(sortBy: [SortDescriptor(\.name)]))
        #expect(names(last[0].trailing) == ["back y", "back x"])
        #expect(names(last[1].leading) == ["front a", "front b", "front c", "back y"])
        #expect(names(last[1].trailing) == ["front z", "front y", "front x", "front a"])
    }

    @Test func `deleting the owner empties every link to it`() throws {
        let store = try TestStore(.file, [Yard.self, YardPlant.self])
        let context = store.makeContext()
        let yard = Yard("only")
        context.insert(yard)
        yard.leading = [YardPlant("a")]
        yard.trailing = [YardPlant("z")]
        try context.save()
        context.delete(yard)
        try context.save()
        let plants = try store.makeContext().fetch(FetchDescriptor<YardPlant>())
        #expect(plants.count == 2 && plants.allSatisfy { $0.yard == nil })
    }
}
