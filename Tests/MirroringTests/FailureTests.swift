import Foundation
import SwiftData
import Synchronization
import TestSupport
import Testing

@testable import CloudKit

/// Bad days: nothing is lost, nothing is doubled.
@Suite struct FailureTests {
    private static func titles(_ device: Device) throws -> [String] {
        try device.context.fetch(FetchDescriptor<Book>()).map(\.title).sorted()
    }

    @Test func anEditDuringAnUploadStaysPending() async throws {
        try await MirrorWorld.run { world in
            let one = try await world.device("one")
            let two = try await world.device("two")
            try one.change { $0.insert(Book(title: "draft")) }
            let isDone = Mutex(false)
            one.transport.spoil { request in
                guard request.address.contains("/records/modify"), !isDone.withLock({ $0 }) else { return .pass }
                isDone.withLock { $0 = true }
                do {
                    try one.change { try #require(try $0.fetch(FetchDescriptor<Book>()).first).title = "final" }
                } catch {
                    Issue.record(error)
                }
                return .pass
            }
            try await one.mirror.fetch()
            try await one.mirror.send()
            try await one.sync()
            try await two.sync()
            #expect(try Self.titles(two) == ["final"])
        }
    }

    @Test func aLostAnswerDoublesNothing() async throws {
        try await MirrorWorld.run { world in
            let one = try await world.device("one")
            let two = try await world.device("two")
            try await one.sync()
            try one.change { context in (0..<5).forEach { context.insert(Book(title: "\($0)")) } }
            one.transport.spoil { $0.address.contains("/records/modify") ? .loseAnswer : .pass }
            await #expect(throws: CloudMirrorProblem.self) { try await one.sync() }
            #expect(one.mirror.status.pendingCount == 5)
            one.transport.spoil(nil)
            try await one.sync()
            try await two.sync()
            #expect(try Self.titles(two) == ["0", "1", "2", "3", "4"] && Self.titles(one) == Self.titles(two))
            #expect(one.mirror.status.pendingCount == 0)
        }
    }

    /// Who cannot read the store does not say that nothing waits to be sent.
    @Test func aStoreThatCannotBeReadHasNotSentEverything() async throws {
        try await MirrorWorld.run { world in
            let one = try await world.device("one")
            try await one.sync()
            try one.change { context in (0..<3).forEach { context.insert(Book(title: "\($0)")) } }
            one.transport.spoil { $0.address.contains("/records/modify") ? .loseAnswer : .pass }
            await #expect(throws: CloudMirrorProblem.self) { try await one.sync() }
            #expect(one.mirror.status.pendingCount == 3)
            one.transport.spoil(nil)
            try one.execute("ALTER TABLE _mirror_record RENAME TO away")
            await #expect(throws: CloudMirrorProblem.self) { try await one.sync() }
            #expect(one.mirror.status.pendingCount == 3)
            #expect(one.mirror.status.state == .needsAttention)
            #expect(one.mirror.status.lastProblem?.kind == .storeFailed)
            try one.execute("ALTER TABLE away RENAME TO _mirror_record")
            try await one.sync()
            #expect(one.mirror.status.pendingCount == 0 && one.mirror.status.state == .upToDate)
        }
    }

    /// A create whose answer was lost, and whose record somebody deleted meanwhile, is not made again.
    @Test func whatWasDeletedMeanwhileStaysDeleted() async throws {
        try await MirrorWorld.run { world in
            let one = try await world.device("one")
            let two = try await world.device("two")
            try await one.sync()
            try one.change { $0.insert(Book(title: "lost")) }
            one.transport.spoil { $0.address.contains("/records/modify") ? .loseAnswer : .pass }
            await #expect(throws: CloudMirrorProblem.self) { try await one.sync() }
            try await two.sync()
            try two.change { context in context.delete(try #require(try context.fetch(FetchDescriptor<Book>()).first)) }
            try await two.sync()
            one.transport.spoil(nil)
            // Without a fetch before: the service is asked what became of it.
            try await one.mirror.send()
            try await one.sync()
            try await two.sync()
            #expect(try Self.titles(one) == [] && Self.titles(two) == [])
            #expect(one.mirror.status.pendingCount == 0)
        }
    }

    @Test func offlineWorkArrives() async throws {
        try await MirrorWorld.run { world in
            let one = try await world.device("one")
            let two = try await world.device("two")
            one.transport.spoil { _ in .lose }
            for number in 0..<250 { try one.change { $0.insert(Book(title: "\(number)")) } }
            await #expect(throws: CloudMirrorProblem.self) { try await one.sync() }
            #expect(one.mirror.status.state == .waiting)
            #expect(one.mirror.status.lastProblem?.kind == .serviceUnavailable)
            let batches = Mutex(0)
            one.transport.spoil { request in
                if request.address.contains("/records/modify") { batches.withLock { $0 += 1 } }
                return .pass
            }
            try await one.sync()
            #expect(batches.withLock { $0 } == 3)
            try await two.sync()
            #expect(try two.context.fetchCount(FetchDescriptor<Book>()) == 250)
        }
    }

    /// What failed is no success, and does not look like one for a moment.
    @Test func aFailedFetchIsNoSuccess() async throws {
        try await MirrorWorld.run { world in
            let one = try await world.device("one")
            try await one.sync()
            let before = try #require(one.mirror.status.lastSuccess)
            let events = one.mirror.events
            one.transport.spoil { _ in .lose }
            for _ in 0..<2 {
                world.clock.advance(60)
                await #expect(throws: CloudMirrorProblem.self) { try await one.sync() }
                #expect(one.mirror.status.lastSuccess == before && one.mirror.status.state == .waiting)
                #expect(one.mirror.status.lastProblem?.kind == .serviceUnavailable)
            }
            one.transport.spoil(nil)
            let two = try await world.device("two")
            try two.change { $0.insert(Book(title: "Emma")) }
            try await two.sync()
            try await one.sync()
            #expect(one.mirror.status.lastSuccess ?? before > before && one.mirror.status.lastProblem == nil)
            var states: [CloudMirrorStatus.State] = []
            loop: for await event in events {
                switch event {
                case .state(let state): states.append(state)
                case .received(let saved, let deleted):
                    #expect(saved == 1 && deleted == 0)
                    break loop
                case .problem(let problem): #expect(problem.kind == .serviceUnavailable)
                case .sent: Issue.record("there was nothing to send")
                }
            }
            #expect(states == [.waiting])
        }
    }

    @Test func anExpiredTokenBringsNothingBack() async throws {
        try await MirrorWorld.run { world in
            let one = try await world.device("one")
            let two = try await world.device("two")
            try one.change { context in (0..<5).forEach { context.insert(Book(title: "\($0)")) } }
            try await one.sync()
            try await one.sync()
            try await two.sync()
            try two.change { context in
                let books = try context.fetch(FetchDescriptor<Book>())
                context.delete(try #require(books.first { $0.title == "0" }))
                try #require(books.first { $0.title == "1" }).title = "changed"
            }
            try await two.sync()
            try one.change { $0.insert(Book(title: "mine")) }
            let isDue = Mutex(true)
            let words =
                #"{"zones":[{"zoneID":{"zoneName":"SwiftData"},"reason":"Unknown sync continuation","#
                + #""serverErrorCode":"BAD_REQUEST"}]}"#
            one.transport.spoil { request in
                guard request.address.contains("/changes/zone"), request.text.contains("syncToken"),
                    isDue.withLock({ isDue in
                        defer { isDue = false }
                        return isDue
                    })
                else { return .pass }
                return .answer(CloudKitAnswer(status: 200, body: Array(words.utf8)))
            }
            try await one.sync()
            let isStillDue = isDue.withLock { $0 }
            #expect(!isStillDue)
            let titles = try Self.titles(one)
            #expect(titles == ["2", "3", "4", "changed", "mine"])
            try await two.sync()
            let others = try Self.titles(two)
            #expect(others == titles)
            #expect(one.mirror.status.pendingCount == 0)
        }
    }

    @Test func aRemovedZoneDeletesNothingHere() async throws {
        try await MirrorWorld.run { world in
            let one = try await world.device("one")
            let two = try await world.device("two")
            try one.change { $0.insert(Book(title: "kept")) }
            try await one.sync()
            try await two.sync()
            let zone = CKRecordZone.ID(zoneName: "SwiftData")
            try await two.cloud.privateCloudDatabase.deleteRecordZone(withID: zone)
            await #expect(throws: CloudMirrorProblem.self) { try await one.sync() }
            #expect(try Self.titles(one) == ["kept"])
            #expect(one.mirror.status.state == .needsAttention)
            #expect(one.mirror.status.lastProblem?.kind == .zoneDeleted)
            try one.change { $0.insert(Book(title: "more")) }
            await #expect(throws: CloudMirrorProblem.self) { try await one.sync() }
            try await one.mirror.uploadAgain()
            #expect(one.mirror.status.state == .upToDate)
            let three = try await world.device("three")
            try await three.sync()
            #expect(try Self.titles(three) == ["kept", "more"])
        }
    }

    @Test func anotherAccountSeesAndGetsNothing() async throws {
        try await MirrorWorld.run { world in
            let one = try await world.device("one")
            try one.change { $0.insert(Book(title: "anna's")) }
            try await one.sync()
            one.cloud.signOut()
            try one.change { $0.insert(Book(title: "offline")) }
            await #expect(throws: CloudMirrorProblem.self) { try await one.sync() }
            try await one.cloud.signIn(webAuthToken: try await world.webToken("berta"))
            await #expect(throws: CloudMirrorProblem.self) { try await one.sync() }
            #expect(one.mirror.status.lastProblem?.kind == .accountChanged)
            let hers = try await world.device("hers", of: "berta")
            try hers.change { $0.insert(Book(title: "berta's")) }
            try await hers.sync()
            await #expect(throws: CloudMirrorProblem.self) { try await one.sync() }
            #expect(try Self.titles(one) == ["anna's", "offline"] && Self.titles(hers) == ["berta's"])
            one.cloud.signOut()
            try await one.cloud.signIn(webAuthToken: try await world.webToken("anna"))
            try await one.sync()
            let two = try await world.device("two")
            try await two.sync()
            #expect(try Self.titles(two) == ["anna's", "offline"])
        }
    }

    /// The service was put back to an older copy: what it has lost and a device still has goes up again.
    @Test func aRestoredServiceIsFilledAgain() async throws {
        try await MirrorWorld.run { world in
            let one = try await world.device("one")
            let two = try await world.device("two")
            try one.change { context in (0..<3).forEach { context.insert(Book(title: "\($0)")) } }
            try await one.sync()
            try await two.sync()
            try world.backUp()
            try one.change { context in
                let books = try context.fetch(FetchDescriptor<Book>())
                try #require(books.first { $0.title == "0" }).title = "0, changed after the copy"
                context.insert(Book(title: "made after the copy"))
            }
            try await one.sync()
            try await two.sync()
            try two.change { $0.insert(Book(title: "not sent yet")) }
            world.clock.advance(60)
            try await world.restore()
            for device in [one, two] { try await device.cloud.signIn(webAuthToken: try await world.webToken("anna")) }
            for device in [two, one, two, one] { try await device.sync() }
            let third = try await world.device("third")
            try await third.sync()
            for device in [one, two, third] {
                let titles = try Self.titles(device)
                #expect(titles == ["0, changed after the copy", "1", "2", "made after the copy", "not sent yet"])
            }
            #expect(one.mirror.status.pendingCount == 0 && two.mirror.status.pendingCount == 0)
        }
    }

    /// The copy is older than the zone: all that devices have goes up again, and what was deleted does not come back.
    @Test func aServiceFromBeforeTheZoneIsFilledAgain() async throws {
        try await MirrorWorld.run { world in
            let one = try await world.device("one")
            let two = try await world.device("two")
            try world.backUp()
            try one.change { context in (0..<3).forEach { context.insert(Book(title: "\($0)")) } }
            try await one.sync()
            try await two.sync()
            try one.change { context in
                context.delete(try #require(try context.fetch(FetchDescriptor<Book>()).first { $0.title == "0" }))
            }
            try await one.sync()
            world.clock.advance(60)
            try await world.restore()
            for device in [one, two] { try await device.cloud.signIn(webAuthToken: try await world.webToken("anna")) }
            // The zone is found to be missing once on each device, and the next attempt fills it.
            for device in [two, one] { try? await device.sync() }
            for device in [two, one, two, one] { try await device.sync() }
            let third = try await world.device("third")
            try await third.sync()
            for device in [one, two, third] { #expect(try Self.titles(device) == ["1", "2"]) }
            #expect(one.mirror.status.pendingCount == 0 && two.mirror.status.pendingCount == 0)
        }
    }

    /// Each record of a batch says that the zone is not there; it is made again, and everything counts as unsent, once.
    @Test func aMissingZoneIsMadeAgainOnce() async throws {
        try await MirrorWorld.run { world in
            let commits = Mutex(0)
            let one = try await world.device("one") { options in
                options.committed = { commits.withLock { $0 += 1 } }
            }
            try world.backUp()
            try one.change { context in (0..<150).forEach { context.insert(Book(title: "\($0)")) } }
            try await one.sync()
            world.clock.advance(60)
            try await world.restore()
            try await one.cloud.signIn(webAuthToken: try await world.webToken("anna"))
            try one.change { context in for book in try context.fetch(FetchDescriptor<Book>()) { book.pages = 1 } }
            let before = commits.withLock { $0 }
            // Without a fetch before, so that a batch meets the missing zone.
            try? await one.mirror.send()
            let count = commits.withLock { $0 } - before
            #expect(count < 30 && one.mirror.status.pendingCount == 150)
            try? await one.sync()
            try await one.sync()
            let two = try await world.device("two")
            try await two.sync()
            #expect(try two.context.fetch(FetchDescriptor<Book>()).map(\.pages) == Array(repeating: 1, count: 150))
            #expect(one.mirror.status.pendingCount == 0)
        }
    }

    /// Some of a batch are refused: the others have gone, and those that could not go later.
    @Test func aPartialFailureKeepsTheRest() async throws {
        try await MirrorWorld.run { world in
            let one = try await world.device("one")
            let two = try await world.device("two")
            try one.change { context in (0..<3).forEach { context.insert(Book(title: "\($0)")) } }
            try await one.sync()
            try await two.sync()
            func rename(_ device: Device, _ title: String, _ new: String) throws {
                try device.change { context in
                    try #require(try context.fetch(FetchDescriptor<Book>()).first { $0.title == title }).title = new
                }
            }
            // One of three has another change at the service by then.
            try rename(two, "1", "1, by two")
            try await two.sync()
            world.clock.advance(1)
            for number in 0..<3 { try rename(one, "\(number)", "\(number), by one") }
            try? await one.mirror.send()
            try await one.sync()
            try await two.sync()
            #expect(try Self.titles(two) == ["0, by one", "1, by one", "2, by one"])
            #expect(try Self.titles(one) == Self.titles(two) && one.mirror.status.pendingCount == 0)
        }
    }

    /// Nothing is asked before the service wants it, and the status says what is the matter.
    @Test func aBusyServiceIsLeftAlone() async throws {
        try await MirrorWorld.run { world in
            let one = try await world.device("one")
            try await one.sync()
            try one.change { $0.insert(Book(title: "a")) }
            let words = #"{"serverErrorCode":"THROTTLED","reason":"busy","retryAfter":60}"#
            one.transport.spoil { _ in
                .answer(CloudKitAnswer(status: 503, body: Array(words.utf8)))
            }
            await #expect(throws: CloudMirrorProblem.self) { try await one.sync() }
            #expect(one.mirror.status.state == .waiting && one.mirror.status.pendingCount == 1)
            #expect(one.mirror.status.lastProblem?.kind == .serviceUnavailable)
            one.transport.spoil(nil)
            world.clock.advance(61)
            try await one.sync()
            #expect(one.mirror.status.state == .upToDate && one.mirror.status.lastProblem == nil)
        }
    }

    /// Also one that says so when it is asked for a file.
    @Test func aServiceThatIsTooBusyForAFileIsLeftAlone() async throws {
        try await MirrorWorld.run { world in
            let waits = VirtualWaits()
            let one = try await world.device("one")
            let two = try await world.device("two", waits: waits)
            try await two.sync()
            let scan = Data(repeating: 7, count: 200_000)
            try one.change { context in
                let book = Book(title: "Emma")
                book.scan = scan
                context.insert(book)
            }
            try await one.sync()
            let asked = Mutex<[String]>([])
            two.transport.spoil { request in
                asked.withLock { $0.append(request.address) }
                guard request.address.contains("/assets/download/") else { return .pass }
                return .answer(CloudKitAnswer(status: 503, headers: [(name: "Retry-After", value: "60")]))
            }
            try await two.sync()
            let addresses = asked.withLock { $0 }
            let place = try #require(addresses.firstIndex { $0.contains("/assets/download/") })
            #expect(addresses[place...].count == 1, "\(addresses[place...])")
            two.transport.spoil(nil)
            world.clock.advance(61)
            waits.pass(seconds: 61)
            try await two.sync()
            #expect(try two.context.fetch(FetchDescriptor<Book>()).first?.scan == scan)
        }
    }

    @Test func withoutRoomDeletionsStillGo() async throws {
        try await MirrorWorld.run(quota: 3) { world in
            let one = try await world.device("one")
            let two = try await world.device("two")
            try one.change { context in (0..<3).forEach { context.insert(Book(title: "\($0)")) } }
            try await one.sync()
            try one.change { context in (3..<5).forEach { context.insert(Book(title: "\($0)")) } }
            await #expect(throws: CloudMirrorProblem.self) { try await one.sync() }
            #expect(one.mirror.status.lastProblem?.kind == .quotaExceeded && one.mirror.status.pendingCount == 2)
            try one.change { context in
                for title in ["0", "1"] {
                    context.delete(try #require(try context.fetch(FetchDescriptor<Book>()).first { $0.title == title }))
                }
            }
            // The deletions make room; what waited goes when it is tried again.
            try? await one.sync()
            try await one.sync()
            try await two.sync()
            #expect(try Self.titles(two) == ["2", "3", "4"])
        }
    }

    @Test func aStoreFromBeforeGoesUp() async throws {
        try await MirrorWorld.run { world in
            let file = world.folder.appendingPathComponent("one.store")
            do {
                let configuration = ModelConfiguration("one", url: file, cloudKitDatabase: .none)
                let container = try ModelContainer(for: Schema(Library.types), configurations: configuration)
                let context = ModelContext(container)
                let shelf = Shelf(name: "Novels")
                context.insert(shelf)
                shelf.books = ["b", "a", "c"].map { Book(title: $0) }
                shelf.books[1].tags = [Tag(name: "old")]
                try context.save()
            }
            let one = try await world.device("one")
            try await one.sync()
            let two = try await world.device("two")
            try await two.sync()
            let shelf = try #require(try two.context.fetch(FetchDescriptor<Shelf>()).first)
            #expect(shelf.books.map(\.title) == ["b", "a", "c"] && shelf.books[1].tags.map(\.name) == ["old"])
        }
    }

    @Test func largeValuesGoAsFiles() async throws {
        try await MirrorWorld.run { world in
            let one = try await world.device("one")
            let two = try await world.device("two")
            let scan = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
            try one.change { context in
                let book = Book(title: String(repeating: "long ", count: 30_000))
                book.scan = scan
                context.insert(book)
            }
            try await one.sync()
            try await two.sync()
            let book = try #require(try two.context.fetch(FetchDescriptor<Book>()).first)
            let count = book.scan?.count
            #expect(count == scan.count && book.title.count == 150_000)
            #expect(book.scan == scan)
            try two.change { context in
                let book = try #require(try context.fetch(FetchDescriptor<Book>()).first)
                book.scan = Data([1, 2, 3])
                book.title = "short"
            }
            try await two.sync()
            try await one.sync()
            let back = try #require(try one.context.fetch(FetchDescriptor<Book>()).first)
            #expect(back.scan == Data([1, 2, 3]) && back.title == "short")
        }
    }

    @Test func aReopenedStoreGoesOnWhereItWas() async throws {
        try await MirrorWorld.run { world in
            let two = try await world.device("two")
            do {
                let one = try await world.device("one")
                try one.change { $0.insert(Book(title: "first")) }
                try await one.sync()
                try one.change { $0.insert(Book(title: "second")) }
            }
            let again = try await world.device("one")
            try await again.sync()
            try await two.sync()
            #expect(try Self.titles(two) == ["first", "second"])
            #expect(try Self.titles(again) == ["first", "second"])
        }
    }

    @Test func contextsOfTheProcessSeeWhatCame() async throws {
        try await MirrorWorld.run { world in
            let one = try await world.device("one")
            let two = try await world.device("two")
            try one.change { context in
                let shelf = Shelf(name: "Novels")
                context.insert(shelf)
                shelf.books = [Book(title: "a")]
            }
            try await one.sync()
            try await two.sync()
            let context = two.context
            let shelf = try #require(try context.fetch(FetchDescriptor<Shelf>()).first)
            #expect(shelf.books.map(\.title) == ["a"])
            try one.change { context in
                let shelf = try #require(try context.fetch(FetchDescriptor<Shelf>()).first)
                shelf.name = "Prose"
                shelf.books.append(Book(title: "b"))
            }
            try await one.sync()
            try await two.sync()
            #expect(shelf.name == "Prose" && shelf.books.map(\.title) == ["a", "b"])
            try one.change { context in
                context.delete(try #require(try context.fetch(FetchDescriptor<Book>()).first { $0.title == "a" }))
            }
            try await one.sync()
            try await two.sync()
            #expect(shelf.books.map(\.title) == ["b"])
        }
    }
}
