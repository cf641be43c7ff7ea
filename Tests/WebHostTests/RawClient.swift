import FlyingSocks
import Foundation

/// Bytes to and from the host, without a browser's good manners.
actor RawClient {
    struct Answer {
        var status: Int
        var head: String
        var body: String

        func header(_ name: String) -> String? {
            head.split(separator: "\r\n").first { $0.lowercased().hasPrefix(name.lowercased() + ": ") }
                .map { String($0.dropFirst(name.count + 2)) }
        }
    }

    struct Ended: Error {}

    private let socket: AsyncSocket
    private var buffer: [UInt8] = []

    init(port: Int) async throws {
        socket = try await AsyncSocket.connected(to: .inet(ip4: "127.0.0.1", port: UInt16(port)))
    }

    deinit { try? socket.close() }

    func send(_ text: String) async throws { try await send(Array(text.utf8)) }
    func send(_ bytes: [UInt8]) async throws { try await socket.write(Data(bytes)) }

    /// All that comes until the other side closes.
    func rest() async -> [UInt8] {
        var bytes = buffer
        buffer = []
        while let more = try? await socket.read(atMost: 4_096) { bytes += more }
        return bytes
    }

    func answer() async throws -> Answer { try Self.parse(await rest()) }

    static func parse(_ bytes: [UInt8]) throws -> Answer {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let end = text.range(of: "\r\n\r\n") else { throw Ended() }
        let head = String(text[..<end.lowerBound])
        let parts = head.split(separator: " ")
        guard parts.count > 1, let status = Int(parts[1]) else { throw Ended() }
        return Answer(status: status, head: head, body: String(text[end.upperBound...]))
    }

    /// The head of an answer after which the connection stays open.
    func head() async throws -> String {
        while true {
            if let end = String(decoding: buffer, as: UTF8.self).range(of: "\r\n\r\n") {
                let text = String(decoding: buffer, as: UTF8.self)
                let head = String(text[..<end.lowerBound])
                buffer.removeFirst(head.utf8.count + 4)
                return head
            }
            buffer += try await socket.read(atMost: 4_096)
        }
    }

    // MARK: WebSocket

    func sendText(_ text: String) async throws { try await send(Self.frame(Array(text.utf8))) }

    static func frame(_ payload: [UInt8], opcode: UInt8 = 1) -> [UInt8] {
        var bytes: [UInt8] = [0x80 | opcode]
        switch payload.count {
        case 0...125: bytes.append(0x80 | UInt8(payload.count))
        case 126...65_535: bytes += [0xFE, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
        default: bytes += [0xFF] + (0..<8).map { UInt8(truncatingIfNeeded: payload.count >> (56 - 8 * $0)) }
        }
        let mask: [UInt8] = [7, 11, 13, 17]
        return bytes + mask + payload.enumerated().map { $0.element ^ mask[$0.offset % 4] }
    }

    /// The next frame: its kind and what it holds.
    func frame() async throws -> (opcode: UInt8, payload: [UInt8]) {
        let head = try await take(2)
        var length = Int(head[1] & 0x7F)
        if length == 126 {
            length = try await take(2).reduce(0) { $0 << 8 | Int($1) }
        } else if length == 127 {
            length = try await take(8).reduce(0) { $0 << 8 | Int($1) }
        }
        return (head[0] & 0x0F, try await take(length))
    }

    /// The next text; the number with which the connection is closed as an error.
    func text() async throws -> String {
        let (opcode, payload) = try await frame()
        if opcode == 8 { throw Closed(code: payload.prefix(2).reduce(0) { $0 << 8 | Int($1) }) }
        return String(decoding: payload, as: UTF8.self)
    }

    struct Closed: Error, Equatable {
        let code: Int
    }

    private func take(_ count: Int) async throws -> [UInt8] {
        while buffer.count < count { buffer += try await socket.read(atMost: 4_096) }
        defer { buffer.removeFirst(count) }
        return Array(buffer.prefix(count))
    }
}
