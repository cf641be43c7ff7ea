import Foundation
import SwiftData
import Testing

@MainActor
struct JournalTests {
    @Test func notificationsCountWhatWasSaved() throws {
        let store = try JournalStore.inMemory()
        defer { store.stopObserving() }
        let entry = JournalEntry("First", text: "one two three", createdAt: .day(1))
        store.context.insert(entry)
        store.context.insert(JournalEntry("Second", createdAt: .day(2)))
        try store.context.save()
        entry.isPinned = true
        try store.context.save()
        store.context.delete(entry)
        try store.context.save()
        try store.context.save()

        #expect(
            store.reports == [
                .init(inserted: 2), .init(updated: 1), .init(deleted: 1),
            ]
        )
        #expect(store.willSaveCount == 3)
    }

    @Test func transactionSavesAtItsEnd() throws {
        let store = try JournalStore.inMemory()
        defer { store.stopObserving() }
        let entry = JournalEntry("First", text: "one two three", createdAt: .day(1))
        store.context.insert(entry)
        try store.update(entry, text: "only two", at: .day(3))
        #expect(store.context.hasChanges == false)

        let other = ModelContext(store.container)
        #expect(try other.fetch(FetchDescriptor<JournalEntry>()).map(\.wordCount) == [2])
        #expect(try other.fetch(FetchDescriptor<JournalEntry>()).map(\.editedAt) == [.day(3)])
    }

    @Test func failingTransactionSavesNothing() throws {
        struct Stop: Error {}
        let store = try JournalStore.inMemory()
        defer { store.stopObserving() }
        #expect(throws: Stop.self) {
            try store.context.transaction {
                store.context.insert(JournalEntry("Lost", createdAt: .day(1)))
                throw Stop()
            }
        }
        store.context.rollback()
        #expect(try store.entries().isEmpty)
        #expect(try ModelContext(store.container).fetchCount(FetchDescriptor<JournalEntry>()) == 0)
    }

    @Test func bigAttachmentsLiveOutsideButComeBack() throws {
        let folder = try TemporaryFolder()
        let configuration = ModelConfiguration("Journal", url: folder.file("journal.store"))
        let big = Data((0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        do {
            let store = try JournalStore(configuration: configuration)
            defer { store.stopObserving() }
            let entry = JournalEntry("Photos", createdAt: .day(1))
            store.context.insert(entry)
            let attachment = Attachment(fileName: "a.jpg", data: big)
            attachment.uploadProgress = 0.5
            attachment.thumbnail = Data([1, 2, 3])
            entry.attachments?.append(attachment)
            entry.attachments?.append(Attachment(fileName: "empty.txt", data: Data()))
            try store.context.save()
            #expect(attachment.uploadProgress == 0.5)
        }
        let store = try JournalStore(configuration: configuration)
        defer { store.stopObserving() }
        let entry = try #require(try store.entries().first)
        #expect(entry.attachments?.map(\.fileName) == ["a.jpg", "empty.txt"])
        #expect(entry.attachments?.first?.data == big)
        #expect(entry.attachments?.first?.thumbnail == Data([1, 2, 3]))
        #expect(entry.attachments?.first?.uploadProgress == 0)
        #expect(entry.attachments?.last?.data.isEmpty == true)

        entry.attachments?.first?.data = Data("small".utf8)
        try store.context.save()
        let reader = ModelContext(store.container)
        let again = try reader.fetch(
            FetchDescriptor<Attachment>(predicate: #Predicate { $0.fileName == "a.jpg" })
        )
        #expect(again.first?.data == Data("small".utf8))
        store.context.delete(entry)
        try store.context.save()
        #expect(try store.context.fetchCount(FetchDescriptor<Attachment>()) == 0)
    }

    @Test func pinnedFirst() throws {
        let store = try JournalStore.inMemory()
        defer { store.stopObserving() }
        for day in 1...4 {
            let entry = JournalEntry("\(day)", createdAt: .day(day))
            entry.isPinned = day == 2
            entry.coordinates = day == 3 ? [48.2, 16.4] : nil
            store.context.insert(entry)
        }
        try store.context.save()
        #expect(try store.entries().map(\.title) == ["2", "4", "3", "1"])
        #expect(try store.entries(pinnedFirst: false).map(\.coordinates) == [nil, [48.2, 16.4], nil, nil])
        #expect(store.context.autosaveEnabled == false)
        #expect(ModelContext(store.container).autosaveEnabled == false)
    }

    @Test func mainContextSavesByItself() throws {
        let container = try ModelContainer(
            for: JournalEntry.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        #expect(container.mainContext.autosaveEnabled)
        #expect(container.mainContext === container.mainContext)
    }
}
