import CloudKitWebServices
import Testing

@testable import CloudKitServer

@Suite("Tokens are checked without a write")
struct CheckedTokenTests {
    /// What an app asks all day long.
    private static let questions: [(ServiceEndpoint, String)] = [
        (.listZones, "{}"), (.lookupRecords, #"{"zoneID":{"zoneName":"Notes"},"records":[{"recordName":"A"}]}"#),
        (.zoneChanges, #"{"zones":[{"zoneID":{"zoneName":"Notes"}}]}"#), (.databaseChanges, "{}"),
        (.listSubscriptions, "{}"),
    ]

    @Test("While the store takes no writes at all, tokens are good, rotate and run out", arguments: Setting.inProcess)
    func readOnly(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            try await user.zone(.create, "Notes")
            _ = try await user.saved("A")
            try await world.store.whileItTakesNoWrites {
                var credentials = user.credentials
                for _ in 0..<3 {
                    for (endpoint, body) in Self.questions {
                        let reply = try await User(world: world, credentials: credentials).post(endpoint, body)
                        #expect(reply.status == 200, "\(endpoint): \(reply.text)")
                        let next = try #require(reply.headers[ServiceHeader.webAuthToken.lowercased()])
                        let api = ServiceQuery(parsing: credentials).apiToken
                        credentials = ServiceQuery(apiToken: api, webAuthToken: next).text
                    }
                    // Past what is remembered of sign-ins and tokens, so that the store is asked again.
                    world.advance(milliseconds: max(SessionCache.milliseconds, APITokenCache.milliseconds))
                }
                let forged = User(
                    world: world,
                    credentials: user.credentials.replacing("ckWebAuthToken=", with: "ckWebAuthToken=A")
                )
                #expect(try await forged.post(.listZones, "{}").status == 421)
                // So the store does notice writes.
                let record = WireRecord(recordName: "B", recordType: "Note")
                let refused = try await user.modify([RecordOperation(.create, record)])
                #expect(refused.status == 503 && refused.error?.serverErrorCode == .tryAgainLater, "\(refused.text)")
                world.advance(milliseconds: Int64(ServiceLimits.longWebTokenSeconds) * 1_000)
                #expect(try await user.post(.listZones, "{}").status == 421)
            }
            #expect(try await world.records.verify().isClean)
        }
    }
}

extension OpenStore {
    /// Has every write fail for as long as a body runs.
    func whileItTakesNoWrites(_ body: @Sendable () async throws -> Void) async throws {
        try await setReadOnly(true)
        do {
            try await body()
            try await setReadOnly(false)
        } catch {
            try await setReadOnly(false)
            throw error
        }
    }

    private func setReadOnly(_ isReadOnly: Bool) async throws {
        try await file?.pool.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA query_only = \(isReadOnly ? 1 : 0)")
        }
        guard database != nil else { return }
        // Told to each statement, whether it finds a row or not, and by whatever name: a table's or that of a part of it.
        let each = """
            DO $$ DECLARE t regclass; BEGIN
            FOR t IN SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
            LOOP EXECUTE format(STATEMENT, t); END LOOP; END $$
            """
        let refuse = "CREATE TRIGGER no_writes BEFORE INSERT OR UPDATE OR DELETE ON %s EXECUTE FUNCTION refuse_write()"
        if isReadOnly {
            try await execute(
                """
                CREATE FUNCTION refuse_write() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN RAISE EXCEPTION 'the store takes no writes'; END $$
                """,
                each.replacing("STATEMENT", with: "'\(refuse)'")
            )
        } else {
            try await execute("DROP FUNCTION refuse_write() CASCADE")
        }
    }
}
