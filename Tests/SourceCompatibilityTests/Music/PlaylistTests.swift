import Foundation
import SwiftData
import Testing

struct PlaylistTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func open() throws -> ModelContext {
        ModelContext(
            try ModelContainer(
                for: Track.self,
                Playlist.self,
                PlayQueue.self,
                configurations: ModelConfiguration(url: folder.file("music.store"))
            )
        )
    }

    private func titles(_ name: String) throws -> [String] {
        let predicate = #Predicate<Playlist> { $0.name == name }
        return try open().fetch(FetchDescriptor(predicate: predicate)).first?.tracks.map(\.title) ?? []
    }

    private func fill(_ context: ModelContext) throws -> (Playlist, Playlist, [Track]) {
        let tracks = (1...6).map { Track(isrc: "I\($0)", title: "T\($0)", seconds: $0 * 10) }
        let road = Playlist(name: "Road", tracks: Array(tracks[0...3]))
        let calm = Playlist(name: "Calm", tracks: [tracks[5], tracks[0], tracks[2]])
        context.insert(road)
        context.insert(calm)
        try context.save()
        return (road, calm, tracks)
    }

    @Test func eachPlaylistHasItsOwnOrder() throws {
        _ = try fill(try open())
        #expect(try titles("Road") == ["T1", "T2", "T3", "T4"])
        #expect(try titles("Calm") == ["T6", "T1", "T3"])
    }

    @Test func movesAndRemovals() throws {
        let context = try open()
        let (road, calm, tracks) = try fill(context)
        road.move(tracks[3], to: 0)
        calm.tracks.remove(at: 1)
        calm.tracks.append(tracks[4])
        try context.save()
        #expect(try titles("Road") == ["T4", "T1", "T2", "T3"])
        #expect(try titles("Calm") == ["T6", "T3", "T5"])
        #expect(tracks[0].playlists.map(\.name) == ["Road"])
        #expect(tracks[4].playlists.map(\.name) == ["Calm"])
        #expect(tracks[1].isrc == "I2")
    }

    @Test func shuffledOrderIsKept() throws {
        let context = try open()
        let (road, _, _) = try fill(context)
        var generator = SystemRandomNumberGenerator()
        road.shuffle(using: &generator)
        let order = road.tracks.map(\.title)
        try context.save()
        #expect(try titles("Road") == order)
        #expect(Set(order) == ["T1", "T2", "T3", "T4"])
        #expect(road.duration == .seconds(100))
    }

    @Test func deletingATrackLeavesTheOthersInOrder() throws {
        let context = try open()
        let (road, calm, tracks) = try fill(context)
        context.delete(tracks[0])
        try context.save()
        #expect(road.tracks.map(\.title) == ["T2", "T3", "T4"])
        #expect(calm.tracks.map(\.title) == ["T6", "T3"])
        #expect(try titles("Calm") == ["T6", "T3"])
    }

    @Test func foldersCascade() throws {
        let context = try open()
        let top = Playlist(name: "Top")
        context.insert(top)
        top.folders = [Playlist(name: "A"), Playlist(name: "B")]
        top.folders[0].folders = [Playlist(name: "A1")]
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Playlist>()) == 4)
        #expect(top.folders.map(\.name) == ["A", "B"])
        context.delete(top.folders[0])
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Playlist>()) == 2)
        context.delete(top)
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Playlist>()) == 0)
    }

    @Test func queueNullifies() throws {
        let context = try open()
        let (_, _, tracks) = try fill(context)
        let queue = PlayQueue()
        context.insert(queue)
        queue.upcoming = [tracks[2], tracks[0], tracks[1]]
        try context.save()
        let reader = try open()
        let again = try #require(try reader.fetch(FetchDescriptor<PlayQueue>()).first)
        #expect(again.upcoming.map(\.title) == ["T3", "T1", "T2"])
        #expect(tracks[0].queuedIn === queue)
        context.delete(queue)
        try context.save()
        #expect(tracks[0].queuedIn == nil)
        #expect(try context.fetchCount(FetchDescriptor<Track>(predicate: #Predicate { $0.queuedIn != nil })) == 0)
        #expect(try context.fetchCount(FetchDescriptor<Track>(predicate: #Predicate { $0.playlists.count > 1 })) == 2)
    }
}
