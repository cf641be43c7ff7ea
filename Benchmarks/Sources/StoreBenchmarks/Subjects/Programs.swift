import Foundation

/// The programs that rows start, and how they are timed.
struct Programs {
    /// A Python with SQLAlchemy; nil with the reason in `pythonAbsence`.
    var python: String?
    var pythonAbsence = "no Python was given (--python, see Scripts/bench)"
    /// The script that speaks for SQLAlchemy.
    var peerScript: String
    /// The command `ideabox`, built for release.
    var ideabox: String?
    /// Folder of this program and of the cold start programs.
    var folder: String

    init(_ options: Options) {
        python = options.python
        ideabox = options.ideabox
        let executable = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
        folder = URL(fileURLWithPath: executable ?? CommandLine.arguments[0]).deletingLastPathComponent().path
        // Sources/StoreBenchmarks/Subjects/Programs.swift, seen from Peers/
        let package = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }
        peerScript = package.appendingPathComponent("Peers/sqlalchemy_peer.py").path
    }

    /// A program that was built beside this one.
    func sibling(_ name: String) throws -> String {
        let path = folder + "/" + name
        guard FileManager.default.isExecutableFile(atPath: path) else {
            throw Absent("\(name) is not built (swift build -c release)")
        }
        return path
    }
}

/// What one run of a program cost.
struct ProcessCost {
    /// From start to end, in milliseconds.
    let wall: Double
    /// Processor time of the process, in milliseconds.
    let cpu: Double
}

/// Runs a program to its end with its output thrown away.
func runProcess(_ program: String, _ arguments: [String]) throws -> ProcessCost {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    let words = ([program] + arguments).map { strdup($0) }
    defer { words.forEach { free($0) } }
    var process = pid_t()
    let start = ContinuousClock.now
    let code = posix_spawn(&process, program, &actions, nil, words + [nil], environ)
    guard code == 0 else { throw Absent("cannot start \(program): \(String(cString: strerror(code)))") }
    var status: Int32 = 0
    var usage = rusage()
    while wait4(process, &status, 0, &usage) == -1, errno == EINTR {}
    let wall = ContinuousClock.now - start
    guard status == 0 else { throw Absent("\(program) ended with status \(status)") }
    return ProcessCost(wall: wall / .milliseconds(1), cpu: usage.milliseconds)
}

extension rusage {
    /// User and system time together.
    fileprivate var milliseconds: Double {
        ru_utime.milliseconds + ru_stime.milliseconds
    }
}

extension timeval {
    fileprivate var milliseconds: Double {
        Double(tv_sec) * 1_000 + Double(tv_usec) / 1_000
    }
}
