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
