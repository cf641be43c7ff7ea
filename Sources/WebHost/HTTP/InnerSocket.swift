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
        let parent = parents.first { "\($0)/\(name)/s".utf8.count <= Self.longestPath } ?? "/tmp"
        Self.removeRemains(in: parent)
        folder = "\(parent)/\(name)"
        path = folder + "/s"
        guard mkdir(folder, 0o700) == 0 else {
            throw HostError.noInnerSocket(path: path, reason: String(cString: strerror(errno)))
        }
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
