import CloudKitWebServices
import Testing

@testable import CloudKitServer

@Suite("Subscriptions in the public database")
struct PublicSubscriptionTests {
    private static let query = WireSubscription(
        subscriptionID: "notes",
        subscriptionType: .query,
        query: WireQuery(recordType: "Note"),
        firesOn: [.create]
    )

    /// Two people, whose devices happen to have the same name.
    private static func people(_ world: World) async throws -> (anna: User, ben: User) {
        var (anna, ben) = (try await world.user("anna"), try await world.user("ben"))
        (anna.device, ben.device) = ("phone", "phone")
        return (anna, ben)
    }

    private static func post(_ name: String, by user: User) async throws {
        let result = try await user.one(.create, name, ["n": .int64(1)], zone: nil, database: .public)
        #expect(result.error == nil)
    }

    @Test("Who subscribed is told of what others do there", arguments: Setting.all)
    func told(_ setting: Setting) async throws {
        try await setting.run { world in
            let (anna, ben) = try await Self.people(world)
            try await Self.post("First", by: ben)
            #expect(try await anna.modifySubscription(.create, Self.query, in: .public).item != nil)
            let paths = (anna: try await anna.expectingNotices(), ben: try await ben.expectingNotices())
            try await Self.post("Own", by: anna)
            try await Self.post("Second", by: ben)
            let notice = try #require(try await anna.notice(at: paths.anna).queryNotice)
            #expect(notice.recordName == "Second" && notice.reason == .created && notice.database == .public)
            #expect(notice.zoneName == WireZoneID.defaultName && notice.zoneOwner == nil)
            // Ben has subscribed to nothing: the first he hears of is his own, later.
            #expect(try await ben.modifySubscription(.create, Self.query, in: .public).item != nil)
            try await Self.post("Third", by: anna)
            #expect(try await ben.notice(at: paths.ben).queryNotice?.recordName == "Third")
        }
    }

    @Test("Everybody has their own, though they may be called alike", arguments: Setting.all)
    func apart(_ setting: Setting) async throws {
        try await setting.run { world in
            let (anna, ben) = try await Self.people(world)
            _ = try await anna.modifySubscription(.create, Self.query, in: .public)
            #expect(try await ben.subscriptionIDs(in: .public).isEmpty)
            #expect(try await anna.subscriptionIDs().isEmpty)
            let missing = try await ben.modifySubscription(.delete, Self.query, in: .public)
            #expect(missing.error?.serverErrorCode == .notFound)
            var once = Self.query
            once.firesOnce = true
            #expect(try await ben.modifySubscription(.create, once, in: .public).item != nil)
            try await Self.post("A", by: anna)
            #expect(try await ben.subscriptionIDs(in: .public).isEmpty)
            #expect(try await anna.subscriptionIDs(in: .public) == ["notes"])
            let lookup = LookupSubscriptionsRequest(subscriptionIDs: ["notes"]).json()
            let found = try await ben.post(.lookupSubscriptions, lookup, in: .public).read(SubscriptionsResponse.self)
            #expect(found.subscriptions.first?.error?.serverErrorCode == .notFound)
            #expect(try await anna.modifySubscription(.delete, Self.query, in: .public).item?.deleted == true)
        }
    }

    @Test("Only queries, only for people", arguments: Setting.inProcess)
    func refused(_ setting: Setting) async throws {
        try await setting.run { world in
            let (anna, _) = try await Self.people(world)
            let zone = WireSubscription(
                subscriptionID: "zone",
                subscriptionType: .zone,
                zoneID: WireZoneID(zoneName: WireZoneID.defaultName)
            )
            let all = WireSubscription(subscriptionID: "all", subscriptionType: .database)
            for subscription in [zone, all] {
                let result = try await anna.modifySubscription(.create, subscription, in: .public)
                #expect(result.error?.serverErrorCode == .badRequest)
            }
            let nobody = User(world: world, credentials: ServiceQuery(apiToken: try await world.token()).text)
            let reply = try await nobody.post(.listSubscriptions, "{}", in: .public)
            #expect(reply.error?.serverErrorCode == .authenticationRequired)
        }
    }

