import Foundation
import SwiftData
import Synchronization
import TestSupport
import Testing

@testable import CloudKit
@testable import SwiftData

/// The clock jumps, and the service cannot be asked for the time: nothing goes up by that clock.
@Suite struct UnsureClockTests {
    private static let year = 365 * 24 * 3_600.0

    @Test func whatIsToBeSentWaitsForTheTime() async throws {
        try await MirrorWorld.run { world in
            let waits = VirtualWaits()
            let one = try await world.device("one", waits: waits) { $0.isAutomatic = true }
            try await Self.until(one.mirror) { $0.state == .upToDate }
            let uploads = Mutex(0)
            one.transport.spoil { request in
                guard request.address.contains("/records/modify") else { return .lose }
                uploads.withLock { $0 += 1 }
                return .pass
            }
            let events = one.mirror.events
            one.setSkew(Self.year)
            try one.change { $0.insert(Book(title: "Emma")) }
            let time = waits.endContinuously()
            // It is asked again by itself.
            var problems = 0
            loop: for await event in events {
                if case .sent = event { break loop }
                if case .problem(let problem) = event {
                    #expect(problem.kind == .serviceUnavailable)
                    problems += 1
                }
                if problems == 3 { break loop }
            }
            // While time passes, the next attempt may be under way at any moment.
            time.cancel()
            await time.value
            try await Self.until(one.mirror) { $0.state == .waiting && $0.pendingCount == 1 && $0.nextAttempt != nil }
            let early = uploads.withLock { $0 }
            #expect(early == 0)
            one.transport.spoil(nil)
            let laterTime = waits.endContinuously()
            defer { laterTime.cancel() }
            try await Self.until(one.mirror) { $0.state == .upToDate && $0.pendingCount == 0 }
            #expect(one.mirror.status.lastProblem == nil && one.mirror.status.nextAttempt == nil)
            #expect(try await one.latestStampAtService() <= world.clock.milliseconds + MirrorWork.toleratedError)
        }
    }

    /// Whoever asked for it hears of it.
    @Test func aJumpBetweenTwoBatches() async throws {
        try await MirrorWorld.run { world in
            let one = try await world.device("one")
            try await one.sync()
            try one.change { context in (0..<150).forEach { context.insert(Book(title: "\($0)")) } }
            let uploads = Mutex(0)
            one.transport.spoil { request in
                if request.address.contains("/users/caller") { return .lose }
                if request.address.contains("/records/modify") {
                    uploads.withLock { $0 += 1 }
                    one.setSkew(Self.year)
                }
                return .pass
            }
            await #expect(throws: CloudMirrorProblem.self) { try await one.mirror.send() }
            let count = uploads.withLock { $0 }
            #expect(count == 1 && one.mirror.status.pendingCount == 50)
            #expect(one.mirror.status.state == .waiting)
            one.transport.spoil(nil)
            try await one.sync()
            #expect(one.mirror.status.pendingCount == 0 && one.mirror.status.state == .upToDate)
            #expect(try await one.latestStampAtService() <= world.clock.milliseconds + MirrorWork.toleratedError)
        }
    }

    private static func until(_ mirror: CloudMirror, _ isRight: (CloudMirrorStatus) -> Bool) async throws {
        for await status in mirror.statuses { if isRight(status) { return } }
    }
}
