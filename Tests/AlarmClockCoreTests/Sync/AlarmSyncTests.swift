import CloudKit
import Foundation
import SwiftData
import Synchronization
import Testing

@testable import AlarmClockCore

/// Two devices of one person, through the real server.
@Suite("Alarms on two devices")
struct AlarmSyncTests {
    private static let daily = WeekdaySet(1...7)

    /// A Sunday.
    private static let evening = "2026-11-22T12:00:00Z"

    private func move(_ world: SyncWorld, to text: String, _ devices: SyncedDevice...) throws {
        let date = try #require(ISO8601DateFormatter().date(from: text))
        world.now.withLock { $0 = date }
        devices.forEach { $0.wake() }
    }

    /// The next that is heard or seen on a device, in words.
    private func heard(_ actions: inout AsyncStream<RingAction>.Iterator) async -> String {
        switch await actions.next() {
        case .begin(let ring)?: "\(ring.alarm.label) rings for \(ISODate.text(ring.occurrence))"
        case .end(_, let end)?: "ends: \(end)"
        case .missed(let alarm, _)?: "\(alarm.label) was missed"
        case nil, .remember?, .turnOff?, .tellOthers?, .unheard?, .takeBack?: "nothing"
        }
    }

    @Test("In two zones the same hour, with days and template; a change of each, and a deletion, arrive")
    func sameHour() async throws {
        try await SyncWorld.run(at: Self.evening) { world in
            let taipei = try await world.device("taipei", in: "Asia/Taipei")
            let berlin = try await world.device("berlin", in: "Europe/Berlin")
            let id = try taipei.add("07:30", "shift", days: WeekdaySet(2...6))
            try taipei.add("23:15", "tea")
            let context = ModelContext(taipei.store.container)
            let template = AlarmTemplate(
                name: "Early shift",
                category: "work",
                icon: "sun.max",
                templateDescription: "",
                time: "",
                frequency: "",
                defaultTime: "07:30",
                repeatType: "weekdays",
                scenario: "Work"
            )
            context.insert(template)
            try #require(try context.fetch(AlarmQueries.alarm(id)).first).template = template
            try context.save()
            try await taipei.sync()
            try await berlin.sync()
            #expect(
                try taipei.list() == [
                    "[x] 07:30  weekdays  shift 2026-11-22T23:30:00Z", "[x] 23:15  once  tea 2026-11-22T15:15:00Z",
                ]
            )
            #expect(
                try berlin.list() == [
                    "[x] 07:30  weekdays  shift 2026-11-23T06:30:00Z", "[x] 23:15  once  tea 2026-11-22T22:15:00Z",
                ]
            )
            #expect(try berlin.manager.alarms(scenario: "Work").map(\.id) == [id])
            // Different parts of one alarm, on both at once.
            let (there, here) = (taipei.manager, berlin.manager)
            let (mine, theirs) = (try #require(try here.alarms().first), try #require(try there.alarms().first))
            mine.label = "late shift"
            try here.updateAlarm(mine)
            there.setDays(WeekdaySet([1, 7]), of: theirs)
            try there.updateAlarm(theirs)
            for device in [taipei, berlin, taipei] { try await device.sync() }
            for device in [taipei, berlin] {
                #expect(try device.list().first?.hasPrefix("[x] 07:30  weekends  late shift") == true)
            }
            let gone = berlin.manager
            try gone.deleteAlarm(try #require(try gone.alarms().first))
            try await berlin.sync()
            try await taipei.sync()
            let fresh = ModelContext(taipei.store.container)
            #expect(try fresh.fetch(FetchDescriptor<Alarm>()).map(\.label) == ["tea"])
            #expect(try fresh.fetchCount(FetchDescriptor<AlarmRepeat>()) == 0)
            #expect(try fresh.fetch(FetchDescriptor<AlarmTemplate>()).map(\.alarms.count) == [0])
        }
    }

