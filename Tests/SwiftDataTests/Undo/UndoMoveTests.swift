import SwiftData
import Testing

/// Undoing a link gives what it moved back to whoever had it.
@Suite struct UndoMoveTests {
    private static let types: [any PersistentModel.Type] = [
        Playlist.self, Track.self, Citizen.self, Passport.self, Branch.self,
    ]

    private struct Desk {
        let store: TestStore
        let context: ModelContext
        let manager = UndoManager()

        init(_ kind: StoreKind, _ models: any PersistentModel...) throws {
            store = try TestStore(kind, UndoMoveTests.types)
            context = store.makeContext()
            for model in models { context.insert(model) }
            try context.save()
            manager.groupsByEvent = false
            context.undoManager = manager
        }

        func expect(_ lists: [String: [String]], _ place: String) throws {
            func titles(_ playlists: [Playlist]) -> [String: [String]] {
                Dictionary(uniqueKeysWithValues: playlists.map { ($0.title, $0.tracks.map(\.title)) })
            }
            #expect(try titles(context.all(Playlist.self)) == lists, "\(place), unsaved")
            try context.save()
            #expect(try titles(store.makeFreshContext().all(Playlist.self)) == lists, "\(place), saved")
        }
    }

    @Test(arguments: StoreKind.allCases, [false, true])
    func anAppendedMemberGoesBackToItsPlace(kind: StoreKind, saves: Bool) throws {
        let one = Playlist("one", tracks: "abc".map { Track(String($0)) })
        let two = Playlist("two", tracks: [Track("x")])
        let desk = try Desk(kind, one, two)
        let track = one.tracks[1]
        desk.manager.perform { two.tracks.append(track) }
        if saves { try desk.context.save() }
        #expect(track.playlist === two)
        desk.manager.undo()
        try desk.expect(["one": ["a", "b", "c"], "two": ["x"]], "undone")
        #expect(track.playlist === one)
        desk.manager.redo()
        try desk.expect(["one": ["a", "c"], "two": ["x", "b"]], "done again")
        desk.manager.undo()
        try desk.expect(["one": ["a", "b", "c"], "two": ["x"]], "undone again")
    }

    @Test(arguments: StoreKind.allCases, [false, true])
    func aMemberThatWasSetFromItsOwnSideGoesBackToItsPlace(kind: StoreKind, toNone: Bool) throws {
        let one = Playlist("one", tracks: "abc".map { Track(String($0)) })
        let two = Playlist("two", tracks: [Track("x")])
        let desk = try Desk(kind, one, two)
        let track = one.tracks[1]
        desk.manager.perform { track.playlist = toNone ? nil : two }
        desk.manager.undo()
        try desk.expect(["one": ["a", "b", "c"], "two": ["x"]], "undone")
        desk.manager.redo()
        try desk.expect(["one": ["a", "c"], "two": toNone ? ["x"] : ["x", "b"]], "done again")
        desk.manager.undo()
        try desk.expect(["one": ["a", "b", "c"], "two": ["x"]], "undone again")
    }

    @Test(arguments: StoreKind.allCases)
    func membersOfSeveralOwnersGoBack(kind: StoreKind) throws {
        let one = Playlist("one", tracks: "ab".map { Track(String($0)) })
        let two = Playlist("two", tracks: "xy".map { Track(String($0)) })
        let three = Playlist("three")
        let desk = try Desk(kind, one, two, three)
        let (ones, twos) = (one.tracks, two.tracks)
        desk.manager.perform { three.tracks = [ones[0], twos[1], ones[1]] }
        #expect(one.tracks.isEmpty && two.tracks.count == 1)
        desk.manager.undo()
        try desk.expect(["one": ["a", "b"], "two": ["x", "y"], "three": []], "undone")
    }

