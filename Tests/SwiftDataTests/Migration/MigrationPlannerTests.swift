import Testing

@testable import SwiftData

/// How a store's schema is recognised and which way it takes.
@Suite struct MigrationPlannerTests {
    private func version(_ major: Int, _ properties: String) -> SchemaDescription {
        describe("Idea\n" + properties.split(separator: ",").map { " \($0)\n" }.joined(), version: .init(major, 0, 0))
    }

    private func planner(
        _ known: [SchemaDescription],
        _ stages: [MigrationPlanner.Stage] = [],
        target: SchemaDescription? = nil
    ) -> MigrationPlanner {
        MigrationPlanner(
            known: known.map { MigrationPlanner.Known($0) },
            stages: stages,
            target: MigrationPlanner.Known(target ?? known[known.count - 1])
        )
    }

    private var one: SchemaDescription { version(1, "a Int") }
    private var two: SchemaDescription { version(2, "a Int,b Int?") }
    private var three: SchemaDescription { version(3, "a Int,b Int?,c Int?") }

    @Test func doesNothingToACurrentStore() throws {
        #expect(try planner([one, two, three]).steps(from: three).isEmpty)
        #expect(try planner([], target: three).steps(from: three).isEmpty)
    }

    @Test func walksTheStages() throws {
        let stages = [MigrationPlanner.Stage(from: 1, to: 2, kind: .custom)]
        #expect(
            try planner([one, two, three], stages).steps(from: one) == [
                MigrationStep(from: .known(0), to: .known(1), kind: .lightweight),
                MigrationStep(from: .known(1), to: .known(2), kind: .custom(stage: 0)),
            ]
        )
    }

    @Test func recognisesASchemaByItselfWhateverItsNumber() throws {
        var unversioned = two
        unversioned.version = .init(1, 0, 0)
        let steps = try planner([version(2, "a Int"), version(3, "a Int,b Int?"), version(4, "a Int,b Int?,c Int?")])
            .steps(from: unversioned)
        #expect(steps == [MigrationStep(from: .known(1), to: .known(2), kind: .lightweight)])
    }

    @Test func tellsVersionsOfTheSameSchemaApartByNumber() throws {
        let same = version(2, "a Int")
        let stages = [MigrationPlanner.Stage(from: 0, to: 1, kind: .custom)]
        let custom = [MigrationStep(from: .known(0), to: .known(1), kind: .custom(stage: 0))]
        #expect(try planner([one, same], stages).steps(from: one) == custom)
        #expect(try planner([one, same], stages).steps(from: same).isEmpty)
    }

    @Test func toleratesAnUnversionedStart() throws {
        let steps = try planner([two, three]).steps(from: version(1, "a Int,old String?"))
        #expect(
            steps == [
                MigrationStep(from: .stored, to: .known(0), kind: .lightweight),
                MigrationStep(from: .known(0), to: .known(1), kind: .lightweight),
            ]
        )
    }

    @Test func refusesANewerStoreNamingBothVersions() {
        let error = #expect(throws: MigrationError.self) {
            try planner([one, two]).steps(from: version(9, "z String"))
        }
        #expect(error?.kind == .backwardMigration)
        #expect(error?.reason.contains("9.0.0") == true)
        #expect(error?.reason.contains("2.0.0") == true)
    }

    @Test func refusesAnOlderTargetOfTheSamePlan() {
        let error = #expect(throws: MigrationError.self) {
            try planner([one, two, three], target: one).steps(from: three)
        }
        #expect(error?.kind == .backwardMigration)
    }

    @Test func goesOnToATargetBeyondThePlan() throws {
        let target = version(3, "a Int,b Int?,d Int?")
        #expect(
            try planner([one, two], target: target).steps(from: one) == [
                MigrationStep(from: .known(0), to: .known(1), kind: .lightweight),
                MigrationStep(from: .known(1), to: .target, kind: .lightweight),
            ]
        )
    }

    @Test func refusesPlansThatContradictThemselves() {
        for (known, stages) in [
            ([one, two], [MigrationPlanner.Stage(from: 1, to: 0, kind: .custom)]),
            ([one, two], [MigrationPlanner.Stage(from: -1, to: 1, kind: .custom)]),
        ] {
            let error = #expect(throws: MigrationError.self) { try planner(known, stages).steps(from: one) }
            #expect(error?.kind == .invalidPlan)
        }
    }

    /// Whether objects can follow a step is for those who see them.
    @Test func aStepThatMayNeedCodeIsTaken() throws {
        let changed = version(2, "a String")
        for kind in [MigrationPlanner.Stage.Kind.custom, .bridging] {
            let steps = try planner([one, changed], [MigrationPlanner.Stage(from: 0, to: 1, kind: kind)]).steps(
                from: one
            )
            #expect(steps.map(\.kind) == [kind == .custom ? .custom(stage: 0) : .bridging(stage: 0)])
        }
        #expect(try planner([one, changed]).steps(from: one).map(\.kind) == [.lightweight])
    }

    /// From any version of a random plan: the steps join without a gap, lead forward, end at the target, and take
    /// every stage with code that lies on the way exactly once.
    @Test(arguments: 1...300 as ClosedRange<UInt64>)
    func wayIsUnbroken(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let count = Int.random(in: 1...6, using: &random)
        var versions: [SchemaDescription] = []
        var properties = "a Int"
        for index in 0..<count {
            if random.chance(70) { properties += ",p\(index) Int?" }
            versions.append(version(index + 1, properties))
        }
        var stages: [MigrationPlanner.Stage] = []
        for index in 0..<(count - 1) where random.chance(60) {
            stages.append(.init(from: index, to: index + 1, kind: random.chance(50) ? .custom : .bridging))
        }
        let start = Int.random(in: 0..<count, using: &random)
        let steps = try planner(versions, stages).steps(from: versions[start])
        var position = start
        for step in steps {
            guard case .known(let from) = step.from, case .known(let to) = step.to else {
                Issue.record("seed \(seed): \(step)")
                continue
            }
            // Only steps between equal schemas may be left out.
            #expect(versions[position].structure == versions[from].structure && from >= position, "seed \(seed)")
            #expect(to > from, "seed \(seed)")
            position = to
        }
        #expect(versions[position].structure == versions[count - 1].structure, "seed \(seed)")
        let taken = steps.filter { $0.kind != .lightweight }.count
        #expect(taken == stages.count { $0.from >= start }, "seed \(seed)")
    }
}
