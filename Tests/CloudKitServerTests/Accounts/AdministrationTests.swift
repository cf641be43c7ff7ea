import CloudKitWebServices
import Foundation
import GRDB
import Testing

@testable import CloudKitServer

@Suite("Administration of accounts")
struct AdministrationTests {
    private static func fill(_ user: User) async throws {
        try await user.zone(.create, "Notes")
        _ = try await user.saved("A", ["title": .string("a \"quoted\" word")])
        _ = try await user.saved("B")
        _ = try await user.one(.forceDelete, "B")
        _ = try await user.saved("D", zone: nil)
        let subscription = WireSubscription(subscriptionID: "all", subscriptionType: .database)
        let request = ModifySubscriptionsRequest(operations: [SubscriptionOperation(.create, subscription)])
        _ = try await user.post(.modifySubscriptions, request.json())
    }

    @Test("Everything is exported", arguments: Setting.all)
    func export(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            try await Self.fill(user)
            try await Self.fill(try await world.user("ben"))
            var lines: [[String: Any]] = []
            try await world.server.export.run(name: "ANNA") { line in
                #expect(line.bytes.last == 0x0A)
                let object = try JSONSerialization.jsonObject(with: Data(line.bytes))
                lines.append(object as? [String: Any] ?? [:])
            }
            let kinds = lines.compactMap { $0["kind"] as? String }
            #expect(kinds == ["account", "zone", "record", "zone", "record", "subscription"])
            #expect(lines[0]["name"] as? String == "anna" && lines[0]["password"] == nil)
            let records = lines.compactMap { $0["record"] as? [String: Any] }
            #expect(Set(records.compactMap { $0["recordName"] as? String }) == ["A", "D"])
            #expect(lines.dropFirst().allSatisfy { $0["container"] as? String == World.container })
            await #expect(throws: AccountError.unknownName) {
                try await world.server.export.run(name: "nobody") { _ in }
            }
        }
    }

    @Test("A deleted account leaves nothing behind, and nobody else loses anything", arguments: Setting.all)
    func delete(_ setting: Setting) async throws {
        try await setting.run { world in
            let (anna, ben) = (try await world.user("anna"), try await world.user("ben"))
            for user in [anna, ben] { try await Self.fill(user) }
            let id = try await world.server.accounts.account(named: "anna").id
            try await world.server.accounts.delete(name: "anna")
            let left = try await world.store.file?.pool.read { db in
                let sql = """
                    SELECT master.name FROM sqlite_master AS master JOIN pragma_table_info(master.name) AS field
                    WHERE master.type = 'table' AND field.name = 'account_id'
                    """
                let tables = try String.fetchAll(db, sql: sql)
                #expect(tables.contains("record") && tables.contains("session") && tables.count > 8)
                return try tables.filter { table in
                    let sql = "SELECT 1 FROM \(table.quotedDatabaseIdentifier) WHERE account_id = ?"
                    return try Row.fetchOne(db, sql: sql, arguments: [id.rawValue]) != nil
                }
            }
            #expect((left ?? []) == [])
            #expect(try await world.records.databases(of: id) == [])
            #expect(try await anna.post(.listZones, "{}").status == 421)
            #expect(try await ben.lookUp(["A"]).first?.item != nil)
        }
    }

    @Test("Disabled, enabled, and with another password", arguments: Setting.all)
    func disable(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            let accounts = world.server.accounts
            try await accounts.setEnabled(false, name: "Anna")
            #expect(try await user.post(.listZones, "{}").status == 421)
            await #expect(throws: AccountError.unknownName) {
                try await accounts.signIn(name: "anna", container: World.container)
            }
            try await accounts.setEnabled(true, name: "anna")
            #expect(try await user.post(.listZones, "{}").status == 421, "its sign-ins are gone for good")
            try await accounts.setPassword("another password", name: "anna")
            #expect(try await accounts.account(named: "anna").password.matches("another password"))
        }
    }

    @Test("All accounts are listed, however many")
    func list() async throws {
        try await Setting.embedded.run { world in
            for number in 0..<501 {
                let id = AccountID(rawValue: Int64(number) * 7 + 1)
                let hash = PasswordHash(text: "none")
                try await world.accounts.add(
                    Account(id: id, name: "n\(number)", password: hash, created: 0)
                )
            }
            var names: Set<String> = []
            try await world.server.accounts.forEach { names.insert($0.name) }
            #expect(names.count == 501)
        }
    }
}
