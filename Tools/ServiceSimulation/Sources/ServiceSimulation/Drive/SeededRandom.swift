/// Random numbers that follow from a seed (SplitMix64).
package struct SeededRandom: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

    mutating func flip() -> Bool { next() & 1 == 1 }

    mutating func once(in times: Int) -> Bool { number(1...max(1, times)) == 1 }

    /// One of some elements; nil if there are none.
    mutating func pick<Element>(_ elements: [Element]) -> Element? {
        elements.isEmpty ? nil : elements[number(0...elements.count - 1)]
    }

    /// One of some elements, each as often as its weight says.
    mutating func pick<Element>(weighted elements: [(weight: Int, element: Element)], else other: Element) -> Element {
        var place = number(0...max(0, elements.reduce(0) { $0 + $1.weight } - 1))
        for (weight, element) in elements {
            if place < weight { return element }
            place -= weight
        }
        return other
    }

    /// Some of the elements, in an order of their own.
    mutating func some<Element>(_ elements: [Element], atMost count: Int) -> [Element] {
        var rest = elements
        rest.shuffle(using: &self)
        return Array(rest.prefix(number(0...max(0, count))))
    }

    /// A UUID in capital letters.
    mutating func uuid() -> String {
        let digits = Array("0123456789ABCDEF")
        let text = (0..<32).map { _ in String(digits[number(0...15)]) }
        return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { text[$0].joined() }.joined(separator: "-")
    }
}
