import Foundation
import Testing

@testable import CloudKitServer

@Suite("The schema language")
struct SchemaTextTests {
    private static let text = """
        DEFINE SCHEMA

            CREATE ROLE editors;

            RECORD TYPE Note (
                "___createTime" TIMESTAMP QUERYABLE SORTABLE,
                "___recordID"   REFERENCE QUERYABLE,
                body            STRING SEARCHABLE,
                done            INT64 QUERYABLE SORTABLE,
                photo           ASSET,
                place           LOCATION QUERYABLE,
                secret          ENCRYPTED STRING,
                sealed          ENCRYPTED BYTES,
                tags            LIST<STRING> QUERYABLE,
                "type"          DOUBLE,
                GRANT WRITE TO "_creator",
                GRANT READ, CREATE TO editors
            );

            RECORD TYPE Plain ();

        """

    @Test("A text is read, and written as it was")
    func roundTrip() throws {
        let schema = try RecordSchema(text: Self.text)
        let note = try #require(schema.types["Note"])
        #expect(note.fields["done"] == SchemaField(type: "INT64", marks: [.queryable, .sortable]))
        #expect(note.fields["tags"] == SchemaField(type: "STRING_LIST", marks: .queryable))
        #expect(note.fields["photo"] == SchemaField(type: "ASSETID", marks: []))
        #expect(note.fields["secret"]?.wireType == "ENCRYPTED_BYTES")
        #expect(note.grants.map(\.role) == ["_creator", "editors"] && schema.roles == ["editors"])
        #expect(note.grants.last?.permissions == ["READ", "CREATE"])
        #expect(schema.types["Plain"] == RecordType())
        let written = schema.text
        #expect(try RecordSchema(text: written) == schema)
        #expect(try RecordSchema(text: written).text == written)
        // The order is that of the names as they are written.
        let sorted = { (text: String) in text.split(separator: "\n").sorted().map { $0.replacing(",", with: "") } }
        #expect(sorted(written) == sorted(Self.text))
    }

    @Test("Case, comments and blanks do not matter")
    func loose() throws {
        let text = """
            define schema // a comment
            -- another; with signs ( and "quotation marks
            record type A(x string queryable,y list < int64 >,n NUMBER PREFERRED AS DOUBLE);
            """
        let fields = try RecordSchema(text: text).types["A"]?.fields
        #expect(fields?.mapValues(\.type) == ["x": "STRING", "y": "INT64_LIST", "n": "DOUBLE"])
    }

    @Test(
        "Errors name line and column",
        arguments: [
            ("", 1, 1, "DEFINE"), ("DEFINE SCHEMA x", 1, 15, "RECORD TYPE"),
            ("DEFINE SCHEMA\nRECORD TYPE A (\n  x STRNG\n);", 3, 5, "a type"),
            ("DEFINE SCHEMA\nRECORD TYPE A (\n  x STRING,\n  x INT64\n);", 4, 3, "two fields"),
            ("DEFINE SCHEMA\nRECORD TYPE A ();\nRECORD TYPE A ();", 3, 13, "two record types"),
            ("DEFINE SCHEMA RECORD TYPE A (x STRING", 1, 38, "end of the text"),
            ("DEFINE SCHEMA RECORD TYPE A (x STRING)", 1, 39, "“;”"),
            ("DEFINE SCHEMA RECORD TYPE A (\"x STRING);", 1, 30, "not closed"),
            ("DEFINE SCHEMA RECORD TYPE A (x STRING ?);", 1, 39, "no meaning"),
            ("DEFINE SCHEMA RECORD TYPE A (_x STRING);", 1, 30, "called so"),
            ("DEFINE SCHEMA RECORD TYPE A (x LIST<LIST<STRING>>);", 1, 37, "a type"),
            ("DEFINE SCHEMA RECORD TYPE A (x ENCRYPTED REFERENCE);", 1, 42, "encrypted"),
            ("DEFINE SCHEMA RECORD TYPE A (x ENCRYPTED STRING QUERYABLE);", 1, 49, "encrypted"),
            ("DEFINE SCHEMA RECORD TYPE A (GRANT EAT TO \"_world\");", 1, 36, "READ"),
            ("DEFINE SCHEMA RECORD TYPE A (x NUMBER);", 1, 38, "PREFERRED"),
        ]
    )
    func errors(_ text: String, _ line: Int, _ column: Int, _ words: String) {
        do {
            _ = try RecordSchema(text: text)
            Issue.record("no error")
        } catch {
            #expect((error.line, error.column) == (line, column), "\(error)")
            #expect(error.problem.contains(words), "\(error)")
        }
    }

