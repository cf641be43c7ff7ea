/// Random numbers that follow from a seed (SplitMix64).
struct StoryRandom: RandomNumberGenerator, Sendable {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// Another sequence for each part of a story, so that a change of one part leaves the others as they are.
    init(seed: UInt64, part: String) {
        var mixed = seed &* 0xd6e8_feb8_6659_fd93
        for byte in part.utf8 { mixed = (mixed ^ UInt64(byte)) &* 0x100_0000_01b3 }
        state = mixed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }
    mutating func flip() -> Bool { next() & 1 == 1 }
    mutating func once(in times: Int) -> Bool { number(1...max(1, times)) == 1 }
    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[number(0...elements.count - 1)] }
}
