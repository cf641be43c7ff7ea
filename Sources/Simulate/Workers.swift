import Foundation
import SimulationTesting
import Synchronization

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

/// Every fault that is built in on purpose, each with the first seed that finds it.
struct Mutants {
    let arguments: Arguments
    /// Seeds within which each must be found.
    static let mostSeeds = 1_000

    init(_ arguments: Arguments) { self.arguments = arguments }

    /// Looks for all; whether all were found.
    func run() throws -> Bool {
        guard try output(of: nil, seeds: 1, nil).contains("0 failed") else {
            say("without a mutant a seed fails: nothing can be said of mutants")
            return false
        }
        say("| mutant | where | what it does | first seed | found by |")
        say("|---|---|---|---|---|")
        let wanted = arguments.mutants
        let mutations = Mutation.all.filter { wanted.isEmpty || wanted.contains($0.name) }
        let waiting = Mutex(mutations[...])
        let missed = Mutex([String]())
        let threads = (0..<max(1, arguments.jobs)).map { _ in
            let done = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                while let next = waiting.withLock({ $0.popFirst() }) {
                    let row = self.row(next)
                    if row == nil { missed.withLock { $0.append(next.name) } }
                    let rest = row ?? "none of \(Self.mostSeeds) | nothing"
                    say("| \(next.name) | \(next.place.rawValue) | \(next.words) | \(rest) |")
                }
                done.signal()
            }
            return done
        }
        for thread in threads { thread.wait() }
        let names = missed.withLock { $0 }
        say("\(mutations.count - names.count) of \(mutations.count) mutants are found")
        return names.isEmpty
    }

    private func row(_ mutation: Mutation) -> String? {
        guard let text = try? output(of: mutation.name, seeds: Self.mostSeeds, mutation.place.kind)
        else { return nil }
        for line in text.split(separator: "\n") where line.hasPrefix("seed ") {
            let words = line.split(separator: " ")
            let found = line.range(of: "): ").map { line[$0.upperBound...].prefix { $0 != ":" } } ?? ""
            return "\(words[1]) | \(found)"
        }
        // A process that ends without its last line has noticed too, in its own way.
        return text.contains(" seeds from ") ? nil : "? | the process ended"
    }

    private func output(of mutant: String?, seeds: Int, _ only: RunKind?) throws -> String {
        let child = Process()
        child.executableURL = URL(fileURLWithPath: Simulate.ownPath)
        child.arguments = ["--seeds", "\(seeds)", "--until-failure"]
        if let only { child.arguments?.append(contentsOf: ["--only", only.rawValue]) }
        var environment = ProcessInfo.processInfo.environment
        environment["MUTANT"] = mutant
        child.environment = environment
        let pipe = Pipe()
        child.standardOutput = pipe
        child.standardError = FileHandle.nullDevice
        try child.run()
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        child.waitUntilExit()
        return text
    }
}
