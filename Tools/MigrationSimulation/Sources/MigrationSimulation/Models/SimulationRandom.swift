/// Random numbers that follow from a seed (SplitMix64).
package struct SimulationRandom: RandomNumberGenerator, Sendable {
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
    mutating func chance(_ percent: Int) -> Bool { number(1...100) <= percent }

    /// One of the elements; nil where there are none.
    mutating func pick<Element>(_ elements: [Element]) -> Element? {
        elements.isEmpty ? nil : elements[number(0...elements.count - 1)]
    }
}
