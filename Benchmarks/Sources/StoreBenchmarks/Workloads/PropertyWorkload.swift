import Foundation

extension Workload {
    /// Reads a string property of objects that nobody observes.
    static func propertyRead() -> Workload {
        property("property-read", "property read, untracked", goal: 30, must: 40) { $0.readTitles() }
    }

    /// Writes an integer property of objects that are dirty already.
    static func propertyWrite() -> Workload {
        property("property-write", "property write, object dirty", goal: 70, must: 90) { $0.writeVersions() }
    }

    /// Writes a property of clean objects: the write that puts an object on the list of changes.
    static func propertyFirstWrite() -> Workload {
        property("property-first-write", "property write, object clean (no limit set)", goal: nil, must: nil) {
            try $0.writeVersionsOfCleanObjects()
        }
    }

    private static func property(
        _ name: String,
        _ path: String,
        goal: Double?,
        must: Double?,
        _ body: @escaping (SwiftDataProperties) throws -> Double
    ) -> Workload {
        Workload(
            name,
            path,
            size: SwiftDataProperties.objectCount,
            unit: .nanoseconds,
            effort: .cheap,
            goal: goal.map { .atMost($0) },
            must: must.map { .atMost($0) },
            showsFigures: true
        ) { contender, stage in
            guard contender == .ours else { throw Absent("a plain stored property, about 1 ns") }
            let properties = try SwiftDataProperties(try stage.fixtures.ideas(10_000))
            return .single { try body(properties) }
        }
    }
}
