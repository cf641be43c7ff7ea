import Foundation
import Synchronization
import Testing

@testable import SwiftData

/// Files of large values are on the disk before the row that names them is committed.
@Suite struct DurableFileTests {
    private static let value = Data(count: ExternalFiles.threshold)

    @Test func aFileAndItsNameAreOnTheDisk() throws {
        let folder = try TemporaryFolder()
        let synchronized = Mutex<[ino_t]>([])
        let files = ExternalFiles(storeURL: folder.file()) { descriptor in
            var status = stat()
            guard fstat(descriptor, &status) == 0 else { return -1 }
            synchronized.withLock { $0.append(status.st_ino) }
            return 0
        }
        let first = try files.store(Self.value, name: UUID())
        #expect(try synchronized.withLock { $0 } == [inode(of: files.url(of: first)), inode(of: files.folder), inode(of: folder.url)])
        synchronized.withLock { $0 = [] }
        let second = try files.store(Self.value, name: UUID())
        #expect(try synchronized.withLock { $0 } == [inode(of: files.url(of: second)), inode(of: files.folder)])
    }

    /// 0: the file, 1: its folder, 2: the folder's folder.
    @Test(arguments: 0..<3)
    func aFileThatIsNotOnTheDiskIsNone(failing: Int) throws {
        let folder = try TemporaryFolder()
        let calls = Mutex(0)
        let files = ExternalFiles(storeURL: folder.file()) { _ in
            let call = calls.withLock { calls in
                defer { calls += 1 }
                return calls
            }
            errno = EIO
            return call == failing ? -1 : 0
        }
        #expect(throws: StoreError.self) { try files.store(Self.value, name: UUID()) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: files.folder.path).isEmpty)
    }

    private func inode(of url: URL?) throws -> ino_t {
        var status = stat()
        let path = try #require(url).path
        #expect(stat(path, &status) == 0)
        return status.st_ino
    }
}
