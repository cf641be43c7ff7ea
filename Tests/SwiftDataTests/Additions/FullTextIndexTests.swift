import Foundation
import Testing

@testable import SwiftData

/// The index over a plain connection, against the obvious way of searching.
@Suite("Full text: index")
struct FullTextIndexTests {
    struct Fixture {
        let database: RawDatabase
        let table = FullTextTable(entityName: "Idea", table: "Idea", columns: ["title", "details"])

        init() throws {
            database = try RawDatabase()
            try FullTextFunctions.register(on: database.handle)
            try database.execute(
                """
                CREATE TABLE "Idea"(pk INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT, details TEXT, created REAL);
                CREATE INDEX created ON "Idea"(created);
                """
            )
            try FullTextMaintenance.apply([table], to: database.handle)
        }

        func insert(_ title: String?, _ details: String?, created: Double = 0) throws {
            try RawStatement.run(
                "INSERT INTO Idea(title, details, created) VALUES(?, ?, ?)",
                [title.map { .text($0) } ?? .null, details.map { .text($0) } ?? .null, .real(created)],
                on: database.handle
            )
        }

        func find(_ text: String) throws -> [Int64] {
            try FullTextSearch(table: table, query: FullTextQuery(text), connection: database.handle).keys(limit: nil)
        }

        /// FTS5's own check, which fails where index and triggers disagree about what was indexed.
        func check() throws {
            try database.execute("INSERT INTO \"fts_Idea\"(\"fts_Idea\") VALUES('integrity-check')")
        }
    }

    @Test func `words, beginnings, accents, width and Chinese`() throws {
        let fixture = try Fixture()
        try fixture.insert("Paper boat regatta", "on the Élbe")
        try fixture.insert("日记本", "买一本新的日记")
        try fixture.insert("ＷＩＤＥ letters", nil)
        #expect(try fixture.find("reg") == [1])
        #expect(try fixture.find("boat paper") == [1])
        #expect(try fixture.find("reg paper") == [])
        #expect(try fixture.find("elbe") == [1])
        #expect(try fixture.find("wide") == [3])
        #expect(try fixture.find("日") == [2])
        #expect(try fixture.find("本") == [2])
        #expect(try fixture.find("日记") == [2])
        #expect(try fixture.find("新的日记") == [2])
        #expect(try fixture.find("本记") == [])
        #expect(try fixture.find("") == [])
    }

    @Test(arguments: [UInt64(1), 2, 3]) func `the index follows every writer`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let fixture = try Fixture()
        var rows: [Int64: [String?]] = [:]
        for step in 0..<300 {
            switch Int.random(in: 0...9, using: &random) {
            case 0...4:
                let texts = [Self.text(&random), Bool.random(using: &random) ? Self.text(&random) : nil]
                try fixture.insert(texts[0], texts[1])
                rows[try fixture.database.integer("SELECT max(pk) FROM Idea") ?? 0] = texts
            case 5...7:
                guard let key = rows.keys.sorted().randomElement(using: &random) else { continue }
                let title = Self.text(&random)
                try RawStatement.run(
                    "UPDATE Idea SET title = ?, created = 1 WHERE pk = ?",
                    [.text(title), .integer(key)],
                    on: fixture.database.handle
                )
                rows[key]?[0] = title
            default:
                guard let key = rows.keys.sorted().randomElement(using: &random) else { continue }
                try RawStatement.run("DELETE FROM Idea WHERE pk = ?", [.integer(key)], on: fixture.database.handle)
                rows[key] = nil
            }
            guard step % 10 == 0 else { continue }
            let query = FullTextQuery(Self.text(&random))
            let expected = rows.filter { query.matches($0.value) }.keys.sorted()
            let search = FullTextSearch(table: fixture.table, query: query, connection: fixture.database.handle)
            #expect(try search.keys(limit: nil) == expected, "seed \(seed): \(query.terms)")
            #expect(try search.count() == expected.count, "seed \(seed)")
        }
        let left = rows.count
        try fixture.database.execute("DELETE FROM Idea")
        for word in ["boat", "日", "création", "kite"] { #expect(try fixture.find(word).isEmpty, "of \(left)") }
    }

    private static func text(_ random: inout SeededGenerator) -> String {
        let words = ["boat", "Boats", "paper", "création", "Über", "日记", "记本日", "kite", "本", "x1", "カメラ", "kit"]
        let count = Int.random(in: 1...3, using: &random)
        return (0..<count).compactMap { _ in words.randomElement(using: &random) }
            .joined(separator: Bool.random(using: &random) ? " " : ", ")
    }

