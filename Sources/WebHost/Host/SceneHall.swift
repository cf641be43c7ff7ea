/// All pages and their scenes: makes them, hands events in and pictures out, and closes them when their time is over.
@MainActor
final class SceneHall {
    /// One page.
    private final class Seat {
        var session: Session
        var scene: any LiveScene
        var ports: [Session.Link: LinkPort] = [:]
        var isTurnDue = false

        init(session: Session, scene: any LiveScene) {
            self.session = session
            self.scene = scene
        }
    }

    private let source: any SceneSource
    private let surroundings: Surroundings
    private let build: String
    private let icons: IconCatalogue
    private let report: @Sendable (HostReport) -> Void
    private var seats: [String: Seat] = [:]
    private var table: SessionTable
    private var lastLink = 0
    private var reportedFaults: Set<String> = []
    private var sweeper: Task<Void, Never>?

    /// Faults beyond this many are no longer told apart.
    private static let mostFaults = 1_000

    init(
        source: any SceneSource,
        limits: HostLimits,
        build: String,
        icons: IconCatalogue,
        surroundings: Surroundings,
        report: @escaping @Sendable (HostReport) -> Void
    ) {
        self.source = source
        self.build = build
        self.icons = icons
        self.surroundings = surroundings
        self.report = report
        table = SessionTable(
            limits: SessionTable.Limits(
                sessions: limits.sessions,
                unconnected: limits.unconnectedSession,
                disconnected: limits.disconnectedSession
            )
        )
    }

    /// Makes a scene for a page that is being loaded.
    ///
    /// - Returns: Its first picture and the session's identifier; nil where too many pages are open.
    func open(for environment: ClientEnvironment, owner: String) -> (picture: Picture, session: String)? {
        sweep()
        let identifier = Secret.hex(surroundings.randomBytes(16))
        let admitted = table.add(identifier, at: surroundings.now())
        for evicted in admitted.evicted { leave(evicted) }
        guard admitted.isAdded else { return nil }
        let scene = source.makeScene(for: environment, savedState: nil)
        let tidy = TidyPicture(scene.draw())
        note(tidy.faults)
        var shown = tidy.picture
        shown.focus = nil
        shown.announcements = []
        let session = Session(identifier: identifier, owner: owner, build: build, firstPicture: shown)
        let seat = Seat(session: session, scene: scene)
        seats[identifier] = seat
        listen(to: scene, of: seat)
        planSweep()
        return (tidy.picture, identifier)
    }

    /// Connects a page; nil where there is no such session, or it is another browser's.
    func attach(session identifier: String, owner: String) -> LinkPort? {
        sweep()
        guard let seat = seats[identifier], Secret.isSame(seat.session.owner, owner) else { return nil }
        lastLink += 1
        let port = LinkPort(link: Session.Link(number: lastLink))
        seat.ports[port.link] = port
        table.connected(identifier, at: surroundings.now())
        perform(seat.session.handle(.attached(port.link)), in: seat)
        return port
    }

    func detach(_ port: LinkPort, from identifier: String) {
        guard let seat = seats[identifier] else { return }
        turn(seat)
        seat.ports[port.link] = nil
        perform(seat.session.handle(.detached(port.link)), in: seat)
        guard seat.session.link == nil else { return }
        table.disconnected(identifier, at: surroundings.now())
        planSweep()
    }

    func invalid(_ error: ClientMessageError, from identifier: String) {
        report(.invalidMessage(error.reason))
    }

    /// Handles all that has come in for a page, and then draws at most once.
    func turn(of identifier: String) {
        if let seat = seats[identifier] { turn(seat) }
    }

    /// Hands a file to a node of a page. Returns false where there is no such session, or it is another browser's.
    func take(file name: String, bytes: [UInt8], for node: String, session identifier: String, owner: String) -> Bool {
        guard let seat = seats[identifier], Secret.isSame(seat.session.owner, owner) else { return false }
        seat.scene.handle(SceneEvent(node: TidyPicture.original(of: node), action: .file(name: name, bytes: bytes)))
        turn(seat)
        return true
    }

    /// Closes all pages.
    func close() {
        sweeper?.cancel()
        for identifier in seats.keys { leave(identifier) }
    }

    var count: Int { seats.count }

    private func turn(_ seat: Seat) {
        seat.isTurnDue = false
        for port in seat.ports.values.sorted(by: { $0.link.number < $1.link.number }) {
            for event in port.takeInbox() { perform(seat.session.handle(event), in: seat) }
        }
        perform(seat.session.handle(.endOfTurn), in: seat)
    }

    private func perform(_ actions: [Session.Action], in seat: Seat) {
        for action in actions {
            switch action {
            case .deliver(let event): seat.scene.handle(event)
            case .environment(let environment): seat.scene.environmentChanged(to: environment)
            case .restore(let state, let environment): restore(state, environment, in: seat)
            case .draw: perform(seat.session.handle(.drew(seat.scene.draw())), in: seat)
            case .send(let message, let link): seat.ports[link]?.send(text: message.json(icons: icons))
            case .close(let link, let reason): seat.ports[link]?.close(code: reason.rawValue)
            case .report(let fault): note([fault])
            }
        }
    }

    private func restore(_ state: String, _ environment: ClientEnvironment, in seat: Seat) {
        seat.scene.needsDisplay = nil
        seat.scene.close()
        seat.scene = source.makeScene(for: environment, savedState: state)
        listen(to: seat.scene, of: seat)
    }

    private func listen(to scene: any LiveScene, of seat: Seat) {
        scene.needsDisplay = { [weak self, weak seat] in
            guard let self, let seat else { return }
            perform(seat.session.handle(.needsDisplay), in: seat)
            guard !seat.isTurnDue else { return }
            seat.isTurnDue = true
            Task { self.turn(seat) }
        }
    }

    private func note(_ faults: [String]) {
        for fault in faults where reportedFaults.count < Self.mostFaults && reportedFaults.insert(fault).inserted {
            report(.sceneFault(fault))
        }
    }

    private func leave(_ identifier: String) {
        guard let seat = seats.removeValue(forKey: identifier) else { return }
        table.remove(identifier)
        seat.scene.needsDisplay = nil
        for port in seat.ports.values { port.close(code: Session.Closing.gone.rawValue) }
        seat.scene.close()
    }

    private func sweep() {
        for identifier in table.expire(at: surroundings.now()) { leave(identifier) }
    }

    /// Sleeps until a session may have to go, but no longer than the shortest life of one that is yet to come; sleeps not
    /// at all where there is none.
    private func planSweep() {
        guard sweeper == nil, let next = table.nextExpiry else { return }
        let surroundings = surroundings
        let wait = min(max(next - surroundings.now(), .zero), table.limits.unconnected)
        sweeper = Task { [weak self] in
            try? await surroundings.sleep(wait)
            guard let self, !Task.isCancelled else { return }
            sweeper = nil
            sweep()
            planSweep()
        }
    }
}
