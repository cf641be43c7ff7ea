import Foundation
import SwiftData
import Testing

@testable import CloudKit

/// Mirroring that nobody drives.
@Suite struct AutomaticTests {
    /// Waits for what the events tell, and looks at each.
    private static func until(_ mirror: CloudMirror, _ isRight: () throws -> Bool) async throws {
        let events = mirror.events
        if try isRight() { return }
        for await _ in events { if try isRight() { return } }
    }

    @Test(.timeLimit(.minutes(1)))
    func aSaveReachesTheOtherDeviceByItself() async throws {
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

    @Test(.timeLimit(.minutes(1)))
    func whoeverIsLeftTakesOver() async throws {
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

    @Test(.timeLimit(.minutes(1)))
    func oneContainerMirrorsAStore() async throws {
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
