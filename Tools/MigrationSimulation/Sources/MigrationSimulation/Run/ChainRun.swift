import Foundation
import SwiftData
import Synchronization

/// Plays the chain of versions that follows from a seed.
package final class ChainRun {
    /// What came of it.
    package struct Report: Sendable {
        package let violation: Violation?
        package let trace: ChainTrace
        /// How often what happened that a run is to show.
        package let counts: [String: Int]
    }

    let folder: StoreFolder
    let name: String
    var random: SimulationRandom
    var generator: ShapeGenerator
    var versions: [ChainVersion] = []
    var contents = Contents()
    var loose: Set<PropertyName> = []
    var highestKeys: [String: Int64] = [:]
    var trace = ChainTrace()
    var counts: [String: Int] = [:]
    /// Whether the chain is opened with plans.
    let usesPlans: Bool
    /// Whether it has the changes that others leave out.
    let hasUndecided: Bool
    let tampering: ((URL) throws -> Void)?

    /// One chain at a time: classes are what the chain under way makes of them.
    private static let running = Mutex(())

    private init(
        seed: UInt64,
        folder: StoreFolder,
        name: String,
        hasUndecided: Bool,
        tampering: ((URL) throws -> Void)?
    ) {
        random = SimulationRandom(seed: seed)
        generator = ShapeGenerator(seed: random.next())
        usesPlans = !random.once(in: 4)
        (self.folder, self.name, self.hasUndecided, self.tampering) = (folder, name, hasUndecided, tampering)
    }

    /// Plays a seed in a folder of its own.
    ///
    /// - Parameters:
    ///   - seed: The seed.
    ///   - name: The name of the folder.
    ///   - hasUndecided: Whether it has the changes that are left out elsewhere.
    ///   - tampering: Called with the store's file after each migration: tests change the file there.
    /// - Returns: What came of it.
    /// - Throws: Errors of files outside of the store.
    package static func report(
        seed: UInt64,
        in name: String = "chain",
        hasUndecided: Bool = false,
        tampering: ((URL) throws -> Void)? = nil
    ) throws -> Report {
        try running.withLock { _ in
            RecordShapes.reset()
            let folder = try StoreFolder.make(name)
            let run = ChainRun(
                seed: seed,
                folder: folder,
                name: name,
                hasUndecided: hasUndecided,
                tampering: tampering
            )
            var violation: Violation?
            do {
                try run.play()
            } catch let found as Violation {
                violation = found
                run.trace.append("\(found)")
            } catch {
                violation = Violation(.refusal, "an error that nothing explains: \(error)")
                run.trace.append("\(error)")
            }
            try folder.remove()
            return Report(violation: violation, trace: run.trace, counts: run.counts)
        }
    }

    func count(_ what: String) { counts[what, default: 0] += 1 }

    // MARK: The chain

    private func play() throws {
        let first = ChainVersion(tag: 0, identifier: Schema.Version(1, 0, 0), generator.first())
        first.install()
        versions = [first]
        trace.append("version 1.0.0: \(first.shape)")
        try write(open(first, plan: nil))
        try checkStored(first, "the first version")
        for _ in 0..<random.number(1...3) { try migrate() }
    }

    func configuration(_ url: URL) -> ModelConfiguration {
        var configuration = ModelConfiguration(url: url)
        configuration.mirroring.makeUUID = { ChainNames.makeUUID() }
        return configuration
    }

    func open(
        _ version: ChainVersion,
        plan: (any SchemaMigrationPlan.Type)?,
        at url: URL? = nil
    ) throws -> ModelContainer {
        try ModelContainer(
            for: version.schema,
            migrationPlan: plan,
            configurations: configuration(url ?? folder.url)
        )
    }

    /// Saves some changes to the newest version.
    func write(_ container: ModelContainer) throws {
        guard let version = versions.last else { return }
        let context = ModelContext(container)
        for _ in 0..<random.number(1...2) {
            let writer = try StoreWriter(
                context,
                version.shape,
                version.classes,
                contents,
                loose: loose,
                highestKeys: highestKeys,
                seed: random.next()
            )
            try writer.run(random.number(1...14))
            for line in writer.lines { trace.append("  \(line)") }
            do {
                try writer.save()
            } catch {
                throw Violation(.storedState, "a save throws \(error)")
            }
            (contents, loose, highestKeys) = (writer.contents, writer.loose, writer.highestKeys)
        }
    }

    // MARK: Checks

    func checkStored(_ version: ChainVersion, _ moment: String, at url: URL? = nil) throws {
        let reader = try OutsideReader(url ?? folder.url)
        let stored: Contents
        do { stored = try reader.contents(version.shape) } catch {
            throw Violation(.storedState, "\(moment): \(error)")
        }
        if let difference = contents.difference(from: stored, loose: loose) {
            throw Violation(.storedState, "\(moment): \(difference)")
        }
        if url == nil {
            (contents, loose) = (contents.adoptingOrder(of: stored, loose), loose.intersection(reader.uncertain))
        }
        if let problem = try reader.problems().first { throw Violation(.structure, "\(moment): \(problem)") }
    }

    func checkShown(_ container: ModelContainer, _ version: ChainVersion, _ moment: String) throws {
        let reader = ShownReader(context: ModelContext(container), shape: version.shape, classes: version.classes)
        try reader.check(contents, loose: loose)
        try reader.checkQuestions(contents, &random)
    }
}

/// Names that the store makes, which follow from how many were made.
enum ChainNames {
    private static let count = Mutex(UInt64(0))

    static func makeUUID() -> UUID {
        let number = count.withLock { count in
            count += 1
            return count
        }
        var random = SimulationRandom(seed: number)
        let (high, low) = (random.next(), random.next())
        return withUnsafeBytes(of: (high, low)) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}
