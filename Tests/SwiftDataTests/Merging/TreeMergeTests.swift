import Foundation
import TestSupport
import Testing

@testable import SwiftData

/// Merges of random values beside a naive model of what both sides did.
@Suite struct TreeMergeTests {
    private func merged<Value: Codable>(_ base: Value, _ mine: Value, _ theirs: Value) throws -> Value {
        let texts = try [base, theirs].map { SQLValue.text(try AttributeCoder.text(of: $0)) }
        switch CodedValueMerge(base: texts[0], mine: mine, stored: texts[1]) {
        case .other(.text(let text), _): return try AttributeCoder.value(Value.self, from: text)
        default: return mine
        }
    }

    /// A list with some of the base's elements, moved or not, and some of its own.
    private func list(_ base: [String], _ name: String, _ random: inout SeededGenerator) -> [String] {
        var list = base.filter { _ in random.chance(75) }
        if random.chance(30) { list.shuffle(using: &random) }
        for number in 0..<random.number(0...3) {
            list.insert("\(random.chance(80) ? name : "both")-\(number)", at: random.number(0...list.count))
        }
        return list
    }

    @Test(arguments: 0..<Effort.rounds(200, proof: 20_000))
    func lists(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let base = (0..<random.number(0...6)).map { "base-\($0)" }
        let (mine, theirs) = (list(base, "mine", &random), list(base, "theirs", &random))
        let result = try merged(base, mine, theirs)
        let expected = Set(mine).union(theirs).filter {
            !base.contains($0) || mine.contains($0) && theirs.contains($0)
        }
        #expect(Set(result) == expected && result.count == expected.count, "seed \(seed)")
        let added = mine.filter { !base.contains($0) }
        let isReordered = mine != base.filter(mine.contains) + added
        let side = isReordered ? mine : theirs
        #expect(result.filter(side.contains) == side.filter(expected.contains), "whose order stays, seed \(seed)")
        #expect(try merged(base, base, theirs) == theirs && merged(base, mine, base) == mine, "seed \(seed)")
        #expect(try merged(base, mine, mine) == mine, "seed \(seed)")
    }

    /// Elements that are there more than once.
    @Test(arguments: 0..<Effort.rounds(200, proof: 20_000))
    func repeatedElements(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        func texts() -> [String] { (0..<random.number(0...6)).map { _ in random.pick(["a", "b", "c"]) } }
        let (base, mine, theirs) = (texts(), texts(), texts())
        let result = try merged(base, mine, theirs)
        func count(_ list: [String], _ element: String) -> Int { list.count { $0 == element } }
        for element in ["a", "b", "c"] {
            let (before, own, others) = (count(base, element), count(mine, element), count(theirs, element))
            let kept = min(before, own, others)
            let added = max(own - before, others - before, 0)
            #expect(count(result, element) == kept + added, "seed \(seed): \(base) \(mine) \(theirs) \(result)")
        }
        #expect(try merged(base, base, theirs) == theirs && merged(base, mine, base) == mine, "seed \(seed)")
    }

    @Test(arguments: 0..<Effort.rounds(200, proof: 20_000))
    func dictionaries(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let keys = (0..<6).map { "\($0)" }
        func values() -> [String: Int] {
            Dictionary(uniqueKeysWithValues: keys.filter { _ in random.chance(60) }.map { ($0, random.number(0...2)) })
        }
        let (base, mine, theirs) = (values(), values(), values())
        var expected: [String: Int] = [:]
        for key in keys { expected[key] = mine[key] == base[key] ? theirs[key] : mine[key] }
        #expect(try merged(base, mine, theirs) == expected, "seed \(seed)")
        // Keys that are no texts are coded as an array of keys and values.
        func byShape(_ values: [String: Int]) -> [Double: Int] {
            Dictionary(uniqueKeysWithValues: values.map { (Double($0.key) ?? -1, $0.value) })
        }
        #expect(try merged(byShape(base), byShape(mine), byShape(theirs)) == byShape(expected), "seed \(seed)")
        let sets = (Set(base.keys), Set(mine.keys), Set(theirs.keys))
        let union = sets.1.union(sets.2).filter {
            !sets.0.contains($0) || sets.1.contains($0) && sets.2.contains($0)
        }
        #expect(try merged(sets.0, sets.1, sets.2) == Set(union), "seed \(seed)")
    }

    private struct Numbers: Codable, Equatable {
        var values: [UInt64] = [.max, 0]
        var negative = Int64.min
        var decimal = Decimal(string: "12345678901234567890.1234567890123456") ?? 0
        var large = 1e300
        var small = 0.1
        var isLarge = true
        var name: String?
    }

    /// Numbers come through a merge as they were.
    @Test func numbers() throws {
        var (mine, theirs) = (Numbers(), Numbers())
        mine.name = "mine"
        theirs.isLarge = false
        theirs.values.append(1)
        var expected = theirs
        expected.name = "mine"
        #expect(try merged(Numbers(), mine, theirs) == expected)
    }

    private struct Renamed: Codable, Equatable {
        var first = 1
        var second: [Int]? = [1]

        enum CodingKeys: String, CodingKey {
            case first = "1"
            case second = "2"
        }
    }

