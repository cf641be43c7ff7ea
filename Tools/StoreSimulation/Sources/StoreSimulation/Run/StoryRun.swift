import Foundation
import GRDBSQLite
import SwiftData

/// Runs a story to its end, beside the oracle.
package struct StoryRun {
    /// What came of it.
    package struct Report: Sendable {
        package let story: Story
        package let violation: Violation?
        package let trace: StoryTrace
        /// How often what happened that a run is to show: faults, locks, recoveries.
        package let counts: [String: Int]
    }

    /// Runs a story in a folder of its own.
    ///
    /// - Parameters:
    ///   - story: The story.
    ///   - name: The name of the folder.
    ///   - tampering: Called with the store's file before each step: tests change the file there.
    /// - Returns: What came of it.
    /// - Throws: ``SimulationError`` where the simulation itself cannot work, and what `tampering` throws.
    package static func report(
        _ story: Story,
        in name: String = "story",
        tampering: ((Int, URL) throws -> Void)? = nil
    ) throws -> Report {
        guard SimulatedVFS.isInstalled else { throw SimulationError("SQLite takes no access to files of ours") }
        let folder = try StoreFolder.make(name)
        defer { folder.removeFolder() }
        let machine = Machine(story, folder: folder)
        SimulatedDisk.current = machine.disk
        defer { SimulatedDisk.current = nil }
        SimulatedVFS.resetRandomness()
        SimulatedClock.reset()
        let runner = StepRunner(machine)
        machine.disk.interleave = { [unowned runner] steps, isHolding in
            runner.interleave(steps, isHoldingConnection: isHolding)
        }
        machine.disk.sleepObserver = { [unowned machine] in machine.releaseLockIfDue() }
        if story.isAged { try AgedStore.prepare(machine) }
        for (number, step) in story.steps.enumerated() where machine.violations.isEmpty {
            machine.stepNumber = number
            machine.tick()
            if let tampering { try machine.letTamper { try tampering(number, $0) } }
            runner.run(step)
        }
        if machine.violations.isEmpty { finish(machine, runner) }
        machine.end()
        return Report(
            story: story,
            violation: machine.violations.first,
            trace: machine.trace,
            counts: machine.counts
        )
    }

    /// In the end everybody saves, and everything is read once more.
    private static func finish(_ machine: Machine, _ runner: StepRunner) {
        machine.stepNumber = machine.story.steps.count
        machine.releaseLock()
        for participant in machine.participants where machine.violations.isEmpty {
            runner.run(Step(participant.number, .save))
        }
        for participant in machine.participants where machine.violations.isEmpty {
            runner.run(Step(participant.number, .look))
        }
        machine.checkStored("the end", isThorough: true)
        guard machine.violations.isEmpty else { return }
        runner.run(Step(0, .history))
        let last = machine.oracle.committed
        machine.killAll()
        machine.checkRecovered("the end of all processes", machine.oracle.limbo + [last])
    }
}
