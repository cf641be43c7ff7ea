import Foundation
import SwiftData
import TestSupport
import Testing

@testable import CloudKit
@testable import CloudKitServer

/// Mirroring that nobody drives.
@Suite struct AutomaticTests {
    /// Waits for what the events tell, and looks at each.
    private static func until(_ mirror: CloudMirror, _ isRight: () throws -> Bool) async throws {
        let events = mirror.events
        if try isRight() { return }
        for await _ in events { if try isRight() { return } }
    }

    @Test func aSaveReachesTheOtherDeviceByItself() async throws {
        try await MirrorWorld.run(overHTTP: true) { world in
            let one = try await world.device("one") { $0.isAutomatic = true }
            let two = try await world.device("two") { $0.isAutomatic = true }
            try await Self.until(one.mirror) { one.mirror.status.state == .upToDate }
            try await Self.until(two.mirror) { two.mirror.status.state == .upToDate }
            try one.change { $0.insert(Book(title: "Emma")) }
            try await Self.until(two.mirror) { try two.context.fetchCount(FetchDescriptor<Book>()) == 1 }
            try two.change { try #require(try $0.fetch(FetchDescriptor<Book>()).first).title = "Emma I" }
            try await Self.until(one.mirror) {
                try one.context.fetch(FetchDescriptor<Book>()).map(\.title) == ["Emma I"]
            }
            try await Self.until(two.mirror) { two.mirror.status.pendingCount == 0 }
        }
    }

    @Test func whoeverIsLeftTakesOver() async throws {
        try await MirrorWorld.run(overHTTP: true) { world in
            let two = try await world.device("two") { $0.isAutomatic = true }
            let again: Device
            do {
                let one = try await world.device("one") { $0.isAutomatic = true }
                try await Self.until(one.mirror) { one.mirror.status.state == .upToDate }
                again = try await world.device("one") { $0.isAutomatic = true }
                try await Self.until(again.mirror) { again.mirror.status.state == .elsewhere }
            }
            try await Self.until(again.mirror) { again.mirror.status.state == .upToDate }
            try again.change { $0.insert(Book(title: "Emma")) }
            try await Self.until(two.mirror) { try two.context.fetchCount(FetchDescriptor<Book>()) == 1 }
        }
    }

    /// Attempts that fail by themselves move no success, and the state does not go to and fro.
    @Test func whatFailsByItselfIsNoSuccess() async throws {
        try await MirrorWorld.run { world in
            let waits = VirtualWaits()
            let one = try await world.device("one", waits: waits) { $0.isAutomatic = true }
            try await Self.until(one.mirror) { one.mirror.status.state == .upToDate }
            let events = one.mirror.events
            one.transport.spoil { _ in .lose }
            one.mirror.appDidReturn()
            let time = waits.endContinuously()
            defer { time.cancel() }
            var (states, problems, before): ([CloudMirrorStatus.State], Int, Date?) = ([], 0, nil)
            for await event in events {
                if case .state(let state) = event { states.append(state) }
                if case .problem = event { problems += 1 }
                if problems == 1, before == nil {
                    // From here on there are only attempts that fail.
                    (states, before) = ([], one.mirror.status.lastSuccess)
                    world.clock.advance(60)
                }
                if problems == 4 { break }
            }
            #expect(states == [.waiting] && one.mirror.status.lastSuccess == before)
            #expect(one.mirror.status.nextAttempt != nil)
            one.transport.spoil(nil)
            one.mirror.appDidReturn()
            try await Self.until(one.mirror) { one.mirror.status.state == .upToDate }
            #expect(one.mirror.status.lastSuccess == world.clock.date && one.mirror.status.nextAttempt == nil)
        }
    }

    /// Nobody saves anything and nobody comes back: the parked request ends, and no other one gets through.
    @Test func anOutageIsSeenWhileNothingHappens() async throws {
        try await MirrorWorld.run { world in
            let waits = VirtualWaits()
            let one = try await world.device("one", waits: waits) { $0.isAutomatic = true }
            try await Self.until(one.mirror) { one.mirror.status.state == .upToDate }
            while await world.server.service.couriers.parkedCount < 1 { await Task.yield() }
            one.transport.spoil { _ in .lose }
            world.clock.advance(3_600)
            await world.server.service.couriers.sweep()
            // The state comes first, and then when it is tried again.
            try await Self.until(one.mirror) {
                one.mirror.status.state == .waiting && one.mirror.status.nextAttempt != nil
            }
            #expect(one.mirror.status.lastProblem?.kind == .serviceUnavailable)
            // And that it is over, too.
            one.transport.spoil(nil)
            let time = waits.endContinuously()
            defer { time.cancel() }
            try await Self.until(one.mirror) { one.mirror.status.state == .upToDate }
            #expect(one.mirror.status.lastProblem == nil)
        }
    }

    /// What found no room is deleted: nothing waits for room any more, and no timer ends here.
    @Test func aFullAccountIsOverWhereNothingWaits() async throws {
        try await MirrorWorld.run(quota: 1) { world in
            let one = try await world.device("one", waits: VirtualWaits()) { $0.isAutomatic = true }
            try await Self.until(one.mirror) { one.mirror.status.state == .upToDate }
            try one.change { context in for title in ["a", "b"] { context.insert(Book(title: title)) } }
            try await Self.until(one.mirror) { one.mirror.status.lastProblem?.kind == .quotaExceeded }
            try one.change { context in for book in try context.fetch(FetchDescriptor<Book>()) { context.delete(book) }
            }
            try await Self.until(one.mirror) { one.mirror.status.state == .upToDate }
            #expect(one.mirror.status.lastProblem == nil && one.mirror.status.pendingCount == 0)
        }
    }

    /// The pause after a failure would last for ever here.
    @Test func whoComesBackIsNotKeptWaiting() async throws {
        try await MirrorWorld.run { world in
            let one = try await world.device("one", waits: VirtualWaits()) { $0.isAutomatic = true }
            let two = try await world.device("two")
            try await Self.until(one.mirror) { one.mirror.status.state == .upToDate }
            one.transport.spoil { _ in .lose }
            one.mirror.appDidReturn()
            try await Self.until(one.mirror) { one.mirror.status.state == .waiting }
            try two.change { $0.insert(Book(title: "Emma")) }
            try await two.sync()
            one.transport.spoil(nil)
            one.mirror.appDidReturn()
            try await Self.until(one.mirror) { try one.context.fetchCount(FetchDescriptor<Book>()) == 1 }
        }
    }

    @Test func oneContainerMirrorsAStore() async throws {
        try await MirrorWorld.run { world in
            let one = try await world.device("one")
            try await one.sync()
            let again = try await world.device("one")
            await #expect(throws: CloudMirrorProblem.self) { try await again.sync() }
            #expect(again.mirror.status.state == .elsewhere)
            // What the other one saves is sent all the same.
            try again.change { $0.insert(Book(title: "Emma")) }
            try await one.sync()
            let two = try await world.device("two")
            try await two.sync()
            #expect(try two.context.fetchCount(FetchDescriptor<Book>()) == 1)
        }
    }
}
