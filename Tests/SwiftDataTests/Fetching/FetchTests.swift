import SwiftData
import Testing

@Suite struct FetchTests {
    private func makeStore(_ kind: StoreKind) throws -> TestStore {
        let store = try TestStore(kind, Music.types)
        let context = store.makeContext()
        for number in 0..<10 { context.insert(Song("s\(number)", plays: 10 - number, isLoved: number % 3 == 0)) }
        try context.save()
        return store
    }

    private func byTitle(
        _ predicate: Predicate<Song>? = nil,
        limit: Int? = nil,
        offset: Int? = nil
    ) -> FetchDescriptor<Song> {
        var descriptor = FetchDescriptor<Song>(predicate: predicate, sortBy: [SortDescriptor(\.title)])
        descriptor.fetchLimit = limit
        descriptor.fetchOffset = offset
        return descriptor
    }

    @Test(arguments: StoreKind.allCases)
    func limitAndOffset(kind: StoreKind) throws {
        let context = try makeStore(kind).makeContext()
        func titles(_ limit: Int?, _ offset: Int?) throws -> String {
            try context.fetch(byTitle(limit: limit, offset: offset)).map { String($0.title.dropFirst()) }.joined()
        }
        #expect(try titles(3, nil) == "012")
        #expect(try titles(3, 4) == "456")
        #expect(try titles(nil, 8) == "89")
        #expect(try titles(5, 8) == "89")
        #expect(try titles(5, 20) == "")
        #expect(try titles(0, nil) == "")
        #expect(try context.fetchCount(byTitle(limit: 4, offset: 8)) == 2)
        #expect(try context.fetchIdentifiers(byTitle(limit: 2, offset: 1)).count == 2)
    }

    @Test(arguments: StoreKind.allCases)
    func limitAndOffsetCountPendingChanges(kind: StoreKind) throws {
        let context = try makeStore(kind).makeContext()
        let songs = try context.fetch(byTitle())
        context.delete(songs[1])
        songs[3].title = "s9a"
        context.insert(Song("s0a"))
        func titles(_ limit: Int?, _ offset: Int?) throws -> [String] {
            try context.fetch(byTitle(limit: limit, offset: offset)).map(\.title)
        }
        #expect(try titles(4, nil) == ["s0", "s0a", "s2", "s4"])
        #expect(try titles(3, 3) == ["s4", "s5", "s6"])
        #expect(try titles(nil, 8) == ["s9", "s9a"])
        #expect(try context.fetchCount(byTitle()) == 10)
        #expect(try context.fetchCount(byTitle(limit: 3, offset: 9)) == 1)
    }

    @Test(arguments: StoreKind.allCases)
    func pendingChangesMeetThePredicate(kind: StoreKind) throws {
        let context = try makeStore(kind).makeContext()
        let popular = #Predicate<Song> { $0.plays > 8 }
        let songs = try context.fetch(byTitle())
        songs[0].plays = 0
        songs[9].plays = 50
        context.insert(Song("s99", plays: 9))
        context.insert(Song("s98", plays: 1))
        #expect(try context.fetch(byTitle(popular)).map(\.title) == ["s1", "s9", "s99"])
        #expect(try context.fetchCount(FetchDescriptor(predicate: popular)) == 3)
        var stored = byTitle(popular)
        stored.includePendingChanges = false
        #expect(try context.fetch(stored).map(\.title) == ["s0", "s1"], "as stored")
        #expect(try context.fetchCount(stored) == 2)
        #expect(songs[0].plays == 0, "which touches no unsaved change")
        try context.save()
        #expect(try context.fetch(stored).map(\.title) == ["s1", "s9", "s99"])
    }

