/// Stands between a connection and the server: bytes in; out come those that may pass, or a refusal.
///
/// A connection carries one request, so that nobody can disagree about where a request ends. A request is passed on only
/// when its head is whole and has been judged; of the body as many bytes as were announced; after an upgrade, frames within
/// their bounds. The server behind never sees anything that was not judged here.
struct RequestGate: Sendable {
    /// What is to be done with the bytes that came.
    struct Outcome: Equatable, Sendable {
        var pass: [UInt8] = []
        /// To be sent back at once: the sender waits for a word before it sends the body.
        var reply: [UInt8] = []
        var refusal: Refusal?
        var violation: FrameGate.Violation?
    }

    /// Where in the request the connection is; each has its own patience.
    enum Phase: Equatable, Sendable {
        case head
        case body
        case answer
        case frames
    }

    private enum State: Sendable {
        case head([UInt8])
        case body(Int)
        case answer
        case frames(FrameGate)
    }

    private let limits: HostLimits
    private let policy: AccessPolicy
    /// How many bytes the body of a request may have.
    private let bodyLimit: @Sendable (_ method: String, _ path: String) -> Int
    private var state = State.head([])

    init(
        limits: HostLimits,
        policy: AccessPolicy,
        bodyLimit: @escaping @Sendable (String, String) -> Int
    ) {
        self.limits = limits
        self.policy = policy
        self.bodyLimit = bodyLimit
    }

    var phase: Phase {
        switch state {
        case .head: .head
        case .body: .body
        case .answer: .answer
        case .frames: .frames
        }
    }

    mutating func receive(_ bytes: [UInt8]) -> Outcome {
        var outcome = Outcome()
        switch state {
        case .head(let before):
            do throws(Refusal) { try readHead(before + bytes, from: before.count, into: &outcome) } catch {
                state = .answer
                outcome.pass = []
                outcome.refusal = error
            }
        case .body(let remaining): readBody(bytes[...], remaining: remaining, into: &outcome)
        case .answer: break
        case .frames(let gate): readFrames(bytes[...], gate: gate, into: &outcome)
        }
        return outcome
    }

    private mutating func readHead(_ bytes: [UInt8], from start: Int, into outcome: inout Outcome) throws(Refusal) {
        guard let end = Self.endOfHead(in: bytes, from: max(0, start - 3)) else {
            guard bytes.count <= limits.headBytes else { throw .headTooLarge }
            state = .head(bytes)
            return
        }
        guard end <= limits.headBytes else { throw .headTooLarge }
        let head = try RequestHead(bytes: bytes[..<end], limits: limits)
        try policy.check(head)
        let isUpgrade = try Self.isUpgrade(head)
        let length = try bodyLength(of: head)
        outcome.pass = Self.written(head, isUpgrade: isUpgrade)
        let rest = bytes[(end + 4)...]
        if isUpgrade {
            readFrames(rest, gate: FrameGate(limits: limits), into: &outcome)
        } else {
            if length > 0, rest.isEmpty, head["expect"]?.lowercased() == "100-continue" {
                outcome.reply = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)
            }
            readBody(rest, remaining: length, into: &outcome)
        }
    }

    private mutating func readBody(_ bytes: ArraySlice<UInt8>, remaining: Int, into outcome: inout Outcome) {
        let taken = bytes.prefix(remaining)
        outcome.pass += taken
        state = remaining > taken.count ? .body(remaining - taken.count) : .answer
    }

    private mutating func readFrames(_ bytes: ArraySlice<UInt8>, gate: FrameGate, into outcome: inout Outcome) {
        var gate = gate
        do throws(FrameGate.Violation) {
            try gate.pass(bytes)
            outcome.pass += bytes
            state = .frames(gate)
        } catch {
            outcome.violation = error
            state = .answer
        }
    }

    private func bodyLength(of head: RequestHead) throws(Refusal) -> Int {
        guard head["transfer-encoding"] == nil else { throw .lengthRequired }
        guard let text = head["content-length"] else {
            if head.method == "POST" { throw .lengthRequired }
            return 0
        }
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { throw .badRequest }
        guard let length = Int(text), length <= bodyLimit(head.method, head.path) else { throw .contentTooLarge }
        return length
    }

    private static func isUpgrade(_ head: RequestHead) throws(Refusal) -> Bool {
        guard let protocolName = head["upgrade"]?.lowercased(), protocolName == "websocket" else { return false }
        guard head.method == "GET", head["content-length"] == nil else { throw .badRequest }
        return true
    }

    private static func endOfHead(in bytes: [UInt8], from start: Int) -> Int? {
        let mark: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A]
        guard start <= bytes.count - mark.count else { return nil }
        return (start...(bytes.count - mark.count)).first {
            bytes[$0] == 0x0D && bytes[$0..<($0 + 4)].elementsEqual(mark)
        }
    }

    /// Headers that concern this connection alone.
    private static let hopByHop: Set<String> = [
        "connection", "keep-alive", "proxy-connection", "te", "trailer", "upgrade", "expect", "proxy-authorization",
    ]

    /// The head as the server behind gets it.
    private static func written(_ head: RequestHead, isUpgrade: Bool) -> [UInt8] {
        var text = "\(head.method) \(head.target) HTTP/1.1\r\n"
        for (name, value) in head.headers where !hopByHop.contains(name) { text += "\(name): \(value)\r\n" }
        text += isUpgrade ? "connection: upgrade\r\nupgrade: websocket\r\n\r\n" : "connection: close\r\n\r\n"
        return Array(text.utf8)
    }
}
