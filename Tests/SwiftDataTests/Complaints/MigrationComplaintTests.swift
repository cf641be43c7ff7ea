import SwiftData
import Testing

private enum AlbumV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Album.self, Cover.self] }

    @Model
    final class Album {
        var title: String
        var length: String
        var cover: Cover?

        init(_ title: String, length: String) {
            self.title = title
            self.length = length
        }
    }
}

private enum AlbumV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    /// The cover did not change, so its class is the old one.
    typealias Cover = SwiftDataTests.Cover
    static var models: [any PersistentModel.Type] { [Album.self, Cover.self] }

    @Model
    final class Album {
        var title: String
        var length: Int = 0
        var year: Int = 1_970
        var cover: Cover?

        init(_ title: String, length: Int) {
            self.title = title
            self.length = length
        }
    }
}

@Model
final class Cover {
    var color: String

    init(_ color: String) { self.color = color }
}

/// As the first, with one property more: nothing is in the way of its migration.
private enum AlbumV3: VersionedSchema {
    static let versionIdentifier = Schema.Version(3, 0, 0)
    typealias Cover = SwiftDataTests.Cover
    static var models: [any PersistentModel.Type] { [Album.self, Cover.self] }

    @Model
    final class Album {
        var title: String
        var length: String
        var year: Int = 1_970
        var cover: Cover?

        init(_ title: String, length: String) {
            self.title = title
            self.length = length
        }
    }
}

private enum AlbumPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [AlbumV1.self, AlbumV2.self] }
    static var stages: [MigrationStage] {
        [
            .bridging(fromVersion: AlbumV1.self, toVersion: AlbumV2.self) { old, new in
                for album in try old.fetch(FetchDescriptor<AlbumV1.Album>()) {
                    let title = album.title
                    let twins = FetchDescriptor<AlbumV2.Album>(predicate: #Predicate { $0.title == title })
                    for twin in try new.fetch(twins) { twin.length = Int(album.length) ?? -1 }
                }
            }
        ]
    }
}

private enum WrongPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [AlbumV1.self, AlbumV3.self] }
    static var stages: [MigrationStage] {
        [
            .custom(
                fromVersion: AlbumV1.self,
                toVersion: AlbumV3.self,
                willMigrate: { context in _ = try context.fetch(FetchDescriptor<AlbumV3.Album>()) },
                didMigrate: nil
            )
        ]
    }
}

@Suite struct MigrationComplaintTests {
    /// A store without any version, as an app's first release writes it.
    private func makeOldStore(_ folder: TemporaryFolder) throws {
        let configuration = ModelConfiguration(url: folder.file())
        let context = ModelContext(
            try ModelContainer(for: AlbumV1.Album.self, SwiftDataTests.Cover.self, configurations: configuration)
        )
        let album = AlbumV1.Album("one", length: "42")
        album.cover = Cover("red")
        context.insert(album)
        try context.save()
    }

    private func open(
        _ folder: TemporaryFolder,
        _ version: any VersionedSchema.Type,
        _ plan: any SchemaMigrationPlan.Type
    ) throws -> ModelContext {
        ModelContext(
            try ModelContainer(
                for: Schema(versionedSchema: version),
                migrationPlan: plan,
                configurations: ModelConfiguration(url: folder.file())
            )
        )
    }

    @Test func anUnversionedStoreIsKnownByItsSchemaAndBothSidesAreSeen() throws {
        let folder = try TemporaryFolder()
        try makeOldStore(folder)
        let albums = try open(folder, AlbumV2.self, AlbumPlan.self).all(AlbumV2.Album.self)
        #expect(albums.map(\.title) == ["one"] && albums.map(\.length) == [42] && albums.map(\.year) == [1_970])
        #expect(albums.first?.cover?.color == "red")
    }

    @Test func aNewTypeInWillMigrateIsAnErrorWithItsName() throws {
        let folder = try TemporaryFolder()
        try makeOldStore(folder)
        do {
            _ = try open(folder, AlbumV3.self, WrongPlan.self)
            Issue.record("willMigrate read a type that is not there yet")
        } catch {
            #expect("\(error)".contains("at version 1.0.0"), "\(error)")
            #expect("\(error)".contains("Album is not an entity of this container"), "\(error)")
        }
        let untouched = ModelContext(
            try ModelContainer(
                for: AlbumV1.Album.self,
                SwiftDataTests.Cover.self,
                configurations: ModelConfiguration(url: folder.file())
            )
        )
        #expect(try untouched.all(AlbumV1.Album.self).map(\.length) == ["42"])
    }
}
