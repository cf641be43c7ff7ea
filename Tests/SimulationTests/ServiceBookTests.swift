import CloudKitWebServices
import Foundation
import Testing

@testable import SimulationTesting

/// The checks that watch the wire while a simulation runs.
@Suite("What the service says")
struct ServiceBookTests {
    private let name = UUID().uuidString
    private let zone = WireZoneID(zoneName: "_defaultZone")

    private func save(_ book: inout ServiceBook, tag: String, id: String, at now: Int64, stamp: Int64) -> [Violation] {
        var record = WireRecord(recordName: name, recordType: "Idea")
        record.fields["title"] = WireField(.string("t0"))
        record.fields["updatedAt"] = WireField(.timestamp(WireTimestamp(milliseconds: stamp)))
        let request = ModifyRecordsRequest(operations: [RecordOperation(.create, record)])
        record.recordChangeTag = tag
        let answer = ModifyRecordsResponse(records: [.success(record)])
        return book.note(request, answer, id: id, account: 0, at: now)
    }

    private func page(_ book: inout ServiceBook, _ tags: [String], more: Bool = false) -> [Violation] {
        let records = tags.map { RecordResult.success(WireRecord(recordName: name, recordChangeTag: $0)) }
        let changes = ZoneChanges(zoneID: zone, syncToken: "1", moreComing: more, records: records)
        return book.note(ZoneChangesQuery(zoneID: zone), changes, account: 0)
    }

    @Test("Who follows the feed to its end has what the service has")
    func feed() {
        var book = ServiceBook()
        #expect(save(&book, tag: "1", id: "a", at: 0, stamp: 0) == [])
        #expect(page(&book, ["1"]) == [])
        #expect(page(&book, [], more: true) == [])
        #expect(page(&book, []).map(\.property) == [.feed])
        #expect(page(&book, ["9"]).map(\.property) == [.feed])
    }

    @Test("A page that is not in the order of the changes is noticed, and one that tells what its reader has")
    func order() {
        func read(_ book: inout ServiceBook, _ tags: [String], since token: String? = nil) -> [Violation.Property] {
            let records = tags.enumerated().map { place, tag in
                RecordResult.success(WireRecord(recordName: "\(token ?? "")\(place)", recordChangeTag: tag))
            }
            let changes = ZoneChanges(zoneID: zone, syncToken: "t", moreComing: true, records: records)
            return book.note(ZoneChangesQuery(zoneID: zone, syncToken: token), changes, account: 0).map(\.property)
        }
        var book = ServiceBook()
        #expect(read(&book, ["2", "a", "10"]) == [])
        #expect(read(&book, ["11"], since: "t") == [])
        #expect(read(&book, ["z"], since: "t") == [.feed])
        #expect(read(&book, ["2", "2"]) == [.feed])
        #expect(read(&book, ["10", "z"]) == [.feed])
    }

    @Test("A version that is stamped in the future is noticed; one that comes twice counts once")
    func clock() {
        var book = ServiceBook()
        #expect(save(&book, tag: "1", id: "a", at: 1_000_000, stamp: 1_300_000) == [])
        #expect(save(&book, tag: "2", id: "b", at: 1_000_000, stamp: 1_300_001).map(\.property) == [.clock])
        #expect(save(&book, tag: "2", id: "b", at: 1_000_000, stamp: 9_000_000) == [])
        #expect(book.records[0]?[name]?.tag == "2")
    }

    @Test("A request that comes twice and is answered in another way is noticed")
    func twice() {
        var book = ServiceBook()
        #expect(save(&book, tag: "1", id: "a", at: 0, stamp: 0) == [])
        #expect(save(&book, tag: "1", id: "a", at: 0, stamp: 0) == [])
        #expect(save(&book, tag: "2", id: "a", at: 0, stamp: 0).map(\.property) == [.exactlyOnce])
        let request = ModifyRecordsRequest(operations: [RecordOperation(.create, WireRecord(recordName: name))])
        let failure = ModifyRecordsResponse(records: [.failure(WireError(.exists))])
        #expect(book.note(request, failure, id: "a", account: 0, at: 0).map(\.property) == [.exactlyOnce])
        // What failed may go well later, and after a restore nobody remembers.
        #expect(book.note(request, failure, id: "b", account: 0, at: 0) == [])
        #expect(save(&book, tag: "3", id: "b", at: 0, stamp: 0) == [])
        book.restore(ServiceBook())
        #expect(save(&book, tag: "9", id: "a", at: 0, stamp: 0) == [])
    }

    @Test("A service that has forgotten what was deleted is noticed; what it never had it need not know")
    func forgotten() {
        var book = ServiceBook()
        var missing = WireError(.notFound, recordName: name)
        func asked(_ book: ServiceBook) -> [Violation.Property] {
            book.noteMissing(LookupRecordsResponse(records: [.failure(missing)]), account: 0).map(\.property)
        }
        #expect(asked(book) == [])
        #expect(save(&book, tag: "1", id: "a", at: 0, stamp: 0) == [])
        let request = ModifyRecordsRequest(operations: [RecordOperation(.forceDelete, WireRecord(recordName: name))])
        let answer = ModifyRecordsResponse(records: [.success(WireRecord(recordName: name))])
        #expect(book.note(request, answer, id: "b", account: 0, at: 0) == [])
        missing.wasDeleted = false
        #expect(asked(book) == [.resurrection])
        missing.wasDeleted = true
        #expect(asked(book) == [])
        missing.wasDeleted = false
        #expect(save(&book, tag: "2", id: "c", at: 0, stamp: 0) == [])
        #expect(asked(book) == [])
    }

    @Test("After a restore the service has what it had, and devices may still show what they once got")
    func restore() {
        var book = ServiceBook()
        let old = book
        _ = save(&book, tag: "1", id: "a", at: 0, stamp: 0)
        book.restore(old)
        #expect(book.records[0]?[name] == nil)
        #expect(book.contents[UUID(uuidString: name) ?? UUID()] == [Content(title: "t0")])
    }
}
