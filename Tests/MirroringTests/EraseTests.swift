import Foundation
import SwiftData
import Synchronization
import Testing

@testable import CloudKit

/// A store that is emptied, or an account that goes, while mirroring is at work.
@Suite struct EraseTests {
    private static func titles(_ device: Device) throws -> [String] {
        try device.context.fetch(FetchDescriptor<Book>()).map(\.title).sorted()
    }

    private static func pair(_ world: MirrorWorld) async throws -> (Device, Device) {
        let (one, two) = (try await world.device("one"), try await world.device("two"))
        try one.change { context in
            for number in 0..<5 {
                let book = Book(title: "\(number)")
                context.insert(book)
                book.tags = [Tag(name: "t\(number)")]
            }
        }
        try await one.sync()
        try await two.sync()
        return (one, two)
    }

    @Test func everythingComesBackFromTheService() async throws {
        try await MirrorWorld.run { world in
            let (one, two) = try await Self.pair(world)
            try one.container.erase()
            #expect(try Self.titles(one) == [])
            try await one.sync()
            #expect(try Self.titles(one) == ["0", "1", "2", "3", "4"] && Self.titles(two) == Self.titles(one))
            // And what is changed then is newer than what was before.
            try one.change { context in
                let book = try #require(try context.fetch(FetchDescriptor<Book>()).first { $0.title == "0" })
                book.title = "changed"
                book.tags = []
            }
            try await one.sync()
            try await two.sync()
            #expect(try two.portrait() == one.portrait())
            #expect(try Self.titles(two) == ["1", "2", "3", "4", "changed"])
            #expect(one.mirror.status.pendingCount == 0 && two.mirror.status.pendingCount == 0)
        }
    }

    /// The page that is on its way, and the token with it, are of a store that is no more.
    @Test(arguments: ["/changes/zone", "/records/modify", "/changes/database"])
    func whileARequestIsUnderWay(path: String) async throws {
        try await MirrorWorld.run { world in
            let (one, two) = try await Self.pair(world)
            try two.change { $0.insert(Book(title: "5")) }
            try await two.sync()
            try one.change { $0.insert(Book(title: "lost with the others")) }
            let isDue = Mutex(true)
            one.transport.spoil { request in
                let isFirst = isDue.withLock { isDue in
                    defer { if request.address.contains(path) { isDue = false } }
                    return isDue && request.address.contains(path)
                }
                do {
                    if isFirst { try one.container.erase() }
                } catch {
                    Issue.record(error)
                }
                return .pass
            }
            try await one.sync()
            let wasErased = isDue.withLock { !$0 }
            #expect(wasErased)
            try await two.sync()
            let titles = try Self.titles(one)
            #expect(Array(titles.prefix(6)) == ["0", "1", "2", "3", "4", "5"])
            #expect(try Self.titles(two) == titles)
            #expect(one.mirror.status.pendingCount == 0)
        }
    }

    @Test func byItself() async throws {
        try await MirrorWorld.run(overHTTP: true) { world in
            let (one, _) = try await Self.pair(world)
            let three = try await world.device("three") { $0.isAutomatic = true }
            try await Self.until(three) { try Self.titles(three) == Self.titles(one) }
            try three.container.erase()
            try await Self.until(three) { try Self.titles(three) == Self.titles(one) }
        }
    }

    private static func until(_ device: Device, _ isRight: () throws -> Bool) async throws {
        let events = device.mirror.events
        if try isRight() { return }
        for await _ in events { if try isRight() { return } }
    }

    @Test func whoSignsOutInTheMiddleLosesNothing() async throws {
        try await MirrorWorld.run { world in
            let (one, two) = try await Self.pair(world)
            try one.change { $0.insert(Book(title: "5")) }
            one.transport.spoil { request in
                if request.address.contains("/records/modify") { one.cloud.signOut() }
                return .pass
            }
            await #expect(throws: CloudMirrorProblem.self) { try await one.sync() }
            one.transport.spoil(nil)
            #expect(one.mirror.status.state == .signedOut && one.mirror.status.pendingCount == 1)
            try one.change { $0.insert(Book(title: "6")) }
            await #expect(throws: CloudMirrorProblem.self) { try await one.sync() }
            #expect(one.mirror.status.pendingCount == 2)
            try await one.cloud.signIn(webAuthToken: try await world.webToken("anna"))
            try await one.sync()
            try await two.sync()
            #expect(try Self.titles(two) == (0..<7).map { "\($0)" })
            #expect(try two.portrait() == one.portrait() && one.mirror.status.pendingCount == 0)
        }
    }

    /// Another container, for the same account and for another one.
    @Test func anotherContainer() async throws {
        try await MirrorWorld.run { world in
            let (one, two) = try await Self.pair(world)
            let (again, _) = try await world.container("anna", device: "again")
            try await one.mirror.use(again)
            try one.change { $0.insert(Book(title: "5")) }
            try await one.sync()
            try await two.sync()
            #expect(try Self.titles(two) == (0..<6).map { "\($0)" })
            let (berta, _) = try await world.container("berta", device: "berta")
            try await one.mirror.use(berta)
            await #expect(throws: CloudMirrorProblem.self) { try await one.sync() }
            #expect(one.mirror.status.lastProblem?.kind == .accountChanged)
            try await one.mirror.use(berta, adoptingAccount: true)
            try await one.sync()
            let hers = try await world.device("hers", of: "berta")
            try await hers.sync()
            #expect(try hers.portrait() == one.portrait())
        }
    }
}
