import Foundation
import Testing

@testable import CloudKit

/// The client against Apple's own service, further: queries, feeds, files, subscriptions, pushes, tokens that ran out.
///
/// Written down from the published reference, as the first part was; the live service is not asked.
struct AppleConversationTests {
    private static let base = "https://api.apple-cloudkit.com/database/1/iCloud.org.example.notes/development"
    private static let device = "https://api.apple-cloudkit.com/device/1/iCloud.org.example.notes/development"
    private static let zone = #"{"zoneName":"Notes","ownerRecordName":"_3f0c","zoneType":"REGULAR_CUSTOM_ZONE"}"#
    private static let author = #"{"timestamp":1767225600000,"userRecordName":"_3f0c","deviceID":"2"}"#
    private static let asked = #""zoneID":{"zoneName":"Notes"}"#

    private static func record(_ name: String, _ type: String, _ fields: String, tag: String = "1g") -> String {
        """
        {"recordName":"\(name)","recordType":"\(type)","fields":{\(fields)},"pluginFields":{},"recordChangeTag":"\(tag)",
         "created":\(author),"modified":\(author),"deleted":false,"zoneID":\(zone)}
        """
    }

    private static func container(_ exchange: Exchange, cache: URL? = nil) -> CKContainer {
        CKContainer(
            identifier: "iCloud.org.example.notes",
            configuration: CloudKitConfiguration(
                endpoint: CloudKitConfiguration.appleEndpoint,
                apiToken: "0123abcd",
                webAuthToken: "one",
                cacheFolder: cache,
                transport: exchange,
                surroundings: CloudKitSurroundings(
                    now: { Date(timeIntervalSince1970: 1_767_225_600) },
                    randomBytes: { [UInt8](repeating: 0, count: $0) }
                )
            )
        )
    }

