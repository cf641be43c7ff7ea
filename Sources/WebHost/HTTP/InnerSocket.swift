import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The socket file between the door and the server, in a folder that nobody else can enter.
struct InnerSocket: Sendable {
    let folder: String
    let path: String

    /// Longest path that the system takes for a socket.
    private static let longestPath = 100
    private static let prefix = "web-"

    init(in dataFolder: URL, random: (Int) -> [UInt8]) throws {
        let name = "\(Self.prefix)\(getpid())-\(Secret.hex(random(8)))"
        let parents = [dataFolder.path, FileManager.default.temporaryDirectory.path, "/tmp"]
        var failure = HostError.noInnerSocket(path: "/tmp/\(name)/s", reason: String(cString: strerror(ENAMETOOLONG)))
        for parent in parents where "\(parent)/\(name)/s".utf8.count <= Self.longestPath {
            Self.removeRemains(in: parent)
            if mkdir("\(parent)/\(name)", 0o700) == 0 {
                folder = "\(parent)/\(name)"
                path = folder + "/s"
                return
            }
            // The disk of the data may be full or read-only; the next folder lies on another one, perhaps.
            failure = .noInnerSocket(path: "\(parent)/\(name)/s", reason: String(cString: strerror(errno)))
        }
        throw failure
    }

    /// What programs left behind that were ended from outside: their numbers are in the names.
    private static func removeRemains(in parent: String) {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? [] where name.hasPrefix(prefix) {
            let number = name.dropFirst(prefix.count).prefix { $0 != "-" }
            guard let process = Int32(number), process > 0, kill(process, 0) != 0, errno == ESRCH else { continue }
            unlink("\(parent)/\(name)/s")
            rmdir("\(parent)/\(name)")
        }
    }

    func restrict() { chmod(path, 0o600) }

    func remove() {
        unlink(path)
        rmdir(folder)
    }
}
