import Foundation
import SwiftData

extension ChainRun {
    /// How a migration is opened: its steps, and what the plan says of them.
    struct Opening {
        var legs: [MigrationLeg]
        var target: ChainVersion
        /// Versions that the plan lists; nil where there is no plan.
        var listed: [ChainVersion]?
        /// Whether the stored version is none of the plan's.
        var isEntry = false
        /// Whether lightweight steps have a stage, too.
        var namesLightweight = true
    }

    /// What the file says before a migration.
    struct FileState: Equatable {
        let history: [[String]]
        let identifier: String
        let version: String

        init(_ url: URL) throws {
            let reader = try OutsideReader(url)
            // The first save makes the table.
            let hasHistory = try !reader.strings("SELECT 1 FROM sqlite_master WHERE name = '_history'").isEmpty
            history = hasHistory ? try reader.texts("SELECT * FROM _history ORDER BY rowid") : []
            identifier = try reader.strings("SELECT value FROM _metadata WHERE key = 'identifier'").first ?? ""
            version = try reader.strings("SELECT value FROM _metadata WHERE key = 'version'").first ?? ""
        }
    }

    /// Brings the store to a later version, where that can be; else tries some others.
    func migrate() throws {
        for _ in 0..<5 {
            guard let stored = versions.last else { return }
            let opening = plan(from: stored)
            trace.append("to \(opening.target.identifier): \(opening.target.shape)")
            for leg in opening.legs {
                trace.append(" step \(leg.from.identifier) to \(leg.to.identifier) \(leg.role): \(leg.to.shape)")
            }
            if try attempt(opening, from: stored) { return }
        }
    }

    /// One opening with a plan; false where it was refused, as it must be.
    private func attempt(_ opening: Opening, from stored: ChainVersion) throws -> Bool {
        let before = try FileState(folder.url)
        let attempt = MigrationAttempt(opening.legs, contents, loose: loose, highestKeys: highestKeys)
        var ended: StoreFolder?
        let hasCode = opening.legs.contains(where: \.hasCode)
        if hasCode, random.once(in: 4) { letAnotherProcessWrite(stored, attempt) }
        if hasCode, attempt.whenInside == nil, random.once(in: 3) {
            attempt.whenInside = { [folder, name] in
                guard ended == nil else { return }
                let copy = try StoreFolder.make("\(name)-ended")
                try folder.copy(to: copy)
                ended = copy
            }
        }
        defer { if let ended { try? ended.remove() } }
        do {
            let container = try open(opening, attempt)
            try checkMigrated(opening, attempt, before, stored, container)
        } catch let error where !(error is Violation) {
            try checkRefused(error, opening, attempt, before, stored)
            if opening.legs.contains(where: { $0.failure != nil || $0.omitsGap }), random.flip() {
                return try self.attempt(opening.withoutFailures, from: stored)
            }
            return false
        }
        if let ended { try checkEnded(ended, opening, from: stored) }
        try checkAfterwards(opening, stored)
        return true
    }

    /// Opens the store; the stages' code is the attempt's.
    func open(_ opening: Opening, _ attempt: MigrationAttempt, at url: URL? = nil) throws -> ModelContainer {
        for leg in opening.legs { [leg.from, leg.to].forEach { $0.install() } }
        opening.target.install()
        guard let listed = opening.listed else { return try open(opening.target, plan: nil, at: url) }
        let running = RunningVersions()
        for version in listed + [opening.target] + opening.legs.flatMap({ [$0.from, $0.to] }) {
            version.install()
            running.versions[version.tag] = .init(identifier: version.identifier, models: version.models)
        }
        running.listed = listed.map { RunningVersions.type($0.tag) }
        running.stages =
            try pastStages(among: listed, url ?? folder.url, attempt)
            + opening.legs.enumerated().compactMap { stage($0, $1, opening, attempt) }
        RunningVersions.current = running
        defer { RunningVersions.current = RunningVersions() }
        let container: ModelContainer
        do {
            container = try open(opening.target, plan: RunningPlan.self, at: url)
        } catch {
            try throwViolation(of: attempt)
            throw error
        }
        try throwViolation(of: attempt)
        return container
    }

    /// The stages between versions that the store has behind it: their code must not run again.
    private func pastStages(
        among listed: [ChainVersion],
        _ url: URL,
        _ attempt: MigrationAttempt
    ) throws -> [MigrationStage] {
        let stored = try FileState(url).version
        guard let last = versions.lastIndex(where: { "\($0.identifier)" == stored }) else { return [] }
        let known = versions[...last].filter { version in listed.contains { $0.tag == version.tag } }
        return zip(known, known.dropFirst()).map { from, to in
            let (from, to) = (RunningVersions.type(from.tag), RunningVersions.type(to.tag))
            return .custom(fromVersion: from, toVersion: to, willMigrate: nil) { _ in try attempt.refusePastStage() }
        }
    }

