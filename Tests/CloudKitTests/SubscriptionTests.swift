import Foundation
import Testing

@testable import CloudKit

/// Wishes to be told, and being told.
struct SubscriptionTests {
    @Test(arguments: Way.allCases)
    func allKindsAreSavedAndFound(_ way: Way) async throws {
        try await way.run { world in
            let database = try await world.notes()
            let query = CKQuerySubscription(
                recordType: "Note",
                predicate: NSPredicate(format: "title BEGINSWITH 'M'"),
                subscriptionID: "notes",
                options: [.firesOnRecordCreation, .firesOnRecordDeletion]
            )
            query.zoneID = World.notes
            let info = CKSubscription.NotificationInfo()
            info.alertBody = "New"
            info.shouldSendContentAvailable = true
            info.desiredKeys = ["title"]
            query.notificationInfo = info
            try await database.save(query)
            try await database.save(CKRecordZoneSubscription(zoneID: World.notes, subscriptionID: "zone"))
            try await database.save(CKDatabaseSubscription(subscriptionID: "all"))

            let found = try await database.allSubscriptions()
            #expect(Set(found.map(\.subscriptionID)) == ["notes", "zone", "all"])
            let read = try #require(found.first { $0.subscriptionID == "notes" } as? CKQuerySubscription)
            #expect(read.querySubscriptionOptions == [.firesOnRecordCreation, .firesOnRecordDeletion])
            #expect(read.zoneID == World.notes)
            #expect(read.notificationInfo?.alertBody == "New")
            #expect(read.notificationInfo?.desiredKeys == ["title"])
            // What was read can be saved again.
            try await database.save(read)
            let zone = try await database.subscription(for: "zone") as? CKRecordZoneSubscription
            #expect(zone?.zoneID == World.notes)
            try await database.deleteSubscription(withID: "zone")
            let error = try #require(
                await #expect(throws: CKError.self) { try await database.subscription(for: "zone") }
            )
            #expect(error.code == .unknownItem)
        }
    }

    @Test(arguments: Way.allCases)
    func anotherDevicesChangeIsTold(_ way: Way) async throws {
        try await way.run { world in
            let phone = try await world.container(device: "phone")
            try await phone.privateCloudDatabase.save(CKRecordZone(zoneID: World.notes))
            try await phone.privateCloudDatabase.save(
                CKRecordZoneSubscription(zoneID: World.notes, subscriptionID: "zone")
            )
            let laptop = try await world.container(device: "laptop").privateCloudDatabase
            try await withThrowingTaskGroup(of: CKNotification?.self) { group in
                group.addTask {
                    for try await notification in phone.notifications() { return notification }
                    return nil
                }
                group.addTask {
                    // The phone may not be listening yet, so the laptop goes on until it has heard.
                    var number = 0
                    while !Task.isCancelled {
                        try await laptop.save(World.note("N-\(number)"))
                        number += 1
                    }
                    return nil
                }
                let heard = try #require(try await group.next() ?? nil)
                group.cancelAll()
                let zone = try #require(heard as? CKRecordZoneNotification)
                #expect(zone.recordZoneID == World.notes)
                #expect(zone.subscriptionID == "zone")
                #expect(zone.databaseScope == .private)
                while (try? await group.next()) != nil {}
            }
        }
    }

    @Test func dictionariesOfPushesAreRead() throws {
        let dictionary: [AnyHashable: Any] = [
            "aps": ["content-available": 1, "alert": ["body": "Hello"]],
            "ck": [
                "cid": "iCloud.org.example.notes", "nid": "7c1e",
                "qry": [
                    "rid": "N-1", "fo": 3, "zid": "Notes", "sid": "notes", "dbs": 1,
                    "af": ["title": "Milk", "n": 7] as [String: Any],
                ] as [String: Any],
            ] as [String: Any],
        ]
        let made = try #require(CKNotification(fromRemoteNotificationDictionary: dictionary))
        let query = try #require(made as? CKQueryNotification)
        #expect(query.queryNotificationReason == .recordDeleted)
        #expect(query.recordID == CKRecord.ID(recordName: "N-1", zoneID: World.notes))
        #expect(query.recordFields?["title"] as? String == "Milk" && query.recordFields?["n"] as? Int == 7)
        #expect(query.alertBody == "Hello")
        #expect(query.notificationType == .query)
        #expect(CKNotification(fromRemoteNotificationDictionary: ["aps": [:] as [String: Int]]) == nil)
        let meta: [AnyHashable: Any] = ["ck": ["met": ["dbs": 1, "sid": "all"]]]
        #expect(CKDatabaseNotification(fromRemoteNotificationDictionary: meta)?.subscriptionID == "all")
        #expect(CKQueryNotification(fromRemoteNotificationDictionary: meta) == nil)
    }
}
