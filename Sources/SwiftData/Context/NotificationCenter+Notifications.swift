import Foundation

// Foundation on Linux has no sequence of notifications, by which apps follow `ModelContext.didSave`.

extension NotificationCenter {
    /// The notifications of a name, as they are posted from now on.
    ///
    /// Source: Foundation's method on Apple's systems. Those that nobody has asked for yet wait in line.
    public func notifications(named name: Notification.Name, object: AnyObject? = nil) -> Notifications {
        Notifications(self, name, object)
    }

    /// Notifications one after the other; it ends with its task only.
    ///
    /// Source: Foundation's type on Apple's systems.
    public struct Notifications: AsyncSequence, @unchecked Sendable {
        /// A notification.
        public typealias Element = Notification

        private let listener: NotificationListener

        init(_ center: NotificationCenter, _ name: Notification.Name, _ object: AnyObject?) {
            listener = NotificationListener(center, name, object)
        }

        /// An iterator over what has not been taken yet.
        public func makeAsyncIterator() -> Iterator { Iterator(listener: listener) }

        /// Takes one notification after the other.
        public struct Iterator: AsyncIteratorProtocol {
            fileprivate let listener: NotificationListener
            fileprivate var stream: AsyncStream<NotificationListener.Posted>.Iterator

            fileprivate init(listener: NotificationListener) {
                self.listener = listener
                stream = listener.stream.makeAsyncIterator()
            }

            /// The next notification; nil when the task was cancelled.
            public mutating func next() async -> Notification? { await stream.next()?.notification }

            /// The next notification, in the caller's isolation; nil when the task was cancelled.
            public mutating func next(
                isolation actor: isolated (any Actor)?
            ) async -> Notification? { await stream.next(isolation: actor)?.notification }
        }
    }
}

/// Listens as long as somebody holds it.
private final class NotificationListener: @unchecked Sendable {
    /// A notification on its way to the task that waits for it.
    struct Posted: @unchecked Sendable { let notification: Notification }

    let stream: AsyncStream<Posted>
    private let center: NotificationCenter
    private let token: any NSObjectProtocol

    init(_ center: NotificationCenter, _ name: Notification.Name, _ object: AnyObject?) {
        let (stream, continuation) = AsyncStream.makeStream(of: Posted.self)
        self.stream = stream
        self.center = center
        token = center.addObserver(forName: name, object: object, queue: nil) { notification in
            continuation.yield(Posted(notification: notification))
        }
    }

    deinit { center.removeObserver(token) }
}
