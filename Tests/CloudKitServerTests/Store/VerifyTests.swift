import CloudKitWebServices
import Testing

@testable import CloudKitServer

@Suite("Verify finds what must not be")
struct VerifyTests {
    private static let damages: [(sql: String, problem: String)] = [
        ("UPDATE zone SET head = head - 1 WHERE name = 'Notes'", "has number 7, the head is 6"),
        ("UPDATE zone SET head = head + 1 WHERE name = 'Notes'", "the head is 8, but nothing after 7"),
        ("UPDATE zone SET record_count = 7 WHERE name = 'Notes'", "the row counts 7 records, there are 2"),
        ("UPDATE zone SET used_bytes = 1 WHERE name = 'Notes'", "the row counts 1 bytes"),
        ("UPDATE database SET used_bytes = 1", "1 bytes, its zones"),
        ("UPDATE database SET head = 0", "a zone has place"),
        ("DELETE FROM record WHERE record_name = 'B'", "there are 1"),
        ("UPDATE answer_usage SET used_bytes = 7", "7 bytes of answers are counted"),
        ("DELETE FROM answer_usage", "0 bytes"),
        ("DELETE FROM answer", "bytes of answers are counted, 0 are kept"),
    ]

    @Test("Each damage is named", arguments: Setting.inProcess)
    func damage(_ setting: Setting) async throws {
        for (sql, problem) in Self.damages {
            try await setting.run { world in
                let user = try await world.user("anna")
                try await user.zone(.create, "Notes")
                for name in ["A", "B", "C"] { _ = try await user.saved(name, ["s": .string("ü")]) }
                var report = try await world.records.verify()
                #expect(report.isClean && report.zones == 1 && report.records == 3, "\(report.findings)")
                _ = try await user.saved("A")
                _ = try await user.one(.forceDelete, "A")
                _ = try await user.one(.forceDelete, "C")
                let retried = RecordOperation(.forceUpdate, WireRecord(recordName: "C", recordType: "Note"))
                _ = try await user.modify([retried], id: "4d3c0000-0000-0000-0000-000000000001")
                #expect(try await world.records.verify().isClean)
                try await world.store.execute(sql)
                report = try await world.records.verify()
                let all = report.findings.map { "\($0.place): \($0.problem)" }
                #expect(!report.isClean, "\(sql)")
                #expect(all.contains { $0.contains(problem) }, "\(sql): \(all)")
            }
        }
    }
}
