import Foundation

/// Watches what must hold at every moment, and not only at the end.
final class Monitor: @unchecked Sendable {
    private unowned let world: World
    /// Requests since the last reason for any, by client.
    private var requests: [Key: Int] = [:]
    /// The moment before which a client must not ask, unless somebody gives it a new reason.
    private var notBefore: [Patience: Int64] = [:]
    /// The last request from before a client began anew: what is said to older ones it does not hear.
    private var begun: [Key: Int] = [:]

    private struct Key: Hashable {
        let device: Int
        let account: Int
        let app: ObjectIdentifier

        init(_ client: Client) {
            (device, account) = (client.device.number, client.account)
            app = ObjectIdentifier(type(of: client.app))
        }
    }

    /// Who has been told to wait: what listens for notices and what syncs are told by themselves.
    private struct Patience: Hashable {
        let key: Key
        let isListener: Bool

        init(_ client: Client, _ endpoint: String) {
            key = Key(client)
            isListener = endpoint.hasPrefix("tokens/") || endpoint == "courier"
        }
    }

    init(_ world: World) { self.world = world }

    /// Requests that one trigger may lead to, with all its retries and pages.
    static let mostRequests = 250

    /// There is a reason to ask; only a person's own wish need not wait for what the service wants.
    func triggered(_ client: Client, byPerson isByPerson: Bool) {
        requests[Key(client)] = 0
        if isByPerson { notBefore = notBefore.filter { $0.key.key != Key(client) } }
    }

    /// Somebody gave an app that syncs by itself something to do; what the service wants holds all the same.
    func wasUsed(_ client: Client) {
        requests[Key(client)] = 0
    }

    /// A client knows nothing any more of what it was told.
    func beganAnew(_ client: Client) {
        triggered(client, byPerson: true)
        begun[Key(client)] = client.device.world.network.lastNumber
    }

    func asked(_ client: Client, _ endpoint: String) {
        let key = Key(client)
        requests[key, default: 0] += 1
        if requests[key] == Self.mostRequests {
            world.report(Violation(.storm, "d\(key.device) asked \(Self.mostRequests) times for one reason"))
        }
        if let moment = notBefore[Patience(client, endpoint)], moment > world.clock.milliseconds {
            let early = moment - world.clock.milliseconds
            world.report(Violation(.patience, "d\(key.device) asks \(endpoint) \(early) ms too early"))
        }
    }

    /// The service has answered a request by the wish to be left alone for so long.
    func toldToWait(_ client: Client, _ seconds: Double, _ endpoint: String, _ number: Int) {
        guard number > begun[Key(client)] ?? 0 else { return }
        notBefore[Patience(client, endpoint)] = world.clock.milliseconds + Int64(seconds * 1_000)
    }

    /// A client says that the service, or the way to it, does not work.
    func blames(_ client: Client, _ word: String?) {
        guard !client.hasMetTrouble else { return }
        let words = "d\(client.device.number) says \(word ?? ""), and all its requests went well"
        world.report(Violation(.honestStatus, words))
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
