import SwiftData

/// One opening that migrates: runs the code of its stages, and follows by plain values what happens.
final class MigrationAttempt: @unchecked Sendable {
    let legs: [MigrationLeg]
    private(set) var contents: Contents
    private(set) var loose: Set<PropertyName>
    private(set) var highestKeys: [String: Int64]
    /// Objects whose default of their own nobody knows yet.
    private(set) var generated: [PropertyName: [Int64]] = [:]
    /// The legs that are done.
    private(set) var position = 0
    private(set) var violation: Violation?
    /// For what the opening must fail; none where it must succeed.
    private(set) var obstacles: Set<MigrationOracle.Obstacle> = []
    /// For what the opening may fail, too.
    private(set) var possible: Set<MigrationOracle.Obstacle> = []
    /// How often each piece of code ran.
    private(set) var calls: [String: Int] = [:]
    private(set) var lines: [String] = []
    /// Called in the middle of the code of a stage.
    var whenInside: (() throws -> Void)?
    private let start: (contents: Contents, loose: Set<PropertyName>, highestKeys: [String: Int64])
    /// What another process made of the store meanwhile: the migration begins again.
    private(set) var changedStart: Contents?
    /// Whether it has begun again.
    private var hasRestarted = false

    /// What the code of a stage throws.
    struct DeliberateError: Error {}

    init(_ legs: [MigrationLeg], _ contents: Contents, loose: Set<PropertyName>, highestKeys: [String: Int64]) {
        (self.legs, self.contents, self.loose, self.highestKeys) = (legs, contents, loose, highestKeys)
        start = (contents, loose, highestKeys)
    }

    /// Says what another process has made of the store since the migration began.
    func expectRestart(from contents: Contents) { changedStart = contents }

    private func restart() {
        guard let changedStart, !hasRestarted else { return }
        hasRestarted = true
        (contents, loose, highestKeys) = (changedStart, start.loose, start.highestKeys)
        (generated, position, obstacles) = ([:], 0, [])
    }

    /// How often each piece of code must run.
    var expectedRuns: Int { changedStart == nil ? 1 : 2 }

    // MARK: Steps

    /// Follows the steps before a leg; false where one of them must be refused.
    @discardableResult
    func advance(to leg: Int) -> Bool {
        while position < leg {
            let oracle = self.oracle(position)
            guard accept(oracle) else { return false }
            finishLeg(oracle)
        }
        return true
    }

    /// What stands in the way of the leg that is under way.
    func findObstacles() {
        findNextObstacles()
        guard obstacles.isEmpty, position == legs.count else { return }
        restart()
        findNextObstacles()
    }

    private func findNextObstacles() {
        guard obstacles.isEmpty else { return }
        while position < legs.count {
            let oracle = self.oracle(position)
            guard accept(oracle), !legs[position].hasDid else { return }
            finishLeg(oracle)
        }
    }

    private func oracle(_ leg: Int) -> MigrationOracle {
        MigrationOracle(
            from: legs[leg].from.shape,
            to: legs[leg].to.shape,
            contents,
            loose: loose,
            role: legs[leg].role
        )
    }

    private func accept(_ oracle: MigrationOracle) -> Bool {
        possible.formUnion(oracle.possible)
        obstacles = oracle.obstacles
        return obstacles.isEmpty
    }

    private func finishLeg(_ oracle: MigrationOracle) {
        let sources = oracle.origins.sources
        highestKeys = Dictionary(
            uniqueKeysWithValues: oracle.new.entities.filter { $0.parent == nil }.map { root in
                (root.name, sources[root.name].flatMap { highestKeys[$0] } ?? 0)
            }
        )
        contents = oracle.after
        loose = oracle.loose
        generated = oracle.generated
        position += 1
    }

    // MARK: Code of stages

    /// Runs where a stage that the store has behind it runs again.
    func refusePastStage() throws {
        let found = Violation(.stageCode, "the code of a stage that the store has behind it runs again")
        violation = violation ?? found
        throw found
    }

    func willMigrate(_ leg: Int, _ context: ModelContext) throws {
        try running("will \(leg)") {
            guard obstacles.isEmpty, advance(to: leg), position == leg else {
                throw Violation(.refusal, "willMigrate of step \(leg) runs after what must be refused: \(obstacles)")
            }
            let from = legs[leg].from
            try ShownReader(context: context, shape: from.shape, classes: from.classes).check(contents, loose: loose)
            try fail(leg, .beforeWill)
            let writer = try writer(context, from, legs[leg].seed)
            try writer.run(3)
            if legs[leg].clearsTheWay { try clear(leg, writer) }
            if writer.random.flip() { try writer.save() }
            adopt(writer)
            try fail(leg, .afterWill)
        }
    }

    func didMigrate(_ leg: Int, _ context: ModelContext) throws {
        try running("did \(leg)") {
            guard obstacles.isEmpty, advance(to: leg), position == leg else {
                throw Violation(.refusal, "didMigrate of step \(leg) runs after what must be refused: \(obstacles)")
            }
            try didChange(leg, context)
        }
    }

    func bridge(_ leg: Int, _ old: ModelContext, _ new: ModelContext) throws {
        try running("bridge \(leg)") {
            guard obstacles.isEmpty, advance(to: leg), position == leg else {
                throw Violation(.refusal, "the bridge of step \(leg) runs after what must be refused: \(obstacles)")
            }
            let from = legs[leg].from
            try ShownReader(context: old, shape: from.shape, classes: from.classes).check(contents, loose: loose)
            try didChange(leg, new)
        }
    }

