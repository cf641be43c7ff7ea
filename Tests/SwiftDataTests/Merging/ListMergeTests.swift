import SwiftData
import Testing

/// Two contexts over one playlist.
private struct PlaylistPair {
    let store: TestStore
    let first: ModelContext
    let second: ModelContext
    let list: Playlist
    let twin: Playlist

    init(_ kind: StoreKind, _ titles: String) throws {
        store = try TestStore(kind, [Playlist.self, Track.self])
        first = store.makeContext()
        second = store.makeContext()
        first.insert(Playlist("list", tracks: titles.map { Track(String($0)) }))
        try first.save()
        list = try #require(try first.all(Playlist.self).first)
        twin = try #require(try second.all(Playlist.self).first)
    }

    /// The second context links a new track, from the track's side.
    func linkElsewhere(_ title: String) throws {
        second.insert(Track(title, playlist: twin))
        try second.save()
    }

    func editElsewhere(_ edit: (Playlist) throws -> Void) throws {
        try edit(twin)
        try second.save()
    }

    func track(_ title: String, in context: ModelContext) throws -> Track {
        try #require(try context.all(Track.self).first { $0.title == title })
    }

    func titles(_ list: Playlist) -> String { list.tracks.map(\.title).joined() }

    /// Saves the first context and compares what it shows, what the other shows and what is stored.
    func expectSaved(_ expected: String) throws {
        #expect(titles(list) == expected, "before the save")
        try first.save()
        #expect(titles(list) == expected, "after the save")
        #expect(titles(twin) == expected, "in the other context")
        let fresh = try #require(try store.makeFreshContext().fetch(FetchDescriptor<Playlist>()).first)
        #expect(titles(fresh) == expected, "opened anew")
    }
}

/// A to-many value that is assigned is compared with what was read, not with what others saved since.
@Suite struct ListMergeTests {
    @Test(arguments: StoreKind.allCases)
    func aLinkSavedBetweenReadAndAssignmentStays(kind: StoreKind) throws {
        let pair = try PlaylistPair(kind, "ab")
        var tracks = pair.list.tracks
        try pair.linkElsewhere("e")
        tracks.append(Track("x"))
        pair.list.tracks = tracks
        try pair.expectSaved("abex")
    }

    @Test(arguments: StoreKind.allCases)
    func aMergeInsideOfOneStatementCutsNothing(kind: StoreKind) throws {
        let pair = try PlaylistPair(kind, "abc")
        try pair.list.tracks.removeAll { track in
            if track.title == "a" { try pair.linkElsewhere("e") }
            return track.title == "b"
        }
        try pair.expectSaved("ace")
        try pair.list.tracks.sort { first, second in
            if pair.titles(pair.twin).count < 4 { try pair.linkElsewhere("f") }
            return first.title > second.title
        }
        try pair.expectSaved("efca")
    }

    @Test(arguments: StoreKind.allCases)
    func aMemberComesWhereTheOtherContextPutIt(kind: StoreKind) throws {
        let pair = try PlaylistPair(kind, "ab")
        var tracks = pair.list.tracks
        try pair.editElsewhere { $0.tracks.insert(Track("e"), at: 1) }
        try pair.editElsewhere { $0.tracks.insert(Track("f"), at: 0) }
        tracks.append(Track("x"))
        tracks.swapAt(0, 1)
        pair.list.tracks = tracks
        try pair.expectSaved("fbaex")
    }

    /// Who only removes members, or adds them at the end, says nothing of the order.
    @Test(arguments: StoreKind.allCases)
    func anOrderThatOthersSavedStaysWhereNoneWasChanged(kind: StoreKind) throws {
        let pair = try PlaylistPair(kind, "abcd")
        let tracks = pair.list.tracks
        try pair.editElsewhere { $0.tracks.reverse() }
        pair.list.tracks = tracks.filter { $0.title != "b" } + [Track("x")]
        try pair.expectSaved("dcax")
        pair.list.tracks.append(Track("y"))
        pair.list.tracks.removeLast()
        try pair.editElsewhere { $0.tracks.swapAt(0, 3) }
        try pair.expectSaved("xcad")
    }