    @Test func aQueryGoesOnAtItsMarker() async throws {
        let question = """
            "query":{"recordType":"Task","filterBy":[
             {"comparator":"GREATER_THAN","fieldName":"due","fieldValue":{"value":1767225600000,"type":"TIMESTAMP"}},
             {"comparator":"IN","fieldName":"state","fieldValue":{"value":["open","late"],"type":"STRING_LIST"}}],
             "sortBy":[{"fieldName":"due","ascending":false},{"systemFieldName":"modifiedTimestamp","ascending":true}]},
            "resultsLimit":2,"desiredKeys":["title"]
            """
        let task = { Self.record($0, "Task", #""title":{"value":"Call \#($0)","type":"STRING"}"#) }
        let exchange = Exchange([
            .init(
                "POST",
                "\(Self.base)/private/records/query",
                "{\(Self.asked),\(question)}",
                200,
                #"{"records":[\#(task("T-1")),\#(task("T-2"))],"continuationMarker":"AgABT0Q="}"#
            ),
            // A page may be empty and still not be the last one.
            .init(
                "POST",
                "\(Self.base)/private/records/query",
                #"{\#(Self.asked),\#(question),"continuationMarker":"AgABT0Q="}"#,
                200,
                #"{"records":[],"continuationMarker":"AgACT0Q="}"#
            ),
            .init(
                "POST",
                "\(Self.base)/private/records/query",
                #"{\#(Self.asked),\#(question),"continuationMarker":"AgACT0Q="}"#,
                200,
                #"{"records":[\#(task("T-3"))],"continuationMarker":null}"#
            ),
            .init(
                "POST",
                "\(Self.base)/private/records/query",
                #"{\#(Self.asked),"query":{"recordType":"Nope"}}"#,
                400,
                """
                {"uuid":"4d3c","serverErrorCode":"BAD_REQUEST","reason":"Did not find record type: Nope"}
                """
            ),
        ])
        let database = Self.container(exchange).privateCloudDatabase
        let due = NSPredicate(
            format: "due > %@ AND state IN %@",
            Date(timeIntervalSince1970: 1_767_225_600),
            ["open", "late"]
        )
        let query = CKQuery(recordType: "Task", predicate: due)
        query.sortDescriptors = [
            NSSortDescriptor(key: "due", ascending: false), NSSortDescriptor(key: "modificationDate", ascending: true),
        ]
        var page = try await database.records(
            matching: query,
            inZoneWith: World.notes,
            desiredKeys: ["title"],
            resultsLimit: 2
        )
        var titles: [String?] = []
        while true {
            titles += try page.matchResults.map { try $0.1.get()["title"] as? String }
            guard let cursor = page.queryCursor else { break }
            page = try await database.records(continuingMatchFrom: cursor)
        }
        #expect(titles == ["Call T-1", "Call T-2", "Call T-3"])
        let wrong = CKQuery(recordType: "Nope", predicate: NSPredicate(value: true))
        let error = await #expect(throws: CKError.self) {
            try await database.records(matching: wrong, inZoneWith: World.notes)
        }
        #expect(error?.code == .invalidArguments)
        #expect(error?.localizedDescription == "Did not find record type: Nope")
        #expect(exchange.isOver)
    }

    @Test func aDatabaseTellsWhichZonesChangedAndWentAway() async throws {
        let path = "\(Self.base)/private/changes/database"
        let gone = #"{"zoneName":"Gone","ownerRecordName":"_3f0c","zoneType":"REGULAR_CUSTOM_ZONE"}"#
        let exchange = Exchange([
            .init(
                "POST",
                path,
                "{}",
                200,
                """
                {"zones":[{"zoneID":\(Self.zone),"syncToken":"AQAAAAAAAAA5","atomic":true}],"syncToken":"AQAAAAAAAAB0",
                 "moreComing":true}
                """
            ),
            .init(
                "POST",
                path,
                #"{"syncToken":"AQAAAAAAAAB0"}"#,
                200,
                #"{"zones":[{"zoneID":\#(gone),"deleted":true}],"syncToken":"AQAAAAAAAAB1","moreComing":false}"#
            ),
        ])
        let database = Self.container(exchange).privateCloudDatabase
        let first = try await database.databaseChanges(since: nil)
        #expect(first.modifications.map(\.zoneID) == [World.notes])
        #expect(first.deletions.isEmpty && first.moreComing)
        let last = try await database.databaseChanges(since: first.changeToken)
        #expect(last.modifications.isEmpty && !last.moreComing)
        #expect(last.deletions.map(\.zoneID) == [CKRecordZone.ID(zoneName: "Gone")])
        #expect(exchange.isOver)
    }

    @Test func syncTokensThatAreNoGoodAnyMoreHaveRunOut() async throws {
        let path = "\(Self.base)/private/changes/zone"
        let question = #"{"zones":[{\#(Self.asked),"syncToken":"AQAAAAAAAAAq"}]}"#
        let refusal = { (reason: String) in
            #"{"zones":[{"zoneID":\#(Self.zone),"serverErrorCode":"BAD_REQUEST","reason":"\#(reason)"}]}"#
        }
        let whole = #"{"uuid":"4d3c","serverErrorCode":"BAD_REQUEST","reason":"Unknown sync continuation type"}"#
        let exchange = Exchange([
            .init("POST", path, question, 200, refusal("Unknown sync continuation type")),
            .init("POST", path, question, 200, refusal("Invalid continuation format")),
            .init(
                "POST",
                "\(Self.base)/private/changes/database",
                #"{"syncToken":"AQAAAAAAAAAq"}"#,
                400,
                whole
            ),
            // Without a token the same words are about something else.
            .init("POST", path, #"{"zones":[{\#(Self.asked)}]}"#, 200, refusal("Unknown sync continuation type")),
        ])
        let database = Self.container(exchange).privateCloudDatabase
        let token = CKServerChangeToken(text: "AQAAAAAAAAAq")
        for _ in 0..<2 {
            let code = await thrownCode { try await database.recordZoneChanges(inZoneWith: World.notes, since: token) }
            #expect(code == .changeTokenExpired)
        }
        #expect(await thrownCode { try await database.databaseChanges(since: token) } == .changeTokenExpired)
        let code = await thrownCode { try await database.recordZoneChanges(inZoneWith: World.notes, since: nil) }
        #expect(code == .invalidArguments)
        #expect(exchange.isOver)
    }

    @Test func aSignInThatHasRunOutIsOver() async throws {
        let exchange = Exchange([
            .init("GET", "\(Self.base)/private/zones/list", nil, 200, #"{"zones":[{"zoneID":\#(Self.zone)}]}"#),
            .init(
                "GET",
                "\(Self.base)/private/zones/list",
                nil,
                421,
                """
                {"uuid":"4d3c","serverErrorCode":"AUTHENTICATION_REQUIRED","reason":"request needs authorization",
                 "redirectURL":"https://idmsa.example.org/start?state=1"}
                """,
                headers: [:]
            ),
        ])
        let container = Self.container(exchange)
        #expect(try await container.privateCloudDatabase.allRecordZones().map(\.zoneID) == [World.notes])
        #expect(await thrownCode { try await container.privateCloudDatabase.allRecordZones() } == .notAuthenticated)
        #expect(exchange.isOver)
        // Nobody is asked for that again.
        #expect(try await container.accountStatus() == .noAccount)
        #expect(exchange.tokens == ["one", "t-1"])
    }

    @Test func aFileGoesUpInThreeStepsAndComesDownFromItsAddress() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "files-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let photo = folder.appending(path: "photo.jpg")
        try Data("picture".utf8).write(to: photo)
        let file = """
            "fileChecksum":"AR2kSfF+vD/lQM5uJTRRfHZHYrs=","size":7,"wrappingKey":"3kYbIgZSLUW1JMU2ibUKBw==",
            "referenceChecksum":"AS8tfKP3hcVpZ4XDjNn9s0s1nbY="
            """
        let receipt = #""receipt":"A1eYyAAjGQCAAAAAEDfKvKUC""#
        let stored = #"{\#(file),"downloadURL":"https://cvws.example.org/B/AR2k/${f}?o=AhB1&e=1767229200"}"#
        let answer = #"{"records":[\#(Self.record("N-1", "Note", #""photo":{"value":\#(stored),"type":"ASSETID"}"#))]}"#
        let exchange = Exchange([
            .init(
                "POST",
                "\(Self.base)/private/assets/upload",
                #"{\#(Self.asked),"tokens":[{"recordName":"N-1","recordType":"Note","fieldName":"photo"}]}"#,
                200,
                #"{"tokens":[{"recordName":"N-1","fieldName":"photo","url":"https://cvws.example.org/up/1?s=2"}]}"#
            ),
            .init("POST", "https://cvws.example.org/up/1", "picture", 200, #"{"singleFile":{\#(file),\#(receipt)}}"#),
            .init(
                "POST",
                "\(Self.base)/private/records/modify",
                """
                {\(Self.asked),"atomic":false,"operations":[{"operationType":"create","record":{"recordName":"N-1",
                 "recordType":"Note","fields":{"photo":{"value":{\(file),\(receipt)},"type":"ASSETID"}}}}]}
                """,
                200,
                answer
            ),
            .init(
                "POST",
                "\(Self.base)/private/records/lookup",
                #"{\#(Self.asked),"records":[{"recordName":"N-1"}]}"#,
                200,
                answer
            ),
            .init("GET", "https://cvws.example.org/B/AR2k/AR2kSfF-vD-lQM5uJTRRfHZHYrs-", nil, 200, "picture"),
        ])
        let record = CKRecord(recordType: "Note", recordID: CKRecord.ID(recordName: "N-1", zoneID: World.notes))
        record["photo"] = CKAsset(fileURL: photo)
        let database = Self.container(exchange, cache: folder.appending(path: "cache")).privateCloudDatabase
        let saved = try await database.save(record)
        // The file is here already.
        #expect((saved["photo"] as? CKAsset)?.fileURL == photo)
        let fetched = try await database.record(for: record.recordID)
        let url = try #require((fetched["photo"] as? CKAsset)?.fileURL)
        #expect(try String(contentsOf: url, encoding: .utf8) == "picture")
        #expect(exchange.isOver)
        // Another host gets none of the tokens: an address is all it needs.
        #expect(exchange.addresses.filter { $0.contains("cvws") }.allSatisfy { !$0.contains("ck") })
        #expect(exchange.addresses[1] == "https://cvws.example.org/up/1?s=2")
    }

    @Test func subscriptionsAreMadeListedAndTakenAway() async throws {
        let path = "\(Self.base)/private/subscriptions"
        let query = """
            {"subscriptionID":"notes","subscriptionType":"query","query":{"recordType":"Note","filterBy":[
             {"comparator":"BEGINS_WITH","fieldName":"title","fieldValue":{"value":"M","type":"STRING"}}]},
             "firesOn":["create","delete"],"zoneWide":false,\(Self.asked),
             "notificationInfo":{"alertBody":"New","shouldSendContentAvailable":true,"additionalFields":["title"]}}
            """
        // Some answers spell the key of the name otherwise, and tell what was left to the service.
        let listed = query.replacing(#""subscriptionID""#, with: #""firesOnce":false,"subscriptionId""#)
        let zone = #"{"subscriptionID":"zone","subscriptionType":"zone",\#(Self.asked)}"#
        let exchange = Exchange([
            .init(
                "POST",
                "\(path)/modify",
                """
                {"operations":[{"operationType":"create","subscription":\(query)},
                 {"operationType":"create","subscription":\(zone)}]}
                """,
                200,
                """
                {"subscriptions":[\(query),{"subscriptionID":"zone","reason":"an error has occurred",
                 "serverErrorCode":"INTERNAL_ERROR"}]}
                """
            ),
            .init(
                "GET",
                "\(path)/list",
                nil,
                200,
                #"{"subscriptions":[\#(listed)]}"#
            ),
            .init(
                "POST",
                "\(path)/modify",
                #"{"operations":[{"operationType":"delete","subscription":{"subscriptionID":"notes"}}]}"#,
                200,
                #"{"subscriptions":[{"subscriptionID":"notes","deleted":true}]}"#
            ),
        ])
        let database = Self.container(exchange).privateCloudDatabase
        let wanted = CKQuerySubscription(
            recordType: "Note",
            predicate: NSPredicate(format: "title BEGINSWITH 'M'"),
            subscriptionID: "notes",
            options: [.firesOnRecordCreation, .firesOnRecordDeletion]
        )
        wanted.zoneID = World.notes
        let info = CKSubscription.NotificationInfo()
        (info.alertBody, info.shouldSendContentAvailable, info.desiredKeys) = ("New", true, ["title"])
        wanted.notificationInfo = info
        let results = try await database.modifySubscriptions(
            saving: [wanted, CKRecordZoneSubscription(zoneID: World.notes, subscriptionID: "zone")],
            deleting: []
        ).saveResults
        #expect(try results["notes"]?.get().subscriptionID == "notes")
        #expect(await thrownCode { try results["zone"]?.get() } == .serverRejectedRequest)
        let found = try #require(try await database.allSubscriptions().first as? CKQuerySubscription)
        #expect(found.subscriptionID == "notes" && found.zoneID == World.notes)
        #expect(found.querySubscriptionOptions == [.firesOnRecordCreation, .firesOnRecordDeletion])
        #expect(found.notificationInfo?.desiredKeys == ["title"])
        try await database.deleteSubscription(withID: "notes")
        #expect(exchange.isOver)
    }

    @Test func pushesComeFromACourierOneAtATime() async throws {
        let identifier = "00000000-0000-4000-8000-000000000000"
        let courier = "https://webcourier.example.org/aps"
        let push = { (what: String) in
            """
            {"aps":{"content-available":1,"alert":{"body":"New","loc-args":[]},"badge":1},
             "ck":{"ce":2,"cid":"iCloud.org.example.notes","nid":"7c1e0000-0000-4000-8000-000000000000",\(what)}}
            """
        }
        let exchange = Exchange([
            .init(
                "POST",
                "\(Self.device)/tokens/create",
                #"{"apnsEnvironment":"development","clientId":"\#(identifier)"}"#,
                200,
                """
                {"apnsEnvironment":"development","apnsToken":"0a1b2c","webcourierURL":"\(courier)?tok=0a1b2c&ttl=43200"}
                """
            ),
            .init(
                "POST",
                "\(Self.device)/tokens/register",
                #"{"apnsEnvironment":"development","apnsToken":"0a1b2c","clientId":"\#(identifier)"}"#,
                200,
                "{}"
            ),
            .init("GET", courier, nil, 200, push(#""fet":{"dbs":1,"zid":"Notes","zoid":"_3f0c","sid":"zone-sub"}"#)),
            // Nothing for a long time.
            .init("GET", courier, nil, 200, ""),
            .init(
                "GET",
                courier,
                nil,
                200,
                push(
                    #""qry":{"dbs":1,"rid":"N-1","fo":3,"af":{"title":"Milk"},"zid":"Notes","zoid":"_3f0c","sid":"notes"}"#
                )
            ), .parked("GET", courier),
        ])
        var told: [CKNotification] = []
        for try await notification in Self.container(exchange).notifications() {
            told.append(notification)
            if told.count == 2 { break }
        }
        let zone = try #require(told.first as? CKRecordZoneNotification)
        #expect(zone.recordZoneID == World.notes && zone.databaseScope == .private)
        #expect(zone.subscriptionID == "zone-sub" && zone.notificationID == "7c1e0000-0000-4000-8000-000000000000")
        #expect(zone.alertBody == "New" && zone.badge == 1)
        let query = try #require(told.last as? CKQueryNotification)
        #expect(query.recordID == CKRecord.ID(recordName: "N-1", zoneID: World.notes))
        #expect(query.queryNotificationReason == .recordDeleted && query.subscriptionID == "notes")
        #expect(query.recordFields?["title"] as? String == "Milk")
        #expect(
            exchange.addresses.filter { $0.hasPrefix(courier) }.allSatisfy { $0 == "\(courier)?tok=0a1b2c&ttl=43200" }
        )
    }
}
