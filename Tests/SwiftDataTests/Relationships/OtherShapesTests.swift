import SwiftData
import Testing

/// One-way relationships, one-to-one, and relationships of a class to itself.
@Suite struct OtherShapesTests {
    private static let types: [any PersistentModel.Type] = [
        Drawer.self, Spoon.self, Citizen.self, Passport.self, Branch.self, Friend.self,
    ]

    @Test(arguments: StoreKind.allCases)
    func oneWayToMany(kind: StoreKind) throws {
        let store = try TestStore(kind, Self.types)
        let context = store.makeContext()
        let spoons = (1...3).map { Spoon($0) }
        let top = Drawer("top", spoons: [spoons[2], spoons[0]])
        let bottom = Drawer("bottom", spoons: [spoons[0], spoons[1]])
        context.insert(top)
        context.insert(bottom)
        try context.save()
        func sizes() throws -> [[Int]] { try store.makeFreshContext().all(Drawer.self).map { $0.spoons.map(\.size) } }
        #expect(try sizes() == [[3, 1], [1, 2]], "without an inverse a spoon may lie in both")
        top.spoons.swapAt(0, 1)
        bottom.spoons.removeAll()
        try context.save()
        #expect(try sizes() == [[1, 3], []])
        #expect(try context.storedCount(Spoon.self) == 3)
    }

    @Test(arguments: StoreKind.allCases)
    func oneWayLinksToADeletedObjectGo(kind: StoreKind) throws {
        let store = try TestStore(kind, Self.types)
        let context = store.makeContext()
        let spoons = (1...3).map { Spoon($0) }
        let drawer = Drawer("drawer", spoons: spoons)
        drawer.favourite = spoons[1]
        context.insert(drawer)
        try context.save()
        let other = store.makeContext()
        let twin = try #require(try other.all(Drawer.self).first)
        #expect(twin.favourite?.size == 2 && twin.spoons.count == 3)
        context.delete(spoons[1])
        try context.save()
        #expect(drawer.favourite == nil && drawer.spoons.map(\.size) == [1, 3])
        #expect(twin.favourite == nil && twin.spoons.map(\.size) == [1, 3], "in the other context")
        let stored = try #require(try store.makeFreshContext().all(Drawer.self).first)
        #expect(stored.favourite == nil && stored.spoons.map(\.size) == [1, 3])
    }

