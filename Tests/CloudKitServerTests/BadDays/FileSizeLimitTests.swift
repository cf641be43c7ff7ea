import CloudKitWebServices
import Testing

@testable import CloudKitServer

@Suite("A server whose files may not grow", .serialized)
struct FileSizeLimitTests {
    private static func call(
        _ endpoint: String,
        _ body: [UInt8],
        _ port: Int,
        _ credentials: String
    ) async throws -> Reply {
        let path = "/database/1/\(World.container)/development/private/\(endpoint)?\(credentials)"
        return try await HTTPCaller.call(port: port, "POST", path, body, [:])
    }

    private static func hasAll(_ names: [String], _ port: Int, _ credentials: String) async throws -> Bool {
        for start in stride(from: 0, to: names.count, by: 200) {
            let part = names[start..<min(start + 200, names.count)]
            let request = LookupRecordsRequest(records: part.map { RecordLookup(recordName: $0) })
            let text = try await call("records/lookup", request.json(), port, credentials).text
            let isWhole = part.allSatisfy { text.contains("\"recordName\":\"\($0)\"") }
            if !isWhole || text.contains("serverErrorCode") { return false }
        }
        return true
    }

    @Test("It refuses what it cannot store, goes on, and has what it acknowledged")
    func limit() async throws {
        let process = try ServerProcess()
        defer { process.remove() }
        let credentials = try process.credentials()
        var port = try process.start(fileKiB: 800)
        var saved: [String] = []
        var refusal: Int?
        while refusal == nil, saved.count < 5_000 {
            let name = "R\(saved.count)"
            let record = WireRecord(recordName: name, recordType: "Note")
            let body = ModifyRecordsRequest(operations: [RecordOperation(.create, record)]).json()
            let reply = try await Self.call("records/modify", body, port, credentials)
            if reply.status == 200 { saved.append(name) } else { refusal = reply.status }
        }
        #expect((refusal ?? 0) >= 500 && !saved.isEmpty)
        #expect(try await Self.hasAll(saved, port, credentials))
        process.kill()
        port = try process.start()
        #expect(try await Self.hasAll(saved, port, credentials))
        #expect(process.stop() == 0)
    }
}
