import CloudKitServer
import CloudKitWebServices
import Foundation

/// The real service over a real file, without sockets; it can end at any moment and begin again.
final class SimulatedService {
    static let container = "iCloud.org.example.simulated"

    let surroundings: ServiceSurroundings
    /// What the service told its operator.
    let log = OperatorLog()
    private(set) var folder: URL
    private(set) var server: EmbeddedServer
    private var file: SQLiteDatabase
    private var starts = 0
    /// What users are signed in with.
    private var webTokens: [String]
    private let apiToken: String

    /// Opens the store in a folder.
    init(_ folder: URL, _ surroundings: ServiceSurroundings, _ template: ServiceTemplate.SignIns) throws {
        (self.folder, self.surroundings) = (folder, surroundings)
        (apiToken, webTokens) = (template.apiToken, template.webTokens)
        (file, server) = try Self.open(folder, surroundings, ServiceModel.Quota(), log: log)
    }

    static func open(
        _ folder: URL,
        _ surroundings: ServiceSurroundings,
        _ quota: ServiceModel.Quota,
        log: OperatorLog = OperatorLog()
    ) throws -> (SQLiteDatabase, EmbeddedServer) {
        let file = try SQLiteDatabase(path: folder.appending(path: StoreBackup.databaseName).path)
        let outside = Surroundings(now: { surroundings.now }, randomBytes: { surroundings.bytes($0) })
        let logger = log.logger
        let server = EmbeddedServer(
            store: try ServerStore(file, surroundings: outside, logger: logger),
            assets: AssetFolder(path: folder.appending(path: StoreBackup.assetsName).path),
            configuration: ServiceConfiguration(quota: Quota(bytes: quota.bytes, records: quota.records)),
            surroundings: outside,
            passwordCosts: .least,
            logger: logger
        )
        return (file, server)
    }

    /// Answers a request.
    func send(_ call: ServiceCall) async -> ServiceReply {
        let answer = await server.service.answer(request(call))
        let header = ServiceHeader.webAuthToken
        if let token = answer.headers.first(where: { $0.name == header })?.value { webTokens[call.user] = token }
        return ServiceReply(status: answer.status, body: answer.body)
    }

    private func request(_ call: ServiceCall) -> ServiceRequest {
        Self.request(call, credentials: ServiceQuery(apiToken: apiToken, webAuthToken: webTokens[call.user]).text)
    }

    static func request(_ call: ServiceCall, credentials: String) -> ServiceRequest {
        var query = credentials
        if let device = call.device { query += "&clientId=\(PercentEncoding.encode(device))" }
        if call.wantsToken { query += "&getCurrentSyncToken=true" }
        let (body, id) = (Array(call.body.utf8), call.id)
        return ServiceRequest(
            method: "POST",
            path: "/database/1/\(container)/development/\(call.database.path)/\(call.endpoint)",
            query: query,
            header: { $0.lowercased() == ServiceHeader.requestUUID.lowercased() ? id : nil },
            body: { _ in body },
            chunks: { consume in try await consume(body) }
        )
    }

    /// The bytes that the log of the store has, in which all writes come to the disk first.
    var logBytes: Int {
        let path = folder.appending(path: StoreBackup.databaseName + "-wal").path
        let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
        return size ?? 0
    }

    /// Answers requests that wait for one transaction, each of another user.
    ///
    /// The transaction before it goes on until all of them wait.
    func sendTogether(_ calls: [ServiceCall]) async -> [ServiceReply] {
        let (records, started) = (server.records, AsyncStream<Void>.makeStream())
        let count = calls.count
        let others = SchemaKey(container: "iCloud.org.example.other", environment: .development)
        let blocker = Task {
            try await records.changeSchema(of: others) { schema in
                started.continuation.finish()
                // A write that never waits is somebody else's to find.
                for _ in 0..<20_000 where records.queueLength < count { Thread.sleep(forTimeInterval: 0.000_05) }
                return schema
            }
        }
        for await _ in started.stream {}
        let service = server.service
        let requests = calls.map { request($0) }
        let replies = await withTaskGroup(of: (Int, ServiceReply).self) { group in
            for (place, request) in requests.enumerated() {
                group.addTask {
                    let answer = await service.answer(request)
                    return (place, ServiceReply(status: answer.status, body: answer.body))
                }
            }
            return await group.reduce(into: [Int: ServiceReply]()) { $0[$1.0] = $1.1 }
        }
        // It changes nothing, and may find no room for that.
        _ = await blocker.result
        return calls.indices.compactMap { replies[$0] }
    }

    /// Ends as a process does that is killed, and begins again over what it had written.
    func kill(quota: ServiceModel.Quota) throws {
        starts += 1
        let next = folder.deletingLastPathComponent().appending(path: "life-\(starts)", directoryHint: .isDirectory)
        try FileManager.default.copyItem(at: folder, to: next)
        try file.close()
        try FileManager.default.removeItem(at: folder)
        folder = next
        (file, server) = try Self.open(folder, surroundings, quota, log: log)
    }

    /// Copies the store as an operator does.
    func backUp(to name: String) throws {
        let target = sibling(name)
        if FileManager.default.fileExists(atPath: target.path) { try FileManager.default.removeItem(at: target) }
        try StoreBackup(folder: folder.path).copy(to: target.path, isFolder: true)
    }

    /// Puts a copy back by the command for it, which begins a new life.
    func restore(from name: String, quota: ServiceModel.Quota) async throws {
        try file.close()
        _ = try await StoreBackup(folder: folder.path).restore(from: sibling(name).path, now: surroundings.now)
        (file, server) = try Self.open(folder, surroundings, quota, log: log)
    }

    /// Goes on with a copy as if nothing had happened: as a standby does that lacks the last changes.
    func loseChanges(since name: String, quota: ServiceModel.Quota) throws {
        try file.close()
        try FileManager.default.removeItem(at: folder)
        try FileManager.default.copyItem(at: sibling(name), to: folder)
        (file, server) = try Self.open(folder, surroundings, quota, log: log)
    }

    private func sibling(_ name: String) -> URL {
        folder.deletingLastPathComponent().appending(path: name, directoryHint: .isDirectory)
    }

    func close() throws { try file.close() }
}
