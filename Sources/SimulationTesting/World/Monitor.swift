import Foundation

/// Watches what must hold at every moment, and not only at the end.
final class Monitor: @unchecked Sendable {
    private unowned let world: World
    /// Requests since the last reason for any, by client.
    private var requests: [Key: Int] = [:]
    /// The moment before which a client must not ask, unless somebody gives it a new reason.
    private var notBefore: [Key: Int64] = [:]

    private struct Key: Hashable {
        let device: Int
        let account: Int

        init(_ client: Client) { (device, account) = (client.device.number, client.account) }
    }

    init(_ world: World) { self.world = world }

    /// Requests that one trigger may lead to, with all its retries and pages.
    static let mostRequests = 250

    func triggered(_ client: Client) {
        requests[Key(client)] = 0
        notBefore[Key(client)] = nil
    }

    func asked(_ client: Client, _ endpoint: String) {
        let key = Key(client)
        requests[key, default: 0] += 1
        if requests[key] == Self.mostRequests {
            world.report(Violation(.storm, "d\(key.device) asked \(Self.mostRequests) times for one reason"))
        }
        if let moment = notBefore[key], moment > world.clock.milliseconds {
            let early = moment - world.clock.milliseconds
            world.report(Violation(.patience, "d\(key.device) asks \(endpoint) \(early) ms too early"))
        }
    }

    func toldToWait(_ client: Client, _ seconds: Double) {
        notBefore[Key(client)] = world.clock.milliseconds + Int64(seconds * 1_000)
    }

    /// Judges what a client says of itself after a sync.
    func judge(_ client: Client, _ error: (any Error)?) {
        do {
            for violation in try client.app.judge(error) { world.report(violation) }
        } catch {
            world.report(Violation(.soundness, "a store cannot be read: \(error)"))
        }
    }
}