    @Test("IdeaBox's schema is one, and has the fields of the contract")
    func ideaBox() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let file = root.appending(path: "Documentation/IdeaBox.ckdb")
        let schema = try RecordSchema(text: try String(contentsOf: file, encoding: .utf8))
        let types = schema.types["Idea"]?.fields.filter { !$0.key.hasPrefix("_") }.mapValues(\.type)
        #expect(
            types == [
                "id": "STRING", "title": "STRING", "description": "STRING", "isCompleted": "INT64",
                "createdAt": "TIMESTAMP", "updatedAt": "TIMESTAMP", "deviceId": "STRING", "version": "INT64",
                "lastSyncedAt": "TIMESTAMP",
            ]
        )
        // What its queries ask for is marked.
        let marks = schema.types["Idea"]?.fields.mapValues(\.marks)
        #expect(marks?["updatedAt"] == [.queryable, .sortable])
        for field in ["id", "isCompleted"] { #expect(marks?[field]?.contains(.queryable) == true) }
    }

    @Test("A difference says what could be lost")
    func difference() throws {
        let old = try RecordSchema(text: "DEFINE SCHEMA RECORD TYPE A (x STRING, y INT64); RECORD TYPE B ();")
        let new = try RecordSchema(
            text: """
                DEFINE SCHEMA RECORD TYPE A (x STRING QUERYABLE, y DOUBLE, z ASSET); RECORD TYPE C (a BYTES);
                """
        )
        let difference = SchemaDifference(from: old, to: new)
        #expect(
            difference.changes.map(\.description) == [
                "~ A.x STRING → STRING QUERYABLE", "~ A.y INT64 → DOUBLE", "+ A.z ASSETID", "- B", "+ C",
                "+ C.a BYTES",
            ]
        )
        #expect(throws: SchemaLoss(changes: ["~ A.y INT64 → DOUBLE", "- B"])) { try difference.checkAdditive() }
        #expect(SchemaDifference(from: old, to: old).isEmpty)
    }

    @Test("A difference says what is granted to whom, and what no more")
    func grants() throws {
        let old = try RecordSchema(
            text: """
                DEFINE SCHEMA CREATE ROLE readers; RECORD TYPE A (GRANT READ, WRITE TO "_creator", GRANT READ TO readers);
                RECORD TYPE B (); RECORD TYPE C ();
                """
        )
        let new = try RecordSchema(
            text: """
                DEFINE SCHEMA CREATE ROLE editors; RECORD TYPE A (GRANT READ TO "_icloud", GRANT WRITE TO "_creator");
                RECORD TYPE B (GRANT READ TO "_world", GRANT CREATE TO "_icloud", GRANT WRITE TO "_creator");
                RECORD TYPE C (GRANT READ TO "_world"); RECORD TYPE D (GRANT READ TO editors);
                """
        )
        let difference = SchemaDifference(from: old, to: new)
        // B has the grants now that it had without saying so; C has lost two of these.
        #expect(
            difference.changes.map(\.description) == [
                "- A GRANT READ TO _creator", "+ A GRANT READ TO _icloud", "- A GRANT READ TO readers",
                "- C GRANT CREATE TO _icloud", "- C GRANT WRITE TO _creator", "+ D", "+ D GRANT READ TO editors",
                "+ ROLE editors", "- ROLE readers",
            ]
        )
        #expect(difference.changes.allSatisfy { !$0.isLoss })
    }
}
