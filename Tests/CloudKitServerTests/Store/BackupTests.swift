import CloudKitWebServices
import Foundation
import Testing

@testable import CloudKitServer

@Suite("Copies of a server's data")
struct BackupTests {
    @Test("A copy made while writers write is whole; put back, it begins a new life")
    func roundTrip() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("backup-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let data = folder.path + "/data"
        try FileManager.default.createDirectory(atPath: data + "/assets/7", withIntermediateDirectories: true)
        try Data("photo".utf8).write(to: URL(filePath: data + "/assets/7/abc"))
        let file = try SQLiteDatabase(path: data + "/" + StoreBackup.databaseName)
        let backup = StoreBackup(folder: data)

        let world = World(try OpenStore(file, folder: data, beforeCommit: nil), quota: .unlimited, assetBytes: 1)
        let user = try await world.user("anna")
        try await user.zone(.create, "Notes")
        async let written: Void = { for number in 0..<60 { _ = try await user.saved("R\(number)") } }()
        try backup.copy(to: folder.path + "/one", isFolder: true)
        try backup.copy(to: folder.path + "/one.sqlite", isFolder: false)
        try await written
        #expect(throws: StoreBackup.Failure.exists(folder.path + "/one")) {
            try backup.copy(to: folder.path + "/one", isFolder: true)
        }
        try backup.copy(to: folder.path + "/two", isFolder: true)
        _ = try await user.saved("late")
        let token = try await user.changes().get().syncToken
        await #expect(throws: StoreBackup.Failure.isInUse(data + "/" + StoreBackup.databaseName)) {
            _ = try await backup.restore(from: folder.path + "/two", now: world.now)
        }
        try await world.server.close()

        try FileManager.default.removeItem(atPath: data + "/assets/7/abc")
        let report = try await backup.restore(from: folder.path + "/two", now: world.now + 1)
        #expect(report.isClean && report.records == 60)
        #expect(try Data(contentsOf: URL(filePath: data + "/assets/7/abc")) == Data("photo".utf8))
        let kept = "\(data)/\(StoreBackup.databaseName).replaced-\(world.now + 1)"
        #expect(FileManager.default.fileExists(atPath: kept))

        let restored = try SQLiteDatabase(path: data + "/" + StoreBackup.databaseName)
        let next = World(try OpenStore(restored, folder: data, beforeCommit: nil), quota: .unlimited, assetBytes: 1)
        // The same secret and the same accounts: a device goes on with what it has, and is told to begin anew.
        let device = User(world: next, credentials: user.credentials)
        #expect(try await device.changes(token).error?.serverErrorCode == .changeTokenExpired)
        #expect(try await device.allChanges().records.count == 60)
        try await next.server.close()
        // The copy of the database alone, which was made under load, is whole as well.
        let single = try await StoreBackup(folder: data).restore(from: folder.path + "/one.sqlite", now: world.now + 2)
        #expect(single.isClean)
    }

    /// An embedded server over a folder.
    private static func world(_ folder: String) throws -> World {
        let file = try SQLiteDatabase(path: folder + "/" + StoreBackup.databaseName)
        return World(try OpenStore(file, folder: folder, beforeCommit: nil))
    }

    /// The dates of the files that records may hold.
    private static func dates(_ folder: String) throws -> [Int64?] {
        try FileManager.default.subpathsOfDirectory(atPath: folder + "/assets")
            .filter { ($0 as NSString).lastPathComponent.utf8.count == 2 * StoredAsset.digestLength }
            .map { FileDate.get("\(folder)/assets/\($0)") }
    }

    @Test("Put back, no file is old: not those of the copy, and not those that only the kept database names")
    func youngFiles() async throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        let data = folder.path + "/data"
        try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
        let world = try Self.world(data)
        let user = try await world.user("anna")
        try await user.zone(.create, "Notes")
        _ = try await user.saved("N-1", photo: try await user.upload([1]))
        let backup = StoreBackup(folder: data)
        try backup.copy(to: folder.path + "/copy", isFolder: true)
        _ = try await user.saved("N-2", photo: try await user.upload([2]))
        try await world.server.close()
        let later = world.now + 2 * AssetFolder.orphanMilliseconds
        #expect(try await backup.restore(from: folder.path + "/copy", now: later).isClean)
        #expect(try Self.dates(data) == [later, later])
        #expect(!FileManager.default.fileExists(atPath: "\(data)/assets.replaced-\(later)"))
        // What was put back opens, and the folder is still its own.
        let next = try Self.world(data)
        let isOwn = try next.server.service.assets.isOwn()
        #expect(isOwn)
        #expect(try await next.records.verify().records == 1)
        try await next.server.close()
    }

    @Test("Put back over another store, that one's files are kept aside with its database")
    func otherStore() async throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        let places = ["one", "two"].map { "\(folder.path)/\($0)" }
        for place in places {
            try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
            let world = try Self.world(place)
            let user = try await world.user("anna")
            try await user.zone(.create, "Notes")
            _ = try await user.saved("N-1", photo: try await user.upload([1]))
            try await world.server.close()
        }
        try StoreBackup(folder: places[0]).copy(to: folder.path + "/copy", isFolder: true)
        #expect(try await StoreBackup(folder: places[1]).restore(from: folder.path + "/copy", now: 5).isClean)
        let kept = "\(places[1])/assets.replaced-5"
        #expect(FileManager.default.fileExists(atPath: "\(kept)/\(AssetFolder.ownerName)"))
        #expect(try Self.dates(places[1]) == [5])
        let world = try Self.world(places[1])
        let isOwn = try world.server.service.assets.isOwn()
        #expect(isOwn)
        try await world.server.close()
    }

    @Test("What is no copy is refused, and nothing is touched")
    func refused() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("backup-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let backup = StoreBackup(folder: folder.path)
        let path = folder.path + "/junk"
        #expect(throws: StoreBackup.Failure.noDatabase(folder.path + "/" + StoreBackup.databaseName)) {
            try backup.copy(to: path, isFolder: true)
        }
        await #expect(throws: StoreBackup.Failure.noDatabase(path)) {
            _ = try await backup.restore(from: path, now: 1)
        }
        try Data("this is no database at all, only a text".utf8).write(to: URL(filePath: path))
        await #expect(throws: StoreBackup.Failure.isNoBackup(path)) {
            _ = try await backup.restore(from: path, now: 1)
        }
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/" + StoreBackup.databaseName))
    }
}
