import CloudKitServer
import CloudKitWebServices
import Foundation

/// A folder with a store as it is before a run: users who are signed in, and a schema with grants.
///
/// Each run begins with a copy, since making it takes longer than most runs.
package final class ServiceTemplate {
    /// What users are signed in with.
    struct SignIns: Sendable {
        var apiToken = ""
        var webTokens: [String] = []
    }

    static let users = ["anna", "bert", "carla"]
    static let startTime: Int64 = 1_767_225_600_000
    /// Zones that the first user has in the crowded store.
    static let crowdedZones = ServiceModel.zonesPerDatabase - 1

    private let folder: URL
    private(set) var signIns = SignIns()
    /// The names of the users, as records have them.
    private(set) var userNames: [String] = []

    /// Makes the folder, below one that lies in memory where there is such a thing.
    ///
    /// - Parameter name: The name of the folder.
    /// - Throws: What the parts throw.
    package init(named name: String) async throws {
        let memory = URL(filePath: "/dev/shm", directoryHint: .isDirectory)
        let files = FileManager.default
        let root = files.isWritableFile(atPath: memory.path) ? memory : files.temporaryDirectory
        folder = root.appending(path: "service-simulation-\(name)", directoryHint: .isDirectory)
        if files.fileExists(atPath: folder.path) { try files.removeItem(at: folder) }
        let store = folder.appending(path: "store", directoryHint: .isDirectory)
        try files.createDirectory(at: store, withIntermediateDirectories: true)
        try await prepare(store)
        try files.copyItem(at: store, to: folder.appending(path: "crowded", directoryHint: .isDirectory))
        try await crowd(folder.appending(path: "crowded", directoryHint: .isDirectory))
    }

    private func prepare(_ store: URL) async throws {
        let surroundings = ServiceSurroundings(seed: 1, time: Self.startTime)
        let (file, server) = try SimulatedService.open(store, surroundings, ServiceModel.Quota())
        let container = SimulatedService.container
        for name in Self.users { _ = try await server.accounts.create(name: name, password: "correct horse battery") }
        signIns.apiToken = try await server.accounts.makeAPIToken(container: container, origins: [])
        for name in Self.users {
            signIns.webTokens.append(try await server.accounts.signIn(name: name, container: container))
        }
        let schema = SchemaKey(container: container, environment: .development)
        try await server.records.changeSchema(of: schema) { present in
            var schema = present
            for (type, grants) in PublicGrants.all { schema.types[type] = Self.recordType(grants) }
            return schema
        }
        for user in Self.users.indices {
            let call = ServiceCall(user, nil, .public, "users/caller", .object([:]))
            let credentials = ServiceQuery(apiToken: signIns.apiToken, webAuthToken: signIns.webTokens[user])
            let answer = await server.service.answer(SimulatedService.request(call, credentials: credentials.text))
            guard let name = try JSON(reading: answer.body)["userRecordName"]?.text else { throw NoName() }
            userNames.append(name)
        }
        try file.close()
    }

    private static func recordType(_ grants: [String: [PublicGrants.Role]]) -> RecordType {
        var permissions: [PublicGrants.Role: [String]] = [:]
        for (permission, roles) in grants.sorted(by: { $0.key < $1.key }) {
            for role in roles { permissions[role, default: []].append(permission) }
        }
        let all = permissions.sorted { $0.key.rawValue < $1.key.rawValue }
        return RecordType(
            fields: ["title": SchemaField(type: "STRING", marks: [])],
            grants: all.map { SchemaGrant(permissions: $0.value, role: $0.key.rawValue) }
        )
    }

    /// Makes almost as many zones as a database may have.
    private func crowd(_ store: URL) async throws {
        let surroundings = ServiceSurroundings(seed: 2, time: Self.startTime)
        let (file, server) = try SimulatedService.open(store, surroundings, ServiceModel.Quota())
        let names = Self.crowdedNames
        for start in stride(from: 0, to: names.count, by: 200) {
            let operations = names[start..<min(start + 200, names.count)].map { name in
                JSON.object([
                    "operationType": .text("create"), "zone": .object(["zoneID": .object(["zoneName": .text(name)])]),
                ])
            }
            let body = JSON.object(["operations": .array(operations)])
            let call = ServiceCall(0, nil, DatabaseID(user: 0), "zones/modify", body)
            let credentials = ServiceQuery(apiToken: signIns.apiToken, webAuthToken: signIns.webTokens[0])
            _ = await server.service.answer(SimulatedService.request(call, credentials: credentials.text))
        }
        try file.close()
    }

    static let crowdedNames = (0..<crowdedZones).map { "Z\($0)" }

    /// A copy for one run.
    func copy(named name: String, isCrowded: Bool) throws -> URL {
        let place = folder.appending(path: "run-\(name)", directoryHint: .isDirectory)
        if FileManager.default.fileExists(atPath: place.path) { try FileManager.default.removeItem(at: place) }
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        let store = place.appending(path: "life-0", directoryHint: .isDirectory)
        try FileManager.default.copyItem(at: folder.appending(path: isCrowded ? "crowded" : "store"), to: store)
        return store
    }

    /// Removes the folder.
    package func remove() throws { try FileManager.default.removeItem(at: folder) }

    /// The service did not say who calls.
    struct NoName: Error {}
}

extension ServiceModel {
    /// What the template's store holds.
    init(_ template: ServiceTemplate, isCrowded: Bool, lives: inout Lives) {
        self.init()
        for (type, _) in PublicGrants.all { schema[type] = ["title": "STRING"] }
        makeZone(ModelZone.defaultName, in: .public, lives: &lives)
        for name in template.userNames {
            guard var zone = self[.public, ModelZone.defaultName] else { continue }
            let stamp = Stamp(time: ServiceTemplate.startTime, user: name, device: "1")
            let version = RecordVersion(name: name, type: "Users", position: 0, created: stamp, modified: stamp)
            _ = zone.append(version)
            commit(zone, in: .public)
        }
        guard isCrowded else { return }
        for name in ServiceTemplate.crowdedNames { makeZone(name, in: DatabaseID(user: 0), lives: &lives) }
    }
}
