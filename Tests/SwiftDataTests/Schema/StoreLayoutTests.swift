import Foundation
import Testing

@testable import SwiftData

/// The tables that a schema is laid out in.
@Suite struct StoreLayoutTests {
    @Test func writesTablesAPersonCanRead() {
        let schema = describe(
            """
            Person
             name String unique
             born Date
             items ->> Item <-> owner
            Item
             owner -> Person? <-> items
             tags ->> Tag <-> items
             index name
             name String?
            Tag
             items ->> Item <-> tags
            """
        )
        let sql = SchemaSQL.statements(for: LayoutBuilder.layout(of: schema)).joined(separator: ";\n")
        #expect(
            sql == """
                CREATE TABLE "Item" (
                    "pk" INTEGER PRIMARY KEY AUTOINCREMENT,
                    "owner" INTEGER REFERENCES "Person"("pk") ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED,
                    "owner_order" INTEGER,
                    "name" TEXT
                );
                CREATE TABLE "Person" (
                    "pk" INTEGER PRIMARY KEY AUTOINCREMENT,
                    "name" TEXT NOT NULL,
                    "born" REAL
                );
                CREATE TABLE "Tag" (
                    "pk" INTEGER PRIMARY KEY AUTOINCREMENT
                );
                CREATE TABLE "Item_tags" (
                    "Item" INTEGER NOT NULL REFERENCES "Item"("pk") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
                    "tags" INTEGER NOT NULL REFERENCES "Tag"("pk") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
                    "tags_order" INTEGER,
                    "Item_order" INTEGER,
                    PRIMARY KEY ("Item", "tags")
                ) WITHOUT ROWID;
                CREATE INDEX "Item_by_owner" ON "Item" ("owner", "owner_order");
                CREATE INDEX "Item_index_name" ON "Item" ("name");
                CREATE UNIQUE INDEX "Person_unique_name" ON "Person" ("name");
                CREATE INDEX "Item_tags_by_tags" ON "Item_tags" ("tags", "Item_order")
                """
        )
    }

    @Test func avoidsNamesThatSQLiteTakesForTheSame() throws {
        let layout = LayoutBuilder.layout(
            of: describe(
                "A\n pk Int\n url String\n URL String\n b -> B?\n b_order Int\nB\n as ->> A\n"
                    + "sqlite_x\n a Int\n_y\n a Int"
            )
        )
        let table = try #require(layout.table(named: "A"))
        #expect(Set(table.columns.map { $0.name.lowercased() }).count == table.columns.count)
        #expect(layout.table(named: "entity_sqlite_x") != nil)
        #expect(layout.table(named: "entity__y") != nil)
    }

    @Test(arguments: 1...200 as ClosedRange<UInt64>)
    func doesNotDependOnTheOrderOfDeclarations(seed: UInt64) throws {
        var schemas = RandomSchemas(seed: seed)
        var random = SeededGenerator(seed: seed)
        let schema = schemas.schema()
        var shuffled = schema
        shuffled.entities.shuffle(using: &random)
        for index in shuffled.entities.indices { shuffled.entities[index].properties.shuffle(using: &random) }
        let layout = LayoutBuilder.layout(of: schema)
        let other = LayoutBuilder.layout(of: shuffled)
        #expect(layout.places == other.places, "seed \(seed)")
        #expect(layout.discriminators == other.discriminators, "seed \(seed)")
        #expect(Set(layout.tables.map { Set($0.columns) }) == Set(other.tables.map { Set($0.columns) }), "seed \(seed)")
        #expect(schema.structure == shuffled.structure, "seed \(seed)")
        #expect(schema.structuralHash() == shuffled.structuralHash(), "seed \(seed)")
    }

    /// Stores on disk carry this number and this text: a change of either makes every one of them look foreign.
    @Test func describesASchemaTheSameForEver() throws {
        let schema = describe(
            "Idea\n title String unique was name\n mood Mood? raw Int\n tags ->> Tag <-> ideas\n"
                + "Tag\n ideas ->> Idea <-> tags"
        )
        let hash = schema.structuralHash()
        #expect(hash == "64e6a96c22a164f6")
        #expect(String(decoding: try schema.json(), as: UTF8.self) == Self.golden)
        #expect(try JSONDecoder().decode(SchemaDescription.self, from: Data(Self.golden.utf8)) == schema)
    }

    private static let golden = """
        {
          "encodingVersion" : {
            "major" : 1,
            "minor" : 0,
            "patch" : 0
          },
          "entities" : [
            {
              "name" : "Idea",
              "properties" : [
                {
                  "isOptional" : false,
                  "name" : "title",
                  "options" : [
                    "unique"
                  ],
                  "originalName" : "name",
                  "storage" : {
                    "columnType" : "TEXT",
                    "form" : "scalar",
                    "scalar" : "String"
                  },
                  "valueType" : "String"
                },
                {
                  "isOptional" : true,
                  "name" : "mood",
                  "storage" : {
                    "columnType" : "INTEGER",
                    "form" : "rawValue",
                    "scalar" : "Int"
                  },
                  "valueType" : "Mood"
                },
                {
                  "isOptional" : false,
                  "name" : "tags",
                  "relationship" : {
                    "deleteRule" : "nullify",
                    "destination" : "Tag",
                    "inverse" : "ideas",
                    "isToOne" : false,
                    "maximumCount" : 0,
                    "minimumCount" : 0
                  },
                  "valueType" : "Tag"
                }
              ]
            },
            {
              "name" : "Tag",
              "properties" : [
                {
                  "isOptional" : false,
                  "name" : "ideas",
                  "relationship" : {
                    "deleteRule" : "nullify",
                    "destination" : "Idea",
                    "inverse" : "tags",
                    "isToOne" : false,
                    "maximumCount" : 0,
                    "minimumCount" : 0
                  },
                  "valueType" : "Idea"
                }
              ]
            }
          ],
          "version" : {
            "major" : 1,
            "minor" : 0,
            "patch" : 0
          }
        }
        """
}
