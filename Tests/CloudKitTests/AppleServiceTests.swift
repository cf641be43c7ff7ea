import Foundation
import Synchronization
import Testing

@testable import CloudKit

/// The client against Apple's own service: an exchange written down from the published reference and from what others
/// saw of the live service.
///
/// The live service itself is not asked.
struct AppleServiceTests {
    private static let base = "https://api.apple-cloudkit.com/database/1/iCloud.org.example.notes/development"
    private static let zone = #"{"zoneName":"Notes","ownerRecordName":"_3f0c","zoneType":"REGULAR_CUSTOM_ZONE"}"#
    private static let author = #"{"timestamp":1767225600000,"userRecordName":"_3f0c","deviceID":"2"}"#

    private static func record(_ title: String, tag: String) -> String {
        """
        {"recordName":"N-1","recordType":"Note","fields":{"title":{"value":"\(title)","type":"STRING"}},
         "pluginFields":{},"recordChangeTag":"\(tag)","created":\(author),"modified":\(author),"deleted":false,
         "zoneID":\(zone)}
        """
    }

    private static func container(_ exchange: Exchange) -> CKContainer {
        CKContainer(
            identifier: "iCloud.org.example.notes",
            configuration: CloudKitConfiguration(
                endpoint: CloudKitConfiguration.appleEndpoint,
                apiToken: "0123abcd",
                webAuthToken: "one+two/three=",
                transport: exchange
            )
        )
    }

    @Test func aSaveAConflictAndAFetchOfChanges() async throws {
        let exchange = Exchange([
            .init(
                "POST",
                "\(Self.base)/private/zones/modify",
                #"{"operations":[{"operationType":"create","zone":{"zoneID":{"zoneName":"Notes"}}}]}"#,
                200,
                #"{"zones":[{"zoneID":\#(Self.zone),"syncToken":"AQAAAAAAAAAB","atomic":true}]}"#
            ),
            .init(
                "POST",
                "\(Self.base)/private/records/modify",
                """
                {"zoneID":{"zoneName":"Notes"},"atomic":true,"operations":[{"operationType":"create","record":
                 {"recordName":"N-1","recordType":"Note","fields":{"title":{"value":"Milk","type":"STRING"}}}}]}
                """,
                200,
                #"{"records":[\#(Self.record("Milk", tag: "1g"))]}"#
            ),
            .init(
                "POST",
                "\(Self.base)/private/records/modify",
                """
                {"zoneID":{"zoneName":"Notes"},"atomic":false,"operations":[{"operationType":"update","record":
                 {"recordName":"N-1","recordType":"Note","recordChangeTag":"1g",
                  "fields":{"title":{"value":"Eggs","type":"STRING"}}}}]}
                """,
                200,
                """
                {"records":[{"recordName":"N-1","reason":"client oplock error updating record",
                 "serverErrorCode":"CONFLICT"}]}
                """
            ),
            .init(
                "POST",
                "\(Self.base)/private/records/lookup",
                #"{"zoneID":{"zoneName":"Notes"},"records":[{"recordName":"N-1"}]}"#,
                200,
                #"{"records":[\#(Self.record("Bread", tag: "1h"))]}"#
            ),
            .init(
                "POST",
                "\(Self.base)/private/changes/zone",
                #"{"zones":[{"zoneID":{"zoneName":"Notes"},"syncToken":"AQAAAAAAAAAq"}]}"#,
                200,
                """
                {"zones":[{"zoneID":\(Self.zone),"syncToken":"AQAAAAAAAAA5","moreComing":null,"records":
                 [\(Self.record("Bread", tag: "1h")),
                  {"recordName":"N-7","recordType":null,"deleted":true,"recordChangeTag":"1j"}]}]}
                """
            ),
        ])
        let database = Self.container(exchange).privateCloudDatabase
        let zone = try await database.save(CKRecordZone(zoneID: World.notes))
        #expect(zone.zoneID == World.notes)
        #expect(zone.capabilities == [.fetchChanges, .atomic])

        let results = try await database.modifyRecords(saving: [World.note("N-1")], deleting: []).saveResults
        let saved = try #require(try results.values.first?.get())
        #expect(saved.recordID == World.note("N-1").recordID)
        saved["title"] = "Eggs"
        let error = try #require(await #expect(throws: CKError.self) { try await database.save(saved) })
        #expect(error.code == .serverRecordChanged)
        #expect(error.serverRecord?.recordChangeTag == "1h")
        #expect(error.serverRecord?["title"] as? String == "Bread")

        let token = CKServerChangeToken(text: "AQAAAAAAAAAq")
        let changes = try await database.recordZoneChanges(inZoneWith: World.notes, since: token)
        #expect(changes.modificationResultsByID.count == 1)
        #expect(changes.deletions.map(\.recordID.recordName) == ["N-7"])
        #expect(!changes.moreComing)
        #expect(exchange.isOver)
        // Each answer's web token is that of the next request; in an address it is percent-encoded.
        #expect(exchange.tokens == ["one%2Btwo%2Fthree%3D", "t-1", "t-2", "t-3", "t-4"])
        #expect(exchange.addresses.allSatisfy { $0.contains("ckAPIToken=0123abcd&") })
    }

    @Test func aLostAnswerOfASaveIsNotAskedAgain() async throws {
        let transport = LosingTransport()
        let configuration = CloudKitConfiguration(
            endpoint: CloudKitConfiguration.appleEndpoint,
            webAuthToken: "token",
            transport: transport
        )
        let container = CKContainer(identifier: "iCloud.org.example.notes", configuration: configuration)
        let error = try #require(
            await #expect(throws: CKError.self) { try await container.privateCloudDatabase.save(World.note("N-1")) }
        )
        #expect(error.code == .serverResponseLost)
        #expect(transport.count == 1)
        await #expect(throws: CKError.self) { try await container.privateCloudDatabase.allRecordZones() }
        #expect(transport.count == 3)
    }

    @Test func aMissingSignInIsSaidSo() async throws {
        let exchange = Exchange([
            .init(
                "GET",
                "\(Self.base)/public/users/caller",
                nil,
                421,
                """
                {"uuid":"4d3c","serverErrorCode":"AUTHENTICATION_REQUIRED","reason":"request needs authorization",
                 "redirectUrl":"https://idmsa.example.org/start"}
                """
            )
        ])
        let error = try #require(
            await #expect(throws: CKError.self) { try await Self.container(exchange).userRecordID() }
        )
        #expect(error.code == .notAuthenticated)
    }
}

/// Loses every answer.
private final class LosingTransport: CloudKitTransport {
    private let number = Mutex(0)

    var count: Int { number.withLock { $0 } }

    func send(_ request: CloudKitRequest) async throws -> CloudKitAnswer {
        number.withLock { $0 += 1 }
        throw CloudKitTransportError.answerLost("the test says so")
    }
}
