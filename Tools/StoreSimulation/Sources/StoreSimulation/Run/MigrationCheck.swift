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
        migrate(to: Schema(versionedSchema: GardenSecond.self), outward, machine.oracle.committed)
        let schema = Schema(versionedSchema: GardenThird.self)
        migrate(to: schema, back, contents(after: back, outward))
        machine.didMigrate(to: schema)
        machine.count("migrated \(outward.name), and \(back.name)")
    }

    private func contents(after back: MigrationCase, _ outward: MigrationCase) -> Contents {
        var contents = machine.oracle.committed
        for (number, title) in contents.titles {
            guard let year = outward.year?(contents.pages(ofBook: number)) else { continue }
            contents.setTitle(back.title(title, year: year), ofBook: number)
        }
        return contents
    }

    /// Opens the store with a plan: once with the step's faults, and where that failed once more without.
    private func migrate(to schema: Schema, _ way: MigrationCase, _ after: Contents) {
        guard machine.violations.isEmpty else { return }
        let faults = step.faults.filter { Self.canMeet($0.effect) }
        let (error, fired) = machine.open(schema, way.plan, faults)
        if let error {
            guard fired.contains(where: { Self.explains(error, $0) }) else {
                return machine.report(.errorKind, "\(step): migrating (\(way.name)) throws \(error) after \(fired)")
            }
            machine.count("migrations that failed")
            machine.checkRecovered("\(step), a migration that failed", [after, machine.oracle.committed])
            if let error = machine.open(schema, way.plan, []).error {
                return machine.report(
                    .recoveredState,
                    "\(step): after a migration (\(way.name)) that failed the next one throws \(error)"
                )
            }
        }
        machine.oracle.adopt(after)
        machine.checkStored("\(step), migrated (\(way.name))", isThorough: true)
    }

    /// Whether an error may come of a fault: of a kind that the documentation names.
    private static func explains(_ error: any Error, _ fault: Fault) -> Bool {
        switch error {
        case is StoreError: true
        case let error as MigrationError: error.kind == .stageFailed
        default: false
        }
    }
}

extension Contents {
    fileprivate var isEmpty: Bool { self == Contents() }
    fileprivate var titles: [Int: String] { books.compactMapValues { $0.attributes[.title].map(ValueText.content) } }

    fileprivate func pages(ofBook number: Int) -> Int? { books[number]?.attributes[.pages].flatMap { Int($0) } }

    fileprivate mutating func setTitle(_ title: String, ofBook number: Int) {
        books[number]?.attributes[.title] = ValueText.text(title)
    }
}
