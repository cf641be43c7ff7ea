import NIOCore
import Synchronization

/// Notes when a connection's client has gone, and says so to a request that is parked there.
///
/// A task that reads on would notice too, but it would stay with each parked request, of which there may be ten thousand.
final class ClosedInput: ChannelInboundHandler, RemovableChannelHandler, Sendable {
    typealias InboundIn = Any

    private struct State {
        var isClosed = false
        var action: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event as? ChannelEvent == .inputClosed { close() }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        close()
        context.fireChannelInactive()
    }

    private func close() {
        let action = state.withLock { state in
            state.isClosed = true
            defer { state.action = nil }
            return state.action
        }
        action?()
    }

    /// Has something done when the client goes, or at once if it has gone; nil has nothing done.
    func whenClosed(_ action: (@Sendable () -> Void)?) {
        let isClosed = state.withLock { state in
            if !state.isClosed { state.action = action }
            return state.isClosed
        }
        if isClosed { action?() }
    }

    /// The one of a connection; nil if it has none.
    static func of(_ channel: any Channel) async -> ClosedInput? {
        try? await channel.eventLoop.submit {
            try channel.pipeline.syncOperations.handler(type: ClosedInput.self)
        }.get()
    }
}