    @Test(arguments: StoreKind.allCases)
    func pendingChangesOfRelatedObjectsCount(kind: StoreKind) throws {
        let store = try TestStore(kind, Music.types)
        try Music.fill(store, artists: 3, songsEach: 2)
        let context = store.makeContext()
        let artists = try context.fetch(FetchDescriptor<Artist>(sortBy: [SortDescriptor(\.name)]))
        artists[0].name = "renamed"
        artists[1].songs.removeLast()
        let byArtist = FetchDescriptor<Song>(
            predicate: #Predicate { $0.artist?.name == "renamed" || $0.artist == nil },
            sortBy: [SortDescriptor(\.title)]
        )
        #expect(try context.fetch(byArtist).map(\.title) == ["song 0.0", "song 0.1", "song 1.1"])
        let busy = FetchDescriptor<Artist>(predicate: #Predicate { $0.songs.count == 1 })
        #expect(try context.fetch(busy).map(\.name) == ["artist 1"])
        try context.save()
        #expect(try context.fetch(byArtist).map(\.title) == ["song 0.0", "song 0.1", "song 1.1"])
        #expect(try context.fetchCount(busy) == 1)
    }

    /// A link may lead to another object of the same class: that its own row is as it was says nothing then.
    @Test(arguments: StoreKind.allCases)
    func pendingChangesBehindLinksWithinAClassCount(kind: StoreKind) throws {
        let store = try TestStore(kind, [Branch.self])
        let context = store.makeContext()
        let (old, other) = (Branch("old"), Branch("other"))
        for (name, parent) in [("a", old), ("b", old), ("c", other)] { context.insert(Branch(name, parent: parent)) }
        try context.save()
        old.name = "renamed"
        let byOldName = FetchDescriptor<Branch>(predicate: #Predicate { $0.parent?.name == "old" })
        let byNewName = FetchDescriptor<Branch>(
            predicate: #Predicate { $0.parent?.name == "renamed" },
            sortBy: [SortDescriptor(\.name)]
        )
        let byChild = FetchDescriptor<Branch>(
            predicate: #Predicate { branch in branch.children.contains { $0.name == "moved" } }
        )
        for isSaved in [false, true] {
            #expect(try context.fetch(byOldName).isEmpty, "saved: \(isSaved)")
            #expect(try context.fetchCount(byOldName) == 0, "saved: \(isSaved)")
            #expect(try context.fetch(byNewName).map(\.name) == ["a", "b"], "saved: \(isSaved)")
            try context.save()
        }
        let child = try #require(try context.fetch(byNewName).first)
        child.name = "moved"
        #expect(try context.fetch(byChild).map(\.name) == ["renamed"])
        other.name = "zzz"
        var first = FetchDescriptor<Branch>(
            predicate: #Predicate { $0.parent != nil },
            sortBy: [SortDescriptor(\.parent?.name, order: .reverse)]
        )
        first.fetchLimit = 1
        #expect(try context.fetch(first).map(\.name) == ["c"])
        old.name = "zzzz"
        #expect(try context.fetch(first).first?.parent === old)
    }

    @Test(arguments: StoreKind.allCases)
    func identifiersAlone(kind: StoreKind) throws {
        let store = try makeStore(kind)
        let context = store.makeContext()
        let expected = try store.makeContext().fetch(byTitle()).map(\.persistentModelID)
        #expect(try context.fetchIdentifiers(byTitle()) == expected)
        let registered: Song? = context.registeredModel(for: expected[0])
        #expect(registered == nil, "no object was made")
        let new = Song("s99")
        context.insert(new)
        #expect(throws: SwiftDataError.sortingPendingChangesWithIdentifiers) {
            try context.fetchIdentifiers(byTitle())
        }
        let unsorted = try context.fetchIdentifiers(FetchDescriptor<Song>())
        #expect(Set(unsorted) == Set(expected + [new.persistentModelID]))
        var stored = byTitle()
        stored.includePendingChanges = false
        #expect(try context.fetchIdentifiers(stored) == expected)
    }

    @Test(arguments: StoreKind.allCases)
    func aFetchInBatches(kind: StoreKind) throws {
        let store = try TestStore(kind, Music.types)
        try Music.fill(store, artists: 10, songsEach: 10)
        let context = store.makeContext()
        var descriptor = FetchDescriptor<Song>(sortBy: [SortDescriptor(\.plays, order: .reverse)])
        let log = try StatementLog(store.container)
        let songs = try context.fetch(descriptor, batchSize: 10)
        #expect(songs.count == 100 && log.take().count == 1)
        #expect(songs[25].plays == 74 && songs[29].plays == 70)
        #expect(log.take().count == 1, "one batch")
        #expect(songs.map(\.plays) == Array((0..<100).reversed()))
        #expect(songs.suffix(3).map(\.title) == ["song 0.2", "song 0.1", "song 0.0"])
        let identifiers = try context.fetchIdentifiers(descriptor, batchSize: 7)
        #expect(identifiers.count == 100 && identifiers[99] == songs[99].persistentModelID)
        descriptor.fetchLimit = 5
        descriptor.fetchOffset = 2
        #expect(try context.fetch(descriptor, batchSize: 2).map(\.plays) == [97, 96, 95, 94, 93])
    }

    /// A fetch in batches gives what the plain one gives, whatever is pending and whether the descriptor asks for it.
    @Test(arguments: StoreKind.allCases)
    func aFetchInBatchesAgreesWithThePlainOne(kind: StoreKind) throws {
        let store = try TestStore(kind, Music.types)
        try Music.fill(store, artists: 3, songsEach: 4)
        let context = store.makeContext()
        var descriptors: [FetchDescriptor<Song>] = [
            FetchDescriptor(),
            FetchDescriptor(sortBy: [SortDescriptor(\.plays, order: .reverse)]),
            FetchDescriptor(predicate: #Predicate { $0.plays > 4 }, sortBy: [SortDescriptor(\.title)]),
        ]
        descriptors.append(descriptors[1])
        descriptors[3].fetchLimit = 3
        descriptors[3].fetchOffset = 1
        for (number, step) in ["clean", "inserted", "changed", "deleted"].enumerated() {
            let songs = try context.fetch(FetchDescriptor<Song>(sortBy: [SortDescriptor(\.plays)]))
            switch step {
            case "inserted": context.insert(Song("new", plays: 7))
            case "changed": songs[0].plays = 50
            case "deleted": context.delete(songs[number])
            default: break
            }
            for var descriptor in descriptors {
                for includes in [true, false] {
                    descriptor.includePendingChanges = includes
                    let plain = try context.fetch(descriptor)
                    let batches = try context.fetch(descriptor, batchSize: 2)
                    #expect(batches.map(ObjectIdentifier.init) == plain.map(ObjectIdentifier.init), "\(kind) \(step)")
                }
            }
            #expect(
                try Array(context.fetchIdentifiers(descriptors[0], batchSize: 2))
                    == context.fetchIdentifiers(descriptors[0]),
                "\(kind) \(step)"
            )
        }
        // A sorted list of identifiers cannot have what is not in the store, in batches or not.
        #expect(throws: SwiftDataError.sortingPendingChangesWithIdentifiers) {
            try context.fetchIdentifiers(descriptors[1], batchSize: 2)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func enumerateGoesThroughAll(kind: StoreKind) throws {
        let store = try TestStore(kind, Music.types)
        try Music.fill(store, artists: 5, songsEach: 10)
        let context = store.makeContext()
        var seen: [Int] = []
        try context.enumerate(FetchDescriptor<Song>(sortBy: [SortDescriptor(\.plays)]), batchSize: 7) {
            seen.append($0.plays)
        }
        #expect(seen == Array(0..<50))
        struct Stop: Error {}
        var count = 0
        #expect(throws: Stop.self) {
            try context.enumerate(FetchDescriptor<Song>()) { _ in
                count += 1
                if count == 3 { throw Stop() }
            }
        }
        #expect(count == 3)
    }

    @Test func enumerateLetsGoOfItsBatches() throws {
        let store = try TestStore(.memory, Music.types)
        try Music.fill(store, artists: 10, songsEach: 10)
        let context = store.makeContext()
        var first: PersistentIdentifier?
        var isFirstAlive: Bool?
        try context.enumerate(FetchDescriptor<Song>(), batchSize: 10) { song in
            if first == nil { first = song.persistentModelID }
            guard let first, song.plays == 99 else { return }
            let registered: Song? = context.registeredModel(for: first)
            isFirstAlive = registered != nil
        }
        #expect(isFirstAlive == false)
    }

    @Test func enumerateRefusesChangesThatEscape() throws {
        let context = try makeStore(.memory).makeContext()
        #expect(throws: SwiftDataError.modelValidationFailure) {
            try context.enumerate(FetchDescriptor<Song>()) { $0.plays += 1 }
        }
        context.rollback()
        try context.enumerate(FetchDescriptor<Song>(), allowEscapingMutations: true) { $0.plays += 1 }
        #expect(context.changedModelsArray.count == 10)
        try context.save()
        try context.enumerate(FetchDescriptor<Song>()) { song in
            song.plays += 1
            try context.save()
        }
        #expect(try context.fetch(byTitle()).map(\.plays) == (0..<10).map { 12 - $0 })
    }