    @Test(arguments: StoreKind.allCases)
    func oneWayLinksThatNobodyReadGoToo(kind: StoreKind) throws {
        let store = try TestStore(kind, Self.types)
        let context = store.makeContext()
        let drawer = Drawer("drawer", spoons: [Spoon(1), Spoon(2)])
        drawer.favourite = drawer.spoons[0]
        context.insert(drawer)
        try context.save()
        let other = store.makeContext()
        let twin = try #require(try other.all(Drawer.self).first)
        try context.delete(model: Spoon.self, where: #Predicate { $0.size == 1 })
        try context.save()
        #expect(twin.favourite == nil && twin.spoons.map(\.size) == [2])
        let third = store.makeContext()
        let own = try #require(try third.all(Drawer.self).first)
        own.favourite = own.spoons[0]
        try third.save()
        let fourth = store.makeContext()
        let last = try #require(try fourth.all(Drawer.self).first)
        for spoon in try fourth.all(Spoon.self) { fourth.delete(spoon) }
        try fourth.save()
        #expect(last.favourite == nil && last.spoons.isEmpty)
    }

    @Test func oneWayLinksToADroppedObjectGo() throws {
        let context = try TestStore(.memory, Self.types).makeContext()
        let drawer = Drawer("drawer", spoons: [Spoon(1), Spoon(2)])
        drawer.favourite = drawer.spoons[0]
        context.insert(drawer)
        context.delete(drawer.spoons[0])
        #expect(drawer.spoons.map(\.size) == [2] && drawer.favourite == nil)
        try context.save()
        #expect(try context.storedCount(Spoon.self) == 1)
    }

    @Test(arguments: StoreKind.allCases)
    func oneToOneFromBothSides(kind: StoreKind) throws {
        let store = try TestStore(kind, Self.types)
        let context = store.makeContext()
        let ann = Citizen("Ann", passport: Passport("A"))
        let bob = Citizen("Bob")
        context.insert(ann)
        context.insert(bob)
        Passport("B").holder = bob
        #expect(ann.passport?.holder === ann && bob.passport?.number == "B")
        try context.save()
        func pairs() throws -> [String?] { try store.makeFreshContext().all(Citizen.self).map { $0.passport?.number } }
        func back() throws -> [String?] {
            let fresh = try store.makeFreshContext()
            return try fresh.fetch(FetchDescriptor<Passport>(sortBy: [SortDescriptor(\.number)])).map {
                $0.holder?.name
            }
        }
        #expect(try pairs() == ["A", "B"] && back() == ["Ann", "Bob"])
        let passport = try #require(ann.passport)
        bob.passport = passport
        #expect(ann.passport == nil && passport.holder === bob)
        try context.save()
        #expect(try pairs() == [nil, "A"] && back() == ["Bob", nil])
        passport.holder = ann
        #expect(ann.passport === passport && bob.passport == nil)
        try context.save()
        #expect(try pairs() == ["A", nil])
        context.delete(ann)
        try context.save()
        #expect(try store.makeFreshContext().all(Passport.self).map(\.number) == ["B"])
    }

    @Test(arguments: StoreKind.allCases)
    func anotherContextSeesTheOtherEndChange(kind: StoreKind) throws {
        let store = try TestStore(kind, Self.types)
        let context = store.makeContext()
        let ann = Citizen("Ann", passport: Passport("A"))
        let bob = Citizen("Bob")
        context.insert(ann)
        context.insert(bob)
        try context.save()
        let other = store.makeContext()
        let twins = try other.all(Citizen.self)
        #expect(twins.map { $0.passport?.number } == ["A", nil])
        bob.passport = ann.passport
        try context.save()
        #expect(twins.map { $0.passport?.number } == [nil, "A"])
    }

    @Test(arguments: StoreKind.allCases)
    func parentAndChildren(kind: StoreKind) throws {
        let store = try TestStore(kind, Self.types)
        let context = store.makeContext()
        let root = Branch("root")
        context.insert(root)
        let left = Branch("left", parent: root)
        root.children.append(Branch("right"))
        left.children = [Branch("leaf 2"), Branch("leaf 1")]
        #expect(root.children.map(\.name) == ["left", "right"])
        try context.save()
        let fresh = try store.makeFreshContext()
        let roots = try fresh.fetch(FetchDescriptor<Branch>(predicate: #Predicate { $0.parent == nil }))
        #expect(roots.map(\.name) == ["root"])
        #expect(roots.first?.children.map(\.name) == ["left", "right"])
        #expect(roots.first?.children[0].children.map(\.name) == ["leaf 2", "leaf 1"])
        context.delete(left)
        try context.save()
        #expect(Set(try store.makeFreshContext().all(Branch.self).map(\.name)) == ["root", "right"])
        context.delete(root)
        try context.save()
        #expect(try context.storedCount(Branch.self) == 0)
    }

    @Test(arguments: StoreKind.allCases)
    func manyToManyWithinOneClass(kind: StoreKind) throws {
        let store = try TestStore(kind, Self.types)
        let context = store.makeContext()
        let people = "abc".map { Friend(String($0)) }
        for person in people { context.insert(person) }
        people[0].friends = [people[2], people[1]]
        people[1].friends.append(people[2])
        people[2].friends.append(people[2])
        #expect(people.map { $0.friends.map(\.name).joined() } == ["cb", "c", "c"])
        #expect(people.map { $0.admirers.map(\.name).joined() } == ["", "a", "abc"])
        try context.save()
        func stored(_ list: (Friend) -> [Friend]) throws -> [String] {
            try store.makeFreshContext().all(Friend.self).map { list($0).map(\.name).joined() }
        }
        #expect(try stored(\.friends) == ["cb", "c", "c"])
        #expect(try stored(\.admirers) == ["", "a", "abc"])
        people[2].admirers.removeAll { $0 === people[0] }
        #expect(people[0].friends.map(\.name) == ["b"])
        try context.save()
        #expect(try stored(\.friends) == ["b", "c", "c"])
        context.delete(people[2])
        try context.save()
        #expect(try stored(\.friends) == ["b", ""])
    }

    @Test(arguments: StoreKind.allCases)
    func oneToOneWithinOneClass(kind: StoreKind) throws {
        let store = try TestStore(kind, Self.types)
        let context = store.makeContext()
        let people = "abc".map { Friend(String($0)) }
        for person in people { context.insert(person) }
        people[0].married = people[1]
        #expect(people[1].isMarriedTo === people[0] && people[1].married == nil)
        try context.save()
        people[2].married = people[1]
        #expect(people[0].married == nil && people[1].isMarriedTo === people[2])
        people[0].married = people[0]
        #expect(people[0].isMarriedTo === people[0])
        try context.save()
        let stored = try store.makeFreshContext().all(Friend.self)
        #expect(stored.map { $0.married?.name } == ["a", nil, "b"])
        #expect(stored.map { $0.isMarriedTo?.name } == ["a", "c", nil])
    }
}
