import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// What proves that a request comes from the owner of the data: the link that the program prints holds one half, the cookie
/// that a browser gets for it the other.
///
/// Both lie in one file that only its owner can read, so that a link and an open page outlive a restart.
struct Secret: Sendable, Equatable {
    /// In the printed link, and in `Authorization: Bearer`.
    ///
    /// 64 hexadecimal digits.
    let link: String
    /// In the cookie.
    ///
    /// 64 hexadecimal digits.
    let cookie: String

    static let fileName = "web-secret"

    /// Reads the folder's file.
    ///
    /// Where there is none, or it holds no secret, a new one is written. Where the disk is full or read-only, the new one holds
    /// until the program ends.
    ///
    /// - Throws: ``HostError/secretNotWritten(path:reason:)``, and what making the folder throws.
    static func load(from folder: URL, random: (Int) -> [UInt8]) throws -> Secret {
        try FileManager.default.createDirectory(
            at: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        let file = folder.appendingPathComponent(fileName).path
        if let known = read(file) { return known }
        let new = Secret(link: hex(random(32)), cookie: hex(random(32)))
        let temporary = file + "." + hex(random(8))
        do {
            try write("\(new.link)\n\(new.cookie)\n", to: temporary)
        } catch  where error.isOfTheDisk {
            return new
        } catch {
            throw HostError.secretNotWritten(path: temporary, reason: String(cString: strerror(error.number)))
        }
        guard rename(temporary, file) == 0 else {
            let reason = String(cString: strerror(errno))
            unlink(temporary)
            throw HostError.secretNotWritten(path: file, reason: reason)
        }
        // Of two programs that start at once, the later one's file stays; both then use that.
        return read(file) ?? new
    }

    private static func read(_ path: String) -> Secret? {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        let lines = String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
        guard lines.count == 2, lines.allSatisfy({ isHex($0, digits: 64) }) else { return nil }
        // A copy or a restored backup may have become readable to others.
        chmod(path, 0o600)
        return Secret(link: lines[0], cookie: lines[1])
    }

    /// What the system says of a file that could not be written.
    private struct WriteFailure: Error {
        let number: Int32

        /// Whether nobody could write there at the moment, whatever the rights.
        var isOfTheDisk: Bool { [ENOSPC, EDQUOT, EROFS].contains(number) }
    }

    private static func write(_ text: String, to path: String) throws(WriteFailure) {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw WriteFailure(number: errno) }
        defer { close(file) }
        let bytes = Array(text.utf8)
        let written = bytes.withUnsafeBytes { Self.writeAll($0, to: file) }
        guard written, fsync(file) == 0 else {
            let number = errno
            unlink(path)
            throw WriteFailure(number: number)
        }
    }

    private static func writeAll(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = systemWrite(file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    static func isHex(_ text: String, digits: Int) -> Bool {
        text.utf8.count == digits
            && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }

    static func hex(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef")
        return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }

    /// Compares in a time that says nothing of where the two differ.
    static func isSame(_ left: some StringProtocol, _ right: some StringProtocol) -> Bool {
        guard left.utf8.count == right.utf8.count else { return false }
        return zip(left.utf8, right.utf8).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

/// The system's function; within the type a method has its name.
private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(file, bytes, count)
}
