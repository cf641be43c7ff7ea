import AppCommons
import Foundation
import SwiftData
import Synchronization

@testable import IdeaBoxCore

/// A clock that stands still until a test moves it.
final class TestClock: Sendable {
    private let time = Mutex(sampleMoment)

    var now: Date {
        get { time.withLock { $0 } }
        set { time.withLock { $0 = newValue } }
    }

    func advance(seconds: TimeInterval) {
        time.withLock { $0 = $0.addingTimeInterval(seconds) }
    }
}

/// A folder that goes away when nothing uses it any more.
final class TemporaryFolder: Sendable {
    let url = FileManager.default.temporaryDirectory.appending(path: "ideabox-test-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }
}

/// A data folder of its own, which lives as long as the box or a repository of it.
final class TestBox: Sendable {
    let folder: URL
    let clock = TestClock()
    let surroundings: Surroundings

    init() throws {
        let temporary = try TemporaryFolder()
        folder = temporary.url
        let clock = clock
        surroundings = Surroundings(
            now: { clock.now },
            makeID: { UUID() },
            variables: ["XDG_STATE_HOME": "\(folder.path)/state", "XDG_CONFIG_HOME": "\(folder.path)/config"],
            homeFolder: folder.path,
            workingFolder: folder.path,
            machineID: { temporary.url.path }
        )
    }

    var folders: DataFolders {
        DataFolders(
            store: "data",
            variables: surroundings.variables,
            homeFolder: folder.path,
            workingFolder: folder.path
        )
    }

    /// Whether nothing was ever stored.
    var isFresh: Bool { !FileManager.default.fileExists(atPath: folders.storeFile.path) }

    func open() throws -> IdeaStore {
        try IdeaStore.open(folders, in: surroundings)
    }

    func repository() throws -> IdeaRepository {
        try open().repository
    }

    /// Adds ideas one second apart, the first one first.
    @discardableResult
    func add(_ titles: String..., to repository: IdeaRepository) throws -> [UUID] {
        try titles.map { title in
            clock.advance(seconds: 1)
            return try repository.create(title: title).id
        }
    }

    func write(_ text: String, to name: String) throws -> URL {
        let file = folder.appending(path: name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(text.utf8).write(to: file)
        return file
    }

    func names(in path: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: path).path).sorted()
    }
}

extension IdeaRepository {
    func titles(_ list: IdeaList) throws -> [String] {
        try ideas(in: list, IdeaPage()).elements.map(\.title)
    }

    func events() throws -> [String] {
        try history(HistoryFilter(), IdeaPage(size: 1_000)).elements.map(\.eventType)
    }

    func exported(_ format: ExchangeFormat) throws -> String {
        var text = ""
        _ = try IdeaExporter(repository: self, format: format).run { text += $0 }
        return text
    }

    func imported(
        _ text: String,
        _ format: ExchangeFormat = .json,
        isDryRun: Bool = false
    ) throws -> (report: ImportReport, refused: [RefusedRow]) {
        var refused: [RefusedRow] = []
        let reader = try format.reader(ByteSource(bytes: text.utf8))
        let report = try IdeaImporter(repository: self, isDryRun: isDryRun).run(reader) { refused.append($0) }
        return (report, refused)
    }
}
