import Foundation
import SwiftData
import Testing

struct WorkoutTests {
    let folder: TemporaryFolder
    let container: ModelContainer

    init() throws {
        folder = try TemporaryFolder()
        container = try ModelContainer(
            for: Workout.self,
            RunWorkout.self,
            SwimWorkout.self,
            Athlete.self,
            configurations: ModelConfiguration(url: folder.file("workouts.store"))
        )
        let context = ModelContext(container)
        let ada = Athlete(name: "Ada")
        context.insert(ada)
        let morning = RunWorkout(name: "Morning run", startedAt: .day(1), minutes: 30, kilometers: 5)
        morning.heartRates = [120, 150, 160]
        let long = RunWorkout(name: "Long run", startedAt: .day(3), minutes: 75, kilometers: 12.5)
        let swim = SwimWorkout(name: "Laps", startedAt: .day(2), minutes: 40, laps: 32, pool: .long)
        let yoga = Workout(name: "Yoga", startedAt: .day(4), minutes: 55)
        yoga.calories = 180
        [morning, long, swim, yoga].forEach { context.insert($0) }
        ada.workouts = [morning, swim]
        try context.save()
    }

    private func names(_ filter: WorkoutFilter) throws -> [String] {
        let descriptor = FetchDescriptor(predicate: filter.predicate, sortBy: [SortDescriptor(\Workout.startedAt)])
        return try ModelContext(container).fetch(descriptor).map(\.name)
    }

    @Test func baseFetchReturnsRealClasses() throws {
        let context = ModelContext(container)
        let all = try context.fetch(FetchDescriptor<Workout>(sortBy: [SortDescriptor(\.startedAt)]))
        #expect(all.map { String(describing: type(of: $0)) } == ["RunWorkout", "SwimWorkout", "RunWorkout", "Workout"])
        #expect((all[0] as? RunWorkout)?.heartRates == [120, 150, 160])
        #expect((all[1] as? SwimWorkout)?.pool == .long)
        #expect(all[2].summary == "Long run, 75 min, 12.5 km")
        #expect(all[3].calories == 180)
    }

    @Test func subclassFetchReturnsOnlyTheSubclass() throws {
        let context = ModelContext(container)
        let runs = try context.fetch(
            FetchDescriptor<RunWorkout>(sortBy: [SortDescriptor(\.kilometers, order: .reverse)])
        )
        #expect(runs.map(\.pace) == [6, 6])
        #expect(runs.map(\.name) == ["Long run", "Morning run"])
        let minutes = 35.0
        let short = FetchDescriptor<RunWorkout>(predicate: #Predicate { $0.minutes < minutes && $0.kilometers > 1 })
        #expect(try context.fetch(short).map(\.name) == ["Morning run"])
        #expect(try context.fetchCount(FetchDescriptor<Workout>()) == 4)
    }

    @Test(arguments: [
        (WorkoutFilter.all, ["Morning run", "Laps", "Long run", "Yoga"]),
        (.runs, ["Morning run", "Long run"]),
        (.swims, ["Laps"]),
        (.longRuns, ["Long run"]),
    ])
    func filters(filter: WorkoutFilter, expected: [String]) throws {
        #expect(try names(filter) == expected)
    }

    @Test func relationshipsHoldSubclasses() throws {
        let context = ModelContext(container)
        let ada = try #require(try context.fetch(FetchDescriptor<Athlete>()).first)
        #expect(ada.workouts.map(\.name) == ["Morning run", "Laps"])
        #expect(ada.workouts.first is RunWorkout)
        let swim = try #require(ada.workouts.last as? SwimWorkout)
        swim.laps = 40
        swim.athlete = nil
        try context.save()
        #expect(ada.workouts.map(\.name) == ["Morning run"])
        let reader = ModelContext(container)
        let again = try reader.fetch(FetchDescriptor<SwimWorkout>())
        #expect(again.map(\.laps) == [40])
    }

    @Test func batchDeleteWithAndWithoutSubclasses() throws {
        let context = ModelContext(container)
        try context.delete(model: Workout.self, includeSubclasses: false)
        try context.save()
        let left = try context.fetch(FetchDescriptor<Workout>()).map(\.name)
        #expect(left.sorted() == ["Laps", "Long run", "Morning run"])
        try context.delete(model: Workout.self, where: #Predicate { $0.minutes > 35 })
        try context.save()
        #expect(try context.fetch(FetchDescriptor<Workout>()).map(\.name) == ["Morning run"])
    }

    @Test func schemaKnowsTheHierarchy() throws {
        let schema = container.schema
        let base = try #require(schema.entity(for: Workout.self))
        let run = try #require(schema.entity(for: RunWorkout.self))
        #expect(run.superentityName == "Workout")
        #expect(Set(base.subentities.map(\.name)) == ["RunWorkout", "SwimWorkout"])
        #expect(run.inheritedPropertiesByName["name"] != nil)
        #expect(run.attributesByName["kilometers"] != nil)
    }
}
