import AppCommons
import Foundation
import SwiftData
import Synchronization

@testable import IdeaBoxCore

/// The clocks of a machine, which stand still until a test moves them.
final class TestClock: Sendable {
    private struct Time {
        var date = sampleMoment
        var boot = 1
        var seconds: TimeInterval = 100
    }

    private let time = Mutex(Time())

    /// The wall clock; whoever sets it changes nothing about the uptime.
    var now: Date {
        get { time.withLock { $0.date } }
        set { time.withLock { $0.date = newValue } }
    }

    /// How long the machine has run.
    var uptime: Uptime { time.withLock { Uptime(bootID: "boot \($0.boot)", seconds: $0.seconds) } }

    /// Lets time pass, while the machine runs.
    func advance(seconds: TimeInterval) {
        time.withLock { time in
            time.date = time.date.addingTimeInterval(seconds)
            time.seconds += seconds
        }
    }

    /// Lets time pass while the machine is off, and starts it.
    func restart(after seconds: TimeInterval) {
        time.withLock { time in
            time.date = time.date.addingTimeInterval(seconds)
            time.boot += 1
            time.seconds = 10
        }
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
            uptime: { clock.uptime },
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
