import CloudKitWebServices
import Testing

@testable import CloudKitServer

extension User {
    /// Asks for an address, as a path, to upload the file of a field to.
    func uploadPath(
        _ record: String? = "N-1",
        field: String = "photo",
        zone: String? = "Notes",
        database: DatabaseScope = .private
    ) async throws -> String {
        let request = UploadAssetsRequest(
            tokens: [AssetToken(recordName: record, recordType: "Note", fieldName: field)],
            zoneID: zone.map { WireZoneID(zoneName: $0) }
        )
        let reply = try await post(.uploadAssets, request.json(), in: database)
        let token = try #require(try reply.read(UploadAssetsResponse.self).tokens.first).get()
        #expect(token.fieldName == field && (record == nil || token.recordName == record))
        return try World.path(of: token.url)
    }

    /// Uploads a file, and returns the value to save.
    func upload(_ bytes: [UInt8], database: DatabaseScope = .private, zone: String? = "Notes") async throws -> WireAsset
    {
        let path = try await uploadPath(zone: zone, database: database)
        let reply = try await world.send("POST", path, bytes)
        #expect(reply.status == 200, "\(reply.text)")
        return try reply.read(AssetUploadReceipt.self).singleFile
    }

    /// Saves a record with a file.
    func saved(_ name: String, photo: WireAsset, zone: String? = "Notes") async throws -> WireAsset {
        let record = try await saved(name, ["photo": .asset(photo)], zone: zone)
        return try #require(record.fields["photo"]?.value.assets.first)
    }

    /// The bytes of a value that was read.
    func download(_ asset: WireAsset, headers: [String: String] = [:]) async throws -> Reply {
        let url = try #require(asset.downloadURL(fileName: "a photo/of ä.png"))
        return try await world.send("GET", try World.path(of: url), headers: headers)
    }
}

extension World {
    /// The path and query of an address of this server.
    static func path(of url: String) throws -> String {
        let rest = try #require(url.firstRange(of: "//")).upperBound
        let slash = try #require(url[rest...].firstIndex(of: "/"))
        return String(url[slash...])
    }

    /// Bytes that compress badly and repeat nowhere soon.
    static func noise(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
        var generator = SeededGenerator(seed: seed)
        return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }
}
