import Foundation
import Synchronization

/// Faults that were put in on purpose, each with the first seed that finds it, as a table.
///
/// A program runs itself for each: with `MUTANT` in its environment, in a build that has the faults behind switches.
package struct MutantTable: Sendable {
    /// One fault.
    package struct Row: Sendable {
        let name: String
        let columns: [String]
        let arguments: [String]
        let part: String?

        /// - Parameters:
        ///   - name: The value of `MUTANT` that switches it on.
        ///   - columns: What the table says of it.
        ///   - arguments: What the program is told besides the seeds.
        ///   - part: The part of runs without which no seed may find it; nil where several do.
        package init(_ name: String, _ columns: [String], arguments: [String] = [], part: String? = nil) {
            (self.name, self.columns, self.arguments, self.part) = (name, columns, arguments, part)
        }

        /// The same in runs without its part; nil where it has none.
        fileprivate var withoutPart: Row? {
            part.map { Row(name, [$0], arguments: arguments + ["--without", $0]) }
        }
    }

    private let rows: [Row]
    private let headings: [String]
    private let program: String
    private let words: [String]
    private let seeds: UInt64
    private let say: @Sendable (String) -> Void

    /// - Parameters:
    ///   - rows: The faults.
    ///   - headings: The names of the rows' columns.
    ///   - program: The file of the program.
    ///   - words: Arguments that have it end at the first failure, and name each seed before its run.
    ///   - seeds: Within how many seeds each must be found.
    ///   - say: Prints a line.
    package init(
        _ rows: [Row],
        headings: [String],
        program: String,
        words: [String],
        seeds: UInt64,
        say: @escaping @Sendable (String) -> Void
    ) {
        (self.rows, self.headings, self.program) = (rows, headings, program)
        (self.words, self.seeds, self.say) = (words, seeds, say)
    }

    /// Looks for all of them; whether all were found, and none of those that have a part without that part.
    package func run(jobs: Int) throws -> Bool {
        let areFound = try run(rows, headings, jobs: jobs, expectingNone: false)
        let bare = rows.compactMap(\.withoutPart)
        guard !bare.isEmpty else { return areFound }
        say("Without the part that is to find it, none may be found:")
        let areMissed = try run(bare, ["left out"], jobs: jobs, expectingNone: true)
        return areFound && areMissed
    }

    private func run(_ rows: [Row], _ headings: [String], jobs: Int, expectingNone: Bool) throws -> Bool {
        guard try answer(nil, [], 0, 1) == .allWell else {
            say("without a mutant a seed fails: nothing can be said of mutants")
            return false
        }
        let all = ["mutant"] + headings + ["first seed", "found by"]
        say("| \(all.joined(separator: " | ")) |")
        say("|\(all.map { _ in "---|" }.joined())")
        let waiting = Mutex(rows[...])
        let missed = Mutex(0)
        let threads = (0..<max(1, jobs)).map { _ in
            let done = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                while let row = waiting.withLock({ $0.popFirst() }) {
                    let find = self.find(row)
                    if find == nil { missed.withLock { $0 += 1 } }
                    let cells = [row.name] + row.columns + (find ?? ["none of \(self.seeds)", "nothing"])
                    self.say("| \(cells.joined(separator: " | ")) |")
                }
                done.signal()
            }
            return done
        }
        for thread in threads { thread.wait() }
        let count = missed.withLock { $0 }
        say("\(rows.count - count) of \(rows.count) mutants are found")
        return count == (expectingNone ? rows.count : 0)
    }

    /// The first seed that finds a fault, and what it breaks; nil where none does.
    private func find(_ row: Row) -> [String]? {
        let hunt = MutantHunt(seeds: seeds) { isMutated, first, count in
            try self.answer(isMutated ? row.name : nil, row.arguments, first, count)
        }
        do {
            return try hunt.find().map { ["\($0.seed)", $0.word] }
        } catch {
            say("\(row.name): \(error)")
            return nil
        }
    }

    private func answer(
        _ mutant: String?,
        _ arguments: [String],
        _ first: UInt64,
        _ count: UInt64
    ) throws -> SeedsAnswer {
        let child = Process()
        child.executableURL = URL(fileURLWithPath: program)
        child.arguments = ["--first", "\(first)", "--seeds", "\(count)"] + words + arguments
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
