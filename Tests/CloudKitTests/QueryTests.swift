import Foundation
import Testing

@testable import CloudKit

/// What queries find.
struct QueryTests {
    private struct Task: Sendable {
        var title: String
        var state: String
        var rank: Int
        var due: Date?
        var tags: [String]
    }

    private static func fill(_ database: CKDatabase) async throws {
        let rows: [(String, String, String, Int, [String])] = [
            ("A", "Buy milk", "open", 1, ["home", "shop"]), ("B", "Buy bread", "late", 2, ["shop"]),
            ("C", "Call Bob Smith", "done", 3, ["phone"]), ("D", "Write to Ann", "open", 4, []),
        ]
        let records = rows.map { name, title, state, rank, tags in
            let record = CKRecord(recordType: "Task", recordID: CKRecord.ID(recordName: name, zoneID: World.notes))
            record["title"] = title
            record["state"] = state
            record["rank"] = rank
            record["due"] = Date(timeIntervalSince1970: Double(rank) * 86_400)
            record["tags"] = tags
            record["place"] = CLLocation(latitude: 50 + Double(rank), longitude: 8)
            record["friend"] = CKRecord.Reference(
                recordID: CKRecord.ID(recordName: rank < 3 ? "F1" : "F2", zoneID: World.notes),
                action: .none
            )
            return record
        }
        _ = try await database.modifyRecords(saving: records, deleting: [])
    }

    private static func names(
        _ database: CKDatabase,
        _ predicate: NSPredicate,
        _ sort: [NSSortDescriptor] = [NSSortDescriptor(key: "rank", ascending: true)]
    ) async throws -> String {
        let query = CKQuery(recordType: "Task", predicate: predicate)
        query.sortDescriptors = sort
        let page = try await database.records(matching: query, inZoneWith: World.notes)
        return page.matchResults.map(\.0.recordName).joined()
    }

    @Test(arguments: Way.allCases)
    func formatsFindWhatTheySay(_ way: Way) async throws {
        try await way.run { world in
            let database = try await world.notes()
            try await Self.fill(database)
            let place = CLLocation(latitude: 51, longitude: 8)
            let friend = CKRecord.Reference(recordID: CKRecord.ID(recordName: "F1", zoneID: World.notes), action: .none)
            let cases: [(NSPredicate, String)] = [
                (NSPredicate(value: true), "ABCD"),
                (NSPredicate(value: false), ""),
                (NSPredicate(format: "TRUEPREDICATE"), "ABCD"),
                (NSPredicate(format: "state = 'open'"), "AD"),
                (NSPredicate(format: "state != %@", "open"), "BC"),
                (NSPredicate(format: "rank >= 2 AND rank < %d", 4), "BC"),
                (NSPredicate(format: "3 <= rank && (state == \"open\")"), "D"),
                (NSPredicate(format: "%K > %@", "due", Date(timeIntervalSince1970: 2 * 86_400) as NSDate), "CD"),
                (NSPredicate(format: "rank BETWEEN {2, 3}"), "BC"),
                (NSPredicate(format: "title BEGINSWITH 'Buy'"), "AB"),
                (NSPredicate(format: "NOT (title BEGINSWITH 'Buy')"), "CD"),
                (NSPredicate(format: "state IN %@", ["late", "done"]), "BC"),
                (NSPredicate(format: "NOT state IN {'late', 'done'}"), "AD"),
                (NSPredicate(format: "state IN {}"), ""),
                (NSPredicate(format: "tags CONTAINS 'shop'"), "AB"),
                (NSPredicate(format: "'phone' IN tags"), "C"),
                (NSPredicate(format: "ANY tags IN %@", ["home", "phone"]), "AC"),
                (NSPredicate(format: "ANY tags BEGINSWITH 'sh'"), "AB"),
                (NSPredicate(format: "self CONTAINS 'bob ann'"), "CD"),
                (NSPredicate(format: "allTokens TOKENMATCHES[cdl] %@", "milk"), "A"),
                (NSPredicate(format: "distanceToLocation:fromLocation:(place, %@) < 120000", place), "AB"),
                (NSPredicate(format: "friend == %@", friend), "AB"),
                (NSPredicate(format: "creationDate > %@", Date(timeIntervalSince1970: 0)), "ABCD"),
                (
                    NSCompoundPredicate(andPredicateWithSubpredicates: [
                        NSPredicate(format: "state = 'open'"), NSPredicate(format: "rank > 1"),
                    ]), "D"
                ),
                (NSCompoundPredicate(notPredicateWithSubpredicate: NSPredicate(format: "state = 'open'")), "BC"),
            ]
            for (index, (predicate, expected)) in cases.enumerated() {
                #expect(try await Self.names(database, predicate) == expected, "case \(index)")
            }
        }
    }

