import SwiftData
import Testing

@Suite struct OrderedListTests {
    private static let types: [any PersistentModel.Type] = [Playlist.self, Track.self]

    private func titles(_ context: ModelContext) throws -> [String] {
        try #require(try context.all(Playlist.self).first).tracks.map(\.title)
    }

    private func expect(_ expected: String, _ list: Playlist, _ store: TestStore, after what: String) throws {
        let letters = expected.map(String.init)
        #expect(list.tracks.map(\.title) == letters, "in memory after \(what)")
        try list.modelContext?.save()
        #expect(list.tracks.map(\.title) == letters, "saved after \(what)")
        #expect(try titles(store.makeContext()) == letters, "in another context after \(what)")
        #expect(try titles(store.makeFreshContext()) == letters, "opened anew after \(what)")
    }

    @Test(arguments: StoreKind.allCases)
    func everyEditKeepsTheOrder(kind: StoreKind) throws {
        let store = try TestStore(kind, Self.types)
        let context = store.makeContext()
        let list = Playlist("list", tracks: "cab".map { Track(String($0)) })
        context.insert(list)
        try expect("cab", list, store, after: "the insert")
        list.tracks.append(Track("d"))
        try expect("cabd", list, store, after: "an append")
        list.tracks.insert(Track("e"), at: 1)
        try expect("ceabd", list, store, after: "an insertion in the middle")
        list.tracks.insert(list.tracks.removeFirst(), at: 3)
        try expect("eabcd", list, store, after: "a move")
        list.tracks.swapAt(0, 4)
        try expect("dabce", list, store, after: "a swap")
        list.tracks.remove(at: 2)
        try expect("dace", list, store, after: "a removal")
        list.tracks.sort { $0.title < $1.title }
        try expect("acde", list, store, after: "a sort")
        list.tracks = [list.tracks[3], Track("f"), list.tracks[0]]
        try expect("efa", list, store, after: "an assignment")
        list.tracks.reverse()
        try expect("afe", list, store, after: "a reversal")
        Track("g").playlist = list
        try expect("afeg", list, store, after: "a link from the member")
        context.delete(list.tracks[1])
        try context.save()
        try expect("aeg", list, store, after: "a deletion")
        list.tracks.removeAll()
        try expect("", list, store, after: "removing all")
    }

    @Test(arguments: StoreKind.allCases)
    func membersLinkedFromTheirSideComeInTheirOrder(kind: StoreKind) throws {
        let store = try TestStore(kind, Self.types)
        let context = store.makeContext()
        let list = Playlist("list")
        context.insert(list)
        for letter in "qwerty" { context.insert(Track(String(letter), playlist: list)) }
        try expect("qwerty", list, store, after: "linking from the members")
        let other = store.makeContext()
        let twin = try #require(try other.all(Playlist.self).first)
        other.insert(Track("u", playlist: twin))
        try other.save()
        #expect(list.tracks.map(\.title).joined() == "qwertyu")
        list.tracks.insert(Track("i"), at: 0)
        try expect("iqwertyu", list, store, after: "another context's append")
    }

    @Test(arguments: StoreKind.allCases)
    func theOrderIsThatOfTheLinksNotOfTheInserts(kind: StoreKind) throws {
        let store = try TestStore(kind, Self.types)
        let context = store.makeContext()
        let list = Playlist("list")
        context.insert(list)
        let tracks = "abcd".map { Track(String($0)) }
        for track in tracks { context.insert(track) }
        for index in [2, 0] { tracks[index].playlist = list }
        try expect("ca", list, store, after: "links to new members")
        tracks[1].title = "B"
        tracks[1].title = "b"
        for index in [3, 1] { tracks[index].playlist = list }
        try expect("cadb", list, store, after: "links to stored members")
    }

