import FlyingFox
import FlyingSocks
import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The listening socket.
///
/// Every connection passes a `RequestGate` on its way to the server, which listens on a socket file that only this
/// account can reach.
struct FrontDoor: Sendable {
    let socket: Socket
    let port: UInt16
    private let back: String
    private let limits: HostLimits
    private let surroundings: Surroundings
    private let gate: @Sendable () -> RequestGate
    private let pool: any AsyncSocketPool

    /// Binds the address, so that its port is known and nobody else can take it.
    init(
        address: String,
        port: UInt16,
        back: String,
        limits: HostLimits,
        surroundings: Surroundings,
        gate: @escaping @Sendable (_ port: UInt16) -> RequestGate
    ) throws {
        socket = try Self.listen(on: address, port: port)
        let bound: UInt16
        switch try socket.sockname() {
        case .ip4(_, let number), .ip6(_, let number): bound = number
        case .unix: bound = port
        }
        self.port = bound
        self.back = back
        self.limits = limits
        self.surroundings = surroundings
        self.gate = { gate(bound) }
        pool = HTTPServer.defaultPool()
    }

    private static func listen(on address: String, port: UInt16) throws -> Socket {
        if address.contains(":") {
            return try listen(on: .inet6(ip6: address, port: port))
        }
        return try listen(on: .inet(ip4: address, port: port))
    }

    private static func listen(on address: some SocketAddress) throws -> Socket {
        let socket = try Socket(domain: Int32(address.family))
        do {
            try socket.setValue(true, for: .localAddressReuse)
            try socket.bind(to: address)
            try socket.listen()
        } catch {
            try? socket.close()
            throw error
        }
        return socket
    }

    /// Takes connections until the task is cancelled.
    func run() async throws {
        defer { try? socket.close() }
        try await pool.prepare()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await pool.run() }
            group.addTask { try await accept() }
            try await group.next()
            group.cancelAll()
        }
    }

    private func accept() async throws {
        let listener = try AsyncSocket(socket: socket, pool: pool)
        let open = Counter()
        let refused = Counter()
        await withDiscardingTaskGroup { group in
            while !Task.isCancelled {
                guard let front = try? await listener.accept() else {
                    // Too many open files, or a caller who had gone: neither ends the service.
                    try? await surroundings.sleep(.milliseconds(50))
                    continue
                }
                let passage = Passage(front: front, gate: gate(), limits: limits, surroundings: surroundings)
                if open.increment(upTo: limits.connections) {
                    group.addTask {
                        await passage.serve(back: back, pool: pool)
                        open.decrement()
                    }
                } else if refused.increment(upTo: limits.connections) {
                    group.addTask {
                        await passage.refuse()
                        refused.decrement()
                    }
                } else {
                    try? front.close()
                }
            }
        }
    }
}

/// One connection on its way through the door.
private struct Passage: Sendable {
    let front: AsyncSocket
    let gate: RequestGate
    let limits: HostLimits
    let surroundings: Surroundings

    /// Who ends a connection.
    private enum Ending {
        /// The caller or the server.
        case closed
        /// The gate, which wrote why.
        case refused
    }

    func serve(back path: String, pool: some AsyncSocketPool) async {
        // Small messages must not wait for company.
        try? front.socket.setValue(true, for: BoolSocketOption(level: Int32(IPPROTO_TCP), name: TCP_NODELAY))
        guard let back = try? await AsyncSocket.connected(to: .unix(path: path), pool: pool, timeout: 5) else {
            await refuse()
            return
        }
        defer { try? front.close() }
        defer { try? back.close() }
        let watch = Watch(now: surroundings.now())
        let ending = await firstResult(
            { await carryIn(to: back, watch: watch) },
            { await carryOut(from: back, watch: watch) },
            { await enforceTimeouts(watch) }
        )
        if ending == .refused { await linger(watch) }
    }

    /// Answers that no more connections are served.
    func refuse() async {
        defer { try? front.close() }
        let watch = Watch(now: surroundings.now())
        guard (try? await front.write(Data(Refusal.busy.response))) != nil else { return }
        await linger(watch)
    }

    /// The first result of several pieces of work that is one; the others are cancelled.
    private func firstResult(_ work: @Sendable () async -> Ending?...) async -> Ending? {
        await withTaskGroup(of: Ending?.self) { group in
            for piece in work { group.addTask { await piece() } }
            defer { group.cancelAll() }
            for await ending in group {
                if let ending { return ending }
            }
            return nil
        }
    }

    /// - Returns: Nil while the connection is not over: a caller who has sent everything may still wait for the answer.
    private func carryIn(to back: AsyncSocket, watch: Watch) async -> Ending? {
        var gate = gate
        do {
            while true {
                let bytes = try await front.read(atMost: 4_096)
                let outcome = gate.receive(bytes)
                watch.note(at: surroundings.now(), phase: gate.phase)
                if !outcome.reply.isEmpty { try await front.write(Data(outcome.reply)) }
                if !outcome.pass.isEmpty { try await back.write(Data(outcome.pass)) }
                if let refusal = outcome.refusal {
                    try await front.write(Data(refusal.response))
                    return .refused
                }
                if let violation = outcome.violation {
                    try await front.write(
                        Data([0x88, 2, UInt8(violation.rawValue >> 8), UInt8(violation.rawValue & 0xFF)])
                    )
                    return .refused
                }
            }
        } catch {
            // No more from this side: the server sees the end, and closes when it has answered.
            shutdown(back.socket.file.rawValue, Int32(SHUT_WR))
            return nil
        }
    }

    /// Reads on for a moment.
    ///
    /// A socket that is closed with unread bytes sends a reset, and a reset may reach the caller before the reason does
    /// (RFC 9112, section 9.6).
    private func linger(_ watch: Watch) async {
        shutdown(front.socket.file.rawValue, Int32(SHUT_WR))
        _ = await firstResult(
            {
                var left = Self.lingerBytes
                while left > 0, let bytes = try? await front.read(atMost: 4_096) { left -= bytes.count }
                return .closed
            },
            { await enforceTimeouts(watch) }
        )
    }

    private static let lingerBytes = 1_048_576

    private func carryOut(from back: AsyncSocket, watch: Watch) async -> Ending {
        while let bytes = try? await back.read(atMost: 4_096), (try? await front.write(Data(bytes))) != nil {
            watch.note(at: surroundings.now(), phase: nil)
        }
        return .closed
    }

    /// Returns when the connection has been silent for longer than its phase allows.
    private func enforceTimeouts(_ watch: Watch) async -> Ending {
        while !Task.isCancelled, let pause = watch.pause(at: surroundings.now(), limits) {
            do { try await surroundings.sleep(pause) } catch { break }
        }
        return .closed
    }
}
