import SwiftData
import Testing

/// Links that are kept in tables of pairs: many to many, and one way.
@Suite struct PairMergeTests {
    private static let types: [any PersistentModel.Type] = [Post.self, Topic.self, Drawer.self, Spoon.self]

    private struct Posts {
        let store: TestStore
        let first: ModelContext
        let second: ModelContext
        let post: Post
        let twin: Post

        init(_ kind: StoreKind, _ names: String) throws {
            store = try TestStore(kind, PairMergeTests.types)
            first = store.makeContext()
            second = store.makeContext()
            first.insert(Post("post", topics: names.map { Topic(String($0)) }))
            try first.save()
            post = try #require(try first.all(Post.self).first)
            twin = try #require(try second.all(Post.self).first)
        }

        func expectSaved(_ expected: String) throws {
            #expect(post.topics.map(\.name).joined() == expected, "before the save")
            try first.save()
            #expect(post.topics.map(\.name).joined() == expected, "after the save")
            #expect(twin.topics.map(\.name).joined() == expected, "in the other context")
            let fresh = try store.makeFreshContext()
            let stored = try #require(try fresh.all(Post.self).first)
            #expect(stored.topics.map(\.name).joined() == expected, "opened anew")
            for topic in try fresh.all(Topic.self) {
                let isMember = stored.topics.contains { $0 === topic }
                #expect(topic.posts.contains { $0 === stored } == isMember, "\(topic.name) from its side")
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func aPairSavedBetweenReadAndAssignmentStays(kind: StoreKind) throws {
        let posts = try Posts(kind, "ab")
        let topics = posts.post.topics
        posts.twin.topics.append(Topic("e"))
        try posts.second.save()
        posts.post.topics = topics.filter { $0.name != "a" } + [Topic("x")]
        try posts.expectSaved("bex")
    }

    @Test(arguments: StoreKind.allCases)
    func aPairMadeFromTheOtherSideStays(kind: StoreKind) throws {
        let posts = try Posts(kind, "ab")
        let topics = posts.post.topics
        let late = Topic("e")
        posts.second.insert(late)
        late.posts.append(posts.twin)
        try posts.second.save()
        posts.post.topics = topics + [Topic("x")]
        try posts.expectSaved("abex")
    }

    @Test(arguments: StoreKind.allCases)
    func aPairCutElsewhereIsNotMadeAgain(kind: StoreKind) throws {
        let posts = try Posts(kind, "abc")
        let topics = posts.post.topics
        posts.twin.topics.removeFirst()
        try posts.second.save()
        posts.post.topics = topics.reversed() + [Topic("x")]
        try posts.expectSaved("cbx")
    }

    @Test(arguments: StoreKind.allCases)
    func anOrderThatOthersSavedStaysWhereNoneWasChanged(kind: StoreKind) throws {
        let posts = try Posts(kind, "abcd")
        posts.post.topics.append(Topic("x"))
        posts.post.topics.removeFirst()
        posts.twin.topics.reverse()
        try posts.second.save()
        try posts.expectSaved("dcbx")
    }

    @Test func anOrderOfAnotherProcessStaysWhereNoneWasChanged() throws {
        let posts = try Posts(.file, "abcd")
        posts.post.topics.append(Topic("x"))
        posts.post.topics.removeFirst()
        let far = try posts.store.makeFreshContext()
        try #require(try far.all(Post.self).first).topics.reverse()
        try far.save()
        try posts.first.save()
        let fresh = try #require(try posts.store.makeFreshContext().all(Post.self).first)
        #expect(fresh.topics.map(\.name).joined() == "dcbx")
    }

    /// The cut is saved by a container whose saves send no notices.
    @Test func aPairCutByAnotherProcessIsNotMadeAgain() throws {
        let posts = try Posts(.file, "abc")
        posts.post.topics.reverse()
        let far = try posts.store.makeFreshContext()
        let twin = try #require(try far.all(Post.self).first)
        twin.topics.removeFirst()
        twin.topics.append(Topic("e"))
        try far.save()
        try posts.first.save()
        let fresh = try #require(try posts.store.makeFreshContext().all(Post.self).first)
        #expect(Set(fresh.topics.map(\.name)) == ["b", "c", "e"])
    }

    /// The list was not loaded when it was linked to from the other side; what it had is removed all the same.
    @Test(arguments: StoreKind.allCases)
    func whatWasStoredBeforeALinkFromTheOtherSideCanBeRemoved(kind: StoreKind) throws {
        let posts = try Posts(kind, "ab")
        let context = posts.store.makeContext()
        let post = try #require(try context.all(Post.self).first)
        let topic = Topic("c")
        topic.posts = [post]
        context.insert(topic)
        post.topics.removeFirst()
        try context.save()
        try posts.expectSaved("bc")
    }

    /// The cut is made from the topic's side, where the post's list does not know the other context's pair yet.
    @Test(arguments: StoreKind.allCases, [false, true])
    func aPairOfOthersIsCutFromTheOtherSide(kind: StoreKind, makesItAgain: Bool) throws {
        let posts = try Posts(kind, "a")
        #expect(posts.post.topics.count == 1)
        let late = Topic("e")
        posts.second.insert(late)
        posts.twin.topics.append(late)
        try posts.second.save()
        let topic = try #require(try posts.first.all(Topic.self).first { $0.name == "e" })
        topic.posts.removeAll()
        #expect(posts.post.topics.map(\.name) == ["a"])
        if makesItAgain { posts.post.topics.append(topic) }
        try posts.expectSaved(makesItAgain ? "ae" : "a")
    }

    /// A link that was made and cut again is no change, also where the topic's list is out of date while it is cut.
    @Test(arguments: StoreKind.allCases)
    func aPairThatIsTakenBackLeavesThatOfOthers(kind: StoreKind) throws {
        let posts = try Posts(kind, "a")
        posts.first.insert(Topic("e"))
        posts.first.insert(Post("other"))
        try posts.first.save()
        let topic = try #require(try posts.first.all(Topic.self).first { $0.name == "e" })
        let late = try #require(try posts.second.all(Topic.self).first { $0.name == "e" })
        let other = try #require(try posts.second.all(Post.self).first { $0.title == "other" })
        topic.posts.append(posts.post)
        late.posts.append(other)
        try posts.second.save()
        posts.post.topics.removeLast()
        late.posts.append(posts.twin)
        try posts.second.save()
        try posts.expectSaved("ae")
    }

    /// A link that was cut and made again is no change either: the cut that another context saves holds.
    @Test(arguments: StoreKind.allCases)
    func aPairThatIsMadeAgainLeavesTheCutOfOthers(kind: StoreKind) throws {
        let posts = try Posts(kind, "ab")
        let topic = posts.post.topics[1]
        let late = posts.twin.topics[1]
        #expect(topic.posts.count == 1)
        posts.first.insert(Post("other"))
        try posts.first.save()
        let other = try #require(try posts.second.all(Post.self).first { $0.title == "other" })
        posts.post.topics.removeLast()
        late.posts.append(other)
        try posts.second.save()
        posts.post.topics.append(topic)
        late.posts.removeAll { $0 === posts.twin }
        try posts.second.save()
        try posts.expectSaved("a")
    }

    /// The pair is cut here, and not saved; another context cuts it and makes it again. Each end is read at another time.
    @Test(arguments: StoreKind.allCases, [false, true])
    func aCutHoldsThoughOthersMadeItToo(kind: StoreKind, readsBetween: Bool) throws {
        let posts = try Posts(kind, "ab")
        let topic = posts.post.topics[1]
        let late = posts.twin.topics[1]
        #expect(topic.posts.count == 1)
        posts.post.topics.removeLast()
        late.posts.removeAll()
        try posts.second.save()
        if readsBetween { #expect(posts.post.topics.map(\.name) == ["a"]) }
        late.posts.append(posts.twin)
        try posts.second.save()
        #expect(topic.posts.isEmpty)
        try posts.expectSaved("a")
        #expect(topic.posts.isEmpty)
    }

    /// The pair is made here, and not saved; another context makes it and cuts it again.
    @Test(arguments: StoreKind.allCases, [false, true])
    func aPairHoldsThoughOthersMadeItToo(kind: StoreKind, readsBetween: Bool) throws {
        let posts = try Posts(kind, "a")
        let topic = Topic("e")
        posts.first.insert(topic)
        try posts.first.save()
        let late = try #require(try posts.second.all(Topic.self).first { $0.name == "e" })
        posts.post.topics.append(topic)
        late.posts.append(posts.twin)
        try posts.second.save()
        if readsBetween { #expect(posts.post.topics.map(\.name) == ["a", "e"]) }
        late.posts.removeAll()
        try posts.second.save()
        #expect(topic.posts.count == 1)
        try posts.expectSaved("ae")
    }

    /// A link that two contexts made stands in memory where it stands in the file: at the end for the one that saves it last, if that
    /// one knows the list.
    @Test(arguments: StoreKind.allCases, [false, true])
    func aPairThatOthersMadeTooStandsLast(kind: StoreKind, isRead: Bool) throws {
        let posts = try Posts(kind, "a")
        for name in ["e", "f"] { posts.first.insert(Topic(name)) }
        try posts.first.save()
        func topic(_ name: String, in context: ModelContext) throws -> Topic {
            try #require(try context.all(Topic.self).first { $0.name == name })
        }
        let expected = isRead ? "afe" : "aef"
        if isRead { #expect(posts.post.topics.count == 1) }
        let context = isRead ? posts.first : posts.store.makeContext()
        let post = isRead ? posts.post : try #require(try context.all(Post.self).first)
        try topic("e", in: context).posts.append(post)
        posts.twin.topics.append(try topic("e", in: posts.second))
        posts.twin.topics.append(try topic("f", in: posts.second))
        try posts.second.save()
        #expect(post.topics.map(\.name).joined() == expected)
        try context.save()
        #expect(post.topics.map(\.name).joined() == expected)
        try posts.expectSaved(expected)
    }

    /// The array is older than the link that another context saved, and adds the same: it is there though others cut theirs.
    @Test(arguments: StoreKind.allCases, [false, true])
    func anAssignmentOfWhatOthersMadeTooHolds(kind: StoreKind, addsIt: Bool) throws {
        let posts = try Posts(kind, addsIt ? "a" : "ae")
        if addsIt {
            posts.first.insert(Topic("e"))
            try posts.first.save()
        }
        let topic = try #require(try posts.first.all(Topic.self).first { $0.name == "e" })
        let late = try #require(try posts.second.all(Topic.self).first { $0.name == "e" })
        let read = posts.post.topics
        if addsIt { posts.twin.topics.append(late) } else { posts.twin.topics.removeLast() }
        try posts.second.save()
        posts.post.topics = addsIt ? read + [topic] : read.filter { $0 !== topic }
        if addsIt { late.posts.removeAll() } else { late.posts.append(posts.twin) }
        try posts.second.save()
        #expect(topic.posts.count == (addsIt ? 1 : 0))
        try posts.expectSaved(addsIt ? "ae" : "a")
    }

    /// What this context and another one both did is taken back here: then it is undone in the store, too.
    @Test(arguments: StoreKind.allCases, [false, true])
    func whatOthersDidTooCanBeTakenBack(kind: StoreKind, fromTheOtherSide: Bool) throws {
        let posts = try Posts(kind, "ab")
        let topic = posts.post.topics[1]
        let late = posts.twin.topics[1]
        posts.post.topics.removeLast()
        posts.twin.topics.removeLast()
        try posts.second.save()
        #expect(posts.post.topics.map(\.name) == ["a"])
        if fromTheOtherSide { topic.posts.append(posts.post) } else { posts.post.topics.append(topic) }
        try posts.expectSaved("ab")
        posts.post.topics.removeLast()
        try posts.first.save()
        posts.post.topics.append(topic)
        late.posts.append(posts.twin)
        try posts.second.save()
        #expect(posts.post.topics.map(\.name) == ["a", "b"])
        if fromTheOtherSide { topic.posts.removeAll() } else { posts.post.topics.removeLast() }
        try posts.expectSaved("a")
    }

    /// The order of the topic's list, from whose side nothing was done.
    @Test(arguments: StoreKind.allCases, [false, true])
    func aPairThatIsMadeAgainHasItsPlaceOnTheOtherSide(kind: StoreKind, undoes: Bool) throws {
        let posts = try Posts(kind, "a")
        let topic = posts.post.topics[0]
        let other = Post("other", topics: [topic])
        posts.first.insert(other)
        try posts.first.save()
        let manager = UndoManager()
        posts.first.undoManager = manager
        posts.post.topics.removeAll()
        #expect(topic.posts.map(\.title) == ["other"])
        manager.endEventGroup()
        if undoes { manager.undo() } else { posts.post.topics = [topic] }
        #expect(topic.posts.map(\.title) == ["post", "other"])
        try posts.expectSaved("a")
        let fresh = try #require(try posts.store.makeFreshContext().all(Topic.self).first)
        #expect(fresh.posts.map(\.title) == ["post", "other"])
    }

    /// The post's list was read before the other context saved, and is not read again before the link is made.
    @Test(arguments: StoreKind.allCases)
    func aPairCutByOthersIsMadeAgainFromTheOtherSide(kind: StoreKind) throws {
        let posts = try Posts(kind, "ab")
        let topic = posts.post.topics[1]
        posts.twin.topics.removeLast()
        try posts.second.save()
        topic.posts.append(posts.post)
        try posts.expectSaved("ab")
    }

    @Test(arguments: StoreKind.allCases)
    func oneWayListsKeepWhatOthersSaved(kind: StoreKind) throws {
        let store = try TestStore(kind, Self.types)
        let first = store.makeContext()
        let drawer = Drawer("drawer", spoons: [Spoon(1), Spoon(2)])
        first.insert(drawer)
        try first.save()
        let second = store.makeContext()
        let twin = try #require(try second.all(Drawer.self).first)
        let spoons = drawer.spoons
        twin.spoons.insert(Spoon(3), at: 1)
        try second.save()
        drawer.spoons = spoons + [Spoon(4)]
        #expect(drawer.spoons.map(\.size) == [1, 3, 2, 4])
        try first.save()
        #expect(twin.spoons.map(\.size) == [1, 3, 2, 4])
        let held = drawer.spoons
        second.delete(twin.spoons[0])
        try second.save()
        drawer.spoons = held + [Spoon(5)]
        try first.save()
        let fresh = try store.makeFreshContext()
        #expect(try fresh.all(Drawer.self).first?.spoons.map(\.size) == [3, 2, 4, 5])
        #expect(try fresh.all(Spoon.self).count == 4)
    }

    /// The list was read while a member was deleted, and the deletion is taken back.
    @Test(arguments: StoreKind.allCases, [false, true])
    func aMemberWhoseDeletionIsTakenBackIsInTheList(kind: StoreKind, undoes: Bool) throws {
        let store = try TestStore(kind, Self.types)
        let writer = store.makeContext()
        writer.insert(Drawer("drawer", spoons: [Spoon(1), Spoon(2)]))
        try writer.save()
        let context = store.makeContext()
        let manager = UndoManager()
        context.undoManager = manager
        context.delete(try context.all(Spoon.self)[0])
        context.processPendingChanges()
        let drawer = try #require(try context.all(Drawer.self).first)
        #expect(drawer.spoons.map(\.size) == [2])
        if undoes { manager.undo() } else { context.rollback() }
        #expect(drawer.spoons.map(\.size) == [1, 2])
    }

    /// Two contexts give one passport to two people; the one that is not saved hides the one that is.
    @Test(arguments: StoreKind.allCases, [false, true])
    func aPartnerWithAnUnsavedLinkHasNoOther(kind: StoreKind, undoes: Bool) throws {
        let store = try TestStore(kind, [Citizen.self, Passport.self])
        let (first, second) = (store.makeContext(), store.makeContext())
        let (one, two, passport) = (Citizen("one"), Citizen("two"), Passport("1"))
        for model in [one, two, passport] as [any PersistentModel] { first.insert(model) }
        try first.save()
        let twin = try #require(second.model(for: two.persistentModelID) as? Citizen)
        one.passport = passport
        twin.passport = second.model(for: passport.persistentModelID) as? Passport
        try second.save()
        if undoes {
            let manager = UndoManager()
            first.undoManager = manager
            manager.perform { two.passport = nil }
            manager.undo()
        }
        #expect(two.passport == nil && one.passport === passport && passport.holder === one)
        try first.save()
        #expect(two.passport == nil && one.passport === passport && passport.holder === one)
        #expect(try Self.holders(store) == ["one"])
    }

    /// How the unsaved link ends that hid the other one.
    enum EndOfClaim: CaseIterable {
        case cleared, clearedFromTheOtherSide, undone, rolledBack
    }

    /// Once it has ended, what the other context saved is there again, and stays.
    @Test(arguments: StoreKind.allCases, EndOfClaim.allCases)
    func aHiddenPartnerIsThereAgain(kind: StoreKind, end: EndOfClaim) throws {
        let store = try TestStore(kind, [Citizen.self, Passport.self])
        let (first, second) = (store.makeContext(), store.makeContext())
        let (one, two, passport) = (Citizen("one"), Citizen("two"), Passport("1"))
        for model in [one, two, passport] as [any PersistentModel] { first.insert(model) }
        try first.save()
        let manager = UndoManager()
        first.undoManager = manager
        manager.perform { one.passport = passport }
        let twin = try #require(second.model(for: two.persistentModelID) as? Citizen)
        twin.passport = second.model(for: passport.persistentModelID) as? Passport
        try second.save()
        #expect(two.passport == nil && passport.holder === one)
        switch end {
        case .cleared: one.passport = nil
        case .clearedFromTheOtherSide: passport.holder = nil
        case .undone: manager.undo()
        case .rolledBack: first.rollback()
        }
        first.processPendingChanges()
        #expect(two.passport === passport && passport.holder === two)
        try first.save()
        #expect(two.passport === passport && passport.holder === two)
        #expect(try Self.holders(store) == ["two"])
    }

    private static func holders(_ store: TestStore) throws -> [String] {
        try store.makeFreshContext().all(Citizen.self).filter { $0.passport != nil }.map(\.name)
    }
}
