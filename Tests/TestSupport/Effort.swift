import Foundation

/// How much tests try.
///
/// `make test` is for somebody who waits. `make prove` sets `PROVE=1`: the same tests with more rounds and more seeds.
package enum Effort {
    package static let isProof = ProcessInfo.processInfo.environment["PROVE"] == "1"

    /// A number of rounds, or of seeds.
    package static func rounds(_ few: Int, proof many: Int) -> Int { isProof ? many : few }
}
