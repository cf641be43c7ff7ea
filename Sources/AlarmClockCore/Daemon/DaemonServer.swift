import AppCommons
import CLinux
import Dispatch
import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Listens for commands and tabs of the same user.
final class DaemonServer: Sendable {
    /// More connections at once are turned away.
    static let maximumConnections = 32

    private struct State {
        var connections = 0
        var watchers: Set<Int32> = []
        /// How often something was told.
        var told = 0
        var isClosed = false
    }

    private let state = Mutex(State())
    private let sending = Mutex(())
    private let descriptor: Int32
    private let path: String
    private let answer: @Sendable (DaemonRequest) async -> DaemonAnswer
    /// Cancelled at the end, from whatever thread; nothing else is done with it.
    private nonisolated(unsafe) let source: any DispatchSourceRead

    /// Listens at the socket.
    ///
    /// - Throws: `FileFailure`.
    init(socket: URL, answer: @escaping @Sendable (DaemonRequest) async -> DaemonAnswer) throws {
        path = socket.path
        try POSIXFiles.makeFolder(socket.deletingLastPathComponent(), mode: 0o700)
        descriptor = try LocalSocket.listen(at: path)
        self.answer = answer
        source = DispatchSource.makeReadSource(
            fileDescriptor: descriptor,
            queue: DispatchQueue(label: "AlarmClock.DaemonServer")
        )
        let descriptor = descriptor
        source.setEventHandler { [weak self] in self?.accept() }
        source.setCancelHandler { _ = Glibc.close(descriptor) }
        source.resume()
    }

    deinit { close() }

    /// Listens no more, and ends the connections of those that watch.
    func close() {
        let watchers = state.withLock { state -> Set<Int32>? in
            guard !state.isClosed else { return nil }
            state.isClosed = true
            return state.watchers
        }
        guard let watchers else { return }
        source.cancel()
        _ = unlink(path)
        for watcher in watchers { _ = shutdown(watcher, Int32(SHUT_RDWR)) }
    }

    /// Tells everybody who watches; who does not listen is dropped.
    func tell(_ news: DaemonAnswer) {
        guard let line = try? DaemonWire.line(fitting: news) else { return }
        let watchers = state.withLock { state in
            state.told += 1
            return state.watchers
        }
        for watcher in watchers where !send(line, to: watcher) { _ = shutdown(watcher, Int32(SHUT_RDWR)) }
    }

    /// One line after the other, whoever sends.
    private func send(_ line: [UInt8], to watcher: Int32) -> Bool {
        sending.withLock { _ in LocalSocket.send(line, to: watcher) }
    }

    private func accept() {
        let connection = clinux_accept(descriptor)
        guard connection >= 0 else { return }
        let isWelcome = state.withLock { state in
            guard state.connections < Self.maximumConnections else { return false }
            state.connections += 1
            return true
        }
        guard isWelcome, LocalSocket.isOwn(connection) else {
            if isWelcome { state.withLock { $0.connections -= 1 } }
            _ = Glibc.close(connection)
            return
        }
        LocalSocket.setPatience(connection)
        Thread.detachNewThread { [weak self] in self?.serve(connection) }
    }

    /// Reads one request after the other, on a thread of its own.
    private func serve(_ connection: Int32) {
        defer {
            state.withLock { state in
                state.connections -= 1
                state.watchers.remove(connection)
            }
            _ = Glibc.close(connection)
        }
        while let line = LocalSocket.readLine(from: connection) {
            guard let request = try? DaemonWire.message(DaemonRequest.self, line) else {
                var refusal = DaemonAnswer()
                refusal.refusal = .badRequest
                if let line = try? DaemonWire.line(refusal) { _ = LocalSocket.send(line, to: connection) }
                return
            }
            if request == .watch { return watch(connection) }
            guard let line = try? DaemonWire.line(fitting: wait(for: request)), LocalSocket.send(line, to: connection)
            else { return }
        }
    }

    private func wait(for request: DaemonRequest) -> DaemonAnswer {
        let done = DispatchSemaphore(value: 0)
        let result = Mutex(DaemonAnswer())
        let answer = answer
        Task {
            let value = await answer(request)
            result.withLock { $0 = value }
            done.signal()
        }
        done.wait()
        return result.withLock { $0 }
    }

    /// Tells the state now and each one after it, until the other side ends the connection.
    private func watch(_ connection: Int32) {
        let isOpen = state.withLock { state in
            if !state.isClosed { state.watchers.insert(connection) }
            return !state.isClosed
        }
        guard isOpen else { return }
        // Whoever watches hears of what changes from here on; what was told meanwhile may be newer than the answer.
        var told: Int
        repeat {
            told = state.withLock { $0.told }
            guard let line = try? DaemonWire.line(fitting: wait(for: .watch)), send(line, to: connection) else {
                return
            }
        } while state.withLock({ $0.told }) != told
        var never = timeval(tv_sec: 0, tv_usec: 0)
        _ = setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &never, socklen_t(MemoryLayout<timeval>.size))
        var byte: UInt8 = 0
        while true {
            let count = recv(connection, &byte, 1, 0)
            if count > 0 || (count < 0 && errno == EINTR) { continue }
            return
        }
    }
}
