import Foundation
import SwiftData

/// What the first release shipped, before anybody thought of versions.
enum BookmarkRelease1 {
    @Model
    final class Bookmark {
        var address: String
        var caption: String?
        var visits: Int

        init(address: String, caption: String? = nil, visits: Int = 0) {
            self.address = address
            self.caption = caption
            self.visits = visits
        }
    }
}

enum BookmarkSchemaV1: VersionedSchema {
    nonisolated(unsafe) static var versionIdentifier = Schema.Version(1, 0, 0)
    static let models: [any PersistentModel.Type] = [BookmarkRelease1.Bookmark.self]
}

enum BookmarkSchemaV2: VersionedSchema {
    static let versionIdentifier: Schema.Version = .init(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Bookmark.self, BookmarkFolder.self] }

    @Model
    final class Bookmark {
        @Attribute(.unique, originalName: "address", hashModifier: "v2") var link: String
        @Attribute(.spotlight, originalName: "caption") var title: String = "Untitled"
        @Attribute(.allowsCloudEncryption) var note: String?
        @Attribute(.externalStorage, .preserveValueOnDeletion) var icon: Data?
        @Attribute(.ephemeral) var isLoading: Bool = false
        var visits: Int = 0
        @Relationship(originalName: "parent", inverse: \BookmarkFolder.bookmarks) var folder: BookmarkFolder?

        init(link: String, title: String) {
            self.link = link
            self.title = title
        }
    }

    @Model
    final class BookmarkFolder {
        var name: String
        @Relationship(deleteRule: .cascade, maximumModelCount: 500) var bookmarks: [Bookmark]

        init(name: String, bookmarks: [Bookmark] = []) {
            self.name = name
            self.bookmarks = bookmarks
        }
    }
}

enum BookmarkMigrationPlan: SchemaMigrationPlan {
    static let schemas: [any VersionedSchema.Type] = [BookmarkSchemaV1.self, BookmarkSchemaV2.self]
    static var stages: [MigrationStage] { [v1ToV2] }

    nonisolated(unsafe) static let v1ToV2 = MigrationStage.custom(
        fromVersion: BookmarkSchemaV1.self,
        toVersion: BookmarkSchemaV2.self,
        willMigrate: { context in
            // The new link must be unique: keep the copy with the most visits.
            let all = try context.fetch(
                FetchDescriptor<BookmarkRelease1.Bookmark>(
                    sortBy: [SortDescriptor(\.visits, order: .reverse)]
                )
            )
            var seen: Set<String> = []
            for bookmark in all where !seen.insert(bookmark.address).inserted {
                context.delete(bookmark)
            }
            for bookmark in all where bookmark.caption == nil && !bookmark.isDeleted {
                bookmark.caption = bookmark.address
            }
            try context.save()
        },
        didMigrate: { context in
            let folder = BookmarkSchemaV2.BookmarkFolder(name: "Imported")
            context.insert(folder)
            folder.bookmarks = try context.fetch(
                FetchDescriptor<BookmarkSchemaV2.Bookmark>(
                    sortBy: [SortDescriptor(\.link)]
                )
            )
            try context.save()
        }
    )
}

typealias Bookmark = BookmarkSchemaV2.Bookmark
typealias BookmarkFolder = BookmarkSchemaV2.BookmarkFolder