    @Test("A day that two devices add is one day, and the alarm can still be changed")
    func oneDayTwice() async throws {
        try await SyncWorld.run(at: Self.evening) { world in
            let berlin = try await world.device("berlin", in: "Europe/Berlin")
            let taipei = try await world.device("taipei", in: "Asia/Taipei")
            try berlin.add("07:30", "shift", days: WeekdaySet([2]))
            for device in [berlin, taipei] { try await device.sync() }
            for device in [berlin, taipei] {
                let manager = device.manager
                let alarm = try #require(try manager.alarms().first)
                manager.setDays(WeekdaySet([2, 3]), of: alarm)
                try manager.updateAlarm(alarm)
            }
            for device in [berlin, taipei, berlin] { try await device.sync() }
            let manager = berlin.manager
            let alarm = try #require(try manager.alarms().first)
            #expect(alarm.repeatDays.map(\.weekday).sorted() == [2, 3, 3])
            alarm.label = "late shift"
            try manager.updateAlarm(alarm)
            #expect(alarm.repeatDays.map(\.weekday).sorted() == [2, 3])
            for device in [berlin, taipei] { try await device.sync() }
            let fresh = ModelContext(taipei.store.container)
            let there = try #require(try fresh.fetch(FetchDescriptor<Alarm>()).first)
            #expect(there.label == "late shift" && there.repeatDays.map(\.weekday).sorted() == [2, 3])
        }
    }

    @Test("The first to ring does not silence the second, and nothing of a ring leaves the device")
    func bothRing() async throws {
        try await SyncWorld.run(at: Self.evening) { world in
            let phone = try await world.device("phone", in: "Europe/Berlin")
            let desk = try await world.device("desk", in: "Europe/Berlin")
            try phone.add("13:05", "tea")
            try await phone.sync()
            try await desk.sync()
            var (onPhone, onDesk) = (phone.bell.done.makeAsyncIterator(), desk.bell.done.makeAsyncIterator())
            await phone.scheduler.reload()
            await desk.scheduler.reload()
            try move(world, to: "2026-11-22T12:05:00Z", phone)
            #expect(await heard(&onPhone) == "tea rings for 2026-11-22T12:05:00Z")
            #expect(phone.store.container.cloudMirror?.status.pendingCount == 0)
            try await phone.sync()
            try await desk.sync()
            // The desk was asleep for some minutes.
            try move(world, to: "2026-11-22T12:13:00Z", desk)
            #expect(await heard(&onDesk) == "tea rings for 2026-11-22T12:05:00Z")
            // Nobody heard the phone; that does not mean that nobody hears the desk.
            try move(world, to: "2026-11-22T12:15:00Z", phone)
            #expect(await heard(&onPhone) == "ends: silenced")
            // Silence comes first, and then the store: who asks next waits for both.
            await phone.scheduler.reload()
            try await phone.sync()
            try await desk.sync()
            #expect(try desk.list() == ["[ ] 13:05  once  tea never"])
            await desk.scheduler.reload()
            #expect(await desk.scheduler.status.ringing.map(\.alarm.label) == ["tea"])
            try move(world, to: "2026-11-22T12:23:00Z", desk)
            #expect(await heard(&onDesk) == "ends: silenced")
            let zone = CKRecordZone.ID(zoneName: "SwiftData")
            let page = try await phone.cloud.privateCloudDatabase.recordZoneChanges(inZoneWith: zone, since: nil)
            let types = try page.modificationResultsByID.values.map { try $0.get().record.recordType }
            #expect(types == ["Alarm"])
        }
    }

    @Test(
        "Stop on one device stops the other's ringing of the same moment, and no other moment",
        arguments: [true, false]
    )
    func stop(repeats: Bool) async throws {
        try await SyncWorld.run(at: Self.evening) { world in
            let phone = try await world.device("phone", in: "Europe/Berlin")
            let desk = try await world.device("desk", in: "Europe/Berlin")
            let london = try await world.device("london", in: "Europe/London")
            let id = try phone.add("13:05", "tea", days: repeats ? Self.daily : WeekdaySet())
            for device in [phone, desk, london] {
                try await device.sync()
                await device.scheduler.reload()
            }
            var (onPhone, onDesk) = (phone.bell.done.makeAsyncIterator(), desk.bell.done.makeAsyncIterator())
            try move(world, to: "2026-11-22T12:05:00Z", phone, desk, london)
            #expect(await heard(&onPhone) == "tea rings for 2026-11-22T12:05:00Z")
            #expect(await heard(&onDesk) == "tea rings for 2026-11-22T12:05:00Z")
            #expect(await phone.scheduler.stop(nil) == [id])
            #expect(await heard(&onPhone) == "ends: stopped")
            try await phone.sync()
            // The desk is told by its store: nobody asks its scheduler to look.
            try await desk.sync()
            #expect(await heard(&onDesk) == "ends: withdrawn")
            #expect(await desk.scheduler.status.ringing.isEmpty)
            let next = repeats ? "2026-11-23T12:05:00Z" : nil
            #expect(await desk.scheduler.status.next.map { ISODate.text($0.date) } == next)
            // The same hour comes later there, and is another moment.
            try await london.sync()
            await london.scheduler.reload()
            var inLondon = london.bell.done.makeAsyncIterator()
            try move(world, to: "2026-11-22T13:05:00Z", london)
            #expect(await heard(&inLondon) == "tea rings for 2026-11-22T13:05:00Z")
        }
    }

