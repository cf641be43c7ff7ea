import CloudKitWebServices
import Testing

/// Subscriptions, push tokens and notifications, as the reference shows them.
struct SubscriptionGoldenTests {
    private static let info: WireNotificationInfo = {
        var info = WireNotificationInfo()
        info.alertBody = "A task is late"
        info.alertLocalizationKey = "LATE_%1$@"
        info.alertLocalizationArgs = ["title"]
        info.alertActionLocalizationKey = "SHOW"
        info.alertLaunchImage = "late.png"
        info.soundName = "default"
        info.shouldBadge = true
        info.shouldSendContentAvailable = true
        info.additionalFields = ["title"]
        info.category = "task"
        return info
    }()

    @Test func list() throws {
        let filter = WireFilter(.equals, fieldName: "state", fieldValue: WireField(.string("late")))
        let answer = SubscriptionsResponse(subscriptions: [
            .success(
                WireSubscription(
                    subscriptionID: "late-tasks",
                    subscriptionType: .query,
                    query: WireQuery(recordType: "Task", filterBy: [filter]),
                    firesOn: [.create, .update, .delete],
                    firesOnce: false,
                    zoneWide: true,
                    notificationInfo: Self.info
                )
            ),
            .success(WireSubscription(subscriptionID: "notes", subscriptionType: .zone, zoneID: Known.notes)),
            .success(WireSubscription(subscriptionID: "all", subscriptionType: .database)),
        ])
        try Golden.check("subscriptions-list-response", is: answer)
    }

    @Test func lookup() throws {
        let request = LookupSubscriptionsRequest(subscriptionIDs: ["notes", "gone"])
        try Golden.check("subscriptions-lookup-request", is: request)
    }

    @Test func modify() throws {
        var info = WireNotificationInfo()
        info.shouldSendContentAvailable = true
        let request = ModifySubscriptionsRequest(operations: [
            SubscriptionOperation(
                .create,
                WireSubscription(
                    subscriptionID: "notes",
                    subscriptionType: .zone,
                    zoneID: Known.notes,
                    notificationInfo: info
                )
            ),
            SubscriptionOperation(.delete, WireSubscription(subscriptionID: "old")),
        ])
        try Golden.check("subscriptions-modify-request", is: request)
        let failure = WireError(
            .internalError,
            reason: "a subscription with this trigger exists",
            subscriptionID: "notes"
        )
        let answer = SubscriptionsResponse(subscriptions: [
            .failure(failure), .success(WireSubscription(subscriptionID: "old", deleted: true)),
        ])
        try Golden.check("subscriptions-modify-response", is: answer)
    }

    @Test func otherSpellingOfTheID() throws {
        #expect(try WireSubscription(json: #"{"subscriptionId":"S"}"#) == WireSubscription(subscriptionID: "S"))
    }

    @Test func tokens() throws {
        try Golden.check(
            "tokens-create-request",
            is: CreateTokenRequest(apnsEnvironment: .development, clientID: "C0FFEE")
        )
        try Golden.check(
            "tokens-create-response",
            is: CreateTokenResponse(
                apnsEnvironment: .development,
                apnsToken: "00ff",
                webcourierURL: "https://push.example/aps?tok=00ff"
            )
        )
        try Golden.check(
            "tokens-register-request",
            is: RegisterTokenRequest(apnsEnvironment: .production, apnsToken: "00ff")
        )
        #expect(EmptyBody().json() == Array("{}".utf8))
    }

    @Test func zoneNotification() throws {
        var notification = WireNotification(
            containerIdentifier: "iCloud.org.example.notes",
            notificationID: "7c1e0000-0000-4000-8000-000000000000",
            event: .zone(
                WireChangeNotice(
                    database: .private,
                    zoneID: WireZoneID(zoneName: "Notes", ownerRecordName: Known.caller),
                    subscriptionID: "zone-sub"
                )
            )
        )
        notification.environmentCode = 2
        notification.alert = WireAlert(body: "New note", localizationKey: "K", localizationArguments: ["a"])
        notification.sound = "default"
        notification.badge = 3
        try Golden.check("notification-zone", is: notification)
    }

    @Test func queryNotification() throws {
        var notice = WireChangeNotice(database: .public, zoneID: .defaultZone, subscriptionID: "late-tasks")
        notice.recordName = "T-1"
        notice.reason = .deleted
        notice.additionalFields = RawJSON(checked: Array(#"{"title": "Milk"}"#.utf8))
        var notification = WireNotification(
            containerIdentifier: "iCloud.org.example.notes",
            notificationID: "n",
            event: .query(notice)
        )
        notification.isContentAvailable = false
        try Golden.check("notification-query", is: notification)
    }

    @Test func databaseNotification() throws {
        let notice = WireChangeNotice(database: .shared, subscriptionID: "all")
        #expect(notice.database == .shared)
        let notification = WireNotification(
            containerIdentifier: nil,
            notificationID: "n",
            event: .database(notice)
        )
        try Golden.check("notification-database", is: notification)
    }
}
