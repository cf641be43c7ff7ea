import CloudKitWebServices
import Foundation
import Testing

@testable import CloudKitServer
@testable import CloudKitServerCommand

@Suite("Thousands of devices wait at once")
struct ParkedMemoryTests {
    // Without optimization a parked request takes several times as much: what counts is measured with -c release.
    #if DEBUG
    private static let (devices, kilobytes) = (500, 150 * 1_000)
    #else
    private static let (devices, kilobytes) = (10_000, 300 * 1_000)
    #endif

    @Test("One process holds them in bounded memory, wakes them all, and sends them away when it stops")
    func parked() async throws {
        try #require(OpenFiles.raise() > Self.devices, "this machine allows too few open files")
        let process = try ServerProcess()
        defer { process.remove() }
        let credentials = try process.credentials()
        let addresses = try await Self.addresses(process, credentials)
        let port = try process.start()
        let clients = try addresses.map { try Self.parkUnknown($0, port) }
        try await ServerProcess.parked(Self.devices, port)
        let memory = try Self.memory(of: try #require(process.identifier))
        #expect(memory < Self.kilobytes, "\(memory) kB with \(Self.devices) parked")
        try await ServerProcess.subscribeToAll(port, credentials)
        try await ServerProcess.save("A", port, credentials)
        for client in clients {
            let answer = client.read(until: "}}")
            #expect(answer?.hasPrefix("HTTP/1.1 200") == true && answer?.contains("\"met\"") == true)
        }
        try await ServerProcess.parked(0, port)
        let last = try addresses.prefix(100).map { try Self.park($0, port) }
        try await ServerProcess.parked(100, port)
        #expect(process.stop() == 0)
        #expect(last[0].read(until: nil)?.hasPrefix("HTTP/1.1 200") == true)
    }

    /// Parks a device that the process has yet to know: its first request is answered at once, so that it fetches.
    private static func parkUnknown(_ address: String, _ port: Int) throws -> TCPClient {
        let client = try park(address, port)
        let answer = try #require(client.read(until: "}}"))
        #expect(answer.hasPrefix("HTTP/1.1 200") && answer.contains("\"met\""))
        request(address, client)
        return client
    }

    private static func park(_ address: String, _ port: Int) throws -> TCPClient {
        let client = try TCPClient(port: port)
        request(address, client)
        return client
    }

    private static func request(_ address: String, _ client: TCPClient) {
        client.send("GET \(address) HTTP/1.1\r\nHost: a\r\n\r\n")
    }

    /// Addresses as `tokens/create` would give them out, one for each device.
    private static func addresses(_ process: ServerProcess, _ credentials: String) async throws -> [String] {
        let file = try SQLiteDatabase(path: process.folder.path + "/cloudkit.sqlite")
        let sealer = Sealer(secret: try file.secret { [] })
        let text = try #require(ServiceQuery(parsing: credentials).webAuthToken)
        let token = try #require(WebToken(text, sealer, container: World.container))
        try file.close()
        let database = DatabaseKey(account: token.account, container: World.container, environment: .development)
        return (0..<devices).map { number in
            let courier = Courier(
                token: "device-\(number)",
                database: database,
                deviceID: "device-\(number)",
                session: token.sessionHash
            )
            return courier.address(sealer)
        }
    }

    /// The resident set, in kB.
    private static func memory(of process: Int32) throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
        return try #require(line.split(separator: " ").dropLast().last.flatMap { Int($0) })
    }
}