    @Test("In two zones each device rings at its own hour, and nobody heard the first one", arguments: [true, false])
    func twoZones(repeats: Bool) async throws {
        try await SyncWorld.run(at: Self.evening) { world in
            let phone = try await world.device("phone", in: "Europe/Berlin")
            let desk = try await world.device("desk", in: "Europe/London")
            let id = try phone.add("13:05", "tea", days: repeats ? Self.daily : WeekdaySet())
            for device in [phone, desk] {
                try await device.sync()
                await device.scheduler.reload()
            }
            var (onPhone, onDesk) = (phone.bell.done.makeAsyncIterator(), desk.bell.done.makeAsyncIterator())
            try move(world, to: "2026-11-22T12:05:00Z", phone, desk)
            #expect(await heard(&onPhone) == "tea rings for 2026-11-22T12:05:00Z")
            try move(world, to: "2026-11-22T12:15:00Z", phone, desk)
            #expect(await heard(&onPhone) == "ends: silenced")
            await phone.scheduler.reload()
            try await phone.sync()
            try await desk.sync()
            await desk.scheduler.reload()
            #expect(await desk.scheduler.status.next.map { ISODate.text($0.date) } == "2026-11-22T13:05:00Z")
            let line = repeats ? "[x] 13:05  daily  tea" : "[ ] 13:05  once  tea"
            #expect(try desk.list() == ["\(line) 2026-11-22T13:05:00Z"])
            #expect(try phone.list() == ["\(line) \(repeats ? "2026-11-23T12:05:00Z" : "never")"])
            try move(world, to: "2026-11-22T13:05:00Z", desk, phone)
            #expect(await heard(&onDesk) == "tea rings for 2026-11-22T13:05:00Z")
            #expect(await desk.scheduler.stop(nil) == [id])
            #expect(await heard(&onDesk) == "ends: stopped")
            try await desk.sync()
            try await phone.sync()
            await phone.scheduler.reload()
            for (device, next) in [(phone, "2026-11-23T12:05:00Z"), (desk, "2026-11-23T13:05:00Z")] {
                #expect(await device.scheduler.status.ringing.isEmpty)
                #expect(await device.scheduler.status.next.map { ISODate.text($0.date) } == (repeats ? next : nil))
            }
        }
    }

    @Test("A stop that comes before the other device rings keeps it silent")
    func stopBefore() async throws {
        try await SyncWorld.run(at: Self.evening) { world in
            let phone = try await world.device("phone", in: "Europe/Berlin")
            let desk = try await world.device("desk", in: "Europe/Berlin")
            try phone.add("13:05", "tea", days: Self.daily)
            try await phone.sync()
            try await desk.sync()
            await phone.scheduler.reload()
            await desk.scheduler.reload()
            var onPhone = phone.bell.done.makeAsyncIterator()
            try move(world, to: "2026-11-22T12:05:00Z", phone)
            _ = await heard(&onPhone)
            _ = await phone.scheduler.stop(nil)
            try await phone.sync()
            try await desk.sync()
            await desk.scheduler.reload()
            #expect(await desk.scheduler.status.next.map { ISODate.text($0.date) } == "2026-11-23T12:05:00Z")
        }
    }

