import SwiftData
import Testing

/// Deletions beside what other contexts did to the same objects.
@Suite struct DeletionMergeTests {
    /// Two contexts of one container, or of two containers on one file as two processes have them.
    enum Neighbours: CaseIterable {
        case contexts
        case containers
    }

    private struct Pair {
        let store: TestStore
        let first: ModelContext
        let second: ModelContext

        init(_ neighbours: Neighbours, _ types: [any PersistentModel.Type]) throws {
            store = try TestStore(.file, types)
            first = store.makeContext()
            switch neighbours {
            case .contexts: second = store.makeContext()
            case .containers:
                let other = try ModelContainer(for: Schema(types), configurations: store.configuration)
                second = ModelContext(other)
            }
        }

        func insert(_ models: any PersistentModel...) throws {
            for model in models { first.insert(model) }
            try first.save()
        }

        func fresh<Model: PersistentModel>(_ type: Model.Type) throws -> [Model] {
            try store.makeFreshContext().all(type)
        }
    }

    // MARK: Members that are deleted

    private func aDeletedMemberLeaves<Owner: MergedOwner>(
        _ type: Owner.Type,
        _ types: [any PersistentModel.Type]
    ) throws where Owner.Member: PersistentModel {
        let pair = try Pair(.contexts, types)
        let owner = Owner(named: "owner")
        let other = Owner(named: "other")
        try pair.insert(owner, other)
        owner.members = (0..<3).map(Owner.makeMember)
        try pair.first.save()
        // The reader's members are fetched by themselves, and their own links are never followed.
        let reader = pair.store.makeContext()
        let shown = try #require(reader.model(for: owner.persistentModelID) as? Owner)
        let destination = try #require(reader.model(for: other.persistentModelID) as? Owner)
        let held = shown.members
        let member = try #require(try pair.second.all(Owner.Member.self).first { Owner.number(of: $0) == 1 })
        pair.second.delete(member)
        try pair.second.save()
        #expect(shown.members.map(Owner.number) == [0, 2])
        destination.members = held
        #expect(destination.members.map(Owner.number) == [0, 2])
        try reader.save()
        #expect(try pair.fresh(Owner.Member.self).map(Owner.number).sorted() == [0, 2])
    }