    @Test("Nobody is told of records that not everybody may read", arguments: Setting.inProcess)
    func unreadable(_ setting: Setting) async throws {
        try await setting.run { world in
            let (anna, ben) = try await Self.people(world)
            try await Self.post("First", by: ben)
            _ = try await anna.modifySubscription(.create, Self.query, in: .public)
            let key = DatabaseKey(publicIn: World.container, environment: .development).schema
            try await world.records.changeSchema(of: key) { schema in
                var schema = schema
                schema.types["Note"]?.grants = [
                    SchemaGrant(permissions: ["CREATE"], role: SchemaRights.signedIn),
                    SchemaGrant(permissions: ["READ", "WRITE"], role: SchemaRights.creator),
                ]
                return schema
            }
            let path = try await anna.expectingNotices()
            try await Self.post("Secret", by: ben)
            try await world.records.changeSchema(of: key) { schema in
                var schema = schema
                schema.types["Note"]?.grants = []
                return schema
            }
            try await Self.post("Open", by: ben)
            #expect(try await anna.notice(at: path).queryNotice?.recordName == "Open")
        }
    }

    @Test(
        "Who created a record that only creators read is told of it, by whomever it is changed",
        arguments: Setting.all
    )
    func own(_ setting: Setting) async throws {
        try await setting.run { world in
            let (anna, ben) = try await Self.people(world)
            try await Self.post("First", by: ben)
            let key = DatabaseKey(publicIn: World.container, environment: .development).schema
            try await world.records.changeSchema(of: key) { schema in
                var schema = schema
                schema.types["Note"]?.grants = [
                    SchemaGrant(permissions: ["CREATE", "WRITE"], role: SchemaRights.signedIn),
                    SchemaGrant(permissions: ["READ"], role: SchemaRights.creator),
                ]
                return schema
            }
            var all = Self.query
            all.firesOn = [.create, .update, .delete]
            var once = all
            (once.subscriptionID, once.firesOnce) = ("once", true)
            for user in [anna, ben] {
                for subscription in [all, once] {
                    #expect(try await user.modifySubscription(.create, subscription, in: .public).item != nil)
                }
            }
            var (phone, laptop) = (anna, anna)
            (phone.device, laptop.device) = ("telephone", "laptop")
            let path = try await phone.expectingNotices()
            try await Self.post("Ben's", by: ben)
            #expect(try await anna.subscriptionIDs(in: .public) == ["notes", "once"], "it has not fired")
            try await Self.post("Own", by: laptop)
            #expect(try await anna.subscriptionIDs(in: .public) == ["notes"])
            #expect(try await ben.subscriptionIDs(in: .public) == ["notes"])
            var told: [String?] = []
            for _ in 0..<2 { told.append(try await phone.notice(at: path).queryNotice?.recordName) }
            #expect(told == ["Own", "Own"])
            let fields: WireFields = ["n": .int64(2)]
            _ = try await ben.one(.forceUpdate, "Own", fields, zone: nil, database: .public).get()
            #expect(try await phone.notice(at: path).queryNotice?.reason == .updated)
            _ = try await ben.one(.forceDelete, "Own", zone: nil, database: .public).get()
            #expect(try await phone.notice(at: path).queryNotice?.reason == .deleted)
        }
    }

    @Test("Those of people who are gone are forgotten", arguments: Setting.inProcess)
    func forgotten(_ setting: Setting) async throws {
        try await setting.run { world in
            let (anna, ben) = try await Self.people(world)
            for user in [anna, ben] { _ = try await user.modifySubscription(.create, Self.query, in: .public) }
            _ = try await ben.modifySubscription(.create, Self.query)
            let gone = try #require(try await world.accounts.account(named: "anna")).id
            let database = DatabaseKey(publicIn: World.container, environment: .development)
            #expect(try await world.records.subscriptions(of: database, subscriber: gone).count == 1)
            try await world.store.execute("DELETE FROM account WHERE name = 'anna'")
            try await world.records.removeLostSubscriptions()
            #expect(try await world.records.subscriptions(of: database, subscriber: gone).isEmpty)
            #expect(try await ben.subscriptionIDs(in: .public) == ["notes"])
            #expect(try await ben.subscriptionIDs() == ["notes"])
        }
    }

    @Test("A hint reaches other servers whole")
    func hint() throws {
        let database = DatabaseKey(publicIn: World.container, environment: .production)
        var news = RecordNews(recordName: "A", reason: .updated)
        news.additionalFields = RawJSON(checked: Array(#"{"n":1}"#.utf8))
        news.alertArguments = ["Milk"]
        var stored = StoredSubscription(id: "notes", subscription: Self.query)
        stored.subscriber = AccountID(rawValue: 7)
        let hint = ChangeHint(
            database: database,
            zone: WireZoneID.defaultName,
            head: 3,
            deviceID: nil,
            subscription: stored,
            news: news
        )
        let text = try #require(HintMessage.texts(of: [hint], from: "node").first)
        let read = try #require(try HintMessage(json: text).hints.first)
        #expect(read.news == news && read.audience == hint.audience && read.database == database)
        #expect(read.audience.account == AccountID(rawValue: 7) && read.audience.scope == .private)
    }
}
