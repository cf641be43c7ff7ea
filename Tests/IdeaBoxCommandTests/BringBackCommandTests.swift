import Foundation
import TestSupport
import Testing

/// What gave way to another version, and comes back.
@Suite("Bringing back")
struct BringBackCommandTests {
    typealias Answer = CommandBox.Answer

    @Test("The loser of a conflict comes back, on every device, and can be exchanged again")
    func loser() throws {
        let server = try ServerBox("anna")
        let (phone, laptop) = (try SyncCommandTests.device(server), try SyncCommandTests.device(server))
        let kite = try phone.add("Kite", details: "red")
        #expect(try phone.run("sync").status == 0 && laptop.run("sync").status == 0)
        let nothing = try phone.run("bring-back", kite)
        #expect(nothing == Answer(3, "", "Error: the history keeps no other version of \(kite.prefix(8))\n"))
        _ = try laptop.run("edit", kite, "--title", "Kite of the laptop", "--details", "blue")
        _ = try phone.run("edit", kite, "--title", "Kite of the phone")
        for device in [laptop, phone, laptop] { #expect(try device.run("sync").status == 0) }
        #expect(try SyncCommandTests.titles(laptop) == ["Kite of the phone"])
        // The loser was made on the laptop; the phone, which settled the conflict, has it.
        let back = try phone.run("bring-back", String(kite.prefix(8)))
        #expect(back == Answer(0, "Brought back \(kite.prefix(8))  Kite of the laptop\n"))
        #expect(try phone.run("show", kite).out.hasSuffix("\n\nblue\n"))
        for device in [phone, laptop] { #expect(try device.run("sync").status == 0) }
        #expect(try SyncCommandTests.titles(laptop) == ["Kite of the laptop"])
        // What it said until then was kept in its turn.
        #expect(try phone.run("bring-back", kite).out.contains("Kite of the phone"))
        #expect(try phone.run("bring-back", kite).out.contains("Kite of the laptop"))
        // The entry of the conflict can be named.
        let log = try phone.run("log", "--type", "conflict", "--json").out
        let entries = try #require(try JSONSerialization.jsonObject(with: Data(log.utf8)) as? [[String: Any]])
        let entry = try #require(entries.first?["id"] as? String)
        #expect(try phone.run("bring-back", kite, "--entry", String(entry.prefix(10))).out.hasPrefix("No change"))
        #expect(try phone.run("bring-back", kite, "--entry", "ffffffffffffffff").status == 3)
    }

    @Test("An edit that a delete won against comes back, though the idea is gone here")
    func gone() throws {
        let server = try ServerBox("anna")
        let (phone, laptop) = (try SyncCommandTests.device(server), try SyncCommandTests.device(server))
        let boat = try phone.add("Boat")
        for device in [phone, laptop] { #expect(try device.run("sync").status == 0) }
        _ = try phone.run("edit", boat, "--title", "Boat of the phone")
        _ = try laptop.run("rm", boat)
        for device in [laptop, phone] { #expect(try device.run("sync").status == 0) }
        #expect(try SyncCommandTests.titles(phone) == [])
        #expect(try phone.run("show", boat).status == 3)
        let back = try phone.run("bring-back", String(boat.prefix(8)))
        #expect(back == Answer(0, "Brought back \(boat.prefix(8))  Boat of the phone\n"))
        for device in [phone, laptop] { #expect(try device.run("sync").status == 0) }
        for device in [phone, laptop] { #expect(try SyncCommandTests.titles(device) == ["Boat of the phone"]) }
        // The laptop's version that gave way was a deletion.
        let deletion = try laptop.run("bring-back", boat)
        #expect(
            deletion
                == Answer(
                    1,
                    "",
                    "Error: what gave way to \(boat.prefix(8)) was a deletion; to delete it: ideabox rm \(boat.prefix(8))\n"
                )
        )
        // What another device deleted without any conflict comes back too.
        _ = try laptop.run("rm", boat)
        for device in [laptop, phone] { #expect(try device.run("sync").status == 0) }
        #expect(try SyncCommandTests.titles(phone) == [])
        #expect(try phone.run("bring-back", boat).status == 0)
        for device in [phone, laptop] { #expect(try device.run("sync").status == 0) }
        #expect(try SyncCommandTests.titles(laptop) == ["Boat of the phone"])
    }

    @Test("What is no id is refused, and leaves no store behind")
    func wrong() throws {
        let box = try CommandBox()
        #expect(try box.run("bring-back", "zz").status == 2)
        #expect(try box.run("bring-back", "ab", "--entry", "zz").status == 2)
        #expect(!FileManager.default.fileExists(atPath: box.dataFolder.path))
        #expect(try box.run("bring-back", "ab").status == 3)
    }
}
