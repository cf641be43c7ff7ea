import Foundation

// An addition of this package: off Apple's systems nobody else receives an app's pushes.

extension CKContainer {
    /// Notifications kept for a reader that is behind: older ones are dropped, since each says only that it is time to
    /// fetch.
    static let keptNotifications = 64

    /// The pushes for this device, for as long as somebody reads them.
    ///
    /// One request is parked at the service at a time; nothing is polled. Changes of this device itself are not told. A
    /// connection that breaks is taken up again after a pause; each time, and at the start, changes may have been
    /// missed, so fetch. It ends with ``CKError`` `notAuthenticated` when the sign-in is over.
    ///
    /// - Parameters:
    ///   - onConnect: Called at the start and after each connection that was lost, once notices are kept again: time to
    ///     fetch.
    ///   - onDisconnect: Called once after each connection that was lost and could not be taken up again at once.
    /// - Returns: The notifications.
    public func notifications(
        onConnect: @escaping @Sendable () -> Void = {},
        onDisconnect: @escaping @Sendable () -> Void = {}
    ) -> AsyncThrowingStream<CKNotification, any Error> {
        let link = link
        return AsyncThrowingStream(bufferingPolicy: .bufferingNewest(Self.keptNotifications)) { continuation in
            let task = Task {
                do {
                    try await CourierListener(link: link).run { news in
                        switch news {
                        case .connected: onConnect()
                        case .disconnected: onDisconnect()
                        case .notified(let notification): continuation.yield(notification)
                        case .quiet: break
                        }
                    }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: CKError(failure: error))
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}
