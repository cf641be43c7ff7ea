/// A naive model of what contexts show and what the store holds: plain values, and the unsaved changes of each
/// context.
struct Oracle {
    /// A to-many relationship of one row.
    struct ListName: Hashable {
        enum Kind: String { case labels, booksOfLabel, booksOfShelf, chapters }
        let kind: Kind
        let owner: Int
    }

    struct CodedName: Hashable {
        let book: Int
        let kind: CodedValues.Kind
    }

    struct CodedChange {
        let base: CodedValues
        var mine: CodedValues
    }

    struct Pair: Hashable {
        let book: Int
        let label: Int
    }

    struct Context {
        var pending: [Change] = []
        /// What lists were last read as.
        var lists: [ListName: Set<Int>] = [:]
        /// What coded attributes were last read as.
        var coded: [CodedName: CodedValues] = [:]
        /// Coded attributes with unsaved changes.
        var codedChanges: [CodedName: CodedChange] = [:]
        /// What unsaved changes say of the order of lists.
        var orders: ListOrders.Claims = [:]
        var hasChanges: Bool { !pending.isEmpty || !codedChanges.isEmpty }
    }

    private(set) var committed = Contents()
    /// Every state that was committed, the last one last.
    private(set) var log: [Contents] = [Contents()]
    /// How many saves were committed.
    private(set) var commits = 0
    var contexts: [Context]
    /// The order of lists in the store.
    var orders = ListOrders()
    /// What saves would have made that failed in the middle of writing: the log may hold them, and the next recovery
    /// brings them up unless something else was written over them.
    private(set) var limbo: [Contents] = []

    init(contexts count: Int) { contexts = Array(repeating: Context(), count: count) }

    // MARK: What a context shows

    func view(_ index: Int) -> Contents {
        var contents = merged(index)
        for (name, change) in contexts[index].codedChanges {
            contents.books[name.book]?.coded.copy(name.kind, from: change.mine)
        }
        return contents
    }

    /// What the store would hold after a save.
    func merged(_ index: Int) -> Contents {
        var contents = committed
        let owners = pendingOwners(index)
        for change in contexts[index].pending {
            if case .delete(.book, let book) = change {
                // A chapter that this context gave to another book does not go with the one that others gave it to.
                for chapter in contents.chapters(ofBook: book) where owners[chapter].map({ $0 != book }) ?? false {
                    contents.apply(.detach(chapter: chapter, from: book))
                }
            }
            contents.apply(change)
        }
        for (name, change) in contexts[index].codedChanges.sorted(by: { $0.key.book < $1.key.book }) {
            contents.apply(.code(book: name.book, name.kind, base: change.base, mine: change.mine))
        }
        return contents
    }

    /// The book that each chapter got last from unsaved changes.
    private func pendingOwners(_ index: Int) -> [Int: Int?] {
        contexts[index].pending.reduce(into: [:]) { owners, change in
            if case .setBook(let chapter, let book) = change { owners[chapter] = .some(book) }
        }
    }

    // MARK: Changes

    /// Delete rules work on what the context shows at the time, and on what turns up before the save.
    mutating func change(_ index: Int, _ change: Change) {
        let contents = view(index)
        ListOrders.link(&contexts[index].orders, change)
        guard !change.linksAsBefore(contents), !takesBack(index, change) else { return }
        // A row that goes writes no link, and takes no partner from another one.
        if case .delete(.book, let book) = change {
            contexts[index].pending.removeAll { if case .setSlip(book, _?) = $0 { true } else { false } }
        }
        let effects = change.effects(on: contents)
        // The last partner is the one that is written, and the only one that is taken from somebody else.
        if case .setSlip(let book, _) = change {
            contexts[index].pending.removeAll { if case .setSlip(book, _) = $0 { true } else { false } }
        }
        // Who loses a partner that was not saved writes none, and takes it from nobody.
        if case .setSlip(_, let slip?) = change {
            contexts[index].pending = contexts[index].pending.map { pending in
                if case .setSlip(let loser, slip) = pending { .setSlip(book: loser, nil) } else { pending }
            }
        }
        contexts[index].pending += effects + [change]
    }

    /// Whether a link has its target already over what is stored, or over what was, and not over both.
    func isChangeAtOneMoment(_ index: Int, _ change: Change, orWith stored: Contents) -> Bool {
        var earlier = self
        earlier.committed = stored
        return change.linksAsBefore(earlier.view(index)) != change.linksAsBefore(view(index))
    }

    /// A member that comes and goes before a save was never there, and the other way round.
    private mutating func takesBack(_ index: Int, _ change: Change) -> Bool {
        let (opposite, pair): (Change, Pair)
        switch change {
        case .tag(let book, let label):
            (opposite, pair) = (.untag(book: book, label: label), Pair(book: book, label: label))
        case .untag(let book, let label):
            (opposite, pair) = (.tag(book: book, label: label), Pair(book: book, label: label))
        default: return false
        }
        guard let place = contexts[index].pending.lastIndex(of: opposite) else { return false }
        contexts[index].pending.remove(at: place)
        let isStored = committed.books[pair.book]?.labels.contains(pair.label) ?? false
        if case .tag = change { return isStored }
        return !isStored
    }

    mutating func assignCoded(_ index: Int, _ name: CodedName, from read: CodedValues, to mine: CodedValues) {
        var change = contexts[index].codedChanges[name] ?? CodedChange(base: read, mine: mine)
        change.mine = mine
        contexts[index].codedChanges[name] = change
        contexts[index].coded[name] = mine
    }

