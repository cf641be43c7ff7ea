import CloudKitWebServices
import Testing

@testable import CloudKitServer

@Suite("What a notice of a query says")
struct QueryNoticeTests {
    /// Notes with a number above five, told with their title.
    private static var subscription: WireSubscription {
        var info = WireNotificationInfo()
        info.alertLocalizationKey = "CHANGED"
        info.alertLocalizationArgs = ["title", "n", "none"]
        info.additionalFields = ["title", "n", "picture"]
        info.soundName = "ping"
        info.shouldBadge = true
        let filter = WireFilter(.greaterThan, fieldName: "n", fieldValue: WireField(.int64(5)))
        return WireSubscription(
            subscriptionID: "query",
            subscriptionType: .query,
            query: WireQuery(recordType: "Note", filterBy: [filter]),
            firesOn: [.create, .update, .delete],
            notificationInfo: info
        )
    }

    private static func devices(_ world: World) async throws -> (phone: User, laptop: User) {
        var phone = try await world.user("anna")
        phone.device = "phone"
        var laptop = phone
        laptop.device = "laptop"
        for zone in ["Notes", "Other"] { try await phone.zone(.create, zone) }
        _ = try await laptop.saved("Low", ["n": .int64(1), "title": .string("Low")])
        return (phone, laptop)
    }

    @Test("The record, its zone and owner, what happened, and the values asked for", arguments: Setting.all)
    func contents(_ setting: Setting) async throws {
        try await setting.run { world in
            let (phone, laptop) = try await Self.devices(world)
            #expect(try await phone.modifySubscription(.create, Self.subscription).item != nil)
            let path = try await phone.expectingNotices()
            let saved = try await laptop.saved("A", ["n": .int64(7), "title": .string("Milk")])
            let created = try await phone.notice(at: path)
            let notice = try #require(created.queryNotice)
            #expect(notice.recordName == "A" && notice.reason == .created && notice.subscriptionID == "query")
            #expect(notice.zoneName == "Notes" && notice.database == .private)
            #expect(notice.zoneOwner == saved.created?.userRecordName)
            #expect(notice.additionalFields?.text == #"{"title":"Milk","n":7}"#)
            let alert = WireAlert(localizationKey: "CHANGED", localizationArguments: ["Milk", "7", ""])
            #expect(created.alert == alert && created.sound == "ping" && created.badge == 1)
            #expect(created.environmentCode == 2 && created.isContentAvailable && created.notificationID != nil)

            _ = try await laptop.saved("A", ["n": .int64(8), "title": .string("Milk")])
            let updated = try await phone.notice(at: path).queryNotice
            #expect(updated?.reason == .updated && updated?.additionalFields?.text == #"{"title":"Milk","n":8}"#)
            _ = try await laptop.one(.forceDelete, "A")
            let deleted = try await phone.notice(at: path).queryNotice
            #expect(deleted?.reason == .deleted && deleted?.recordName == "A")
            // A new record of a name that was deleted is a new one.
            _ = try await laptop.one(.create, "A", ["n": .int64(9)])
            #expect(try await phone.notice(at: path).queryNotice?.reason == .created)
        }
    }

    @Test("Each record of a batch is told of; what does not match is not", arguments: Setting.inProcess)
    func batch(_ setting: Setting) async throws {
        try await setting.run { world in
            let (phone, laptop) = try await Self.devices(world)
            _ = try await phone.modifySubscription(.create, Self.subscription)
            let path = try await phone.expectingNotices()
            let operations = [("A", 6), ("B", 5), ("C", 7), ("D", 8)].map { name, number in
                RecordOperation(
                    .create,
                    WireRecord(recordName: name, recordType: "Note", fields: ["n": .int64(Int64(number))])
                )
            }
            #expect(try await laptop.modify(operations).status == 200)
            var told: [String?] = []
            for _ in 0..<3 { told.append(try await phone.notice(at: path).queryNotice?.recordName) }
            #expect(told == ["A", "C", "D"])
            // Values that are too large are left out, the record is not.
            let long = String(repeating: "x", count: 2_000)
            _ = try await laptop.saved("A", ["n": .int64(6), "title": .string(long)])
            let notice = try await phone.notice(at: path).queryNotice
            #expect(notice?.recordName == "A" && notice?.additionalFields == nil)
        }
    }

    @Test("The badge counts what a device has not got, of subscriptions that ask for one", arguments: Setting.all)
    func badges(_ setting: Setting) async throws {
        try await setting.run { world in
            let (phone, laptop) = try await Self.devices(world)
            var plain = Self.subscription
            plain.subscriptionID = "plain"
            plain.notificationInfo?.shouldBadge = false
            plain.query?.recordType = "Plain"
            #expect(try await phone.modifySubscription(.create, Self.subscription).item != nil)
            let path = try await phone.expectingNotices()
            let fields: WireFields = ["n": .int64(7)]
            _ = try await laptop.saved("P", ["n": .int64(1)], type: "Plain")
            #expect(try await phone.modifySubscription(.create, plain).item != nil)
            _ = try await laptop.saved("A", fields)
            _ = try await laptop.saved("P", fields, type: "Plain")
            _ = try await laptop.saved("B", fields)
            // The second word of a record takes the place of the first.
            _ = try await laptop.saved("A", ["n": .int64(8)])
            _ = try await laptop.saved("C", fields)
            var told: [String] = []
            for _ in 0..<4 {
                let notice = try await phone.notice(at: path)
                told.append("\(notice.queryNotice?.recordName ?? "") \(notice.badge.map(String.init) ?? "-")")
            }
            #expect(told == ["A 1", "P -", "B 2", "C 3"])
            _ = try await laptop.saved("D", fields)
            #expect(try await phone.notice(at: path).badge == 1, "what was got is not counted")
        }
    }

    @Test("A query of one zone, and of the default zone alone", arguments: Setting.inProcess)
    func zones(_ setting: Setting) async throws {
        try await setting.run { world in
            let (phone, laptop) = try await Self.devices(world)
            var other = Self.subscription
            (other.subscriptionID, other.zoneID) = ("other", WireZoneID(zoneName: "Other"))
            var narrow = Self.subscription
            (narrow.subscriptionID, narrow.zoneWide) = ("narrow", false)
            narrow.firesOn = [.create, .update]
            for subscription in [other, narrow] {
                #expect(try await phone.modifySubscription(.create, subscription).item != nil)
            }
            var foreign = other
            foreign.zoneID = WireZoneID(zoneName: "Other", ownerRecordName: "_somebody")
            #expect(try await phone.modifySubscription(.create, foreign).error?.serverErrorCode == .zoneNotFound)
            let path = try await phone.expectingNotices()
            for zone in ["Notes", "Other", WireZoneID.defaultName] {
                _ = try await laptop.saved("A", ["n": .int64(7)], zone: zone)
            }
            let told = [try await phone.notice(at: path), try await phone.notice(at: path)].map(\.queryNotice)
            #expect(told.map { $0?.subscriptionID } == ["other", "narrow"])
            #expect(told.map { $0?.zoneName } == ["Other", WireZoneID.defaultName])
        }
    }
}
