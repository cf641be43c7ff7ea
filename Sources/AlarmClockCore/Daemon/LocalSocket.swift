import AppCommons
import CLinux
import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The few calls of local sockets.
enum LocalSocket {
    /// A socket that listens under the path, where only this user may speak to it.
    ///
    /// The path appears once it listens, so that whoever waits for it can speak at once.
    ///
    /// - Throws: `FileFailure`.
    static func listen(at path: String) throws -> Int32 {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw FileFailure(path: path, code: errno) }
        // Replaced is what a daemon that was killed left behind; the caller holds the lock of the daemon.
        let draft = path + "~"
        _ = unlink(draft)
        let mask = umask(0o177)
        let code = try withAddress(draft) { Glibc.bind(descriptor, $0, $1) == 0 ? 0 : errno }
        _ = umask(mask)
        guard code == 0, Glibc.listen(descriptor, 16) == 0, rename(draft, path) == 0 else {
            let failure = FileFailure(path: path, code: code == 0 ? errno : code)
            _ = close(descriptor)
            throw failure
        }
        return descriptor
    }

    /// A connection to what listens under the path.
    ///
    /// - Throws: `FileFailure`.
    static func connect(to path: String, patience: Int = DaemonLink.usualPatience) throws -> Int32 {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw FileFailure(path: path, code: errno) }
        setPatience(descriptor, patience)
        let code = try withAddress(path) { Glibc.connect(descriptor, $0, $1) == 0 ? 0 : errno }
        guard code == 0 else {
            _ = close(descriptor)
            throw FileFailure(path: path, code: code)
        }
        return descriptor
    }

    /// Lets no call on the connection wait longer than so many seconds.
    static func setPatience(_ descriptor: Int32, _ patience: Int = DaemonLink.usualPatience) {
        var time = timeval(tv_sec: patience, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        _ = setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, size)
        _ = setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, size)
    }

    /// Whether the other side is a process of this user.
    static func isOwn(_ descriptor: Int32) -> Bool { clinux_peer_user(descriptor) == Int64(getuid()) }

    /// Sends all bytes; false where the other side is gone or does not listen.
    static func send(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// The bytes up to the next end of a line; nil at the end, after too long a wait, and for a line that is too long.
    static func readLine(from descriptor: Int32) -> [UInt8]? {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while line.count <= DaemonWire.maximumBytes {
            let count = recv(descriptor, &byte, 1, 0)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { return nil }
            if byte == UInt8(ascii: "\n") { return line }
            line.append(byte)
        }
        return nil
    }

    private static func withAddress(
        _ path: String,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) throws -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
            throw FileFailure(path: path, code: ENAMETOOLONG)
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, size) }
        }
    }
}