    private func throwViolation(of attempt: MigrationAttempt) throws {
        guard let violation = attempt.violation else { return }
        for line in attempt.lines { trace.append("  \(line)") }
        throw violation
    }

    private func stage(
        _ index: Int,
        _ leg: MigrationLeg,
        _ opening: Opening,
        _ attempt: MigrationAttempt
    ) -> MigrationStage? {
        let (from, to) = (RunningVersions.type(leg.from.tag), RunningVersions.type(leg.to.tag))
        switch leg.role {
        case .lightweight:
            let isKnown = opening.listed.map { list in
                [leg.from, leg.to].allSatisfy { version in list.contains { $0.tag == version.tag } }
            }
            return opening.namesLightweight && isKnown == true ? .lightweight(fromVersion: from, toVersion: to) : nil
        case .custom(let will, let did):
            return .custom(
                fromVersion: from,
                toVersion: to,
                willMigrate: will ? { try attempt.willMigrate(index, $0) } : nil,
                didMigrate: did ? { try attempt.didMigrate(index, $0) } : nil
            )
        case .bridging:
            return .bridging(fromVersion: from, toVersion: to) { try attempt.bridge(index, $0, $1) }
        }
    }

    // MARK: Checks

    private func checkMigrated(
        _ opening: Opening,
        _ attempt: MigrationAttempt,
        _ before: FileState,
        _ stored: ChainVersion,
        _ container: ModelContainer
    ) throws {
        for line in attempt.lines { trace.append("  \(line)") }
        if attempt.obstacles.isEmpty { attempt.advance(to: opening.legs.count) }
        guard attempt.obstacles.isEmpty else {
            throw Violation(
                .refusal,
                "the opening succeeds, though there is \(attempt.obstacles.map(\.description).sorted())"
            )
        }
        for (index, leg) in opening.legs.enumerated() {
            let expected = leg.role == .bridging ? ["bridge"] : [leg.hasWill ? "will" : "", leg.hasDid ? "did" : ""]
            for name in expected where !name.isEmpty {
                let runs = attempt.calls["\(name) \(index)"] ?? 0
                if runs != attempt.expectedRuns {
                    throw Violation(.stageCode, "\(name) of step \(index) ran \(runs) times")
                }
            }
        }
        let target = opening.target
        try tampering?(folder.url)
        let after = try FileState(folder.url)
        try checkBackup(stored, before.version, opening)
        (loose, highestKeys) = (attempt.loose, attempt.highestKeys)
        let found: Contents
        do { found = try OutsideReader(folder.url).contents(target.shape) } catch {
            throw Violation(.storedState, "after the migration: \(error)")
        }
        try attempt.adoptGenerated { name, key in found.row(key, name.entity, target.shape)?.values[name.property] }
        contents = attempt.contents
        try checkStored(target, "after the migration")
        // Where no table changes, only a plan asks for the version.
        let isNoted =
            after.version == "\(target.identifier)" || opening.listed == nil && after.version == before.version
        guard after.identifier == before.identifier, isNoted else {
            throw Violation(
                .identity,
                "the store is \(after.identifier) \(after.version), and was \(before.identifier)"
            )
        }
        guard after.history.starts(with: before.history) else {
            throw Violation(.identity, "the history has lost some of its \(before.history.count) rows")
        }
        try checkStructure(target)
        versions.append(target)
        try checkShown(container, target, "after the migration")
        count("migrated")
        for leg in opening.legs { count("migrated \(leg.role)") }
        try write(container)
        try checkStored(target, "after changes to the migrated store")
    }

    /// The tables are those of a store that is made anew.
    private func checkStructure(_ version: ChainVersion) throws {
        let fresh = try StoreFolder.make("\(name)-fresh")
        defer { try? fresh.remove() }
        _ = try open(version, plan: nil, at: fresh.url)
        if let difference = try StructureCheck.difference(of: folder.url, from: fresh.url) {
            throw Violation(.structure, "the migrated store differs from a new one: \(difference)")
        }
    }

