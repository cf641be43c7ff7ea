import CloudKit
import CloudKitServer
import Foundation
import IdeaBoxCore
import Synchronization

/// Folders as they are before a run: a service with two accounts, and devices that are signed in to both.
///
/// Each run begins with a copy, since making them takes longer than most runs.
package final class WorldTemplate: @unchecked Sendable {
    /// Devices at most.
    static let devices = 4
    /// The accounts.
    static let accounts = ["anna", "bert"]

    let folder: URL
    /// The server of PostgreSQL on which the service has its store; nil where that is a file.
    private let postgreSQL: String?
    private let line: JobLine
    private var lastRun = 0
    private(set) var apiToken = ""
    private(set) var accountIDs: [AccountID] = []

    /// Makes the folders below one that lies in memory where there is such a thing.
    ///
    /// - Parameters:
    ///   - line: What runs all jobs.
    ///   - postgreSQL: The URL of a server of PostgreSQL on which the service has a database for each run; nil for a file.
    /// - Throws: What the parts throw.
    init(line: JobLine, postgreSQL: String? = nil) throws {
        (self.line, self.postgreSQL) = (line, postgreSQL)
        let memory = URL(filePath: "/dev/shm", directoryHint: .isDirectory)
        let root =
            FileManager.default.isWritableFile(atPath: memory.path) ? memory : FileManager.default.temporaryDirectory
        let name = "ideabox-simulation-\(ProcessInfo.processInfo.processIdentifier)"
        folder = root.appending(path: name, directoryHint: .isDirectory)
        try? FileManager.default.removeItem(at: folder)
        let place = folder.appending(path: "template", directoryHint: .isDirectory)
        let serverFolder = place.appending(path: "server", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: serverFolder, withIntermediateDirectories: true)
        let (clock, random) = (VirtualClock(), SharedGenerator(seed: 1))
        let server = try SimulatedServer(storage(serverFolder, Self.database), clock: clock, random: random, line: line)
        let accounts = server.server.accounts
        apiToken = try line.exclusively {
            for name in Self.accounts { try await accounts.create(name: name, password: "correct horse battery") }
            return try await accounts.makeAPIToken(container: SimulatedServer.container, origins: [])
        }
        let world = World(template: self, server: server, clock: clock, products: random, line: line)
        for number in 0..<Self.devices {
            let home = place.appending(path: "device-\(number)", directoryHint: .isDirectory)
            try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
            let device = SimulatedDevice(number, home, world)
            for account in Self.accounts.indices {
                _ = try IdeaStore.open(device.folders(account), in: device.surroundings)
                try device.signIn(account, server: server, line: line)
            }
        }
        try server.end()
    }

    /// Makes the folders, does something with them, and removes them.
    ///
    /// - Throws: What the parts throw.
    package static func withTemplate<Value>(
        line: JobLine,
        postgreSQL: String?,
        _ body: (WorldTemplate) throws -> Value
    ) throws -> Value {
        let template = try WorldTemplate(line: line, postgreSQL: postgreSQL)
        let result = Result { try body(template) }
        try template.end()
        return try result.get()
    }

    /// A folder for one run with so many devices.
    func copy(_ run: UInt64, devices: Int) throws -> URL {
        let files = FileManager.default
        let target = folder.appending(path: "run-\(run)", directoryHint: .isDirectory)
        try? files.removeItem(at: target)
        try files.createDirectory(at: target, withIntermediateDirectories: true)
        for name in ["server"] + (0..<devices).map({ "device-\($0)" }) {
            try files.copyItem(at: folder.appending(path: "template/\(name)"), to: target.appending(path: name))
        }
        return target
    }

    /// The database of PostgreSQL as it is before a run.
    private static let database = "simulation_\(ProcessInfo.processInfo.processIdentifier)"

    /// What the service of a run has its store in, a copy as well.
    func storage(_ folder: URL) throws -> any ServerStorage {
        lastRun += 1
        return try storage(folder, "\(Self.database)_\(lastRun)", from: Self.database)
    }

    private func storage(_ folder: URL, _ name: String, from template: String? = nil) throws -> any ServerStorage {
        guard let postgreSQL else { return FileStorage(folder) }
        return try DatabaseStorage(folder, server: postgreSQL, name: name, from: template, line: line)
    }

    /// Whether copies of the service's store can be made and put back.
    var hasBackups: Bool { postgreSQL == nil }

    /// Removes everything.
    ///
    /// - Throws: What the file system and PostgreSQL say against it.
    private func end() throws {
        try FileManager.default.removeItem(at: folder)
        guard let postgreSQL else { return }
        let administration = PostgreSQLAdministration(server: postgreSQL)
        try line.exclusively { try await administration.drop(Self.database) }
    }
}

/// Hands requests to a service at once; for preparations and checks.
struct DirectTransport: CloudKitTransport {
    let server: EmbeddedServer

    func send(_ request: CloudKitRequest) async throws -> CloudKitAnswer {
        try await bytes(of: request).stored(at: request.destination)
    }

    /// Answers a request with all bytes of the answer, also where they are to become a file.
    func bytes(of request: CloudKitRequest) async throws -> CloudKitAnswer {
        let answer = await server.service.answer(ServiceRequest(request))
        var body = answer.body
        try await answer.file?.read { body += $0 }
        return CloudKitAnswer(answer, body: body)
    }

    /// Answers a request whose answer is no file.
    func answer(_ request: CloudKitRequest) async -> CloudKitAnswer {
        let answer = await server.service.answer(ServiceRequest(request))
        return CloudKitAnswer(answer, body: answer.body)
    }

    /// Lets a device wait for a notice; told once, perhaps at once.
    func park(_ request: CloudKitRequest, _ deliver: @escaping @Sendable (CloudKitAnswer) -> Void) async {
        await server.service.park(ServiceRequest(request)) { deliver(CloudKitAnswer($0, body: $0.body)) }
    }
}

extension ServiceRequest {
    /// A request of a client in the same process.
    fileprivate init(_ request: CloudKitRequest) {
        let start = request.address.range(of: "://")?.upperBound ?? request.address.startIndex
        let (host, target) = (
            request.address[start...].prefix { $0 != "/" }, request.address[start...].drop { $0 != "/" }
        )
        let parts = target.split(separator: "?", maxSplits: 1).map(String.init)
        let (body, headers) = (request.bytes, request.headers + [(name: "Host", value: String(host))])
        self.init(
            method: request.method,
            path: parts[0],
            query: parts.count > 1 ? parts[1] : nil,
            header: { name in headers.first { $0.name.lowercased() == name.lowercased() }?.value },
            body: { _ in body },
            chunks: { take in try await take(body) }
        )
    }
}

extension CloudKitAnswer {
    fileprivate init(_ answer: ServiceAnswer, body: [UInt8]) {
        self.init(
            status: answer.status,
            headers: answer.headers.map { (name: $0.name, value: $0.value) },
            body: body
        )
    }
}
