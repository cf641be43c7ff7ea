import Foundation
import StoreSimulation

/// The whole run: makes the store, begins the processes, and compares in the end.
struct StressRun {
    private let arguments: StressArguments

    init(_ arguments: StressArguments) { self.arguments = arguments }

    /// - Returns: Whether everything is as it was acknowledged.
    /// - Throws: What keeps the run from its end.
    func run() throws -> Bool {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("stress-\(getpid())")
        try? FileManager.default.removeItem(at: folder)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let store = StressFiles(folder: folder).store
        try ConcurrentProcess.prepare(store)
        let length = arguments.steps.map { "\($0) steps" } ?? "\(Int(arguments.seconds)) s"
        let each = ConcurrentProcess.writerCount(threads: arguments.threads, actors: arguments.actors)
        writeLine("\(arguments.processes) processes with \(each) writers each, \(length), seed \(arguments.seed)")
        let children = try (0..<arguments.processes).map { try begin($0, in: folder) }
        for child in children { child.waitUntilExit() }
        guard children.allSatisfy({ $0.terminationReason == .exit && $0.terminationStatus == 0 }) else {
            writeLine("a process failed; the store is in \(folder.path)")
            return false
        }
        let facts = try (0..<arguments.processes).flatMap { try StressFiles(folder: folder).facts(ofPart: $0) }
        let problems = try ConcurrencyOracle(facts).problems(of: store)
        let saves = facts.reduce(0) { $0 + $1.saves }
        let locked = facts.reduce(0) { $0 + $1.lockedSaves }
        writeLine(
            "\(saves) saves, \(facts.reduce(0) { $0 + $1.linkCount }) links at the end, \(locked) waits beyond the limit"
        )
        guard problems.isEmpty else {
            for problem in problems { writeLine(problem) }
            writeLine("seed \(arguments.seed): not as it was acknowledged; the store is in \(folder.path)")
            return false
        }
        try FileManager.default.removeItem(at: folder)
        writeLine("everything is as it was acknowledged")
        return true
    }

    private func begin(_ number: Int, in folder: URL) throws -> Process {
        let child = Process()
        child.executableURL = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
        child.arguments = arguments.words(forPart: number, in: folder.path)
        try child.run()
        return child
    }
}

/// One process of the run.
struct WriterPart {
    private let arguments: StressArguments
    private let part: StressArguments.Part

    init(_ arguments: StressArguments, _ part: StressArguments.Part) {
        (self.arguments, self.part) = (arguments, part)
    }

    /// - Returns: Whether the writers saw what they should.
    @MainActor
    func run() async throws -> Bool {
        let files = StressFiles(folder: URL(fileURLWithPath: part.folder))
        let each = ConcurrentProcess.writerCount(threads: arguments.threads, actors: arguments.actors)
        let process = ConcurrentProcess(
            store: files.store,
            seed: arguments.seed,
            threads: arguments.threads,
            actors: arguments.actors,
            first: part.number * each,
            writers: arguments.processes * each
        )
        let end = Date().addingTimeInterval(arguments.seconds)
        do {
            let facts = try await process.run { [most = arguments.steps] steps in
                most.map { steps >= $0 } ?? (Date() >= end)
            }
            try files.write(facts, ofPart: part.number)
            return true
        } catch {
            writeLine("seed \(arguments.seed): \(error)")
            return false
        }
    }
}

/// Where the processes of a run find each other's files.
struct StressFiles {
    let folder: URL
    var store: URL { folder.appendingPathComponent("stress.store") }

    private func file(ofPart number: Int) -> URL { folder.appendingPathComponent("facts-\(number).json") }

    func write(_ facts: [WriterFacts], ofPart number: Int) throws {
        try JSONEncoder().encode(facts).write(to: file(ofPart: number))
    }

    func facts(ofPart number: Int) throws -> [WriterFacts] {
        try JSONDecoder().decode([WriterFacts].self, from: Data(contentsOf: file(ofPart: number)))
    }
}
