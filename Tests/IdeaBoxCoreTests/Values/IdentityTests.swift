import Foundation
import Testing

@testable import IdeaBoxCore

@Suite("Hashes and ids from names")
struct NameTests {
    @Test(
        "The hash gives the published values",
        arguments: [
            ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
            ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
            ("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "84983e441c3bd26ebaae4aa1f95129e5e54670f1"),
            (String(repeating: "a", count: 1_000), "291e9a6c66994949b57ba5e650361e98fc36b1ba"),
        ]
    )
    func hash(_ message: String, expected: String) {
        #expect(SHA1.hash(message.utf8).map { String(format: "%02x", $0) }.joined() == expected)
    }

    @Test("A UUID of version 5 is the one that RFC 9562 gives as its example")
    func versionFive() throws {
        let dns = try #require(UUID(uuidString: "6ba7b810-9dad-11d1-80b4-00c04fd430c8"))
        #expect(UUID(namespace: dns, name: "www.example.com").text == "2ed6657d-e927-568b-95e1-2665a8aea6a2")
    }

    @Test("Equal texts give equal ids, other texts and later occurrences other ones")
    func contentIDs() {
        let id = UUID(ideaTitle: "Paper boat", details: "")
        #expect(id == UUID(ideaTitle: "Paper boat", details: "", occurrence: 1))
        #expect(id != UUID(ideaTitle: "Paper boat", details: "", occurrence: 2))
        #expect(id != UUID(ideaTitle: "Paper", details: "boat"))
        #expect(id.text == "2854c92f-94a1-5dae-abf2-77c565f35ca7")
    }
}

@Suite("Beginnings of ids")
struct IDPrefixTests {
    @Test("The range holds exactly the ids that begin so", arguments: [3, 99])
    func range(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            let id = random.id()
            let length = Int.random(in: 1...36, using: &random)
            let typed = Bool.random(using: &random) ? id.text.prefix(length) : id.uuidString.prefix(length)
            let range = try #require(IDPrefix(String(typed))?.range, "seed \(seed)")
            #expect(range.contains(id), "seed \(seed)")
            let other = random.id()
            let digits = typed.lowercased().filter { $0 != "-" }
            let begins = other.text.filter { $0 != "-" }.hasPrefix(digits)
            #expect(range.contains(other) == begins, "seed \(seed)")
        }
    }

    @Test("What can begin no id is none", arguments: ["", "-", "g", "12 ", String(repeating: "0", count: 33), "é"])
    func noPrefix(_ text: String) {
        #expect(IDPrefix(text) == nil)
    }
}

@Suite("The id of the device")
struct DeviceIdentityTests {
    private func folder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "ideabox-device-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    private func surroundings(machine: String) -> Surroundings {
        Surroundings(
            now: { sampleMoment },
            uptime: { Uptime(bootID: "boot", seconds: 100) },
            makeID: { UUID() },
            variables: [:],
            homeFolder: "/",
            workingFolder: "/",
            machineID: { machine }
        )
    }

    @Test("It is made once and stays")
    func stays() throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "state/device.json")
        let here = surroundings(machine: "here")
        #expect(DeviceIdentity.known(in: file, here) == nil)
        let first = try DeviceIdentity.load(from: file, in: here)
        #expect(try DeviceIdentity.load(from: file, in: here) == first)
        #expect(DeviceIdentity.known(in: file, here) == first.deviceId)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/state") == ["device.json"])
    }

    @Test("A copy on another machine gets an id of its own, and a damaged file a new one")
    func copied() throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "device.json")
        let first = try DeviceIdentity.load(from: file, in: surroundings(machine: "here"))
        let second = try DeviceIdentity.load(from: file, in: surroundings(machine: "there"))
        #expect(second.deviceId != first.deviceId)
        #expect(try DeviceIdentity.load(from: file, in: surroundings(machine: "there")) == second)
        try Data("{".utf8).write(to: file)
        #expect(try DeviceIdentity.load(from: file, in: surroundings(machine: "there")).deviceId != second.deviceId)
    }
}
