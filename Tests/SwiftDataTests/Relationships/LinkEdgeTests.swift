import SwiftData
import Testing

/// Links to objects that cannot or need not be linked.
@Suite struct LinkEdgeTests {
    private static let types: [any PersistentModel.Type] = [Playlist.self, Track.self]

    @Test func anObjectOfAnotherContextIsRefusedByName() throws {
        let store = try TestStore(.memory, Self.types)
        let owner = store.makeContext()
        let list = Playlist("list")
        owner.insert(list)
        try owner.save()
        for linksFromTheList in [true, false] {
            let context = store.makeContext()
            let track = Track("a")
            context.insert(track)
            if linksFromTheList {
                let twin = Playlist("own")
                context.insert(twin)
                let foreign = Track("foreign")
                owner.insert(foreign)
                twin.tracks.append(foreign)
            } else {
                track.playlist = list
            }
            let error = #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
            #expect(error?.description.contains("context") == true)
            context.rollback()
            owner.rollback()
        }
        #expect(list.tracks.isEmpty)
    }

    @Test func anObjectOfAnotherContainerIsRefused() throws {
        let other = try TestStore(.memory, Self.types).makeContext()
        for title in ["x", "y"] { other.insert(Playlist(title)) }
        try other.save()
        let foreign = try other.all(Playlist.self)[1]
        let store = try TestStore(.memory, Self.types)
        let context = store.makeContext()
        context.insert(Playlist("own 1"))
        context.insert(Playlist("own 2"))
        let track = Track("a")
        context.insert(track)
        try context.save()
        track.playlist = foreign
        #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
        context.rollback()
        #expect(track.playlist == nil)
        #expect(try store.makeContext().all(Playlist.self).allSatisfy(\.tracks.isEmpty))
    }

    @Test(arguments: StoreKind.allCases)
    func aLinkToADeletedObjectIsNone(kind: StoreKind) throws {
        let store = try TestStore(kind, [Plant.self, Bed.self])
        let context = store.makeContext()
        let bed = Bed(name: "bed")
        let plants = [Plant(1), Plant(2)]
        context.insert(bed)
        for plant in plants { context.insert(plant) }
        try context.save()
        context.delete(bed)
        plants[0].bed = bed
        context.processPendingChanges()
        plants[1].bed = bed
        try context.save()
        #expect(plants.map { $0.bed == nil } == [true, true], "the deletion was the decision")
        let fresh = try store.makeFreshContext()
        #expect(try fresh.all(Plant.self).map { $0.bed == nil } == [true, true])
        #expect(try fresh.fetchCount(FetchDescriptor<Bed>()) == 0)
    }

    /// What was linked and cascades is deleted too, whenever it was linked.
    @Test func aLinkToADeletedOwnerCascades() throws {
        let context = try TestStore(.memory, Self.types).makeContext()
        let list = Playlist("list")
        let track = Track("a")
        context.insert(list)
        context.insert(track)
        try context.save()
        context.delete(list)
        track.playlist = list
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Track>()) == 0 && track.title == "a")
    }

    @Test(arguments: StoreKind.allCases)
    func aMemberThatMovedIsNotDeletedWithItsOldOwner(kind: StoreKind) throws {
        let store = try TestStore(kind, Self.types)
        let writer = store.makeContext()
        writer.insert(Playlist("first", tracks: [Track("a"), Track("b")]))
        writer.insert(Playlist("second"))
        try writer.save()
        let context = store.makeContext()
        let lists = try context.fetch(FetchDescriptor<Playlist>(sortBy: [SortDescriptor(\.title)]))
        let track = try #require(try context.fetch(FetchDescriptor<Track>(sortBy: [SortDescriptor(\.title)])).first)
        track.playlist = lists[1]
        context.delete(lists[0])
        try context.save()
        #expect(lists[1].tracks.map(\.title) == ["a"])
        let fresh = try store.makeFreshContext()
        #expect(try fresh.all(Track.self).map(\.title) == ["a"])
        #expect(try fresh.all(Playlist.self).map { $0.tracks.map(\.title) } == [["a"]])
    }

    @Test(arguments: StoreKind.allCases)
    func unlinkedAndLinkedAgainInOneSave(kind: StoreKind) throws {
        let store = try TestStore(kind, Self.types)
        let context = store.makeContext()
        let list = Playlist("list", tracks: [Track("a"), Track("b")])
        context.insert(list)
        try context.save()
        let track = list.tracks[0]
        track.playlist = nil
        list.tracks.append(track)
        track.playlist = nil
        track.playlist = list
        try context.save()
        #expect(list.tracks.map(\.title) == ["b", "a"])
        #expect(try store.makeFreshContext().all(Playlist.self).map { $0.tracks.map(\.title) } == [["b", "a"]])
    }

    @Test(arguments: StoreKind.allCases)
    func aMemberDeletedAndItsOwnerToo(kind: StoreKind) throws {
        let store = try TestStore(kind, Self.types)
        let context = store.makeContext()
        let list = Playlist("list", tracks: [Track("a"), Track("b")])
        context.insert(list)
        try context.save()
        context.delete(list.tracks[0])
        context.delete(list)
        try context.save()
        #expect(try store.makeFreshContext().fetchCount(FetchDescriptor<Track>()) == 0)
        #expect(!context.hasChanges)
    }
}
