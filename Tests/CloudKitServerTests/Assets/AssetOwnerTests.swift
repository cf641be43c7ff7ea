import CloudKitWebServices
import Foundation
import Testing

@testable import CloudKitServer

@Suite("Whose files lie in the folder of assets")
struct AssetOwnerTests {
    private static let old = AssetFolder.orphanMilliseconds + 1

    private static func sweep(_ world: World) async throws -> Int {
        let service = world.server.service
        return try await AssetSweep(
            assets: service.assets,
            records: service.records,
            surroundings: service.surroundings
        ).run()
    }

    /// The file that says whose they are.
    private static func mark(_ world: World) -> String {
        "\(world.store.folder)/assets/\(AssetFolder.ownerName)"
    }

    /// The stored files of an account.
    private static func files(of account: AccountID, _ world: World) throws -> [String] {
        let path = world.server.service.assets.path(of: account)
        guard FileManager.default.fileExists(atPath: path) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: path)
            .filter { $0.utf8.count == 2 * StoredAsset.digestLength }
    }

    @Test("Another store's files are neither swept nor served over", arguments: Setting.inProcess)
    func foreign(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            try await user.zone(.create, "Notes")
            _ = try await user.upload([1])
            let id = try await world.server.accounts.account(named: "anna").id
            world.advance(milliseconds: Self.old)
            try Data("another\n".utf8).write(to: URL(filePath: Self.mark(world)))
            await #expect(throws: UnknownOwner.self) { try await Self.sweep(world) }
            let path = world.store.folder + "/assets"
            #expect(throws: ForeignAssets(path: path)) { _ = try world.server.application(Listening()) }
            try await world.server.accounts.delete(name: "anna")
            #expect(try Self.files(of: id, world).count == 1)
        }
    }

    @Test("Files of nobody knows whom stay until somebody says whose they are", arguments: Setting.inProcess)
    func unmarked(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            try await user.zone(.create, "Notes")
            _ = try await user.upload([1])
            world.advance(milliseconds: Self.old)
            let name = try Data(contentsOf: URL(filePath: Self.mark(world)))
            try FileManager.default.removeItem(atPath: Self.mark(world))
            _ = try world.server.application(Listening())
            await #expect(throws: UnknownOwner.self) { try await Self.sweep(world) }
            try name.write(to: URL(filePath: Self.mark(world)))
            #expect(try await Self.sweep(world) == 1)
        }
    }

    @Test("A new folder belongs to the store that serves over it first", arguments: Setting.inProcess)
    func claimed(_ setting: Setting) async throws {
        try await setting.run { world in
            let assets = world.server.service.assets
            let claims = [try assets.claim(), try assets.claim()]
            #expect(claims == [true, true])
            let own = (try assets.isOwn(), try assets.isForeign())
            #expect(own == (true, false))
            let other = assets.belonging(to: Sealer(secret: [UInt8](repeating: 7, count: Sealer.secretLength)))
            #expect(throws: ForeignAssets.self) { _ = try other.claim() }
            let foreign = (try other.isOwn(), try other.isForeign())
            #expect(foreign == (false, true))
        }
    }

    @Test("A deleted account's files go with it, and its addresses are no use any more", arguments: Setting.all)
    func deleted(_ setting: Setting) async throws {
        try await setting.run { world in
            let (anna, ben) = (try await world.user("anna"), try await world.user("ben"))
            for user in [anna, ben] { try await user.zone(.create, "Notes") }
            let photo = try await anna.saved("N-1", photo: try await anna.upload([1]))
            let kept = try await ben.saved("N-1", photo: try await ben.upload([1]))
            let upload = try await anna.uploadPath()
            let id = try await world.server.accounts.account(named: "anna").id
            #expect(try Self.files(of: id, world).count == 1)
            try await world.server.accounts.delete(name: "anna")
            #expect(try Self.files(of: id, world).isEmpty)
            #expect(try await anna.download(photo).status == 404)
            #expect(try await world.send("POST", upload, [2]).status == 404)
            #expect(try Self.files(of: id, world).isEmpty)
            #expect(try await ben.download(kept).body == [1])
        }
    }

    @Test("A disabled account's addresses are no use until it is enabled again", arguments: Setting.inProcess)
    func disabled(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            try await user.zone(.create, "Notes")
            let photo = try await user.saved("N-1", photo: try await user.upload([1]))
            let upload = try await user.uploadPath()
            try await world.server.accounts.setEnabled(false, name: "anna")
            #expect(try await user.download(photo).status == 404)
            #expect(try await world.send("POST", upload, [2]).status == 404)
            try await world.server.accounts.setEnabled(true, name: "anna")
            #expect(try await user.download(photo).body == [1])
            #expect(try await world.send("POST", upload, [2]).status == 200)
        }
    }
}
