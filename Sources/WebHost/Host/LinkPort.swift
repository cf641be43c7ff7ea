import FlyingFox
import Foundation
import Synchronization

/// One WebSocket of a page, seen from the scene's side: what came in and was not handled yet, and the way out.
final class LinkPort: Sendable {
    let link: Session.Link
    private let inbox = Mutex<[Session.Event]>([])
    private let output: AsyncStream<WSFrame>.Continuation
    private let frames: AsyncStream<WSFrame>

    /// Messages that may wait for the main actor; beyond, the socket is not read.
    static let longestInbox = 256

    init(link: Session.Link) {
        self.link = link
        (frames, output) = AsyncStream<WSFrame>.makeStream(bufferingPolicy: .unbounded)
    }

    /// Puts an event into the inbox.
    ///
    /// - Returns: Whether it was empty, so that somebody must be told; and whether it is full now.
    func post(_ event: Session.Event) -> (wasEmpty: Bool, isFull: Bool) {
        inbox.withLock {
            $0.append(event)
            return ($0.count == 1, $0.count >= Self.longestInbox)
        }
    }

    func takeInbox() -> [Session.Event] {
        inbox.withLock {
            let events = $0
            $0 = []
            return events
        }
    }

    func send(text: [UInt8]) {
        output.yield(WSFrame(fin: true, opcode: .text, mask: nil, payload: Data(text)))
    }

    func pong(_ payload: Data) {
        output.yield(WSFrame(fin: true, opcode: .pong, mask: nil, payload: payload))
    }

    func close(code: UInt16) {
        output.yield(.close(code: WSCloseCode(code)))
        output.finish()
    }

    func finish() { output.finish() }

    /// The frames to be written. The next is asked for when the one before has been taken by the socket, and only then:
    /// `ready` is called each time.
    func outgoing(
        ready: @escaping @Sendable () -> Void,
        over: @escaping @Sendable () async -> Void
    ) -> AsyncStream<WSFrame> {
        let source = FrameSource(frames)
        return AsyncStream {
            ready()
            if let frame = await source.next() { return frame }
            await over()
            return nil
        }
    }
}

/// Hands out frames one by one.
private actor FrameSource {
    private var iterator: AsyncStream<WSFrame>.AsyncIterator?

    init(_ frames: AsyncStream<WSFrame>) {
        iterator = frames.makeAsyncIterator()
    }

    func next() async -> WSFrame? {
        guard var taken = iterator else { return nil }
        let frame = await taken.next(isolation: #isolation)
        iterator = taken
        return frame
    }
}
