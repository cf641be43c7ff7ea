import Foundation
import Testing

@testable import SwiftData

/// What a schema reads out of model classes.
@Suite struct SchemaBuildingTests {
    @Test func findsWhatIsReachableAndSuperclassesButNotSubclasses() {
        #expect(
            Set(Schema(ShelfTag.self).entities.map(\.name)) == ["ShelfTag", "ShelfBook", "ShelfAuthor", "ShelfProfile"]
        )
        let poet = Schema(ShelfPoet.self)
        #expect(Set(poet.entities.map(\.name)).contains("ShelfAuthor"))
        #expect(poet.entitiesByName["ShelfPoet"]?.superentityName == "ShelfAuthor")
        #expect(poet.entitiesByName["ShelfAuthor"]?.subentities.map(\.name) == ["ShelfPoet"])
    }

    @Test func classifiesProperties() throws {
        let book = try #require(Schema(ShelfBook.self).entity(for: ShelfBook.self))
        let forms = Dictionary(uniqueKeysWithValues: book.attributes.map { ($0.name, $0.storage) })
        #expect(forms["title"] == StorageDescription(form: .scalar, columnType: "TEXT", scalar: "String"))
        #expect(forms["year"] == StorageDescription(form: .scalar, columnType: "INTEGER", scalar: "Int32"))
        #expect(forms["mood"] == StorageDescription(form: .rawValue, columnType: "TEXT", scalar: "String"))
        #expect(forms["address"] == StorageDescription(form: .json, columnType: "TEXT", scalar: nil))
        #expect(forms["words"] == StorageDescription(form: .json, columnType: "TEXT", scalar: nil))
        #expect(forms["stamp"] == StorageDescription(form: .json, columnType: "TEXT", scalar: nil))
        #expect(forms["cache"] == nil)
        #expect(book.attributesByName["mood"]?.isOptional == true)
        #expect(book.attributesByName["scratch"]?.isTransient == true)
        #expect(book.relationshipsByName["author"]?.isToOneRelationship == true)
        #expect(book.relationshipsByName["tags"]?.isToOneRelationship == false)
        #expect(book.relationshipsByName["tags"]?.isOptional == true)
        #expect(book.uniquenessConstraints == [["title", "year"]])
        #expect(book.indices == [["year"], ["title", "year"]])
    }

    @Test func readsArguments() throws {
        let schema = Schema(ShelfAuthor.self)
        let author = try #require(schema.entitiesByName["ShelfAuthor"])
        #expect(author.attributesByName["name"]?.isUnique == true)
        #expect(author.attributesByName["name"]?.originalName == "nom")
        #expect(author.relationshipsByName["books"]?.deleteRule == .cascade)
        #expect(author.relationshipsByName["profile"]?.deleteRule == .nullify)
    }

    @Test func findsInverses() {
        let schema = Schema(ShelfAuthor.self, ShelfNode.self)
        func inverse(_ entity: String, _ name: String) -> String? {
            schema.entitiesByName[entity]?.relationshipsByName[name]?.inverseName
        }
        #expect(inverse("ShelfAuthor", "books") == "author")
        #expect(inverse("ShelfBook", "author") == "books", "written on one side, it holds for both")
        #expect(inverse("ShelfAuthor", "profile") == "owner", "inferred")
        #expect(inverse("ShelfBook", "tags") == "books", "inferred between many and many")
        #expect(inverse("ShelfBook", "related") == nil, "nothing is inferred between an entity and itself")
        #expect(inverse("ShelfNode", "children") == "parent")
        #expect(inverse("ShelfNode", "parent") == "children")
        #expect(inverse("ShelfNode", "friends") == nil)
    }

    @Test func refusesTwoClassesOfOneName() {
        let schema = Schema(ShelfTag.self, ShelfOther.ShelfTag.self)
        #expect(throws: SwiftDataError.loadIssueModelContainer) { try PlanCompiler.compile(schema) }
    }

    @Test func givesEntityNamesWithoutWhatTheyAreNestedIn() {
        #expect(Schema.entityName(for: ShelfOther.ShelfTag.self) == "ShelfTag")
    }

    @Test func codesAndComparesSchemas() throws {
        let schema = Schema(ShelfPoet.self, ShelfNode.self, version: Schema.Version(1, 2, 3))
        let decoded = try JSONDecoder().decode(Schema.self, from: JSONEncoder().encode(schema))
        #expect(decoded == schema)
        #expect(decoded.version == Schema.Version(1, 2, 3))
        #expect(decoded.entitiesByName["ShelfPoet"]?.superentity?.name == "ShelfAuthor")
        #expect(Schema(ShelfNode.self) != Schema(ShelfTag.self))
        #expect(Schema(ShelfNode.self) != Schema(ShelfNode.self, version: Schema.Version(2, 0, 0)))
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("schema-\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: file) }
        try schema.save(to: file)
        #expect(try Schema.load(from: file) == schema)
    }

    @Test func ordersVersions() {
        #expect(Schema.Version(1, 9, 9) < Schema.Version(2, 0, 0))
        #expect(Schema.Version(1, 2, 3).description == "1.2.3")
    }

    @Test func metadataCanBeReadByMirror() throws {
        let metadata = try #require(ShelfTag.schemaMetadata.first)
        let labels = Mirror(reflecting: metadata).children.compactMap(\.label)
        #expect(labels == ["name", "keypath", "defaultValue", "metadata"])
    }
}
