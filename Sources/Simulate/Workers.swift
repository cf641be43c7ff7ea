import Foundation
import SimulationTesting

/// Seeds in several processes side by side; what they say is said as it comes.
struct Workers {
    let arguments: Arguments

    init(_ arguments: Arguments) { self.arguments = arguments }

    /// Runs them; whether all of them went well.
    func run() throws -> Bool {
        let start = Date()
        let jobs = UInt64(arguments.jobs)
        let share = (arguments.count + jobs - 1) / jobs
        var children: [Process] = []
        for number in 0..<jobs {
            let first = number * share
            guard first < arguments.count else { break }
            let child = Process()
            child.executableURL = URL(fileURLWithPath: Simulate.ownPath)
            child.arguments = [
                "--first", "\(arguments.first + first)", "--seeds", "\(min(share, arguments.count - first))",
            ]
            if let seconds = arguments.seconds { child.arguments?.append(contentsOf: ["--seconds", "\(seconds)"]) }
            if let only = arguments.only { child.arguments?.append(contentsOf: ["--only", only.rawValue]) }
            if arguments.isByHand { child.arguments?.append("--by-hand") }
            if arguments.runsTwice { child.arguments?.append("--twice") }
            try child.run()
            children.append(child)
        }
        for child in children { child.waitUntilExit() }
        let seconds = Int(Date().timeIntervalSince(start))
        let isGood = children.allSatisfy { $0.terminationReason == .exit && $0.terminationStatus == 0 }
        say("\(arguments.count) seeds in \(seconds) s: \(isGood ? "all well" : "see above for what failed")")
        return isGood
    }
}