    /// Properties under other names are not told from keys that a type makes up: the value is whole.
    @Test func renamedKeys() throws {
        var (mine, theirs) = (Renamed(), Renamed())
        mine.first = 2
        theirs.second = [1, 2]
        #expect(try merged(Renamed(), mine, theirs) == mine)
        #expect(try merged(Renamed(), Renamed(), theirs) == theirs)
    }

    /// Codes its sides as a place and a size.
    private struct Edges: Codable, Equatable {
        var left: Int
        var right: Int

        enum CodingKeys: CodingKey { case x, width }

        init(_ left: Int, _ right: Int) { (self.left, self.right) = (left, right) }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            left = try container.decode(Int.self, forKey: .x)
            right = left + (try container.decode(Int.self, forKey: .width))
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(left, forKey: .x)
            try container.encode(right - left, forKey: .width)
        }
    }

    @Test func asManyKeysAsPropertiesAreNoProperties() throws {
        #expect(try merged(Edges(0, 10), Edges(0, 12), Edges(2, 10)) == Edges(0, 12))
    }

    /// Numbers that count something at their place, and numbers that are a list of things.
    @Test func numbersInPlaceAndInOrder() throws {
        #expect(try merged([0, 0, 0], [1, 0, 0], [0, 0, 2]) == [1, 0, 2])
        #expect(try merged([0, 0, 0], [1, 0, 0], [2, 0, 0]) == [1, 0, 0])
        #expect(try merged([1, 2, 3], [2, 1, 3], [1, 3, 2]) == [2, 1, 3])
        #expect(Set(try merged([1, 2, 3], [2, 3, 4], [1, 2, 5])) == [2, 4, 5])
        #expect(try merged([1.5, 2.5], [1.5, 3.5], [0.5, 2.5]) == [0.5, 3.5])
        #expect(try merged([1, 2], [1, 2, 3], [1, 2, 4]) == [1, 2, 4, 3])
    }

    @Test func bytesAreOneValue() throws {
        let (mine, theirs): ([UInt8], [UInt8]) = ([9, 2, 3], [1, 2, 8])
        #expect(try merged([1, 2, 3], mine, theirs) == mine)
    }

    /// Texts that the decoder of numbers would take for numbers that JSON does not have.
    @Test func textsThatLookLikeNumbers() throws {
        #expect(try merged(["nan", "a"], ["nan", "a", "inf"], ["nan", "a", "-inf"]) == ["nan", "a", "-inf", "inf"])
        #expect(try merged(Set(["nan", "a"]), ["a"], ["nan", "a", "b"]) == ["a", "b"])
        #expect(try merged(["a": Double.nan, "b": 1], ["a": .nan, "b": 2], ["a": 3, "b": 1]) == ["a": 3, "b": 2])
    }

    /// Elements with an `id` are known by it, in lists and in sets, and nobody else's place is theirs.
    @Test func identifiedElements() throws {
        let base = Set([Verse(id: 1, text: "one"), Verse(id: 2, text: "two")])
        let mine = Set([Verse(id: 1, text: "one", stars: 5), Verse(id: 2, text: "two"), Verse(id: 3, text: "mine")])
        let theirs = Set([Verse(id: 1, text: "uno"), Verse(id: 2, text: "two"), Verse(id: 3, text: "theirs")])
        let expected = Set([Verse(id: 1, text: "uno", stars: 5), Verse(id: 2, text: "two"), Verse(id: 3, text: "mine")])
        #expect(try merged(base, mine, theirs) == expected)
        let chores = [Chore(title: "wash"), Chore(title: "cook")]
        let done = [Chore(title: "wash", isDone: true), Chore(title: "cook")]
        let others = [Chore(title: "shop"), Chore(title: "mow")]
        let result = try merged(chores, done, others)
        #expect(Set(result.filter { !$0.isDone }.map(\.title)) == ["shop", "mow"])
        #expect(result.filter(\.isDone).map(\.title) == ["wash"])
    }

    /// The order of a set within a list differs each time that it is coded.
    @Test func setsWithinLists() throws {
        let base: [Set<String>] = [["a", "b", "c"], ["d", "e", "f"]]
        let mine: [Set<String>] = [["a", "b", "c", "x"], ["d", "e", "f"]]
        let theirs: [Set<String>] = [["a", "b", "c"], ["d", "e", "f"], ["y"]]
        #expect(Set(try merged(base, mine, theirs)) == [["a", "b", "c", "x"], ["d", "e", "f"], ["y"]])
        #expect(try merged(base, base.map { Set($0.shuffled()) }, theirs) == theirs)
        let keys = (0..<3).map { _ in UUID() }
        #expect(try merged([[keys[0]: 1, keys[1]: 1]], [[keys[1]: 1, keys[0]: 1]], [[keys[2]: 2]]) == [[keys[2]: 2]])
    }

    /// Of an enum whose case both changed one stays as a whole, also within a larger value.
    @Test func casesOfAnEnum() throws {
        let base = ["a": Shape.point, "b": .circle(radius: 1)]
        let mine = ["a": Shape.circle(radius: 2), "b": .circle(radius: 1)]
        let theirs = ["a": Shape.polygon([1], name: nil), "b": .circle(radius: 3)]
        #expect(try merged(base, mine, theirs) == ["a": .circle(radius: 2), "b": .circle(radius: 3)])
    }
}
