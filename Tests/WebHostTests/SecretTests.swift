import Foundation
import Testing

@testable import WebHost

/// The secret and what it lets in.
struct SecretTests {
    private func folder() throws -> URL {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("webhost-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        return url
    }

    private static let random = Surroundings.live.randomBytes

    @Test func theSecretOutlivesARestart() throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let first = try Secret.load(from: folder, random: Self.random)
        #expect(try Secret.load(from: folder, random: Self.random) == first)
        #expect(first.link != first.cookie)
        #expect(Secret.isHex(first.link, digits: 64))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [Secret.fileName])
    }

    @Test func onlyItsOwnerReadsTheFile() throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        _ = try Secret.load(from: folder, random: Self.random)
        let path = folder.appendingPathComponent(Secret.fileName).path
        func mode() throws -> Int? { try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int }
        #expect(try mode() == 0o600)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        _ = try Secret.load(from: folder, random: Self.random)
        #expect(try mode() == 0o600, "a copy that others can read is closed again")
    }

    @Test(arguments: [
        "", "short\nshort\n", String(repeating: "g", count: 64) + "\n" + String(repeating: "0", count: 64),
    ])
    func aDamagedFileIsReplaced(content: String) throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(content.utf8).write(to: folder.appendingPathComponent(Secret.fileName))
        let secret = try Secret.load(from: folder, random: Self.random)
        #expect(try Secret.load(from: folder, random: Self.random) == secret)
    }

    @Test func aFolderThatCannotBeWrittenHasAName() {
        #expect(throws: (any Error).self) {
            try Secret.load(from: URL(fileURLWithPath: "/proc/no-such-folder"), random: Self.random)
        }
    }

    @Test func cookiesAreOurs() {
        let secret = Secret(link: String(repeating: "a", count: 64), cookie: String(repeating: "b", count: 64))
        let admission = Admission(secret: secret, port: 81)
        let cookie = admission.cookie(random: Self.random)
        #expect(admission.owner(cookies: "x=y; host_81=\(cookie)") == cookie)
        #expect(admission.owner(cookies: "host_80=\(cookie)") == nil, "another port's")
        #expect(admission.owner(cookies: "host_81=\(secret.link).\(String(repeating: "0", count: 32))") == nil)
        #expect(admission.owner(cookies: "host_81=\(secret.cookie)") == nil)
        #expect(admission.owner(cookies: "host_81=\(secret.cookie).") == nil)
        #expect(admission.owner(cookies: nil) == nil)
        #expect(admission.setCookie(cookie, isSecure: false).hasSuffix("HttpOnly; SameSite=Strict; Max-Age=31536000"))
        #expect(admission.setCookie(cookie, isSecure: true).hasSuffix("; Secure"))
        #expect(admission.isBearer("Bearer \(secret.link)"))
        #expect(!admission.isBearer("Bearer \(secret.cookie)"))
        #expect(!admission.isBearer("Bearer "))
        #expect(!admission.isBearer(nil))
    }

    @Test func namesBeyondThisMachineAreExact() {
        let listening = Listening.behindTLS(address: "0.0.0.0", port: 8_080, names: ["Ideas.example"])
        #expect(listening.policy(port: 8_080) == AccessPolicy(hosts: ["ideas.example"], scheme: "https"))
        #expect(listening.origin(port: 8_080) == "https://Ideas.example")
        let open = Listening.openToTheNetworkWithoutEncryption(address: "192.0.2.1", port: 8_080, names: ["desk"])
        #expect(open.policy(port: 8_080) == AccessPolicy(hosts: ["desk:8080", "192.0.2.1:8080"], scheme: "http"))
    }

    @Test func anAddressOfVersion6StandsInBrackets() {
        let open = Listening.openToTheNetworkWithoutEncryption(
            address: "2001:DB8:0::1",
            port: 8_080,
            names: ["::1", "[::2]", "[::3]:80", "desk:81"]
        )
        let hosts: Set = ["[2001:db8::1]:8080", "[::1]:8080", "[::2]:8080", "[::3]:80", "desk:81"]
        #expect(open.policy(port: 8_080) == AccessPolicy(hosts: hosts, scheme: "http"))
        let bare = Listening.openToTheNetworkWithoutEncryption(address: "2001:db8::1", port: 1, names: [])
        #expect(bare.origin(port: 1) == "http://[2001:db8::1]:1")
        let behind = Listening.behindTLS(address: "2001:db8::1", port: 1, names: [])
        #expect(behind.origin(port: 1) == "https://[2001:db8::1]:1")
    }

    /// Nobody calls a machine “every address”: browsers name one of them.
    @Test(arguments: [("0.0.0.0", "http://127.0.0.1:81"), ("::", "http://[::1]:81"), ("0:0::0", "http://[::1]:81")])
    func listeningEverywhereIsListeningAtEachAddress(address: String, origin: String) throws {
        let open = Listening.openToTheNetworkWithoutEncryption(address: address, port: 81, names: ["Ideas.example"])
        let policy = open.policy(port: 81) { "Desk" }
        func isAllowed(_ host: String) throws -> Bool {
            let lines = "GET / HTTP/1.1\r\nHost: \(host)\r\nOrigin: http://\(host)"
            let head = try RequestHead(bytes: lines.utf8, limits: HostLimits())
            do { try policy.check(head) } catch { return false }
            return true
        }
        for host in [
            "192.0.2.7", "127.0.0.1", "0.0.0.0", "[2001:db8::7]", "[::1]", "localhost", "desk", "ideas.example",
        ] {
            #expect(try isAllowed("\(host):81"), "\(host)")
            #expect(try !isAllowed("\(host):82"), "\(host) on another port")
            #expect(try !isAllowed(host), "\(host) without a port")
        }
        // Names that their owners can let lead here, however much they look like an address.
        for host in [
            "evil.example", "192.0.2.7.evil.example", "1.2.3", "1.2.3.4.5", "1.2.3.256", "[::1].evil.example", "[evil]",
            "::1", "[1.2.3.4]", "[]", "", "desk.evil.example", "1.2.3.4:81@evil.example",
        ] {
            #expect(try !isAllowed("\(host):81"), "\(host)")
        }
        let unnamed = Listening.openToTheNetworkWithoutEncryption(address: address, port: 81, names: [])
        #expect(unnamed.origin(port: 81) == origin)
        let nameless = unnamed.policy(port: 81) { nil }
        #expect(nameless.hosts == ["localhost:81"])
    }

    @Test func thisMachineHasAName() {
        let system = try? String(contentsOfFile: "/proc/sys/kernel/hostname", encoding: .utf8)
        #expect(AddressLiteral.machineName() == system?.trimmingCharacters(in: .newlines))
    }

    @Test func noAddressOfTheNetworkWithoutAWord() throws {
        func listening(_ address: String, tls: Bool = false, open: Bool = false) throws -> Listening {
            try .checked(address: address, port: 1, names: [], isBehindTLS: tls, allowsNoEncryption: open)
        }
        #expect(try listening("127.0.0.1") == .thisMachine(port: 1))
        #expect(throws: HostError.unprotectedAddress("0.0.0.0")) { try listening("0.0.0.0") }
        #expect(try listening("0.0.0.0", tls: true) == .behindTLS(address: "0.0.0.0", port: 1, names: []))
        let open = try listening("0.0.0.0", open: true)
        #expect(open == .openToTheNetworkWithoutEncryption(address: "0.0.0.0", port: 1, names: []))
    }

    @Test func whatAnEndedProgramLeftIsRemoved() throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        // No process has this number: it is above the system's largest.
        let left = folder.appendingPathComponent("web-2000000000-00")
        try FileManager.default.createDirectory(at: left, withIntermediateDirectories: true)
        let socket = try InnerSocket(in: folder, random: Self.random)
        #expect(!FileManager.default.fileExists(atPath: left.path))
        #expect(FileManager.default.fileExists(atPath: socket.folder))
        socket.remove()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }
}
