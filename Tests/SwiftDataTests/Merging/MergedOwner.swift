import SwiftData

/// A class with an ordered to-many relationship, whatever its storage, or with a list of values.
protocol MergedOwner: PersistentModel {
    associatedtype Member

    var members: [Member] { get set }

    init(named name: String)
    static func makeMember(_ number: Int) -> Member
    static func number(of member: Member) -> Int
    /// What finds a stored member without the list; nil for a value.
    static func identifier(of member: Member) -> PersistentIdentifier?
    /// Links a new member to the owner from the member's own side, where it has one.
    ///
    /// - Returns: Whether it has.
    static func link(_ member: Member, to owner: Self) -> Bool
}

extension MergedOwner {
    static func link(_ member: Member, to owner: Self) -> Bool { false }
}

extension MergedOwner where Member: PersistentModel {
    static func identifier(of member: Member) -> PersistentIdentifier? { member.persistentModelID }
}

extension MergedOwner where Member: Codable {
    static func identifier(of member: Member) -> PersistentIdentifier? { nil }
}

extension Playlist: MergedOwner {
    var members: [Track] {
        get { tracks }
        set { tracks = newValue }
    }

    convenience init(named name: String) { self.init(name) }
    static func makeMember(_ number: Int) -> Track { Track("\(number)") }
    static func number(of member: Track) -> Int { Int(member.title) ?? -1 }
    static func link(_ member: Track, to owner: Playlist) -> Bool {
        member.playlist = owner
        return true
    }
}

extension Post: MergedOwner {
    var members: [Topic] {
        get { topics }
        set { topics = newValue }
    }

    convenience init(named name: String) { self.init(name) }
    static func makeMember(_ number: Int) -> Topic { Topic("\(number)") }
    static func number(of member: Topic) -> Int { Int(member.name) ?? -1 }
    static func link(_ member: Topic, to owner: Post) -> Bool {
        member.posts.append(owner)
        return true
    }
}

extension Drawer: MergedOwner {
    var members: [Spoon] {
        get { spoons }
        set { spoons = newValue }
    }

    convenience init(named name: String) { self.init(name) }
    static func makeMember(_ number: Int) -> Spoon { Spoon(number) }
    static func number(of member: Spoon) -> Int { member.size }
}

/// A class with a list of texts, kept as JSON.
@Model
final class TagList {
    var title: String = ""
    var tags: [String] = []

    init(_ title: String) { self.title = title }
}

extension TagList: MergedOwner {
    var members: [String] {
        get { tags }
        set { tags = newValue }
    }

    convenience init(named name: String) { self.init(name) }
    static func makeMember(_ number: Int) -> String { "tag \(number)" }
    static func number(of member: String) -> Int { Int(member.dropFirst(4)) ?? -1 }
}

/// A class with a dictionary of structs, kept as JSON; its order is that of the keys.
@Model
final class ScoreBoard {
    var title: String = ""
    var scores: [String: Score] = [:]

    struct Score: Codable, Equatable {
        var points: Int
    }

    init(_ title: String) { self.title = title }
}

extension ScoreBoard: MergedOwner {
    var members: [Score] {
        get { scores.sorted { $0.key < $1.key }.map(\.value) }
        set { scores = Dictionary(newValue.map { ("player \($0.points)", $0) }, uniquingKeysWith: { $1 }) }
    }

    convenience init(named name: String) { self.init(name) }
    static func makeMember(_ number: Int) -> Score { Score(points: number) }
    static func number(of member: Score) -> Int { member.points }
}

/// One step of a program that a context runs.
enum MergeStep: CustomStringConvertible, Equatable {
    /// Keeps what the getter returns.
    case read
    /// Uses the context, which takes in what others saved.
    case touch
    /// Changes the array that was kept, and assigns it.
    case assign(MergeEdit)
    /// Changes the relationship in one statement.
    case edit(MergeEdit)
    /// Links a new member from its own side.
    case link
    /// Changes the relationship in one statement, and takes that back.
    case undone(MergeEdit)
    /// Deletes the stored member with the lowest number, which is found by its identifier and not by the relationship.
    case delete
    case save

    var description: String {
        switch self {
        case .read: "read"
        case .touch: "touch"
        case .assign(let edit): "assign \(edit)"
        case .edit(let edit): "edit \(edit)"
        case .link: "link"
        case .undone(let edit): "edit \(edit) and undo"
        case .delete: "delete"
        case .save: "save"
        }
    }
}

/// What is done to an array of members.
enum MergeEdit: Equatable {
    case append
    case insertFirst
    case removeFirst
    case removeLast
    case replaceAll
    case reverse
}

/// Runs steps of several contexts over one owner, beside a naive model of what their users mean.
///
/// The model: a user adds and removes by comparing what is assigned with what was read; a save carries out what its
/// context added, removed and deleted since its last save. What is deleted does not come back. Nothing else changes a link.
final class MergeRun<Owner: MergedOwner> {
    private struct User {
        let context: ModelContext
        let owner: Owner
        /// The array that the user holds; nil until the first read.
        var held: [Owner.Member]?
        /// What the user has linked from the member's side since then, and knows of.
        var linked: Set<Int> = []
        var added: Set<Int> = []
        var removed: Set<Int> = []
        var deleted: Set<Int> = []
    }

    private var users: [User] = []
    private var stored: Set<Int>
    private var deleted: Set<Int> = []
    private var lastNumber: Int
    /// Members that were made since the last save of whoever made them.
    private var unsaved: [Int: Owner.Member] = [:]
    private var identifiers: [Int: PersistentIdentifier] = [:]
    private let store: TestStore
    private let identifier: PersistentIdentifier

