import CloudKitWebServices
import Testing

@testable import CloudKitServer

/// A first page may look at a few records only. These are queries of which few of many records match, and whose pages an
/// index fills all the same.
@Suite("Full pages of queries")
struct FullPageTests {
    private static let database = DatabaseKey(
        account: AccountID(rawValue: 7),
        container: World.container,
        environment: .development
    )
    private static let berlin = WireLocation(latitude: 52.5, longitude: 13.4)

    /// What is looked for, and of which numbers the records are, in their order.
    struct Wanted: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let filters: [WireFilter]
        var sorts: [WireSort] = []
        let numbers: [Int]
    }

    private static func filter(
        _ comparator: WireComparator,
        _ field: String,
        _ value: WireValue,
        distance: Double? = nil
    ) -> WireFilter {
        WireFilter(comparator, fieldName: field, fieldValue: WireField(value), distance: distance)
    }

    private static func all(where holds: (Int) -> Bool) -> [Int] {
        (0..<600).filter(holds)
    }

    private static let wanted = [
        Wanted(
            testDescription: "one of twenty, the newest first",
            filters: [filter(.equals, "device", .string("D-7"))],
            sorts: [WireSort(fieldName: "rank", ascending: false)],
            numbers: all { $0 % 20 == 7 }.sorted { rank($0) > rank($1) }
        ),
        Wanted(
            testDescription: "one of twenty above a rank, in order",
            filters: [
                filter(.equals, "device", .string("D-7")), filter(.greaterThan, "rank", .int64(100)),
            ],
            sorts: [WireSort(fieldName: "rank")],
            numbers: all { $0 % 20 == 7 && rank($0) > 100 }.sorted { rank($0) < rank($1) }
        ),
        Wanted(
            testDescription: "both words of a list",
            filters: [filter(.listContainsAll, "tags", .strings(["a3", "b1"]))],
            numbers: all { $0 % 10 == 3 && $0 % 7 == 1 }
        ),
        Wanted(
            testDescription: "two conditions, each of many",
            filters: [filter(.listContains, "tags", .string("a3")), filter(.listContains, "tags", .string("b2"))],
            numbers: all { $0 % 10 == 3 && $0 % 7 == 2 }
        ),
        Wanted(
            testDescription: "a beginning that few values have",
            filters: [filter(.listMemberBeginsWith, "tags", .string("b1"))],
            numbers: all { $0 % 7 == 1 }
        ),
        Wanted(
            testDescription: "below a number that few are below",
            filters: [filter(.lessThan, "part", .int64(2))],
            numbers: all { $0 % 30 < 2 }
        ),
        Wanted(
            testDescription: "a circle in a band with many places",
            filters: [filter(.near, "place", .location(berlin), distance: 300_000)],
            numbers: all { $0 % 40 == 5 }
        ),
    ]

    /// An order that is not that of the names.
    private static func rank(_ number: Int) -> Int {
        number * 7_919 % 600
    }

    private static func record(_ number: Int) -> WireRecord {
        // All on one latitude: only the longitude tells those near Berlin.
        let longitude = number % 40 == 5 ? 13.5 : Double(25 + number % 40 * 3)
        return WireRecord(
            recordName: name(number),
            recordType: "Thing",
            fields: [
                "device": .string("D-\(number % 20)"), "rank": .int64(Int64(rank(number))),
                "part": .int64(Int64(number % 30)),
                "tags": .strings(["a\(number % 10)", "b\(number % 7)"]),
                "place": .location(WireLocation(latitude: 52.5, longitude: longitude)),
            ]
        )
    }

    private static func name(_ number: Int) -> String {
        "R\(1_000 + number)"
    }

    @Test("Few of many match, and the first page is full", arguments: StoreKind.allCases)
    func full(_ kind: StoreKind) async throws {
        let bounds = QueryBounds(candidates: 8, examined: 30, batch: 10, sorted: 20, names: 400, places: 2_000)
        try await RecordStoreWorld.run(kind, few: 20, bounds: bounds) { store in
            let zone = ZoneKey(Self.database, WireZoneID.defaultName)
            for start in stride(from: 0, to: 600, by: 200) {
                let operations = (start..<start + 200).map { RecordOperation(.forceReplace, Self.record($0)) }
                _ = try await store.modify(
                    ModifyCommand(
                        zone: zone,
                        operations: operations,
                        isAtomic: false,
                        author: Author(userRecordName: "_anna", deviceID: "1", mayChangeAll: true),
                        now: 1_000,
                        quota: .unlimited,
                        request: nil
                    ) { _, _ in StoredAnswer(status: 200, body: []) }
                )
            }
            for wanted in Self.wanted {
                let query = WireQuery(recordType: "Thing", filterBy: wanted.filters, sortBy: wanted.sorts)
                let limit = 6
                let page = try await store.query(RecordQuery(place: .zone(zone), query: query, limit: limit))
                #expect(wanted.numbers.count > limit)
                let names = page.records.map(\.record.name)
                #expect(names == wanted.numbers.prefix(limit).map(Self.name), "\(wanted.testDescription)")
                #expect(page.next != nil, "\(wanted.testDescription)")
            }
        }
    }
}
