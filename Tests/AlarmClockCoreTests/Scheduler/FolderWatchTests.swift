import Foundation
import Testing

@testable import AlarmClockCore

@Suite("News of files in a folder")
struct FolderWatchTests {
    @Test(arguments: [true, false]) func `a file that is made, written anew and removed is told, and others are not`(
        hears: Bool
    ) async throws {
        let box = try AlarmBox()
        let zone = box.folder.appending(path: "zone")
        let (stream, news) = AsyncStream.makeStream(of: Void.self)
        let watch = try #require(FolderWatch(box.folder.path, names: ["zone"], hears: hears) { news.yield() })
        var told = stream.makeAsyncIterator()
        try Data("x".utf8).write(to: box.folder.appending(path: "other"))
        for text in ["UTC", "Europe/Berlin"] {
            try Data(text.utf8).write(to: zone, options: .atomic)
            #expect(await told.next() != nil)
        }
        try FileManager.default.removeItem(at: zone)
        #expect(await told.next() != nil)
        withExtendedLifetime((watch, box)) { news.finish() }
    }

    @Test(arguments: [true, false]) func `a folder that is missing cannot be watched`(hears: Bool) {
        #expect(FolderWatch("/nowhere/at/all", names: ["zone"], hears: hears) {} == nil)
    }
}
