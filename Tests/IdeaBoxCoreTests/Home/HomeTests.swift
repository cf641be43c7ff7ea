import CloudKit
import Foundation
import SwiftData
import Synchronization
import TestSupport
import Testing

@testable import IdeaBoxCore

/// The store as a process shows it: watched, counted, and the right one.
@MainActor
@Suite("Home")
struct HomeTests {
    private static func home(_ box: TestBox) throws -> IdeaBoxHome {
        try IdeaBoxHome(box.folders, in: box.surroundings, waiting: .never)
    }

    @Test("A change of this process is seen, counted and told")
    func ownChange() async throws {
        let box = try TestBox()
        let home = try Self.home(box)
        await home.waitUntilIdle()
        #expect(home.counts?.all == 0)
        let before = home.revision
        _ = try home.repository().create(title: "Paper boat")
        await home.waitUntilIdle()
        #expect(home.counts?.all == 1)
        #expect(home.counts?.open == 1)
        #expect(home.revision > before)
    }

    @Test("A change through another container on the same file is seen without asking")
    func otherChange() async throws {
        let box = try TestBox()
        let home = try Self.home(box)
        await home.waitUntilIdle()
        _ = try box.repository().create(title: "Walnut shell")
        try await until { home.counts?.all == 1 }
        #expect(try home.repository().titles(.all) == ["Walnut shell"])
    }

    @Test("While one change follows the other ideas are shown, and counted when there is a moment, or after too many")
    func counting() async throws {
        let box = try TestBox()
        let moments = Moments()
        let home = try IdeaBoxHome(box.folders, in: box.surroundings, waiting: .never) { try await moments.wait() }
        await home.waitUntilIdle()
        #expect(home.counts?.all == 0 && moments.waits == 0, "the first count waits for nothing")
        for number in 1...3 {
            let (revision, waits) = (home.revision, moments.waits)
            _ = try home.repository().create(title: "Idea \(number)")
            while home.revision == revision || moments.waits == waits { await Task.yield() }
            #expect(home.counts?.all == 0)
        }
        while home.counts?.all != 3 {
            moments.end()
            await Task.yield()
        }
        // Who waits for the counts is not kept waiting.
        _ = try home.repository().create(title: "Idea 4")
        await home.waitUntilIdle()
        #expect(home.counts?.all == 4)
        // Without a moment of rest they are counted after so many changes.
        var made = 4
        while home.counts?.all == 4, made < 4 * IdeaBoxHome.mostDisturbances {
            let revision = home.revision
            _ = try home.repository().create(title: "Idea")
            made += 1
            try await until { home.revision != revision }
        }
        #expect((IdeaBoxHome.mostDisturbances / 2..<4 * IdeaBoxHome.mostDisturbances).contains(made))
        home.stopSync()
        moments.end()
    }