    @Test(arguments: StoreKind.allCases, [false, true])
    func aPartnerGoesBack(kind: StoreKind, fromOtherSide: Bool) throws {
        let (one, two) = (Citizen("one", passport: Passport("1")), Citizen("two", passport: Passport("2")))
        let desk = try Desk(kind, one, two)
        let (first, second) = (try #require(one.passport), try #require(two.passport))
        desk.manager.perform { if fromOtherSide { first.holder = two } else { two.passport = first } }
        #expect(one.passport == nil && two.passport === first && second.holder == nil)
        desk.manager.undo()
        #expect(one.passport === first && two.passport === second)
        #expect(first.holder === one && second.holder === two)
        desk.manager.redo()
        #expect(one.passport == nil && two.passport === first && second.holder == nil && first.holder === two)
        desk.manager.undo()
        #expect(one.passport === first && two.passport === second)
        try desk.context.save()
        let citizens = try desk.store.makeFreshContext().all(Citizen.self)
        let numbers = Dictionary(uniqueKeysWithValues: citizens.map { ($0.name, $0.passport?.number) })
        #expect(numbers == ["one": "1", "two": "2"])
    }

    @Test(arguments: StoreKind.allCases)
    func aMemberThatWasMovedOnStaysThere(kind: StoreKind) throws {
        let (one, two, three) = (Playlist("one", tracks: [Track("a")]), Playlist("two"), Playlist("three"))
        let desk = try Desk(kind, one, two, three)
        let track = one.tracks[0]
        desk.manager.perform { two.tracks.append(track) }
        try desk.context.save()
        let other = desk.store.makeContext()
        let twin = try #require(other.model(for: track.persistentModelID) as? Track)
        twin.playlist = other.model(for: three.persistentModelID) as? Playlist
        try other.save()
        desk.manager.undo()
        try desk.expect(["one": [], "two": [], "three": ["a"]], "undone")
    }

    // MARK: Deletions

    /// Delete rules run when the context is next asked for something, which may be a part of another action.
    @Test(arguments: StoreKind.allCases)
    func whatARuleDeletesComesBackWithItsOwner(kind: StoreKind) throws {
        let (one, two) = (Playlist("one", tracks: [Track("a"), Track("b")]), Playlist("two"))
        let desk = try Desk(kind, one, two)
        desk.manager.perform { desk.context.delete(one) }
        desk.manager.perform {
            two.title = "changed"
            desk.context.processPendingChanges()
        }
        #expect(try desk.context.all(Track.self).isEmpty)
        desk.manager.undo()
        #expect(two.title == "two")
        #expect(try desk.context.all(Track.self).isEmpty)
        desk.manager.undo()
        try desk.expect(["one": ["a", "b"], "two": []], "undone")
    }

    /// The deletion was made before anything could be undone: so what follows from it cannot be undone either.
    @Test(arguments: StoreKind.allCases)
    func whatFollowsFromAnEarlierDeletionStaysDeleted(kind: StoreKind) throws {
        let (one, two) = (Playlist("one", tracks: [Track("a")]), Playlist("two"))
        let desk = try Desk(kind, one, two)
        desk.context.undoManager = nil
        desk.context.delete(one)
        desk.context.undoManager = desk.manager
        desk.manager.perform {
            two.title = "changed"
            desk.context.processPendingChanges()
        }
        desk.manager.undo()
        try desk.expect(["two": []], "undone")
        #expect(try desk.store.makeFreshContext().all(Track.self).isEmpty)
    }

    /// The rule takes along what is not saved yet, and that its own members.
    @Test(arguments: StoreKind.allCases)
    func unsavedMembersComeBackWithTheirOwner(kind: StoreKind) throws {
        let (root, other) = (Branch("root"), Branch("other"))
        let desk = try Desk(kind, root, other)
        desk.manager.perform {
            root.children = [Branch("a")]
            root.children[0].children = [Branch("aa")]
        }
        desk.manager.perform { desk.context.delete(root) }
        desk.manager.perform {
            other.name = "changed"
            desk.context.processPendingChanges()
        }
        desk.manager.undo()
        #expect(try desk.context.all(Branch.self).map(\.name) == ["other"])
        desk.manager.undo()
        try desk.context.save()
        let branches = try desk.store.makeFreshContext().all(Branch.self)
        #expect(Set(branches.map { "\($0.parent?.name ?? "")/\($0.name)" }) == ["/root", "root/a", "a/aa", "/other"])
    }

    @Test(arguments: StoreKind.allCases, [false, true])
    func aTreeComesBackAsAWhole(kind: StoreKind, saves: Bool) throws {
        let root = Branch("root")
        root.children = [Branch("a"), Branch("b")]
        root.children[0].children = [Branch("aa")]
        let desk = try Desk(kind, root)
        desk.manager.perform { desk.context.delete(root) }
        if saves { try desk.context.save() } else { desk.context.processPendingChanges() }
        #expect(try desk.context.all(Branch.self).isEmpty)
        desk.manager.undo()
        try desk.context.save()
        let branches = try desk.store.makeFreshContext().all(Branch.self)
        #expect(Set(branches.map { "\($0.parent?.name ?? "")/\($0.name)" }) == ["/root", "root/a", "root/b", "a/aa"])
    }
}
