import AppCommons
import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Speaks to the daemon of this device, if one runs.
public struct DaemonLink: Sendable {
    /// Why the daemon gave no answer.
    public enum Failure: Error, Equatable, Sendable {
        /// None runs.
        case notRunning
        /// It does not answer, or nothing that can be understood.
        case noAnswer(String)
    }

    /// How long an answer is waited for where nothing else is said, in seconds.
    public static let usualPatience = 5

    private let path: String
    private let patience: Int

    /// The daemon that listens at the socket; its answers are waited for so many seconds.
    public init(socket: URL, patience: Int = usualPatience) {
        path = socket.path
        self.patience = patience
    }

    /// Asks and waits for the answer, without keeping the caller's thread.
    public func answer(to request: DaemonRequest) async -> Result<DaemonAnswer, Failure> {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(returning: Result { () throws(Failure) in try ask(request) })
            }
        }
    }

    /// Asks and waits for the answer.
    public func ask(_ request: DaemonRequest) throws(Failure) -> DaemonAnswer {
        let descriptor: Int32
        do {
            descriptor = try LocalSocket.connect(to: path, patience: patience)
        } catch let failure as FileFailure where [ENOENT, ECONNREFUSED, ENOTDIR].contains(failure.code) {
            throw .notRunning
        } catch {
            throw .noAnswer(String(describing: error))
        }
        defer { _ = close(descriptor) }
        guard let line = try? DaemonWire.line(request), LocalSocket.send(line, to: descriptor),
            let answer = LocalSocket.readLine(from: descriptor),
            let message = try? DaemonWire.message(DaemonAnswer.self, answer)
        else { throw .noAnswer(path) }
        return message
    }

    /// Tells the daemon that alarms were changed; without one there is nobody to tell.
    public func tellOfChanges() {
        _ = try? ask(.reload)
    }

    /// The answers to ``DaemonRequest/watch``: the state now, and each one after it, until the daemon ends.
    public func changes() throws(Failure) -> AsyncStream<DaemonAnswer> {
        let descriptor: Int32
        do {
            descriptor = try LocalSocket.connect(to: path, patience: patience)
        } catch {
            throw .notRunning
        }
        guard let line = try? DaemonWire.line(DaemonRequest.watch), LocalSocket.send(line, to: descriptor) else {
            _ = close(descriptor)
            throw .noAnswer(path)
        }
        var never = timeval(tv_sec: 0, tv_usec: 0)
        _ = setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &never, socklen_t(MemoryLayout<timeval>.size))
        let (stream, continuation) = AsyncStream<DaemonAnswer>.makeStream(bufferingPolicy: .bufferingNewest(8))
        continuation.onTermination = { _ in _ = shutdown(descriptor, Int32(SHUT_RDWR)) }
        Thread.detachNewThread {
            while let line = LocalSocket.readLine(from: descriptor),
                let answer = try? DaemonWire.message(DaemonAnswer.self, line)
            {
                continuation.yield(answer)
            }
            continuation.finish()
            _ = close(descriptor)
        }
        return stream
    }
}
