import AppCommons
import CloudKit
import Foundation
import SwiftData
import Testing

@testable import IdeaBoxCore

/// Stores of the schema 1.0.0, from before there was sync.
@Suite("Stores of the first schema")
struct FirstSchemaTests {
    /// The models as they were.
    enum First {
        @Model final class Idea {
            #Index<Idea>(
                [\.updatedAt],
                [\.deviceId],
                [\.isCompleted],
                [\.deletedAt, \.createdAt],
                [\.deletedAt, \.isCompleted, \.updatedAt]
            )
            @Attribute(.unique) var id: UUID
            var title: String
            var details: String = ""
            var isCompleted: Bool = false
            var createdAt: Date
            var updatedAt: Date
            var deviceId: String
            var version: Int = 0
            var lastSyncedAt: Date?
            var deletedAt: Date?
            @Relationship(deleteRule: .cascade) var syncState: SyncState?

            init(id: UUID, title: String, at date: Date, deviceId: String) {
                self.id = id
                self.title = title
                (createdAt, updatedAt) = (date, date)
                self.deviceId = deviceId
            }
        }

        @Model final class SyncState {
            @Attribute(.unique) var ideaId: UUID
            var localVersion: Int
            var remoteVersion: Int?
            var cloudKitRecordName: String?
            var recordChangeTag: String?
            var encodedSystemFields: Data?
            var lastSyncedAt: Date?
            var lastConflictAt: Date?
            var lastModifiedAt: Date
            var pendingSince: Date?
            var isPendingSync: Bool
            var isObsolete: Bool = false
            var conflictResolutionStrategy: String

            init(ideaId: UUID, at date: Date) {
                self.ideaId = ideaId
                localVersion = 0
                lastModifiedAt = date
                pendingSince = date
                isPendingSync = true
                conflictResolutionStrategy = "lastWrite"
            }
        }

        @Model final class SyncLog {
            #Index<SyncLog>([\.ideaId], [\.timestamp], [\.eventType])
            @Attribute(.unique) var id: UUID
            var ideaId: UUID?
            var eventType: String
            var timestamp: Date
            var details: String?
            var deviceId: String
            var errorCode: Int?

            init(id: UUID, ideaId: UUID, at date: Date, deviceId: String) {
                self.id = id
                self.ideaId = ideaId
                eventType = "create"
                timestamp = date
                self.deviceId = deviceId
            }
        }
    }

    /// Leaves a store of the first schema in the box: one open idea, one in the trash.
    private static func leave(in box: TestBox) throws {
        let schema = Schema(
            [First.Idea.self, First.SyncState.self, First.SyncLog.self],
            version: Schema.Version(1, 0, 0)
        )
        try POSIXFiles.makeFolder(box.folders.data, mode: 0o700)
        var place = ModelConfiguration("IdeaBox", schema: schema, url: box.folders.storeFile, cloudKitDatabase: .none)
        place.durability = .full
        place.pageChecksums = true
        place.fullTextIndexes = [FullTextIndex(\First.Idea.title, \First.Idea.details)]
        let container = try ModelContainer(for: schema, configurations: place)
        let context = ModelContext(container)
        let device = try DeviceIdentity.load(from: box.folders.deviceFile, in: box.surroundings).deviceId
        for (number, title) in [(1, "kept"), (2, "thrown away")] as [(UInt8, String)] {
            let idea = First.Idea(id: sampleID(number), title: title, at: sampleMoment, deviceId: device)
            if number == 2 { idea.deletedAt = sampleMoment }
            context.insert(idea)
            idea.syncState = First.SyncState(ideaId: idea.id, at: sampleMoment)
            context.insert(
                First.SyncLog(id: sampleID(number + 10), ideaId: idea.id, at: sampleMoment, deviceId: device)
            )
        }
        try context.save()
    }

    @Test("One is opened, brought to the present schema, and synced")
    func opened() async throws {
        let box = try TestBox()
        try Self.leave(in: box)
        let store = try box.open()
        #expect(store.notices.isEmpty)
        #expect(try store.repository.counts() == IdeaCounts(all: 1, open: 1, completed: 0, trash: 1, pending: 2))
        #expect(try store.repository.titles(.all) == ["kept"])
        #expect(try store.repository.events() == ["create", "create"])
        #expect(try store.repository.search("kep", IdeaPage()).elements.map(\.id) == [sampleID(1)])
        let cloud = try await Cloud()
        let phone = try await Device(cloud, box: box)
        try await phone.sync()
        #expect(try phone.pending() == 0)
        let laptop = try await Device(cloud)
        try await laptop.sync()
        #expect(try laptop.titles() == ["kept"])
        try laptop.edit(sampleID(1), "changed")
        try await laptop.sync()
        try await phone.sync()
        #expect(try phone.titles() == ["changed"])
    }

    @Test("One that may only be looked at says clearly what is in the way, and stays as it is")
    func readOnly() throws {
        let box = try TestBox()
        try Self.leave(in: box)
        let before = try Data(contentsOf: box.folders.storeFile)
        var words = ""
        do {
            let container = try StoreConfiguration.container(at: box.folders.storeFile, isReadOnly: true)
            _ = try IdeaStore.repository(container, box.folders, box.surroundings).counts()
        } catch {
            words = Messages(language: .english).text(for: error)
        }
        // Bringing it to the present schema would be a change.
        #expect(words == "the store cannot be written to")
        #expect(try Data(contentsOf: box.folders.storeFile) == before)
    }
}