    @Test(arguments: [
        "a = 1 OR b = 2", "ALL tags = 'x'", "title ENDSWITH 'x'", "title LIKE '*x'", "title MATCHES 'x'",
        "title ==[c] 'x'", "owner.name = 'x'", "a = nil", "NOT (a > 1)", "NOT (a = 1 AND b = 2)", "a = ", "= 1",
        "(a = 1", "a = 'x", "a = 1 b", "a = %@", "a = %x", "distanceToLocation:fromLocation:(a, b) < 1", "", "a ~ 1",
    ])
    func whatTheServiceCannotBeAskedIsRefused(_ format: String) async throws {
        let query = CKQuery(recordType: "Task", predicate: NSPredicate(format: format))
        let container = CKContainer(
            identifier: World.identifier,
            configuration: CloudKitConfiguration(endpoint: "https://nobody.example.org", transport: NoTransport())
        )
        let error = try #require(
            await #expect(throws: CKError.self) { try await container.privateCloudDatabase.records(matching: query) }
        )
        #expect(error.code == .invalidArguments)
    }

    @Test func deepAndLongFormatsAreRefused() {
        let deep = String(repeating: "(", count: 10_000) + "a = 1"
        #expect(throws: CKError.self) { try QueryCondition(NSPredicate(format: deep)) }
        let negated = String(repeating: "NOT ", count: 3_000) + "a = 1"
        #expect(throws: CKError.self) { try QueryCondition(NSPredicate(format: negated)) }
        #expect(throws: CKError.self) { try QueryCondition(NSPredicate(block: { _, _ in true })) }
        #expect(throws: CKError.self) { try QueryCondition(NSPredicate(format: "a = 1", "unused")) }
    }

    @Test(arguments: Way.allCases)
    func foundationsPredicatesFindWhatTheySay(_ way: Way) async throws {
        try await way.run { world in
            let database = try await world.notes()
            try await Self.fill(database)
            func names(_ query: CKQuery) async throws -> String {
                query.sortDescriptors = [NSSortDescriptor(key: "rank", ascending: false)]
                let page = try await database.records(matching: query, inZoneWith: World.notes)
                return page.matchResults.map(\.0.recordName).joined()
            }
            let (low, states) = (1, ["open", "late"])
            let ranked = CKQuery(
                recordType: "Task",
                predicate: #Predicate<Task> { $0.rank > low && $0.state == "open" }
            )
            #expect(try await names(ranked) == "D")
            let listed = CKQuery(recordType: "Task", predicate: #Predicate<Task> { states.contains($0.state) })
            #expect(try await names(listed) == "DBA")
            let tagged = CKQuery(recordType: "Task", predicate: #Predicate<Task> { $0.tags.contains("shop") })
            #expect(try await names(tagged) == "BA")
            let begun = CKQuery(recordType: "Task", predicate: #Predicate<Task> { !$0.title.starts(with: "Buy") })
            #expect(try await names(begun) == "DC")
            let renamed = CKQuery(
                recordType: "Task",
                predicate: #Predicate<Renamed> { $0.position == 3 },
                fields: [\Renamed.position: "rank"]
            )
            #expect(try await names(renamed) == "C")
            let either = CKQuery(recordType: "Task", predicate: #Predicate<Task> { $0.rank == 1 || $0.rank == 2 })
            let error = try #require(await #expect(throws: CKError.self) { try await names(either) })
            #expect(error.code == .invalidArguments)
        }
    }

    private struct Renamed {
        var position: Int
    }

    @Test(arguments: Way.allCases)
    func pagesFollowOneAnother(_ way: Way) async throws {
        try await way.run { world in
            let database = try await world.notes()
            try await Self.fill(database)
            let query = CKQuery(recordType: "Task", predicate: NSPredicate(value: true))
            query.sortDescriptors = [
                NSSortDescriptor(key: "state", ascending: true), NSSortDescriptor(key: "rank", ascending: false),
            ]
            var page = try await database.records(
                matching: query,
                inZoneWith: World.notes,
                desiredKeys: ["rank"],
                resultsLimit: 3
            )
            #expect(page.matchResults.map(\.0.recordName).joined() == "CBD")
            #expect(try page.matchResults[0].1.get().allKeys() == ["rank"])
            let cursor = try #require(page.queryCursor)
            let data = try NSKeyedArchiver.archivedData(withRootObject: cursor, requiringSecureCoding: true)
            let kept = try #require(
                try NSKeyedUnarchiver.unarchivedObject(ofClass: CKQueryOperation.Cursor.self, from: data)
            )
            page = try await database.records(continuingMatchFrom: kept)
            #expect(page.matchResults.map(\.0.recordName).joined() == "A")
            #expect(page.queryCursor == nil)

            let near = CKLocationSortDescriptor(key: "place", relativeLocation: CLLocation(latitude: 54, longitude: 8))
            #expect(try await Self.names(database, NSPredicate(value: true), [near]) == "DCBA")
            let records = try await database.records(matching: query, inZoneWith: World.notes).matchResults.map {
                try $0.1.get()
            }
            let sorted = records.sorted {
                NSSortDescriptor(key: "title", ascending: true).compare($0, to: $1) == .orderedAscending
            }
            #expect(sorted.map(\.recordID.recordName).joined() == "BACD")
        }
    }

    @Test func everyZoneIsSearchedWithoutAZone() async throws {
        try await Way.inProcess.run { world in
            let database = try await world.notes()
            try await database.save(World.note("in-notes"))
            try await database.save(CKRecord(recordType: "Note", recordID: CKRecord.ID(recordName: "in-default")))
            let query = CKQuery(recordType: "Note", predicate: NSPredicate(value: true))
            let all = try await database.records(matching: query)
            #expect(Set(all.matchResults.map(\.0.recordName)) == ["in-notes", "in-default"])
            #expect(Set(all.matchResults.map(\.0.zoneID)) == [World.notes, .default])
        }
    }
}

/// Fails every request.
struct NoTransport: CloudKitTransport {
    func send(_ request: CloudKitRequest) async throws -> CloudKitAnswer {
        throw CloudKitTransportError.unreachable("there is no network in this test")
    }
}