    private func didChange(_ leg: Int, _ context: ModelContext) throws {
        let oracle = self.oracle(leg)
        guard accept(oracle) else {
            throw Violation(.refusal, "step \(leg) goes on though it must be refused: \(obstacles)")
        }
        finishLeg(oracle)
        let to = legs[leg].to
        let writer = try writer(context, to, legs[leg].seed &+ 1)
        try adoptGenerated {
            try RecordShapes.property($0.property, of: writer.record($1, $0.entity))?.value(
                of: writer.record($1, $0.entity)
            )
        }
        writer.contents = contents
        let shown = ShownReader(context: context, shape: to.shape, classes: to.classes)
        try shown.check(contents, loose: loose, gaps: oracle.gaps)
        try fail(leg, .beforeDid)
        try fill(oracle.gaps, writer, omitsOne: legs[leg].omitsGap)
        if obstacles.isEmpty { try writer.run(3) }
        if writer.random.flip() { try writer.save() }
        adopt(writer)
        try fail(leg, .afterDid)
    }

    private func writer(_ context: ModelContext, _ version: ChainVersion, _ seed: UInt64) throws -> StoreWriter {
        try StoreWriter(
            context,
            version.shape,
            version.classes,
            contents,
            loose: loose,
            highestKeys: highestKeys,
            seed: seed
        )
    }

    private func adopt(_ writer: StoreWriter) {
        (contents, loose, highestKeys) = (writer.contents, writer.loose, writer.highestKeys)
        lines += writer.lines
    }

    /// Counts a run of code; remembers what was wrong in it.
    private func running(_ name: String, _ body: () throws -> Void) throws {
        if calls[name] != nil { restart() }
        calls[name, default: 0] += 1
        lines.append(name)
        do {
            try body()
            try whenInside?()
        } catch let found as Violation {
            violation = violation ?? found
            throw found
        }
    }

    private func fail(_ leg: Int, _ point: MigrationLeg.Failure) throws {
        guard legs[leg].failure == point else { return }
        obstacles = [MigrationOracle.Obstacle(kind: .stageFailed)]
        lines.append("throws \(point)")
        throw DeliberateError()
    }

    /// Gives objects the values that they lack.
    private func fill(_ gaps: [PropertyName: [Int64]], _ writer: StoreWriter, omitsOne: Bool) throws {
        let all = gaps.sorted { $0.key < $1.key }.flatMap { gap in gap.value.sorted().map { (gap.key, $0) } }
        let omitted = omitsOne ? writer.random.pick(Array(all.indices)) : nil
        for (index, (name, key)) in all.enumerated() {
            guard let row = writer.contents.row(key, name.entity, writer.shape) else { continue }
            if index == omitted {
                obstacles.insert(.init(kind: .missingValue, entity: name.entity, property: name.property))
                lines.append("leaves \(name) of \(key)")
                continue
            }
            let property = writer.shape.property(name)
            if let attribute = property?.attribute {
                try writer.set(name, key, row.entity, attribute.kind.value(RecordShapes.nextNumber()))
            } else if let link = property?.link, writer.contents.targets(name, key).isEmpty {
                let free = writer.freeTargets(of: name, link, owner: key)
                if let target = writer.random.pick(free) {
                    try writer.assign(name, key, [target])
                } else if try !writer.delete(key, row.entity) {
                    obstacles.insert(.init(kind: .missingValue, entity: name.entity, property: name.property))
                }
            }
        }
    }

    /// Deletes the objects that are in the way of a step.
    private func clear(_ leg: Int, _ writer: StoreWriter) throws {
        let oracle = MigrationOracle(
            from: legs[leg].from.shape,
            to: legs[leg].to.shape,
            writer.contents,
            loose: loose,
            role: legs[leg].role
        )
        for entity in Set(oracle.obstacles.compactMap(\.entity)).sorted() where writer.shape.entity(entity) != nil {
            for key in writer.contents.keys(of: entity, writer.shape) {
                guard let row = writer.contents.row(key, entity, writer.shape) else { continue }
                try writer.delete(key, row.entity)
            }
        }
    }

    /// Learns the defaults that each object got for itself.
    func adoptGenerated(_ value: (PropertyName, Int64) throws -> StoredValue?) throws {
        let last = legs[min(position, legs.count) - 1].to.shape
        for (name, keys) in generated {
            var seen: Set<StoredValue> = []
            for key in keys {
                guard contents.row(key, name.entity, last) != nil else { continue }
                let found = try value(name, key) ?? .null
                guard found != .null,
                    seen.insert(found).inserted || last.property(name)?.attribute?.kind.hasManyValues == false
                else {
                    throw Violation(
                        .storedState,
                        "\(name) of \(key) has the default \(found), which is none of its own"
                    )
                }
                contents.rows[last.root(of: name.entity)]?[key]?.values[name.property] = found
            }
        }
        generated = [:]
    }
}

extension ValueKind {
    /// Whether there are as many values as numbers that values are made from.
    var hasManyValues: Bool { ![.bool, .mood, .level, .int8, .uint8].contains(self) }
}
