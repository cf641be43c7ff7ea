import Observation
import SwiftData
import Testing

/// An undo takes back what its context did, and nothing that others saved since.
@Suite struct UndoMergeTests {
    private static let types: [any PersistentModel.Type] = [
        Playlist.self, Track.self, Post.self, Topic.self, Plant.self, Bed.self,
    ]

    private struct Desk {
        let store: TestStore
        let first: ModelContext
        let second: ModelContext
        let manager = UndoManager()

        init(_ kind: StoreKind) throws {
            store = try TestStore(kind, UndoMergeTests.types)
            first = store.makeContext()
            second = store.makeContext()
        }

        /// Saves, and lets undo begin here.
        func begin() throws {
            try first.save()
            first.undoManager = manager
        }
    }

    @Test(arguments: StoreKind.allCases, [false, true])
    func anUndoneAppendKeepsTheOthersLink(kind: StoreKind, saves: Bool) throws {
        let desk = try Desk(kind)
        let list = Playlist("list", tracks: "ab".map { Track(String($0)) })
        desk.first.insert(list)
        try desk.begin()
        list.tracks.append(Track("x"))
        desk.manager.endEventGroup()
        if saves { try desk.first.save() }
        let twin = try #require(try desk.second.all(Playlist.self).first)
        twin.tracks.append(Track("e"))
        try desk.second.save()
        #expect(Set(list.tracks.map(\.title)) == ["a", "b", "x", "e"])
        desk.manager.undo()
        #expect(list.tracks.map(\.title) == ["a", "b", "e"])
        desk.manager.redo()
        #expect(Set(list.tracks.map(\.title)) == ["a", "b", "x", "e"])
        desk.manager.undo()
        try desk.first.save()
        let fresh = try desk.store.makeFreshContext()
        #expect(try fresh.all(Playlist.self).first?.tracks.map(\.title) == ["a", "b", "e"])
    }

    @Test(arguments: StoreKind.allCases)
    func anUndoneRemovalKeepsTheOthersLinkAndRemoval(kind: StoreKind) throws {
        let desk = try Desk(kind)
        let post = Post("post", topics: "abc".map { Topic(String($0)) })
        desk.first.insert(post)
        try desk.begin()
        post.topics.removeFirst()
        desk.manager.endEventGroup()
        let twin = try #require(try desk.second.all(Post.self).first)
        twin.topics.removeLast()
        twin.topics.append(Topic("e"))
        try desk.second.save()
        desk.manager.undo()
        #expect(Set(post.topics.map(\.name)) == ["a", "b", "e"])
        try desk.first.save()
        let fresh = try #require(try desk.store.makeFreshContext().all(Post.self).first)
        #expect(Set(fresh.topics.map(\.name)) == ["a", "b", "e"])
    }

    /// An undo compares its own assignment with what the change made of the list, and no other assignment.
    @Test(arguments: StoreKind.allCases)
    func anAssignmentOfAnObserverIsComparedWithItsOwnList(kind: StoreKind) throws {
        let desk = try Desk(kind)
        let list = Playlist("list", tracks: "ab".map { Track(String($0)) })
        nonisolated(unsafe) let other = Playlist("other", tracks: "cd".map { Track(String($0)) })
        desk.first.insert(list)
        desk.first.insert(other)
        try desk.begin()
        list.tracks.append(Track("x"))
        desk.manager.endEventGroup()
        withObservationTracking {
            _ = list.tracks
        } onChange: {
            other.tracks = Array(other.tracks.prefix(1))
        }
        desk.manager.undo()
        #expect(list.tracks.map(\.title) == ["a", "b"])
        #expect(other.tracks.map(\.title) == ["c"])
    }

    @Test(arguments: StoreKind.allCases, [false, true])
    func aValueThatOthersSavedIsNotTakenBack(kind: StoreKind, saves: Bool) throws {
        let desk = try Desk(kind)
        let plant = Plant(1, name: "old")
        desk.first.insert(plant)
        try desk.begin()
        plant.name = "mine"
        plant.note = "note"
        desk.manager.endEventGroup()
        if saves { try desk.first.save() }
        let twin = try #require(try desk.second.all(Plant.self).first)
        twin.name = "theirs"
        try desk.second.save()
        #expect(plant.name == (saves ? "theirs" : "mine"))
        desk.manager.undo()
        #expect(plant.name == "theirs" && plant.note == nil)
        try desk.first.save()
        let fresh = try #require(try desk.store.makeFreshContext().all(Plant.self).first)
        #expect(fresh.name == "theirs" && fresh.note == nil)
    }

