import CloudKit
import Foundation
import Testing

@testable import IdeaBoxCore

/// Two devices of one person over the real service.
@Suite("Sync")
struct SyncTests {
    @Test("An idea appears on the other device, and its changes follow")
    func ideasTravel() async throws {
        let cloud = try await Cloud()
        let (phone, laptop) = (try await Device(cloud), try await Device(cloud))
        let id = try phone.add("Paper boat regatta")
        try await phone.sync()
        #expect(try phone.pending() == 0)
        try await laptop.sync()
        #expect(try laptop.titles() == ["Paper boat regatta"])
        #expect(try laptop.visible() == phone.visible())
        try laptop.edit(id, "Kite")
        _ = try laptop.ideas.setCompleted(true, of: [id])
        try await laptop.sync()
        try await phone.sync()
        #expect(try phone.visible() == laptop.visible())
        #expect(try phone.ideas.snapshot(id).version == 2)
        try phone.delete(id)
        try await phone.sync()
        try await laptop.sync()
        #expect(try laptop.titles().isEmpty)
        #expect(try laptop.ideas.counts().trash == 0)
        // The deleter can take it back.
        phone.tick()
        _ = try phone.ideas.restore([id])
        try await phone.sync()
        try await laptop.sync()
        #expect(try laptop.titles() == ["Kite"])
        #expect(await phone.status.state == .upToDate)
        #expect(phone.events.contains(.conflicts(1)) == false)
    }

    @Test(
        "Of two edits the later one stays, on both devices, and the other is in the history",
        arguments: [true, false]
    )
    func laterEditWins(phoneIsLater: Bool) async throws {
        let cloud = try await Cloud()
        let (phone, laptop) = (try await Device(cloud), try await Device(cloud))
        let id = try phone.add("a")
        try await phone.sync()
        try await laptop.sync()
        if !phoneIsLater { try phone.edit(id, "from the phone") }
        try laptop.edit(id, "from the laptop")
        if phoneIsLater { try phone.edit(id, "from the phone") }
        try await phone.sync()
        try await laptop.sync()
        try await phone.sync()
        let winner = phoneIsLater ? "from the phone" : "from the laptop"
        #expect(try phone.titles() == [winner])
        #expect(try laptop.titles() == [winner])
        #expect(try phone.visible() == laptop.visible())
        let conflict = try #require(try laptop.history(.conflict).first?.details)
        #expect(conflict.contains("from the phone") && conflict.contains("from the laptop"))
        #expect(conflict.contains(phoneIsLater ? #""winner":"remote""# : #""winner":"local""#))
        #expect(laptop.events.contains(.conflicts(1)))
    }

    @Test("A delete and an edit: the later one stays", arguments: [true, false], [true, false])
    func deleteAgainstEdit(deleteIsLater: Bool, deleteIsFirst: Bool) async throws {
        let cloud = try await Cloud()
        let (phone, laptop) = (try await Device(cloud), try await Device(cloud))
        let id = try phone.add("a")
        try await phone.sync()
        try await laptop.sync()
        if !deleteIsLater { try phone.delete(id) }
        try laptop.edit(id, "b")
        if deleteIsLater { try phone.delete(id) }
        for device in deleteIsFirst ? [phone, laptop, phone, laptop] : [laptop, phone, laptop, phone] {
            try await device.sync()
        }
        let expected = deleteIsLater ? [] : ["b"]
        #expect(try phone.titles() == expected)
        #expect(try laptop.titles() == expected)
        #expect(try phone.pending() == 0 && laptop.pending() == 0)
        let history = try phone.history(.conflict) + laptop.history(.conflict)
        #expect(history.contains { $0.details?.contains(#""title":"b""#) == true })
    }

    @Test("A new device gets everything, a known one only what changed")
    func firstSync() async throws {
        let cloud = try await Cloud()
        let phone = try await Device(cloud)
        for number in 0..<250 { try phone.add("idea \(number)") }
        try await phone.sync()
        let sent = phone.events.compactMap { if case .sent(let saved, _, _) = $0 { saved } else { nil } }
        #expect(sent == [100, 100, 50])
        let laptop = try await Device(cloud)
        try await laptop.sync()
        #expect(laptop.events.contains(.received(changed: 250, deleted: 0)))
        #expect(try laptop.visible() == phone.visible())
        laptop.forget()
        try phone.add("one more")
        try await phone.sync()
        try await laptop.sync()
        #expect(laptop.events == [.began(pending: 0), .received(changed: 1, deleted: 0), .upToDate])
    }

    @Test("A coordinator that begins anew goes on where the last one stopped")
    func restart() async throws {
        let cloud = try await Cloud()
        let phone = try await Device(cloud)
        let id = try phone.add("a")
        try await phone.sync()
        let other = try await Device(cloud)
        try await other.sync()
        try other.delete(id)
        try await other.sync()
        let again = try await Device(cloud, box: phone.box)
        try await again.sync()
        #expect(again.events == [.began(pending: 0), .received(changed: 0, deleted: 1), .upToDate])
    }

    @Test("Accounts see their own ideas only")
    func isolation() async throws {
        let cloud = try await Cloud()
        let (anna, ben) = (try await Device(cloud, "anna"), try await Device(cloud, "ben"))
        try anna.add("Anna's")
        try ben.add("Ben's")
        try await anna.sync()
        try await ben.sync()
        try await anna.sync()
        #expect(try anna.titles() == ["Anna's"])
        #expect(try ben.titles() == ["Ben's"])
    }
}
