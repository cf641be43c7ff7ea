import CloudKitWebServices
import Foundation
import TestSupport
import Testing

@testable import CloudKitServer

@Suite("The server's process", .serialized)
struct ServeTests {
    @Test("With no configuration it serves this machine from the XDG data folder and says what to do first")
    func standard() throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        let process = try ServerProcess(environment: ["HOME": folder.path, "CLOUDKIT_SERVER_PORT": "0"])
        defer { process.remove() }
        let said = try process.start(["serve"], until: "token web")
        #expect(said.hasPrefix("Serving http://127.0.0.1:"))
        #expect(said.contains(" from \(folder.path)/.local/share/cloudkit-server\nThere is no account yet."))
        #expect(said.contains("  cloudkit-server account create NAME --password-stdin\n"))
        #expect(FileManager.default.fileExists(atPath: folder.path + "/.local/share/cloudkit-server/cloudkit.sqlite"))
        let listener = try TCPClient(port: try process.port(said))
        listener.close()
        let port = try process.port(said)
        let second = try CommandRun(["serve", "--port", "\(port)", "--data", folder.path + "/other"])
        #expect(second.status == 1)
        let problem =
            "Nothing can listen on 127.0.0.1, port \(port): something else listens there. "
            + "Choose another port with --port, or --port 0 for any that is free."
        #expect(second.problem.contains(problem), "\(second.problem)")
        #expect(process.stop() == 0)
    }

    @Test("An address of another machine is named, with what to do", arguments: ["192.0.2.1", "none.invalid"])
    func foreignAddress(_ address: String) throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        let run = try CommandRun(["serve", "--host", address, "--port", "0", "--data", folder.path])
        let problem =
            "Nothing can listen on \(address), port 0: this machine has no such address. "
            + "Choose another address with --host."
        #expect(run.status == 1 && run.problem.contains(problem), "\(run.problem)")
    }

    @Test("Over the files of another store it does not serve, and says what to do")
    func foreignAssets() throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        try FileManager.default.createDirectory(atPath: folder.path + "/assets", withIntermediateDirectories: true)
        _ = try folder.write("another\n", to: "assets/\(AssetFolder.ownerName)")
        let run = try CommandRun(["serve", "--port", "0", "--data", folder.path])
        #expect(run.status == 1 && run.output.isEmpty)
        #expect(run.problem.contains("belong to another store") && run.problem.contains("--data"))
    }

    @Test("Asked to stop, it finishes what is in flight, takes nothing new, and ends well")
    func gracefulStop() throws {
        let process = try ServerProcess()
        defer { process.remove() }
        let credentials = try process.credentials()
        let port = try process.start()
        let operation = ZoneOperation(.create, WireZoneID(zoneName: "Notes"))
        let body = String(decoding: ModifyZonesRequest(operations: [operation]).json(), as: UTF8.self)
        let path = "/database/1/\(World.container)/development/private/zones/modify?\(credentials)"
        let inFlight = try TCPClient(port: port)
        let idle = try TCPClient(port: port)
        inFlight.send("POST \(path) HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.utf8.count)\r\n\r\n")
        inFlight.send(String(body.prefix(20)))
        while try !inFlight.isRead() { try Task.checkCancellation() }
        idle.send("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(idle.read(until: "ok\n")?.hasPrefix("HTTP/1.1 200") == true)
        process.terminate()
        #expect(idle.read(until: nil) == "", "idle connections are closed")
        inFlight.send(String(body.dropFirst(20)))
        let answer = try #require(inFlight.read(until: nil))
        #expect(answer.hasPrefix("HTTP/1.1 200") && answer.contains("\"zoneName\":\"Notes\""), "\(answer)")
        #expect(process.wait() == 0)
        let again = try process.start()
        let zones = try TCPClient(port: again)
        let list = path.replacing("zones/modify", with: "zones/list")
        zones.send("GET \(list) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        #expect(zones.read(until: nil)?.contains("\"Notes\"") == true)
        #expect(process.stop() == 0)
    }

    @Test("The log is JSON where asked for, and holds no secret")
    func log() async throws {
        let process = try ServerProcess()
        defer { process.remove() }
        let credentials = try process.credentials()
        let port = try process.start(["--log-format", "json", "--log-level", "trace"])
        let path = "/database/1/\(World.container)/development/private/zones/list?\(credentials)"
        #expect(try await HTTPCaller.call(port: port, "GET", path, [], [:]).status == 200)
        #expect(try await HTTPCaller.call(port: port, "GET", "/auth/start?state=x", [], [:]).status == 410)
        #expect(process.stop() == 0)
        let log = try process.log()
        var requests: [[String: Any]] = []
        for line in log.split(separator: "\n") {
            let entry = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
            #expect(entry["time"] is String && entry["level"] is String && entry["message"] is String, "\(line)")
            if entry["message"] as? String == "Request answered" { requests.append(entry) }
        }
        #expect(requests.compactMap { $0["endpoint"] as? String } == ["zones/list", "/auth/start"])
        #expect(requests.first?["status"] as? String == "200")
        let query = ServiceQuery(parsing: credentials)
        for secret in [query.apiToken, query.webAuthToken, "a good password"] {
            #expect(!log.contains(try #require(secret)))
        }
    }

    @Test("HTTPS with a certificate of one's own")
    func tls() throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        let (chain, key) = (folder.path + "/chain.pem", folder.path + "/key.pem")
        let made = try Self.run(
            "openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                "-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", chain,
            ]
        )
        try #require(made.status == 0, "\(made.output)")
        let process = try ServerProcess()
        defer { process.remove() }
        let said = try process.start(
            ["serve", "--port", "0", "--tls-certificate", chain, "--tls-key", key],
            until: "\n"
        )
        #expect(said.hasPrefix("Serving https://127.0.0.1:"))
        let port = try process.port(said)
        let good = try Self.run("curl", ["-sS", "--cacert", chain, "https://127.0.0.1:\(port)/healthz"])
        #expect(good.status == 0 && good.output == "ok\n")
        let path = "/database/1/\(World.container)/development/private/zones/list?ckAPIToken=x"
        let refused = try Self.run("curl", ["-sS", "--cacert", chain, "https://127.0.0.1:\(port)\(path)"])
        #expect(refused.output.contains("AUTHENTICATION_FAILED"))
        #expect(try Self.run("curl", ["-sS", "https://127.0.0.1:\(port)/healthz"]).status != 0)
        #expect(try Self.run("curl", ["-sS", "http://127.0.0.1:\(port)/healthz"]).status != 0)
        #expect(process.stop() == 0)
    }

    private static func run(_ command: String, _ arguments: [String]) throws -> (status: Int32, output: String) {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [command] + arguments
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.start()
        let text = try output.fileHandleForReading.rest()
        process.waitUntilExit()
        return (process.terminationStatus, text)
    }
}
