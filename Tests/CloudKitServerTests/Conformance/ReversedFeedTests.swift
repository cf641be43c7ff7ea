import CloudKitWebServices
import Testing

@testable import CloudKitServer

@Suite("The change feed, newest first")
struct ReversedFeedTests {
    /// The names of a page, each with a minus in front if it is gone.
    private static func names(_ page: ZoneChanges) -> [String] {
        page.records.compactMap(\.item).map { ($0.isDeleted ? "-" : "") + ($0.recordName ?? "") }
    }

    private static func records(_ count: Int, _ user: User) async throws {
        try await user.zone(.create, "Notes")
        for number in 0..<count { _ = try await user.saved("R\(number)") }
    }

    @Test("Page by page; what changes meanwhile comes with the next fetch", arguments: Setting.all)
    func pages(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            try await Self.records(8, user)
            _ = try await user.one(.forceDelete, "R0")
            let first = try await user.changes(limit: 2, reverse: true).get()
            #expect(Self.names(first) == ["R7", "R6"] && first.moreComing)
            _ = try await user.saved("R7")
            _ = try await user.one(.forceDelete, "R1")
            let second = try await user.changes(first.syncToken, limit: 2, reverse: true).get()
            #expect(Self.names(second) == ["R5", "R4"] && second.moreComing)
            // R1 has gone to where this fetch has been already.
            let last = try await user.changes(second.syncToken, limit: 2, reverse: true).get()
            #expect(Self.names(last) == ["R3", "R2"] && !last.moreComing)
            let next = try await user.changes(last.syncToken).get()
            #expect(Self.names(next) == ["R7", "-R1"] && !next.moreComing)
            // The same token gives the same answer again.
            #expect(try await user.changes(first.syncToken, limit: 2, reverse: true).get() == second)
        }
    }

    @Test("From a token on, with tombstones", arguments: Setting.all)
    func fromToken(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            try await Self.records(3, user)
            let token = try await user.changes(reverse: true).get().syncToken
            #expect(try await user.changes(token, reverse: true).get().records.isEmpty)
            _ = try await user.saved("R1")
            _ = try await user.one(.forceDelete, "R0")
            _ = try await user.saved("New")
            let page = try await user.changes(token, reverse: true).get()
            #expect(Self.names(page) == ["New", "-R0", "R1"] && !page.moreComing)
            #expect(try await user.changes(page.syncToken).get().records.isEmpty)
            let end = try await user.changes("", reverse: true).get()
            #expect(end.records.isEmpty && end.syncToken == page.syncToken)
        }
    }

    @Test("Whoever turns round on the way gets everything since the fetch began", arguments: Setting.all)
    func turned(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            try await Self.records(4, user)
            let newest = try await user.changes(limit: 2, reverse: true).get()
            #expect(Self.names(newest) == ["R3", "R2"])
            let all = try await user.allChanges(newest.syncToken)
            #expect(all.records.map(\.recordName) == ["R0", "R1", "R2", "R3"])
            let oldest = try await user.changes(limit: 1).get()
            let rest = try await user.changes(oldest.syncToken, reverse: true).get()
            #expect(Self.names(rest) == ["R3", "R2", "R1"] && !rest.moreComing)
        }
    }

    @Test("The old form has it too, and a token of lost changes expires", arguments: Setting.all)
    func oldForm(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            try await Self.records(3, user)
            let body = #"{"zoneID":{"zoneName":"Notes"},"reverse":true,"resultsLimit":2}"#
            let page = try await user.post(.recordChanges, body).read(RecordChangesResponse.self)
            #expect(page.records.compactMap(\.item?.recordName) == ["R2", "R1"] && page.moreComing)
            try await world.store.execute(
                "UPDATE zone SET head = head - 1 WHERE name = 'Notes'",
                "DELETE FROM record WHERE record_name = 'R2'"
            )
            let expired = try await user.changes(page.syncToken, reverse: true).error
            #expect(expired?.serverErrorCode == .changeTokenExpired)
        }
    }
}
