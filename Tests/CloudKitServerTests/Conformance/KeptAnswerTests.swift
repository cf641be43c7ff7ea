import CloudKitWebServices
import Testing

@testable import CloudKitServer

@Suite("Answers kept for retries take a bounded room")
struct KeptAnswerTests {
    private static let database = DatabaseKey(
        account: AccountID(rawValue: 5),
        container: World.container,
        environment: .development
    )
    private static let answer = StoredAnswer(status: 200, body: [UInt8](repeating: 0x20, count: 300))
    /// Two answers, and four marks beside two answers.
    private static let room = AnswerRoom(bytes: 1_000)

    /// Writes a record under a request's number.
    private static func write(_ number: Int, _ records: any RecordStore, now: Int64 = 1) async throws -> StoredAnswer {
        let record = WireRecord(recordName: "R\(number)", recordType: "Note")
        let command = ModifyCommand(
            zone: ZoneKey(database, WireZoneID.defaultName),
            operations: [RecordOperation(.create, record)],
            isAtomic: false,
            author: Author(userRecordName: "_u", deviceID: nil, mayChangeAll: true),
            now: now,
            quota: .unlimited,
            request: RequestKey(id: "request \(number)", digest: [UInt8(number)], room: room)
        ) { _, _ in answer }
        return try await records.modify(command).answer
    }

    private static func code(_ body: () async throws -> StoredAnswer) async throws -> ServerErrorCode? {
        do {
            _ = try await body()
            return nil
        } catch let fault as ServiceFault {
            return fault.error.serverErrorCode
        }
    }

    @Test("Whole, then marks, then nothing more until a day is over", arguments: StoreKind.allCases)
    func bounds(_ kind: StoreKind) async throws {
        try await kind.with { store in
            let records = store.server.records
            // 500 bytes each with their rows; then marks of 200, up to 2,000.
            for number in 1...7 { #expect(try await Self.write(number, records) == Self.answer) }
            #expect(try await Self.code { try await Self.write(8, records) } == .throttled)
            // A retry has one effect; those of which the answer is there get it.
            for number in 1...2 { #expect(try await Self.write(number, records) == Self.answer) }
            for number in 3...7 { #expect(try await Self.code { try await Self.write(number, records) } == .conflict) }
            let zone = ZoneKey(Self.database, WireZoneID.defaultName)
            let page = try await records.changes(of: zone, since: .beginning, limit: 200)
            #expect(page.records.map(\.name) == (1...7).map { "R\($0)" })
            // Another account has its own room; what was forgotten makes room again.
            #expect(try await records.removeAnswers(before: 1, limit: 10) == 0)
            #expect(try await records.removeAnswers(before: 2, limit: 5) == 5)
            #expect(try await records.removeAnswers(before: 2, limit: 5) == 2)
            for number in 8...9 { #expect(try await Self.write(number, records, now: 3) == Self.answer) }
            #expect(try await Self.write(9, records) == Self.answer)
            #expect(try await Self.write(10, records, now: 3) == Self.answer)
            #expect(try await Self.code { try await Self.write(10, records) } == .conflict)
            try await store.server.close()
        }
    }

    @Test("Up to the last moment of a day a retry has no effect, and the answer that was given", arguments: Setting.all)
    func aDay(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            try await user.zone(.create, "Notes")
            let create = [RecordOperation(.create, WireRecord(recordName: "A", recordType: "Note"))]
            let id = "4D3C0000-0000-4000-8000-000000000001"
            let first = try await user.modify(create, id: id)
            #expect(try first.read(ModifyRecordsResponse.self).records.first?.item != nil)
            #expect(try await user.one(.forceDelete, "A").item != nil)
            for wait: Int64 in [0, 24 * 60 * 60 * 1_000] {
                world.advance(milliseconds: wait)
                await world.server.housekeeping.tidy()
                #expect(try await user.modify(create, id: id).body == first.body, "\(wait)")
                #expect(try await user.lookUp(["A"]).first?.error?.serverErrorCode == .notFound)
            }
            // Then it is a new request: the name is free, so this is a new record.
            world.advance(milliseconds: 1)
            await world.server.housekeeping.tidy()
            let late = try await user.modify(create, id: id)
            #expect(late.body != first.body && late.status == 200, "\(late.text)")
            #expect(try await user.lookUp(["A"]).first?.item != nil)
        }
    }

    @Test("Changes of zones and subscriptions are kept in the same room", arguments: StoreKind.allCases)
    func others(_ kind: StoreKind) async throws {
        try await kind.with { store in
            let records = store.server.records
            for number in 1...2 { _ = try await Self.write(number, records) }
            let key = { (id: String) in RequestKey(id: id, digest: [1], room: Self.room) }
            func zones(_ id: String) async throws -> StoredAnswer {
                let operation = ModifyZonesCommand.Operation(kind: .create, name: "Z\(id)")
                return try await records.modifyZones(
                    ModifyZonesCommand(
                        database: Self.database,
                        operations: [.success(operation)],
                        request: key(id),
                        deviceID: nil,
                        now: 1,
                        answer: { _ in Self.answer }
                    )
                ).answer
            }
            func subscriptions(_ id: String) async throws -> StoredAnswer {
                try await records.modifySubscriptions(
                    ModifySubscriptionsCommand(
                        database: Self.database,
                        operations: [],
                        request: key(id),
                        now: 1,
                        answer: { _ in Self.answer }
                    )
                )
            }
            #expect(try await zones("a") == Self.answer)
            #expect(try await subscriptions("b") == Self.answer)
            #expect(try await Self.code { try await zones("a") } == .conflict)
            #expect(try await Self.code { try await subscriptions("b") } == .conflict)
            for id in ["c", "d", "e"] { #expect(try await zones(id) == Self.answer) }
            #expect(try await Self.code { try await zones("f") } == .throttled)
            #expect(try await Self.code { try await subscriptions("g") } == .throttled)
            let names = try await records.zones(of: Self.database).map(\.name)
            #expect(Set(names) == ["_defaultZone", "Za", "Zc", "Zd", "Ze"])
            try await store.server.close()
        }
    }
}
