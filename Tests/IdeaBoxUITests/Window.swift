import Foundation
import Synchronization

@testable import IdeaBoxCore
@testable import IdeaBoxUI

/// A window over a store of its own, with a clock that only the test moves.
@MainActor
final class Window {
    let folder: URL
    let home: IdeaBoxHome
    let model: IdeaBoxModel
    /// Waits that the model asked for: a test ends them.
    let waits = Waits()

    /// Waits that last until a test says otherwise.
    final class Waits: Sendable {
        private let open = Mutex<[CheckedContinuation<Void, Never>]>([])

        func wait() async {
            await withCheckedContinuation { continuation in open.withLock { $0.append(continuation) } }
        }

        /// Ends all waits; answers how many there were.
        @discardableResult
        func end() -> Int {
            let ended = open.withLock { waiting in
                defer { waiting = [] }
                return waiting
            }
            for wait in ended { wait.resume() }
            return ended.count
        }
    }

    /// The time of a window, for closures that run anywhere.
    final class Time: Sendable {
        let now = Mutex(Date(timeIntervalSince1970: 1_795_230_540))

        func advance(_ seconds: TimeInterval) { now.withLock { $0 += seconds } }
    }

    let time = Time()

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "ideabox-ui-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let (time, path, waits) = (time, folder.path, waits)
        let surroundings = Surroundings(
            now: { time.now.withLock { $0 } },
            makeID: { UUID() },
            variables: ["XDG_STATE_HOME": "\(path)/state", "XDG_CONFIG_HOME": "\(path)/config"],
            homeFolder: path,
            workingFolder: path,
            machineID: { path }
        )
        let folders = DataFolders(
            store: "data",
            variables: surroundings.variables,
            homeFolder: path,
            workingFolder: path
        )
        home = try IdeaBoxHome(folders, in: surroundings)
        model = IdeaBoxModel(home) { _ in await waits.wait() }
    }

    deinit {
        waits.end()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Adds ideas one second apart, the first one first.
    @discardableResult
    func add(_ titles: String...) throws -> [UUID] {
        try titles.map { title in
            time.advance(1)
            return try home.repository().create(title: title).id
        }
    }

    /// Lets everything that was heard of be shown.
    func settle() async {
        await home.settled()
        model.reload()
        await model.search.settled()
    }

    var titles: [String] { model.pages.ideas.map(\.title) }
}
