import Foundation
import SwiftData
import Testing

@testable import SwiftData

/// Migrations as an app meets them: a container opened with newer models on an older file.
@Suite struct ContainerMigrationTests {
    private func container<Version: VersionedSchema>(
        _ version: Version.Type,
        at url: URL,
        plan: (any SchemaMigrationPlan.Type)? = nil
    ) throws -> ModelContainer {
        let schema = Schema(versionedSchema: version)
        return try ModelContainer(
            for: schema,
            migrationPlan: plan,
            configurations: [ModelConfiguration(schema: schema, url: url)]
        )
    }

    /// A store of version 1 with two notes of the same name in a folder.
    private func firstStore() throws -> TemporaryStore {
        let store = try TemporaryStore()
        let context = ModelContext(try container(NotesV1.self, at: store.url))
        let folder = NotesV1.Folder(name: "boats")
        context.insert(folder)
        for stars in ["5", "many"] {
            let note = NotesV1.Note(title: "regatta", stars: stars)
            context.insert(note)
            folder.notes.append(note)
        }
        try context.save()
        return store
    }

    @Test func migratesLightlyWithoutAPlan() throws {
        let store = try firstStore()
        let context = ModelContext(try container(NotesV2.self, at: store.url))
        let notes = try context.fetch(FetchDescriptor<NotesV2.Note>())
        #expect(notes.map(\.headline) == ["regatta", "regatta"])
        #expect(notes.allSatisfy { !$0.isPinned && $0.folder?.name == "boats" })
        #expect(Set(notes.map(\.slug)).count == 2, "a default that differs each time is made for each object")
        let folder = try #require(try context.fetch(FetchDescriptor<NotesV2.Folder>()).first)
        #expect(folder.notes.map(\.stars) == ["5", "many"])
    }

    @Test func keepsABackupUntilTheStoreHasBeenOpenedOnceMore() throws {
        let store = try firstStore()
        let backup = StoreBackup.url(of: store.url, version: Schema.Version(1, 0, 0))
        #expect(!FileManager.default.fileExists(atPath: backup.path))
        _ = try container(NotesV2.self, at: store.url)
        #expect(FileManager.default.fileExists(atPath: backup.path))
        #expect(try ModelContext(container(NotesV1.self, at: backup)).fetch(FetchDescriptor<NotesV1.Note>()).count == 2)
        _ = try container(NotesV2.self, at: store.url)
        #expect(!FileManager.default.fileExists(atPath: backup.path))
    }

    @Test func runsStagesWithCode() throws {
        let store = try firstStore()
        let context = ModelContext(try container(NotesV3.self, at: store.url, plan: NotesPlan.self))
        let notes = try context.fetch(FetchDescriptor<NotesV3.Note>(sortBy: [SortDescriptor(\.headline)]))
        #expect(notes.map(\.headline) == ["regatta! 0", "regatta! 1"])
        #expect(notes.map(\.stars).sorted() == [0, 5])
        #expect(notes.allSatisfy { $0.folder?.name == "boats" })
        let files = try FileManager.default.contentsOfDirectory(atPath: store.folder.path)
        #expect(!files.contains { $0.contains("migrating") }, "\(files)")
        // The plan has nothing more to do.
        let again = ModelContext(try container(NotesV3.self, at: store.url, plan: NotesPlan.self))
        #expect(try again.fetch(FetchDescriptor<NotesV3.Note>()).count == 2)
    }

