import Foundation
import SimulationTesting
import Synchronization

/// Every fault that is built in on purpose, each with the first seed that finds it.
struct Mutants {
    let arguments: Arguments
    /// Seeds within which each must be found.
    static let mostSeeds: UInt64 = 1_000

    init(_ arguments: Arguments) { self.arguments = arguments }

    /// Looks for all; whether all were found.
    func run() throws -> Bool {
        guard try answer(nil, nil, 0, 1) == .allWell else {
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
        let hunt = MutantHunt(seeds: Self.mostSeeds) { isMutated, first, count in
            try self.answer(isMutated ? mutation.name : nil, mutation.place.kind, first, count)
        }
        do {
            return try hunt.find().map { "\($0.seed) | \($0.word)" }
        } catch {
            say("\(mutation.name): \(error)")
            return nil
        }
    }

    private func answer(_ mutant: String?, _ only: RunKind?, _ first: UInt64, _ count: UInt64) throws -> SeedsAnswer {
        let child = Process()
        child.executableURL = URL(fileURLWithPath: Simulate.ownPath)
        child.arguments = ["--first", "\(first)", "--seeds", "\(count)", "--until-failure", "--name-seeds"]
        if let only { child.arguments?.append(contentsOf: ["--only", only.rawValue]) }
        var environment = ProcessInfo.processInfo.environment
        environment["MUTANT"] = mutant
        child.environment = environment
        let pipe = Pipe()
        child.standardOutput = pipe
        child.standardError = FileHandle.nullDevice
        try child.run()
        let said = try Self.all(of: pipe.fileHandleForReading)
        child.waitUntilExit()
        return SeedsAnswer(said: said)
    }

    /// Everything that is written into a pipe.
    ///
    /// Foundation's own ways end where a signal interrupts them.
    private static func all(of pipe: FileHandle) throws -> String {
        var (all, bytes) = ([UInt8](), [UInt8](repeating: 0, count: 4_096))
        while true {
            let count = read(pipe.fileDescriptor, &bytes, bytes.count)
            if count == 0 { return String(decoding: all, as: UTF8.self) }
            if count > 0 { all += bytes.prefix(count) } else if errno != EINTR { throw POSIXError(.EIO) }
        }
    }
}
