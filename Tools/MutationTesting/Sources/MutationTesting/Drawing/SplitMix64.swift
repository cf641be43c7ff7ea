/// The generator of Steele, Lea and Flood: one word of state, the same sequence for the same seed everywhere.
package struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    /// The sequence that belongs to words, as of a commit's hash and an area.
    package init(_ words: String...) { self.init(seed: ContentHash(words).value) }

    package mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var word = state
        word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
        word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
        return word ^ (word >> 31)
    }

    /// A number below a bound.
    ///
    /// The standard library does not promise how it makes one; a list of mutants must not depend on it.
    package mutating func below(_ bound: Int) -> Int {
        Int(next().multipliedFullWidth(by: UInt64(bound)).high)
    }

    package mutating func shuffle<Element>(_ elements: inout [Element]) {
        guard elements.count > 1 else { return }
        for end in stride(from: elements.count - 1, to: 0, by: -1) { elements.swapAt(end, below(end + 1)) }
    }
}