    init(_ store: TestStore, contexts: Int, members: Int) throws {
        self.store = store
        let context = store.makeContext()
        let owner = Owner(named: "owner")
        context.insert(owner)
        let made = (0..<members).map(Owner.makeMember)
        owner.members = made
        try context.save()
        for member in made { identifiers[Owner.number(of: member)] = Owner.identifier(of: member) }
        identifier = owner.persistentModelID
        owner.members = []
        stored = Set(0..<members)
        lastNumber = members - 1
        for _ in 0..<contexts {
            let context = store.makeContext()
            guard let owner = context.model(for: identifier) as? Owner else { continue }
            users.append(User(context: context, owner: owner))
        }
    }

    private func numbers(_ members: [Owner.Member]) -> Set<Int> { Set(members.map(Owner.number)) }

    func run(_ step: MergeStep, by index: Int) throws {
        switch step {
        case .read: read(index)
        case .touch: _ = try users[index].context.fetchCount(FetchDescriptor<Owner>())
        case .assign(let edit): assign(edit, index)
        case .edit(let edit): self.edit(edit, index)
        case .link: link(index)
        case .undone(let edit): undo(edit, index)
        case .delete: try delete(index)
        case .save: try save(index)
        }
    }

    private func read(_ index: Int) {
        users[index].held = users[index].owner.members
        users[index].linked = []
    }

    private func save(_ index: Int) throws {
        try users[index].context.save()
        deleted.formUnion(users[index].deleted)
        stored.subtract(users[index].removed)
        stored.formUnion(users[index].added)
        stored.subtract(deleted)
        for number in users[index].added {
            identifiers[number] = unsaved.removeValue(forKey: number).flatMap(Owner.identifier)
        }
        users[index].added = []
        users[index].removed = []
        users[index].deleted = []
    }

    private func delete(_ index: Int) throws {
        guard let number = stored.min(), let identifier = identifiers[number] else { return }
        let context = users[index].context
        let model = context.model(for: identifier)
        guard let member = model as? Owner.Member,
            Owner.number(of: member) == number
        else { return }
        users[index].deleted.insert(number)
        context.delete(model)
    }

    private func assign(_ edit: MergeEdit, _ index: Int) {
        // Without a reading the assignment stands for itself.
        let seen =
            users[index].held.map { numbers($0).union(users[index].linked) }
            ?? stored.union(users[index].added).subtracting(users[index].removed)
        var members = users[index].held ?? []
        apply(edit, to: &members, adding: newMember)
        users[index].owner.members = members
        (users[index].held, users[index].linked) = (members, [])
        record(seen, numbers(members), index)
    }

    private func edit(_ edit: MergeEdit, _ index: Int) {
        let seen = users[index].owner.members.map(Owner.number)
        apply(edit, to: &users[index].owner.members, adding: newMember)
        var expected = seen
        apply(edit, to: &expected) { lastNumber }
        users[index].held = nil
        read(index)
        record(Set(seen), Set(expected), index)
    }

    private func link(_ index: Int) {
        let member = newMember()
        guard Owner.link(member, to: users[index].owner) else {
            unsaved.removeValue(forKey: lastNumber)
            return edit(.append, index)
        }
        users[index].added.insert(lastNumber)
        users[index].linked.insert(lastNumber)
    }

    private func undo(_ edit: MergeEdit, _ index: Int) {
        let (context, owner) = (users[index].context, users[index].owner)
        let manager = UndoManager()
        manager.groupsByEvent = false
        context.undoManager = manager
        manager.beginUndoGrouping()
        apply(edit, to: &owner.members, adding: newMember)
        manager.endUndoGrouping()
        if manager.canUndo { manager.undo() }
        context.undoManager = nil
        unsaved = unsaved.filter { users[index].added.contains($0.key) || isAdded($0.key, besides: index) }
        read(index)
    }

    private func isAdded(_ number: Int, besides index: Int) -> Bool {
        users.indices.contains { $0 != index && users[$0].added.contains(number) }
    }

    private func record(_ seen: Set<Int>, _ assigned: Set<Int>, _ index: Int) {
        let (added, removed) = (assigned.subtracting(seen), seen.subtracting(assigned))
        users[index].removed.subtract(added)
        users[index].removed.formUnion(removed.subtracting(users[index].added))
        users[index].added.subtract(removed)
        users[index].added.formUnion(added)
    }

    private func apply<Element>(_ edit: MergeEdit, to members: inout [Element], adding new: () -> Element) {
        switch edit {
        case .append: members.append(new())
        case .insertFirst: members.insert(new(), at: 0)
        case .removeFirst: if !members.isEmpty { members.removeFirst() }
        case .removeLast: if !members.isEmpty { members.removeLast() }
        case .replaceAll: members = [new()]
        case .reverse: members.reverse()
        }
    }

    private func newMember() -> Owner.Member {
        lastNumber += 1
        let member = Owner.makeMember(lastNumber)
        unsaved[lastNumber] = member
        return member
    }

    /// Saves what is left and compares the store and every context with the model; nil where all is well.
    func failure() throws -> String? {
        defer { close() }
        for index in users.indices { try run(.save, by: index) }
        let context = store.makeContext()
        guard let fresh = context.model(for: identifier) as? Owner else { return "the owner is gone" }
        let order = fresh.members.map(Owner.number)
        fresh.members = []
        if Set(order) != stored || order.count != stored.count { return "stored \(order), meant \(stored.sorted())" }
        for (index, user) in users.enumerated() {
            let shown = user.owner.members.map(Owner.number)
            if shown != order { return "context \(index) shows \(shown), stored \(order)" }
        }
        return nil
    }

    /// Objects that are linked both ways keep each other alive, and with them their contexts.
    private func close() {
        for user in users { user.owner.members = [] }
        users = []
        unsaved = [:]
    }
}
