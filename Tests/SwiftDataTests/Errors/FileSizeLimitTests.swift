import Foundation
import Testing

@testable import SwiftData

#if canImport(Glibc)
import Glibc

/// Processes whose files may have a certain size only: `ulimit -f`.
@Suite("A limit of file sizes")
struct FileSizeLimitTests {
    /// Sets what this process may write, for a process that ends with the test.
    private static func limitFiles(to bytes: rlim_t) {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
        limit.rlim_cur = min(bytes, limit.rlim_max)
        // Dispatch blocks signals on its threads; where none is blocked, this one ends the process.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGXFSZ)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    }

    @Test(arguments: [0, 20_000, 100_000, 500_000, 3_000_000])
    func `what goes beyond it fails as on a full disk, and nothing is lost`(bytes: Int) async throws {
        let folder = try TemporaryFolder()
        let path = folder.file().path
        await #expect(processExitsWith: .success) { [path = path as String, bytes = bytes as Int] in
            let configuration = ModelConfiguration(schema: ChecksumStore.schema, url: URL(fileURLWithPath: path))
            let container = try ModelContainer(for: ChecksumStore.schema, configurations: configuration)
            let context = ModelContext(container)
            Self.limitFiles(to: rlim_t(bytes))
            var saved = 0
            while saved < 100 {
                let note = LogNote("note", weight: saved)
                note.body = String(repeating: "text ", count: 20_000)
                context.insert(note)
                do {
                    try context.save()
                    saved += 1
                } catch {
                    #expect(error as? StoreError == .diskFull, "\(error)")
                    break
                }
            }
            #expect(saved < 100 && context.hasChanges)
            Self.limitFiles(to: rlim_t.max)
            try context.save()
            let weights = try ModelContext(container).fetch(FetchDescriptor<LogNote>()).map(\.weight)
            #expect(weights.sorted() == Array(0...saved))
            try ChecksumStore.close(container)
        }
    }

    @Test func `files of large values as well`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file().path
        await #expect(processExitsWith: .success) { [path = path as String] in
            let files = ExternalFiles(storeURL: URL(fileURLWithPath: path))
            _ = FileSizeLimit.isReported
            Self.limitFiles(to: 100_000)
            #expect(throws: StoreError.diskFull) {
                _ = try files.store(Data(count: 1_000_000), name: UUID())
            }
        }
    }

    @Test func `a process that handles the signal itself goes on doing so`() async throws {
        await #expect(processExitsWith: .success) {
            let handler: sighandler_t = { _ in }
            signal(SIGXFSZ, handler)
            _ = FileSizeLimit.isReported
            let kept = signal(SIGXFSZ, SIG_DFL)
            #expect(kept.map { unsafeBitCast($0, to: Int.self) } == unsafeBitCast(handler, to: Int.self))
        }
    }
}
#endif
