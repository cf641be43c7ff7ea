import Foundation
import Testing

@testable import SwiftData

/// What a lightweight migration does to tables and rows, on real files.
@Suite struct LightweightMigrationTests {
    private func migrated(
        _ old: String,
        _ sql: String,
        to new: String,
        defaults: [PropertyReference: MigrationDefault] = [:]
    ) throws -> TemporaryStore {
        let store = try TemporaryStore()
        let before = describe(old)
        let after = describe(new)
        try store.create(before, sql)
        try store.migrate(from: before, to: after, defaults: defaults)
        let fresh = try TemporaryStore()
        try fresh.create(after)
        #expect(try store.shape() == fresh.shape())
        return store
    }

    /// The error of a migration, after which the store must be what it was.
    private func refusal(_ old: String, _ sql: String, to new: String) throws -> MigrationError {
        let store = try TemporaryStore()
        let before = describe(old)
        try store.create(before, sql)
        let shape = try store.shape()
        let error = #expect(throws: MigrationError.self) { try store.migrate(from: before, to: describe(new)) }
        #expect(try store.shape() == shape)
        return try #require(error)
    }

    private let idea = "Idea\n title String\n note String?"
    private let ideas = "INSERT INTO Idea (title, note) VALUES ('boat', 'paper'), ('kite', NULL)"

    @Test func addsAnOptionalColumnInPlace() throws {
        let new = "Idea\n title String\n note String?\n mood String?"
        let script = ScriptBuilder.script(from: describe(idea), to: describe(new), defaults: MigrationDefaults())
        #expect(script.statements == ["ALTER TABLE \"Idea\" ADD COLUMN \"mood\" TEXT"])
        let store = try migrated(idea, ideas, to: new)
        #expect(try store.rows("SELECT pk, title, note, mood FROM Idea") == ["1|boat|paper|nil", "2|kite|nil|nil"])
    }

    @Test func givesADefaultToANewRequiredProperty() throws {
        let rating = PropertyReference(entity: "Idea", property: "rating")
        let store = try migrated(
            idea,
            ideas,
            to: "Idea\n title String\n note String?\n rating Int",
            defaults: [rating: .constant(.integer(3))]
        )
        #expect(try store.rows("SELECT rating FROM Idea") == ["3", "3"])
    }

    @Test func refusesANewRequiredPropertyWithoutDefault() throws {
        let error = try refusal(idea, ideas, to: "Idea\n title String\n note String?\n rating Int")
        #expect(error.kind == .missingValue)
        #expect(error.entity == "Idea")
        #expect(error.property == "rating")
        #expect(error.reason.contains("key 1"))
    }

    /// A `REAL` column may be empty, so SQLite would not object.
    @Test(arguments: ["Int", "Double", "String", "Data"])
    func aNewRequiredPropertyNeedsNoDefaultInAnEmptyTable(type: String) throws {
        let new = "Idea\n title String\n note String?\n rating \(type)"
        _ = try migrated(idea, "", to: new)
        #expect(try refusal(idea, ideas, to: new).kind == .missingValue)
    }

    @Test func aNewSubentityMayHaveRequiredProperties() throws {
        let store = try migrated(idea, ideas, to: idea + "\nPlan: Idea\n due Double")
        #expect(try store.rows("SELECT count(*) FROM Idea") == ["2"])
    }

    @Test func hierarchiesMayJoinWhereTheyAreEmpty() throws {
        _ = try migrated("Dog\n a Int\nCat\n a Int", "", to: "Pet\nDog: Pet\n a Int\nCat: Pet\n a Int")
        _ = try migrated("Pet\n a Int\nDog: Pet", "", to: "Pet\n a Int\nDog\n a Int")
    }

