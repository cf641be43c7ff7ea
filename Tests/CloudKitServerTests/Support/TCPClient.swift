import Foundation
import Synchronization

/// A plain connection, byte by byte.
final class TCPClient: Sendable {
    struct Failed: Error {
        let code: Int32
    }

    /// After so many seconds without a byte nothing more is expected.
    private static let patience = 50

    private let port: Int
    private let descriptor: Int32
    private let isOpen = Mutex(true)

    init(port: Int) throws {
        self.port = port
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard descriptor >= 0, result == 0 else { throw Failed(code: errno) }
        var patience = timeval(tv_sec: Self.patience, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout.size(ofValue: patience)))
    }

    deinit {
        close()
    }

    func send(_ text: String) {
        send(Array(text.utf8))
    }

    func send(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// What comes until a text, or until the other end closes; nil if it closes before the text.
    func read(until end: String?) -> String? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
            let text = String(decoding: bytes, as: UTF8.self)
            if let end, text.hasSuffix(end) { return text }
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { return end == nil ? text : nil }
            bytes += buffer.prefix(count)
        }
    }

    /// Whether the other end, a process of this machine, has read all that was sent.
    func isRead() throws -> Bool {
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
        }
        guard result == 0 else { throw Failed(code: errno) }
        let (server, own) = (Self.hex(port), Self.hex(Int(in_port_t(bigEndian: address.sin_port))))
        // Piece by piece, since of such a file a read gives a page; and as bytes: tests before left thousands of lines.
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: "/proc/net/tcp"))
        var table = Data()
        while let piece = try file.read(upToCount: 4_096), !piece.isEmpty { table += piece }
        // The other end's line of the open connection.
        guard let line = table.range(of: Data("0100007F:\(server) 0100007F:\(own) 01 ".utf8)) else { return false }
        // What waits to be sent, a colon, and what waits to be read.
        return table[line.upperBound...].prefix(17).suffix(9) == Data(":00000000".utf8)
    }

    private static func hex(_ port: Int) -> String {
        String(format: "%04X", port)
    }

    /// Says that nothing more will be sent; what comes can still be read.
    func finishSending() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Closes it as a machine does that knows nothing of the connection any more.
    func reset() {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
        let wasOpen = isOpen.withLock { isOpen in
            defer { isOpen = false }
            return isOpen
        }
        if wasOpen { Foundation.close(descriptor) }
    }

    func close() {
        let wasOpen = isOpen.withLock { isOpen in
            defer { isOpen = false }
            return isOpen
        }
        guard wasOpen else { return }
        shutdown(descriptor, Int32(SHUT_RDWR))
        Foundation.close(descriptor)
    }
}
