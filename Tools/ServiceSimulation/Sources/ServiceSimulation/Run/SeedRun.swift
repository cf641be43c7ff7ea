import Foundation

/// Runs a seed to its end: requests, ends of the process, copies, beside the model.
package struct SeedRun {
    /// What came of it.
    package struct Report: Sendable {
        package let seed: UInt64
        package let violation: Violation?
        package let trace: AnswerTrace
        /// How often what happened that a run is to show.
        package let counts: [String: Int]
    }

    /// What happens before a step besides.
    package typealias Intervention = (Int, ServiceRun) async throws -> Void

    /// What a seed is like.
    struct Setting {
        var steps: Int
        var quota: ServiceModel.Quota
        /// Whether a user has almost as many zones as may be.
        var isCrowded: Bool
        /// Whether there are requests with as many records as may be.
        var hasBulk: Bool
        var users: Int
        /// Whether the last changes are lost without a word, or a copy is put back by the command for it.
        var loses: Bool
        var restores: Bool

        init(_ random: inout SeededRandom) {
            (isCrowded, hasBulk) = (random.once(in: 9), random.once(in: 10))
            steps = hasBulk || isCrowded ? 25 : random.number(30...60)
            users = random.number(2...3)
            (loses, restores) = (random.once(in: 6), random.once(in: 8))
            quota = hasBulk ? ServiceModel.Quota() : Self.quota(&random)
        }

        static func quota(_ random: inout SeededRandom) -> ServiceModel.Quota {
            switch random.number(0...3) {
            case 0: ServiceModel.Quota(records: Int64(random.number(3...10)))
            case 1: ServiceModel.Quota(bytes: Int64(random.number(400...2_500)))
            default: ServiceModel.Quota()
            }
        }
    }

    /// Runs a seed over a copy of a template.
    ///
    /// - Parameters:
    ///   - seed: The seed.
    ///   - template: The store as it is before.
    ///   - mayFillDisk: Whether there are moments at which no file of the process can grow.
    ///   - tampering: Called with the number of each answer, and the answer: tests change it there.
    ///   - intervening: Called before each step: tests change the model there, or the store.
    /// - Returns: What came of it.
    /// - Throws: What the file system throws, and a service that cannot be opened.
    package static func report(
        _ seed: UInt64,
        _ template: ServiceTemplate,
        mayFillDisk: Bool = false,
        tampering: ((Int, inout ServiceReply) -> Void)? = nil,
        intervening: Intervention? = nil
    ) async throws -> Report {
        var random = SeededRandom(seed: seed)
        let setting = Setting(&random)
        let store = try template.copy(named: "\(seed)", isCrowded: setting.isCrowded)
        defer { try? FileManager.default.removeItem(at: store.deletingLastPathComponent()) }
        let surroundings = ServiceSurroundings(seed: seed ^ 0x5eed, time: ServiceTemplate.startTime + 1_000)
        let service = try SimulatedService(store, surroundings, template.signIns)
        let names = Array(template.userNames.prefix(setting.users))
        let run = ServiceRun(
            service,
            userNames: names,
            random: random,
            mayFillDisk: mayFillDisk,
            tampering: tampering
        )
        run.model = ServiceModel(template, isCrowded: setting.isCrowded, lives: &run.lives)
        var violation: Violation?
        do {
            try await StepRunner(run, setting, intervening: intervening).runAll()
        } catch var broken as Violation {
            broken.step = run.step
            run.trace.append("violation: \(broken)")
            violation = broken
        }
        try run.service.close()
        return Report(seed: seed, violation: violation, trace: run.trace, counts: run.counts)
    }
}
