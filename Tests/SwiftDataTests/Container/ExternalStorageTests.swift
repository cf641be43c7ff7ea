import SwiftData
import Testing

/// Large values of `.externalStorage` attributes lie in files beside the store.
@Suite struct ExternalStorageTests {
    private let large = Data(repeating: 7, count: 300_000)
    private let larger = Data(repeating: 9, count: 400_000)

    private func files(_ store: TestStore) -> [Int] {
        let enumerator = FileManager.default.enumerator(
            at: store.folder.url,
            includingPropertiesForKeys: [.fileSizeKey, .isRegularFileKey]
        )
        let urls = enumerator?.compactMap { $0 as? URL } ?? []
        return urls.filter { !$0.lastPathComponent.hasPrefix("test.store") }
            .compactMap { try? $0.resourceValues(forKeys: [.fileSizeKey, .isRegularFileKey]) }
            .compactMap { $0.isRegularFile == true ? $0.fileSize : nil }.sorted()
    }

    @Test(arguments: StoreKind.allCases)
    func valuesAreReadBack(kind: StoreKind) throws {
        let store = try TestStore(kind, [Photo.self])
        let context = store.makeContext()
        context.insert(Photo("large", pixels: large, thumbnail: Data([1])))
        context.insert(Photo("empty", pixels: Data()))
        try context.save()
        let fresh = try store.makeFreshContext()
        let photos = try fresh.all(Photo.self)
        #expect(photos.map(\.pixels) == [large, Data()] && photos.map(\.thumbnail) == [Data([1]), nil])
        photos[0].pixels = larger
        photos[1].thumbnail = large
        try fresh.save()
        let read = try store.makeFreshContext().all(Photo.self)
        #expect(read.map(\.pixels) == [larger, Data()] && read.map(\.thumbnail) == [Data([1]), large])
    }

    @Test func filesAreWrittenReplacedAndRemoved() throws {
        let store = try TestStore(.file, [Photo.self])
        let context = store.makeContext()
        let photo = Photo("large", pixels: large, thumbnail: Data([1]))
        context.insert(photo)
        #expect(files(store).isEmpty)
        try context.save()
        #expect(files(store) == [300_000])
        photo.title = "renamed"
        try context.save()
        #expect(files(store) == [300_000], "another property leaves the file alone")
        photo.pixels = larger
        photo.thumbnail = large
        try context.save()
        #expect(files(store) == [300_000, 400_000])
        photo.thumbnail = nil
        try context.save()
        #expect(files(store) == [400_000])
        photo.pixels = Data([1])
        try context.save()
        #expect(files(store).isEmpty)
        photo.pixels = large
        try context.save()
        context.delete(photo)
        try context.save()
        #expect(files(store).isEmpty && photo.pixels == large, "the deleted object keeps what it had")
    }

    @Test func aFailedSaveLeavesTheOldFiles() throws {
        let store = try TestStore(.file, [Photo.self, Plant.self, Bed.self])
        let context = store.makeContext()
        let photo = Photo("large", pixels: large)
        context.insert(photo)
        context.insert(Plant(1))
        let clashing = Plant(2)
        context.insert(clashing)
        try context.save()
        photo.pixels = larger
        clashing.code = 1
        #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
        #expect(files(store) == [300_000])
        #expect(try store.makeFreshContext().all(Photo.self).map(\.pixels) == [large])
        clashing.code = 2
        try context.save()
        #expect(files(store) == [400_000])
    }

    @Test func aRollbackBringsTheStoredValueBack() throws {
        let store = try TestStore(.file, [Photo.self])
        let context = store.makeContext()
        let photo = Photo("large", pixels: large)
        context.insert(photo)
        try context.save()
        photo.pixels = larger
        context.rollback()
        #expect(photo.pixels == large)
        try context.save()
        #expect(files(store) == [300_000])
    }

    @Test func anUpsertReplacesTheFile() throws {
        let store = try TestStore(.file, [Portrait.self])
        let context = store.makeContext()
        context.insert(Portrait("Ada", pixels: large))
        try context.save()
        context.insert(Portrait("Ada", pixels: larger))
        try context.save()
        #expect(files(store) == [400_000])
        #expect(try store.makeFreshContext().all(Portrait.self).map(\.pixels) == [larger])
        context.insert(Portrait("Ada", pixels: Data([1])))
        try context.save()
        #expect(files(store).isEmpty)
        #expect(try store.makeFreshContext().all(Portrait.self).map(\.pixels) == [Data([1])])
    }

    /// An update that waits until another row gives up the unique value is tried twice, and leaves one file.
    @Test func changesThatWaitForEachOtherLeaveNoFileOver() throws {
        let store = try TestStore(.file, [Portrait.self])
        let context = store.makeContext()
        let portraits = [Portrait("Ada", pixels: large), Portrait("Bea", pixels: large)]
        portraits.forEach(context.insert)
        try context.save()
        for (portrait, name) in zip(portraits, ["Bea", "Ada"]) {
            portrait.name = name
            portrait.pixels = larger
        }
        try context.save()
        #expect(files(store) == [400_000, 400_000])
        #expect(try store.makeFreshContext().all(Portrait.self).map(\.pixels) == [larger, larger])
    }

    @Test func anotherContextSeesTheNewValue() throws {
        let store = try TestStore(.file, [Photo.self])
        let context = store.makeContext()
        let photo = Photo("large", pixels: large)
        context.insert(photo)
        try context.save()
        let other = store.makeContext()
        let twin = try #require(try other.all(Photo.self).first)
        #expect(twin.pixels == large)
        photo.pixels = larger
        try context.save()
        #expect(twin.pixels == larger)
    }

    @Test func erasingRemovesTheFiles() throws {
        let store = try TestStore(.file, [Photo.self])
        let context = store.makeContext()
        context.insert(Photo("large", pixels: large))
        try context.save()
        try store.container.erase()
        #expect(files(store).isEmpty)
    }
}