    /// A list that is assigned is compared with what it was last read as.
    ///
    /// - Parameters:
    ///   - index: Whose it is.
    ///   - name: The list.
    ///   - array: What it is assigned.
    ///   - read: What it was when the array was read from it, in order.
    mutating func assignList(_ index: Int, _ name: ListName, _ array: [Int], from read: [Int]) {
        let members = Set(array)
        let current = self.members(name, view(index))
        let order = orders.claim(name, after: contexts[index].orders[name], assigning: array, base: read)
        defer { contexts[index].orders[name] = order }
        let base = contexts[index].lists[name] ?? current
        for member in base.subtracting(members).sorted() {
            change(
                index,
                name.kind == .labels ? .untag(book: name.owner, label: member) : .unlink(book: member, from: name.owner)
            )
        }
        for member in members.subtracting(base).sorted() {
            change(
                index,
                name.kind == .labels ? .tag(book: name.owner, label: member) : .setShelf(book: member, name.owner)
            )
        }
        contexts[index].lists[name] = members
    }

    func members(_ name: ListName, _ contents: Contents) -> Set<Int> {
        switch name.kind {
        case .labels: contents.books[name.owner]?.labels ?? []
        case .booksOfShelf: contents.books(ofShelf: name.owner)
        case .booksOfLabel: contents.books(ofLabel: name.owner)
        case .chapters: contents.chapters(ofBook: name.owner)
        }
    }

    /// Whether others changed a coded attribute that this context has changed, too.
    func hasCodedMerges(_ index: Int) -> Bool {
        contexts[index].codedChanges.contains { name, change in
            committed.books[name.book].map { $0.coded.text(name.kind) != change.base.text(name.kind) } ?? false
        }
    }

    /// Goes on from the lists that are in the store.
    ///
    /// One that others changed is not what somebody assigned it from any more, even should it become that again.
    mutating func adoptOrders(_ found: [ListName: [Int]]) {
        orders.adopt(found)
        for index in contexts.indices {
            for case (let name, .assigned(_, let base)) in contexts[index].orders
            where found[name, default: []] != base { contexts[index].orders[name] = .unknown }
        }
    }

    /// A context's last changes are undone; what was read meanwhile stays read.
    ///
    /// - Parameters:
    ///   - index: Whose they are.
    ///   - before: The context as it was before them.
    ///   - isAlone: Whether nobody saved since.
    mutating func undo(_ index: Int, to before: Context, isAlone: Bool = true) {
        let undone = contexts[index]
        contexts[index] = before
        (contexts[index].lists, contexts[index].coded) = (undone.lists, undone.coded)
        guard !isAlone else { return }
        for name in Set(before.orders.keys).union(undone.orders.keys) { contexts[index].orders[name] = .unknown }
        cascadeFromOwnersThatAreGone(index)
        followDeletions(index)
    }

    // MARK: Saves

    mutating func save(_ index: Int) {
        commit(merged(index))
        orders.save(contexts[index].orders)
        contexts[index].orders = [:]
        let changes = contexts[index].codedChanges
        contexts[index].pending = []
        contexts[index].codedChanges = [:]
        for (name, change) in changes { contexts[index].coded[name] = change.mine }
        for other in contexts.indices where other != index {
            cascadeFromOwnersThatAreGone(other)
            followDeletions(other)
        }
    }

    /// Every row went, and no context changed any.
    mutating func erase() {
        commit(Contents())
        orders.adopt([:])
        for index in contexts.indices {
            cascadeFromOwnersThatAreGone(index)
            followDeletions(index)
        }
    }

    mutating func rollback(_ index: Int) { contexts[index] = Context() }

    private mutating func commit(_ contents: Contents) {
        commits += 1
        // A save that writes nothing writes over nothing.
        if contents != committed { limbo = [] }
        committed = contents
        log.append(contents)
    }

    mutating func recordLimbo(_ contents: Contents) { limbo.append(contents) }

    /// After an end of processes: what was found is what is there.
    ///
    /// - Parameters:
    ///   - contents: What was found.
    ///   - keepsLog: Whether some process goes on, and with it a log that may hold what failed saves left.
    mutating func adopt(_ contents: Contents, keepsLog: Bool = false) {
        committed = contents
        if !keepsLog { limbo = [] }
        // What was lost does not come back.
        if let place = log.lastIndex(of: contents) {
            log.removeSubrange((place + 1)...)
        } else {
            log.append(contents)
        }
    }

    /// A copy was put in the place of the store: nothing older can come back.
    mutating func restore(_ contents: Contents) {
        adopt(contents)
        orders.adopt([:])
        log = [contents]
    }

    /// What only this context gave to an owner goes with it, although another context deleted that owner before.
    private mutating func cascadeFromOwnersThatAreGone(_ index: Int) {
        let pending = contexts[index].pending
        contexts[index].pending = pending.map { change in
            guard case .cascade(let chapter, let book) = change, committed.books[book] == nil,
                pending.contains(.setBook(chapter: chapter, book))
            else { return change }
            return .delete(.chapter, chapter)
        }
    }

    /// What links to an instance whose deletion is pending elsewhere meets the delete rule there when it turns up.
    private mutating func followDeletions(_ index: Int) {
        let deletions = contexts[index].pending.filter { if case .delete = $0 { true } else { false } }
        let more = deletions.flatMap { $0.effects(on: committed) }
        contexts[index].pending += more.filter { !contexts[index].pending.contains($0) }
    }
}
