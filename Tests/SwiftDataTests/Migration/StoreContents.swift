import Foundation
import GRDB

@testable import SwiftData

/// The contents of a store as plain values, kept without regard to tables: what a migration must preserve.
struct StoreContents: Equatable {
    /// Values by entity, key and property.
    var values: [String: [Int64: [String: SQLValue]]] = [:]
    /// Links by the property that shows them: from, to.
    var links: [PropertyReference: Set<[Int64]>] = [:]

    // MARK: - Making up

    /// Random contents for a schema: objects of every entity, values, and links that the relationships allow.
    static func random(_ schema: SchemaDescription, _ random: inout SeededGenerator) -> StoreContents {
        var contents = StoreContents()
        let graph = DescriptionGraph(schema)
        var keys: [String: Int64] = [:]
        for entity in schema.entities {
            let root = graph.root(of: entity.name)?.name ?? entity.name
            for _ in 0..<Int.random(in: 0...4, using: &random) {
                keys[root, default: 0] += Int64.random(in: 1...3, using: &random)
                var row: [String: SQLValue] = [:]
                for owner in graph.lineage(of: entity.name) {
                    for property in owner.properties where property.isColumn {
                        row[property.name] = value(for: property, &random)
                    }
                }
                contents.values[entity.name, default: [:]][keys[root] ?? 0] = row
            }
        }
        for reference in graph.references { contents.link(reference, graph, &random) }
        return contents
    }

    private static func value(for property: PropertyDescription, _ random: inout SeededGenerator) -> SQLValue {
        if property.isOptional, random.chance(40) { return .null }
        let number = Int64.random(in: 0...1000, using: &random)
        return switch property.storage?.columnType {
        case "INTEGER": .integer(number)
        case "REAL": .real(Double(number) + 0.25)
        case "BLOB": .blob(Data("\(number)".utf8))
        default: .text("v'\(number)")
        }
    }

    private mutating func link(
        _ reference: PropertyReference,
        _ graph: DescriptionGraph,
        _ random: inout SeededGenerator
    ) {
        let partner = graph.partner(of: reference)
        if let partner, partner < reference { return }
        guard let relationship = graph.property(reference)?.relationship else { return }
        let owners = keys(of: reference.entity, graph)
        let targets = keys(of: relationship.destination, graph)
        var used: Set<Int64> = []
        links[reference] = []
        if let partner { links[partner] = [] }
        for owner in owners where !targets.isEmpty {
            for _ in 0..<Int.random(in: 0...(relationship.isToOne ? 1 : 3), using: &random) {
                let target = random.pick(targets)
                if let partner, !graph.isToMany(partner), !used.insert(target).inserted { continue }
                links[reference]?.insert([owner, target])
                if let partner { links[partner]?.insert([target, owner]) }
            }
        }
    }

    private func keys(of entity: String, _ graph: DescriptionGraph) -> [Int64] {
        guard let description = graph.entity(entity) else { return [] }
        return graph.family(of: description).flatMap { values[$0.name].map { Array($0.keys) } ?? [] }.sorted()
    }

    // MARK: - Writing and reading

    func write(_ schema: SchemaDescription, to database: Database) throws {
        let graph = DescriptionGraph(schema)
        let layout = LayoutBuilder.layout(of: schema)
        for (entity, rows) in values {
            for (key, row) in rows { try insert(entity, key, row, graph, layout, database) }
        }
        for (reference, pairs) in links {
            for (position, pair) in pairs.sorted(by: { $0.lexicographicallyPrecedes($1) }).enumerated() {
                try write(reference, pair, position, layout, database)
            }
        }
    }

    private func insert(
        _ entity: String,
        _ key: Int64,
        _ row: [String: SQLValue],
        _ graph: DescriptionGraph,
        _ layout: StoreLayout,
        _ database: Database
    ) throws {
        var columns = ["pk"]
        var arguments: [DatabaseValue] = [key.databaseValue]
        if let discriminator = layout.discriminators[entity] {
            columns.append("entity")
            arguments.append(discriminator.databaseValue)
        }
        for (name, value) in row {
            guard let reference = graph.declaration(of: name, in: entity),
                case .column(_, let column, _) = layout.places[reference]
            else { continue }
            columns.append(SchemaSQL.quoted(column))
            arguments.append(value.databaseValue)
        }
        let marks = columns.map { _ in "?" }.joined(separator: ", ")
        let table = SchemaSQL.quoted(layout.tableOfEntity[entity] ?? "")
        try database.execute(
            sql: "INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(marks))",
            arguments: StatementArguments(arguments)
        )
    }

