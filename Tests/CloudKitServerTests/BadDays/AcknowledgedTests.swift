import CloudKitWebServices
import Testing

@testable import CloudKitServer

@Suite("What is answered is what is stored")
struct AcknowledgedTests {
    private static let writers = 6
    private static let batches = 15

    @Test("Batches with one refused item, from several writers at once, atomic and not", arguments: Setting.http)
    func refusedItem(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            try await user.zone(.create, "Notes")
            // Everybody writes some of the same names, so that creates clash.
            let acknowledged = try await withThrowingTaskGroup(of: [String: String].self) { group in
                for writer in 0..<Self.writers {
                    group.addTask { try await Self.write(user, writer) }
                }
                return try await group.reduce(into: [:]) { $0.merge($1) { _, new in "twice: \(new)" } }
            }
            let stored = try await user.allChanges().records.reduce(into: [String: String]()) {
                $0[$1.recordName ?? ""] = $1.recordChangeTag
            }
            #expect(stored == acknowledged)
            // Of each name that all tried, somebody's create was the first.
            #expect((0..<Self.batches).filter { $0 % 3 != 0 }.allSatisfy { stored["shared-\($0)"] != nil })
            #expect(stored.keys.contains("own-0-1") && !stored.keys.contains("own-0-0"))
        }
    }

    /// What was answered to be saved: names and change tags.
    private static func write(_ user: User, _ writer: Int) async throws -> [String: String] {
        var saved: [String: String] = [:]
        for batch in 0..<batches {
            let names = ["own-\(writer)-\(batch)", "shared-\(batch)"]
            let refused = RecordOperation(.update, WireRecord(recordName: "none", recordType: "Note"))
            let operations = names.map { RecordOperation(.create, WireRecord(recordName: $0, recordType: "Note")) }
            let isAtomic = batch % 3 == 0
            let reply = try await user.modify(operations + [refused], atomic: isAtomic)
            let results = try reply.read(ModifyRecordsResponse.self).records
            #expect(results.count == 3 && results[2].error != nil, "\(reply.text)")
            if isAtomic { #expect(results.allSatisfy { $0.item == nil }, "\(reply.text)") }
            for record in results.compactMap(\.item) { saved[record.recordName ?? ""] = record.recordChangeTag }
        }
        return saved
    }
}
