/// The first line and the headers of a request, read strictly: what two readers could take for two things is refused.
struct RequestHead: Equatable, Sendable {
    var method: String
    /// Path and query as they were sent.
    var target: String
    /// Names in lower case, in order.
    var headers: [(name: String, value: String)]

    static func == (left: RequestHead, right: RequestHead) -> Bool {
        left.method == right.method && left.target == right.target
            && left.headers.elementsEqual(right.headers) { $0.name == $1.name && $0.value == $1.value }
    }

    subscript(name: String) -> String? { headers.first { $0.name == name }?.value }

    var path: String { String(target.prefix { $0 != "?" }) }
}

/// A request that is not passed on, and what its sender is told.
struct Refusal: Error, Equatable, Sendable {
    let status: Int
    let phrase: String

    static let badRequest = Refusal(status: 400, phrase: "Bad Request")
    static let forbidden = Refusal(status: 403, phrase: "Forbidden")
    static let methodNotAllowed = Refusal(status: 405, phrase: "Method Not Allowed")
    static let lengthRequired = Refusal(status: 411, phrase: "Length Required")
    static let contentTooLarge = Refusal(status: 413, phrase: "Content Too Large")
    static let addressTooLong = Refusal(status: 414, phrase: "URI Too Long")
    static let headTooLarge = Refusal(status: 431, phrase: "Request Header Fields Too Large")
    static let version = Refusal(status: 505, phrase: "HTTP Version Not Supported")
    static let busy = Refusal(status: 503, phrase: "Service Unavailable")

    /// The whole answer.
    var response: [UInt8] {
        let body = "\(status) \(phrase)\n"
        let head =
            "HTTP/1.1 \(status) \(phrase)\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: \(body.utf8.count)\r\n"
            + "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n"
        return Array((head + body).utf8)
    }
}

extension RequestHead {
    private static let methods: Set<String> = ["GET", "HEAD", "POST"]
    /// Headers that may come once only, because their meaning depends on which one is believed.
    private static let single: Set<String> = [
        "host", "origin", "content-length", "transfer-encoding", "cookie", "authorization", "upgrade",
        "sec-websocket-key", "sec-websocket-version", "content-type", "expect", "sec-fetch-site",
    ]
    static let longestTarget = 4_096

    /// - Parameter bytes: Everything before the empty line, without it.
    init(bytes: some Sequence<UInt8>, limits: HostLimits) throws(Refusal) {
        var lines = Array(bytes).split(separator: 0x0A, omittingEmptySubsequences: false)
        for place in lines.indices {
            if place < lines.count - 1 {
                guard lines[place].last == 0x0D else { throw .badRequest }
                lines[place] = lines[place].dropLast()
            }
            guard lines[place].allSatisfy({ ($0 >= 0x20 && $0 != 0x7F) || $0 == 0x09 }) else { throw .badRequest }
        }
        guard let first = lines.first else { throw .badRequest }
        guard lines.count - 1 <= limits.headerLines else { throw .headTooLarge }
        (method, target) = try Self.requestLine(first)
        headers = []
        for line in lines.dropFirst() { headers.append(try Self.header(line)) }
        for name in Self.single where headers.count(where: { $0.name == name }) > 1 { throw .badRequest }
    }

    private static func requestLine(_ line: ArraySlice<UInt8>) throws(Refusal) -> (String, String) {
        let parts = line.split(separator: 0x20, omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
        guard parts.count == 3 else { throw .badRequest }
        guard parts[2] == "HTTP/1.1" else { throw parts[2].hasPrefix("HTTP/") ? .version : .badRequest }
        guard methods.contains(parts[0]) else { throw .methodNotAllowed }
        guard parts[1].utf8.count <= longestTarget else { throw .addressTooLong }
        guard parts[1].hasPrefix("/"), parts[1].utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { throw .badRequest }
        return (parts[0], parts[1])
    }

    private static func header(_ line: ArraySlice<UInt8>) throws(Refusal) -> (name: String, value: String) {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex else { throw .badRequest }
        let name = line[..<colon]
        guard name.allSatisfy(Self.isNameByte) else { throw .badRequest }
        let value = line[(colon + 1)...].drop { $0 == 0x20 || $0 == 0x09 }
        let end = value.lastIndex { $0 != 0x20 && $0 != 0x09 }.map { $0 + 1 } ?? value.startIndex
        guard let text = String(validating: value[..<end], as: UTF8.self) else { throw .badRequest }
        return (String(decoding: name, as: UTF8.self).lowercased(), text)
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: Array("!#$%&'*+-.^_`|~".utf8).contains(byte)
        }
    }
}