    private func write(
        _ reference: PropertyReference,
        _ pair: [Int64],
        _ position: Int,
        _ layout: StoreLayout,
        _ database: Database
    ) throws {
        switch layout.places[reference] {
        case .column(let table, let column, _):
            try database.execute(
                sql: "UPDATE \(SchemaSQL.quoted(table)) SET \(SchemaSQL.quoted(column)) = ? WHERE pk = ?",
                arguments: [pair[1], pair[0]]
            )
        case .joinTable(let table, let own, let other, let order):
            let columns = [own, other, order].map(SchemaSQL.quoted).joined(separator: ", ")
            try database.execute(
                sql: "INSERT OR IGNORE INTO \(SchemaSQL.quoted(table)) (\(columns)) VALUES (?, ?, ?)",
                arguments: [pair[0], pair[1], position]
            )
        default: break
        }
    }

    static func read(_ schema: SchemaDescription, from database: Database) throws -> StoreContents {
        let graph = DescriptionGraph(schema)
        let layout = LayoutBuilder.layout(of: schema)
        var contents = StoreContents()
        for entity in schema.entities {
            let table = SchemaSQL.quoted(layout.tableOfEntity[entity.name] ?? "")
            let condition = layout.discriminators[entity.name].map { " WHERE entity = \($0)" } ?? ""
            for row in try Row.fetchAll(database, sql: "SELECT * FROM \(table)\(condition)") {
                contents.values[entity.name, default: [:]][row["pk"]] = values(row, entity.name, graph, layout)
            }
        }
        for reference in graph.references where graph.property(reference)?.relationship != nil {
            guard let source = LinkSource(reference, in: layout, graph) else { continue }
            let rows = try Row.fetchAll(database, sql: source.sql)
            contents.links[reference] = Set(rows.map { [$0[0], $0[1]] })
        }
        return contents
    }

    private static func values(
        _ row: Row,
        _ entity: String,
        _ graph: DescriptionGraph,
        _ layout: StoreLayout
    ) -> [String: SQLValue] {
        var values: [String: SQLValue] = [:]
        for owner in graph.lineage(of: entity) {
            for property in owner.properties where property.isColumn {
                let reference = PropertyReference(entity: owner.name, property: property.name)
                guard case .column(_, let column, _) = layout.places[reference] else { continue }
                let value: DatabaseValue = row[column]
                values[property.name] =
                    switch value.storage {
                    case .null: .null
                    case .int64(let number): .integer(number)
                    case .double(let number): .real(number)
                    case .string(let text): .text(text)
                    case .blob(let data): .blob(data)
                    }
            }
        }
        return values
    }

    // MARK: - Expecting

    /// What these contents must be after a migration, worked out property by property from the rules alone.
    func expected(
        from old: SchemaDescription,
        to new: SchemaDescription,
        defaults: [PropertyReference: MigrationDefault]
    ) -> StoreContents {
        let before = DescriptionGraph(old)
        let after = DescriptionGraph(new)
        var result = StoreContents()
        for (entity, rows) in values where after.entity(entity) != nil {
            for (key, row) in rows {
                result.values[entity, default: [:]][key] = expectedRow(row, entity, after, defaults)
            }
        }
        for reference in after.references where after.property(reference)?.relationship != nil {
            let same = links[reference] ?? []
            let partner = after.partner(of: reference)
            let fromPartner = partner.flatMap { links[$0] }.map { Set($0.map { [$0[1], $0[0]] }) } ?? []
            // A property that is new shows what its partner had before.
            result.links[reference] = before.property(reference) == nil ? fromPartner : same
        }
        return result
    }

    private func expectedRow(
        _ row: [String: SQLValue],
        _ entity: String,
        _ after: DescriptionGraph,
        _ defaults: [PropertyReference: MigrationDefault]
    ) -> [String: SQLValue] {
        var result: [String: SQLValue] = [:]
        for owner in after.lineage(of: entity) {
            for property in owner.properties where property.isColumn {
                let reference = PropertyReference(entity: owner.name, property: property.name)
                if let value = row[property.originalName ?? property.name] {
                    result[property.name] = value
                } else if case .constant(let value) = defaults[reference] {
                    result[property.name] = value
                } else {
                    result[property.name] = .null
                }
            }
        }
        return result
    }
}
