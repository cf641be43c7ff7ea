import BenchmarkData
import Foundation

/// SQLAlchemy in a Python process, asked for one sample at a time so that it takes its turn among the others.
///
/// One JSON object a line each way. The process measures its own processor time.
final class PythonPeer {
    /// What the peer is asked to prepare.
    struct Task: Encodable {
        /// Name of the row; contenders of a row must give the same answer.
        let row: String
        /// Name of the function in the script.
        let task: String
        var store = ""
        var size = 0
        var iterations = 1
        var word = ""
        var full = false
    }

    struct Prepared: Decodable {
        let handle: Int
        let answer: Int?
    }

    private let process = Process()
    private let requests = Pipe()
    private let replies = Pipe()
    private var unread = Data()
    private var handles: [Int] = []

    init(_ programs: Programs, seed: UInt64) throws {
        guard let python = programs.python else { throw Absent(programs.pythonAbsence) }
        process.executableURL = URL(fileURLWithPath: python)
        process.arguments = [programs.peerScript, "serve", String(seed)]
        process.standardInput = requests
        process.standardOutput = replies
        try process.run()
        let greeting: Greeting = try reply()
        version = greeting.version
    }

    deinit {
        try? requests.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    /// Version of SQLAlchemy.
    private(set) var version = ""

    func prepare(_ task: Task) throws -> Prepared {
        try send(Request(prepare: task))
        let prepared: Prepared = try reply()
        handles.append(prepared.handle)
        return prepared
    }

    /// One sample in the row's unit.
    func sample(_ handle: Int) throws -> Double {
        try send(Request(sample: handle))
        let sample: Sample = try reply()
        return sample.figure
    }

    func releaseAll() {
        for handle in handles {
            try? send(Request(release: handle))
            let _: Released? = try? reply()
        }
        handles = []
    }

    private func send(_ request: Request) throws {
        let line = try JSONEncoder().encode(request) + Data("\n".utf8)
        try requests.fileHandleForWriting.write(contentsOf: line)
    }

    private func reply<Reply: Decodable>() throws -> Reply {
        while true {
            if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
                let line = Data(unread[..<end])
                unread = Data(unread[unread.index(after: end)...])
                return try decode(line)
            }
            let more = replies.fileHandleForReading.availableData
            guard !more.isEmpty else { throw Absent("the Python process ended (is SQLAlchemy installed?)") }
            unread += more
        }
    }

    private func decode<Reply: Decodable>(_ line: Data) throws -> Reply {
        if let failure = try? JSONDecoder().decode(Failure.self, from: line) {
            throw Absent(failure.error)
        }
        return try JSONDecoder().decode(Reply.self, from: line)
    }

    private struct Request: Encodable {
        var prepare: Task?
        var sample: Int?
        var release: Int?
    }

    private struct Greeting: Decodable { let version: String }
    private struct Sample: Decodable { let figure: Double }
    private struct Released: Decodable { let released: Int }
    private struct Failure: Decodable { let error: String }
}
