import CPostgreSQL
import Foundation
import Synchronization

/// A connection that only listens, on a thread of its own: it sleeps until the server says something.
final class PostgreSQLListener: Sendable {
    enum Event: Sendable {
        /// It listens now, and did not before: what was said until here is lost.
        case connected
        /// What somebody said.
        case message(String)
        /// The connection is gone; it will be made again.
        case disconnected(String)
    }

    /// Messages that wait to be read; of more, the oldest are dropped.
    static let pending = 4_096
    /// How long it waits before it connects again, in milliseconds.
    private static let pause: Int32 = 250
    /// After so many milliseconds without a word it asks whether the server is still there.
    private static let silence: Int32 = 30_000

    /// What happens, in order; to be read by one reader.
    let events: AsyncStream<Event>
    private let continuation: AsyncStream<Event>.Continuation
    private let address: String
    private let channel: String
    /// Closing the writing end wakes the thread, which then ends.
    private let alarm: (reading: Int32, writing: Int32)
    private let isStopped = Mutex(false)

    /// Listens at once.
    ///
    /// - Throws: An error if the process has no file descriptors left.
    init(_ address: String, channel: String) throws {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else {
            throw PostgreSQLError(kind: .disconnected, state: "", message: String(cString: strerror(errno)))
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        alarm = (ends[0], ends[1])
        (self.address, self.channel) = (address, channel)
        (events, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(Self.pending))
        let thread = Thread { self.serve() }
        thread.name = "postgresql-listen"
        thread.start()
    }

    /// Ends the thread and the connection.
    func stop() {
        let wasStopped = isStopped.withLock { isStopped in
            defer { isStopped = true }
            return isStopped
        }
        if !wasStopped { close(alarm.writing) }
    }

    private func serve() {
        while !isStopped.withLock({ $0 }) {
            do {
                try listen()
            } catch {
                continuation.yield(.disconnected("\(error)"))
                _ = waits(for: nil, milliseconds: Self.pause)
            }
        }
        continuation.finish()
        close(alarm.reading)
    }

    private func listen() throws {
        let handle = try PostgreSQLConnection.connect(address)
        defer { PQfinish(handle) }
        try PostgreSQLConnection.run("LISTEN \(channel)", handle)
        continuation.yield(.connected)
        while !isStopped.withLock({ $0 }) {
            if try read(handle) { continue }
            // A connection that was cut without a word is only noticed when something is sent.
            if !waits(for: PQsocket(handle), milliseconds: Self.silence) {
                try PostgreSQLConnection.run("SELECT 1", handle)
            }
        }
    }

    /// Takes what has come; says whether there was anything.
    private func read(_ handle: OpaquePointer) throws -> Bool {
        guard PQconsumeInput(handle) == 1 else {
            throw PostgreSQLError(kind: .disconnected, state: "", message: String(cString: PQerrorMessage(handle)))
        }
        var hasRead = false
        while let notification = PQnotifies(handle) {
            defer { PQfreemem(notification) }
            if let text = notification.pointee.extra { continuation.yield(.message(String(cString: text))) }
            hasRead = true
        }
        return hasRead
    }

    /// Sleeps until the socket or the alarm wakes it; says false if only time has passed.
    private func waits(for socket: Int32?, milliseconds: Int32) -> Bool {
        var descriptors = [pollfd(fd: alarm.reading, events: Int16(POLLIN), revents: 0)]
        if let socket { descriptors.append(pollfd(fd: socket, events: Int16(POLLIN), revents: 0)) }
        return poll(&descriptors, nfds_t(descriptors.count), milliseconds) != 0
    }
}
