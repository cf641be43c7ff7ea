import CloudKit
import CloudKitWebServices
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import CloudKitServer

@Suite("The primary is lost")
struct FailoverTests {
    /// Rounds of all writers that are acknowledged before the primary is killed, and again after its standby was promoted.
    private static let enough = Effort.rounds(15, proof: 40)

    /// The processes go on through all of it; their clients do no more than ask again, and an engine does so by itself.
    @Test("Killed under load, its synchronous standby promoted: nothing acknowledged is lost, nothing is done twice")
    func promotion() async throws {
        try await FailoverScene.run { scene in
            let notice = Task { try await scene.notice() }
            try await ServerProcess.parked(1, scene.ports.near)
            let written = try await Self.load(scene)
            await scene.tablet.waitUntilIdle()

            // What everybody was told is there, once and as it was told.
            let found = try await scene.laptops[0].everything()
            #expect(found.count == Set(found.map(\.recordID)).count)
            let tags = found.reduce(into: [:]) { $0[$1.recordID.recordName] = $1.recordChangeTag }
            #expect(scene.tablet.tags.count > Self.enough)
            let told = written.reduce(into: scene.tablet.tags) { $0.merge($1.tags) { $1 } }
            #expect(told.count > 2 * Self.enough && found.count == told.count)
            let lost = told.filter { tags[$0.key] != $0.value }
            #expect(lost.isEmpty, "\(lost.count) of \(told.count) lost")
            // Each writer counts its rounds in a record: a save that was done twice, or not at all, would show.
            for writer in written {
                let tally = try #require(found.first { $0.recordID.recordName == writer.name })
                #expect(tally["count"] as? Int64 == writer.rounds, "\(writer.name)")
            }
            // A device that has waited since before hears what is written now, through the other server.
            try await ServerProcess.parked(1, scene.ports.near)
            _ = try await scene.visitor.saved(scene.visitor.record("late"))
            #expect(try await notice.value == FailoverScene.subscription)
            try await Self.beginNewLife(scene)
        }
    }

    /// What is to be done where a standby may lack something, while both servers run.
    private static func beginNewLife(_ scene: FailoverScene) async throws {
        let known = try await scene.laptops[0].everything()
        let token = try await scene.laptops[0].token()
        let said = try scene.near.run(["restore"])
        #expect(said.hasSuffix(" records, 0 problems"), "\(said)")
        for laptop in scene.laptops {
            let error = await #expect(throws: CKError.self) { try await laptop.changes(since: token) }
            #expect(error?.code == .changeTokenExpired)
        }
        let again = try await scene.laptops[1].everything()
        #expect(Set(again.map(\.recordID)) == Set(known.map(\.recordID)))
        #expect(try await scene.laptops[1].changes(since: try await scene.laptops[0].token()).isEmpty)
    }

    /// Everybody writes all the time; the primary is lost once enough was acknowledged.
    private static func load(_ scene: FailoverScene) async throws -> [Written] {
        let (rounds, continuation) = AsyncStream.makeStream(of: Void.self)
        let progress = Progress(continuation)
        async let written = withThrowingTaskGroup(of: Written.self) { group in
            // What one of them throws must not leave the others, and us, waiting.
            defer { progress.end() }
            for number in 0..<(2 * scene.laptops.count) {
                let laptop = scene.laptops[number % scene.laptops.count]
                group.addTask { try await Written("W\(number)", through: laptop, progress) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        var notes = 0
        for await _ in rounds {
            notes += 1
            scene.tablet.write("T\(notes)")
            if progress.goal == nil, progress.count >= enough {
                try scene.loseThePrimary()
                progress.goOn(for: enough)
            }
            if progress.isOver { break }
        }
        return try await written
    }
}

/// What a writer was told.
private struct Written: Sendable {
    let name: String
    private(set) var rounds: Int64 = 0
    /// The change tags of its records, by name.
    private(set) var tags: [String: String] = [:]

    /// Writes a new record and then a tally of its rounds, again and again.
    init(_ name: String, through laptop: Laptop, _ progress: Progress) async throws {
        self.name = name
        var tally = try await laptop.saved(laptop.record(name))
        while !progress.isOver {
            rounds += 1
            let note = try await laptop.saved(laptop.record("\(name)-\(rounds)", rounds))
            tags[note.recordID.recordName] = note.recordChangeTag
            tally["count"] = rounds
            tally = try await laptop.saved(tally)
            progress.add()
        }
        tags[name] = tally.recordChangeTag
    }
}

/// The rounds of all writers.
private final class Progress: Sendable {
    private struct State {
        var count = 0
        var goal: Int?
    }

    private let state = Mutex(State())
    private let rounds: AsyncStream<Void>.Continuation

    init(_ rounds: AsyncStream<Void>.Continuation) {
        self.rounds = rounds
    }

    var count: Int { state.withLock(\.count) }
    var goal: Int? { state.withLock(\.goal) }
    var isOver: Bool { state.withLock { state in state.goal.map { state.count >= $0 } ?? false } }

    func add() {
        state.withLock { $0.count += 1 }
        rounds.yield()
    }

    func goOn(for more: Int) {
        state.withLock { $0.goal = $0.count + more }
    }

    func end() {
        goOn(for: 0)
        rounds.finish()
    }
}