    @Test(arguments: StoreKind.allCases)
    func falseSortsBeforeTrue(kind: StoreKind) throws {
        let context = try makeStore(kind).makeContext()
        let descriptor = FetchDescriptor<Song>(sortBy: [SortDescriptor(\.isLoved), SortDescriptor(\.title)])
        let loved = try context.fetch(descriptor).map(\.isLoved)
        #expect(loved == Array(repeating: false, count: 6) + Array(repeating: true, count: 4))
        let reversed = FetchDescriptor<Song>(sortBy: [SortDescriptor(\.isLoved, order: .reverse)])
        #expect(try context.fetch(reversed).map(\.isLoved) == loved.reversed())
    }

    @Test(arguments: StoreKind.allCases)
    func withoutAnOrderItIsTheOrderOfInsertion(kind: StoreKind) throws {
        let store = try makeStore(kind)
        let context = store.makeContext()
        context.insert(Song("a"))
        try #require(try context.fetch(byTitle(limit: 1)).first).plays = 3
        #expect(try context.all(Song.self).map(\.title) == (0..<10).map { "s\($0)" } + ["a"])
        try context.save()
        #expect(try store.makeFreshContext().all(Song.self).map(\.title) == (0..<10).map { "s\($0)" } + ["a"])
    }

    @Test func unknownClassesAndKeyPathsAreNamed() throws {
        let context = try makeStore(.memory).makeContext()
        #expect(throws: SwiftDataError.unknownSchema) { try context.fetch(FetchDescriptor<Plant>()) }
        var descriptor = FetchDescriptor<Song>()
        descriptor.relationshipKeyPathsForPrefetching = [\.title]
        let error = #expect(throws: SwiftDataError.unsupportedKeyPath) { try context.fetch(descriptor) }
        #expect(error?.description.contains("title") == true)
    }

