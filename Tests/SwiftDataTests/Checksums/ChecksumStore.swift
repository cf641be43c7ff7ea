import Foundation
import GRDBSQLite
import Testing

@testable import SwiftData

/// A store of notes whose pages carry sums, and ways to look at its bytes.
struct ChecksumStore {
    static let notes = 400
    static let pageSize = 4_096
    static let schema = Schema([LogNote.self, LogFolder.self])
    let folder: TemporaryFolder
    let url: URL

    /// Makes the store, fills it and closes it, so that no log is left.
    init(in folder: TemporaryFolder? = nil, name: String = "sums.store", pageChecksums: Bool = true) throws {
        self.folder = try folder ?? TemporaryFolder()
        url = self.folder.file(name)
        let container = try open(pageChecksums: pageChecksums)
        let context = ModelContext(container)
        for number in 0..<Self.notes {
            let note = LogNote(Self.title(number), weight: number)
            note.body = Self.body(number)
            context.insert(note)
        }
        try context.save()
        try Self.close(container)
    }

    static func title(_ number: Int) -> String { "Note \(number) <\(number * 7_919)>" }
    /// Every tenth is longer than a page.
    static func body(_ number: Int) -> String {
        String(repeating: "text \(number) ", count: number % 10 == 0 ? 1_200 : 20)
    }

    func open(pageChecksums: Bool = true) throws -> ModelContainer {
        var configuration = ModelConfiguration(schema: Self.schema, url: url)
        configuration.pageChecksums = pageChecksums
        return try ModelContainer(for: Self.schema, configurations: configuration)
    }

    static func close(_ container: ModelContainer) throws {
        for store in container.sqliteStores { try store.close() }
    }

    /// All notes, or the error of opening or reading.
    func read() throws -> [Int: String] {
        let container = try open()
        defer { try? Self.close(container) }
        let notes = try ModelContext(container).fetch(FetchDescriptor<LogNote>())
        return Dictionary(notes.map { ($0.weight, $0.title + $0.body) }, uniquingKeysWith: { first, _ in first })
    }

    /// What `read()` gives where nothing is damaged.
    static var sound: [Int: String] {
        Dictionary(uniqueKeysWithValues: (0..<notes).map { ($0, title($0) + body($0)) })
    }

    /// Changes bytes of the file, which must be closed.
    func change(_ body: (inout Data) throws -> Void) throws {
        var bytes = try Data(contentsOf: url)
        try body(&bytes)
        try bytes.write(to: url)
    }

    /// Makes of the file, which must be closed, what older versions left after another program had brought the log in.
    ///
    /// Such a file does not say that each page has its sum, and `pages` have none.
    func makeOlder(without pages: [Int]) throws {
        try change { bytes in
            for place in 0..<4 {
                bytes[68 + place] = UInt8(truncatingIfNeeded: StoreFileHeader.mark >> (8 * (3 - place)))
            }
            for page in pages {
                let end = (page + 1) * Self.pageSize
                bytes.replaceSubrange((end - PageChecksum.size)..<end, with: Data(count: PageChecksum.size))
            }
            bytes.withUnsafeMutableBytes { buffer in
                guard !pages.contains(0), let start = buffer.baseAddress else { return }
                PageChecksum.seal(start, count: Self.pageSize, offset: 0)
            }
        }
    }

    /// Copies what a killed process would leave now.
    func copyAsKilled(to copy: URL) throws {
        for suffix in ["", WriteAheadLogFile.suffix, CommitRecord.suffix] {
            try FileManager.default.copyItem(atPath: url.path + suffix, toPath: copy.path + suffix)
        }
    }

    /// How many pages have a sum that fits, none, and one that does not fit.
    static func sums(in file: URL) throws -> (fitting: Int, none: Int, wrong: Int) {
        let bytes = try Data(contentsOf: file)
        var counts = (fitting: 0, none: 0, wrong: 0)
        bytes.withUnsafeBytes { buffer in
            guard let start = buffer.baseAddress else { return }
            for offset in stride(from: 0, to: buffer.count, by: pageSize) {
                let page = start + offset
                switch PageChecksum.finding(page, count: pageSize, offset: Int64(offset)) {
                case .intact: counts.fitting += 1
                case .unsummed: counts.none += 1
                case .damaged: counts.wrong += 1
                }
            }
        }
        return counts
    }
}
