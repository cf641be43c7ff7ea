import CloudKitWebServices
import Foundation
import Testing

@testable import CloudKitServer

/// Two people have things of the same names; what one was given is sent to where the other's real things are.
@Suite("What belongs to another is worth nothing beside one's own things")
struct ForeignThingsTests {
    private static let names = ["A", "B", "C"]

    /// Anna and Ben, each with a zone and records that have the same names.
    private static func twins(_ world: World) async throws -> (anna: User, ben: User) {
        let users = (anna: try await world.user("anna"), ben: try await world.user("ben"))
        for (user, title) in [(users.anna, "treasure"), (users.ben, "own")] {
            try await user.zone(.create, "Notes")
            for name in names { _ = try await user.saved(name, ["title": .string(title)]) }
        }
        return users
    }

    /// An answer without what differs from one to the next by itself.
    private static func meaning(_ reply: Reply) -> String {
        "\(reply.status) " + reply.text.replacing(/"uuid":"[^"]*"/, with: "")
    }

    /// With one letter in the middle changed.
    private static func forged(_ token: String) -> String {
        var bytes = Array(token.utf8)
        let place = bytes.count / 2
        bytes[place] = bytes[place] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
        return String(decoding: bytes, as: UTF8.self)
    }

    // MARK: - Tokens

    private struct Continuation: Sendable {
        let endpoint: ServiceEndpoint
        /// What asks on from TOKEN; with nothing in its place it asks from the beginning.
        let body: String
        /// The key of the token, in questions and answers.
        let key: String

