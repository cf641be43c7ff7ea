import CloudKitWebServices
import Foundation
import Testing

@testable import CloudKitServer

@Suite("An account's export into a folder")
struct ExportTests {
    private static func lines(_ folder: TestFolder) throws -> [[String: Any]] {
        try String(contentsOfFile: folder.path + "/copy/account.jsonl", encoding: .utf8).split(separator: "\n").map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
    }

    /// The bytes beside the lines, by record, in the order of the files.
    private static func files(_ folder: TestFolder) throws -> [String: [[UInt8]?]] {
        var files: [String: [[UInt8]?]] = [:]
        for line in try lines(folder) {
            guard let name = (line["record"] as? [String: Any])?["recordName"] as? String else { continue }
            files[name] = try (line["files"] as? [[String: Any]] ?? []).map { file in
                guard let path = file["file"] as? String else { return nil }
                let bytes = try Data(contentsOf: URL(filePath: folder.path + "/copy/" + path))
                #expect(file["size"] as? Int == bytes.count && (file["fieldName"] as? String)?.isEmpty == false)
                return Array(bytes)
            }
        }
        return files
    }

    @Test("Every file comes along, byte for byte, in every zone and list", arguments: Setting.all)
    func bytes(_ setting: Setting) async throws {
        try await setting.run { world in
            let folder = try TestFolder()
            defer { folder.remove() }
            let (anna, ben) = (try await world.user("anna"), try await world.user("ben"))
            for user in [anna, ben] { try await user.zone(.create, "Notes") }
            let large = World.noise(3 * AssetSlice.chunk + 7)
            _ = try await anna.saved("N-1", photo: try await anna.upload(large))
            _ = try await anna.saved("N-2", photo: try await anna.upload(large))
            let list = [try await anna.upload([1]), try await anna.upload([])]
            _ = try await anna.saved("N-3", ["photos": .assets(list)])
            _ = try await anna.saved("N-4", ["title": .string("none")])
            _ = try await ben.saved("N-9", photo: try await ben.upload([9]))
            let path = folder.path + "/copy"
            let summary = try await world.server.export.run(name: "anna", into: path)
            #expect(summary.records == 4 && summary.files == 4 && summary.lost == 0)
            let files = try Self.files(folder)
            #expect(files == ["N-1": [large], "N-2": [large], "N-3": [[1], []], "N-4": []])
            #expect(try Self.lines(folder).first?["name"] as? String == "anna")
            let names = try FileManager.default.contentsOfDirectory(atPath: path + "/assets")
            #expect(names.count == 3 && names.allSatisfy { $0.utf8.count == 2 * StoredAsset.digestLength })
            #expect(try FileManager.default.contentsOfDirectory(atPath: path).sorted() == ["account.jsonl", "assets"])
            await #expect(throws: ExportError.isNotEmpty(path)) {
                try await world.server.export.run(name: "anna", into: path)
            }
            await #expect(throws: AccountError.unknownName) {
                try await world.server.export.run(name: "nobody", into: folder.path + "/other")
            }
            #expect(!FileManager.default.fileExists(atPath: folder.path + "/other"))
        }
    }

    @Test("Of public databases, what the account created and subscribed to, and nobody else's", arguments: Setting.all)
    func publicDatabases(_ setting: Setting) async throws {
        try await setting.run { world in
            let folder = try TestFolder()
            defer { folder.remove() }
            let (anna, ben) = (try await world.user("anna"), try await world.user("ben"))
            for (user, letter) in [(anna, "A"), (ben, "B")] {
                for number in 0..<3 {
                    let photo = try await user.upload([UInt8(number)], database: .public, zone: nil)
                    let fields: WireFields = ["photo": .asset(photo)]
                    _ = try await user.one(.create, "\(letter)-\(number)", fields, zone: nil, database: .public).get()
                }
                let query = WireSubscription(
                    subscriptionID: "notes",
                    subscriptionType: .query,
                    query: WireQuery(recordType: "Note"),
                    firesOn: [.create]
                )
                #expect(try await user.modifySubscription(.create, query, in: .public).item != nil)
            }
            // What others change stays the creator's; what is gone is gone.
            let key = DatabaseKey(publicIn: World.container, environment: .development).schema
            try await world.records.changeSchema(of: key) { schema in
                var schema = schema
                schema.types["Note"]?.grants = [
                    SchemaGrant(permissions: ["READ", "WRITE"], role: SchemaRights.signedIn)
                ]
                return schema
            }
            let title: WireFields = ["title": .string("Ben was here")]
            _ = try await ben.one(.forceUpdate, "A-0", title, zone: nil, database: .public).get()
            _ = try await ben.one(.forceDelete, "A-1", zone: nil, database: .public).get()
            let summary = try await world.server.export.run(name: "anna", into: folder.path + "/copy")
            #expect(summary.records == 2 && summary.files == 2 && summary.lost == 0)
            #expect(try Self.files(folder) == ["A-0": [[0]], "A-2": [[2]]])
            let lines = try Self.lines(folder).dropFirst()
            #expect(lines.compactMap { $0["kind"] as? String } == ["record", "record", "subscription"])
            #expect(lines.allSatisfy { $0["database"] as? String == "public" })
            let all = try lines.map { try JSONSerialization.data(withJSONObject: $0) }.map {
                String(decoding: $0, as: UTF8.self)
            }
            #expect(all.contains { $0.contains("Ben was here") })
        }
    }

    @Test("A file that is gone or damaged is named, and the rest is written", arguments: Setting.inProcess)
    func lost(_ setting: Setting) async throws {
        try await setting.run { world in
            let folder = try TestFolder()
            defer { folder.remove() }
            let user = try await world.user("anna")
            try await user.zone(.create, "Notes")
            for (name, byte) in [("gone", UInt8(1)), ("damaged", 2), ("whole", 3)] {
                _ = try await user.saved(name, photo: try await user.upload([byte]))
            }
            let assets = world.server.service.assets
            let account = try await world.server.accounts.account(named: "anna").id
            for name in try FileManager.default.contentsOfDirectory(atPath: assets.path(of: account)) {
                let file = URL(filePath: "\(assets.path(of: account))/\(name)")
                guard let bytes = try? Data(contentsOf: file), bytes.count == 1 else { continue }
                if bytes == Data([1]) { try FileManager.default.removeItem(at: file) }
                if bytes == Data([2]) { try Data([7]).write(to: file) }
            }
            let summary = try await world.server.export.run(name: "anna", into: folder.path + "/copy")
            #expect(summary.records == 3 && summary.files == 3 && summary.lost == 2)
            #expect(try Self.files(folder) == ["gone": [nil], "damaged": [nil], "whole": [[3]]])
            let files = try Self.lines(folder).flatMap { $0["files"] as? [[String: Any]] ?? [] }
            #expect(files.count { $0["isLost"] as? Bool == true } == 2)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/copy/assets").count == 1)
        }
    }
}
