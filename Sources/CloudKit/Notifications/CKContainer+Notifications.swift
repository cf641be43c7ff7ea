import CloudKitWebServices
import Foundation

// An addition of this package: off Apple's systems nobody else receives an app's pushes.

extension CKContainer {
    /// Notifications kept for a reader that is behind: older ones are dropped, since each says only that it is time to
    /// fetch.
    static let keptNotifications = 64
    /// Seconds to wait after a failure, doubled up to the second number.
    private static let pauses = (first: 1.0, longest: 60.0)

    /// The pushes for this device, for as long as somebody reads them.
    ///
    /// One request is parked at the service at a time; nothing is polled. Changes of this device itself are not told. A
    /// connection that breaks is taken up again after a pause; each time, and at the start, changes may have been missed,
    /// so fetch. It ends with ``CKError`` `notAuthenticated` when the sign-in is over.
    public func notifications() -> AsyncThrowingStream<CKNotification, any Error> {
        let link = link
        return AsyncThrowingStream(bufferingPolicy: .bufferingNewest(Self.keptNotifications)) { continuation in
            let task = Task {
                do {
                    try await Self.listen(link) { continuation.yield($0) }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: CKError(failure: error))
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    private static func listen(
        _ link: ContainerLink,
        _ heard: @Sendable (CKNotification) -> Void
    ) async throws {
        var pause = pauses.first
        var address: String?
        while !Task.isCancelled {
            do {
                let courier = if let address { address } else { try await self.address(link) }
                address = courier
                let request = CloudKitRequest(
                    method: "GET",
                    address: courier,
                    timeout: CloudKitLimits.courierTimeout,
                    answerLimit: CloudKitLimits.settingsBytes
                )
                let answer = try await link.configuration.transport.send(request)
                guard answer.isSuccess else {
                    // The address has run out, or the service does not know it any more.
                    address = nil
                    throw CKError(.serviceUnavailable, reason: "the courier answers with status \(answer.status)")
                }
                pause = pauses.first
                if let wire = try? WireNotification(json: answer.body), let made = CKNotification.make(wire) {
                    heard(made)
                }
            } catch let error as CloudKitTransportError where address != nil && error.isOfParkedRequest {
                // A parked request that ran out of time: asked again at once, but not in a loop without a pause.
                try await Task.sleep(for: .milliseconds(10))
            } catch let error as CKError where error.code == .notAuthenticated || error.code == .badContainer {
                throw error
            } catch {
                try await Task.sleep(for: .seconds(pause))
                pause = min(pause * 2, pauses.longest)
            }
        }
    }

    private static func address(_ link: ContainerLink) async throws(CKError) -> String {
        let environment: ServiceEnvironment =
            link.configuration.environment == .production ? .production : .development
        let request = CreateTokenRequest(apnsEnvironment: environment, clientID: link.session.deviceID)
        let answer: CreateTokenResponse =
            try await link.call(.createToken, in: .private, body: request.json(), options: CallOptions())
        return answer.webcourierURL
    }
}

extension CloudKitTransportError {
    /// Whether this is how a parked request may end where nothing happened.
    fileprivate var isOfParkedRequest: Bool {
        switch self {
        case .timedOut, .answerLost: true
        default: false
        }
    }
}
