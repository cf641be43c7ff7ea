import AlarmClockCore

/// The story of one seed: zones, texts, clocks, and the alarms of a person.
package struct AlarmStory {
    /// What a seed came to.
    package struct Report: Sendable {
        /// What happened.
        package let trace: StoryTrace
        /// What must not happen and did; nil where all went well.
        package let violation: Violation?
    }

    /// Plays a seed; `name` tells runs apart that go on side by side.
    ///
    /// - Throws: An error of the disk.
    package static func report(_ seed: UInt64, in name: String = "run") throws -> Report {
        try report(seed, in: name, tampered: nil)
    }

    /// Plays a seed where a test makes the expectation of one check wrong.
    static func report(_ seed: UInt64, in name: String, tampered: Violation.Invariant?) throws -> Report {
        let folder = try StoryFolder(name)
        defer { folder.remove() }
        let context = StoryContext(seed: seed, folder: folder, tampered: tampered)
        do {
            try run(context)
            return Report(trace: context.trace, violation: nil)
        } catch let violation as Violation {
            context.record("\(violation)")
            return Report(trace: context.trace, violation: violation)
        }
    }

    private static func run(_ context: StoryContext) throws {
        try CalendarCheck(context: context).run()
        try TextCheck(context: context).run()
        let zones = try StoryZones(context)
        try ZoneCheck(context: context, zones: zones).run()
        try RecurrenceCheck(context: context, zones: zones).run()
        try DeviceZoneCheck(context: context, zones: zones).run()
        try PlanCheck(context: context, zones: zones).run()
        try RingStory(context, zones).run()
        try DamageCheck(context: context, zones: zones).run()
        try FallbackCheck(context: context).run()
    }
}
