import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A program that is run to its end, or to the end of its time, with all processes that it starts.
package struct ChildProcess {
    /// How it ended.
    package enum Ending: Equatable, Sendable {
        case exit(Int32)
        case signal(Int32)
        case timeout
        /// It said the words that end it.
        case words
    }

    let arguments: [String]
    var environment: [String: String]
    /// Where it runs; nil for here.
    var folder: URL?
    /// How much address space it may have, in MiB; nil for no limit.
    var megabytes: Int?
    /// How large a file it may write, in MiB, since a loop without an end may fill the disk; nil for no limit.
    var fileMegabytes: Int?
    /// How long it may use a processor, in seconds; nil for no limit.
    var processorSeconds: Int?
    /// Where its output and its errors go.
    let output: URL

    /// A program without a slash is looked for in `PATH`; variables are put over those of this process.
    package init(_ arguments: [String], environment: [String: String] = [:], folder: URL? = nil, output: URL) {
        (self.arguments, self.folder, self.output) = (arguments, folder, output)
        self.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    }

    /// Runs it for so many seconds at most, and until its output holds certain words; then its process group is killed.
    package func run(timeout: Double? = nil, until words: String? = nil) throws -> Ending {
        let process = try start()
        var watch = words.map { OutputWatch(output, for: $0) }
        let isWatched = timeout != nil || words != nil
        let end = timeout.map { ContinuousClock.now + .seconds($0) }
        var status: Int32 = 0
        while true {
            let answer = waitpid(process, &status, isWatched ? WNOHANG : 0)
            if answer == process { break }
            if answer < 0, errno != EINTR { throw MutationToolError("cannot wait for \(arguments[0]): errno \(errno)") }
            let isLate = end.map { ContinuousClock.now > $0 } ?? false
            let isSaid = try watch?.look() ?? false
            if isLate || isSaid {
                kill(-process, SIGKILL)
                _ = waitpid(process, &status, 0)
                return isSaid ? .words : .timeout
            }
            if answer == 0 { usleep(20_000) }
        }
        // What it started and left behind.
        kill(-process, SIGKILL)
        let signal = status & 0x7f
        return signal == 0 ? .exit((status >> 8) & 0xff) : .signal(signal)
    }

    private func start() throws -> pid_t {
        guard let own = Self.program(arguments[0]) else {
            throw MutationToolError("\(arguments[0]) is not there, or cannot be run")
        }
        let program = isPlain ? own : Self.shell
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, output.path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        posix_spawn_file_actions_adddup2(&actions, 1, 2)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // A group of its own, so that a timeout ends what it started, too.
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
        posix_spawnattr_setpgroup(&attributes, 0)
        var process = pid_t()
        let words = CStrings(isPlain ? arguments : wrapped(own))
        let variables = CStrings(environment.map { "\($0.key)=\($0.value)" }.sorted())
        let problem = posix_spawn(&process, program, &actions, &attributes, words.pointers, variables.pointers)
        guard problem == 0 else {
            throw MutationToolError("cannot start \(program): \(String(cString: strerror(problem)))")
        }
        return process
    }

    private static let shell = "/bin/sh"

    private var isPlain: Bool {
        folder == nil && megabytes == nil && fileMegabytes == nil && processorSeconds == nil
    }

    /// The shell sets what a spawned process cannot be given otherwise, and becomes the program.
    private func wrapped(_ program: String) -> [String] {
        let limit = megabytes.map { "\($0 * 1_024)" } ?? "unlimited"
        // POSIX counts files in blocks of 512 bytes.
        let fileLimit = fileMegabytes.map { "\($0 * 2_048)" } ?? "unlimited"
        let time = processorSeconds.map { "\($0)" } ?? "unlimited"
        let script =
            "cd \"$1\" && ulimit -v \"$2\" && ulimit -f \"$3\" && ulimit -t \"$4\" && ulimit -c 0 && shift 4 && exec \"$@\""
        let limits = [folder?.path ?? ".", limit, fileLimit, time]
        return [Self.shell, "-c", script, "sh"] + limits + [program] + arguments.dropFirst()
    }

    private static func program(_ name: String) -> String? {
        if name.contains("/") { return access(name, X_OK) == 0 ? name : nil }
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
        return folders.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }

    /// What a program says; throws where it fails.
    static func output(of arguments: [String]) throws -> String {
        let file = FileManager.default.temporaryDirectory.appending(path: "mutation-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        let ending = try ChildProcess(arguments, output: file).run()
        let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
        guard ending == .exit(0) else {
            throw MutationToolError("\(arguments.joined(separator: " ")) failed: \(text)")
        }
        return text
    }
}

/// Strings for C, which live as long as this does.
private final class CStrings {
    let pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    private let count: Int

    init(_ strings: [String]) {
        count = strings.count
        pointers = .allocate(capacity: count + 1)
        for (index, string) in strings.enumerated() { pointers[index] = strdup(string) }
        pointers[count] = nil
    }

    deinit {
        for index in 0..<count { free(pointers[index]) }
        pointers.deallocate()
    }
}
