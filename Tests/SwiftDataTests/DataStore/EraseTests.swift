import Foundation
import SwiftData
import Testing

/// What a container could be asked at first; a protocol's call of a deprecated method draws no warning.
private protocol ErasesByItsOldName {
    func deleteAllData()
}

extension ModelContainer: ErasesByItsOldName {}

@Suite("Erasing a container")
struct EraseTests {
    @Test(arguments: StoreKind.allCases) func `by its old name too`(kind: StoreKind) throws {
        let store = try TestStore(kind, [LoggedValue.self])
        let context = ModelContext(store.container)
        let object = LoggedValue(value: 1)
        context.insert(object)
        try context.save()
        (store.container as any ErasesByItsOldName).deleteAllData()
        #expect(try context.fetchCount(FetchDescriptor<LoggedValue>()) == 0)
        #expect(object.modelContext == nil)
        context.insert(LoggedValue(value: 2))
        try context.save()
        #expect(try ModelContext(store.container).fetch(FetchDescriptor<LoggedValue>()).map(\.value) == [2])
    }

    /// The method cannot throw: the contexts do.
    @Test func `by its old name where nothing may be written`() throws {
        let folder = try TemporaryFolder()
        let schema = Schema([LoggedValue.self])
        let writable = try ModelContainer(for: schema, configurations: ModelConfiguration(url: folder.file()))
        let writer = ModelContext(writable)
        writer.insert(LoggedValue(value: 1))
        try writer.save()
        let configuration = ModelConfiguration(url: folder.file(), allowsSave: false)
        let container = try ModelContainer(for: schema, configurations: configuration)
        let context = ModelContext(container)
        #expect(try context.fetchCount(FetchDescriptor<LoggedValue>()) == 1)
        (container as any ErasesByItsOldName).deleteAllData()
        #expect(throws: StoreError.self) { try context.fetchCount(FetchDescriptor<LoggedValue>()) }
        #expect(context.lastLoadError is StoreError)
        #expect(try context.fetchCount(FetchDescriptor<LoggedValue>()) == 1)
    }
}
