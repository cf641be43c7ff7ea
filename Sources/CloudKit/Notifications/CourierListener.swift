import CloudKitWebServices
import Foundation

/// Waits for the pushes for this device: one request is parked at the service at a time, and nothing is polled.
struct CourierListener: Sendable {
    /// What a listener hears.
    enum News: Sendable {
        /// From now on the service keeps notices for this device; some may have been missed before.
        case connected
        /// The service cannot be reached any more; told once, and not where it wants to be left alone.
        case disconnected
        case notified(CKNotification)
        /// There was no notice for ``quietTime``.
        ///
        /// A notice is a hint that may be lost, and the device that made a change gets none, also where its request was late
        /// and is not remembered. Who depends on notices looks now, so that nothing is missed for long.
        case quiet
    }

    /// Seconds to wait after a failure at most.
    ///
    /// Sync waits for this listener to find out that the service can be reached again. Together with the timeout of one attempt
    /// (`CloudKitLimits.connectTimeout`) the wait stays below ten seconds.
    static let longestPause = 5.0
    /// Seconds between a parked request that was lost and the next, so that no proxy makes a loop of it.
    private static let breath = 0.01
    /// Seconds without a notice after which one may have been lost.
    ///
    /// No timer runs: it is seen when the service ends a request that waited in vain.
    static let quietTime: TimeInterval = 15 * 60

    let link: ContainerLink
    var options = CallOptions()
    /// Which notices are news for whoever listens.
    var isOfInterest: @Sendable (CKNotification) -> Bool = { _ in true }

    /// Listens until the task is cancelled or the sign-in is over.
    ///
    /// - Throws: ``CKError``: `notAuthenticated`, `badContainer`, `operationCancelled`; `CancellationError`.
    func run(_ heard: @Sendable (News) -> Void) async throws {
        let surroundings = link.configuration.surroundings
        var failures = 0
        var isConnected = false
        var address: String?
        var lastNews = surroundings.uptime()
        while !Task.isCancelled {
            do {
                if address == nil {
                    address = try await connect()
                    failures = 0
                    isConnected = true
                    heard(.connected)
                    lastNews = surroundings.uptime()
                }
                guard let known = address else { continue }
                guard let news = try await news(at: known, after: lastNews) else { continue }
                heard(news)
                if case .notified(let notification) = news, !isOfInterest(notification) { continue }
                lastNews = surroundings.uptime()
            } catch let error as CloudKitTransportError where error.isOfParkedRequest {
                // The service may have forgotten this device meanwhile.
                address = nil
                try await surroundings.wait(Self.breath)
            } catch let error as CKError where error.endsListening {
                throw error
            } catch {
                // An address may have run out; who gets no other one has no connection.
                if isConnected, address == nil, (error as? CKError)?.retryAfterSeconds == nil {
                    isConnected = false
                    heard(.disconnected)
                }
                address = nil
                failures += 1
                let chance = surroundings.chance()
                let pause = GrowingPause.seconds(after: failures, atMost: Self.longestPause, chance: chance)
                // Never before the service wants it.
                let wish = (error as? CKError)?.retryAfterSeconds ?? 0
                try await surroundings.wait(max(pause, wish))
            }
        }
    }

    /// Gets an address to wait at; from then on notices are kept, also between two requests.
    private func connect() async throws(CKError) -> String {
        let environment: ServiceEnvironment =
            link.configuration.environment == .production ? .production : .development
        let device = link.session.deviceID
        let create = CreateTokenRequest(apnsEnvironment: environment, clientID: device)
        let made: CreateTokenResponse =
            try await link.call(.createToken, in: .private, body: create.json(), options: options)
        let register =
            RegisterTokenRequest(apnsEnvironment: environment, apnsToken: made.apnsToken, clientID: device)
        let _: EmptyBody = try await link.call(.registerToken, in: .private, body: register.json(), options: options)
        return made.webcourierURL
    }

    /// What one request comes to; nil where it waited in vain, and the last news is not old.
    private func news(at address: String, after lastNews: TimeInterval) async throws -> News? {
        if let notification = try await next(at: address) { return .notified(notification) }
        let now = link.configuration.surroundings.uptime()
        return now - lastNews >= Self.quietTime ? .quiet : nil
    }

    /// The next notice; nil if there was none for a long time.
    private func next(at address: String) async throws -> CKNotification? {
        let request = CloudKitRequest(
            method: "GET",
            address: address,
            timeout: CloudKitLimits.courierTimeout,
            answerLimit: CloudKitLimits.settingsBytes
        )
        let answer = try await link.configuration.transport.send(request)
        guard answer.isSuccess else {
            // The address has run out, or the service does not know it any more; or it wants to be left alone.
            let words = "the courier answers with status \(answer.status)"
            let wish = answer.header("Retry-After").flatMap(Double.init)
            throw CKError(.serviceUnavailable, reason: words, retryAfter: wish)
        }
        return (try? WireNotification(json: answer.body)).flatMap { CKNotification.make($0) }
    }
}

extension CKError {
    /// Whether listening again would come to the same.
    fileprivate var endsListening: Bool {
        code == .notAuthenticated || code == .badContainer || code == .operationCancelled
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
