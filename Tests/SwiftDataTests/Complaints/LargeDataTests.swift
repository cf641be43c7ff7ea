import SwiftData
import Testing

@Suite struct LargeDataTests {
    @Test func imagesAreReadWhenAskedFor() throws {
        let store = try TestStore(.file, [Photo.self])
        let context = store.makeContext()
        for number in 1...10 {
            context.insert(Photo("\(number)", pixels: Data(repeating: UInt8(number), count: 200_000)))
        }
        try context.save()
        let reader = store.makeContext()
        let log = try StatementLog(store.container)
        let photos = try reader.all(Photo.self)
        #expect(photos.map(\.title).count == 10 && log.take().count == 1)
        #expect(photos[4].pixels == Data(repeating: 5, count: 200_000))
        #expect(log.take().count == 1, "one image, one read")
    }

    /// Reading a property of a loaded object asks nobody, so sorting objects is sorting values.
    @Test func sortingFetchedObjectsReadsNothing() throws {
        let store = try TestStore(.file, Music.types)
        try Music.fill(store, artists: 20, songsEach: 20)
        let songs = try store.makeContext().all(Song.self)
        let log = try StatementLog(store.container)
        let sorted = songs.sorted {
            ($0.isLoved ? 1 : 0, $1.plays, $0.title) < ($1.isLoved ? 1 : 0, $0.plays, $1.title)
        }
        #expect(sorted.map(\.plays) == Array((0..<400).reversed()))
        #expect(log.take("").isEmpty)
    }
}
