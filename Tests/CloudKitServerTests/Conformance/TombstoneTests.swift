import CloudKitWebServices
import Testing

@testable import CloudKitServer

@Suite("Tombstones and the graveyard")
struct TombstoneTests {
    private static let age = World.tombstoneMilliseconds

    @Test("A tombstone stays for its time, and then its name goes to the graveyard", arguments: Setting.inProcess)
    func pruning(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            try await user.zone(.create, "Notes")
            let tag = try await user.saved("old").recordChangeTag
            for name in ["young", "kept"] { _ = try await user.saved(name) }
            let before = try await user.changes().get().syncToken
            _ = try await user.one(.forceDelete, "old")
            let between = try await user.changes().get().syncToken
            world.advance(milliseconds: 1_000)
            _ = try await user.one(.forceDelete, "young")
            let after = try await user.changes().get().syncToken

            world.advance(milliseconds: Self.age - 1_000)
            await world.server.housekeeping.tidy()
            #expect(try await user.changes(before).get().records.count == 2)
            world.advance(milliseconds: 1)
            await world.server.housekeeping.tidy()

            // Who has not seen the deletion must begin anew; who has goes on.
            let expired = try await user.changes(before)
            #expect(expired.error?.serverErrorCode == .changeTokenExpired)
            #expect(try await user.changes(between).get().records.compactMap(\.item?.recordName) == ["young"])
            #expect(try await user.changes(after).get().records.isEmpty)
            // A first fetch shows neither.
            #expect(try await user.allChanges().records.map(\.recordName) == ["kept"])

            // The name is remembered: an old version does not come back by itself, a new record may.
            for name in ["old", "young"] {
                let error = try await user.one(.update, name, tag: tag).error
                #expect(error?.serverErrorCode == .notFound && error?.wasDeleted == true, "\(name)")
            }
            #expect(try await user.one(.update, "never", tag: tag).error?.wasDeleted == false)
            #expect(try await user.one(.delete, "old", tag: tag).error?.wasDeleted == true)
            let lookedUp = try await user.lookUp(["young", "never", "kept"]).map { $0.error?.wasDeleted }
            #expect(lookedUp == [true, false, nil])
            #expect(try await user.one(.create, "old").item != nil)
            #expect(try await user.changes(after).get().records.compactMap(\.item?.recordName) == ["old"])
            #expect(try await world.records.verify().isClean)
        }
    }

    @Test("What is not found says when and on which device it was deleted", arguments: Setting.inProcess)
    func stamps(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            try await user.zone(.create, "Notes")
            func delete(_ name: String, at milliseconds: Int64?) async throws {
                var record = WireRecord(recordName: name, recordType: "Note")
                record.deletion = milliseconds.map {
                    WireDeletion(timestamp: WireTimestamp(milliseconds: $0), deviceID: "phone")
                }
                _ = try await user.modify([RecordOperation(.forceDelete, record)], zone: "Notes", database: .private)
            }
            func said(of name: String) async throws -> [Int64?] {
                let updated = try await user.one(.update, name, tag: "1").error
                let lookedUp = try await user.lookUp([name]).first?.error
                #expect(updated?.wasDeleted == true && lookedUp?.wasDeleted == true, "\(name)")
                #expect([updated, lookedUp].allSatisfy { ($0?.deletion?.deviceID ?? "phone") == "phone" })
                return [updated, lookedUp].map { $0?.deletion?.timestamp.milliseconds }
            }
            for name in ["stamped", "bare"] { _ = try await user.saved(name) }
            try await delete("stamped", at: 77)
            try await delete("bare", at: nil)
            #expect(try await said(of: "stamped") == [77, 77])
            #expect(try await said(of: "bare") == [nil, nil])
            // What goes along with a record was deleted by the same device at the same time.
            _ = try await user.saved("owner")
            let owner = WireValue.reference(WireReference(recordName: "owner", action: .deleteSelf))
            _ = try await user.saved("member", ["owner": owner])
            try await delete("owner", at: 78)
            #expect(try await said(of: "member") == [78, 78])
            world.advance(milliseconds: Self.age + 1)
            #expect(try await world.records.pruneTombstones(before: world.now - Self.age, limit: 9) == 4)
            #expect(try await said(of: "stamped") == [77, 77])
            #expect(try await said(of: "member") == [78, 78])
            #expect(try await said(of: "bare") == [nil, nil])
            // Of a record that lived again the last deletion counts, before it is pruned and after.
            _ = try await user.one(.create, "stamped").get()
            try await delete("stamped", at: 99)
            #expect(try await said(of: "stamped") == [99, 99])
            world.advance(milliseconds: Self.age + 1)
            #expect(try await world.records.pruneTombstones(before: world.now - Self.age, limit: 9) == 1)
            #expect(try await said(of: "stamped") == [99, 99])
        }
    }

    @Test("A first fetch of many pages goes on though tombstones are pruned meanwhile", arguments: Setting.inProcess)
    func pruningDuringFirstFetch(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            try await user.zone(.create, "Notes")
            for number in 0..<6 { _ = try await user.saved("R\(number)") }
            for name in ["R4", "R5"] { _ = try await user.one(.forceDelete, name) }
            let page = try await user.changes(limit: 2).get()
            world.advance(milliseconds: Self.age + 1)
            #expect(try await world.records.pruneTombstones(before: world.now - Self.age, limit: 1) == 1)
            #expect(try await world.records.pruneTombstones(before: world.now - Self.age, limit: 9) == 1)
            #expect(try await world.records.pruneTombstones(before: world.now - Self.age, limit: 9) == 0)
            let rest = try await user.allChanges(page.syncToken, limit: 2)
            #expect(
                page.records.compactMap(\.item?.recordName) + rest.records.compactMap(\.recordName)
                    == ["R0", "R1", "R2", "R3"]
            )
            // Pruned after its first page: a deletion that it has not been shown makes it begin anew.
            let again = try await user.changes(limit: 2).get()
            _ = try await user.one(.forceDelete, "R0")
            world.advance(milliseconds: Self.age + 1)
            _ = try await world.records.pruneTombstones(before: world.now - Self.age, limit: 9)
            #expect(try await user.changes(again.syncToken).error?.serverErrorCode == .changeTokenExpired)
        }
    }

    @Test("A name that was deleted, pruned, made anew and deleted again", arguments: Setting.inProcess)
    func again(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            try await user.zone(.create, "Notes")
            for _ in 0..<2 {
                _ = try await user.one(.create, "A").get()
                _ = try await user.one(.forceDelete, "A")
                world.advance(milliseconds: Self.age + 1)
                #expect(try await world.records.pruneTombstones(before: world.now - Self.age, limit: 9) == 1)
            }
            #expect(try await user.one(.update, "A", tag: "1").error?.wasDeleted == true)
            // A zone that is made anew has forgotten them.
            try await user.zone(.delete, "Notes")
            try await user.zone(.create, "Notes")
            #expect(try await user.one(.update, "A", tag: "1").error?.wasDeleted == false)
            #expect(try await world.records.verify().isClean)
        }
    }

    @Test("All tokens expire in a new life, and no two lives are the same", arguments: Setting.inProcess)
    func epochs(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            try await user.zone(.create, "Notes")
            _ = try await user.saved("A")
            var tokens = [try await user.changes().get().syncToken]
            for _ in 0..<2 {
                world.advance(milliseconds: 1)
                try await world.records.raiseEpochs(now: world.now)
                for token in tokens {
                    #expect(try await user.changes(token).error?.serverErrorCode == .changeTokenExpired)
                }
                tokens.append(try await user.changes().get().syncToken)
            }
            #expect(Set(tokens).count == 3)
            let zones = try await user.post(.databaseChanges, "{}").read(DatabaseChangesResponse.self)
            world.advance(milliseconds: 1)
            try await world.records.raiseEpochs(now: world.now)
            let request = DatabaseChangesRequest(syncToken: zones.syncToken)
            let expired = try await user.post(.databaseChanges, request.json())
            #expect(expired.error?.serverErrorCode == .changeTokenExpired)
        }
    }

    @Test("No change tag is given out twice, also where a store has forgotten changes", arguments: Setting.inProcess)
    func tags(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            try await user.zone(.create, "Notes")
            var last = try Self.number(try await user.saved("A"))
            // As after a backup of that moment is put back, with all that was stored since gone.
            for lost in [1, 15_000] {
                world.advance(milliseconds: 1_000)
                try await world.records.raiseEpochs(now: world.now)
                let next = try Self.number(try await user.saved("A\(lost)"))
                #expect(next > last + Int64(lost))
                last = next
            }
            // The copy knew nothing of a zone, nor of a person's whole database.
            try await user.zone(.create, "Others")
            #expect(try Self.number(try await user.saved("A", zone: "Others")) > last - 16_000)
            let other = try await world.user("ben")
            try await other.zone(.create, "Notes")
            #expect(try Self.number(try await other.saved("A")) > last - 16_000)
        }
    }

    private static func number(_ record: WireRecord) throws -> Int64 {
        try #require(record.recordChangeTag.flatMap { Int64($0, radix: 36) })
    }
}
