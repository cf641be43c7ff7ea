import Testing

@testable import WebHost

/// Operations make one page of another, and disturb nothing that stays.
struct TreeDiffTests {
    private func picture(_ children: [Node], overlays: [Node] = []) -> Picture {
        Picture(title: "t", root: Node(id: "root", element: .div, content: .children(children)), overlays: overlays)
    }

    private func rows(_ ids: [Int]) -> [Node] {
        ids.map { Node(id: "r\($0)", element: .li, content: .text("row \($0)")) }
    }

    @Test(arguments: 0..<400)
    func operationsMakeOnePictureOfAnother(seed: Int) throws {
        var trees = RandomTrees(seed: UInt64(seed))
        var old = TidyPicture(trees.picture()).picture
        let page = ModelPage(old)
        for step in 0..<6 {
            let next = trees.chance(30) ? trees.picture() : trees.successor(of: old)
            let new = TidyPicture(next).picture
            try check(page, from: old, to: new, "seed \(seed), step \(step)")
            old = new
        }
    }

    /// The page shows the new picture; what was matched is the same element as before; as few as possible moved.
    private func check(_ page: ModelPage, from old: Picture, to new: Picture, _ place: String) throws {
        let kept = Self.kept(from: old, to: new)
        let before = Dictionary(uniqueKeysWithValues: kept.flatMap(\.ids).map { ($0, page.element($0)) })
        let moves = page.moved.count
        try page.apply(TreeDiff.operations(from: old, to: new))
        let differences = page.differences(from: new)
        #expect(differences.isEmpty, "\(place): \(differences)")
        for (id, element) in before {
            #expect(page.element(id) === element, "\(place): \(id) was made anew")
        }
        let fewest = kept.map { $0.ids.count - Self.longestRun($0.places) }.reduce(0, +)
        #expect(page.moved.count - moves == fewest, "\(place): \(page.moved.dropFirst(moves))")
    }

    /// The children of one parent that are in both pictures, in their new order, with their old places.
    private struct Kept {
        var ids: [String]
        var places: [Int]
    }

    private static func kept(from old: Picture, to new: Picture) -> [Kept] {
        kept([old.root], [new.root]) + kept(old.overlays, new.overlays)
    }

    private static func kept(_ old: [Node], _ new: [Node]) -> [Kept] {
        var found = Kept(ids: [], places: [])
        var below: [Kept] = []
        for node in new {
            guard let place = old.firstIndex(where: { $0.id == node.id && $0.element == node.element }) else {
                continue
            }
            found.ids.append(node.id)
            found.places.append(place)
            below += kept(old[place].children, node.children)
        }
        return [found] + below
    }

    /// By the slow, obvious way.
    private static func longestRun(_ numbers: [Int]) -> Int {
        var best: [Int] = []
        for (place, number) in numbers.enumerated() {
            best.append(1 + ((0..<place).filter { numbers[$0] < number }.map { best[$0] }.max() ?? 0))
        }
        return best.max() ?? 0
    }

    @Test(arguments: 0..<200)
    func longestRunIsAsLongAsTheObviousOne(seed: Int) {
        var numbers = SeededNumbers(seed: UInt64(seed))
        let values = Array(0..<Int.random(in: 0...30, using: &numbers)).shuffled(using: &numbers)
        let stays = longestIncreasingRun(of: values)
        let run = zip(values, stays).filter(\.1).map(\.0)
        #expect(run == run.sorted(), "seed \(seed)")
        #expect(run.count == Self.longestRun(values), "seed \(seed)")
    }

    @Test func aRowThatLeavesIsTheOnlyOperation() {
        let operations = TreeDiff.operations(from: picture(rows([1, 2, 3, 4])), to: picture(rows([1, 2, 4])))
        #expect(operations == [.delete(node: "r3")])
    }

    @Test func aRowThatGoesToTheTopMovesAlone() {
        let operations = TreeDiff.operations(from: picture(rows([1, 2, 3, 4])), to: picture(rows([4, 1, 2, 3])))
        #expect(operations == [.move(node: "r4", parent: "root", before: "r1")])
    }

    @Test func attributesComeAndGo() {
        var old = Node(id: "b", element: .button, attributes: [.disabled: "", .class: "a"])
        var new = old
        new.attributes = [.class: "b", .ariaLabel: "x"]
        #expect(
            TreeDiff.operations(from: picture([old]), to: picture([new])) == [
                .set(node: "b", name: "aria-label", value: "x"), .set(node: "b", name: "class", value: "b"),
                .remove(node: "b", name: "disabled"),
            ]
        )
        old.attributes = [.disabled: "false"]
        new.attributes = [:]
        #expect(TreeDiff.operations(from: picture([old]), to: picture([new])) == [], "“false” is not there either way")
    }

    @Test func aValueIsComparedWithWhatThePersonWrote() {
        let field = { Node(id: "f", element: .input, properties: Properties(value: $0)) }
        let held = ["f": Properties(value: "abc")]
        let same = TreeDiff.operations(from: picture([field("a")]), to: picture([field("abc")]), held: held)
        #expect(same == [])
        let refused = TreeDiff.operations(
            from: picture([field("a")]),
            to: picture([field("a")]),
            held: held,
            revisions: ["f": 7]
        )
        #expect(refused == [.property(node: "f", .value("a"), revision: 7)])
    }

    @Test func aMenuWithOtherOptionsIsToldItsValueAgain() {
        func menu(_ options: [String]) -> Node {
            Node(
                id: "s",
                element: .select,
                properties: Properties(value: "b"),
                content: .children(options.map { Node(id: "o\($0)", element: .option, attributes: [.value: $0]) })
            )
        }
        let operations = TreeDiff.operations(from: picture([menu(["a", "b"])]), to: picture([menu(["b", "c"])]))
        #expect(operations.last == .property(node: "s", .value("b"), revision: 0))
    }

    @Test func overlaysHaveAHolderOfTheirOwn() {
        let sheet = Node(id: "sheet", element: .dialog, properties: Properties(isOpen: true))
        #expect(
            TreeDiff.operations(from: picture([]), to: picture([], overlays: [sheet])) == [
                .insert(sheet, parent: "_overlays", before: nil)
            ]
        )
    }
}
