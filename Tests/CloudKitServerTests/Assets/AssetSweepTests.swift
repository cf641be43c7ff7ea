import CloudKitWebServices
import Foundation
import Testing

@testable import CloudKitServer

@Suite("The sweep of assets")
struct AssetSweepTests {
    private static func sweep(_ world: World) async throws -> Int {
        let service = world.server.service
        return try await AssetSweep(
            assets: service.assets,
            records: service.records,
            surroundings: service.surroundings
        ).run()
    }

    private static let old = AssetFolder.orphanMilliseconds + 1

    @Test("What no record holds goes, once it is old; what one holds stays", arguments: Setting.inProcess)
    func orphans(_ setting: Setting) async throws {
        try await setting.run { world in
            let (anna, ben) = (try await world.user("anna"), try await world.user("ben"))
            for user in [anna, ben] { try await user.zone(.create, "Notes") }
            let held = try await anna.saved("N-1", photo: try await anna.upload([1]))
            _ = try await ben.saved("N-1", photo: try await ben.upload([2]))
            _ = try await anna.upload([2])
            #expect(try await Self.sweep(world) == 0)
            world.advance(milliseconds: Self.old)
            // Ben's equal file is his own: that he holds it keeps nobody else's.
            #expect(try await Self.sweep(world) == 1)
            #expect(try await Self.sweep(world) == 0)
            let fresh = try #require(try await anna.lookUp(["N-1"]).first?.item?.fields["photo"]?.value.assets.first)
            #expect(fresh.fileChecksum == held.fileChecksum)
            #expect(try await anna.download(fresh).body == [1])
            _ = try await anna.one(.forceUpdate, "N-1", ["photo": .null()])
            #expect(try await Self.sweep(world) == 1)
            #expect(try await anna.download(fresh).status == 404)
        }
    }

    @Test(
        "A rereference, or the same bytes once more, keeps a file for whoever is about to save it",
        arguments: Setting.inProcess
    )
    func kept(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            try await user.zone(.create, "Notes")
            _ = try await user.saved("N-1", photo: try await user.upload([1]))
            _ = try await user.upload([2])
            world.advance(milliseconds: Self.old)
            let request = RereferenceAssetsRequest(
                assets: [AssetField(recordName: "N-1", fieldName: "photo")],
                zoneID: WireZoneID(zoneName: "Notes")
            )
            let reply = try await user.post(.rereferenceAssets, request.json())
            let value = try #require(try reply.read(RereferenceAssetsResponse.self).assets.first).get()
            let second = try await user.upload([2])
            _ = try await user.one(.forceDelete, "N-1")
            #expect(try await Self.sweep(world) == 0)
            #expect(try await user.download(try await user.saved("N-2", photo: value)).body == [1])
            #expect(try await user.download(try await user.saved("N-3", photo: second)).body == [2])
        }
    }

    @Test("More records with files than are read at once", arguments: Setting.inProcess)
    func pages(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            for zone in ["Notes", "Other"] { try await user.zone(.create, zone) }
            for place in 0..<7 {
                let value = try await user.upload([UInt8(place)])
                _ = try await user.saved("N-\(place)", photo: value, zone: place % 2 == 0 ? "Notes" : "Other")
                _ = try await user.saved("T-\(place)", ["title": .string("\"ASSETID\"")])
            }
            // A text that looks like a file is looked at too, and found to be none.
            let store = world.server.service.records
            let account = try #require(world.server.service.assets.accounts().first)
            var (found, position, pages) = (Set<StoredAsset>(), AssetPage.Position?.none, 0)
            repeat {
                let page = try await store.assets(of: account, after: position, limit: 3)
                found.formUnion(page.assets)
                (position, pages) = (page.next, pages + 1)
            } while position != nil
            #expect(found.count == 7 && pages == 5)
        }
    }

    @Test(
        "An upload that broke off leaves nothing, and what a lost process left is swept",
        arguments: Setting.inProcess
    )
    func broken(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            try await user.zone(.create, "Notes")
            let reply = try await world.send(
                "POST",
                try await user.uploadPath(),
                Array("--e\r\nContent-Disposition: form-data; name=\"files\"\r\n\r\nhalf".utf8),
                headers: ["Content-Type": "multipart/form-data; boundary=e"]
            )
            #expect(reply.status == 400)
            let assets = world.server.service.assets
            let account = try #require(assets.accounts().first)
            let folder = assets.path(of: account) + "/incoming"
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
            let now = world.server.service.surroundings.now()
            try Data([1]).write(to: URL(filePath: "\(folder)/\(now)-lost"))
            #expect(try await Self.sweep(world) == 0)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 1)
            world.advance(milliseconds: Self.old)
            _ = try await Self.sweep(world)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
            try assets.removeAll(of: account)
            #expect(assets.accounts().isEmpty)
        }
    }
}
