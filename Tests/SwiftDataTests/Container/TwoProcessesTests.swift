import Foundation
import Testing

@testable import SwiftData

/// Two processes that come to one file at the same moment.
@Suite("Two processes")
struct TwoProcessesTests {
    private func write(_ path: String) async {
        await #expect(processExitsWith: .success) { [path = path as String] in
            var configuration = ModelConfiguration(
                schema: ChecksumStore.schema,
                url: URL(fileURLWithPath: path)
            )
            configuration.pageChecksums = true
            let container = try ModelContainer(for: ChecksumStore.schema, configurations: configuration)
            let context = ModelContext(container)
            for number in 0..<20 {
                context.insert(LogNote("note", weight: number))
                try context.save()
            }
        }
    }

    @Test(arguments: 1...12) func `both make the store, and both write to it`(round: Int) async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("new.store").path
        async let first: Void = write(path)
        async let second: Void = write(path)
        _ = await (first, second)
        let configuration = ModelConfiguration(schema: ChecksumStore.schema, url: URL(fileURLWithPath: path))
        let container = try ModelContainer(for: ChecksumStore.schema, configurations: configuration)
        let notes = try ModelContext(container).fetch(FetchDescriptor<LogNote>())
        #expect(notes.map(\.weight).sorted() == (0..<40).map { $0 / 2 }, "round \(round)")
        try ChecksumStore.close(container)
        let sums = try ChecksumStore.sums(in: URL(fileURLWithPath: path))
        #expect(sums.fitting > 5 && sums.wrong == 0 && sums.none == 0, "round \(round): \(sums)")
    }
}