    @Test("What was told of own changes is not counted again; whatever else is saved has all ideas counted")
    func countedAgain() async throws {
        let box = try TestBox()
        let home = try Self.home(box)
        let ids = try ["A", "B", "C"].map { try home.repository().create(title: $0).id }
        await home.waitUntilIdle()
        func tell(_ step: IdeaCounts.Step, _ change: (IdeaRepository) throws -> [ChangeResult]) throws {
            home.count(step, try change(home.repository()).map(\.idea))
        }
        func isRight(afterCounting counts: Bool, _ body: () throws -> Void) async throws -> Bool {
            let before = try #require(home.counted).countings
            try body()
            await home.waitUntilIdle()
            let now = try #require(home.counted)
            return try (now.countings > before) == counts && home.counts == home.repository().counts()
        }
        #expect(
            try await isRight(afterCounting: false) { try tell(.completed) { try $0.setCompleted(true, of: [ids[0]]) } }
        )
        #expect(try await isRight(afterCounting: false) { try tell(.deleted) { try $0.delete([ids[0]]) } })
        #expect(try await isRight(afterCounting: false) { try tell(.restored) { try $0.restore([ids[0]]) } })
        #expect(
            try await isRight(afterCounting: false) { try tell(.reopened) { try $0.setCompleted(false, of: [ids[0]]) } }
        )
        #expect(
            try await isRight(afterCounting: false) {
                home.count(.added, [try home.repository().create(title: "D")])
                try tell(.deleted) { try $0.delete([ids[1]]) }
            }
        )
        // Nobody told of that.
        #expect(try await isRight(afterCounting: true) { _ = try home.repository().edit(ids[2], title: "Other") })
        #expect(
            try await isRight(afterCounting: true) {
                _ = try box.repository().create(title: "From another process")
                try tell(.completed) { try $0.setCompleted(true, of: [ids[2]]) }
            }
        )
        // What a sync has settled is pending again with the next change.
        #expect(
            try await isRight(afterCounting: true) {
                let repository = home.repository()
                try repository.change {
                    for state in try repository.context.fetch(FetchDescriptor<SyncState>()) {
                        state.markSynced(remoteVersion: state.localVersion, recordName: "name")
                    }
                }
            }
        )
        #expect(home.counts?.pending == 0)
        #expect(
            try await isRight(afterCounting: false) { try tell(.reopened) { try $0.setCompleted(false, of: [ids[2]]) } }
        )
        #expect(home.counts?.pending == 1)
        // What has been in the trash for long is gone though nothing was saved.
        box.clock.advance(seconds: 31 * 24 * 60 * 60)
        #expect(try await isRight(afterCounting: false) {})
        #expect(home.counts?.trash == 0)
    }

    @Test("Nobody is signed in: the picture says so, and nothing is asked of a service")
    func signedOut() async throws {
        let home = try Self.home(try TestBox())
        home.startSync()
        await home.waitUntilIdle()
        #expect(home.sync.state == .signedOut)
        #expect(!home.sync.wasSignedIn)
        #expect(home.syncing == nil)
        let problem = await #expect(throws: SyncProblem.self) { try await home.retry() }
        #expect(problem?.kind == .signedOut)
    }

    @Test("Damage that somebody meets moves the store aside, and the home goes on with a new one")
    func damage() async throws {
        let box = try TestBox()
        let home = try Self.home(box)
        _ = try home.repository().create(title: "Kite")
        #expect(!home.met(CancellationError()))
        #expect(home.met(StoreError.damaged(box.folders.storeFile, reason: "page 3")))
        await home.waitUntilIdle()
        #expect(home.counts?.all == 0)
        #expect(home.damagedStores.count == 1)
        let file = try #require(home.damagedStores.first)
        #expect(try await home.recover(file) == 1)
        await home.waitUntilIdle()
        #expect(try home.repository().titles(.all) == ["Kite"])
        #expect(home.damagedStores.isEmpty)
    }

    @Test("Another account of the book is shown as soon as it is looked for, with its own ideas")
    func accountSwitch() async throws {
        let box = try TestBox()
        let home = try Self.home(box)
        _ = try home.repository().create(title: "Of the device")
        let entry = AccountBook.Entry(
            server: "http://127.0.0.1:9",
            user: "anna",
            userRecordName: "_anna",
            apiToken: "token",
            environment: "development",
            folder: "accounts/anna",
            isSignedIn: false
        )
        try AccountBook(accounts: [entry], current: 0).write(box.folders, name: sampleID(1))
        home.refresh()
        await home.waitUntilIdle()
        #expect(try home.repository().titles(.all).isEmpty)
        #expect(home.counts?.all == 0)
        #expect(home.sync.wasSignedIn)
        #expect(home.sync.state == .signedOut)
    }

    /// A device with a question of sync.
    private static func asking(_ answer: SyncAnswer, _ cloud: Cloud, _ zone: CKRecordZone.ID?) async throws -> Device {
        let (phone, laptop) = (try await Device(cloud, zone: zone), try await Device(cloud, zone: zone))
        let ids = try (0..<30).map { try phone.add("\($0)") }
        try await phone.sync()
        try await laptop.sync()
        if let zone {
            try await phone.container.privateCloudDatabase.deleteRecordZone(withID: zone)
            #expect(try await phone.failure() == .zoneGone)
        } else {
            laptop.tick()
            _ = try laptop.ideas.delete(ids)
            try await laptop.sync()
            #expect(try await phone.failure() == .deletionsHeld)
        }
        return phone
    }

    @Test(
        "What the person answers to a question of sync is done, here and on the service",
        arguments: SyncAnswer.allCases
    )
    func answers(_ answer: SyncAnswer) async throws {
        let zone: CKRecordZone.ID? = answer == .uploadAgain || answer == .startEmpty ? .ideas : nil
        let cloud = try await Cloud()
        let phone = try await Self.asking(answer, cloud, zone)
        let home = try Self.home(phone.box)
        let ownership = try #require(try SyncOwnership(phone.box.folders))
        home.session = SyncSession(phone.coordinator, phone.status, phone.container, ownership)
        try await home.answer(answer)
        await home.waitUntilIdle()
        let kept = answer == .refuseDeletions || answer == .uploadAgain ? 30 : 0
        #expect(home.counts?.all == kept)
        let other = try await Device(cloud, zone: zone)
        try await other.sync()
        #expect(try other.titles().count == kept)
    }

    @Test("Nobody answers for another process: who syncs the store is asked")
    func answersElsewhere() async throws {
        let home = try Self.home(try TestBox())
        for (isElsewhere, kind) in [(false, SyncProblem.Kind.signedOut), (true, .ownedElsewhere)] {
            home.isElsewhere = isElsewhere
            let problem = await #expect(throws: SyncProblem.self) { try await home.answer(.acceptDeletions) }
            #expect(problem?.kind == kind)
        }
    }

    /// Somebody who is signed in to a service that is not there.
    private static func signIn(_ box: TestBox, folder: String? = nil) throws {
        let entry = AccountBook.Entry(
            server: "http://127.0.0.1:9",
            user: "anna",
            userRecordName: "_anna",
            apiToken: "token",
            environment: "development",
            folder: folder,
            isSignedIn: true
        )
        try AccountBook(accounts: [entry], current: 0).write(box.folders, name: sampleID(1))
    }

    @Test("Old ideas that could not be taken over keep sync back; a retry takes them over first")
    func notMigrated() async throws {
        let box = try TestBox()
        try Self.signIn(box)
        let file = try box.write(#"[{"title":"Kite"},"#, to: "data/ideas.json")
        let home = try Self.home(box)
        home.startSync()
        while home.ended == nil { await Task.yield() }
        await home.waitUntilIdle()
        #expect(home.ended == .notMigrated && home.syncing == nil)
        #expect(home.sync.state == .needsAttention)
        #expect(home.sync.problem == SyncProblem(.notMigrated, reason: file.path))
        let problem = await #expect(throws: SyncProblem.self) { try await home.retry() }
        #expect(problem?.kind == .notMigrated)
        _ = try box.write(#"[{"title":"Kite"}]"#, to: "data/ideas.json")
        let trying = Task { try await home.retry() }
        while home.syncing == nil { await Task.yield() }
        await home.waitUntilIdle()
        #expect(home.counts?.all == 1)
        #expect(home.sync.problem?.kind != .notMigrated)
        trying.cancel()
    }

    @Test("A store is not synced with an account that signed in after it was opened")
    func signedInMeanwhile() async throws {
        let box = try TestBox()
        try Self.signIn(box)
        let store = try box.open()
        let account = AccountSession(folders: box.folders, surroundings: box.surroundings)
        _ = try await SyncSession(store.container, in: box.folders, account, .never) { _ in }
        try Self.signIn(box, folder: "accounts/ben")
        let problem = await #expect(throws: SyncProblem.self) {
            _ = try await SyncSession(store.container, in: box.folders, account, .never) { _ in }
        }
        #expect(problem?.kind == .accountChanged)
    }

    @Test("Old ideas that another process has taken over do not keep sync back any more")
    func migratedElsewhere() async throws {
        let box = try TestBox()
        try Self.signIn(box)
        _ = try box.write(#"[{"title":"Kite"},"#, to: "data/ideas.json")
        let home = try Self.home(box)
        home.startSync()
        while home.ended == nil { await Task.yield() }
        _ = try box.write(#"[{"title":"Kite"}]"#, to: "data/ideas.json")
        _ = try box.open()
        while home.ended == .notMigrated { await Task.yield() }
        try await until { home.counts?.all == 1 }
    }

    @Test(
        "Sync that files did not allow begins again after a pause, or when the person looks again",
        arguments: [true, false]
    )
    func beginsAgain(looks: Bool) async throws {
        let box = try TestBox()
        try Self.signIn(box)
        let (pauses, opener) = AsyncStream.makeStream(of: Void.self)
        let asked = Mutex<[TimeInterval]>([])
        let waiting = SyncSurroundings(
            wait: { seconds in
                asked.withLock { $0.append(seconds) }
                for await _ in pauses { return }
                throw CancellationError()
            },
            chance: { 0 }
        )
        // Nobody can open the lock's file.
        let lock = box.folders.data.appending(path: "IdeaBox.sync.lock")
        let home = try IdeaBoxHome(box.folders, in: box.surroundings, waiting: waiting)
        try FileManager.default.createDirectory(at: lock, withIntermediateDirectories: true)
        home.startSync()
        while asked.withLock({ $0.isEmpty }) { await Task.yield() }
        await home.waitUntilIdle()
        #expect(home.failure != nil && home.ended == .serviceFailed && home.syncing == nil)
        #expect(asked.withLock { $0 } == [60])
        try FileManager.default.removeItem(at: lock)
        if looks { home.cameForward() } else { opener.yield() }
        try await until { home.failure == nil }
        #expect(home.ended != .serviceFailed)
        home.stopSync()
    }

    @Test("A sync of this process shows its progress; without one the store's word counts")
    func picture() throws {
        let box = try TestBox()
        let store = try box.open()
        let session = AccountSession(folders: box.folders, surroundings: box.surroundings)
        let standing = try SyncStanding(store.repository, session, at: box.clock.now)
        let progress = SyncProgress(isUnderWay: true, pending: 7, done: 3, total: 10)
        let alone = SyncPicture(standing, progress, wasSignedIn: true, isElsewhere: false)
        // Nobody is signed in, so there is nothing to be under way.
        #expect(alone.state == .signedOut)
        #expect(alone.total == 0)
    }
}

/// Moments that last until a test says otherwise, or somebody does not want to wait any more.
private final class Moments: Sendable {
    private struct State {
        var waits = 0
        var open: [CheckedContinuation<Void, Never>] = []
    }
    private let state = Mutex(State())

    /// How often somebody has begun to wait.
    var waits: Int { state.withLock { $0.waits } }

    func wait() async throws {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                state.withLock {
                    $0.waits += 1
                    $0.open.append(continuation)
                }
                if Task.isCancelled { end() }
            }
        } onCancel: {
            end()
        }
        try Task.checkCancellation()
    }

    func end() {
        let ended = state.withLock { state in
            defer { state.open = [] }
            return state.open
        }
        for wait in ended { wait.resume() }
    }
}

extension SyncSurroundings {
    /// Waits until it is cancelled.
    static let never = SyncSurroundings(
        wait: { _ in
            let (stream, _) = AsyncStream.makeStream(of: Void.self)
            for await _ in stream {}
            try Task.checkCancellation()
        },
        chance: { 0 }
    )
}
