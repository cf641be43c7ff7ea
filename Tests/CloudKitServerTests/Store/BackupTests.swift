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

    /// The files that records may hold, from the folder on.
    private static func files(_ folder: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder + "/assets")
            .filter { ($0 as NSString).lastPathComponent.utf8.count == 2 * StoredAsset.digestLength }
            .map { "assets/\($0)" }
    }

    /// Their dates.
    private static func dates(_ folder: String) throws -> [Int64?] {
        try files(folder).map { FileDate.get("\(folder)/\($0)") }
    }

    /// A server in a folder with a record for each of some files, which are told too, in the order of the records.
    private static func withFiles(
        _ folder: String,
        _ contents: [[UInt8]]
    ) async throws -> (world: World, user: User, files: [String]) {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let world = try Self.world(folder)
        let user = try await world.user("anna")
        try await user.zone(.create, "Notes")
        var files: [String] = []
        for (number, bytes) in contents.enumerated() {
            _ = try await user.saved("N-\(number)", photo: try await user.upload(bytes))
            files += try Self.files(folder).filter { !files.contains($0) }
        }
        return (world, user, files)
    }

    @Test("Every file that the copied database names is in the copy, whatever goes and comes meanwhile")
    func filesMeanwhile() async throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        let (data, copy) = (folder.path + "/data", folder.path + "/copy")
        let (world, user, files) = try await Self.withFiles(data, [[1], [2]])
        try #require(files.count == 2)
        let (swept, late, aside) = ("\(data)/\(files[0])", "\(data)/\(files[1])", folder.path + "/aside")
        try FileManager.default.moveItem(atPath: late, toPath: aside)
        try StoreBackup(folder: data).copy(to: copy, isFolder: true) { stage in
            switch stage {
            case .files: try FileManager.default.moveItem(atPath: aside, toPath: late)
            case .database: try FileManager.default.removeItem(atPath: swept)
            }
        }
        #expect(try Set(Self.files(copy)) == Set(files))
        try await world.server.close()
        #expect(try await StoreBackup(folder: data).restore(from: copy, now: world.now).isClean)
        // What the account has is counted anew, with the file that came back.
        for place in [copy, data] {
            let account = ("\(place)/\(files[0])" as NSString).deletingLastPathComponent
            #expect(!FileManager.default.fileExists(atPath: "\(account)/\(AssetFolder.totalName)"))
        }
        let next = try Self.world(data)
        let device = User(world: next, credentials: user.credentials)
        let found = try await device.lookUp(["N-0", "N-1"])
        for (place, result) in found.enumerated() {
            let photo = try #require(result.item?.fields["photo"]?.value.assets.first)
            #expect(try await device.download(photo).body == [UInt8(place + 1)])
        }
        try await next.server.close()
    }

    @Test("A copy without a file that its database names is there, and says so")
    func lostFile() async throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        let (data, copy) = (folder.path + "/data", folder.path + "/copy")
        let (world, _, files) = try await Self.withFiles(data, [[1], [2], [1]])
        try #require(files.count == 2)
        try FileManager.default.removeItem(atPath: "\(data)/\(files[0])")
        #expect(throws: StoreBackup.Failure.lacksFiles(copy, records: 2, first: files[0])) {
            try StoreBackup(folder: data).copy(to: copy, isFolder: true)
        }
        #expect(try Self.files(copy) == [files[1]])
        try await world.server.close()
        #expect(try await StoreBackup(folder: data).restore(from: copy, now: world.now).records == 3)
        // A copy of the database alone has no files to lack.
        try StoreBackup(folder: data).copy(to: copy + ".sqlite", isFolder: false)
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