    @Test func aTargetMayChangeWhereNothingIsLinked() throws {
        let old = "A\n b -> B?\n bs ->> B\nB\nC"
        let new = "A\n b -> C?\n bs ->> C\nB\nC"
        _ = try migrated(old, "INSERT INTO A DEFAULT VALUES", to: new)
        let rows = "INSERT INTO A DEFAULT VALUES; INSERT INTO B DEFAULT VALUES;"
        for links in ["UPDATE A SET b = 1", "INSERT INTO A_bs VALUES (1, 1, 0)"] {
            let error = try refusal(old, rows + links, to: new)
            #expect(error.kind == .notLightweight && error.entity == "A", "\(links)")
        }
    }

    @Test func renamesAColumnInPlace() throws {
        let new = "Idea\n headline String was title\n note String?"
        let script = ScriptBuilder.script(from: describe(idea), to: describe(new), defaults: MigrationDefaults())
        #expect(script.statements == ["ALTER TABLE \"Idea\" RENAME COLUMN \"title\" TO \"headline\""])
        let store = try migrated(idea, ideas, to: new)
        #expect(try store.rows("SELECT headline FROM Idea") == ["boat", "kite"])
    }

    @Test func swapsTwoNames() throws {
        let store = try migrated(
            "Idea\n a String\n b String",
            "INSERT INTO Idea (a, b) VALUES ('A', 'B')",
            to: "Idea\n a String was b\n b String was a"
        )
        #expect(try store.rows("SELECT a, b FROM Idea") == ["B|A"])
    }

    @Test func anOriginalNameThatWasThereBeforeMeansNothingNew() throws {
        let store = try migrated(
            "Idea\n headline String was title",
            "INSERT INTO Idea (headline) VALUES ('boat')",
            to: "Idea\n headline String was title\n title String?"
        )
        #expect(try store.rows("SELECT headline, title FROM Idea") == ["boat|nil"])
    }

    @Test func dropsAPropertyAndAnEntityButKeepsTheKeyCounter() throws {
        let store = try migrated(
            idea + "\nTag\n name String",
            ideas + "; INSERT INTO Idea (pk, title) VALUES (90, 'gone'); DELETE FROM Idea WHERE pk = 90;"
                + "INSERT INTO Tag (name) VALUES ('x')",
            to: "Idea\n title String"
        )
        #expect(try store.rows("SELECT * FROM Idea") == ["1|boat", "2|kite"])
        #expect(try store.rows("SELECT seq FROM sqlite_sequence WHERE name = 'Idea'") == ["90"])
    }

    @Test func makesAnOptionalRequiredWithADefault() throws {
        let note = PropertyReference(entity: "Idea", property: "note")
        let store = try migrated(
            idea,
            ideas,
            to: "Idea\n title String\n note String",
            defaults: [note: .constant(.text("it's"))]
        )
        #expect(try store.rows("SELECT note FROM Idea") == ["paper", "it's"])
    }

