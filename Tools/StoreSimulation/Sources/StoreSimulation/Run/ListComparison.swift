// What a context shows of a list, beside the oracle.

extension VerbRunner {
    /// Compares the members of a list with those that it must have, and their order with what is certain.
    func compare(_ found: [Int], with name: Oracle.ListName, of expected: Contents) throws {
        let oracle = machine.oracle
        try compare(found, with: oracle.members(name, expected), "\(name.kind) of \(name.owner)")
        let claim = oracle.contexts[index].orders[name]
        if let words = oracle.orders.difference(of: found, in: name, shownWith: claim) {
            throw Mismatch(invariant: .shownState, words: "shown, \(words)")
        }
    }

    /// Compares members, in any order.
    func compare(_ found: [Int], with expected: Set<Int>, _ name: String) throws {
        guard Set(found) != expected || found.count != expected.count else { return }
        let words = "\(name) are \(found.sorted()), and should be \(expected.sorted())"
        throw Mismatch(invariant: .shownState, words: words)
    }
}
