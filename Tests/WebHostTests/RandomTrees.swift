@testable import WebHost

/// Numbers that can be repeated: SplitMix64.
struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// Random pictures over a small stock of identifiers, so that two of them share many.
struct RandomTrees {
    var numbers: SeededNumbers

    init(seed: UInt64) {
        numbers = SeededNumbers(seed: seed)
    }

    mutating func picture() -> Picture {
        var free = (0..<40).map { "n\($0)" }.shuffled(using: &numbers)
        let overlays = (0..<Int.random(in: 0...2, using: &numbers)).map { _ in node(&free, depth: 1, as: .dialog) }
        return Picture(title: "t", root: node(&free, depth: 0, as: .div), overlays: overlays)
    }

    /// A picture that continues another: some nodes gone, some new, some elsewhere, some changed.
    mutating func successor(of picture: Picture) -> Picture {
        var used = Set(
            picture.root.all { _ in true }.map(\.id) + picture.overlays.flatMap { $0.all { _ in true }.map(\.id) }
        )
        var next = picture
        next.root = change(picture.root, &used)
        next.overlays = picture.overlays.map { change($0, &used) }.shuffled(using: &numbers)
        return next
    }

    private mutating func change(_ node: Node, _ used: inout Set<String>) -> Node {
        var node = node
        if chance(10) { node.attributes[.class] = word() }
        if chance(5) { node.attributes[.title] = nil }
        if chance(5) { node.events.formSymmetricDifference(.click) }
        if case .text = node.content, chance(10) { node.content = .text(word()) }
        if node.element == .input, chance(20) { node.properties.value = word() }
        if chance(3), ![.input, .select, .dialog].contains(node.element) {
            node.element = node.element == .div ? .section : .div
        }
        guard case .children(var children) = node.content, !node.element.isVoid else { return node }
        children.removeAll { _ in chance(12) }
        children = children.map { change($0, &used) }
        if chance(25) { children.shuffle(using: &numbers) }
        if chance(15), let last = children.popLast() { children.insert(last, at: 0) }
        if chance(20) {
            let id = "new\(UInt32.random(in: .min ... .max, using: &numbers))"
            if used.insert(id).inserted {
                children.insert(
                    Node(id: id, element: .p, content: .text(word())),
                    at: Int.random(in: 0...children.count, using: &numbers)
                )
            }
        }
        node.content = .children(children)
        return node
    }

    private mutating func node(_ free: inout [String], depth: Int, as element: Element? = nil) -> Node {
        let id = free.popLast() ?? "rest\(UInt32.random(in: .min ... .max, using: &numbers))"
        let element =
            element ?? [Element.div, .section, .ul, .li, .span, .button, .input, .select].randomElement(using: &numbers)
            ?? .div
        var node = Node(id: id, element: element)
        if chance(40) { node.attributes[.class] = word() }
        if chance(20) { node.attributes[.title] = word() }
        if chance(20) { node.attributes[.disabled] = ["", "false"].randomElement(using: &numbers) ?? "" }
        if chance(20) {
            node.attributes[.href] = ["/a", "javascript:a", "https://a"].randomElement(using: &numbers) ?? ""
        }
        if chance(30) { node.events = [.click, .input] }
        if element == .input || element == .select { node.properties.value = word() }
        if element == .input, chance(30) { node.properties.isChecked = chance(50) }
        if element == .dialog { node.properties.isOpen = chance(50) }
        guard !element.isVoid else { return node }
        switch Int.random(in: 0...9, using: &numbers) {
        case 0...2: node.content = .text(word())
        case 3: node.content = .icon(word())
        default:
            let count = free.isEmpty || depth > 5 ? 0 : Int.random(in: 0...6, using: &numbers)
            node.content = .children((0..<count).map { _ in self.node(&free, depth: depth + 1) })
        }
        return node
    }

    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &numbers) < percent }

    private mutating func word() -> String {
        ["", "a", "b<", "\"c\"", "d&e", "f'", "日本", "g\u{202E}h"].randomElement(using: &numbers) ?? ""
    }
}
