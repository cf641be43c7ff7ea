import CloudKitWebServices
import Testing

@testable import CloudKitServer

@Suite("Orders that no index gives")
struct OrderBoundTests {
    private static let zone = ZoneKey(
        DatabaseKey(
            account: AccountID(rawValue: 7),
            container: World.container,
            environment: .development
        ),
        "Notes"
    )
    private static let fields = ["a", "b", "c", "d", "e"]
    private static let count = 60
    private static let page = 5

    /// All have the same values, so that no field's own index is of use for an order by two.
    private static func fill(_ store: any RecordStore) async throws {
        _ = try await store.modifyZones(
            ModifyZonesCommand(
                database: zone.database,
                operations: [.success(.init(kind: .create, name: zone.name))],
                request: nil,
                deviceID: "1",
                now: 1
            ) { _ in StoredAnswer(status: 200, body: []) }
        )
        var fields = WireFields()
        for name in Self.fields { fields[name] = WireField(.int64(1)) }
        let operations = (0..<count).map { number in
            RecordOperation(.create, WireRecord(recordName: "R\(number)", recordType: "Note", fields: fields))
        }
        _ = try await store.modify(
            ModifyCommand(
                zone: zone,
                operations: operations,
                isAtomic: false,
                author: Author(userRecordName: "_anna", deviceID: "1", mayChangeAll: true),
                now: 2,
                quota: .unlimited,
                request: nil
            ) { results, _ in
                for case .failed(let error) in results { Issue.record("\(error)") }
                return StoredAnswer(status: 200, body: [])
            }
        )
    }

    private static func found(
        _ store: any RecordStore,
        by first: String,
        _ second: String,
        mayMakeOrders: Bool
    ) async throws -> Int {
        let sorts = [first, second].map { WireSort(fieldName: $0, ascending: true) }
        let query = WireQuery(recordType: "Note", sortBy: sorts)
        let wanted = RecordQuery(place: .zone(zone), query: query, limit: page, mayMakeOrders: mayMakeOrders)
        return try await store.query(wanted).records.count
    }

    private static func refusal(_ body: () async throws -> Int) async throws -> WireError {
        let fault = await #expect(throws: ServiceFault.self) { try await body() }
        return try #require(fault).error
    }

    @Test(
        "Nobody has an index made with the app's token alone, and then no page reads more than it may",
        arguments: StoreKind.allCases
    )
    func strangers(_ kind: StoreKind) async throws {
        for read in [Self.count, Self.count - 1] {
            let bounds = QueryBounds(candidates: 0, examined: 500, batch: 7, read: read)
            try await RecordStoreWorld.run(kind, few: 20, bounds: bounds) { store in
                try await Self.fill(store)
                func asked(byAnybody: Bool) async throws -> Int {
                    try await Self.found(store, by: "a", "b", mayMakeOrders: !byAnybody)
                }
                if read == Self.count {
                    #expect(try await asked(byAnybody: true) == Self.page)
                } else {
                    let error = try await Self.refusal { try await asked(byAnybody: true) }
                    #expect(error.serverErrorCode == .badRequest && error.reason?.contains("sign in") == true)
                    #expect(try await asked(byAnybody: false) == Self.page)
                    #expect(try await asked(byAnybody: true) == Self.page, "the index is there for everybody")
                }
            }
        }
    }

    @Test("A type has so many indexes of orders in a zone; one more is read, or refused", arguments: StoreKind.allCases)
    func tooMany(_ kind: StoreKind) async throws {
        let bounds = QueryBounds(candidates: 0, examined: 500, batch: 7, read: Self.count - 1)
        try await RecordStoreWorld.run(kind, few: 20, bounds: bounds) { store in
            try await Self.fill(store)
            let pairs = Self.fields.flatMap { first in Self.fields.filter { $0 != first }.map { (first, $0) } }
            for (first, second) in pairs.prefix(SortIndex.limit) {
                #expect(try await Self.found(store, by: first, second, mayMakeOrders: true) == Self.page)
            }
            let (first, second) = pairs[SortIndex.limit]
            let error = try await Self.refusal {
                try await Self.found(store, by: first, second, mayMakeOrders: true)
            }
            #expect(error.serverErrorCode == .badRequest && error.reason?.contains("sort by less") == true)
            #expect(try await store.verify().isClean)
        }
    }
}
