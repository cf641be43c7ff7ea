import CloudKitWebServices
import Foundation
import GRDB
import Testing

@testable import CloudKitServer

/// A store as its first version left it, with a row in each table.
enum FirstTables {
    static let account = AccountID(rawValue: 7)
    static let apiToken = String(repeating: "ab", count: 32)
    static let secret = [UInt8](repeating: 0x5E, count: Sealer.secretLength)
    static let session = [UInt8](repeating: 0xC1, count: 32)
    static let request = RequestKey(
        id: "4d3c0000-0000-0000-0000-000000000000",
        digest: [1, 2],
        room: AnswerRoom(bytes: 100)
    )
    static let database = DatabaseKey(account: account, container: World.container, environment: .development)
    static let fields = #"{"s":{"value":"x","type":"STRING"}}"#
    static let reference = #"{"r":{"value":{"recordName":"A","action":"DELETE_SELF"},"type":"REFERENCE"}}"#
    static let photo = StoredAsset(digest: [UInt8](repeating: 9, count: StoredAsset.digestLength), size: 12)
    static let subscription = #"{"subscriptionID":"all","subscriptionType":"database"}"#

    /// The rows, with bytes as SQLite writes them.
    private static var rows: [String] {
        let owner = database.schemaOwner.rawValue
        let photo = String(decoding: (["p": .asset(photo.wire)] as WireFields).json(), as: UTF8.self)
        let live = [("A", 1, fields), ("R", 2, reference), ("P", 4, photo)]
        let bytes = live.reduce(0) { $0 + 1 + "Note".utf8.count + $1.2.utf8.count } + Int(self.photo.size)
        let stamps = "5, '_u', 'phone', 6, '_u', 'laptop'"
        let types = [("", ""), ("s", "STRING"), ("r", "REFERENCE"), ("p", "ASSETID")]
        return [
            "INSERT INTO setting VALUES ('secret', \(hex(secret)))",
            "INSERT INTO account VALUES (7, 'anna', 'none', true, 3)",
            "INSERT INTO session VALUES (7, \(hex(session)), '\(World.container)', 4, 9000000000000)",
            """
            INSERT INTO api_token (token_hash, container, origins, created_ms) VALUES
            (\(hex(Accounts.hash(ofAPIToken: apiToken))), '\(World.container)', 'https://a.example', 5)
            """,
            "INSERT INTO server_key VALUES ('key', '\(World.container)', 'pem', 6)",
            "INSERT INTO database VALUES (7, 1, '\(World.container)', 'development', 5, 1, \(bytes), 3)",
            "INSERT INTO zone VALUES (7, 1, 1, 'Notes', 4, 1, 0, \(bytes), 3, 5, false)",
            "INSERT INTO graveyard VALUES (7, 1, 'G')", "INSERT INTO reference VALUES (7, 1, 'A', 'R')",
            """
            INSERT INTO record VALUES (7, 1, 'T', 3, true, 'Note', \(hex(Array("{}".utf8))), NULL, \(stamps),
            \(hex(Array(#"{"timestamp":8,"deviceID":"phone"}"#.utf8))))
            """,
            "INSERT INTO subscription VALUES (7, 1, 'all', \(hex(Array(subscription.utf8))))",
            "INSERT INTO answer VALUES (7, '\(request.id)', \(hex(request.digest)), 200, \(hex([0x7B, 0x7D])), 9)",
        ]
            + live.map { name, sequence, fields in
                """
                INSERT INTO record VALUES (7, 1, '\(name)', \(sequence), false, 'Note', \(hex(Array(fields.utf8))), NULL,
                \(stamps), NULL)
                """
            }
            + types.map { field, type in
                """
                INSERT INTO record_field VALUES (\(owner), '\(World.container)', 'development', 'Note', '\(field)',
                '\(type)')
                """
            }
    }

    private static func hex(_ bytes: [UInt8]) -> String { "x'\(bytes.hexadecimal)'" }

    /// Makes the store where a version of today is going to open it.
    static func make(_ kind: StoreKind, _ place: String) async throws {
        switch kind {
        case .embedded:
            let queue = try DatabaseQueue(path: place)
            try await queue.write { db in
                try db.execute(sql: sqlite)
                for row in rows { try db.execute(sql: row) }
            }
            try queue.close()
        case .postgreSQL:
            let rows = rows.map { $0.replacing("x'", with: "'\\x") }
            try await PostgreSQLServer.run(place) { db in
                try db.run(script: postgreSQL + rows.joined(separator: ";"))
            }
        }
    }
}
