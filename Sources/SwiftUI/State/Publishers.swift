import Foundation

// What views receive over time. There is no Combine on these systems; what apps write in `onReceive` is here.

/// Gives values over time.
///
/// Source: Combine's `Publisher`, as far as `onReceive` needs it.
public protocol Publisher<Output, Failure> {
    /// The values.
    associatedtype Output
    /// Why it may end.
    associatedtype Failure: Error
    /// Calls back at each value until the returned object goes away. Not for use outside of the framework.
    @MainActor func _listen(_ receive: @escaping @MainActor (Output) -> Void) -> AnyObject
}

/// A publisher that begins when it is told.
///
/// Source: Combine's `ConnectablePublisher`.
public protocol ConnectablePublisher: Publisher {}

extension ConnectablePublisher {
    /// Begins as soon as somebody listens.
    public func autoconnect() -> some Publisher<Output, Failure> { _Connected(base: self) }
}

/// A publisher that begins as soon as somebody listens.
struct _Connected<Base: Publisher>: Publisher {
    typealias Output = Base.Output
    typealias Failure = Base.Failure
    let base: Base
    @MainActor func _listen(_ receive: @escaping @MainActor (Base.Output) -> Void) -> AnyObject {
        base._listen(receive)
    }
}

extension Publisher {
    /// Other values.
    public func map<T>(_ transform: @escaping (Output) -> T) -> some Publisher<T, Failure> {
        _Mapped<Self, T>(base: self, transform: transform)
    }
}

/// Values that were changed on the way.
struct _Mapped<Base: Publisher, Output>: Publisher {
    typealias Failure = Base.Failure
    let base: Base
    let transform: (Base.Output) -> Output
    @MainActor func _listen(_ receive: @escaping @MainActor (Output) -> Void) -> AnyObject {
        base._listen { receive(transform($0)) }
    }
}

extension Timer {
    /// The time, again and again.
    ///
    /// Source: Foundation's method for Combine.
    public static func publish(
        every interval: TimeInterval,
        tolerance: TimeInterval? = nil,
        on runLoop: RunLoop,
        in mode: RunLoop.Mode
    ) -> TimerPublisher { TimerPublisher(interval: interval, clock: LiveSurroundings.clock) }

    /// The time, again and again.
    ///
    /// Source: Foundation's `Timer.TimerPublisher`.
    public struct TimerPublisher: ConnectablePublisher, Sendable {
        /// The time.
        public typealias Output = Date
        /// It never fails.
        public typealias Failure = Never
        /// The time between, in seconds.
        public let interval: TimeInterval
        let clock: ViewClock

        @MainActor public func _listen(_ receive: @escaping @MainActor (Date) -> Void) -> AnyObject {
            let pause = Duration.seconds(max(0.01, interval))
            let time = clock
            return RunningTask(
                Task { @MainActor in
                    while (try? await time.wait(pause)) != nil { receive(time.now()) }
                }
            )
        }
    }
}

/// Ends a task when it goes away.
private final class RunningTask: Sendable {
    private let task: Task<Void, Never>
    init(_ task: Task<Void, Never>) { self.task = task }
    deinit { task.cancel() }
}

extension NotificationCenter {
    /// Notifications of a name.
    ///
    /// Source: Foundation's method for Combine.
    public func publisher(for name: Notification.Name, object: AnyObject? = nil) -> Publisher {
        Publisher(center: self, name: name, object: object)
    }

    /// Notifications of a name.
    ///
    /// Source: Foundation's `NotificationCenter.Publisher`.
    public struct Publisher: SwiftUI.Publisher {
        /// A notification.
        public typealias Output = Notification
        /// It never fails.
        public typealias Failure = Never
        /// Where it is told.
        public let center: NotificationCenter
        /// The name.
        public let name: Notification.Name
        /// Who tells it.
        public let object: AnyObject?

        @MainActor public func _listen(_ receive: @escaping @MainActor (Notification) -> Void) -> AnyObject {
            PostedListener(center, name, object) { posted in
                Task { @MainActor in receive(posted.notification) }
            }
        }
    }
}

/// A notification on its way to the main actor.
private struct Posted: @unchecked Sendable { let notification: Notification }

private final class PostedListener: @unchecked Sendable {
    private let center: NotificationCenter
    private let token: any NSObjectProtocol

    init(
        _ center: NotificationCenter,
        _ name: Notification.Name,
        _ object: AnyObject?,
        _ receive: @escaping @Sendable (Posted) -> Void
    ) {
        self.center = center
        token = center.addObserver(forName: name, object: object, queue: nil) { receive(Posted(notification: $0)) }
    }
    deinit { center.removeObserver(token) }
}

/// Listens as long as its view is shown.
private final class Listening: Attachment {
    private let start: @MainActor (Listening) -> AnyObject
    private var listener: AnyObject?
    var hold: Any?

    init(_ start: @escaping @MainActor (Listening) -> AnyObject) { self.start = start }
    override func appear() { if listener == nil { listener = start(self) } }
    override func disappear() { listener = nil }
}

extension View {
    /// Does something at each value of a publisher, as long as the view is shown.
    public func onReceive<P: Publisher>(_ publisher: P, perform action: @escaping (P.Output) -> Void) -> some View
    where P.Failure == Never {
        attached { _ in
            Listening { listening in
                publisher._listen { [weak listening] value in (listening?.hold as? (P.Output) -> Void)?(value) }
            }
        } _: { _, listening in
            listening.hold = action
            listening.appear()
        }
    }
}
