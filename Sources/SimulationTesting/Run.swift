import CloudKit

/// One run from a seed, from its beginning to its verdict.
package struct Run: Sendable {
    /// What a run is like.
    package struct Options: Sendable {
        /// The faults; nil lets the seed choose.
        package var faults: FaultPlan?
        /// The devices; nil lets the seed choose.
        package var devices: Int?
        /// Seconds for which things may go wrong.
        package var seconds = 60
        /// Whether mirroring is asked to sync whatever the seed says, and does nothing by itself.
        package var isByHand = false
        /// Parts that no run from a seed has.
        package var leftOut: Set<RunPart> = []
        /// What is played in place of a seed.
        package var scenario: Scenario?
        /// A process that ends after so many durable steps, counted from the start.
        package var crash: (device: Int, steps: Int)?

        /// Everything is left to the seed.
        package init() {}

        /// Milliseconds for which things may go wrong.
        var duration: Int64 { scenario?.duration ?? Int64(seconds) * 1_000 }
    }

    /// What came of it.
    package struct Report: Sendable {
        /// The seed.
        package let seed: UInt64
        /// What went wrong on purpose.
        package let faults: String
        /// What should not have happened.
        package let violations: [Violation]
        /// What happened.
        package let trace: Trace
        /// The run, written down.
        package let recorded: Scenario
        /// Whether the process ended that was to end after a step.
        package let hasCrashed: Bool
    }

    private let world: World
    private let options: Options

    /// Runs a seed.
    ///
    /// - Throws: What the preparations throw; what goes wrong in the run is in the report.
    package static func report(
        seed: UInt64,
        _ options: Options = Options(),
        template: WorldTemplate,
        line: JobLine
    ) throws -> Report {
        let world = try World(seed: seed, options, template: template, line: line)
        defer { world.end() }
        let kind = world.kind.rawValue + (world.isAutomatic ? " by itself" : "")
        let name = options.scenario == nil ? "seed \(seed)" : "a scenario"
        world.note("\(name), \(kind), \(world.devices.count) devices, faults: \(world.plan.words)")
        world.countdown = options.crash
        Run(world: world, options: options).run()
        return Report(
            seed: seed,
            faults: world.plan.words,
            violations: world.violations,
            trace: world.trace,
            recorded: world.recorded(duration: options.duration + (options.scenario == nil ? world.leapt : 0)),
            hasCrashed: options.crash != nil && world.hasCounted
        )
    }

    private init(world: World, options: Options) {
        (self.world, self.options) = (world, options)
    }

    // MARK: Phases

    private func run() {
        let end = VirtualClock.beginning + options.duration
        if let scenario = options.scenario { play(scenario, until: end) } else { draw(until: end) }
        guard world.violations.isEmpty else { return }
        heal()
        // A mirrored store belongs to the first account, whoever was signed in meanwhile.
        let isForBoth = world.kind == .ideaBox && world.plan.has(.accountSwitch)
        let accounts = isForBoth ? [1, 0] : [0]
        for account in accounts where world.violations.isEmpty { quiesce(account) }
        guard world.violations.isEmpty else { return }
        do {
            for violation in try violations(accounts) { world.report(violation) }
        } catch {
            world.report(Violation(.soundness, "the end cannot be read: \(error)"))
        }
    }

    private func play(_ scenario: Scenario, until end: Int64) {
        var player = ScenarioPlayer(scenario, world)
        world.after(end - VirtualClock.beginning) {}
        player.performDue()
        while world.clock.milliseconds < end, world.violations.isEmpty, world.step() { player.performDue() }
    }

    private func draw(until end: Int64) {
        Workload(world: world, duration: options.duration).begin()
        world.after(options.duration) {}
        while world.clock.milliseconds < end + world.leapt, world.violations.isEmpty, world.step() {
            // Between any two steps of a task a person may do something, and a process may end.
            if !world.isIdle, world.random.once(in: 300) { interrupt() }
        }
    }

    private func violations(_ accounts: [Int]) throws -> [Violation] {
        switch world.kind {
        case .ideaBox:
            FinalChecks.all(try IdeaBoxEnd(world: world).outcome(accounts))
                + (world.hasAlarms ? LibraryChecks.all(try AlarmEnd(world: world).outcome()) : [])
        case .mirroring: LibraryChecks.all(try LibraryEnd(world: world).outcome())
        }
    }

    private func interrupt() {
        let device = world.devices[world.random.number(0...(world.devices.count - 1))]
        if world.plan.has(.clientCrash), world.random.once(in: 3) {
            Workload(world: world, duration: 0).interrupt(device)
        } else {
            Workload(world: world, duration: 0).edit(device)
        }
    }

    private func heal() {
        world.heal()
        do {
            if world.plan.has(.quota) {
                try world.server.setQuota(nil)
                world.network.cutParked()
            }
        } catch {
            world.report(Violation(.soundness, "the service does not come back: \(error)"))
        }
        for device in world.devices { device.start() }
        world.signInEverywhere()
    }

    /// Minutes between two looks of a device that hears nothing, as the app has it.
    private static let interval: Int64 = 15
    /// Looks after which everything must be at rest: more than the hour for which a full account is left alone.
    private static let mostRounds = 9
    /// Milliseconds for which the syncs of one round may take: ten minutes more than a file, whose upload may have been lost before
    /// everything was healed.
    private static let roundTime = (Int64(CloudKitLimits.fileTimeout) + 10 * 60) * 1_000

    /// Lets an account come to rest on all devices.
    private func quiesce(_ account: Int) {
        world.note("account \(account) comes to rest")
        for device in world.devices {
            guard device.account != account else { continue }
            device.show(account)
            device.clients.values.forEach { $0.app.accountChanged() }
        }
        var reason = "nothing was tried"
        for _ in 0..<Self.mostRounds {
            // A record that is made and deleted in one round changes nothing in sum, but for the devices that saw it.
            let before = world.books.changeCount(account)
            guard round() else {
                return world.report(Violation(.liveness, "a sync of account \(account) does not end"))
            }
            // Where nobody asks, what is left must happen by itself.
            if world.isAutomatic { pass() }
            if !world.violations.isEmpty { return }
            guard let restless = restless(account, before) else { return judge() }
            reason = restless
            if !world.isAutomatic { pass() }
        }
        world.report(Violation(.liveness, "account \(account) does not come to rest: \(reason)"))
    }

    /// Lets the time between two looks pass.
    private func pass() {
        let next = world.clock.milliseconds + Self.interval * 60_000
        world.after(Self.interval * 60_000) {}
        while world.clock.milliseconds < next, world.violations.isEmpty, world.step() {}
    }

    /// Judges what apps say of themselves that were never asked to sync.
    private func judge() {
        guard world.isAutomatic else { return }
        for client in world.devices.flatMap({ $0.clients.values }) { world.monitor.judge(client, nil) }
    }

    /// One sync of each device; whether all of them end.
    private func round() -> Bool {
        for device in world.devices {
            for client in (try? device.activeClients()) ?? [] {
                confirm(client)
                if client.app.isAutomatic { world.monitor.wasUsed(client) }
                client.sync()
            }
        }
        let end = world.clock.milliseconds + Self.roundTime
        func isBusy() -> Bool { world.devices.contains { $0.clients.values.contains { !$0.syncs.isEmpty } } }
        while isBusy(), world.clock.milliseconds < end, world.step() {}
        return !isBusy()
    }

    private func confirm(_ client: Client) {
        do {
            try client.app.confirm(after: client.lastError)
        } catch {
            world.report(Violation(.soundness, "what the app asks cannot be confirmed: \(error)"))
        }
    }

    /// Why an account is not at rest yet; nil when it is.
    private func restless(_ account: Int, _ before: Int) -> String? {
        for device in world.devices {
            do {
                for client in try device.activeClients() {
                    if let error = client.lastError { throw error }
                    if let reason = try client.app.unrest() { return "d\(device.number): \(reason)" }
                }
            } catch {
                return "d\(device.number): \(error)"
            }
        }
        return before == world.books.changeCount(account) ? nil : "the service still gets changes"
    }
}
