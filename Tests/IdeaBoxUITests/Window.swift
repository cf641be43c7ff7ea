import Foundation
import GRDB
import Synchronization

@testable import IdeaBoxCore
@testable import IdeaBoxUI
@testable import SwiftData

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
        static let beginning = Date(timeIntervalSince1970: 1_795_230_540)
        let now = Mutex(beginning)

        func advance(_ seconds: TimeInterval) { now.withLock { $0 += seconds } }
    }

    let time = Time()

    /// - Parameter isSignedIn: Whether somebody is signed in, at a service that cannot be reached.
    init(isSignedIn: Bool = false) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "ideabox-ui-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let (time, path, waits) = (time, folder.path, waits)
        let surroundings = Surroundings(
            now: { time.now.withLock { $0 } },
            uptime: { Uptime(bootID: "boot", seconds: time.now.withLock { $0 }.timeIntervalSince(Time.beginning)) },
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
        if isSignedIn { try Self.signIn(folders) }
        home = try IdeaBoxHome(folders, in: surroundings, waiting: .betweenAttemptsNot)
        model = IdeaBoxModel(home) { _ in await waits.wait() }
    }

    private static func signIn(_ folders: DataFolders) throws {
        let entry = AccountBook.Entry(
            server: "http://127.0.0.1:9",
            user: "anna",
            userRecordName: "_anna",
            apiToken: "token",
            environment: "development",
            folder: "accounts/anna",
            isSignedIn: true
        )
        try AccountBook(accounts: [entry], current: 0).write(folders, name: UUID())
    }

    /// Lets the store say how the last sync of some process ended.
    func report(_ state: SyncStatus.State, _ problem: SyncProblem? = nil, pending: Int = 0) async throws {
        let repository = home.repository()
        try repository.change {
            var report = SyncReport(state: state, pending: pending)
            report.problem = problem
            report.lastSuccess = problem == nil ? home.now : nil
            try repository.setMemo(.report, report)
        }
        await home.waitUntilIdle()
        model.syncChanged()
    }

    /// Lets the store have no page more than it has, as on a full disk, or as many as it wants.
    func setRoom(_ hasRoom: Bool) throws {
        let stores = home.repository().context.container.stores.compactMap { $0 as? SQLiteStore }
        for store in stores {
            try store.connection.access { db in
                let now = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
                let pages = hasRoom ? 1_073_741_823 : now
                try db.execute(sql: "PRAGMA max_page_count = \(pages)")
            }
        }
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
        await home.waitUntilIdle()
        model.reload()
        await model.search.waitUntilIdle()
    }

    var titles: [String] { model.pages.ideas.map(\.title) }
}

extension SyncSurroundings {
    /// Waits for nothing between attempts; the slow timer of a sync that is in step never goes off.
    fileprivate static let betweenAttemptsNot = SyncSurroundings(
        wait: { seconds in
            guard seconds > 60 else { return }
            let (stream, _) = AsyncStream.makeStream(of: Void.self)
            for await _ in stream {}
            try Task.checkCancellation()
        },
        chance: { 0 }
    )
}