    @Test func leavesTheStoreAsItWasWhenAStageFails() throws {
        let store = try firstStore()
        let error = #expect(throws: MigrationError.self) {
            try container(NotesV2.self, at: store.url, plan: FailingPlan.self)
        }
        #expect(error?.kind == .stageFailed)
        let context = ModelContext(try container(NotesV1.self, at: store.url))
        #expect(try context.fetch(FetchDescriptor<NotesV1.Note>()).map(\.title) == ["regatta", "regatta"])
    }

    @Test func refusesAChangeThatNeedsCodeNamingTheProperty() throws {
        let store = try firstStore()
        let error = #expect(throws: MigrationError.self) { try container(NotesV3.self, at: store.url) }
        #expect(error?.kind == .notLightweight)
        #expect(error?.entity == "Note")
        #expect(error?.property == "stars")
        _ = try container(NotesV1.self, at: store.url)
    }

    @Test func refusesAStoreOfANewerVersion() throws {
        let store = try TemporaryStore()
        _ = try container(NotesV3.self, at: store.url)
        let error = #expect(throws: MigrationError.self) {
            try container(NotesV2.self, at: store.url, plan: LightPlan.self)
        }
        #expect(error?.kind == .backwardMigration)
        #expect(error?.reason.contains("3.0.0") == true)
    }

    @Test func errorsMatchTheFrameworksPatterns() throws {
        let store = try firstStore()
        #expect(throws: SwiftDataError.loadIssueModelContainer) { try self.open(NotesV3.self, store.url) }
        let newer = try TemporaryStore()
        _ = try container(NotesV3.self, at: newer.url)
        #expect(throws: SwiftDataError.backwardMigration) { try self.open(NotesV2.self, newer.url, LightPlan.self) }
    }

    /// Throws `SwiftDataError` for what matches one, as `catch` sees it.
    private func open<Version: VersionedSchema>(
        _ version: Version.Type,
        _ url: URL,
        _ plan: (any SchemaMigrationPlan.Type)? = nil
    ) throws {
        do {
            _ = try container(version, at: url, plan: plan)
        } catch SwiftDataError.backwardMigration {
            throw SwiftDataError.backwardMigration
        } catch SwiftDataError.loadIssueModelContainer {
            throw SwiftDataError.loadIssueModelContainer
        }
    }

    @Test func changesNoFileForADeleteRule() throws {
        let store = try TemporaryStore()
        _ = try container(RulesV1.self, at: store.url)
        let before = try store.rows("SELECT value FROM _metadata WHERE key = 'structure'")
        _ = try container(RulesV2.self, at: store.url)
        #expect(try store.rows("SELECT value FROM _metadata WHERE key = 'structure'") != before)
        #expect(try store.rows("SELECT value FROM _metadata WHERE key = 'version'") == ["2.0.0"])
        let files = try FileManager.default.contentsOfDirectory(atPath: store.folder.path)
        #expect(!files.contains { $0.contains("backup") }, "\(files)")
    }

    @Test func keepsExternalValues() throws {
        let store = try TemporaryStore()
        let large = Data(repeating: 7, count: 300_000)
        let first = ModelContext(try container(RulesV1.self, at: store.url))
        let parent = RulesV1.Parent()
        parent.photo = large
        first.insert(parent)
        try first.save()
        let context = ModelContext(try container(RulesV3.self, at: store.url, plan: RulesPlan.self))
        let migrated = try #require(try context.fetch(FetchDescriptor<RulesV3.Parent>()).first)
        #expect(migrated.photo == large)
        #expect(migrated.note == "seen \(large.count)")
    }

    @Test func migratesEachStoreOfADividedContainer() throws {
        let left = try TemporaryStore()
        let right = try TemporaryStore()
        func open<Version: VersionedSchema>(
            _ version: Version.Type,
            _ one: any PersistentModel.Type,
            _ two: any PersistentModel.Type
        ) throws -> ModelContainer {
            try ModelContainer(
                for: Schema(versionedSchema: version),
                migrationPlan: SplitPlan.self,
                configurations: [
                    ModelConfiguration(
                        "left",
                        schema: Schema([one], version: version.versionIdentifier),
                        url: left.url
                    ),
                    ModelConfiguration(
                        "right",
                        schema: Schema([two], version: version.versionIdentifier),
                        url: right.url
                    ),
                ]
            )
        }
        let first = ModelContext(try open(SplitV1.self, SplitV1.A.self, SplitV1.B.self))
        first.insert(SplitV1.A())
        first.insert(SplitV1.B())
        try first.save()
        let context = ModelContext(try open(SplitV2.self, SplitV2.A.self, SplitV2.B.self))
        #expect(try context.fetch(FetchDescriptor<SplitV2.A>()).map(\.count) == [5])
        #expect(try context.fetch(FetchDescriptor<SplitV2.B>()).map(\.name) == ["b"])
    }
}
