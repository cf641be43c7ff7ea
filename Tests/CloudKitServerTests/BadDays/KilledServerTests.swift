import CloudKitWebServices
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import CloudKitServer

@Suite("Acknowledged is stored", .serialized)
struct KilledServerTests {
    private static let rounds = Effort.rounds(6, proof: 200)
    private static let writers = 4

    @Test("The server's process is killed under load, again and again", arguments: StoreKind.allCases)
    func killed(_ store: StoreKind) async throws {
        switch store {
        case .embedded: try await Self.kill(try ServerProcess())
        case .postgreSQL:
            try await PostgreSQLServer.shared.withDatabase { try await Self.kill(try ServerProcess(postgres: $0)) }
        }
    }

    private static func kill(_ process: ServerProcess) async throws {
        var random = SeededGenerator(seed: 7)
        defer { process.remove() }
        let path = try process.credentials()
        var acknowledged: [String: String] = [:]
        for round in 0..<rounds {
            let port = try process.start()
            if round == 0 { try await makeZone(port, path) }
            let now = try await fetchAll(port, path)
            let lost = acknowledged.filter { now[$0.key] != $0.value }
            #expect(lost.isEmpty, "round \(round): \(lost.count) of \(acknowledged.count) lost")
            let enough = Int.random(in: 1...30, using: &random)
            acknowledged.merge(try await load(port, path, round, until: enough) { process.kill() }) { $1 }
        }
        let port = try process.start()
        let last = try await fetchAll(port, path)
        #expect(acknowledged.allSatisfy { last[$0.key] == $0.value })
        #expect(acknowledged.count > rounds)
        try await stopWhileParked(process, port, path)
    }

    /// A device that waits is sent away when the server is asked to stop, and the server ends well.
    private static func stopWhileParked(_ process: ServerProcess, _ port: Int, _ credentials: String) async throws {
        let create = "/device/1/\(World.container)/development/tokens/create?\(credentials)"
        let body = CreateTokenRequest(apnsEnvironment: .development, clientID: "phone").json()
        let reply = try await HTTPCaller.call(port: port, "POST", create, body, [:])
        let url = try reply.read(CreateTokenResponse.self).webcourierURL
        let courier = try #require(url.firstRange(of: "/courier/").map { String(url[$0.lowerBound...]) })
        let waiting = Task { try await HTTPCaller.call(port: port, "GET", courier, [], [:]) }
        // Parked or only on its way: either must end.
        _ = try await HTTPCaller.call(port: port, "GET", "/healthz", [], [:])
        #expect(process.stop() == 0)
        if let reply = try? await waiting.value { #expect(reply.status == 200 && reply.body.isEmpty) }
    }

    private static func url(_ endpoint: String, _ credentials: String) -> String {
        "/database/1/\(World.container)/development/private/\(endpoint)?\(credentials)"
    }

    private static func makeZone(_ port: Int, _ credentials: String) async throws {
        let body = ModifyZonesRequest(operations: [ZoneOperation(.create, WireZoneID(zoneName: "Notes"))]).json()
        let reply = try await HTTPCaller.call(port: port, "POST", url("zones/modify", credentials), body, [:])
        #expect(reply.status == 200)
    }

    /// Writes from several connections, kills once enough was acknowledged, and returns what was.
    private static func load(
        _ port: Int,
        _ credentials: String,
        _ round: Int,
        until enough: Int,
        kill: @Sendable @escaping () -> Void
    ) async throws -> [String: String] {
        let tags = Acknowledged()
        await withTaskGroup(of: Void.self) { group in
            for writer in 0..<writers {
                group.addTask {
                    // It ends when the connection breaks.
                    try? await HTTPCaller.with(port: port) { connection in
                        for number in 0... {
                            let body = batch(named: "K\(round)-\(writer)-\(number)")
                            let reply = try await connection.call("POST", url("records/modify", credentials), body)
                            let records = try reply.read(ModifyRecordsResponse.self).records.compactMap(\.item)
                            if tags.add(records) >= enough { kill() }
                        }
                    }
                }
            }
        }
        return tags.all
    }

    /// One record that is stored and one that is refused.
    private static func batch(named name: String) -> [UInt8] {
        let created = RecordOperation(.create, WireRecord(recordName: name, recordType: "Note"))
        let refused = RecordOperation(.update, WireRecord(recordName: "none", recordType: "Note"))
        return ModifyRecordsRequest(
            operations: [created, refused],
            zoneID: WireZoneID(zoneName: "Notes"),
            atomic: false
        ).json()
    }

    private static func fetchAll(_ port: Int, _ credentials: String) async throws -> [String: String] {
        var (found, token) = ([String: String](), String?.none)
        while true {
            let query = ZoneChangesQuery(zoneID: WireZoneID(zoneName: "Notes"), syncToken: token)
            let body = ZoneChangesRequest(zones: [query]).json()
            let reply = try await HTTPCaller.call(port: port, "POST", url("changes/zone", credentials), body, [:])
            let page = try #require(try reply.read(ZoneChangesResponse.self).zones.first).get()
            for record in page.records.compactMap(\.item) { found[record.recordName ?? ""] = record.recordChangeTag }
            token = page.syncToken
            if !page.moreComing { return found }
        }
    }
}

/// What was acknowledged: names and change tags.
private final class Acknowledged: Sendable {
    private let tags = Mutex([String: String]())

    var all: [String: String] { tags.withLock { $0 } }

    /// How many there are then.
    func add(_ records: [WireRecord]) -> Int {
        tags.withLock { tags in
            for record in records { tags[record.recordName ?? ""] = record.recordChangeTag }
            return tags.count
        }
    }
}
