import CloudKitWebServices
import Foundation
import Synchronization
import Testing

@testable import CloudKitServer

@Suite("The primary is lost")
struct FailoverTests {
    private static let writers = 4
    /// Records that are acknowledged before the primary is killed, and again after its standby was promoted.
    private static let enough = 60

    /// One server process goes on through all of it; its clients do no more than ask again.
    @Test("Killed under load, its synchronous standby promoted: nothing that was acknowledged is lost")
    func promotion() async throws {
        let primary = try PostgreSQLScript.run("start", "--while", PostgreSQLScript.thisProcess)
        let standby = try PostgreSQLScript.run("standby", primary, PostgreSQLScript.thisProcess)
        defer { for url in [primary, standby] { _ = try? PostgreSQLScript.run("stop", url) } }
        let process = try ServerProcess(postgres: try Self.address(of: primary, or: standby))
        defer { process.remove() }
        let credentials = try process.credentials()
        let client = Client(port: try process.start(), credentials: credentials)
        try await client.makeZone()
        let acknowledged = try await Self.load(client) {
            try PostgreSQLScript.run("kill", primary)
            try PostgreSQLScript.run("promote", standby)
        }
        let stored = try await client.fetchAll()
        let lost = acknowledged.filter { stored[$0.key] != $0.value }
        #expect(acknowledged.count >= 2 * Self.enough && lost.isEmpty, "\(lost.count) of \(acknowledged.count) lost")
    }

    /// One address of both servers: whichever takes writes is meant.
    private static func address(of primary: String, or standby: String) throws -> String {
        let ports = try [primary, standby].map { try #require(URLComponents(string: $0)?.port) }
        return "postgresql://cloudkit@127.0.0.1:\(ports[0]),127.0.0.1:\(ports[1])/postgres"
    }

    /// Writes all the time, and lets something happen once enough was acknowledged; returns what was.
    private static func load(
        _ client: Client,
        _ happening: @escaping @Sendable () throws -> Void
    ) async throws -> [String: String] {
        let state = Load()
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                while state.count < enough { await Task.yield() }
                try happening()
                state.promoted()
            }
            for writer in 0..<writers {
                group.addTask {
                    for number in 0... {
                        if state.isOver(after: enough) { return }
                        let name = "F\(writer)-\(number)"
                        if let tag = try await client.create(name) { state.add(name, tag) }
                    }
                }
            }
            try await group.waitForAll()
            return state.acknowledged
        }
    }
}

/// What was acknowledged, before and after.
private final class Load: Sendable {
    private struct State {
        var tags: [String: String] = [:]
        var countAtPromotion: Int?
    }

    private let state = Mutex(State())

    var acknowledged: [String: String] { state.withLock(\.tags) }
    var count: Int { state.withLock(\.tags.count) }

    func add(_ name: String, _ tag: String) {
        state.withLock { $0.tags[name] = tag }
    }

    func promoted() {
        state.withLock { $0.countAtPromotion = $0.tags.count }
    }

    func isOver(after enough: Int) -> Bool {
        state.withLock { state in state.countAtPromotion.map { state.tags.count >= $0 + enough } ?? false }
    }
}

private struct Client: Sendable {
    let port: Int
    let credentials: String

    private func post(_ endpoint: String, _ body: [UInt8]) async throws -> Reply {
        let path = "/database/1/\(World.container)/development/private/\(endpoint)?\(credentials)"
        return try await HTTPCaller.call(port: port, "POST", path, body, [:])
    }

    func makeZone() async throws {
        let body = ModifyZonesRequest(operations: [ZoneOperation(.create, WireZoneID(zoneName: "Notes"))]).json()
        #expect(try await post("zones/modify", body).status == 200)
    }

    /// The tag of a new record; nil if the service said to try again, and nothing else.
    func create(_ name: String) async throws -> String? {
        let record = WireRecord(recordName: name, recordType: "Note")
        let request = ModifyRecordsRequest(
            operations: [RecordOperation(.create, record)],
            zoneID: WireZoneID(zoneName: "Notes")
        )
        let reply = try await post("records/modify", request.json())
        guard reply.status == 200 else {
            #expect(reply.status == 503 && (reply.error?.retryAfter ?? 0) > 0, "\(reply.text)")
            return nil
        }
        return try reply.read(ModifyRecordsResponse.self).records.first?.item?.recordChangeTag
    }

    func fetchAll() async throws -> [String: String] {
        var (found, token) = ([String: String](), String?.none)
        while true {
            let query = ZoneChangesQuery(zoneID: WireZoneID(zoneName: "Notes"), syncToken: token)
            let reply = try await post("changes/zone", ZoneChangesRequest(zones: [query]).json())
            let page = try #require(try reply.read(ZoneChangesResponse.self).zones.first).get()
            for record in page.records.compactMap(\.item) { found[record.recordName ?? ""] = record.recordChangeTag }
            token = page.syncToken
            if !page.moreComing { return found }
        }
    }
}
