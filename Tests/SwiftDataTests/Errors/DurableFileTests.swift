import Foundation
import SwiftData
import Synchronization
import Testing

@testable import SwiftData

/// Files of large values are on the disk before the row that names them is committed.
@Suite struct DurableFileTests {
    private static let value = Data(count: ExternalFiles.threshold)

    /// The files that were brought to the disk, by their numbers.
    private final class Record: Sendable {
        private let state = Mutex<(numbers: [ino_t], failing: Int?, number: Int32)>(([], nil, EIO))

        func fail(at call: Int?, with number: Int32 = EIO) { state.withLock { $0 = ([], call, number) } }

        func synchronize(_ descriptor: Int32) -> Int32 {
            state.withLock { state in
                var status = stat()
                guard fstat(descriptor, &status) == 0 else { return -1 }
                state.numbers.append(status.st_ino)
                errno = state.number
                return state.failing == state.numbers.count - 1 ? -1 : 0
            }
        }

        func flush() -> [ino_t] {
            state.withLock { state in
                defer { state.numbers = [] }
                return state.numbers
            }
        }
    }

    private let folder: TemporaryFolder
    private let record = Record()
    private let files: ExternalFiles

    init() throws {
        folder = try TemporaryFolder()
        files = ExternalFiles(storeURL: folder.file(), synchronize: record.synchronize)
    }

    @Test func bytesComeBeforeNames() throws {
        let name = try files.store(Self.value, name: UUID())
        #expect(try record.flush() == [inode(of: files.url(of: name))])
        try files.synchronizeNames()
        #expect(try record.flush() == [inode(of: files.folder), inode(of: folder.url)])
    }

    @Test func aFileThatIsNotOnTheDiskIsNone() throws {
        record.fail(at: 0)
        #expect(throws: StoreError.self) { try files.store(Self.value, name: UUID()) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: files.folder.path).isEmpty)
    }

    /// 0: the folder of the files, 1: that of the store.
    @Test(arguments: 0..<2)
    func aNameThatIsNotOnTheDiskIsAnError(failing: Int) throws {
        _ = try files.store(Self.value, name: UUID())
        record.fail(at: failing)
        #expect(throws: StoreError.self) { try files.synchronizeNames() }
        record.fail(at: failing, with: EINVAL)
        try files.synchronizeNames()
    }

    /// Under every durability the file that a row named goes only when no power cut can bring the row back.
    @Test(arguments: [StoreDurability.normal, .full])
    func aFileGoesAfterTheLog(durability: StoreDurability) throws {
        var configuration = ModelConfiguration(url: folder.file())
        configuration.durability = durability
        let container = try ModelContainer(for: DurablePicture.self, configurations: configuration)
        let store = try #require(container.stores.first as? SQLiteStore)
        let context = ModelContext(container)
        let picture = DurablePicture()
        context.insert(picture)
        picture.bytes = Self.value
        try context.save()
        let names = try FileManager.default.contentsOfDirectory(atPath: files.folder.path)
        #expect(names.count == 1)
        #expect(store.connection.synchronizeLog())
        picture.bytes = Data(repeating: 1, count: ExternalFiles.threshold)
        try context.save()
        let after = try FileManager.default.contentsOfDirectory(atPath: files.folder.path)
        #expect(after.count == 1 && after != names)
        #expect(store.configuration.durability == durability)
        // A store in memory has no log.
        let other = try ModelContainer(
            for: DurablePicture.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        #expect(try !#require(other.stores.first as? SQLiteStore).connection.synchronizeLog())
    }

    private func inode(of url: URL?) throws -> ino_t {
        var status = stat()
        let path = try #require(url).path
        #expect(stat(path, &status) == 0)
        return status.st_ino
    }
}

@Model final class DurablePicture {
    @Attribute(.externalStorage) var bytes: Data?

    init() {}
}