    /// The owner's own list was never read, so that only the member knows of the link.
    @Test(arguments: Neighbours.allCases)
    func aDeletedOwnerLeavesUnsavedLinks(neighbours: Neighbours) throws {
        let pair = try Pair(neighbours, [Playlist.self, Track.self])
        let (list, track) = (Playlist("list"), Track("a"))
        try pair.insert(list, track)
        let reader = pair.store.makeContext()
        let owner = try #require(reader.model(for: list.persistentModelID) as? Playlist)
        let member = try #require(reader.model(for: track.persistentModelID) as? Track)
        let new = Track("new")
        reader.insert(new)
        (member.playlist, new.playlist) = (owner, owner)
        pair.second.delete(try #require(try pair.second.all(Playlist.self).first))
        try pair.second.save()
        let linked = try reader.fetch(FetchDescriptor<Track>(predicate: #Predicate { $0.playlist != nil }))
        #expect(linked.isEmpty && member.playlist == nil && new.playlist == nil)
        try reader.save()
        #expect(try pair.fresh(Track.self).map(\.title) == ["a", "new"])
    }

    /// The member got a new owner before it was deleted, and others bring it to another one meanwhile.
    @Test(arguments: Neighbours.allCases)
    func aDeletedMemberLeavesTheOwnerThatItGotLast(neighbours: Neighbours) throws {
        let pair = try Pair(neighbours, [Playlist.self, Track.self])
        let (list, track) = (Playlist("list"), Track("a"))
        try pair.insert(list, track)
        let member = try #require(try pair.second.all(Track.self).first)
        let new = Playlist("new")
        pair.second.insert(new)
        member.playlist = new
        pair.second.delete(member)
        list.tracks.append(track)
        try pair.first.save()
        try pair.second.save()
        #expect(new.tracks.isEmpty)
        #expect(try pair.fresh(Playlist.self).allSatisfy(\.tracks.isEmpty))
        #expect(try pair.fresh(Track.self).isEmpty)
    }

    enum End: CaseIterable { case saved, rolledBack, insertedAgain }

    /// The delete rules have run, and nothing leads from the spoon to the drawer that another context saves then.
    @Test(arguments: Neighbours.allCases, End.allCases)
    func aDeletedTargetShowsInNoLinkOfOthers(neighbours: Neighbours, end: End) throws {
        let pair = try Pair(neighbours, [Drawer.self, Spoon.self])
        let spoon = Spoon(1)
        try pair.insert(spoon)
        pair.first.delete(spoon)
        #expect(try pair.first.all(Spoon.self).isEmpty)
        let favourite = try #require(try pair.second.all(Spoon.self).first)
        let other = Drawer("drawer", spoons: [])
        other.favourite = favourite
        pair.second.insert(other)
        try pair.second.save()
        let drawer = try #require(try pair.first.all(Drawer.self).first)
        #expect(drawer.favourite == nil)
        switch end {
        case .saved: try pair.first.save()
        case .rolledBack: pair.first.rollback()
        case .insertedAgain: pair.first.insert(spoon)
        }
        #expect((drawer.favourite === spoon) == (end != .saved))
        if end != .saved { try pair.first.save() }
        #expect(try pair.fresh(Drawer.self).first?.favourite?.size == (end == .saved ? nil : 1))
    }

    /// A deletion that is taken back has cut nothing: what others bring back to its owner stays.
    @Test(arguments: Neighbours.allCases)
    func aTakenBackDeletionCutsNothingLater(neighbours: Neighbours) throws {
        let pair = try Pair(neighbours, [Playlist.self, Track.self])
        let (list, other, track) = (Playlist("list"), Playlist("other"), Track("a"))
        try pair.insert(list, other)
        track.playlist = list
        try pair.first.save()
        let late = try #require(try pair.second.all(Track.self).first)
        func owner(_ title: String) throws -> Playlist {
            try #require(try pair.second.all(Playlist.self).first { $0.title == title })
        }
        pair.first.delete(list)
        _ = try pair.first.all(Track.self)
        late.playlist = try owner("other")
        try pair.second.save()
        _ = try pair.first.all(Track.self)
        pair.first.insert(list)
        late.playlist = try owner("list")
        try pair.second.save()
        _ = try pair.first.all(Track.self)
        #expect(track.playlist === list)
        list.title = "changed"
        try pair.first.save()
        #expect(try pair.fresh(Track.self).first?.playlist?.title == "changed")
    }

    /// The list is first read while the member's deletion is pending.
    @Test(arguments: Neighbours.allCases, [false, true])
    func aTakenBackDeletionMakesNoLink(neighbours: Neighbours, othersCut: Bool) throws {
        let pair = try Pair(neighbours, [Post.self, Topic.self])
        let (a, b) = (Topic("a"), Topic("b"))
        try pair.insert(Post("post", topics: [a, b]))
        let reader = pair.store.makeContext()
        let topic = try #require(try reader.all(Topic.self).first { $0.name == "a" })
        let post = try #require(try reader.all(Post.self).first)
        reader.delete(topic)
        _ = try reader.all(Topic.self)
        #expect(post.topics.map(\.name) == ["b"])
        reader.insert(topic)
        #expect(post.topics.map(\.name) == ["a", "b"])
        if othersCut {
            let twin = try #require(try pair.second.all(Post.self).first)
            twin.topics.removeAll { $0.name == "a" }
            try pair.second.save()
            _ = try reader.all(Post.self)
        }
        post.title = "changed"
        try reader.save()
        #expect(try pair.fresh(Post.self).first?.topics.map(\.name) == (othersCut ? ["b"] : ["a", "b"]))
    }

    /// What others changed of a one-way link while its target's deletion was pending, and what was added to a one-way list.
    @Test(arguments: Neighbours.allCases)
    func oneWayLinksAreAsTheyWereAfterATakenBackDeletion(neighbours: Neighbours) throws {
        let pair = try Pair(neighbours, [Drawer.self, Spoon.self])
        let spoon = Spoon(1)
        let drawer = Drawer("drawer", spoons: [spoon])
        drawer.favourite = spoon
        try pair.insert(drawer)
        drawer.spoons.append(Spoon(2))
        pair.first.delete(spoon)
        _ = try pair.first.all(Spoon.self)
        #expect(drawer.favourite == nil && drawer.spoons.map(\.size) == [2])
        try #require(try pair.second.all(Drawer.self).first).favourite = nil
        try pair.second.save()
        _ = try pair.first.all(Drawer.self)
        pair.first.insert(spoon)
        #expect(drawer.favourite == nil && Set(drawer.spoons.map(\.size)) == [1, 2])
        try pair.first.save()
        let fresh = try #require(try pair.fresh(Drawer.self).first)
        #expect(fresh.favourite == nil && Set(fresh.spoons.map(\.size)) == [1, 2])
    }

    /// Two contexts delete an owner; one of them had given it members that nobody else knows.
    @Test(arguments: Neighbours.allCases, [false, true])
    func anOwnerThatIsDeletedTwiceTakesItsMembersAlong(neighbours: Neighbours, ruleHasRun: Bool) throws {
        let pair = try Pair(neighbours, [Playlist.self, Track.self])
        let (list, track) = (Playlist("list"), Track("a"))
        try pair.insert(list, track)
        track.playlist = list
        pair.first.insert(Track("new", playlist: list))
        pair.first.delete(list)
        if ruleHasRun { pair.first.processPendingChanges() }
        pair.second.delete(try #require(try pair.second.all(Playlist.self).first))
        try pair.second.save()
        #expect(try pair.first.all(Track.self).isEmpty)
        try pair.first.save()
        #expect(try pair.fresh(Track.self).isEmpty && pair.fresh(Playlist.self).isEmpty)
    }

    /// The list was not read when the member was linked to it from its own side.
    @Test(arguments: Neighbours.allCases)
    func aDeletedMemberLeavesAListThatWasNotRead(neighbours: Neighbours) throws {
        let pair = try Pair(neighbours, [Post.self, Topic.self])
        try pair.insert(Post("post"), Topic("a"), Topic("b"))
        let reader = pair.store.makeContext()
        let post = try #require(try reader.all(Post.self).first)
        for topic in try reader.all(Topic.self) { topic.posts = [post] }
        pair.second.delete(try #require(try pair.second.all(Topic.self).first { $0.name == "a" }))
        try pair.second.save()
        _ = try reader.all(Post.self)
        #expect(post.topics.map(\.name) == ["b"])
        try reader.save()
        #expect(try pair.fresh(Post.self)[0].topics.map(\.name) == ["b"])
    }

    @Test func aDeletedMemberLeavesAListOfOneToMany() throws {
        try aDeletedMemberLeaves(Playlist.self, [Playlist.self, Track.self])
    }

    @Test func aDeletedMemberLeavesAListOfManyToMany() throws {
        try aDeletedMemberLeaves(Post.self, [Post.self, Topic.self])
    }

    @Test func aDeletedMemberLeavesAOneWayList() throws {
        try aDeletedMemberLeaves(Drawer.self, [Drawer.self, Spoon.self])
    }

    // MARK: Cascades

    /// What another context does to a member of a list that is deleted here.
    enum Rescue: CaseIterable {
        case moved
        case cleared
        case removed
    }

    private func rescue(_ rescue: Rescue, in context: ModelContext) throws {
        let track = try #require(try context.all(Track.self).first { $0.title == "kept" })
        let other = try #require(try context.all(Playlist.self).first { $0.title == "other" })
        switch rescue {
        case .moved: track.playlist = other
        case .cleared: track.playlist = nil
        case .removed: track.playlist?.tracks.removeAll { $0 === track }
        }
        try context.save()
    }

    /// Whether the rules ran before the other context saved, or only as part of the save.
    @Test(arguments: Neighbours.allCases, Rescue.allCases)
    func aCascadeSparesWhatOthersTookAway(neighbours: Neighbours, rescue: Rescue) throws {
        for runsRulesFirst in [true, false] {
            let pair = try Pair(neighbours, [Playlist.self, Track.self])
            let list = Playlist("list", tracks: [Track("kept"), Track("lost")])
            try pair.insert(list, Playlist("other"))
            _ = list.tracks.map(\.title)
            pair.first.delete(list)
            if runsRulesFirst { pair.first.processPendingChanges() }
            try self.rescue(rescue, in: pair.second)
            try pair.first.save()
            let left = try pair.fresh(Track.self)
            #expect(left.map(\.title) == ["kept"])
            #expect(left.first?.playlist?.title == (rescue == .moved ? "other" : nil))
            #expect(try pair.first.all(Track.self).map(\.title) == ["kept"], "in the context that deleted")
            #expect(try pair.fresh(Playlist.self).map(\.title) == ["other"])
        }
    }

    @Test(arguments: Neighbours.allCases)
    func whatIsDeletedByItselfIsDeletedWhereverItIs(neighbours: Neighbours) throws {
        let pair = try Pair(neighbours, [Playlist.self, Track.self])
        let track = Track("kept")
        let list = Playlist("list", tracks: [track])
        try pair.insert(list, Playlist("other"))
        pair.first.delete(list)
        pair.first.processPendingChanges()
        pair.first.delete(track)
        try rescue(.moved, in: pair.second)
        try pair.first.save()
        #expect(try pair.fresh(Track.self).isEmpty)
    }

    /// The links of what is spared are as they were, those that delete rules cut on the way included.
    @Test(arguments: Neighbours.allCases)
    func whatIsSparedHasItsOwnLinks(neighbours: Neighbours) throws {
        let pair = try Pair(neighbours, [CaseShelf.self, CaseBinder.self, CaseSheet.self, CaseMark.self])
        let (shelf, binder, sheet, mark) = (CaseShelf(), CaseBinder(), CaseSheet(), CaseMark())
        (binder.shelf, sheet.binder, mark.binder) = (shelf, binder, binder)
        try pair.insert(shelf, binder, sheet, mark)
        pair.first.delete(shelf)
        pair.first.processPendingChanges()
        let other = CaseShelf()
        pair.second.insert(other)
        try #require(try pair.second.all(CaseBinder.self).first).shelf = other
        try pair.second.save()
        try pair.first.save()
        let left = try #require(try pair.fresh(CaseBinder.self).first)
        #expect(left.sheets.count == 1)
        #expect(left.marks.count == 1)
        #expect(left.shelf?.binders.count == 1)
        #expect(try pair.fresh(CaseShelf.self).count == 1)
    }

    // MARK: Many properties

    @Test(arguments: Neighbours.allCases)
    func aCutLinkOfAWideClassYieldsToANewOwner(neighbours: Neighbours) throws {
        for changesAnotherProperty in [false, true] {
            let pair = try Pair(neighbours, [WideOwner.self, WideMember.self])
            let old = WideOwner("old")
            let sheet = WideMember()
            try pair.insert(old, WideOwner("new"), sheet)
            sheet.owner = old
            try pair.first.save()
            if changesAnotherProperty { sheet.last = 7 }
            old.sheets.removeAll()
            let moved = try #require(try pair.second.all(WideMember.self).first)
            let new = try #require(try pair.second.all(WideOwner.self).first { $0.name == "new" })
            moved.owner = new
            try pair.second.save()
            try pair.first.save()
            let stored = try #require(try pair.fresh(WideMember.self).first)
            #expect(stored.owner?.name == "new")
            #expect(stored.last == (changesAnotherProperty ? 7 : 0))
            #expect(sheet.owner?.name == "new")
        }
    }

    @Test func aChangeOfAWideClassMovesNothingInItsOwnersList() throws {
        let pair = try Pair(.contexts, [WideOwner.self, WideMember.self])
        let owner = WideOwner("owner")
        try pair.insert(owner)
        owner.sheets = (0..<3).map { WideMember(number: $0) }
        try pair.first.save()
        owner.sheets[0].last = 1
        try pair.first.save()
        #expect(try pair.fresh(WideOwner.self).first?.sheets.map(\.number) == [0, 1, 2])
    }
}

@Model final class CaseShelf {
    @Relationship(deleteRule: .cascade, inverse: \CaseBinder.shelf) var binders: [CaseBinder] = []

    init() {}
}

@Model final class CaseBinder {
    var shelf: CaseShelf?
    @Relationship(deleteRule: .cascade, inverse: \CaseSheet.binder) var sheets: [CaseSheet] = []
    @Relationship(deleteRule: .nullify, inverse: \CaseMark.binder) var marks: [CaseMark] = []

    init() {}
}

@Model final class CaseSheet {
    var binder: CaseBinder?

    init() {}
}

@Model final class CaseMark {
    var binder: CaseBinder?

    init() {}
}

@Model final class WideOwner {
    var name: String
    @Relationship(inverse: \WideMember.owner) var sheets: [WideMember] = []

    init(_ name: String) { self.name = name }
}

/// Its relationship comes after the sixty-third property.
@Model final class WideMember {
    var number = 0
    var a00 = 0
    var a01 = 0
    var a02 = 0
    var a03 = 0
    var a04 = 0
    var a05 = 0
    var a06 = 0
    var a07 = 0
    var a08 = 0
    var a09 = 0
    var a10 = 0
    var a11 = 0
    var a12 = 0
    var a13 = 0
    var a14 = 0
    var a15 = 0
    var a16 = 0
    var a17 = 0
    var a18 = 0
    var a19 = 0
    var a20 = 0
    var a21 = 0
    var a22 = 0
    var a23 = 0
    var a24 = 0
    var a25 = 0
    var a26 = 0
    var a27 = 0
    var a28 = 0
    var a29 = 0
    var a30 = 0
    var a31 = 0
    var a32 = 0
    var a33 = 0
    var a34 = 0
    var a35 = 0
    var a36 = 0
    var a37 = 0
    var a38 = 0
    var a39 = 0
    var a40 = 0
    var a41 = 0
    var a42 = 0
    var a43 = 0
    var a44 = 0
    var a45 = 0
    var a46 = 0
    var a47 = 0
    var a48 = 0
    var a49 = 0
    var a50 = 0
    var a51 = 0
    var a52 = 0
    var a53 = 0
    var a54 = 0
    var a55 = 0
    var a56 = 0
    var a57 = 0
    var a58 = 0
    var a59 = 0
    var a60 = 0
    var a61 = 0
    var a62 = 0
    var a63 = 0
    var owner: WideOwner?
    var last = 0

    init(number: Int = 0) { self.number = number }
}