    @Test func `another list of properties makes the index anew, none drops it`() throws {
        let fixture = try Fixture()
        try fixture.insert("boat", "kite")
        let narrow = FullTextTable(entityName: "Idea", table: "Idea", columns: ["details"])
        #expect(try FullTextMaintenance.apply([fixture.table], to: fixture.database.handle) == [])
        #expect(try FullTextMaintenance.apply([narrow], to: fixture.database.handle) == ["Idea"])
        func find(_ text: String) throws -> [Int64] {
            try FullTextSearch(table: narrow, query: FullTextQuery(text), connection: fixture.database.handle)
                .keys(limit: nil)
        }
        #expect(try find("kite") == [1])
        #expect(try find("boat") == [])
        // A migration replaced the table: its triggers are gone with it.
        try fixture.database.execute(
            """
            CREATE TABLE other AS SELECT * FROM Idea; DROP TABLE Idea;
            CREATE TABLE Idea(pk INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT, details TEXT, created REAL);
            INSERT INTO Idea SELECT * FROM other; INSERT INTO Idea(details) VALUES('a second kite');
            """
        )
        #expect(try FullTextMaintenance.apply([narrow], to: fixture.database.handle) == ["Idea"])
        #expect(try find("kite") == [1, 2])
        #expect(try FullTextMaintenance.apply([], to: fixture.database.handle) == [])
        #expect(try fixture.database.integer("SELECT count(*) FROM sqlite_master WHERE name LIKE 'fts%'") == 0)
        try fixture.insert("still writable", nil)
    }

    @Test func `a writer without the functions is refused`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("ideas.db").path
        let ours = try RawDatabase(path)
        try FullTextFunctions.register(on: ours.handle)
        try ours.execute("CREATE TABLE Idea(pk INTEGER PRIMARY KEY, title TEXT, details TEXT)")
        try FullTextMaintenance.apply(
            [FullTextTable(entityName: "Idea", table: "Idea", columns: ["title"])],
            to: ours.handle
        )
        let foreign = try RawDatabase(path)
        #expect(throws: StoreError.self) { try foreign.execute("INSERT INTO Idea(title) VALUES('boat')") }
        try ours.execute("INSERT INTO Idea(title) VALUES('boat')")
        #expect(try foreign.integer("SELECT count(*) FROM Idea") == 1)
    }

    @Test func `both ways to the newest rows give the same`() throws {
        let fixture = try Fixture()
        try fixture.database.execute("BEGIN")
        for number in 0..<30_000 {
            try fixture.insert(
                number % 2 == 0 ? "even boat" : "odd kite",
                nil,
                created: Double((number * 7_919) % 30_000)
            )
        }
        try fixture.database.execute("COMMIT")
        let search = FullTextSearch(
            table: fixture.table,
            query: FullTextQuery("boat"),
            connection: fixture.database.handle
        )
        func rows(_ restriction: FullTextRestriction) throws -> [Int64] {
            try fixture.database.integers(Self.newest(restriction), restriction.arguments)
        }
        let walk = try #require(
            try search.walk { restriction in
                try !QueryPlan.sorts(Self.newest(restriction), on: fixture.database.handle)
            }
        )
        #expect(walk.matches?.count == 15_000)
        #expect(try rows(walk) == rows(search.join))
        #expect(try rows(walk).count == 50)
        #expect(walk.matches?.isExhausted == false)
        #expect(try search.walk { _ in false } == nil, "an order without an index")
    }

    @Test func `a walk that finds nothing gives up`() throws {
        let fixture = try Fixture()
        try fixture.database.execute("BEGIN")
        for number in 0..<10_000 {
            try fixture.insert(number < 1_000 ? "old boat" : "new kite", nil, created: Double(number))
        }
        try fixture.database.execute("COMMIT")
        let connection = fixture.database.handle
        let search = FullTextSearch(table: fixture.table, query: FullTextQuery("boat"), connection: connection)
        let walk = try #require(try search.walk { _ in true })
        #expect(throws: StoreError.self) {
            try fixture.database.integers(Self.newest(walk), walk.arguments)
        }
        #expect(walk.matches?.isExhausted == true)
        #expect(try fixture.database.integers(Self.newest(search.join), search.join.arguments).count == 50)
    }

    private static func newest(_ restriction: FullTextRestriction) -> String {
        "SELECT t0.pk FROM \(restriction.joinPrefix)Idea AS t0 WHERE \(restriction.condition)"
            + " ORDER BY t0.created DESC, t0.pk DESC LIMIT 50"
    }

    @Test func `sets of keys, small and far apart`() {
        for keys: [Int64] in [[], [0], [1, 5, 64, 65, 1_000], [3, 1 << 40, (1 << 40) + 1]] {
            let matches = FullTextMatches(ascending: keys)
            for key in keys { #expect(matches.contains(key)) }
            for key: Int64 in [-1, 2, 63, 66, 999, 1_001, 1 << 39, .max] {
                #expect(matches.contains(key) == keys.contains(key))
            }
        }
    }
}
