import Foundation
import SwiftData
import Synchronization
import Testing

@testable import CloudKit
@testable import SwiftData

/// Answers that come after a fetch: of all there is, which leaves out what was deleted before, or of a later version.
@Suite struct LateAnswerTests {
    /// Sends what the device has, and expects the book to be gone after events that happen before the answer.
    private static func expectDeletion(
        on device: Device,
        after events: @escaping @Sendable () async throws -> Void
    ) async throws {
        device.duringNextUpload(events)
        try await device.mirror.send()
        try await device.sync()
        #expect(try device.context.fetchCount(FetchDescriptor<Book>()) == 0)
        #expect(device.mirror.status.pendingCount == 0)
    }

    /// The answer says that the book was saved; it was deleted since, and no fetch ever tells of that.
    @Test func aNewRecordThatIsDeletedBeforeItsAnswerComes() async throws {
        try await MirrorWorld.run { world in
            let (one, two) = (try await world.device("one"), try await world.device("two"))
            try one.change { $0.insert(Book(title: "a")) }
            try await Self.expectDeletion(on: one) {
                try await two.sync()
                try await two.deleteBook()
                try await one.mirror.fetch()
            }
        }
    }

    /// The same of a change, while everything is fetched again since the service has forgotten the token.
    @Test func aChangedRecordThatIsDeletedBeforeItsAnswerComes() async throws {
        try await MirrorWorld.run { world in
            let (one, two) = (try await world.device("one"), try await world.device("two"))
            try one.change { $0.insert(Book(title: "a")) }
            try await one.sync()
            try await two.sync()
            try one.changeBook { $0.title = "b" }
            try await Self.expectDeletion(on: one) {
                try await two.sync()
                try await two.deleteBook()
                try await one.mirror.fetch()
            }
        }
    }

    /// The answer brings what another device has changed; that was deleted since.
    @Test func aRecordThatIsDeletedBeforeTheAnswerOfItsConflictComes() async throws {
        try await MirrorWorld.run { world in
            let (one, two) = (try await world.device("one"), try await world.device("two"))
            try one.change { $0.insert(Book(title: "a")) }
            try await one.sync()
            try await two.sync()
            try one.changeBook { $0.title = "b" }
            world.clock.advance(1)
            try two.changeBook { $0.title = "c" }
            try await two.sync()
            try await Self.expectDeletion(on: one) {
                try await two.deleteBook()
                try await one.mirror.fetch()
            }
        }
    }

    /// While a request is under way a fetch brings a later version, and the service is put back to the version of the
    /// request: the answer says nothing of what the fetch has brought.
    @Test func aServiceThatIsPutBackBeforeARequestArrives() async throws {
        try await MirrorWorld.run { world in
            let (one, two) = (try await world.device("one"), try await world.device("two"))
            try one.change { $0.insert(Book(title: "a")) }
            try await one.sync()
            try await two.sync()
            try world.backUp()
            try one.changeBook { $0.title = "b" }
            one.delayNextUpload {
                try one.changeBook { $0.title = "c" }
                world.clock.advance(1)
                try two.changeBook { $0.pages = 7 }
                try await two.sync()
                try await one.mirror.fetch()
                world.clock.advance(60)
                try await world.restore()
            }
            try await one.mirror.send()
            for device in [one, two, one] { try await device.sync() }
            let third = try await world.device("third")
            try await third.sync()
            for device in [one, two, third] {
                let book = try #require(try device.context.fetch(FetchDescriptor<Book>()).first)
                #expect(book.title == "c" && book.pages == 7)
            }
        }
    }
}

private enum Stage { case before, during, after }

private let forgottenToken = """
    {"zones": [{"zoneID": {"zoneName": "SwiftData"}, "reason": "Unknown sync continuation", "serverErrorCode": "BAD_REQUEST"}]}
    """

extension Device {
    /// Lets events happen between the service's next save of records and its answer. Tokens that the device uses during that
    /// are forgotten by the service, so that a fetch begins anew.
    fileprivate func duringNextUpload(_ events: @escaping @Sendable () async throws -> Void) {
        let stage = Mutex(Stage.before)
        transport.spoil { request in
            stage.withLock { stage in
                if stage == .before, request.address.contains("/records/modify") {
                    stage = .during
                    return .answerAfter(events)
                }
                guard stage == .during, request.address.contains("/changes/zone"), request.text.contains("syncToken")
                else { return .pass }
                stage = .after
                return .answer(CloudKitAnswer(status: 200, body: Array(forgottenToken.utf8)))
            }
        }
    }

    /// Lets events happen before the next save of records arrives at the service.
    fileprivate func delayNextUpload(_ events: @escaping @Sendable () async throws -> Void) {
        let isDelayed = Mutex(false)
        transport.spoil { request in
            guard request.address.contains("/records/modify") else { return .pass }
            return isDelayed.withLock { isDelayed in
                defer { isDelayed = true }
                return isDelayed ? .pass : .arriveAfter(events)
            }
        }
    }

    fileprivate func changeBook(_ body: (Book) -> Void) throws {
        try change { context in body(try #require(try context.fetch(FetchDescriptor<Book>()).first)) }
    }

    /// Deletes the only book, also at the service.
    fileprivate func deleteBook() async throws {
        try change { context in
            context.delete(try #require(try context.fetch(FetchDescriptor<Book>()).first))
        }
        try await sync()
    }
}
