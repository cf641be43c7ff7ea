/// Watches the bytes that a page sends over its WebSocket: frames and messages within their bounds pass, the first that is
/// not ends the connection before anybody collects it.
struct FrameGate: Sendable, Equatable {
    /// Why a connection ends, by the numbers of RFC 6455.
    enum Violation: UInt16, Error, Sendable {
        case protocolError = 1002
        case tooBig = 1009
    }

    private let frameBytes: Int
    private let messageBytes: Int
    private var head: [UInt8] = []
    private var remaining = 0
    private var message = 0
    private var isInMessage = false

    init(limits: HostLimits) {
        frameBytes = limits.frameBytes
        messageBytes = limits.messageBytes
    }

    /// Takes bytes as they come; throws at the first that may not pass.
    mutating func pass(_ bytes: some Collection<UInt8>) throws(Violation) {
        var rest = bytes[...]
        while !rest.isEmpty {
            if remaining > 0 {
                let taken = Swift.min(remaining, rest.count)
                remaining -= taken
                rest = rest.dropFirst(taken)
            } else {
                head.append(rest.removeFirst())
                try readHead()
            }
        }
    }

    /// Judges a frame as soon as its head is there; the mask counts to the payload.
    private mutating func readHead() throws(Violation) {
        guard head.count >= 2 else { return }
        guard head[1] & 0x80 != 0, head[0] & 0x70 == 0 else { throw .protocolError }
        let short = Int(head[1] & 0x7F)
        let extra = short == 126 ? 2 : short == 127 ? 8 : 0
        guard head.count == 2 + extra else { return }
        var length = short
        if extra > 0 {
            guard head[2] & 0x80 == 0 || extra == 2 else { throw .tooBig }
            length = head.dropFirst(2).reduce(0) { $0 << 8 | Int($1) }
        }
        try judge(opcode: head[0] & 0x0F, isFinal: head[0] & 0x80 != 0, length: length)
        remaining = length + 4
        head = []
    }

    private mutating func judge(opcode: UInt8, isFinal: Bool, length: Int) throws(Violation) {
        guard length <= frameBytes else { throw .tooBig }
        switch opcode {
        case 0x8, 0x9, 0xA:
            guard isFinal, length <= 125 else { throw .protocolError }
        case 0x0, 0x1:
            guard isInMessage == (opcode == 0x0) else { throw .protocolError }
            message = (isInMessage ? message : 0) + length
            guard message <= messageBytes else { throw .tooBig }
            isInMessage = !isFinal
        default: throw .protocolError
        }
    }
}