    @Test(arguments: StoreKind.allCases, [false, true])
    func aMemberThatOthersMovedStaysThere(kind: StoreKind, saves: Bool) throws {
        let desk = try Desk(kind)
        let beds = ["north", "south", "west"].map { Bed(name: $0) }
        let plant = Plant(1, name: "fern", bed: beds[0])
        for bed in beds { desk.first.insert(bed) }
        desk.first.insert(plant)
        try desk.begin()
        plant.bed = beds[1]
        desk.manager.endEventGroup()
        if saves { try desk.first.save() }
        let twin = try #require(try desk.second.all(Plant.self).first)
        twin.bed = try desk.second.all(Bed.self).first { $0.name == "west" }
        try desk.second.save()
        _ = try desk.first.fetchCount(FetchDescriptor<Bed>())
        desk.manager.undo()
        #expect(plant.bed === beds[2])
        #expect(beds.map { $0.plants.count } == [0, 0, 1])
        try desk.first.save()
        let fresh = try desk.store.makeFreshContext()
        #expect(try fresh.all(Plant.self).first?.bed?.name == "west")
    }

    @Test(arguments: StoreKind.allCases, [false, true])
    func aTakenBackDeletionLeavesWhatOthersMoved(kind: StoreKind, saves: Bool) throws {
        let desk = try Desk(kind)
        let bed = Bed(name: "north", plants: [Plant(1), Plant(2)])
        desk.first.insert(bed)
        desk.first.insert(Bed(name: "south"))
        try desk.begin()
        desk.first.delete(bed)
        desk.first.processPendingChanges()
        desk.manager.endEventGroup()
        if saves { try desk.first.save() }
        let twin = try #require(try desk.second.all(Plant.self).first { $0.code == 1 })
        twin.bed = try desk.second.all(Bed.self).first { $0.name == "south" }
        try desk.second.save()
        _ = try desk.first.fetchCount(FetchDescriptor<Bed>())
        desk.manager.undo()
        try desk.first.save()
        #expect(bed.plants.map(\.code) == [2])
        let fresh = try desk.store.makeFreshContext()
        let beds = try fresh.all(Plant.self).sorted { $0.code < $1.code }.map { $0.bed?.name }
        #expect(beds == ["south", "north"])
    }

    /// A cascade goes by who belongs to the deleted owner when it is saved.
    @Test(arguments: StoreKind.allCases)
    func aCascadeSparesWhatOthersMovedAway(kind: StoreKind) throws {
        let desk = try Desk(kind)
        let list = Playlist("list", tracks: "ab".map { Track(String($0)) })
        desk.first.insert(list)
        desk.first.insert(Playlist("other"))
        try desk.first.save()
        desk.first.delete(list)
        desk.first.processPendingChanges()
        let twin = try #require(try desk.second.all(Track.self).first { $0.title == "a" })
        twin.playlist = try desk.second.all(Playlist.self).first { $0.title == "other" }
        try desk.second.save()
        try desk.first.save()
        let fresh = try desk.store.makeFreshContext()
        #expect(try fresh.all(Track.self).map { "\($0.title) \($0.playlist?.title ?? "-")" } == ["a other"])
        #expect(try desk.first.all(Track.self).map(\.title) == ["a"])
    }

    /// The order that another context saves stays after an undo of this one's removal.
    @Test(arguments: StoreKind.allCases, [false, true])
    func anUndoneRemovalChangesNoOrder(kind: StoreKind, savesBefore: Bool) throws {
        let desk = try Desk(kind)
        let list = Playlist("list", tracks: "abc".map { Track(String($0)) })
        desk.first.insert(list)
        try desk.begin()
        let twin = try #require(try desk.second.all(Playlist.self).first)
        list.tracks.removeFirst()
        desk.manager.endEventGroup()
        if savesBefore {
            twin.tracks.reverse()
            try desk.second.save()
        }
        desk.manager.undo()
        if !savesBefore {
            twin.tracks.reverse()
            try desk.second.save()
        }
        #expect(list.tracks.map(\.title).joined() == "cba")
        list.title = "changed"
        try desk.first.save()
        let fresh = try #require(try desk.store.makeFreshContext().all(Playlist.self).first)
        #expect(fresh.tracks.map(\.title).joined() == "cba")
    }

    /// The column is the other side's: its change is undone as well.
    @Test(arguments: StoreKind.allCases)
    func anUndonePartnerIsNoChangeOfTheOtherSide(kind: StoreKind) throws {
        let store = try TestStore(kind, [Citizen.self, Passport.self])
        let (first, second) = (store.makeContext(), store.makeContext())
        first.insert(Citizen("Ann"))
        first.insert(Passport("A"))
        try first.save()
        let manager = UndoManager()
        first.undoManager = manager
        let (ann, passport) = try (#require(first.all(Citizen.self).first), #require(first.all(Passport.self).first))
        let (twin, other) = try (#require(second.all(Citizen.self).first), #require(second.all(Passport.self).first))
        for isFromCitizen in [true, false] {
            if isFromCitizen { ann.passport = passport } else { passport.holder = ann }
            manager.endEventGroup()
            manager.undo()
        }
        #expect(ann.passport == nil && passport.holder == nil)
        twin.passport = other
        try second.save()
        #expect(ann.passport === passport && passport.holder === ann)
        try first.save()
        #expect(try store.makeFreshContext().all(Citizen.self).first?.passport?.number == "A")
    }
}