    @Test(arguments: StoreKind.allCases)
    func byIdentifier(kind: StoreKind) throws {
        let context = try makeStore(kind).makeContext()
        let songs = try context.fetch(byTitle())
        let new = Song("s99")
        context.insert(new)
        for isSaved in [false, true] {
            if isSaved { try context.save() }
            let one = new.persistentModelID
            #expect(
                try context.fetch(byTitle(#Predicate { $0.persistentModelID == one })).first === new,
                "saved: \(isSaved)"
            )
            let several = [songs[2].persistentModelID, one, songs[7].persistentModelID]
            let found = try context.fetch(byTitle(#Predicate { several.contains($0.persistentModelID) }))
            #expect(found.map(\.title) == ["s2", "s7", "s99"], "saved: \(isSaved)")
        }
    }

    /// Pending changes cost as many rows as there are of them, not the whole table.
    @Test(arguments: StoreKind.allCases)
    func aWindowLoadsNoMoreThanItNeeds(kind: StoreKind) throws {
        let store = try TestStore(kind, Music.types)
        try Music.fill(store, artists: 20, songsEach: 10)
        let context = store.makeContext()
        context.insert(Song("new", plays: -1))
        let log = try StatementLog(store.container)
        #expect(try context.fetchCount(FetchDescriptor<Song>()) == 201)
        let counts = log.take()
        #expect(counts.allSatisfy { $0.contains("count(") }, "a count makes no object")
        var descriptor = FetchDescriptor<Song>(sortBy: [SortDescriptor(\.plays)])
        (descriptor.fetchLimit, descriptor.fetchOffset) = (3, 1)
        #expect(try context.fetch(descriptor).map(\.plays) == [0, 1, 2])
        #expect(log.take().contains { $0.contains("LIMIT") }, "a window of three loads four and what is pending")
    }
}
