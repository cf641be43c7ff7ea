import CLinux
import Foundation

/// A process that is started and waited for with the system's own calls.
///
/// Foundation's `Process` hands the blocked signals of a test's thread on to the child, and a shell that cannot hear of
/// the end of its own children waits for them for ever.
package struct ChildProcess {
    package var program: String
    package var arguments: [String]
    package var environment: [String: String]
    package var folder: String
    /// Files that take what the process writes.
    package var output: String
    package var messages: String

    package init(
        program: String,
        arguments: [String],
        environment: [String: String],
        folder: String,
        output: String,
        messages: String
    ) {
        (self.program, self.arguments, self.environment) = (program, arguments, environment)
        (self.folder, self.output, self.messages) = (folder, output, messages)
    }

    /// Could not be started; the system's error number.
    package struct Failure: Error {
        package let code: Int32
    }

    /// Runs to the end: the exit status, or 128 and the signal that ended it.
    package func run() throws -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, messages, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        // By a socket that a child inherits Foundation would think that another test's process still runs.
        _ = clinux_close_from(&actions, 3)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var pid: pid_t = 0
        // A shell goes to the folder and becomes the program.
        let shell = "/bin/sh"
        let words = [shell, "-c", "cd \"$0\" && exec \"$@\"", folder, program] + arguments
        let code = Self.withStrings(words) { argv in
            Self.withStrings(environment.map { "\($0.key)=\($0.value)" }) { envp in
                posix_spawn(&pid, shell, &actions, &attributes, argv, envp)
            }
        }
        guard code == 0 else { throw Failure(code: code) }
        return try Self.wait(for: pid)
    }

    private static func wait(for pid: pid_t) throws -> Int32 {
        var status: Int32 = 0
        while waitpid(pid, &status, 0) != pid {
            guard errno == EINTR else { throw Failure(code: errno) }
        }
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }

    private static func withStrings<Result>(
        _ strings: [String],
        _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let pointers = strings.map { strdup($0) }
        defer { pointers.forEach { free($0) } }
        return body(pointers + [nil])
    }
}