    @Test func refusesToMakeAnOptionalRequiredWhereAValueIsMissing() throws {
        let store = try TemporaryStore()
        try store.create(describe(idea), ideas)
        let before = try store.rows("SELECT * FROM Idea")
        let error = #expect(throws: MigrationError.self) {
            try store.migrate(from: describe(idea), to: describe("Idea\n title String\n note String"))
        }
        #expect(error?.kind == .missingValue)
        #expect(error?.property == "note")
        #expect(error?.reason.contains("key 2") == true)
        #expect(try store.rows("SELECT * FROM Idea") == before)
        try store.migrate(
            from: describe(idea),
            to: describe("Idea\n title String\n note String?\n extra Int?")
        )
    }

    @Test func refusesANewUniqueWithAnExample() throws {
        let store = try TemporaryStore()
        try store.create(describe(idea), ideas + "; INSERT INTO Idea (title) VALUES ('boat')")
        let error = #expect(throws: MigrationError.self) {
            try store.migrate(from: describe(idea), to: describe("Idea\n title String unique\n note String?"))
        }
        #expect(error?.kind == .duplicateValues)
        #expect(error?.entity == "Idea")
        #expect(error?.property == "title")
        #expect(error?.reason.contains("\"boat\"") == true)
    }

    @Test func refusesALossyTypeChange() throws {
        let error = try refusal(idea, ideas, to: "Idea\n title Int\n note String?")
        #expect(error.kind == .notLightweight)
        #expect(error.description.hasPrefix("Idea.title: changes its type from String to Int") == true)
        // An optional one without values loses nothing.
        let empty = "INSERT INTO Idea (title) VALUES ('boat')"
        let store = try migrated(idea, empty, to: "Idea\n title String\n note Int?")
        #expect(try store.rows("SELECT title, note FROM Idea") == ["boat|nil"])
    }

    @Test(arguments: [("Int32", "Int"), ("Int16", "Double"), ("Float", "Double"), ("UInt8", "Int64")])
    func widensNumbers(_ types: (String, String)) throws {
        let store = try migrated(
            "Idea\n n \(types.0)",
            "INSERT INTO Idea (n) VALUES (7)",
            to: "Idea\n n \(types.1)"
        )
        #expect(try store.rows("SELECT n = 7 FROM Idea") == ["1"])
    }

    // MARK: - Relationships

    private let people = "Person\n name String\n items ->> Item <-> owner\nItem\n owner -> Person? <-> items"
    private let filled = """
        INSERT INTO Person (name) VALUES ('ann'), ('bob');
        INSERT INTO Item (owner, owner_order) VALUES (1, 1), (1, 0), (2, 0), (NULL, NULL);
        """

    @Test func turnsOneToManyIntoManyToMany() throws {
        let store = try migrated(
            people,
            filled,
            to: "Person\n name String\n items ->> Item <-> owner\nItem\n owner ->> Person <-> items"
        )
        #expect(
            try store.rows("SELECT owner, Item, Item_order FROM Item_owner ORDER BY 1, 3")
                == ["1|2|0", "1|1|1", "2|3|0"]
        )
    }

    @Test func turnsManyToManyIntoOneToManyWhereNothingIsLost() throws {
        let many = "Person\n items ->> Item <-> owners\nItem\n owners ->> Person <-> items"
        let one = "Person\n items ->> Item <-> owners\nItem\n owners -> Person? <-> items"
        let sql = """
            INSERT INTO Person DEFAULT VALUES; INSERT INTO Item DEFAULT VALUES; INSERT INTO Item DEFAULT VALUES;
            INSERT INTO Item_owners (Item, owners, owners_order, Item_order) VALUES (1, 1, 0, 5), (2, 1, 0, 4);
            """
        let store = try migrated(many, sql, to: one)
        #expect(try store.rows("SELECT pk, owners, owners_order FROM Item") == ["1|1|5", "2|1|4"])

        let full = try TemporaryStore()
        try full.create(
            describe(many),
            sql + "INSERT INTO Person DEFAULT VALUES; INSERT INTO Item_owners (Item, owners) VALUES (1, 2)"
        )
        let error = #expect(throws: MigrationError.self) { try full.migrate(from: describe(many), to: describe(one)) }
        #expect(error?.kind == .tooManyTargets)
        #expect(error?.property == "owners")
    }

    @Test func dropsTheInverseAndKeepsTheLinks() throws {
        let store = try migrated(people, filled, to: "Person\n name String\n items ->> Item\nItem")
        #expect(
            try store.rows("SELECT * FROM Person_items ORDER BY Person, items_order") == ["1|2|0", "1|1|1", "2|3|0"]
        )
    }

    @Test func addsAnInverseAndKeepsTheLinks() throws {
        let store = try migrated(
            "Person\n items ->> Item\nItem",
            """
            INSERT INTO Person DEFAULT VALUES; INSERT INTO Item DEFAULT VALUES; INSERT INTO Item DEFAULT VALUES;
            INSERT INTO Person_items VALUES (1, 1, 1), (1, 2, 0);
            """,
            to: "Person\n items ->> Item <-> owner\nItem\n owner -> Person? <-> items"
        )
        #expect(try store.rows("SELECT pk, owner, owner_order FROM Item") == ["1|1|1", "2|1|0"])
    }

    @Test func movesAOneToOneColumnToTheOtherSide() throws {
        let store = try migrated(
            "A\n b -> B? <-> a\nB\n a -> A? <-> b",
            "INSERT INTO B DEFAULT VALUES; INSERT INTO B DEFAULT VALUES; INSERT INTO A (b) VALUES (2)",
            to: "A\n z -> B? <-> a was b\nB\n a -> A? <-> z"
        )
        #expect(try store.rows("SELECT pk, z FROM A") == ["1|2"])
    }

    // MARK: - Inheritance

    @Test func growsAHierarchyBelow() throws {
        let store = try migrated(idea, ideas, to: idea + "\nPlan: Idea\n due Date?")
        let number = Int64(FNV1a.hash32("Idea".utf8))
        #expect(try store.rows("SELECT entity, title, due FROM Idea") == ["\(number)|boat|nil", "\(number)|kite|nil"])
    }

    @Test func growsAHierarchyAbove() throws {
        let store = try migrated(
            idea + "\nTag\n idea -> Idea?",
            ideas + "; INSERT INTO Tag (idea) VALUES (2)",
            to: "Thing\n title String\nIdea: Thing\n note String?\nTag\n idea -> Idea?"
        )
        let number = Int64(FNV1a.hash32("Idea".utf8))
        #expect(
            try store.rows("SELECT pk, entity, title, note FROM Thing") == [
                "1|\(number)|boat|paper", "2|\(number)|kite|nil",
            ]
        )
        #expect(try store.rows("SELECT idea FROM Tag") == ["2"])
    }

    @Test func dropsASubentityAndTheLinksToIt() throws {
        let dog = Int64(FNV1a.hash32("Dog".utf8))
        let pet = Int64(FNV1a.hash32("Pet".utf8))
        let store = try migrated(
            "Pet\n name String\nDog: Pet\n bark Int?\nOwner\n pet -> Pet?\n pets ->> Pet",
            """
            INSERT INTO Pet (entity, name) VALUES (\(pet), 'cat'), (\(dog), 'rex');
            INSERT INTO Owner (pet) VALUES (1), (2); INSERT INTO Owner_pets VALUES (1, 1, 0), (1, 2, 1);
            """,
            to: "Pet\n name String\nOwner\n pet -> Pet?\n pets ->> Pet"
        )
        #expect(try store.rows("SELECT * FROM Pet") == ["1|cat"])
        #expect(try store.rows("SELECT pet FROM Owner") == ["1", "nil"])
        #expect(try store.rows("SELECT * FROM Owner_pets") == ["1|1|0"])
    }

    @Test func pullsAPropertyUp() throws {
        let dog = Int64(FNV1a.hash32("Dog".utf8))
        let cat = Int64(FNV1a.hash32("Cat".utf8))
        let store = try migrated(
            "Pet\nDog: Pet\n name String?\nCat: Pet\n name String?",
            "INSERT INTO Pet (entity, name, Dog_name) VALUES (\(cat), 'tom', NULL), (\(dog), NULL, 'rex')",
            to: "Pet\n name String?\nDog: Pet\nCat: Pet"
        )
        #expect(try store.rows("SELECT name FROM Pet") == ["tom", "rex"])
    }

    @Test func refusesToJoinHierarchies() throws {
        let error = try refusal(
            "Dog\n a Int\nCat\n a Int",
            "INSERT INTO Cat (a) VALUES (1)",
            to: "Pet\nDog: Pet\n a Int\nCat: Pet\n a Int"
        )
        #expect(error.kind == .notLightweight)
        #expect(error.entity == "Pet")
    }
}
