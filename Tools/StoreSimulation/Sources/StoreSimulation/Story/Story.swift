/// A run of the simulated store as a value: running it twice gives the same.
package struct Story: Sendable, Codable, Equatable {
    /// How the store is opened.
    package enum Setting: String, Sendable, Codable, CaseIterable {
        /// As apps get it that say nothing.
        case usual
        /// Durable, with page checksums, as IdeaBox has it.
        case hardened
    }

    package var seed: UInt64
    package var setting: Setting
    /// The process that each participant belongs to.
    package var processes: [Int]
    /// Which participants are model actors, on queues of their own.
    package var actors: Set<Int>
    /// Whether the store begins with an almost full history, so that the next saves prune it.
    package var isAged: Bool
    package var steps: [Step]

    package var processCount: Int { (processes.max() ?? 0) + 1 }

    /// Whether unsynced writes must be remembered.
    var losesPower: Bool {
        steps.contains { step in
            step.verb == .powerCut || step.faults.contains { $0.effect == .powerCut }
        }
    }
}
