import CloudKit
import Foundation
import SwiftData
import Synchronization
import Testing

@testable import IdeaBoxCore

@Suite("Deletions that are remembered after the idea is gone")
struct TombstoneTests {
    private func states(_ container: ModelContainer) throws -> [SyncState] {
        try ModelContext(container).fetch(FetchDescriptor<SyncState>())
    }

    /// Holds back the first request that makes a record, and all that follow it for as long as it is told to.
    private final class Delay: Sendable {
        let late = Mutex<CloudKitRequest?>(nil)
        let isOver: Mutex<Bool>

        init(ofAll: Bool) { isOver = Mutex(!ofAll) }

        func fate(_ request: CloudKitRequest) -> FlakyTransport.Fate {
            guard request.address.contains("/records/modify?") else { return .pass }
            let isFirst = late.withLock { late in
                guard late == nil else { return false }
                late = request
                return true
            }
            return isFirst || !isOver.withLock { $0 } ? .unreachable : .pass
        }
    }

    @Test(
        "A request that makes a record and arrives after its deletion brings nothing back",
        arguments: [true, false],
        [true, false]
    )
    func lateRequest(isPurgedFirst: Bool, isRepeated: Bool) async throws {
        let (cloud, delay) = (try await Cloud(), Delay(ofAll: !isRepeated))
        let transport = FlakyTransport(cloud.transport) { request, _ in delay.fate(request) }
        let phone = try await Device(cloud, transport: transport)
        let id = try phone.add("a")
        #expect(try await phone.failure() == (isRepeated ? nil : .unreachable))
        delay.isOver.withLock { $0 = true }
        let late = try #require(delay.late.withLock { $0 })
        try phone.delete(id)
        if isPurgedFirst { _ = try phone.ideas.emptyTrash() }
        try await phone.sync()
        if !isPurgedFirst { _ = try phone.ideas.emptyTrash() }
        #expect(try phone.pending() == 0)
        #expect(try states(phone.modelContainer).map(\.isTombstone) == [true])
        _ = try await cloud.transport.send(late)
        let laptop = try await Device(cloud)
        try await laptop.sync()
        #expect(try laptop.titles() == ["a"])
        try await phone.sync()
        #expect(try phone.titles().isEmpty && phone.pending() == 0)
        try await laptop.sync()
        #expect(try laptop.titles().isEmpty)
    }

    @Test("What another device changed after the deletion lives")
    func laterChange() async throws {
        let cloud = try await Cloud()
        let phone = try await Device(cloud)
        let ids = try [phone.add("a"), phone.add("b")]
        try await phone.sync()
        for id in ids { try phone.delete(id) }
        try await phone.sync()
        _ = try phone.ideas.emptyTrash()
        #expect(try states(phone.modelContainer).map(\.isTombstone) == [true, true])
        let laptop = try await Device(cloud)
        laptop.tick(10)
        let (ideas, row) = (laptop.ideas, ImportRow(line: 1, id: ids[0], title: "again", updatedAt: laptop.clock.now))
        try ideas.change {
            _ = try IdeaMerge(repository: ideas, context: ideas.context, event: .imported).merge([row])
        }
        try await laptop.sync()
        try await phone.sync()
        #expect(try phone.titles() == ["again"])
        #expect(try states(phone.modelContainer).filter(\.isTombstone).map(\.ideaId) == [ids[1]])
    }

    @Test("An earlier change that gives way to a deletion can be brought back, though the trash was emptied")
    func earlierChange() async throws {
        let cloud = try await Cloud()
        let (phone, laptop) = (try await Device(cloud), try await Device(cloud))
        let id = try phone.add("a")
        try await phone.sync()
        try await laptop.sync()
        laptop.tick(10)
        try laptop.edit(id, "unseen")
        phone.tick(20)
        try phone.delete(id)
        _ = try phone.ideas.emptyTrash()
        try await laptop.sync()
        try await phone.sync()
        try await laptop.sync()
        #expect(try phone.titles().isEmpty && laptop.titles().isEmpty)
        let line = try #require(try phone.history(.conflict).first)
        #expect(line.versions.gaveWay?.title == "unseen" && line.versions.stayed == nil)
        _ = try phone.ideas.bringBack(line)
        try await phone.sync()
        try await laptop.sync()
        #expect(try phone.titles() == ["unseen"] && laptop.titles() == ["unseen"])
    }

    @Test("What is imported again where it was deleted goes up")
    func importedAgain() async throws {
        let cloud = try await Cloud()
        let phone = try await Device(cloud)
        let id = try phone.add("a")
        try await phone.sync()
        try phone.delete(id)
        try await phone.sync()
        _ = try phone.ideas.emptyTrash()
        let (ideas, row) = (phone.ideas, ImportRow(line: 1, id: id, title: "again"))
        try ideas.change {
            _ = try IdeaMerge(repository: ideas, context: ideas.context, event: .imported).merge([row])
        }
        #expect(try phone.pending() == 1)
        try await phone.sync()
        let laptop = try await Device(cloud)
        try await laptop.sync()
        #expect(try laptop.titles() == ["again"] && phone.titles() == ["again"])
        #expect(try states(phone.modelContainer).map(\.isTombstone) == [false])
    }

    @Test("After thirty days a deletion is forgotten")
    func thirtyDays() throws {
        let box = try TestBox()
        let repository = try box.repository()
        let id = try box.add("a", to: repository)[0]
        _ = try repository.delete([id])
        try repository.change {
            let state = try #require(try repository.idea(id).syncState)
            state.markSynced(remoteVersion: 1, recordName: id.text, at: box.clock.now)
        }
        _ = try repository.emptyTrash()
        func count() throws -> Int { try repository.context.fetchCount(FetchDescriptor<SyncState>()) }
        box.clock.advance(seconds: 29 * 86_400)
        try repository.tidy()
        #expect(try count() == 1)
        box.clock.advance(seconds: 2 * 86_400)
        try repository.tidy()
        #expect(try count() == 0)
    }
}
