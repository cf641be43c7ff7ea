import Foundation

/// Compares the wire's own JSON with Foundation's; fails below ten times its records a second.
@main
enum WireBenchmarks {
    static func main() throws {
        let comparisons = [
            Comparison(name: "ideas", answer: SampleRecords.ideas(seed: 1)),
            Comparison(name: "mixed", answer: SampleRecords.mixed(seed: 2)),
        ]
        let passed = try comparisons.map { try $0.run() }
        guard passed.allSatisfy({ $0 }) else {
            print("below \(Comparison.leastRatio) times Foundation")
            exit(1)
        }
    }
}