    @Test(arguments: StoreKind.allCases)
    func membersMoveBetweenLists(kind: StoreKind) throws {
        let store = try TestStore(kind, Self.types)
        let context = store.makeContext()
        let first = Playlist("first", tracks: "abc".map { Track(String($0)) })
        let second = Playlist("second", tracks: "xyz".map { Track(String($0)) })
        context.insert(first)
        context.insert(second)
        try context.save()
        second.tracks.insert(first.tracks[1], at: 1)
        #expect(first.tracks.map(\.title) == ["a", "c"] && second.tracks[1].playlist === second)
        try context.save()
        first.tracks[0].playlist = second
        try context.save()
        let lists = try store.makeFreshContext().fetch(FetchDescriptor<Playlist>(sortBy: [SortDescriptor(\.title)]))
        #expect(lists.map { $0.tracks.map(\.title).joined() } == ["c", "xbyza"])
        #expect(try store.makeFreshContext().all(Track.self).count == 6)
    }

    @Test func aMemberStandsInAListOnce() throws {
        let context = try TestStore(.memory, Self.types).makeContext()
        let track = Track("a")
        let list = Playlist("list", tracks: [track])
        context.insert(list)
        list.tracks.append(track)
        list.tracks = [track, Track("b"), track]
        #expect(list.tracks.map(\.title) == ["a", "b"])
        try context.save()
        #expect(try context.storedCount(Track.self) == 2)
    }

    @Test(arguments: StoreKind.allCases)
    func twoContextsEditOneList(kind: StoreKind) throws {
        let store = try TestStore(kind, Self.types)
        let first = store.makeContext()
        let list = Playlist("list", tracks: "abc".map { Track(String($0)) })
        first.insert(list)
        try first.save()
        let second = store.makeContext()
        let twin = try #require(try second.all(Playlist.self).first)
        list.tracks.remove(at: 1)
        list.tracks.append(Track("d"))
        twin.tracks.insert(Track("e"), at: 0)
        try first.save()
        try second.save()
        let stored = try titles(store.makeFreshContext())
        #expect(Set(stored) == ["a", "c", "d", "e"] && stored.first == "e")
        #expect(list.tracks.map(\.title) == stored && twin.tracks.map(\.title) == stored)
    }

    /// Random edits against a plain array.
    @Test(arguments: StoreKind.allCases, [UInt64(11), 12, 13, 14])
    func anyEditsKeepTheOrder(kind: StoreKind, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let store = try TestStore(kind, Self.types)
        let context = store.makeContext()
        let list = Playlist("list")
        context.insert(list)
        var expected: [String] = []
        for step in 0..<150 {
            edit(list, &expected, step, &random)
            if random.chance(30) { try context.save() }
            if random.chance(10) {
                try context.save()
                #expect(try titles(store.makeFreshContext()) == expected, "seed \(seed), step \(step)")
            }
            #expect(list.tracks.map(\.title) == expected, "seed \(seed), step \(step)")
        }
    }

    private func edit(_ list: Playlist, _ expected: inout [String], _ step: Int, _ random: inout SeededGenerator) {
        let position = random.number(0...expected.count)
        switch random.number(0...5) {
        case 0:
            list.tracks.insert(Track("\(step)"), at: position)
            expected.insert("\(step)", at: position)
        case 1 where !expected.isEmpty:
            list.tracks.remove(at: position % expected.count)
            expected.remove(at: position % expected.count)
        case 2 where !expected.isEmpty:
            let target = random.number(0...expected.count - 1)
            list.tracks.swapAt(position % expected.count, target)
            expected.swapAt(position % expected.count, target)
        case 3 where !expected.isEmpty:
            let track = list.tracks[position % expected.count]
            list.modelContext?.delete(track)
            list.modelContext?.processPendingChanges()
            expected.remove(at: position % expected.count)
        case 4:
            Track("\(step)").playlist = list
            expected.append("\(step)")
        default:
            list.tracks.append(Track("\(step)"))
            expected.append("\(step)")
        }
    }
}