    /// One that is taken out and comes again stands at the end, whatever others did.
    @Test(arguments: StoreKind.allCases)
    func aMemberThatComesAgainMovesToTheEnd(kind: StoreKind) throws {
        let pair = try PlaylistPair(kind, "abc")
        let first = pair.list.tracks.removeFirst()
        pair.list.tracks.append(first)
        try pair.linkElsewhere("e")
        try pair.expectSaved("bcea")
    }

    /// The member is cut here, and not saved; another context moves it to another list and back.
    @Test(arguments: StoreKind.allCases, [false, true])
    func aCutHoldsThoughTheMemberWentAndCame(kind: StoreKind, looksBetween: Bool) throws {
        let pair = try PlaylistPair(kind, "ab")
        let track = try pair.track("b", in: pair.first)
        let twin = try pair.track("b", in: pair.second)
        let other = Playlist("other")
        pair.second.insert(other)
        pair.list.tracks.removeLast()
        try pair.editElsewhere { _ in twin.playlist = other }
        if looksBetween { #expect(track.playlist?.title == "other") }
        try pair.editElsewhere { twin.playlist = $0 }
        #expect(track.playlist == nil)
        try pair.expectSaved("a")
        #expect(track.playlist == nil && twin.playlist == nil)
    }

    /// What is inserted, dropped and inserted again stands behind what was linked meanwhile.
    @Test(arguments: StoreKind.allCases)
    func aMemberThatWasDroppedComesLast(kind: StoreKind) throws {
        let pair = try PlaylistPair(kind, "a")
        let track = Track("x", playlist: pair.list)
        pair.first.insert(track)
        pair.first.insert(Track("y", playlist: pair.list))
        pair.first.delete(track)
        #expect(pair.titles(pair.list) == "ay")
        pair.first.insert(track)
        try pair.expectSaved("ayx")
    }

    /// The list is out of date while a member is taken out of it and linked again, from its own side.
    @Test(arguments: StoreKind.allCases)
    func aMemberThatIsLinkedAgainComesBeforeLaterOnes(kind: StoreKind) throws {
        let pair = try PlaylistPair(kind, "a")
        #expect(pair.titles(pair.list) == "a")
        let track = try pair.track("a", in: pair.first)
        try pair.linkElsewhere("e")
        track.playlist = nil
        track.playlist = pair.list
        pair.first.insert(Track("x", playlist: pair.list))
        try pair.expectSaved("eax")
    }

    /// Two contexts link one member, and the list is read only when the other one has saved.
    @Test(arguments: StoreKind.allCases)
    func aMemberThatOthersLinkedTooJoinsAtTheEnd(kind: StoreKind) throws {
        let pair = try PlaylistPair(kind, "")
        pair.first.insert(Track("a"))
        try pair.first.save()
        let context = pair.store.makeContext()
        let list = try #require(try context.all(Playlist.self).first)
        try pair.track("a", in: context).playlist = list
        try pair.track("a", in: pair.second).playlist = pair.twin
        try pair.linkElsewhere("e")
        #expect(pair.titles(list) == "ea")
        try context.save()
        #expect(pair.titles(list) == "ea")
        try pair.expectSaved("ea")
    }

    /// The list was read before the other context took the member out, and is not read again before it is linked.
    @Test(arguments: StoreKind.allCases)
    func aMemberThatOthersTookOutJoinsAtTheEnd(kind: StoreKind) throws {
        let pair = try PlaylistPair(kind, "a")
        #expect(pair.titles(pair.list) == "a")
        let track = try pair.track("a", in: pair.first)
        try pair.editElsewhere { $0.tracks.removeAll() }
        pair.first.insert(Track("x", playlist: pair.list))
        track.playlist = pair.list
        try pair.expectSaved("xa")
    }

    @Test(arguments: StoreKind.allCases)
    func whatWasReadIsRemovedAndNothingElse(kind: StoreKind) throws {
        let pair = try PlaylistPair(kind, "abc")
        let tracks = pair.list.tracks
        try pair.linkElsewhere("e")
        pair.list.tracks = tracks.filter { $0.title == "b" }
        try pair.expectSaved("be")
        try pair.linkElsewhere("f")
        pair.list.tracks = []
        try pair.expectSaved("f")
        pair.list.tracks = []
        try pair.expectSaved("")
    }

    /// Nothing was read, so the value stands for itself.
    @Test(arguments: StoreKind.allCases)
    func anAssignmentWithoutAReadReplacesEverything(kind: StoreKind) throws {
        let pair = try PlaylistPair(kind, "abc")
        try pair.linkElsewhere("e")
        let context = pair.store.makeContext()
        try #require(try context.all(Playlist.self).first).tracks = [Track("x")]
        try context.save()
        try pair.expectSaved("x")
    }

    @Test(arguments: StoreKind.allCases)
    func everyReadCounts(kind: StoreKind) throws {
        let pair = try PlaylistPair(kind, "ab")
        _ = pair.list.tracks
        try pair.linkElsewhere("e")
        #expect(pair.titles(pair.list) == "abe")
        pair.list.tracks.removeLast()
        try pair.expectSaved("ab")
    }

    /// Of what was read when, only the last reading is known.
    @Test(arguments: StoreKind.allCases)
    func anAssignmentIsComparedWithTheLastReading(kind: StoreKind) throws {
        let pair = try PlaylistPair(kind, "ab")
        let early = pair.list.tracks
        try pair.linkElsewhere("e")
        _ = pair.list.tracks
        try pair.linkElsewhere("f")
        pair.list.tracks = early + [Track("x")]
        try pair.expectSaved("abfx")
    }

    @Test(arguments: StoreKind.allCases)
    func aSecondAssignmentOfTheSameArrayKeepsTheLinkToo(kind: StoreKind) throws {
        let pair = try PlaylistPair(kind, "ab")
        var tracks = pair.list.tracks
        try pair.linkElsewhere("e")
        for title in "xyz" {
            tracks.append(Track(String(title)))
            pair.list.tracks = tracks
            if title == "y" { try pair.first.save() }
        }
        tracks.removeFirst()
        pair.list.tracks = tracks
        try pair.expectSaved("bexyz")
    }

    @Test(arguments: StoreKind.allCases)
    func whatOthersRemovedMovedOrDeletedIsNotPutBack(kind: StoreKind) throws {
        let pair = try PlaylistPair(kind, "abcd")
        pair.second.insert(Playlist("other"))
        var tracks = pair.list.tracks
        try pair.editElsewhere { $0.tracks.removeFirst() }
        try pair.editElsewhere { $0.tracks[0].playlist = try pair.second.all(Playlist.self)[1] }
        try pair.editElsewhere { pair.second.delete($0.tracks[0]) }
        tracks.append(Track("x"))
        pair.list.tracks = tracks
        try pair.expectSaved("dx")
        let fresh = try pair.store.makeFreshContext()
        #expect(
            try fresh.all(Track.self).map { "\($0.title)\($0.playlist?.title ?? "-")" }.sorted()
                == ["a-", "bother", "dlist", "xlist"]
        )
    }

