import CloudKitWebServices
import Synchronization
import Testing

@testable import CloudKitServer

@Suite("The zone's token beside records")
struct CurrentTokenTests {
    @Test("Whoever goes on from the token gets what changed after the records were read", arguments: Setting.inProcess)
    func changeBetween(_ setting: Setting) async throws {
        let pause = ReadPause()
        let wrap: OpenStore.Wrap = { PausingStore($0, pause) }
        try await setting.run(wrapping: wrap) { world in
            let user = try await world.user("anna")
            try await user.zone(.create, "Notes")
            _ = try await user.saved("A", ["n": .int64(1)])
            let zone = WireZoneID(zoneName: "Notes")
            let lookup = LookupRecordsRequest(records: [RecordLookup(recordName: "A")], zoneID: zone).json()
            let query = Array(#"{"zoneID":{"zoneName":"Notes"},"query":{"recordType":"Note"}}"#.utf8)
            let requests: [(ServiceEndpoint, [UInt8], String)] = [
                (.lookupRecords, lookup, "B"), (.queryRecords, query, "C"),
            ]
            for (endpoint, body, late) in requests {
                pause.next { _ = try await user.saved(late) }
                let path = user.path(endpoint) + "&getCurrentSyncToken=true"
                let answer = try await world.send("POST", path, body).read(ModifyRecordsResponse.self)
                #expect(answer.records.allSatisfy { $0.item != nil && $0.item?.recordName != late })
                let token = try #require(answer.syncToken)
                let names = try await user.changes(token).get().records.compactMap(\.item?.recordName)
                #expect(names == [late], "\(endpoint)")
            }
        }
    }
}

/// What is to happen once, as soon as records have been read.
private final class ReadPause: Sendable {
    private let work = Mutex<(@Sendable () async throws -> Void)?>(nil)

    func next(_ work: @escaping @Sendable () async throws -> Void) {
        self.work.withLock { $0 = work }
    }

    func pass() async throws {
        let due: (@Sendable () async throws -> Void)? = work.withLock { work in
            defer { work = nil }
            return work
        }
        try await due?()
    }
}

/// A store in which something happens between reading records and answering them.
private final class PausingStore: StoreInFront {
    let base: any RecordStore
    private let pause: ReadPause

    init(_ base: any RecordStore, _ pause: ReadPause) {
        (self.base, self.pause) = (base, pause)
    }

    func lookUp(_ names: [String], in zone: ZoneKey, bytes: Int64) async throws -> [StoredRecord?] {
        let found = try await base.lookUp(names, in: zone, bytes: bytes)
        try await pause.pass()
        return found
    }

    func query(_ query: RecordQuery) async throws -> QueryPage {
        let page = try await base.query(query)
        try await pause.pass()
        return page
    }
}
