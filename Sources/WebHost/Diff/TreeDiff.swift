/// What makes one picture of another.
///
/// Nodes are matched by identifier beneath the same parent. A matched node is never made anew, and of matched children only
/// those move that cannot stay: all others keep focus, caret and scroll position. A node that changes its parent or its
/// element is deleted and inserted.
struct TreeDiff {
    private(set) var operations: [Operation] = []
    private var deletions: [Operation] = []
    /// What the page holds where the person changed it after the old picture.
    private let held: [String: Properties]
    private let revisions: [String: Int]

    private init(held: [String: Properties], revisions: [String: Int]) {
        self.held = held
        self.revisions = revisions
    }

    /// The changes from one tidy picture to another, deletions first: an identifier is free before it is used again.
    ///
    /// - Parameters:
    ///   - held: Properties that the page reported since the old picture, by node.
    ///   - revisions: The last revision that the page reported for each node.
    static func operations(
        from old: Picture,
        to new: Picture,
        held: [String: Properties] = [:],
        revisions: [String: Int] = [:]
    ) -> [Operation] {
        var diff = TreeDiff(held: held, revisions: revisions)
        diff.compareChildren([old.root], [new.root], of: Operation.rootHolder)
        diff.compareChildren(old.overlays, new.overlays, of: Operation.overlayHolder)
        return diff.deletions + diff.operations
    }

    private mutating func compare(_ old: Node, _ new: Node) {
        compareAttributes(old, new)
        let changedChildren = compareContent(old, new)
        compareProperties(old, new, isSelectWithOtherOptions: changedChildren && new.element == .select)
    }

    private mutating func compareAttributes(_ old: Node, _ new: Node) {
        if old.attributes != new.attributes {
            let before = old.writtenAttributes
            let after = new.writtenAttributes
            for (attribute, value) in after.sorted(by: { $0.key < $1.key }) where before[attribute] != value {
                operations.append(.set(node: new.id, name: attribute.rawValue, value: value))
            }
            for attribute in before.keys.sorted() where after[attribute] == nil {
                operations.append(.remove(node: new.id, name: attribute.rawValue))
            }
        }
        guard old.events != new.events else { return }
        if let letters = new.events.written {
            operations.append(.set(node: new.id, name: "data-e", value: letters))
        } else {
            operations.append(.remove(node: new.id, name: "data-e"))
        }
    }

    /// Properties that the new picture does not name stay what they are.
    private mutating func compareProperties(_ old: Node, _ new: Node, isSelectWithOtherOptions: Bool) {
        let page = held[new.id]
        let revision = revisions[new.id] ?? 0
        if let value = new.properties.value,
            value != (page?.value ?? old.properties.value) || isSelectWithOtherOptions
        {
            operations.append(.property(node: new.id, .value(value), revision: revision))
        }
        if let isChecked = new.properties.isChecked, isChecked != (page?.isChecked ?? old.properties.isChecked) {
            operations.append(.property(node: new.id, .isChecked(isChecked), revision: revision))
        }
        if let isOpen = new.properties.isOpen, isOpen != (page?.isOpen ?? old.properties.isOpen) {
            operations.append(.property(node: new.id, .isOpen(isOpen), revision: revision))
        }
    }

    /// - Returns: Whether there are other children than before.
    private mutating func compareContent(_ old: Node, _ new: Node) -> Bool {
        switch (old.content, new.content) {
        case (.text(let before), .text(let after)):
            if before != after { operations.append(.text(node: new.id, text: after)) }
            return false
        case (.icon(let before), .icon(let after)):
            if before != after { operations.append(.icon(node: new.id, name: after)) }
            return false
        case (.children(let before), .children(let after)):
            let count = operations.count + deletions.count
            compareChildren(before, after, of: new.id)
            return operations.count + deletions.count != count
        case (.children(let before), .text(let text)):
            deletions += before.map { .delete(node: $0.id) }
            operations.append(.text(node: new.id, text: text))
        case (.children(let before), .icon(let name)):
            deletions += before.map { .delete(node: $0.id) }
            operations.append(.icon(node: new.id, name: name))
        case (_, .text(let text)): operations.append(.text(node: new.id, text: text))
        case (_, .icon(let name)): operations.append(.icon(node: new.id, name: name))
        case (_, .children(let after)):
            operations.append(.text(node: new.id, text: ""))
            compareChildren([], after, of: new.id)
        }
        return true
    }

    private mutating func compareChildren(_ old: [Node], _ new: [Node], of parent: String) {
        if old.count == new.count, zip(old, new).allSatisfy({ $0.id == $1.id && $0.element == $1.element }) {
            for (before, after) in zip(old, new) { compare(before, after) }
            return
        }
        var places: [String: Int] = [:]
        for (place, node) in old.enumerated() { places[node.id] = place }
        // For each new child the place of the old one that it continues.
        let continued = new.map { node -> Int? in
            places[node.id].flatMap { old[$0].element == node.element ? $0 : nil }
        }
        let kept = Set(continued.compactMap(\.self))
        for (place, node) in old.enumerated() where !kept.contains(place) { deletions.append(.delete(node: node.id)) }
        place(new, continuing: continued, in: parent)
        for (node, place) in zip(new, continued) {
            if let place { compare(old[place], node) }
        }
    }

    /// Puts the children into their order from the last to the first, so that each finds its successor in place.
    private mutating func place(_ new: [Node], continuing continued: [Int?], in parent: String) {
        var successor: String?
        var stays = longestIncreasingRun(of: continued.compactMap(\.self))
        for (node, place) in zip(new, continued).reversed() {
            defer { successor = node.id }
            guard place != nil else {
                operations.append(.insert(node, parent: parent, before: successor))
                continue
            }
            if stays.popLast() != true {
                operations.append(.move(node: node.id, parent: parent, before: successor))
            }
        }
    }
}
