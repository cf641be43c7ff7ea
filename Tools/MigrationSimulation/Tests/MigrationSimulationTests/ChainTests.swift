import Foundation
import GRDBSQLite
import TestSupport
import Testing

@testable import MigrationSimulation

/// Chains of versions from seeds go well, run twice alike, and each check fails where it should.
///
/// One after the other: the classes are what the chain under way makes of them.
@Suite(.serialized) struct ChainTests {
    static let name = "tests"

    /// Among the chains there is each kind of step and of refusal.
    @Test func chainsGoWell() throws {
        var counts: [String: Int] = [:]
        for seed in Effort.seeds(Effort.rounds(24, proof: 500)) {
            let report = try ChainRun.report(seed: seed, in: Self.name)
            #expect(report.violation == nil, "seed \(seed): \(report.trace.lines.suffix(20).joined(separator: "\n"))")
            counts.merge(report.counts) { $0 + $1 }
        }
        for name in [
            "migrated lightweight", "migrated bridging", "migrated custom(will: true, did: true)", "ended inside",
            "written by another process", "refused notLightweight", "refused missingValue", "refused stageFailed",
            "refused backward",
        ] {
            #expect(counts[name] ?? 0 > 0, "\(name)")
        }
    }

    @Test func chainsRunTwiceAlike() throws {
        for seed: UInt64 in 40..<46 {
            let first = try ChainRun.report(seed: seed, in: Self.name)
            let second = try ChainRun.report(seed: seed, in: Self.name)
            #expect(first.trace.lines == second.trace.lines)
            #expect(first.trace.digest == second.trace.digest)
        }
    }

    // MARK: Each check fails where it should

    /// What some seed's chain says where the file is changed after each migration.
    private func violations(_ sql: String) throws -> Set<Violation.Invariant> {
        var found: Set<Violation.Invariant> = []
        for seed: UInt64 in 0..<12 {
            let report = try ChainRun.report(seed: seed, in: Self.name) { try execute(sql, on: $0) }
            if let violation = report.violation { found.insert(violation.invariant) }
        }
        return found
    }

    /// Runs statements, each by itself: a version may lack the table of one.
    private func execute(_ sql: String, on file: URL) throws {
        var handle: OpaquePointer?
        defer { sqlite3_close_v2(handle) }
        #expect(sqlite3_open_v2(file.path, &handle, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK)
        for statement in sql.split(separator: ";") { sqlite3_exec(handle, String(statement), nil, nil, nil) }
    }

    private func forEachEntity(_ sql: String) -> String {
        RecordClasses.entities.map { sql.replacingOccurrences(of: "%", with: $0) }.joined(separator: ";")
    }

    @Test func lostRowsAreNoticed() throws {
        let found = try violations(forEachEntity("DELETE FROM % WHERE pk = (SELECT max(pk) FROM %)"))
        #expect(found.contains(.storedState), "\(found)")
    }

    @Test func changedKeysAreNoticed() throws {
        let found = try violations(forEachEntity("UPDATE % SET pk = pk + 1000"))
        #expect(found.contains(.storedState), "\(found)")
    }

    @Test func keysThatComeAgainAreNoticed() throws {
        let found = try violations("DELETE FROM sqlite_sequence")
        #expect(found == [.identity], "\(found)")
    }

    @Test func anotherTableIsNoticed() throws {
        #expect(try violations("CREATE TABLE more (pk INTEGER)").contains(.structure))
        #expect(try violations("CREATE TABLE _migration_more (pk INTEGER)").contains(.structure))
    }

    @Test func lostIndexesAreNoticed() throws {
        let columns = (1...9).map { "p\($0)" }
        let drops = columns.flatMap { column in
            ["by", "index", "unique"].map { "DROP INDEX IF EXISTS %_\($0)_\(column)" }
        }
        #expect(try violations(forEachEntity(drops.joined(separator: ";"))).contains(.structure))
    }

    @Test func lostHistoryIsNoticed() throws {
        let found = try violations("DELETE FROM _history WHERE rowid = (SELECT min(rowid) FROM _history)")
        #expect(found.contains(.identity), "\(found)")
    }

    // MARK: The oracle

    private func version(_ properties: PropertyShape..., uniqueKeys: [[String]] = []) -> SchemaShape {
        SchemaShape(entities: [EntityShape(name: "Badge", properties: properties, uniqueKeys: uniqueKeys)])
    }

    private func attribute(
        _ name: String,
        _ kind: ValueKind,
        was original: String? = nil,
        isOptional: Bool = false,
        _ value: AttributeShape.Default = .none
    ) -> PropertyShape {
        PropertyShape(
            name: name,
            originalName: original,
            isOptional: isOptional,
            content: .attribute(AttributeShape(kind: kind, defaultValue: value))
        )
    }

    private func oracle(
        _ old: SchemaShape,
        _ new: SchemaShape,
        _ values: [[String: StoredValue]],
        _ role: MigrationOracle.Role = .lightweight
    ) -> MigrationOracle {
        var contents = Contents()
        for (index, row) in values.enumerated() {
            contents.rows["Badge", default: [:]][Int64(index + 1)] = Contents.Row(entity: "Badge", values: row)
        }
        return MigrationOracle(from: old, to: new, contents, loose: [], role: role)
    }

    @Test func theOracleKnowsRenamedAndWidenedValues() {
        let old = version(attribute("a", .int8), attribute("b", .string))
        let new = version(attribute("c", .double, was: "a"), attribute("a", .string, was: "b"))
        let after = oracle(old, new, [["a": .integer(5), "b": .text("word")]])
        #expect(after.obstacles.isEmpty)
        #expect(after.after.rows["Badge"]?[1]?.values == ["c": .real(5), "a": .text("word")])
    }

    @Test func theOracleRefusesWhatCodeMustDo() {
        let old = version(attribute("a", .int, isOptional: true))
        let required = version(attribute("a", .int))
        let place = MigrationOracle.Obstacle(kind: .missingValue, entity: "Badge", property: "a")
        #expect(oracle(old, required, [["a": .null]]).obstacles == [place])
        #expect(oracle(old, required, [["a": .integer(1)]]).obstacles.isEmpty)
        #expect(oracle(old, required, []).obstacles.isEmpty)
        #expect(oracle(old, required, [["a": .null]], .custom(will: false, did: true)).gaps.count == 1)
        let other = version(attribute("a", .uuid, isOptional: true))
        #expect(oracle(old, other, [["a": .integer(1)]]).obstacles.map(\.kind) == [.notLightweight])
        let unique = version(attribute("a", .int, isOptional: true), uniqueKeys: [["a"]])
        let duplicates = oracle(old, unique, [["a": .integer(1)], ["a": .integer(1)], ["a": .null], ["a": .null]])
        #expect(duplicates.obstacles.map(\.kind) == [.duplicateValues])
    }
}
