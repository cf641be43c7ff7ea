/// The order of members in lists, by what a naive model can say for certain.
///
/// A list that is assigned has the order of the array. Who links a member says nothing of where it comes to stand; the
/// others stay in their order. Where two contexts changed one list, nothing is said until the next look.
struct ListOrders {
    /// What unsaved changes of one context say of a list.
    enum Claim {
        /// These members may stand anywhere.
        case linked(Set<Int>)
        /// The list was assigned, by somebody who had read it as `base`.
        case assigned([Int], base: [Int])
        case unknown

        mutating func link(_ member: Int) {
            if case .linked(let members) = self { self = .linked(members.union([member])) } else { self = .unknown }
        }
    }

    typealias Claims = [Oracle.ListName: Claim]

    private(set) var lists: [Oracle.ListName: [Int]] = [:]
    /// What was saved since the last look from outside.
    private var saved: Claims = [:]

    // MARK: Claims

    /// A context links a member to lists.
    static func link(_ claims: inout Claims, _ change: Change) {
        let links: [(Oracle.ListName, Int)] =
            switch change {
            case .setShelf(let book, let shelf?): [(.init(kind: .booksOfShelf, owner: shelf), book)]
            case .setBook(let chapter, let book?): [(.init(kind: .chapters, owner: book), chapter)]
            case .tag(let book, let label), .untag(let book, let label):
                [(.init(kind: .labels, owner: book), label), (.init(kind: .booksOfLabel, owner: label), book)]
            default: []
            }
        for (name, member) in links { claims[name, default: .linked([])].link(member) }
    }

    /// What an assignment says of a list that was read as `base`.
    func claim(_ name: Oracle.ListName, after earlier: Claim?, assigning members: [Int], base: [Int]) -> Claim {
        earlier == nil && lists[name, default: []] == base ? .assigned(members, base: base) : .unknown
    }

    /// A context's claims are saved.
    mutating func save(_ claims: Claims) {
        for (name, claim) in claims {
            switch (saved[name], claim) {
            case (nil, .linked): saved[name] = claim
            case (nil, .assigned(_, let base)): saved[name] = lists[name, default: []] == base ? claim : .unknown
            case (.linked(let members)?, .linked(let more)): saved[name] = .linked(members.union(more))
            default: saved[name] = .unknown
            }
        }
    }

    // MARK: Looks

    /// Goes on from what is there.
    mutating func adopt(_ found: [Oracle.ListName: [Int]]) {
        lists = found
        saved = [:]
    }

    /// Compares the lists in the store with what was saved.
    ///
    /// - Returns: The first difference in words.
    func difference(of found: [Oracle.ListName: [Int]]) -> String? {
        for (name, members) in found.sorted(by: { $0.key < $1.key }) {
            if let words = difference(of: members, in: name, saved[name]) { return words }
        }
        return nil
    }

    /// Compares one list, as a context with unsaved claims shows it, with what is in the store.
    func difference(of found: [Int], in name: Oracle.ListName, shownWith claim: Claim?) -> String? {
        saved[name] == nil ? difference(of: found, in: name, claim) : nil
    }

    private func difference(of found: [Int], in name: Oracle.ListName, _ claim: Claim?) -> String? {
        let known = lists[name, default: []]
        var expected: [Int]
        var compared = found
        switch claim {
        case nil: expected = known
        case .linked(let anywhere)?:
            expected = known.filter { !anywhere.contains($0) }
            compared.removeAll(where: anywhere.contains)
        case .assigned(let members, let base)?:
            guard base == known else { return nil }
            expected = members
        case .unknown?: return nil
        }
        let (present, listed) = (Set(compared), Set(expected))
        expected.removeAll { !present.contains($0) }
        compared.removeAll { !listed.contains($0) }
        guard compared != expected else { return nil }
        return "\(name.kind) of \(name.owner) are in the order \(found) and should be as \(expected)"
    }
}

extension Oracle.ListName: Comparable {
    static func < (lhs: Self, rhs: Self) -> Bool { (lhs.kind.rawValue, lhs.owner) < (rhs.kind.rawValue, rhs.owner) }
}
