import SwiftData
import Testing

/// How many statements reading costs.
@Suite struct StatementCountTests {
    private func makeStore(_ kind: StoreKind, artists: Int = 60, songsEach: Int = 4) throws -> TestStore {
        let store = try TestStore(kind, Music.types)
        try Music.fill(store, artists: artists, songsEach: songsEach)
        return store
    }

    @Test(arguments: StoreKind.allCases)
    func aFetchIsOneStatement(kind: StoreKind) throws {
        let store = try makeStore(kind)
        let context = store.makeContext()
        let log = try StatementLog(store.container)
        let songs = try context.all(Song.self)
        _ = songs.map { "\($0.title) \($0.plays) \($0.lyrics ?? "")" }
        #expect(songs.count == 240 && log.take().count == 1)
        #expect(try log.count { try context.fetchCount(FetchDescriptor<Song>()) } == 1)
        #expect(try log.count { try context.fetchIdentifiers(FetchDescriptor<Song>()) } == 1)
    }

    @Test(arguments: StoreKind.allCases)
    func aListFetchedAgainReadsKeysAlone(kind: StoreKind) throws {
        let store = try makeStore(kind, artists: 5)
        let context = store.makeContext()
        let descriptor = FetchDescriptor<Song>(sortBy: [SortDescriptor(\.plays, order: .reverse)])
        let first = try context.fetch(descriptor)
        #expect(try context.fetch(descriptor) == first)
        let log = try StatementLog(store.container)
        #expect(try context.fetch(descriptor) == first)
        let again = log.take()
        #expect(again.count == 1 && again.first?.contains("\"title\"") == false, "\(again)")
        // What others save is seen: changed values, rows that came and rows that went.
        let other = store.makeContext()
        let theirs = try other.fetch(descriptor)
        theirs[4].title = "renamed"
        other.delete(theirs[7])
        other.insert(Song("new", plays: 1_000))
        try other.save()
        for _ in 0..<3 {
            let titles = try context.fetch(descriptor).map(\.title)
            #expect(titles == ["new"] + first.enumerated().filter { $0.offset != 7 }.map(\.element.title))
            #expect(titles.count == 20 && titles[5] == "renamed")
        }
        // Known by its identifier alone, a song has no values yet.
        let fresh = store.makeContext()
        _ = try fresh.fetch(descriptor)
        _ = try fresh.fetch(descriptor)
        let late = Song("late", plays: 2_000)
        other.insert(late)
        try other.save()
        let fault = try #require(fresh.model(for: late.persistentModelID) as? Song)
        #expect(try fresh.fetch(descriptor).first === fault)
        #expect(fault.title == "late")
    }

    @Test(arguments: StoreKind.allCases)
    func prefetchingAToOneIsOneMore(kind: StoreKind) throws {
        let store = try makeStore(kind)
        let context = store.makeContext()
        let log = try StatementLog(store.container)
        var descriptor = FetchDescriptor<Song>()
        descriptor.relationshipKeyPathsForPrefetching = [\.artist]
        let songs = try context.fetch(descriptor)
        let names = Set(songs.compactMap { $0.artist?.name })
        #expect(names.count == 60 && log.take().count == 2)
    }

    @Test(arguments: StoreKind.allCases)
    func prefetchingToManyIsOneMore(kind: StoreKind) throws {
        let store = try makeStore(kind)
        let context = store.makeContext()
        let log = try StatementLog(store.container)
        var descriptor = FetchDescriptor<Artist>()
        descriptor.relationshipKeyPathsForPrefetching = [\.songs]
        let artists = try context.fetch(descriptor)
        #expect(artists.allSatisfy { $0.songs.count == 4 } && artists[7].songs[2].title == "song 7.2")
        #expect(log.take().count == 2)
        var songs = FetchDescriptor<Song>()
        songs.relationshipKeyPathsForPrefetching = [\.genres, \.artist]
        #expect(try context.fetch(songs).allSatisfy { $0.genres.count == 2 && $0.artist != nil })
        #expect(log.take().count == 2, "the artists are here already")
        // An optimised build would let go of them after their last use.
        withExtendedLifetime(artists) {}
    }