        func filled(_ token: String?) -> String {
            body.replacing("TOKEN", with: token.map { #","\#(key)":"\#($0)""# } ?? "")
        }

        /// A token that an account was given.
        func token(of user: User) async throws -> String {
            let reply = try await user.post(endpoint, filled(nil))
            // The last of them: zones that are listed have tokens of their own.
            let parts = reply.text.components(separatedBy: #""\#(key)":""#)
            try #require(parts.count > 1, "\(reply.text)")
            return parts[parts.count - 1].components(separatedBy: "\"")[0]
        }
    }

    private static let continuations = [
        Continuation(
            endpoint: .zoneChanges,
            body: #"{"zones":[{"zoneID":{"zoneName":"Notes"}TOKEN}]}"#,
            key: "syncToken"
        ),
        Continuation(endpoint: .recordChanges, body: #"{"zoneID":{"zoneName":"Notes"}TOKEN}"#, key: "syncToken"),
        Continuation(endpoint: .databaseChanges, body: #"{"resultsLimit":1TOKEN}"#, key: "syncToken"),
        Continuation(endpoint: .zoneListChanges, body: #"{"resultsLimit":1TOKEN}"#, key: "metaSyncToken"),
        Continuation(
            endpoint: .queryRecords,
            body: #"{"zoneID":{"zoneName":"Notes"},"resultsLimit":1,"query":{"recordType":"Note"}TOKEN}"#,
            key: "continuationMarker"
        ),
    ]

    @Test("Sync tokens and markers: to the twin of their place they are forged ones", arguments: Setting.all)
    func tokens(_ setting: Setting) async throws {
        try await setting.run { world in
            let (anna, ben) = try await Self.twins(world)
            for continuation in Self.continuations {
                let token = try await continuation.token(of: anna)
                let own = try await anna.post(continuation.endpoint, continuation.filled(token))
                #expect(own.status == 200 && !own.text.contains("serverErrorCode"), "\(own.text)")
                let foreign = try await ben.post(continuation.endpoint, continuation.filled(token))
                let forged = try await ben.post(continuation.endpoint, continuation.filled(Self.forged(token)))
                #expect(foreign.text.contains("BAD_REQUEST"), "\(continuation.endpoint): \(foreign.text)")
                #expect(Self.meaning(foreign) == Self.meaning(forged), "\(continuation.endpoint)")
                #expect(!foreign.text.contains("treasure"))
            }
            // Ben's own go on: nothing of his was spoiled by them.
            #expect(try await ben.allChanges().records.compactMap(\.recordName).sorted() == Self.names)
        }
    }

    // MARK: - Zones

    /// Requests about records and zones that both have, by their owner.
    private static let owned: [(ServiceEndpoint, String)] = [
        (.lookupZones, #"{"zones":[ZONE]}"#), (.zoneChanges, #"{"zones":[{"zoneID":ZONE}]}"#),
        (.recordChanges, #"{"zoneID":ZONE}"#), (.lookupRecords, #"{"zoneID":ZONE,"records":[{"recordName":"A"}]}"#),
        (.queryRecords, #"{"zoneID":ZONE,"query":{"recordType":"Note"}}"#),
        (
            .modifyRecords,
            #"{"zoneID":ZONE,"operations":[{"operationType":"forceDelete","record":{"recordName":"A"}}]}"#
        ),
        (.modifyZones, #"{"operations":[{"operationType":"delete","zone":{"zoneID":ZONE}}]}"#),
        (
            .uploadAssets,
            #"{"zoneID":ZONE,"tokens":[{"recordName":"A","recordType":"Note","fieldName":"photo"}]}"#
        ), (.rereferenceAssets, #"{"zoneID":ZONE,"assets":[{"recordName":"A","fieldName":"photo"}]}"#),
    ]

    @Test("A zone by the owner that another is: as of somebody who is not, and never one's own", arguments: Setting.all)
    func zones(_ setting: Setting) async throws {
        try await setting.run { world in
            let (anna, ben) = try await Self.twins(world)
            let owner = try #require(
                try await anna.post(.callingUser, "{}").read(CallerResponse.self).user.userRecordName
            )
            let nobody = "_0123456789abcdef0123456789abcdef"
            for (endpoint, body) in Self.owned {
                let replies = try await [owner, nobody].asyncMap { name in
                    let zone = #"{"zoneName":"Notes","ownerRecordName":"\#(name)"}"#
                    return Self.meaning(try await ben.post(endpoint, body.replacing("ZONE", with: zone)))
                        .replacing(name, with: "OWNER")
                }
                #expect(replies[0] == replies[1] && replies[0].contains("ZONE_NOT_FOUND"), "\(endpoint): \(replies)")
            }
            for user in [anna, ben] {
                #expect(try await user.allChanges().records.compactMap(\.recordName).sorted() == Self.names)
            }
        }
    }

    // MARK: - Addresses

    /// The addresses that somebody was given, each with the letters that are sealed.
    private static func addresses(of user: User) async throws -> [(route: PlainRoute, path: String, sealed: String)] {
        let photo = try await user.saved("A", photo: try await user.upload(Array("photo of \(user.credentials)".utf8)))
        let paths: [(PlainRoute, String)] = [
            (.courier, try await user.waitingPath()), (.assetUpload, try await user.uploadPath()),
            (.assetDownload, try World.path(of: try #require(photo.downloadURL(fileName: "f")))),
        ]
        return paths.map { route, path in
            (route, path, String(path.dropFirst(route.path.count).prefix { $0 != "/" }))
        }
    }

    @Test("Addresses: what is put together from two people's, or of another kind, is none", arguments: Setting.all)
    func addresses(_ setting: Setting) async throws {
        try await setting.run { world in
            let (anna, ben) = try await Self.twins(world)
            let (annas, bens) = (try await Self.addresses(of: anna), try await Self.addresses(of: ben))
            let zoneToken = try #require(try await anna.changes().get().syncToken)
            let foreign = annas.map(\.sealed) + [zoneToken, ServiceQuery(parsing: anna.credentials).webAuthToken ?? ""]
            for (place, own) in bens.enumerated() {
                let method = own.route.methods[0]
                let nowhere = try await world.send(method, own.route.path + "nowhere/x")
                #expect(nowhere.status == 404)
                var tried = foreign.enumerated().filter { $0.offset != place }.map(\.element)
                // Ben's beginning with Anna's end, and the other way around, cut at several places.
                let (left, right) = (Array(own.sealed.utf8), Array(annas[place].sealed.utf8))
                for cut in stride(from: 1, to: min(left.count, right.count), by: 9) where left[cut...] != right[cut...]
                {
                    for (head, tail) in [(left, right), (right, left)] where head[..<cut] != tail[..<cut] {
                        tried.append(String(decoding: head[..<cut] + tail[cut...], as: UTF8.self))
                    }
                }
                #expect(tried.count > 10)
                for sealed in tried {
                    let path = own.path.replacing(own.sealed, with: PercentEncoding.encode(sealed))
                    let reply = try await world.send(method, path)
                    #expect(Self.meaning(reply) == Self.meaning(nowhere), "\(own.route) \(path)")
                }
            }
        }
    }

    @Test(
        "Files: another's proof of an upload, and another's value, are refused as made-up ones",
        arguments: Setting.all
    )
    func files(_ setting: Setting) async throws {
        try await setting.run { world in
            let (anna, ben) = try await Self.twins(world)
            // The address is good for whoever has it, and what is uploaded there is its owner's.
            let path = try await anna.uploadPath()
            let value = try await world.send("POST", path + "?" + ben.credentials, Array("treasure".utf8))
                .read(AssetUploadReceipt.self).singleFile
            let read = try await anna.saved("A", photo: value)
            let madeUp = WireAsset(fileChecksum: "AQ==", size: value.size, receipt: value.receipt.map(Self.forged))
            let unknown = WireAsset(fileChecksum: "AQ==", size: 8, wrappingKey: "AA==", downloadURL: read.downloadURL)
            let replies = try await [value, read, madeUp, unknown].asyncMap { asset in
                let error = try await ben.one(.forceUpdate, "A", ["photo": .asset(asset)]).error
                return "\(error?.serverErrorCode.rawValue ?? "none") \(error?.reason ?? "")"
            }
            #expect(
                Array(replies[..<2]) == Array(replies[2...]) && replies.allSatisfy { $0.hasPrefix("BAD_REQUEST") },
                "\(replies)"
            )
            #expect(try await ben.lookUp(["A"]).first?.item?.fields["photo"] == nil)
            #expect(try await anna.download(read).text == "treasure")
        }
    }

    @Test(
        "At a courier's address another's token changes nothing: who waits there is who asked for it",
        arguments: Setting.all
    )
    func couriers(_ setting: Setting) async throws {
        try await setting.run { world in
            let (anna, ben) = try await Self.twins(world)
            for user in [anna, ben] {
                let all = WireSubscription(subscriptionID: "all", subscriptionType: .database)
                #expect(try await user.modifySubscription(.create, all).item != nil)
            }
            var phone = ben
            phone.device = "phone"
            let path = try await phone.waitingPath()
            // Anna registers Ben's device as hers.
            let token = try await phone.post(
                .createToken,
                CreateTokenRequest(apnsEnvironment: .development, clientID: "phone").json()
            ).read(CreateTokenResponse.self).apnsToken
            let register = RegisterTokenRequest(apnsEnvironment: .development, apnsToken: token, clientID: "phone")
            #expect(try await anna.post(.registerToken, register.json()).status == 200)
            async let waiting = world.send("GET", path + "?" + anna.credentials)
            while await world.server.service.couriers.parkedCount < 1 { await Task.yield() }
            _ = try await anna.saved("D")
            #expect(await world.server.service.couriers.parkedCount == 1)
            _ = try await ben.saved("D")
            let notice = try await waiting.read(WireNotification.self)
            guard case .database(let change)? = notice.event else {
                Issue.record("\(notice)")
                return
            }
            let own = try await ben.post(.callingUser, "{}").read(CallerResponse.self).user.userRecordName
            #expect(change.zoneName == "Notes" && change.zoneOwner == own)
        }
    }
}

extension Sequence where Element: Sendable {
    /// One after the other.
    fileprivate func asyncMap<Value>(_ transform: (Element) async throws -> Value) async rethrows -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await transform(element)) }
        return values
    }
}
