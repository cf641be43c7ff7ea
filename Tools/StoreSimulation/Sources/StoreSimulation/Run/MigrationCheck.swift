import Foundation
import SwiftData

/// Brings the store to another version of its models and on to a third one, while calls fail and processes end: in the end
/// everything has come along, and the code of the stages has run once.
struct MigrationCheck {
    let machine: Machine
    let step: Step

    /// Whether a migration may meet a fault.
    ///
    /// A power cut would take from its files what nobody here remembers. Who waits for a lock while a store is opened does so
    /// by the system's clock.
    static func canMeet(_ effect: Effect) -> Bool {
        switch effect {
        case .powerCut, .lostSync, .busy, .interleave: false
        default: true
        }
    }

    func run() throws {
        machine.releaseLock()
        machine.killAll()
        guard !machine.isMigrated, FileManager.default.fileExists(atPath: machine.folder.url.path) else { return }
        machine.checkRecovered("\(step)", machine.oracle.limbo + [machine.oracle.committed])
        guard machine.violations.isEmpty, !machine.oracle.committed.isEmpty else { return }
        let (outward, back) = (MigrationCase.outward[step.first % 3], MigrationCase.back[step.second % 3])
        let second = machine.oracle.committed.withYears(outward)
        migrate(to: Schema(versionedSchema: GardenSecond.self), by: outward, expecting: second)
        let schema = Schema(versionedSchema: GardenThird.self)
        migrate(to: schema, by: back, expecting: machine.oracle.committed.withoutYears(back))
        machine.didMigrate(to: schema)
        machine.count("migrated \(outward.name), and \(back.name)")
    }

    /// Opens the store with a plan: once with the step's faults, and where that failed once more without.
    private func migrate(to schema: Schema, by migration: MigrationCase, expecting after: Contents) {
        guard machine.violations.isEmpty else { return }
        let faults = step.faults.filter { Self.canMeet($0.effect) }
        let (error, fired) = machine.open(with: schema, migrationPlan: migration.plan, faults: faults)
        if let error {
            if let objection = Self.objection(to: error, fired) {
                return machine.report(.errorKind, "\(step): migrating (\(migration.name)): \(objection)")
            }
            machine.count("migrations that failed")
            machine.checkRecovered("\(step), a migration that failed", [after, machine.oracle.committed])
            if let error = machine.open(with: schema, migrationPlan: migration.plan).error {
                return machine.report(
                    .recoveredState,
                    "\(step): after a migration (\(migration.name)) that failed the next one throws \(error)"
                )
            }
        }
        machine.oracle.adopt(after)
        machine.checkStored("\(step), migrated (\(migration.name))", isThorough: true)
    }

    /// What is wrong with an error of a migration; nil where a fault explains it.
    private static func objection(to error: any Error, _ fired: [Fault]) -> String? {
        // Nobody hears what a process says that has ended.
        if fired.contains(where: \.endsProcess) { return nil }
        return switch error {
        // A copy that cannot be read back counts as damaged.
        case StoreError.damaged
        where fired.contains(where: { $0.effect == .shortRead || $0.effect == .inputOutputError }): nil
        case is StoreError: ErrorRules.objection(to: error, fired, isLocked: false, waited: 0)
        case let error as MigrationError where error.kind == .stageFailed && !fired.isEmpty: nil
        default: "\(error) after \(fired)"
        }
    }
}

extension Contents {
    fileprivate var isEmpty: Bool { self == Contents() }

    /// The same after the way to the second version, whose books have a year.
    fileprivate func withYears(_ migration: MigrationCase) -> Contents {
        var contents = self
        for (number, book) in books {
            contents.books[number]?.year = migration.year?(book.attributes[.pages].flatMap { Int($0) })
        }
        return contents
    }

    /// The same after the way back, on which a year may become a part of the title.
    fileprivate func withoutYears(_ migration: MigrationCase) -> Contents {
        var contents = self
        for (number, book) in books {
            guard let year = book.year, let title = book.attributes[.title].map(ValueText.content) else { continue }
            contents.books[number]?.attributes[.title] = ValueText.text(migration.title(title, year: year))
            contents.books[number]?.year = nil
        }
        return contents
    }
}
