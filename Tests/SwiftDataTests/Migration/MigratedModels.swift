import Foundation
import SwiftData

// The models of three versions of an app, nested as apps nest them.

enum NotesV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Note.self, Folder.self] }

    @Model final class Note {
        var title: String
        var stars: String
        var folder: Folder?

        init(title: String, stars: String) {
            self.title = title
            self.stars = stars
        }
    }

    @Model final class Folder {
        var name: String
        @Relationship(inverse: \Note.folder) var notes: [Note] = []

        init(name: String) { self.name = name }
    }
}

enum NotesV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Note.self, Folder.self] }

    @Model final class Note {
        @Attribute(originalName: "title") var headline: String
        var stars: String
        var slug: UUID = UUID()
        var isPinned: Bool = false
        var folder: Folder?

        init(headline: String, stars: String) {
            self.headline = headline
            self.stars = stars
        }
    }

    @Model final class Folder {
        var name: String
        @Relationship(inverse: \Note.folder) var notes: [Note] = []

        init(name: String) { self.name = name }
    }
}

enum NotesV3: VersionedSchema {
    static let versionIdentifier = Schema.Version(3, 0, 0)
    static var models: [any PersistentModel.Type] { [Note.self, Folder.self] }

    @Model final class Note {
        @Attribute(.unique, originalName: "title") var headline: String
        /// A number now, and no longer the text of one.
        var stars: Int
        var slug: UUID = UUID()
        var isPinned: Bool = false
        var folder: Folder?

        init(headline: String, stars: Int) {
            self.headline = headline
            self.stars = stars
        }
    }

    @Model final class Folder {
        var name: String
        @Relationship(inverse: \Note.folder) var notes: [Note] = []

        init(name: String) { self.name = name }
    }
}

struct StageFailure: Error {}

/// From 1 to 2 two notes of the same name are told apart, from 2 to 3 texts become numbers.
enum NotesPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [NotesV1.self, NotesV2.self, NotesV3.self] }
    static var stages: [MigrationStage] {
        [
            .custom(
                fromVersion: NotesV1.self,
                toVersion: NotesV2.self,
                willMigrate: { context in
                    for note in try context.fetch(FetchDescriptor<NotesV1.Note>()) { note.title += "!" }
                },
                didMigrate: { context in
                    let notes = try context.fetch(FetchDescriptor<NotesV2.Note>(sortBy: [SortDescriptor(\.headline)]))
                    for (number, note) in notes.enumerated() { note.headline += " \(number)" }
                }
            ),
            .bridging(fromVersion: NotesV2.self, toVersion: NotesV3.self) { old, new in
                let before = try old.fetch(FetchDescriptor<NotesV2.Note>())
                let stars = Dictionary(before.map { ($0.headline, Int($0.stars) ?? 0) }, uniquingKeysWith: max)
                for note in try new.fetch(FetchDescriptor<NotesV3.Note>()) { note.stars = stars[note.headline] ?? -1 }
            },
        ]
    }
}

/// The same first stage, whose code fails after it has saved.
enum FailingPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [NotesV1.self, NotesV2.self] }
    static var stages: [MigrationStage] {
        [
            .custom(
                fromVersion: NotesV1.self,
                toVersion: NotesV2.self,
                willMigrate: { context in
                    try context.delete(model: NotesV1.Note.self)
                    try context.save()
                },
                didMigrate: { _ in throw StageFailure() }
            )
        ]
    }
}

enum LightPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [NotesV1.self, NotesV2.self] }
    static var stages: [MigrationStage] { [.lightweight(fromVersion: NotesV1.self, toVersion: NotesV2.self)] }
}

// Versions that differ in what the tables do not show, and in a value kept outside the store.

enum RulesV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Parent.self, Child.self] }

    @Model final class Parent {
        @Attribute(.externalStorage) var photo: Data?
        @Relationship(inverse: \Child.parent) var children: [Child] = []
        init() {}
    }

    @Model final class Child {
        var parent: Parent?
        init() {}
    }
}

enum RulesV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Parent.self, Child.self] }

    @Model final class Parent {
        @Attribute(.externalStorage) var photo: Data?
        @Relationship(deleteRule: .cascade, inverse: \Child.parent) var children: [Child] = []
        init() {}
    }

    @Model final class Child {
        var parent: Parent?
        init() {}
    }
}

enum RulesV3: VersionedSchema {
    static let versionIdentifier = Schema.Version(3, 0, 0)
    static var models: [any PersistentModel.Type] { [Parent.self] }

    @Model final class Parent {
        @Attribute(.externalStorage) var photo: Data?
        var note: String = ""
        init() {}
    }
}

enum RulesPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [RulesV1.self, RulesV2.self, RulesV3.self] }
    static var stages: [MigrationStage] {
        [
            .lightweight(fromVersion: RulesV1.self, toVersion: RulesV2.self),
            .custom(
                fromVersion: RulesV2.self,
                toVersion: RulesV3.self,
                willMigrate: nil,
                didMigrate: { context in
                    for parent in try context.fetch(FetchDescriptor<RulesV3.Parent>()) {
                        parent.note = "seen \(parent.photo?.count ?? 0)"
                    }
                    try context.save()
                }
            ),
        ]
    }
}

// Two entities in two files.

enum SplitV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [A.self, B.self] }

    @Model final class A {
        init() {}
    }

    @Model final class B {
        var name: String = "b"
        init() {}
    }
}

enum SplitV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [A.self, B.self] }

    @Model final class A {
        var count: Int = 5
        init() {}
    }

    @Model final class B {
        var name: String = "b"
        init() {}
    }
}

enum SplitPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [SplitV1.self, SplitV2.self] }
    static var stages: [MigrationStage] { [.lightweight(fromVersion: SplitV1.self, toVersion: SplitV2.self)] }
}
