import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Keeps a connection whose device waits for a notice, and hands its request on only when there is an answer.
///
/// There may be ten thousand of them, and a request that an asynchronous function works at takes some ten kilobytes for as
/// long as it does. Here it is a held request and a closure in the ``CourierHub``. What the client sends meanwhile is held
/// behind it, so that answers keep their order; when the client goes, the wait is given up.
///
/// Also closes connections on which nothing happens: only here is it known that one is not idle, but waits.
///
/// All of it is touched on the connection's event loop only.
final class CourierDoor: ChannelDuplexHandler, RemovableChannelHandler, @unchecked Sendable {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// Parts of requests that are held; a client that sends more before its answer came is sent away.
    static let capacity = 16
    /// How long nothing happens on a connection that is closed then.
    private static let idleTime = TimeAmount.seconds(Listening.idleSeconds)

    private let service: CloudKitService
    private var held: [HTTPRequestPart] = []
    private var isHolding = false
    /// What the waits of requests came to that were handed on, in their order.
    private var outcomes: [CourierOutcome?] = []
    private var wait: CourierWait?
    /// What the connection or the server said meanwhile: that must come behind the request.
    private var heldEvents: [Any] = []
    private var context: ChannelHandlerContext?
    /// Requests that were read and not answered yet, and whether one is still being read.
    private var (open, isReading) = (0, false)
    private var lastActive = NIODeadline.distantPast
    private var look: Scheduled<Void>?

    init(_ service: CloudKitService) {
        self.service = service
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        lastActive = context.eventLoop.now
        lookWhetherIdle(after: Self.idleTime, context.eventLoop)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
        look?.cancel()
    }

    // MARK: - Requests

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = unwrapInboundIn(data)
        lastActive = context.eventLoop.now
        if case .head(let head) = part {
            (open, isReading) = (open + 1, true)
            if !isHolding { isHolding = Self.waits(head) }
        }
        if case .end = part { isReading = false }
        guard isHolding else { return context.fireChannelRead(data) }
        guard held.count < Self.capacity else { return context.close(promise: nil) }
        held.append(part)
        if case .end = part, wait == nil { begin(context) }
    }

    private static func waits(_ head: HTTPRequest) -> Bool {
        guard let path = head.path, path.hasPrefix(Courier.path) else { return false }
        return PlainRoute.courier.methods.contains(head.method.rawValue)
    }

    /// Finds out whether the device may wait, in a task that ends, and leaves word with those who know of changes.
    private func begin(_ context: ChannelHandlerContext) {
        guard case .head(let head) = held.first, let path = head.path else { return }
        let (wait, loop) = (CourierWait(), context.eventLoop)
        self.wait = wait
        let finish: @Sendable (CourierOutcome?) -> Void = { outcome in
            loop.execute { self.release(outcome, wait) }
        }
        let (service, place) = (service, String(path.prefix { $0 != "?" }))
        Task {
            // Whoever may not wait is told so by the one who answers.
            guard let courier = try? await service.courier(at: place) else { return finish(nil) }
            await service.couriers.park(courier, wait) { finish($0) }
        }
    }

    /// Hands the request on with what the wait came to, and what was held behind it up to the next one that waits.
    private func release(_ outcome: CourierOutcome?, _ ended: CourierWait) {
        guard ended === wait, let context else { return }
        wait = nil
        // Nobody reads the answer any more: a request that is handed on now would wait by itself, for nobody.
        guard context.channel.isActive else { return held.removeAll() }
        outcomes.append(outcome)
        let next = held.dropFirst().firstIndex { if case .head(let head) = $0 { Self.waits(head) } else { false } }
        let parts = held[..<(next ?? held.endIndex)]
        held.removeFirst(parts.count)
        isHolding = !held.isEmpty
        for part in parts { context.fireChannelRead(wrapInboundOut(part)) }
        context.fireChannelReadComplete()
        if held.contains(where: { if case .end = $0 { true } else { false } }) { begin(context) }
        if isHolding { return }
        let events = heldEvents
        heldEvents = []
        for event in events { context.fireUserInboundEventTriggered(event) }
    }

    /// What the wait of the connection's request came to, once; nil if it did not wait, and nothing if the door has gone
    /// with its connection.
    static func outcome(on channel: any Channel) async -> CourierOutcome? {
        let found = channel.eventLoop.submit {
            let door = try channel.pipeline.syncOperations.handler(type: CourierDoor.self)
            return door.outcomes.isEmpty ? nil : door.outcomes.removeFirst()
        }
        do { return try await found.get() } catch { return .success(nil) }
    }

    // MARK: - Ends

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event as? ChannelEvent == .inputClosed { giveUp() }
        // Whoever sees that nothing more comes takes nothing more, and an answer must find the request.
        if isHolding { heldEvents.append(event) } else { context.fireUserInboundEventTriggered(event) }
    }

    func channelInactive(context: ChannelHandlerContext) {
        giveUp()
        context.fireChannelInactive()
    }

    private func giveUp() {
        guard let wait else { return }
        let couriers = service.couriers
        Task { await couriers.giveUp(wait) }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        lastActive = context.eventLoop.now
        if case .end = unwrapOutboundIn(data) { open -= 1 }
        context.write(data, promise: promise)
    }

    private func lookWhetherIdle(after time: TimeAmount, _ loop: any EventLoop) {
        look = loop.scheduleTask(in: time) { self.closeIfIdle() }
    }

    private func closeIfIdle() {
        guard let context else { return }
        let idle = context.eventLoop.now - lastActive
        // A request that was read whole and is not answered is the service's to finish.
        if open > 0, !isReading { return lookWhetherIdle(after: Self.idleTime, context.eventLoop) }
        if idle >= Self.idleTime { return context.close(promise: nil) }
        lookWhetherIdle(after: Self.idleTime - idle, context.eventLoop)
    }
}
