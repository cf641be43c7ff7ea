import CLinux
import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A program that runs beside this process.
///
/// It is started by the system's own call: Foundation's `Process` hands blocked signals of a thread on to the child, and
/// a player that cannot hear of its end would go on sounding.
final class ChildProgram: Sendable {
    /// How a program ended.
    struct Ended: Equatable, Sendable {
        /// Its exit status, or 128 and the signal that ended it.
        let status: Int32
        /// The beginning of what it wrote.
        let output: String
    }

    /// A program could not be started; the system's error number.
    struct Failure: Error, Equatable {
        let program: String
        let code: Int32
    }

    /// More output than this is read and dropped.
    private static let maximumOutput = 64 * 1_024

    private let pid: pid_t
    /// Whether it has ended, so that its number may be another's.
    private let hasEnded = Mutex(false)
    private let result: Task<Ended, Never>

    /// Starts the program, whose output and messages come together.
    ///
    /// - Throws: ``Failure``.
    init(_ path: String, _ arguments: [String], variables: [String: String]) throws {
        var ends: [Int32] = [0, 0]
        guard clinux_pipe(&ends) == 0 else { throw Failure(program: path, code: errno) }
        let (reading, writing) = (ends[0], ends[1])
        defer { _ = close(writing) }
        let (code, pid) = Self.spawn(path, arguments, variables, output: writing)
        guard code == 0 else {
            _ = close(reading)
            throw Failure(program: path, code: code)
        }
        self.pid = pid
        let (stream, continuation) = AsyncStream<Ended>.makeStream()
        result = Task {
            for await ended in stream { return ended }
            return Ended(status: -1, output: "")
        }
        Thread.detachNewThread { [weak self] in
            let output = Self.read(reading)
            _ = close(reading)
            var status: Int32 = 0
            while waitpid(pid, &status, 0) < 0, errno == EINTR {}
            self?.hasEnded.withLock { $0 = true }
            let signal = status & 0x7f
            continuation.yield(Ended(status: signal == 0 ? (status >> 8) & 0xff : 128 + signal, output: output))
            continuation.finish()
        }
    }

    private static func spawn(
        _ path: String,
        _ arguments: [String],
        _ variables: [String: String],
        output: Int32
    ) -> (code: Int32, pid: pid_t) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        posix_spawn_file_actions_adddup2(&actions, output, 2)
        // A notification stands for hours: sockets and files of this process must not live as long.
        _ = clinux_close_from(&actions, 3)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        // An end of this process that a signal asks for must not be ignored by the child because it is here.
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var pid: pid_t = 0
        let code = withStrings([path] + arguments) { argv in
            withStrings(variables.map { "\($0.key)=\($0.value)" }) { envp in
                posix_spawn(&pid, path, &actions, &attributes, argv, envp)
            }
        }
        return (code, pid)
    }

    private static func withStrings<Result>(
        _ strings: [String],
        _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let pointers = strings.map { strdup($0) }
        defer { pointers.forEach { free($0) } }
        return body(pointers + [nil])
    }

    private static func read(_ descriptor: Int32) -> String {
        var kept: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return String(decoding: kept, as: UTF8.self) }
            kept += buffer.prefix(min(count, maximumOutput - kept.count))
        }
    }

    /// Sends a signal, if it still runs.
    func signal(_ signal: Int32) {
        hasEnded.withLock { hasEnded in
            if !hasEnded { _ = kill(pid, signal) }
        }
    }

    /// Waits for its end.
    var ended: Ended {
        get async { await result.value }
    }

    /// Where a program is on the search path of the environment; nil where it is not.
    static func find(_ name: String, variables: [String: String]) -> String? {
        let path = variables["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
        return path.split(separator: ":").lazy.filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }
            .first { access($0, X_OK) == 0 }
    }

    /// Runs a program to its end; nil where it cannot be started.
    static func run(_ path: String, _ arguments: [String], variables: [String: String]) async -> Ended? {
        guard let child = try? ChildProgram(path, arguments, variables: variables) else { return nil }
        return await child.ended
    }
}
