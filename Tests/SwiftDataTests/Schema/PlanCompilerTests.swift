import Testing

@testable import SwiftData

/// What plans are compiled from schemas.
@Suite struct PlanCompilerTests {
    private func plans() throws -> [String: EntityPlan] {
        let plans = try PlanCompiler.compile(Schema(ShelfPoet.self, ShelfNode.self))
        #expect(plans.map(\.index) == Array(plans.indices))
        return Dictionary(uniqueKeysWithValues: plans.map { ($0.name, $0) })
    }

    @Test func numbersPropertiesAndColumns() throws {
        let book = try #require(try plans()["ShelfBook"])
        #expect(book.properties.map(\.ordinal) == Array(book.properties.indices))
        #expect(book.properties.compactMap(\.columnIndex) == Array(1...9), "to-many and ephemeral ones have none")
        #expect(book.property(named: "scratch")?.columnIndex == nil)
        #expect(book.uniqueConstraints == [[0, 1]])
    }

    @Test func sharesInheritedProperties() throws {
        let plans = try plans()
        let author = try #require(plans["ShelfAuthor"])
        let poet = try #require(plans["ShelfPoet"])
        #expect(poet.table == "ShelfAuthor")
        #expect(poet.superplan === author)
        #expect(author.family.map(\.name) == ["ShelfAuthor", "ShelfPoet"])
        #expect(Set(author.discriminators) == [author.discriminator, poet.discriminator])
        #expect(poet.property(named: "name") === author.property(named: "name"))
        #expect(author.property(named: "name")?.columnIndex == 2)
        #expect(poet.property(named: "verses")?.ordinal == 3)
        #expect(poet.uniqueConstraints == [[0]])
        #expect(poet.property(\ShelfAuthor.name)?.ordinal == 0)
        #expect(poet.property(\ShelfPoet.name)?.ordinal == 0, "another key path than the superclass's")
    }

    @Test func linksBothEnds() throws {
        let plans = try plans()
        func relationship(_ entity: String, _ name: String) -> RelationshipPlan? {
            plans[entity]?.property(named: name)?.relationship
        }
        let books = try #require(relationship("ShelfAuthor", "books"))
        #expect(books.inverse === plans["ShelfBook"]?.property(named: "author"))
        #expect(books.destination === plans["ShelfBook"])
        guard case .inverseKey("ShelfBook", "author", "author_order") = books.storage else {
            Issue.record("\(books.storage)")
            return
        }
        guard case .foreignKey("profile") = relationship("ShelfAuthor", "profile")?.storage,
            case .inverseToOne("ShelfAuthor", "profile") = relationship("ShelfProfile", "owner")?.storage
        else {
            Issue.record("one-to-one: the end that sorts first has the column")
            return
        }
        guard
            case .joinTable("ShelfBook_tags", "ShelfBook", "tags", "tags_order") = relationship("ShelfBook", "tags")?
                .storage,
            case .joinTable("ShelfBook_tags", "tags", "ShelfBook", "ShelfBook_order") = relationship(
                "ShelfTag",
                "books"
            )?.storage
        else {
            Issue.record("many-to-many: one table, seen from both ends")
            return
        }
    }
}
