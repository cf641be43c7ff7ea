import SwiftData
import Synchronization
import Testing

@Suite struct NotificationTests {
    /// What the notifications of one context said.
    private final class Log: Sendable {
        struct Entry {
            var name: Notification.Name
            var inserted: [PersistentIdentifier] = []
            var updated: [PersistentIdentifier] = []
            var deleted: [PersistentIdentifier] = []
            var generation: Int?
            var tokens: Int?
            var hadChanges = false
        }

        private let entries = Mutex<[Entry]>([])

        var all: [Entry] { entries.withLock { $0 } }

        init(_ context: ModelContext) {
            for name in [ModelContext.willSave, ModelContext.didSave] {
                _ = NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) { [weak self] in
                    self?.note($0)
                }
            }
        }

        private func note(_ notification: Notification) {
            typealias Key = ModelContext.NotificationKey
            func identifiers(_ key: Key) -> [PersistentIdentifier] {
                notification.userInfo?[key.rawValue] as? [PersistentIdentifier] ?? []
            }
            let entry = Entry(
                name: notification.name,
                inserted: identifiers(.insertedIdentifiers),
                updated: identifiers(.updatedIdentifiers),
                deleted: identifiers(.deletedIdentifiers),
                generation: notification.userInfo?[Key.queryGeneration.rawValue] as? Int,
                tokens: (notification.userInfo?[Key.historyTokens.rawValue] as? [DefaultHistoryToken])?.count,
                hadChanges: (notification.object as? ModelContext)?.hasChanges ?? false
            )
            entries.withLock { $0.append(entry) }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func savesAreAnnouncedAndReported(kind: StoreKind) throws {
        let context = try TestStore(kind, [Plant.self, Bed.self]).makeContext()
        let changed = Plant(1)
        let deleted = Plant(2)
        context.insert(changed)
        context.insert(deleted)
        try context.save()
        let log = Log(context)
        try context.save()
        #expect(log.all.isEmpty, "a clean save says nothing")
        changed.name = "x"
        context.delete(deleted)
        let inserted = Plant(3)
        context.insert(inserted)
        try context.save()
        let entries = log.all
        #expect(entries.map(\.name) == [ModelContext.willSave, ModelContext.didSave])
        #expect(entries.map(\.hadChanges) == [true, false])
        let report = try #require(entries.last)
        #expect(report.inserted == [inserted.persistentModelID])
        #expect(report.updated == [changed.persistentModelID])
        #expect(report.deleted == [deleted.persistentModelID])
        #expect(report.generation != nil && report.tokens == 1)
    }

    @Test func aFailedSaveIsNotReported() throws {
        let context = try TestStore(.memory, [Plant.self, Bed.self]).makeContext()
        context.insert(Plant(1))
        context.insert(Plant(2))
        try context.save()
        let log = Log(context)
        try context.all(Plant.self)[1].code = 1
        #expect(throws: SwiftDataError.self) { try context.save() }
        #expect(log.all.map(\.name) == [ModelContext.willSave])
    }

    @Test func aChangeThenADeletionIsADeletion() throws {
        let context = try TestStore(.memory, [Plant.self, Bed.self]).makeContext()
        let plant = Plant(1)
        context.insert(plant)
        try context.save()
        let log = Log(context)
        plant.name = "before"
        context.delete(plant)
        plant.name = "after"
        try context.save()
        #expect(log.all.last?.updated == [])
        #expect(log.all.last?.deleted == [plant.persistentModelID])
    }

    @Test func cascadesAreReported() throws {
        let context = try TestStore(.memory, [Playlist.self, Track.self]).makeContext()
        let list = Playlist("list", tracks: [Track("a"), Track("b")])
        context.insert(list)
        try context.save()
        let log = Log(context)
        let identifiers = [list.persistentModelID] + list.tracks.map(\.persistentModelID)
        context.delete(list)
        try context.save()
        #expect(Set(log.all.last?.deleted ?? []) == Set(identifiers))
    }

    @Test func whatIsChangedBeforeTheSaveIsSaved() throws {
        let store = try TestStore(.memory, [Plant.self, Bed.self])
        let context = store.makeContext()
        let plant = Plant(1)
        context.insert(plant)
        nonisolated(unsafe) let stamped = plant
        let token = NotificationCenter.default.addObserver(
            forName: ModelContext.willSave,
            object: context,
            queue: nil
        ) { _ in stamped.note = "stamped" }
        defer { NotificationCenter.default.removeObserver(token) }
        try context.save()
        #expect(try store.makeContext().all(Plant.self).map(\.note) == ["stamped"])
        #expect(!context.hasChanges)
    }
}
