import SwiftData

/// Compares what a context shows with what it must show.
struct ShownReader {
    let context: ModelContext
    let shape: SchemaShape
    let classes: [String: Record.Type]

    /// Compares all objects.
    ///
    /// - Parameters:
    ///   - expected: What must be there.
    ///   - loose: Relationships whose order does not count.
    ///   - gaps: Objects that have no value for a property yet, whatever it shows.
    /// - Throws: ``Violation``, and what fetching throws.
    func check(_ expected: Contents, loose: Set<PropertyName>, gaps: [PropertyName: [Int64]] = [:]) throws {
        let shown = try contents(expected, gaps)
        if let difference = expected.difference(from: shown, loose: loose) {
            throw Violation(.shownState, "a context shows: \(difference)")
        }
        for entity in shape.entities {
            let keys = try classes[entity.name]?.all(in: context).map(\.key).sorted() ?? []
            let wanted = expected.keys(of: entity.name, shape)
            guard keys == wanted else {
                throw Violation(.shownState, "a fetch of \(entity.name) finds \(keys), not \(wanted)")
            }
        }
    }

    private func contents(_ expected: Contents, _ gaps: [PropertyName: [Int64]]) throws -> Contents {
        var shown = Contents()
        for root in shape.entities where root.parent == nil {
            for record in try classes[root.name]?.all(in: context) ?? [] {
                read(record, root.name, expected, gaps, &shown)
            }
        }
        return shown
    }

    private func read(
        _ record: Record,
        _ root: String,
        _ expected: Contents,
        _ gaps: [PropertyName: [Int64]],
        _ shown: inout Contents
    ) {
        let key = record.key
        var row = Contents.Row(entity: record.entityName)
        for (name, property) in shape.properties(of: record.entityName) {
            guard let bound = RecordShapes.property(name.property, of: record) else { continue }
            let isGap = gaps[name]?.contains(key) ?? false
            if let attribute = property.attribute {
                let wanted = expected.rows[root]?[key]?.values[name.property] ?? .null
                let isHidden = isGap || !attribute.kind.canShow(wanted)
                row.values[name.property] = isHidden ? wanted : bound.value(of: record)
            } else {
                let targets = isGap ? expected.targets(name, key) : bound.targets(of: record).map(\.key)
                shown.setTargets(name, key, targets)
            }
        }
        shown.rows[root, default: [:]][key] = row
    }

    // MARK: Questions

    /// Asks for values that are there, for one that is not, and for orders.
    func checkQuestions(_ contents: Contents, _ random: inout SimulationRandom) throws {
        for entity in shape.entities {
            guard let type = classes[entity.name] else { continue }
            let keys = contents.keys(of: entity.name, shape)
            for bound in RecordShapes.properties(of: type) {
                guard let attribute = bound.shape.attribute else { continue }
                let name = bound.shape.name
                func value(_ key: Int64) -> StoredValue {
                    contents.row(key, entity.name, shape)?.values[name] ?? .null
                }
                let wanted = random.pick(keys).map(value) ?? attribute.kind.value(3)
                if attribute.kind.canShow(wanted), attribute.kind != .data,
                    let found = try type.keys(of: bound, wanted, in: context)?.sorted()
                {
                    let expected = keys.filter { value($0) == wanted }
                    guard found == expected else {
                        throw Violation(
                            .fetchResult,
                            "\(entity.name).\(name) == \(wanted) finds \(found), not \(expected)"
                        )
                    }
                }
                if attribute.kind.isSortable, let sorted = try type.sortedKeys(by: bound, in: context) {
                    let values = sorted.map(value)
                    guard sorted.sorted() == keys, values == values.sorted() else {
                        throw Violation(.fetchResult, "\(entity.name) by \(name) is \(values)")
                    }
                }
            }
            try checkSearch(entity, type, contents)
        }
    }

    /// Each text that is indexed is found by its number.
    private func checkSearch(_ entity: EntityShape, _ type: Record.Type, _ contents: Contents) throws {
        let names = entity.properties.filter { $0.attribute?.isFullText == true }.map(\.name)
        guard !names.isEmpty else { return }
        let keys = contents.keys(of: entity.name, shape)
        func words(_ key: Int64) -> Set<String> {
            let row = contents.row(key, entity.name, shape)
            return Set(
                names.flatMap { name -> [String] in
                    guard case .text(let text) = row?.values[name] else { return [] }
                    return text.split { !$0.isLetter && !$0.isNumber }.map(String.init)
                }
            )
        }
        for word in ["word", "it"] + keys.prefix(2).flatMap({ Array(words($0)) }).sorted() {
            let found = try type.keys(matching: word, in: context).sorted()
            let expected = keys.filter { words($0).contains { $0.hasPrefix(word) } }
            let exact = keys.filter { words($0).contains(word) }
            guard found == expected || found == exact else {
                throw Violation(.fetchResult, "a search of \(entity.name) for \(word) finds \(found), not \(expected)")
            }
        }
    }
}

extension ValueKind {
    /// Whether a property of this type shows a stored value: an enum has no case for some.
    func canShow(_ value: StoredValue) -> Bool {
        switch (self, value) {
        case (.mood, .text(let text)): Mood(rawValue: text) != nil
        case (.level, .integer(let number)): Level(rawValue: Int(number)) != nil
        case (.bool, .integer(let number)): number == 0 || number == 1
        default: true
        }
    }
}
