import CloudKit
import Foundation
import IdeaBoxCore

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
        /// A process that ends after so many durable steps, counted from the start.
        package var crash: (device: Int, steps: Int)?

        /// Everything is left to the seed.
        package init() {}
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
        /// Durable steps that devices made.
        package let durableSteps: Int
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
        let world = try World(
            seed: seed,
            plan: options.faults,
            template: template,
            line: line,
            devices: options.devices
        )
        defer { world.end() }
        world.note("seed \(seed), \(world.devices.count) devices, faults: \(world.plan.words)")
        world.countdown = options.crash
        Run(world: world, options: options).run()
        return Report(
            seed: seed,
            faults: world.plan.words,
            violations: world.violations,
            trace: world.trace,
            durableSteps: world.durableSteps
        )
    }

    private init(world: World, options: Options) {
        (self.world, self.options) = (world, options)
    }

    // MARK: Phases

    private func run() {
        let duration = Int64(options.seconds) * 1_000
        Workload(world: world, duration: duration).begin()
        let end = VirtualClock.beginning + duration
        world.after(duration) {}
        while world.clock.milliseconds < end, world.violations.isEmpty, world.step() {
            // Between any two steps of a task a person may do something, and a process may end.
            if !world.isIdle, world.random.once(in: 300) { interrupt() }
        }
        guard world.violations.isEmpty else { return }
        heal()
        let accounts = world.plan.has(.accountSwitch) ? [1, 0] : [0]
        for account in accounts where world.violations.isEmpty { settle(account) }
        guard world.violations.isEmpty, let outcome = outcome(accounts) else { return }
        for violation in FinalChecks.all(outcome) { world.report(violation) }
    }

    private func interrupt() {
        let device = world.devices[world.random.number(0...(world.devices.count - 1))]
        if world.plan.has(.clientCrash), world.random.once(in: 3) {
            world.crash(device, "in the middle")
        } else {
            Workload(world: world, duration: 0).edit(device)
        }
    }

    private func heal() {
        world.heal()
        do {
            if world.plan.has(.quota) { try world.server.setQuota(nil) }
        } catch {
            world.report(Violation(.soundness, "the service does not come back: \(error)"))
        }
        for device in world.devices { device.start() }
    }

    /// Minutes between two looks of a device that hears nothing, as the app has it.
    private static let interval: Int64 = 15
    /// Looks after which everything must be at rest: more than the hour for which a full account is left alone.
    private static let mostRounds = 9
    /// Milliseconds for which the syncs of one round may take.
    private static let roundTime: Int64 = 10 * 60 * 1_000

    /// Lets an account come to rest on all devices.
    private func settle(_ account: Int) {
        world.note("account \(account) comes to rest")
        for device in world.devices { device.show(account) }
        var reason = "nothing was tried"
        for _ in 0..<Self.mostRounds {
            let before = world.book.records[account] ?? [:]
            guard round() else {
                return world.report(Violation(.liveness, "a sync of account \(account) does not end"))
            }
            if !world.violations.isEmpty { return }
            guard let restless = restless(account, before) else { return }
            reason = restless
            let next = world.clock.milliseconds + Self.interval * 60_000
            world.after(Self.interval * 60_000) {}
            while world.clock.milliseconds < next, world.step() {}
        }
        world.report(Violation(.liveness, "account \(account) does not come to rest: \(reason)"))
    }

    /// One sync of each device; whether all of them end.
    private func round() -> Bool {
        for device in world.devices {
            guard let client = try? device.client() else { continue }
            if client.lastProblem?.kind == .deletionsHeld { accept(client) }
            client.sync()
        }
        let end = world.clock.milliseconds + Self.roundTime
        func isBusy() -> Bool { world.devices.contains { $0.clients.values.contains { !$0.syncs.isEmpty } } }
        while isBusy(), world.clock.milliseconds < end, world.step() {}
        return !isBusy()
    }

    private func accept(_ client: Client) {
        do {
            let coordinator = client.coordinator
            let count = try world.line.exclusively { try await coordinator.acceptDeletions() }
            world.note("d\(client.device.number) accepts \(count) deletions")
        } catch {
            world.report(Violation(.soundness, "deletions cannot be accepted: \(error)"))
        }
    }

    /// Why an account is not at rest yet; nil when it is.
    private func restless(_ account: Int, _ before: [String: ServiceBook.Entry]) -> String? {
        for device in world.devices {
            guard let client = try? device.client(), let look = try? StoreLook(client) else { return "no store" }
            if let problem = client.lastProblem { return "d\(device.number): \(problem.kind.rawValue) \(problem.reason)" }
            if look.pending > 0 { return "d\(device.number): \(look.pending) wait" }
        }
        return before == world.book.records[account] ?? [:] ? nil : "the service still gets changes"
    }

    // MARK: The end

    private func outcome(_ accounts: [Int]) -> Outcome? {
        do {
            var found: [Int: Outcome.Account] = [:]
            for account in accounts {
                for device in world.devices { device.show(account) }
                found[account] = Outcome.Account(
                    service: try stored(account),
                    promised: promised(account),
                    devices: try world.devices.map { try state($0) },
                    deletions: (world.book.deletions[account] ?? []).map {
                        Outcome.Deletion(idea: $0.idea, stamp: $0.stamp, device: $0.device)
                    }
                )
            }
            return Outcome(versions: world.versions, accounts: found, wasRestored: world.plan.has(.restore))
        } catch {
            world.report(Violation(.soundness, "the end cannot be read: \(error)"))
            return nil
        }
    }

    private func promised(_ account: Int) -> [UUID: Outcome.Stored] {
        var result: [UUID: Outcome.Stored] = [:]
        for (name, entry) in world.book.records[account] ?? [:] {
            guard let idea = UUID(uuidString: name) else { continue }
            result[idea] = Outcome.Stored(
                content: entry.content,
                updated: entry.updated,
                device: entry.device,
                mood: entry.mood
            )
        }
        return result
    }

    private func state(_ device: SimulatedDevice) throws -> Outcome.Device {
        let client = try device.client()
        let look = try StoreLook(client)
        let (state, pending, hasError) = MainActor.assumeIsolated {
            (client.status.state, client.status.pendingCount, client.status.lastError != nil)
        }
        return Outcome.Device(
            number: device.number,
            ideas: look.live,
            pending: look.pending,
            isUpToDate: state == .upToDate,
            shownPending: pending,
            hasError: hasError,
            history: try StoreLook.history(client)
        )
    }

    /// All records that the service has, asked for past the devices.
    private func stored(_ account: Int) throws -> [UUID: Outcome.Stored] {
        let transport = DirectTransport(server: world.server.server)
        let database = world.devices[0].cloudContainer(account, transport).privateCloudDatabase
        return try world.line.exclusively {
            var result: [UUID: Outcome.Stored] = [:]
            var (token, isOver) = (CKServerChangeToken?.none, false)
            while !isOver {
                let page = try await database.recordZoneChanges(inZoneWith: .default, since: token)
                for (id, change) in page.modificationResultsByID {
                    guard let idea = UUID(uuidString: id.recordName) else { continue }
                    let record = try change.get().record
                    let content = Content(
                        title: record["title"] as? String ?? "",
                        details: record["description"] as? String ?? "",
                        isCompleted: (record["isCompleted"] as? Int ?? 0) != 0
                    )
                    let updated = (record["updatedAt"] as? Date)?.timeIntervalSince1970 ?? 0
                    result[idea] = Outcome.Stored(
                        content: content,
                        updated: Int64((updated * 1_000).rounded()),
                        device: record["deviceId"] as? String ?? "",
                        mood: record["mood"] as? String
                    )
                }
                (token, isOver) = (page.changeToken, !page.moreComing)
            }
            return result
        }
    }
}