    /// The copy from before is the old store.
    private func checkBackup(_ stored: ChainVersion, _ version: String, _ opening: Opening) throws {
        let name = try OutsideReader(folder.url).strings("SELECT value FROM _metadata WHERE key = 'backup'").first
        let others = try folder.others()
        guard others == [name].compactMap({ $0 }) else {
            throw Violation(.files, "beside the store lie \(others), and it says \(name ?? "nothing")")
        }
        guard let name else {
            if opening.legs.contains(where: \.hasCode) { throw Violation(.files, "there is no copy from before") }
            return
        }
        let file = folder.folder.appendingPathComponent(name)
        // Large values are those of the store.
        let copy = try StoreFolder.make("\(self.name)-backup")
        defer { try? copy.remove() }
        try folder.copy(to: copy)
        for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: copy.url.path + suffix) {
            try FileManager.default.removeItem(atPath: copy.url.path + suffix)
        }
        try FileManager.default.moveItem(at: copy.folder.appendingPathComponent(name), to: copy.url)
        guard name == "chain.store.backup-\(version)", FileManager.default.fileExists(atPath: file.path) else {
            throw Violation(.files, "the copy from before is named \(name)")
        }
        try checkStored(stored, "the copy from before", at: copy.url)
    }

    /// What was refused is refused for a reason, and the store is as it was.
    private func checkRefused(
        _ error: any Error,
        _ opening: Opening,
        _ attempt: MigrationAttempt,
        _ before: FileState,
        _ stored: ChainVersion
    ) throws {
        for line in attempt.lines { trace.append("  \(line)") }
        guard let found = error as? MigrationError else {
            throw Violation(.refusal, "the opening throws \(type(of: error)): \(error)")
        }
        attempt.findObstacles()
        let expected = attempt.obstacles
        trace.append("  refused: \(found.kind.rawValue) \(found.entity ?? "") \(found.property ?? "")")
        let isExpected = expected.union(attempt.possible).contains { obstacle in
            let kinds =
                opening.isEntry && [.notLightweight, .missingValue].contains(obstacle.kind)
                ? [.unknownSchema] : [obstacle.kind]
            return kinds.contains(found.kind) && obstacle.entity == found.entity && obstacle.property == found.property
        }
        guard isExpected else {
            throw Violation(
                .refusal,
                "\(found.kind.rawValue) \(found); expected is \(expected.map(\.description).sorted())"
            )
        }
        count("refused \(found.kind.rawValue)")
        stored.install()
        guard try folder.others().isEmpty else {
            throw Violation(.files, "after a refusal there lie \(try folder.others())")
        }
        try checkStored(stored, "after a refusal")
        guard try FileState(folder.url) == before else {
            throw Violation(.unchangedState, "a refused migration changed what the store says of itself")
        }
    }

    /// The next opening makes no migration, and removes the copy; an older program is refused.
    private func checkAfterwards(_ opening: Opening, _ stored: ChainVersion) throws {
        let target = opening.target
        let before = try FileState(folder.url)
        let idle = MigrationAttempt(opening.legs, contents, loose: loose, highestKeys: highestKeys)
        let container = try open(opening, idle)
        guard idle.calls.isEmpty else { throw Violation(.repetition, "the code of stages runs again: \(idle.calls)") }
        guard try folder.others().isEmpty else {
            throw Violation(.files, "after the second opening there lie \(try folder.others())")
        }
        try checkShown(container, target, "after the second opening")
        guard try FileState(folder.url) == before else {
            throw Violation(.repetition, "the second opening changed what the store says of itself")
        }
        try checkStored(target, "after the second opening")
        guard opening.target.identifier > stored.identifier, opening.changesTables else { return }
        do {
            stored.install()
            _ = try open(stored, plan: nil)
            throw Violation(.refusal, "an older program opens the store")
        } catch let error as MigrationError where error.kind == .backwardMigration {
            try checkStored(target, "after an older program was refused")
            count("refused backward")
        } catch let error where !(error is Violation) {
            throw Violation(.refusal, "an older program is refused by \(error)")
        }
        target.install()
    }

    /// Where the process ended within the code of a stage, the old store is there, and is migrated at the next opening.
    private func checkEnded(_ ended: StoreFolder, _ opening: Opening, from stored: ChainVersion) throws {
        count("ended inside")
        let saved = (contents, loose, highestKeys)
        defer { (contents, loose, highestKeys) = saved }
        let reader = try OutsideReader(ended.url)
        let old: Contents
        do { old = try reader.contents(stored.shape) } catch {
            throw Violation(.unchangedState, "where the process ended: \(error)")
        }
        let attempt = MigrationAttempt(
            opening.withoutFailures.legs,
            old,
            loose: Set(stored.shape.names),
            highestKeys: [:]
        )
        do {
            _ = try open(opening.withoutFailures, attempt, at: ended.url)
        } catch let violation as Violation {
            throw violation
        } catch {
            throw Violation(.unchangedState, "where the process ended the next opening throws \(error)")
        }
        attempt.advance(to: opening.legs.count)
        let found = try OutsideReader(ended.url).contents(opening.target.shape)
        try attempt.adoptGenerated { name, key in
            found.row(key, name.entity, opening.target.shape)?.values[name.property]
        }
        (contents, loose) = (attempt.contents, attempt.loose)
        try checkStored(opening.target, "where the process ended", at: ended.url)
        _ = try open(opening.withoutFailures, attempt, at: ended.url)
        let others = try ended.others()
        guard others.isEmpty else { throw Violation(.files, "what an ended process left is not removed: \(others)") }
    }
}
