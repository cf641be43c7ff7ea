import Foundation
import SwiftData
import Testing

struct BookmarkMigrationTests {
    private func writeRelease1(to url: URL) throws {
        let container = try ModelContainer(
            for: BookmarkRelease1.Bookmark.self,
            configurations: ModelConfiguration(url: url)
        )
        let context = ModelContext(container)
        let rows: [(String, String?, Int)] = [("b.org", "B", 1), ("a.org", nil, 5), ("b.org", "B again", 9)]
        for (address, caption, visits) in rows {
            context.insert(BookmarkRelease1.Bookmark(address: address, caption: caption, visits: visits))
        }
        try context.save()
    }

    private func openV2(_ url: URL) throws -> ModelContainer {
        try ModelContainer(
            for: Bookmark.self,
            BookmarkFolder.self,
            migrationPlan: BookmarkMigrationPlan.self,
            configurations: ModelConfiguration(url: url)
        )
    }

    @Test func unversionedStoreGoesThroughThePlan() throws {
        let folder = try TemporaryFolder()
        let url = folder.file("bookmarks.store")
        try writeRelease1(to: url)
        let context = ModelContext(try openV2(url))
        let bookmarks = try context.fetch(FetchDescriptor<Bookmark>(sortBy: [SortDescriptor(\.link)]))
        #expect(bookmarks.map(\.link) == ["a.org", "b.org"])
        #expect(bookmarks.map(\.title) == ["a.org", "B again"])
        #expect(bookmarks.map(\.visits) == [5, 9])
        #expect(bookmarks.map(\.note) == [nil, nil])
        #expect(bookmarks.map { $0.folder?.name } == ["Imported", "Imported"])
        #expect(bookmarks.first?.folder?.bookmarks.map(\.link) == ["a.org", "b.org"])
    }

    @Test func planRunsOnlyOnce() throws {
        let folder = try TemporaryFolder()
        let url = folder.file("bookmarks.store")
        try writeRelease1(to: url)
        _ = try openV2(url)
        let context = ModelContext(try openV2(url))
        #expect(try context.fetchCount(FetchDescriptor<BookmarkFolder>()) == 1)
        context.insert(Bookmark(link: "a.org", title: "newer"))
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Bookmark>()) == 2)
    }

    @Test func optionsAreVisibleInTheSchema() throws {
        let schema = Schema(versionedSchema: BookmarkSchemaV2.self)
        let entity = try #require(schema.entity(for: Bookmark.self))
        let link = try #require(entity.attributesByName["link"])
        #expect(link.isUnique)
        #expect(link.originalName == "address")
        #expect(link.hashModifier == "v2")
        #expect(link.options.contains(.unique))
        #expect(entity.attributesByName["title"]?.options == [.spotlight])
        #expect(entity.attributesByName["title"]?.defaultValue as? String == "Untitled")
        #expect(entity.attributesByName["icon"]?.options == [.externalStorage, .preserveValueOnDeletion])
        #expect(entity.attributesByName["icon"]?.isOptional == true)
        #expect(entity.relationshipsByName["folder"]?.isToOneRelationship == true)
        let folder = try #require(schema.entity(for: BookmarkFolder.self)?.relationshipsByName["bookmarks"])
        #expect(folder.deleteRule == .cascade)
        #expect(folder.options.isEmpty)
        #expect(folder.maximumModelCount == 500)
    }
}
