import Foundation
import Synchronization
import Testing

@testable import CloudKit
@testable import IdeaBoxCore

/// A service that was put back to an older copy, and clocks that are set while the app runs: what simulations found.
@Suite("Restored services and clocks that are set")
struct SyncRestoreTests {
    /// A device with one synced idea, and the store as sync sees it.
    private func synced() async throws -> (cloud: Cloud, phone: Device, store: SyncStore, id: UUID, record: CKRecord) {
        let cloud = try await Cloud()
        let phone = try await Device(cloud)
        let id = try phone.add("a")
        try await phone.sync()
        let record = try await phone.container.privateCloudDatabase.record(for: CKRecord.ID(recordName: id.text))
        return (cloud, phone, SyncStore(phone.ideas), id, record)
    }

    @Test("What the service never had goes up again; what was deleted there is deleted here", arguments: [true, false])
    func lookedUp(wasDeleted: Bool) async throws {
        let (_, phone, store, id, record) = try await synced()
        let error = CKError(.unknownItem, userInfo: ["CKErrorWasDeleted": wasDeleted])
        _ = try store.apply(lookedUp: [record.recordID: .failure(error)])
        #expect(try phone.pending() == (wasDeleted ? 0 : 1))
        #expect(try store.finishDownload() == (wasDeleted ? 1 : 0))
        #expect(try phone.titles() == (wasDeleted ? [] : ["a"]))
        if !wasDeleted { #expect(try phone.ideas.snapshot(id).title == "a") }
    }

    @Test("What a service has not, that says nothing of why, is deleted here where it once had it, and else goes up")
    func lookedUpWithoutReason() async throws {
        let (cloud, phone, store, _, record) = try await synced()
        let id = try phone.add("never arrived")
        // The request with it is lost, and then the token is not known any more.
        _ = try store.nextUpload(to: .default, without: [], savesToo: true)
        try store.beginComparison()
        #expect(try Set(store.unseen()) == [record.recordID.recordName, id.text])
        let isNotThere = Result<CKRecord, any Error>.failure(CKError(.unknownItem))
        let other = CKRecord.ID(recordName: id.text)
        _ = try store.apply(lookedUp: [record.recordID: isNotThere, other: isNotThere])
        try store.endComparison()
        #expect(try store.finishDownload() == 1)
        #expect(try phone.titles() == ["never arrived"])
        #expect(try phone.pending() == 1)
        try await phone.sync()
        #expect(try phone.pending() == 0)
        let laptop = try await Device(cloud)
        try await laptop.sync()
        #expect(try laptop.titles().contains("never arrived"))
    }

    @Test("What may have arrived, and once had, is deleted where the service has it not, though a change waits")
    func lookedUpAgain() async throws {
        let (_, phone, store, id, record) = try await synced()
        // Deleted elsewhere while it was changed here; it went up anew, and no answer came.
        try phone.edit(id, "b")
        try store.change { try store.rows([id]).states.values.forEach { store.clearRecord(in: $0) } }
        _ = try store.nextUpload(to: .default, without: [], savesToo: true)
        _ = try store.apply(lookedUp: [record.recordID: .failure(CKError(.unknownItem))])
        _ = try store.finishDownload()
        #expect(try phone.titles().isEmpty)
        #expect(try phone.history(.conflict).count == 1)
    }

    @Test("The service tells what it never had from what was deleted")
    func lookUp() async throws {
        let (_, phone, _, id, record) = try await synced()
        try phone.delete(id)
        try await phone.sync()
        let never = CKRecord.ID(recordName: sampleID(7).text)
        let results = try await phone.container.privateCloudDatabase.records(for: [record.recordID, never])
        func answer(_ id: CKRecord.ID) -> Bool? {
            if case .failure(let error as CKError) = results[id] { error.wasDeleted } else { nil }
        }
        #expect(answer(record.recordID) == true)
        #expect(answer(never) == false)
    }

    @Test("An older version of the service does not replace the one that was made from it")
    func olderRecord() async throws {
        let (cloud, phone, _, id, old) = try await synced()
        try phone.edit(id, "b")
        try await phone.sync()
        let store = SyncStore(phone.ideas)
        _ = try store.apply([old])
        #expect(try phone.titles() == ["b"])
        #expect(try phone.pending() == 1)
        try await phone.sync()
        let laptop = try await Device(cloud)
        try await laptop.sync()
        #expect(try laptop.titles() == ["b"])
    }

    @Test("A deletion from before the idea lived again is not done")
    func olderDeletion() async throws {
        let (cloud, phone, store, _, record) = try await synced()
        let stamp = RecordDeletionStamp(date: cloud.clock.now.addingTimeInterval(-60), deviceID: "another")
        let deletion = CKDatabase.RecordZoneChange.Deletion(recordID: record.recordID, recordType: "", stamp: stamp)
        _ = try store.apply(deletions: [deletion])
        #expect(try store.finishDownload() == 0)
        #expect(try phone.titles() == ["a"])
        #expect(try phone.pending() == 1)
    }

    @Test("While all is compared, what gives way is kept in the history")
    func comparedLoser() async throws {
        let (_, phone, store, _, record) = try await synced()
        try store.beginComparison()
        record["title"] = "of another device"
        record["updatedAt"] = (record["updatedAt"] as? Date)?.addingTimeInterval(60)
        let newer = CKRecord(recordType: "Idea", recordID: record.recordID)
        for key in record.allKeys() { newer[key] = record[key] }
        _ = try store.apply([newer])
        #expect(try phone.titles() == ["of another device"])
        #expect(try phone.history(.conflict).first?.details?.contains(#""title":"a""#) == true)
    }

    @Test("A clock that was set right before the first contact leaves no date in the future")
    func clockSetRight() async throws {
        let cloud = try await Cloud()
        let phone = try await Device(cloud)
        phone.clock.skew = 365 * 86_400
        let ids = [try phone.add("a"), try phone.add("b")]
        phone.clock.skew = 0
        try await phone.sync()
        let dates = try ids.map { try phone.ideas.snapshot($0).updatedAt }
        #expect(dates[0] < dates[1])
        for date in dates { #expect(abs(date.timeIntervalSince(cloud.clock.now)) < 10) }
        #expect(try phone.pending() == 0)
    }

    @Test("A clock that is set while the app runs stamps nothing that goes up in the future", arguments: [1.0, -1.0])
    func clockSet(sign: Double) async throws {
        let cloud = try await Cloud()
        let phone = try await Device(cloud)
        try phone.add("a")
        try await phone.sync()
        phone.clock.skew = sign * 365 * 86_400
        let id = try phone.add("b")
        // Nothing but the change wants this sync, so that nothing would have to be fetched.
        try await phone.coordinator.run()
        let date = try phone.ideas.snapshot(id).updatedAt
        #expect(abs(date.timeIntervalSince(cloud.clock.now)) < 10)
    }

    @Test("The first page that a device takes in is compared and noted by the service's clock", arguments: [1.0, -1])
    func firstPage(sign: Double) async throws {
        let cloud = try await Cloud()
        let (phone, laptop) = (try await Device(cloud), try await Device(cloud))
        phone.clock.skew = sign * 365 * 86_400
        let id = try laptop.add("a")
        try await laptop.sync()
        // The phone has the same idea from a file.
        let report = try phone.ideas.imported(try laptop.ideas.exported(.json)).report
        #expect(report.added == 1)
        phone.tick(60)
        try phone.edit(id, "b")
        try await phone.sync()
        #expect(try phone.titles() == ["b"])
        let conflicts = try phone.history(.conflict)
        #expect(conflicts.count == 1)
        for line in conflicts { #expect(abs(line.timestamp.timeIntervalSince(cloud.clock.now)) < 10) }
        try await laptop.sync()
        #expect(try laptop.titles() == ["b"])
    }

    @Test("A clock that jumps ahead takes nothing from a change that was stamped before by a right one")
    func clockJump() async throws {
        let (cloud, phone, _, id, _) = try await synced()
        let laptop = try await Device(cloud)
        try await laptop.sync()
        try laptop.edit(id, "earlier")
        try phone.edit(id, "later")
        let stamp = try phone.ideas.snapshot(id).updatedAt
        phone.clock.skew = 365 * 86_400
        let other = try phone.add("after the jump")
        try await laptop.sync()
        try await phone.sync()
        #expect(try phone.ideas.snapshot(id).updatedAt == stamp)
        #expect(try phone.titles() == ["after the jump", "later"])
        let date = try phone.ideas.snapshot(other).updatedAt
        #expect(date > stamp && abs(date.timeIntervalSince(cloud.clock.now)) < 10)
        try await laptop.sync()
        #expect(try laptop.visible() == phone.visible())
    }

    @Test("A clock that is set while a request is on its way is not taken for right", arguments: [400.0, -400])
    func clockSetMeanwhile(skew: Double) async throws {
        let cloud = try await Cloud()
        let owner = Mutex<Device?>(nil)
        let transport = FlakyTransport(cloud.transport) { request, _ in
            guard request.address.contains("/changes/"), let phone = owner.withLock({ $0.take() }) else { return .pass }
            phone.clock.skew = skew
            _ = try? phone.add("b")
            return .pass
        }
        let phone = try await Device(cloud, transport: transport)
        owner.withLock { $0 = phone }
        try await phone.sync()
        #expect(owner.withLock { $0 == nil })
        let ideas = try phone.ideas.ideas(in: .all, try IdeaPage(size: 10)).elements
        #expect(ideas.map(\.title) == ["b"])
        for idea in ideas { #expect(abs(idea.updatedAt.timeIntervalSince(cloud.clock.now)) < 10) }
    }

    @Test("An idea that two devices made from one file is not dated by the clock that is wrong")
    func madeTwice() async throws {
        let cloud = try await Cloud()
        let (phone, laptop) = (try await Device(cloud), try await Device(cloud))
        for device in [phone, laptop] { try await device.sync() }
        phone.clock.skew = 365 * 86_400
        for device in [laptop, phone] { _ = try device.ideas.importIdeas(Array("[{\"title\":\"a\"}]".utf8), as: .json) }
        for device in [laptop, phone, laptop, phone] { try await device.sync() }
        let ideas = try laptop.ideas.ideas(in: .all, try IdeaPage(size: 10)).elements
        #expect(ideas.map(\.title) == ["a"])
        for date in ideas.flatMap({ [$0.createdAt, $0.updatedAt] }) {
            #expect(abs(date.timeIntervalSince(cloud.clock.now)) < 10)
        }
        #expect(try phone.visible() == laptop.visible())
    }

    @Test("What is taken out of the trash is later than the deletion of another device whose clock is ahead")
    func deletedTwice() async throws {
        let (cloud, phone, _, id, _) = try await synced()
        let laptop = try await Device(cloud)
        try await laptop.sync()
        // By less than what is asked about again.
        laptop.clock.skew = 120
        try laptop.delete(id)
        try phone.delete(id)
        for device in [laptop, phone] { try await device.sync() }
        _ = try phone.ideas.restore([id])
        for device in [phone, laptop, phone] { try await device.sync() }
        #expect(try phone.titles() == ["a"])
        #expect(try laptop.titles() == ["a"])
    }

    @Test("What is brought back by a clock that is set right afterwards is later than the deletion that took it")
    func broughtBack() async throws {
        let (cloud, phone, _, id, _) = try await synced()
        let laptop = try await Device(cloud)
        phone.clock.skew = -400
        for device in [laptop, phone] { try await device.sync() }
        laptop.clock.skew = 120
        try laptop.delete(id)
        for device in [laptop, phone] { try await device.sync() }
        phone.clock.skew = 0
        _ = try phone.ideas.bringBack(id)
        for device in [phone, laptop, phone] { try await device.sync() }
        #expect(try phone.titles() == ["a"])
        #expect(try laptop.titles() == ["a"])
    }

    @Test("A change is stamped anew though its version has the number of one that was sent before")
    func versionNumberTwice() async throws {
        let (cloud, phone, _, id, _) = try await synced()
        let laptop = try await Device(cloud)
        try await laptop.sync()
        try phone.edit(id, "b")
        try phone.delete(id)
        try await phone.sync()
        try laptop.edit(id, "c")
        for device in [laptop, phone] { try await device.sync() }
        #expect(try phone.titles() == ["c"])
        phone.clock.skew = 365 * 86_400
        try phone.delete(id)
        try await phone.sync()
        _ = try phone.ideas.restore([id])
        for device in [phone, laptop] { try await device.sync() }
        #expect(try laptop.titles() == ["c"])
        #expect(abs(try laptop.ideas.snapshot(id).updatedAt.timeIntervalSince(cloud.clock.now)) < 10)
    }
}
