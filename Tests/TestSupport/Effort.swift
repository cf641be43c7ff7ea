import Foundation

/// How much tests try.
///
/// `make test` is for somebody who waits. `make prove` sets `PROVE=1`: the same tests with more rounds and more seeds.
package enum Effort {
    package static let isProof = ProcessInfo.processInfo.environment["PROVE"] == "1"

    /// A number of rounds, or of seeds.
    package static func rounds(_ few: Int, proof many: Int) -> Int { isProof ? many : few }

    /// A seed: the same in each run of `make test`, and another in each proof.
    package static var seed: UInt64 { isProof ? UInt64.random(in: 1...UInt64.max) : 20_261_127 }

    /// So many seeds: the same in each run of `make test`, and others in each proof.
    package static func seeds(_ count: Int) -> Range<UInt64> {
        let first = isProof ? UInt64.random(in: 0..<1 << 48) : 0
        return first..<first + UInt64(count)
    }
}
