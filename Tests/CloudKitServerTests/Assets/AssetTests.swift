import CloudKitWebServices
import Foundation
import Testing

@testable import CloudKitServer

@Suite("Assets")
struct AssetTests {
    @Test("A file is uploaded, saved and read back; the value has what the protocol says", arguments: Setting.all)
    func roundTrip(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            try await user.zone(.create, "Notes")
            let bytes = World.noise(1_000_003)
            let value = try await user.upload(bytes)
            #expect(value.size == 1_000_003 && value.receipt != nil && value.downloadURL == nil)
            let checksum = try #require(value.fileChecksum.flatMap { Data(base64Encoded: $0) })
            #expect(checksum.count == 21 && checksum.first == 1)
            #expect(value.wrappingKey.flatMap { Data(base64Encoded: $0) }?.count == 16)
            let saved = try await user.saved("N-1", photo: value)
            #expect(saved.receipt == nil && saved.fileChecksum == value.fileChecksum && saved.size == value.size)
            #expect(saved.downloadURL?.hasSuffix("/${f}") == true)
            let readings = [
                try await user.lookUp(["N-1"]).first?.item,
                try await user.changes().get().records.first?.item,
                try await user.query(
                    QueryRecordsRequest(
                        query: WireQuery(recordType: "Note"),
                        zoneID: WireZoneID(zoneName: "Notes")
                    )
                ).read(QueryRecordsResponse.self).records.first?.item,
            ]
            for reading in readings {
                let asset = try #require(reading?.fields["photo"]?.value.assets.first)
                let reply = try await user.download(asset)
                #expect(reply.status == 200 && reply.body == bytes)
                #expect(reply.headers["x-content-type-options"] == "nosniff")
            }
            // A file of no bytes, and one in the public database, which tells less of it.
            _ = try await user.saved("N-2", photo: try await user.upload([]))
            let open = try await user.upload([1, 2, 3], database: .public, zone: nil)
            let result = try await user.one(.create, "P", ["photo": .asset(open)], zone: nil, database: .public).get()
            let read = try #require(result.fields["photo"]?.value.assets.first)
            #expect(read.fileChecksum != nil && read.wrappingKey == nil && read.referenceChecksum == nil)
            #expect(try await user.download(read).body == [1, 2, 3])
        }
    }

    @Test("A form with a part called files, in pieces of any size, between other parts", arguments: Setting.inProcess)
    func multipart(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            try await user.zone(.create, "Notes")
            let content = Array("--edge\r\n\r\n--edg\r\n".utf8) + World.noise(300) + Array("\r\n--edge".utf8.dropLast())
            let head =
                "preamble\r\n--edge\r\nContent-Disposition: form-data; name=\"note\"\r\n\r\nfiles\r\n--edge  \r\n"
            let part =
                "Content-Type: image/png\r\ncontent-disposition: form-data; name=\"files\"; filename=\"a.png\"\r\n\r\n"
            let body =
                Array((head + part).utf8) + content
                + Array(
                    "\r\n--edge\r\nContent-Disposition: form-data; name=\"files\"\r\n\r\nsecond\r\n--edge--\r\nend".utf8
                )
            let headers = ["Content-Type": "multipart/form-data; charset=utf-8; boundary=\"edge\""]
            for chunk in [1, 2, 7, 64, 10_000] {
                let path = try await user.uploadPath()
                let reply = try await world.send("POST", path, body, headers: headers, chunk: chunk)
                let value = try reply.read(AssetUploadReceipt.self).singleFile
                #expect(value.size == Int64(content.count), "in pieces of \(chunk)")
                let saved = try await user.saved("N-1", photo: value)
                #expect(try await user.download(saved).body == content)
            }
            let short = Array(body.dropLast(40))
            let bad = [short, Array("--edge--".utf8), Array(String(repeating: "x", count: 50).utf8)]
            for body in bad + [Array(("--edge\r\n" + String(repeating: "x", count: 20_000)).utf8)] {
                let reply = try await world.send("POST", try await user.uploadPath(), body, headers: headers)
                #expect(reply.status == 400 && reply.error?.serverErrorCode == .badRequest)
            }
        }
    }

    @Test("Part of a file, a file that the client has, and addresses that are wrong", arguments: Setting.all)
    func ranges(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            try await user.zone(.create, "Notes")
            let bytes = World.noise(1_000)
            let asset = try await user.saved("N-1", photo: try await user.upload(bytes))
            let expected: [(String, Int, String?, [UInt8]?)] = [
                ("bytes=0-9", 206, "bytes 0-9/1000", Array(bytes[..<10])),
                ("bytes=990-", 206, "bytes 990-999/1000", Array(bytes[990...])),
                ("bytes=-10", 206, "bytes 990-999/1000", Array(bytes[990...])),
                ("bytes=500-99999", 206, "bytes 500-999/1000", Array(bytes[500...])),
                ("bytes=-5000", 206, "bytes 0-999/1000", bytes), ("bytes=1000-", 416, "bytes */1000", nil),
                ("bytes=-0", 416, "bytes */1000", nil), ("bytes=9-3", 200, nil, bytes), ("lines=1-2", 200, nil, bytes),
                ("bytes=0-1,5-6", 200, nil, bytes), ("bytes=99999999999999999999-", 200, nil, bytes),
            ]
            for (range, status, content, part) in expected {
                let reply = try await user.download(asset, headers: ["Range": range])
                #expect(reply.status == status && reply.headers["content-range"] == content, "\(range)")
                if let part { #expect(reply.body == part, "\(range)") }
            }
            let tag = try #require(try await user.download(asset).headers["etag"])
            #expect(try await user.download(asset, headers: ["If-None-Match": tag]).status == 304)
            let other = ["Range": "bytes=0-1", "If-Range": "\"other\""]
            #expect(try await user.download(asset, headers: other).body == bytes)
            var path = Array(try World.path(of: try #require(asset.downloadURL(fileName: "f"))))
            path[30] = path[30] == "A" ? "B" : "A"
            #expect(try await world.send("GET", String(path)).status == 404)
            #expect(try await world.send("POST", String(path)).status == 405)
            for path in ["/assets/download/", "/assets/download/x/y", "/assets/upload/"] {
                #expect(try await world.send(path.contains("upload") ? "POST" : "GET", path).status == 404)
            }
        }
    }

    @Test("Addresses and receipts expire", arguments: Setting.all)
    func expiry(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            try await user.zone(.create, "Notes")
            let path = try await user.uploadPath()
            world.advance(milliseconds: 15 * 60_000 - 1)
            let value = try await world.send("PUT", path, [1]).read(AssetUploadReceipt.self).singleFile
            world.advance(milliseconds: 1)
            #expect(try await world.send("POST", path, [1]).status == 404)
            let saved = try await user.saved("N-1", photo: value)
            world.advance(milliseconds: AssetReceipts.milliseconds)
            let late = try await user.one(.create, "N-2", ["photo": .asset(value)])
            #expect(late.error?.serverErrorCode == .badRequest)
            world.advance(milliseconds: 60 * 60_000)
            #expect(try await user.download(saved).status == 404)
            let fresh = try #require(try await user.lookUp(["N-1"]).first?.item?.fields["photo"]?.value.assets.first)
            #expect(try await user.download(fresh).status == 200)
        }
    }

    @Test("Only a receipt, or what the field has already, can be saved", arguments: Setting.all)
    func receipts(_ setting: Setting) async throws {
        try await setting.run { world in
            let (anna, ben) = (try await world.user("anna"), try await world.user("ben"))
            for user in [anna, ben] { try await user.zone(.create, "Notes") }
            let value = try await anna.upload([1, 2, 3])
            let read = try await anna.saved("N-1", photo: value)
            // The same value in the same field, with and without a change of another field.
            let again = try await anna.one(.forceReplace, "N-1", ["photo": .asset(read), "title": .string("x")]).get()
            #expect(again.fields["photo"]?.value.assets.first?.fileChecksum == read.fileChecksum)
            let kept = try await anna.one(.forceUpdate, "N-1", ["title": .string("y")]).get()
            #expect(try await anna.download(try #require(kept.fields["photo"]?.value.assets.first)).body == [1, 2, 3])
            var forged = value
            forged.receipt = value.receipt.map { String($0.dropLast()) + "x" }
            var swollen = value
            (swollen.size, swollen.fileChecksum) = (1, "AQ==")
            let refused: [(User, String, WireAsset)] = [
                (anna, "N-2", read), (anna, "N-1", WireAsset(fileChecksum: "AQ==", size: 3)),
                (anna, "N-1", WireAsset()),
                (anna, "N-2", forged), (ben, "N-1", value), (ben, "N-1", read),
            ]
            for (user, name, asset) in refused {
                let result = try await user.one(.forceUpdate, name, ["photo": .asset(asset)])
                #expect(result.error?.serverErrorCode == .badRequest && result.error?.recordName == name)
            }
            // What the client says beside the receipt counts for nothing.
            let trueSize = try await anna.saved("N-3", photo: swollen)
            #expect(trueSize.size == 3 && trueSize.fileChecksum == value.fileChecksum)
            let list = try await anna.one(.forceUpdate, "N-4", ["all": .assets([value, try await anna.upload([9])])])
                .get()
            let all = try #require(list.fields["all"]?.value.assets)
            #expect(try await anna.download(all[1]).body == [9])
        }
    }

    @Test("A stored file is rereferenced, item by item, into another zone too", arguments: Setting.all)
    func rereference(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            for zone in ["Notes", "Other"] { try await user.zone(.create, zone) }
            _ = try await user.saved("N-1", photo: try await user.upload([1, 2, 3]))
            let request = RereferenceAssetsRequest(
                assets: [
                    AssetField(recordName: "N-1", fieldName: "photo"),
                    AssetField(recordName: "N-1", fieldName: "title"),
                    AssetField(recordName: "N-9", fieldName: "photo"),
                ],
                zoneID: WireZoneID(zoneName: "Notes"),
                targetZoneID: WireZoneID(zoneName: "Other")
            )
            let reply = try await user.post(.rereferenceAssets, request.json())
            let answers = try reply.read(RereferenceAssetsResponse.self).assets
            #expect(answers.map { $0.error?.serverErrorCode } == [nil, .notFound, .notFound])
            let copy = try await user.saved("C", photo: try answers[0].get(), zone: "Other")
            _ = try await user.one(.forceDelete, "N-1")
            #expect(try await user.download(copy).body == [1, 2, 3])
            var nowhere = request
            nowhere.targetZoneID = WireZoneID(zoneName: "Nowhere")
            #expect(try await user.post(.rereferenceAssets, nowhere.json()).error?.serverErrorCode == .zoneNotFound)
        }
    }

    @Test("What is asked for wrongly", arguments: Setting.all)
    func badRequests(_ setting: Setting) async throws {
        try await setting.run(quota: Quota(bytes: 5_000), assetBytes: 9_000) { world in
            let user = try await world.user("anna")
            try await user.zone(.create, "Notes")
            let token = #"{"recordType":"Note","fieldName":"photo"}"#
            let many = "[" + Array(repeating: token, count: 201).joined(separator: ",") + "]"
            for (body, code) in [
                (#"{"tokens":\#(many)}"#, ServerErrorCode.badRequest), (#"{"tokens":[{}]}"#, .badRequest),
                (#"{"tokens":[\#(token)],"zoneID":{"zoneName":"Nowhere"}}"#, .zoneNotFound),
            ] {
                #expect(try await user.post(.uploadAssets, body).error?.serverErrorCode == code)
            }
            let bad = UploadAssetsRequest(tokens: [
                AssetToken(recordName: "_x", recordType: "Note", fieldName: "photo"),
                AssetToken(recordType: "9", fieldName: "photo"), AssetToken(recordType: "Note", fieldName: "photo"),
            ])
            let answers = try await user.post(.uploadAssets, bad.json()).read(UploadAssetsResponse.self).tokens
            #expect(answers.map { $0.error?.serverErrorCode } == [.badRequest, .badRequest, nil])
            let large = try await world.send("POST", try await user.uploadPath(), World.noise(200_000))
            #expect(large.status == 400 && large.error?.reason?.contains("larger than 9000") == true)
            // The quota counts the bytes of files, and lets twice as many lie on the disk.
            let value = try await user.upload(World.noise(4_500))
            _ = try await user.saved("N-1", photo: value)
            let second = try await user.one(.create, "N-2", ["photo": .asset(value)])
            #expect(second.error?.serverErrorCode == .quotaExceeded)
            _ = try await user.upload(World.noise(5_000, seed: 2))
            let full = try await world.send("POST", try await user.uploadPath(), World.noise(5_000, seed: 3))
            #expect(full.status == 413 && full.error?.serverErrorCode == .quotaExceeded)
            _ = try await user.one(.forceDelete, "N-1")
            #expect(try await user.one(.create, "N-2", ["photo": .asset(value)]).item != nil)
        }
    }
}
