import SwiftData

extension ChainRun.Opening {
    /// The same with code that does what it should.
    var withoutFailures: ChainRun.Opening {
        var opening = self
        for index in opening.legs.indices {
            opening.legs[index].failure = nil
            opening.legs[index].omitsGap = false
        }
        return opening
    }

    /// Whether the tables of the target have other columns than those of the first version.
    var changesTables: Bool {
        guard let first = legs.first else { return false }
        return first.from.shape.columnWords != target.shape.columnWords
    }
}

extension SchemaShape {
    /// The columns of all tables, in words.
    fileprivate var columnWords: Set<String> {
        let names = TableNames(self)
        return Set(
            names.columns.map { name, column in
                let form = property(name)?.attribute.map { "\($0.kind.form)" } ?? "link"
                return "\(root(of: name.entity)) \(column) \(form)"
            } + entities.map(\.name)
        )
    }
}

extension ChainRun {
    /// A later version, and how the store gets there.
    func plan(from stored: ChainVersion) -> Opening {
        let next = version(after: [stored], successor(of: stored.shape))
        guard usesPlans else { return withoutPlan(stored, next) }
        switch random.number(0...9) {
        case 0: return withoutPlan(stored, next)
        case 1: return entry(stored, next)
        case 2, 3, 4: return jump(stored, next)
        default: return single(stored, next)
        }
    }

    /// A later version, without what is left out.
    private func successor(of shape: SchemaShape) -> SchemaShape {
        for _ in 0..<10 {
            let next = generator.successor(of: shape)
            if hasUndecided || !UndecidedChanges.isIn(next, after: shape) { return next }
        }
        return shape
    }

    private func version(after others: [ChainVersion], _ shape: SchemaShape) -> ChainVersion {
        let used = Set((versions + others).map(\.tag))
        let tag = (0..<RecordClasses.tags).first { !used.contains($0) } ?? 0
        let last = others.last?.identifier ?? Schema.Version(1, 0, 0)
        let identifier =
            random.once(in: 3)
            ? Schema.Version(last.major, last.minor + 1, 0) : Schema.Version(last.major + 1, random.number(0...2), 0)
        return ChainVersion(tag: tag, identifier: identifier, shape)
    }

    private func withoutPlan(_ stored: ChainVersion, _ next: ChainVersion) -> Opening {
        var next = next
        // Many apps never give their schema a version.
        if !usesPlans, random.flip() { next = ChainVersion(tag: next.tag, identifier: stored.identifier, next.shape) }
        let leg = MigrationLeg(from: stored, to: next, role: .lightweight, seed: 0)
        return Opening(legs: [leg], target: next)
    }

    /// The store is from before the first version of the plan.
    private func entry(_ stored: ChainVersion, _ next: ChainVersion) -> Opening {
        let leg = MigrationLeg(from: stored, to: next, role: .lightweight, seed: 0)
        let isUnknown = next.shape.structureWords != stored.shape.structureWords
        return Opening(legs: [leg], target: next, listed: [next], isEntry: isUnknown)
    }

    private func single(_ stored: ChainVersion, _ next: ChainVersion) -> Opening {
        let leg = leg(stored, next, isFirst: true)
        var listed = random.flip() ? versions : [stored]
        // Versions that a stage names belong to the plan.
        if leg.role == .lightweight || random.flip() { listed.append(next) }
        if leg.role != .lightweight, random.once(in: 3) { listed = random.flip() ? [] : [next] }
        var opening = Opening(legs: [leg], target: next, listed: listed)
        opening.namesLightweight = random.flip()
        return opening
    }

    /// Two versions at once.
    private func jump(_ stored: ChainVersion, _ next: ChainVersion) -> Opening {
        let middle = ChainVersion(tag: next.tag, identifier: next.identifier, next.shape.withCommonDefaults())
        let last = version(after: [stored, middle], successor(of: middle.shape))
        if random.once(in: 4) {
            // A stage passes over a version.
            var leg = leg(stored, last, isFirst: true)
            if leg.role == .lightweight {
                leg = MigrationLeg(from: stored, to: last, role: .custom(will: false, did: true), seed: random.next())
            }
            return Opening(legs: [leg], target: last, listed: [stored, middle, last])
        }
        let first = leg(stored, middle, isFirst: true)
        if random.once(in: 4) {
            // The plan lags behind the models.
            let second = MigrationLeg(from: middle, to: last, role: .lightweight, seed: 0)
            let isKnown = [stored, middle].contains { $0.shape.structureWords == last.shape.structureWords }
            // What the newest version of the plan has and the container has not counts as another store's.
            let isSubset = Set(middle.shape.entities.map(\.name)).isSubset(of: last.shape.entities.map(\.name))
            if !isKnown, isSubset { return Opening(legs: [first, second], target: last, listed: [stored, middle]) }
        }
        var opening = Opening(
            legs: [first, leg(middle, last, isFirst: false)],
            target: last,
            listed: (random.flip() ? versions : [stored]) + [middle, last]
        )
        opening.namesLightweight = random.flip()
        return opening
    }

    private func leg(_ from: ChainVersion, _ to: ChainVersion, isFirst: Bool) -> MigrationLeg {
        var leg = MigrationLeg(from: from, to: to, role: role(from, to, isFirst: isFirst), seed: random.next())
        if leg.hasCode, random.once(in: 5) { leg.failure = random.pick(MigrationLeg.Failure.allCases) }
        leg.omitsGap = leg.role != .bridging && random.once(in: 5)
        leg.clearsTheWay = random.flip()
        return leg
    }

    private func role(_ from: ChainVersion, _ to: ChainVersion, isFirst: Bool) -> MigrationOracle.Role {
        switch random.number(0...9) {
        case 0...2: return .lightweight
        case 3: return .custom(will: true, did: false)
        case 4: return .custom(will: false, did: true)
        case 5, 6:
            // What a bridge finds where links are lost is for nobody to know.
            let oracle = MigrationOracle(from: from.shape, to: to.shape, contents, loose: loose, role: .bridging)
            let isClear = oracle.obstacles.isEmpty && oracle.gaps.keys.allSatisfy { to.shape.property($0)?.link == nil }
            let isSingle = oracle.after.links.allSatisfy { name, lists in
                to.shape.property(name)?.link?.isToMany == true || lists.values.allSatisfy { $0.count < 2 }
            }
            return isFirst && isClear && isSingle ? .bridging : .custom(will: true, did: true)
        default: return .custom(will: true, did: true)
        }
    }
}

extension SchemaShape {
    /// What a store knows of a version: all but the defaults of its properties, and their order.
    var structureWords: Set<String> {
        Set(
            entities.map { "\($0.name): \($0.parent ?? "") \($0.uniqueKeys) \($0.indexes)" }
                + names.map { name in
                    var property = property(name)
                    property?.attribute?.defaultValue = .none
                    return "\(name.entity) \(property.map { "\($0)" } ?? "")"
                }
        )
    }

    /// The same without defaults that each object has for itself.
    func withCommonDefaults() -> SchemaShape {
        var shape = self
        for name in shape.names where shape.property(name)?.attribute?.defaultValue == .perObject {
            shape.change(name) { property in
                guard let kind = property.attribute?.kind else { return }
                property.attribute?.defaultValue = .constant(kind.value(7))
            }
        }
        return shape
    }
}
