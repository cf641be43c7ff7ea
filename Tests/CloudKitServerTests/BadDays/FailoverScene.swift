import CloudKit
import CloudKitWebServices
import Foundation
import TestSupport
import Testing

@testable import CloudKitServer

/// Two server processes over a PostgreSQL with a synchronous standby, and the people who use them.
struct FailoverScene: Sendable {
    /// What the waiting device subscribes to.
    static let subscription = "all"

    let near, far: ServerProcess
    let ports: (near: Int, far: Int)
    /// Those of one person, one at each server.
    let laptops: [Laptop]
    /// That of another person, at the far server; the phone waits at the near one.
    let visitor: Laptop
    /// That of the first person whose engine syncs by itself, through the far server.
    let tablet: Tablet
    private let phone: CKContainer
    private let primary, standby: String

    /// Runs a test's body in a fresh scene.
    static func run(_ body: @Sendable (FailoverScene) async throws -> Void) async throws {
        let primary = try PostgreSQLScript.run("start", "--while", PostgreSQLScript.thisProcess)
        let standby = try PostgreSQLScript.run("standby", primary, PostgreSQLScript.thisProcess)
        defer { for url in [primary, standby] { _ = try? PostgreSQLScript.run("stop", url) } }
        let address = try Self.address(of: primary, or: standby)
        let near = try ServerProcess(postgres: address)
        let far = try ServerProcess(postgres: address, dataOf: near)
        defer { for process in [far, near] { process.remove() } }
        try await body(try await FailoverScene(near, far, primary, standby))
    }

    private init(_ near: ServerProcess, _ far: ServerProcess, _ primary: String, _ standby: String) async throws {
        (self.near, self.far, self.primary, self.standby) = (near, far, primary, standby)
        let (anna, ben) = (try near.credentials(), try near.credentials(of: "ben"))
        let ports = (near: try near.start(), far: try far.start())
        self.ports = ports
        laptops = [ports.near, ports.far].map { Laptop(Self.container(anna, port: $0, near)) }
        visitor = Laptop(Self.container(ben, port: ports.far, near))
        tablet = Tablet(Self.container(anna, port: ports.far, near))
        phone = Self.container(ben, port: ports.near, near)
        for laptop in [laptops[0], visitor] { try await laptop.database.save(CKRecordZone(zoneID: Laptop.zone)) }
        try await phone.privateCloudDatabase.save(CKDatabaseSubscription(subscriptionID: Self.subscription))
    }

    /// One address of both databases: whichever takes writes is meant.
    private static func address(of primary: String, or standby: String) throws -> String {
        let ports = try [primary, standby].map { try #require(URLComponents(string: $0)?.port) }
        return "postgresql://cloudkit@127.0.0.1:\(ports[0]),127.0.0.1:\(ports[1])/postgres"
    }

    private static func container(_ credentials: String, port: Int, _ process: ServerProcess) -> CKContainer {
        let query = ServiceQuery(parsing: credentials)
        let configuration = CloudKitConfiguration(
            endpoint: "http://127.0.0.1:\(port)",
            apiToken: query.apiToken,
            webAuthToken: query.webAuthToken,
            cacheFolder: process.folder.appending(path: "cache")
        )
        return CKContainer(identifier: World.container, configuration: configuration)
    }

    func loseThePrimary() throws {
        try PostgreSQLScript.run("kill", primary)
        try PostgreSQLScript.run("promote", standby)
    }

    /// The subscription of the first notice that the phone gets.
    func notice() async throws -> String? {
        for try await notification in phone.notifications() { return notification.subscriptionID }
        return nil
    }
}

/// A device that writes, and asks again until it is told what became of it.
struct Laptop: Sendable {
    static let zone = CKRecordZone.ID(zoneName: "Notes")
    private static let worthAnotherTry: Set<CKError.Code> = [
        .serviceUnavailable, .networkFailure, .networkUnavailable, .serverResponseLost,
    ]

    let database: CKDatabase

    init(_ container: CKContainer) {
        database = container.privateCloudDatabase
    }

    func record(_ name: String, _ count: Int64 = 0) -> CKRecord {
        let record = CKRecord(recordType: "Note", recordID: CKRecord.ID(recordName: name, zoneID: Self.zone))
        record["count"] = count
        return record
    }

    /// Saves a record that nobody else writes.
    func saved(_ record: CKRecord) async throws -> CKRecord {
        while true {
            do {
                return try await database.save(record)
            } catch let error as CKError where error.code == .serverRecordChanged {
                // So it was saved, and the answer was lost.
                guard let saved = error.serverRecord else { continue }
                try #require(saved["count"] as? Int64 == record["count"] as? Int64, "\(record.recordID.recordName)")
                return saved
            } catch let error as CKError where Self.worthAnotherTry.contains(error.code) {}
        }
    }

    /// All records, as often as the feed hands them out.
    func everything() async throws -> [CKRecord] {
        try await fetch(since: nil).records
    }

    /// Where the feed ends now.
    func token() async throws -> CKServerChangeToken {
        try await fetch(since: nil).token
    }

    func changes(since token: CKServerChangeToken) async throws -> [CKRecord] {
        try await fetch(since: token).records
    }

    private func fetch(
        since start: CKServerChangeToken?
    ) async throws
        -> (records: [CKRecord], token: CKServerChangeToken)
    {
        var (records, token) = ([CKRecord](), start)
        while true {
            let page = try await database.recordZoneChanges(inZoneWith: Self.zone, since: token)
            records += try page.modificationResultsByID.values.map { try $0.get().record }
            token = page.changeToken
            if !page.moreComing { return (records, page.changeToken) }
        }
    }
}