    @Test(
        "The catalogue is loaded in two languages: the same templates, each in the reader's words, and none comes back"
    )
    func templates() async throws {
        try await SyncWorld.run(at: Self.evening) { world in
            let taipei = try await world.device("taipei", in: "Asia/Taipei")
            let berlin = try await world.device("berlin", in: "Europe/Berlin")
            let (chinese, english) = (TemplateCatalogue(.traditionalChinese), TemplateCatalogue(.english))
            func templates(_ device: SyncedDevice) throws -> [AlarmTemplate] {
                let sorted = FetchDescriptor<AlarmTemplate>(sortBy: [SortDescriptor(\.id)])
                return try ModelContext(device.store.container).fetch(sorted)
            }
            // Both before they know of each other.
            try chinese.loadOnce(into: ModelContext(taipei.store.container))
            try english.loadOnce(into: ModelContext(berlin.store.container))
            for device in [taipei, berlin, taipei] { try await device.sync() }
            let (there, here) = (try templates(taipei), try templates(berlin))
            #expect(there.map(\.id) == here.map(\.id) && there.count == chinese.entries.count)
            #expect(there.map(\.name) == here.map(\.name) && there.map(\.scenario) == here.map(\.scenario))
            #expect(there.compactMap { chinese.entry(of: $0)?.name }.count == there.count)
            // One is deleted before a third device starts for the first time.
            let context = ModelContext(taipei.store.container)
            let gone = there[0].id
            try context.delete(model: AlarmTemplate.self, where: #Predicate { $0.id == gone })
            try context.save()
            try await taipei.sync()
            let london = try await world.device("london", in: "Europe/London")
            try await london.sync()
            try english.loadOnce(into: ModelContext(london.store.container))
            for device in [london, berlin, taipei] { try await device.sync() }
            for device in [taipei, berlin, london] {
                #expect(try templates(device).map(\.id) == here.dropFirst().map(\.id))
            }
        }
    }

    @Test("A day that two devices add at once is one day: it rings once, and the next edit mends it")
    func sameDayTwice() async throws {
        try await SyncWorld.run(at: Self.evening) { world in
            let phone = try await world.device("phone", in: "Europe/Berlin")
            let desk = try await world.device("desk", in: "Europe/Berlin")
            let id = try phone.add("07:00", "tea", days: WeekdaySet([3]))
            try await phone.sync()
            try await desk.sync()
            func set(_ days: [Int], on device: SyncedDevice) throws {
                let manager = device.manager
                let alarm = try #require(try manager.alarms().first)
                manager.setDays(WeekdaySet(days), of: alarm)
                try manager.updateAlarm(alarm)
            }
            func rows(_ device: SyncedDevice) throws -> [Int] {
                let all = try ModelContext(device.store.container).fetch(FetchDescriptor<AlarmRepeat>())
                return all.map(\.weekday).sorted()
            }
            for device in [phone, desk] { try set([2, 3], on: device) }
            for device in [phone, desk, phone] { try await device.sync() }
            for device in [phone, desk] {
                #expect(try rows(device) == [2, 2, 3])
                #expect(try device.list() == ["[x] 07:00  mon,tue  tea 2026-11-23T06:00:00Z"])
            }
            var onDesk = desk.bell.done.makeAsyncIterator()
            await desk.scheduler.reload()
            try move(world, to: "2026-11-23T06:00:00Z", desk)
            #expect(await heard(&onDesk) == "tea rings for 2026-11-23T06:00:00Z")
            #expect(await desk.scheduler.stop(nil) == [id])
            #expect(await heard(&onDesk) == "ends: stopped")
            #expect(await desk.scheduler.status.next.map { ISODate.text($0.date) } == "2026-11-24T06:00:00Z")
            try set([2, 3, 4], on: desk)
            for device in [desk, phone] { try await device.sync() }
            for device in [phone, desk] {
                #expect(try rows(device) == [2, 3, 4])
                #expect(try device.list() == ["[x] 07:00  mon,tue,wed  tea 2026-11-24T06:00:00Z"])
            }
        }
    }

    @Test("Offline for a while, on both sides: everything arrives once")
    func offline() async throws {
        try await SyncWorld.run(at: Self.evening) { world in
            let phone = try await world.device("phone", in: "Europe/Berlin")
            let desk = try await world.device("desk", in: "Europe/Berlin")
            for number in 0..<60 {
                let device = number % 2 == 0 ? phone : desk
                try device.add("\(number % 24):\(10 + number % 50)", "alarm \(number)", days: Self.daily)
            }
            for device in [phone, desk, phone, desk] { try await device.sync() }
            let shown = try phone.list()
            #expect(shown.count == 60 && Set(shown).count == 60)
            #expect(try desk.list() == shown)
            #expect(try ModelContext(desk.store.container).fetchCount(FetchDescriptor<AlarmRepeat>()) == 420)
            #expect(desk.store.container.cloudMirror?.status.pendingCount == 0)
        }
    }
}