    @Test(arguments: StoreKind.allCases)
    func aReadByTheFrameworkIsNone(kind: StoreKind) throws {
        let pair = try PlaylistPair(kind, "ab")
        pair.list.title = "changed"
        let tracks = pair.list.tracks
        try pair.linkElsewhere("e")
        let full = FetchDescriptor<Playlist>(predicate: #Predicate { $0.tracks.count == 3 })
        #expect(try pair.first.fetch(full).count == 1, "evaluated on the changed object")
        pair.list.tracks = tracks + [Track("x")]
        try pair.expectSaved("abex")
    }

    @Test(arguments: StoreKind.allCases)
    func aRollbackInBetweenChangesNothing(kind: StoreKind) throws {
        let pair = try PlaylistPair(kind, "ab")
        let tracks = pair.list.tracks
        try pair.linkElsewhere("e")
        pair.list.title = "changed"
        pair.first.rollback()
        pair.list.tracks = tracks + [Track("x")]
        try pair.expectSaved("abex")
    }

    @Test(arguments: StoreKind.allCases)
    func aRollbackTakesBackOwnChangesAlone(kind: StoreKind) throws {
        let pair = try PlaylistPair(kind, "ab")
        pair.list.tracks.removeFirst()
        pair.list.tracks.append(Track("x"))
        try pair.linkElsewhere("e")
        pair.first.rollback()
        try pair.expectSaved("abe")
    }

    /// Value semantics inside of one context: what was linked here after the read was not in what is assigned.
    @Test(arguments: StoreKind.allCases)
    func ownLinksOfTheOtherSideCountAsRead(kind: StoreKind) throws {
        let pair = try PlaylistPair(kind, "ab")
        let tracks = pair.list.tracks
        try pair.linkElsewhere("e")
        pair.first.insert(Track("o", playlist: pair.list))
        pair.list.tracks = tracks + [Track("x")]
        try pair.expectSaved("abex")
    }

    @Test(arguments: StoreKind.allCases)
    func aRemovalCutsNoLinkToAnotherOwner(kind: StoreKind) throws {
        for removesAll in [false, true] {
            let pair = try PlaylistPair(kind, "ab")
            pair.second.insert(Playlist("other"))
            _ = pair.list.tracks
            if removesAll { pair.list.tracks = [] } else { pair.list.tracks.removeFirst() }
            try pair.editElsewhere { $0.tracks[0].playlist = try pair.second.all(Playlist.self)[1] }
            try pair.expectSaved(removesAll ? "" : "b")
            let fresh = try pair.store.makeFreshContext()
            let moved = try fresh.all(Track.self).first { $0.title == "a" }
            #expect(moved?.playlist?.title == "other")
            #expect(try pair.track("a", in: pair.first).playlist?.title == "other")
            #expect(!pair.first.hasChanges)
        }
    }

    /// Another container is as another process: no notice comes of what it saves.
    @Test func aContextWithoutNoticesCutsNothing() throws {
        let pair = try PlaylistPair(.file, "abc")
        let far = try pair.store.makeFreshContext()
        let twin = try #require(try far.all(Playlist.self).first)
        far.insert(Playlist("other"))
        pair.list.tracks.removeFirst()
        pair.list.tracks.append(Track("x"))
        far.insert(Track("e", playlist: twin))
        twin.tracks[0].playlist = try far.all(Playlist.self)[1]
        try far.save()
        try pair.first.save()
        let fresh = try pair.store.makeFreshContext()
        let lists = try fresh.fetch(FetchDescriptor<Playlist>(sortBy: [SortDescriptor(\.title)]))
        #expect(Set(lists[0].tracks.map(\.title)) == ["b", "c", "e", "x"])
        #expect(lists[1].tracks.map(\.title) == ["a"])
        #expect(try pair.track("a", in: pair.first).playlist?.title == "other")
        #expect(Set(pair.list.tracks.map(\.title)) == ["b", "c", "e", "x"], "once a fetch has noticed")
    }

    /// A context that slept through more saves than are kept for it.
    @Test func aSleeperCutsNothing() throws {
        let pair = try PlaylistPair(.memory, "ab")
        let tracks = pair.list.tracks
        pair.list.tracks.append(Track("o"))
        try pair.linkElsewhere("e")
        let bulk = (0..<400).map { Track("bulk \($0)") }
        for track in bulk { pair.second.insert(track) }
        try pair.second.save()
        for round in 0..<260 {
            for track in bulk { track.title = "bulk \(round)" }
            try pair.second.save()
        }
        pair.list.tracks = tracks + [Track("x")]
        try pair.expectSaved("abex")
    }
}
