import FlyingFox
import Foundation

/// The WebSocket of one page: turns frames into messages of the session, at the rate that a page may send them.
struct LiveSocket: WSHandler {
    let hall: SceneHall
    let session: String
    let owner: String
    let languages: [String]
    let limits: HostLimits
    let surroundings: Surroundings

    func makeFrames(for client: AsyncThrowingStream<WSFrame, any Error>) async throws -> AsyncStream<WSFrame> {
        guard let port = await hall.attach(session: session, owner: owner) else {
            // The page learns of it by the number; a failed upgrade would tell it nothing.
            return AsyncStream { continuation in
                continuation.yield(.close(code: WSCloseCode(Session.Closing.gone.rawValue)))
                continuation.finish()
            }
        }
        let reader = Task { await read(client, into: port) }
        return port.outgoing(
            ready: { tell(.ready(port.link), through: port) },
            over: {
                reader.cancel()
                await reader.value
            }
        )
    }

    private func read(_ client: AsyncThrowingStream<WSFrame, any Error>, into port: LinkPort) async {
        var bucket = TokenBucket(
            perSecond: limits.messagesPerSecond,
            burst: limits.messageBurst,
            now: surroundings.now()
        )
        var partial = Data()
        do {
            for try await frame in client {
                switch frame.opcode {
                case .text, .continuation:
                    partial.append(frame.payload)
                    guard frame.fin else { continue }
                    let message = partial
                    partial = Data()
                    if let wait = bucket.take(at: surroundings.now()) { try await surroundings.sleep(wait) }
                    try await take(message, from: port)
                case .ping: port.pong(frame.payload)
                case .close:
                    port.close(code: 1000)
                    await hall.detach(port, from: session)
                    return
                default: break
                }
            }
        } catch let error as ClientMessageError {
            await hall.invalid(error, from: session)
            port.close(code: Session.Closing.invalidMessage.rawValue)
        } catch {
            // The connection is gone, which is all that matters.
        }
        await hall.detach(port, from: session)
        port.finish()
    }

    private func take(_ bytes: Data, from port: LinkPort) async throws {
        let message = try ClientMessage(json: bytes, languages: languages)
        let state = port.post(.message(message, port.link))
        if state.wasEmpty { Task { await hall.turn(of: session) } }
        if state.isFull { await hall.turn(of: session) }
    }

    private func tell(_ event: Session.Event, through port: LinkPort) {
        if port.post(event).wasEmpty { Task { await hall.turn(of: session) } }
    }
}