    @Test(arguments: StoreKind.allCases)
    func readingAToOneOfManyLoadsInBatches(kind: StoreKind) throws {
        let store = try makeStore(kind)
        let context = store.makeContext()
        let songs = try context.all(Song.self)
        let log = try StatementLog(store.container)
        let names = Set(songs.compactMap { $0.artist?.name })
        #expect(names.count == 60)
        #expect(log.take().count <= 3, "60 artists")
        let managers = Set(songs.compactMap { $0.artist?.manager?.name })
        #expect(managers.count == 60)
        #expect(log.take().count <= 3, "60 managers of loaded artists")
    }

    @Test(arguments: StoreKind.allCases)
    func faultsOfIdentifiersLoadInBatches(kind: StoreKind) throws {
        let store = try makeStore(kind)
        let context = store.makeContext()
        let identifiers = try context.fetchIdentifiers(FetchDescriptor<Song>())
        let log = try StatementLog(store.container)
        let songs = identifiers.compactMap { context.model(for: $0) as? Song }
        #expect(log.take().isEmpty)
        #expect(songs.map(\.plays) == Array(0..<240))
        #expect(log.take().count <= 3)
    }

    @Test(arguments: StoreKind.allCases)
    func readingListsOfManyLoadsInBatches(kind: StoreKind) throws {
        let store = try makeStore(kind)
        let context = store.makeContext()
        let artists = try context.all(Artist.self)
        let log = try StatementLog(store.container)
        #expect(artists.reduce(0) { $0 + $1.songs.count } == 240)
        #expect(log.take().count <= 3, "60 lists")
    }

    @Test(arguments: StoreKind.allCases)
    func propertiesToFetchLeavesTheOthers(kind: StoreKind) throws {
        let store = try makeStore(kind, artists: 2, songsEach: 2)
        let context = store.makeContext()
        let log = try StatementLog(store.container)
        var descriptor = FetchDescriptor<Song>(sortBy: [SortDescriptor(\.plays)])
        descriptor.propertiesToFetch = [\.title, \.plays]
        let songs = try context.fetch(descriptor)
        let statements = log.take()
        #expect(statements.count == 1 && statements[0].contains("\"title\"") && !statements[0].contains("\"lyrics\""))
        #expect(songs.map(\.title) == ["song 0.0", "song 0.1", "song 1.0", "song 1.1"])
        #expect(songs[3].plays == 3 && log.take().isEmpty)
        #expect(songs[3].lyrics == "la 1" && songs[3].artist?.name == "artist 1")
        #expect(!log.take().isEmpty)
        songs[0].title = "renamed"
        try context.save()
        let stored = try #require(
            try store.makeFreshContext().fetch(FetchDescriptor<Song>(sortBy: [SortDescriptor(\.plays)])).first
        )
        #expect(stored.title == "renamed" && stored.lyrics == "la 0" && stored.artist?.name == "artist 0")
    }

    @Test(arguments: StoreKind.allCases)
    func savingWritesWhatChanged(kind: StoreKind) throws {
        let store = try makeStore(kind)
        let context = store.makeContext()
        let songs = try context.all(Song.self)
        songs[3].title = "x"
        songs[3].plays = 7
        let log = try StatementLog(store.container)
        try context.save()
        let updates = log.take("UPDATE \"Song\"")
        #expect(updates.count == 1)
        #expect(updates.first?.contains("\"title\"") == true && updates.first?.contains("\"lyrics\"") == false)
        let artist = try #require(try context.all(Artist.self).first)
        artist.songs.append(Song("new"))
        _ = log.take()
        try context.save()
        #expect(log.take("UPDATE \"Song\"").isEmpty, "an append moves nobody else")
    }

    @Test(arguments: StoreKind.allCases)
    func anUnchangedSaveIsNoStatement(kind: StoreKind) throws {
        let store = try makeStore(kind, artists: 1, songsEach: 1)
        let context = store.makeContext()
        _ = try context.all(Song.self)
        let log = try StatementLog(store.container)
        try context.save()
        #expect(log.take("").isEmpty)
    }
}
