import CloudKit
import CloudKitWebServices
import Foundation
import IdeaBoxCore
import SwiftData

/// One run: devices, a service, a network and a clock, in which everything that is left to chance follows from a seed.
final class World: @unchecked Sendable {
    let seed: UInt64
    let kind: RunKind
    /// Whether mirroring works by itself, as apps have it, and nobody asks for a sync.
    let isAutomatic: Bool
    /// Whether devices have AlarmClock beside IdeaBox, whose records are in a zone of their own.
    let hasAlarms: Bool
    let plan: FaultPlan
    /// Parts that the run leaves out.
    let leftOut: Set<RunPart>
    /// What is played; nil where the seed decides.
    let scenario: Scenario?
    /// What was decided.
    let recorder = ScenarioRecorder()
    let template: WorldTemplate
    let clock: VirtualClock
    /// What the code under test asks for: identifiers, secrets, jitter.
    let products: SharedGenerator
    /// The seed of these.
    let identifierSeed: UInt64
    let line: JobLine
    let server: SimulatedServer
    private(set) lazy var network = Network(self)
    private(set) lazy var waits = Waits(self)
    private(set) lazy var monitor = Monitor(self)
    var devices: [SimulatedDevice] = []
    /// What persons made, of ideas and in a library, and what the service said.
    var versions = VersionTree<UUID, Content>()
    var library = LibraryTale()
    var alarms = LibraryTale()
    /// What alarms are called in the run.
    var alarmKeys: [UUID: String] = [:]
    var books: ServiceBooks
    var backup: ServiceBooks?
    /// Whether the service was put back to a copy.
    var wasRestored = false
    /// Requests that are inside the service.
    var inFlight: [InFlightRequest] = []
    /// Whether somebody has signed in.
    var hasSignedIn = false
    /// Milliseconds for which all machines were off.
    private(set) var leapt: Int64 = 0
    /// What the service said of the zone that the run is about.
    var book: ServiceBook { books.own }
    /// How often so much time has passed as things are kept.
    var era: Int { Int(leapt / Self.retention) }
    private(set) var trace = Trace()
    private(set) var violations: [Violation] = []
    /// From when on nothing goes wrong any more.
    private(set) var isHealed = false
    /// The device whose process ends after so many durable steps.
    var countdown: (device: Int, steps: Int)?
    /// Processes that end after a durable step of this moment, by device; after how many milliseconds the next one begins.
    var plannedCrashes: [Int: (commit: Int, restart: Int64)] = [:]
    /// Durable steps of this moment, by device.
    private var commitsNow: [Int: Int] = [:]
    /// Steps of tasks and of the timetable at this moment.
    private(set) var stepsNow = 0
    /// Whether that has happened.
    private(set) var hasCounted = false
    private var steps = 0
    /// Steps of tasks and of time after which a run counts as endless.
    private static let mostSteps = 100_000

    var random: SeededGenerator
    /// The order of tasks of a scenario.
    private var orderRandom: SeededGenerator?
    private var networkRandom: SeededGenerator
    private var timetable = Timetable()
    private var chores: [() -> Void] = []
    private var observer: (any NSObjectProtocol)?
    private let folder: URL?

    /// A world for a run, from a copy of the template.
    init(
        seed: UInt64,
        _ options: Run.Options,
        template: WorldTemplate,
        line: JobLine
    ) throws {
        (self.seed, self.template, self.line) = (seed, template, line)
        (scenario, leftOut) = (options.scenario, options.leftOut)
        kind = scenario?.kind ?? RunKind(seed: seed)
        isAutomatic =
            scenario?.isAutomatic ?? (kind == .mirroring && !options.isByHand && RunKind.isAutomatic(seed: seed))
        books = ServiceBooks(kind)
        let mayHaveAlarms = RunKind.hasAlarms(seed: seed) && !leftOut.contains(.alarms)
        hasAlarms = kind == .ideaBox && scenario?.hasAlarms ?? mayHaveAlarms
        var random = SeededGenerator(seed: seed)
        let plan = (options.scenario?.faults).map { FaultPlan($0) } ?? options.faults ?? FaultPlan(&random)
        var missing: Set<Fault> = template.hasBackups ? [] : [.restore]
        // Alarms are the first account's.
        if hasAlarms { missing.insert(.accountSwitch) }
        self.plan = FaultPlan(plan.faults.subtracting(missing).filter { !options.leftOut.contains(.fault($0)) })
        networkRandom = SeededGenerator(seed: random.next())
        identifierSeed = options.scenario?.identifiers ?? random.next()
        products = SharedGenerator(seed: identifierSeed)
        orderRandom = (options.scenario?.order).map { SeededGenerator(seed: $0) }
        clock = VirtualClock()
        let number = options.scenario?.devices ?? options.devices ?? Self.drawDevices(&random, leftOut)
        let folder = try template.copy(seed, devices: number)
        self.folder = folder
        let place = folder.appending(path: "server", directoryHint: .isDirectory)
        server = try SimulatedServer(template.storage(place), clock: clock, random: products, line: line)
        self.random = random
        server.scheduler.world = self
        devices = (0..<number).map { number in
            let home = folder.appending(path: "device-\(number)", directoryHint: .isDirectory)
            return SimulatedDevice(number, home, self)
        }
        observer = NotificationCenter.default.addObserver(forName: ModelContext.didSave, object: nil, queue: nil) {
            [weak self] notice in
            if let context = notice.object as? ModelContext { self?.saved(context.container) }
        }
    }

    /// A world in which nothing happens, for the preparation of a template.
    init(
        template: WorldTemplate,
        server: SimulatedServer,
        clock: VirtualClock,
        products: SharedGenerator,
        line: JobLine
    ) {
        (seed, kind, isAutomatic, hasAlarms, plan, folder) = (0, .ideaBox, false, false, FaultPlan([]), nil)
        (scenario, identifierSeed, leftOut) = (nil, 0, [])
        books = ServiceBooks(kind)
        (self.template, self.server, self.clock, self.products, self.line) = (template, server, clock, products, line)
        (random, networkRandom) = (SeededGenerator(seed: 0), SeededGenerator(seed: 0))
    }

    /// Whether the stores of devices are in memory: in some of the runs in which no process ends that has one.
    var keepsStoresInMemory: Bool {
        // AlarmClock mirrors files alone.
        !hasAlarms
            && scenario?.isInMemory
                ?? (!plan.endsProcesses && countdown == nil && !hasCounted && seed % Self.memoryTurn == 0)
    }

    /// One of so many seeds.
    private static let memoryTurn: UInt64 = 12

    /// How many devices there are: two or three, and four in every eighth run.
    private static func drawDevices(_ random: inout SeededGenerator, _ leftOut: Set<RunPart>) -> Int {
        let hasFour = random.once(in: 8) && !leftOut.contains(.fourthDevice)
        return hasFour ? WorldTemplate.devices : random.number(2...3)
    }

    /// Ends the run and removes its files.
    func end() {
        if let observer { NotificationCenter.default.removeObserver(observer) }
        for device in devices {
            device.life.isOver = true
            for client in device.clients.values { client.abandon() }
        }
        network.cutAll()
        waits.endAll()
        finishTasks()
        timetable.removeAll()
        (chores, devices) = ([], [])
        // What ends with the devices has its last words, which must not be in the way of the next run.
        finishTasks()
        attempt("end") {
            try server.end()
            try server.remove()
        }
        if let folder { try? FileManager.default.removeItem(at: folder) }
    }

    /// Runs what is left for tasks to do: they know that their processes are gone.
    private func finishTasks() {
        for _ in 0..<10_000 where line.count > 0 { line.run(at: 0) }
    }

    // MARK: Time

    func after(_ milliseconds: Int64, _ action: @escaping () -> Void) {
        timetable.enter(at: clock.milliseconds + max(0, milliseconds), action)
    }

    /// Does something as soon as nobody is in the middle of anything.
    func later(_ chore: @escaping () -> Void) { chores.append(chore) }

    /// Lets one thing happen: a task goes on, or time does.
    ///
    /// False if there is nothing left.
    func step() -> Bool {
        steps += 1
        if steps > Self.mostSteps {
            report(Violation(.liveness, "the run does not end"))
            return false
        }
        let ready = line.count
        if ready > 0 {
            stepsNow += 1
            line.run(at: place(among: ready))
            return true
        }
        if !chores.isEmpty {
            let due = chores
            chores = []
            for chore in due { chore() }
            return true
        }
        guard let next = timetable.removeNext() else { return false }
        if next.time > clock.milliseconds { beginMoment(next.time) }
        stepsNow += 1
        next.action()
        line.runMainQueue()
        return true
    }

    /// All machines are off for so many days: nothing happens until the next of them begins anew.
    func passDays(_ days: Int) {
        note("\(days) days pass")
        network.cutAll()
        let time = Int64(days) * Self.day
        leapt += time
        // Absences may follow each other.
        lapseSignIns()
        beginMoment(clock.milliseconds + time)
    }

    /// Milliseconds of a day, and those for which IdeaBox keeps what was deleted or gave way.
    private static let day: Int64 = 24 * 60 * 60 * 1_000
    static let retention = 30 * day

    var isIdle: Bool { line.count == 0 }

    private func place(among ready: Int) -> Int {
        if ready == 1 { return 0 }
        guard scenario != nil else { return random.number(0...(ready - 1)) }
        return orderRandom?.number(0...(ready - 1)) ?? 0
    }

    private func beginMoment(_ time: Int64) {
        clock.milliseconds = time
        (stepsNow, commitsNow, plannedCrashes) = (0, [:], [:])
    }

    /// Whether nothing is left to happen before time goes on.
    var isMomentOver: Bool { isIdle && chores.isEmpty && timetable.next.map { $0 > clock.milliseconds } != false }

    /// The step that is under way counts for none: it is the scenario's own, or the generator's.
    func discountStep() { stepsNow -= 1 }

    /// Writes down what was decided to happen now.
    func record(_ action: ScenarioAction, on device: SimulatedDevice?, step: Int? = nil) {
        let time = clock.milliseconds - VirtualClock.beginning
        recorder.append(ScenarioEvent(time: time, step: step ?? stepsNow, device: device?.number, action: action))
    }

    /// The run so far as a scenario.
    func recorded(duration: Int64) -> Scenario {
        var scenario = Scenario()
        (scenario.kind, scenario.isAutomatic, scenario.devices) = (kind, isAutomatic, devices.count)
        scenario.hasAlarms = hasAlarms
        (scenario.isInMemory, scenario.faults, scenario.duration) = (keepsStoresInMemory, plan.faults, duration)
        (scenario.identifiers, scenario.order) = (identifierSeed, self.scenario == nil ? seed : self.scenario?.order)
        scenario.events = recorder.events.enumerated().sorted { left, right in
            let (first, second) = (left.element, right.element)
            return (first.time, first.step, left.offset) < (second.time, second.step, right.offset)
        }.map(\.element)
        scenario.deliveries = recorder.deliveries.mapValues(\.normalized).filter { !$0.value.isUsual }
        return scenario
    }

    // MARK: Chance, and what is told

    func network<Value>(_ body: (inout SeededGenerator) -> Value) -> Value { body(&networkRandom) }

    func note(_ line: @autoclosure () -> String) {
        trace.note("\(clock.milliseconds - VirtualClock.beginning) \(line())")
    }

    /// Heads or tails, for the network.
    func flip() -> Bool { networkRandom.flip() }

    func report(_ violation: Violation) {
        note("!! \(violation)")
        violations.append(violation)
    }

    func heal() {
        isHealed = true
        countdown = nil
        network.heal()
        note("healed")
    }

    // MARK: What happens on devices

    /// A context has saved something.
    private func saved(_ container: ModelContainer) {
        if let device = devices.first(where: { $0.owns(container) }) { committed(device) }
    }

    /// Something more is on the disk of a device: its process may end here.
    func committed(_ device: SimulatedDevice) {
        commitsNow[device.number, default: 0] += 1
        if scenario != nil, countdown == nil {
            guard let planned = plannedCrashes[device.number] else { return }
            guard planned.commit == commitsNow[device.number] else { return }
            return crash(device, "after a durable step", restart: planned.restart)
        }
        if let countdown, countdown.device == device.number {
            self.countdown = countdown.steps > 1 ? (device.number, countdown.steps - 1) : nil
            if countdown.steps <= 1 {
                hasCounted = true
                crashAfterCommit(device)
            }
        } else if !isHealed, plan.has(.clientCrash), random.once(in: 60) {
            crashAfterCommit(device)
        }
    }

    private func crashAfterCommit(_ device: SimulatedDevice) {
        guard device.isUp else { return }
        let restart = restartTime()
        let action = ScenarioAction.crashAtCommit(commitsNow[device.number] ?? 0, restart: restart)
        record(action, on: device, step: 0)
        crash(device, "after a durable step", restart: restart)
    }

    /// Milliseconds for which a process that ended is away.
    func restartTime() -> Int64 { Int64(random.number(10...5_000)) }

    func crash(_ device: SimulatedDevice, _ place: String, restart: Int64) {
        guard device.isUp else { return }
        note("d\(device.number) crashes \(place)")
        device.crash()
        after(restart) {
            device.start()
            self.note("d\(device.number) starts")
            self.sync(device)
        }
    }

    func sync(_ device: SimulatedDevice, sendsOnly: Bool = false) {
        // IdeaBox asks nobody where nobody is signed in.
        guard device.isUp, !(kind == .ideaBox && device.isSignedOut) else { return }
        do {
            for client in try device.activeClients() { client.sync(sendsOnly: sendsOnly) }
        } catch {
            report(Violation(.soundness, "d\(device.number) cannot open its store: \(error)"))
        }
    }

    func heard(_ event: SyncEvent, _ device: Int, _ account: Int, _ life: Life) {
        guard !life.isOver else { return }
        note("d\(device)a\(account) tells \(event.word)")
        if case .began = event, devices[device].signedOut.contains(account) {
            report(Violation(.isolation, "d\(device) begins to sync account \(account), which is signed out"))
        }
        let problem: SyncProblem? =
            switch event {
            case .retry(_, let problem), .stopped(let problem): problem
            default: nil
            }
        let isOfService = problem.map { [.unreachable, .serviceFailed, .throttled].contains($0.kind) } ?? false
        if isOfService, let client = devices[device].clients[account] { monitor.blames(client, problem?.kind.rawValue) }
    }

    /// A sync of a client is over.
    func synced(_ client: Client, _ error: (any Error)?) {
        let word = error.flatMap { client.app.word(of: $0) }
        let words = word.map { "failed: \($0)" } ?? error.map { "threw \($0)" } ?? "done"
        note("d\(client.device.number)a\(client.account) sync \(words)")
        if let error, word == nil, !(error is CancellationError) {
            report(Violation(.soundness, "a sync threw \(error)"))
        }
        monitor.judge(client, error)
    }

    // MARK: The service

    /// Does something to the service, which must not fail.
    func attempt(_ words: String, _ body: () throws -> Void) {
        do {
            try body()
        } catch {
            report(Violation(.soundness, "the service cannot \(words): \(error)"))
        }
    }

    /// Whether the service lets a device wait for notices, and does not want to be left alone.
    func letsWait(_ client: Client) -> Bool {
        isHealed || network.closedUntil[client.device.number] ?? 0 <= clock.milliseconds
    }

    /// The operations of a batch that are refused.
    private func refusals(of wire: WireWork, _ arrival: Arrival) -> [Int: String]? {
        if let scenario { return scenario.deliveries[arrival.key]?.refusals[arrival.number] }
        guard wire.request.endpoint == "records/modify", !isHealed, plan.has(.partialFailure) else { return nil }
        guard network({ $0.once(in: 4) }) else { return nil }
        let refusals = wire.drawRefusals()
        recorder[arrival.key].refusals[arrival.number] = refusals
        return refusals
    }

    /// Lets the service answer; told nil if it cannot.
    func perform(
        _ request: CloudKitRequest,
        for client: Client,
        _ account: Int,
        _ arrival: Arrival,
        _ completion: @escaping @Sendable (CloudKitAnswer?) -> Void
    ) {
        if let refusal = refusal(of: client.device.number) { return completion(refusal) }
        var wire = WireWork(request, self)
        if let refusals = refusals(of: wire, arrival) {
            wire.refuse(refusals)
            if wire.hasRefused { client.hasMetTrouble = true }
        }
        if request.endpoint == "changes/zone", plan.has(.shortPages) { wire.shortenPages() }
        if interleaves, wire.mayInterleave { return begin(wire, account, arrival, completion) }
        completion(answerAtOnce(wire, account))
    }

    /// The answer to a device that the service wants to be left alone by.
    private func refusal(of device: Int) -> CloudKitAnswer? {
        let now = clock.milliseconds
        guard let until = network.closedUntil[device], until > now, !isHealed else { return nil }
        let seconds = (Double(until - now) / 1_000).rounded(.up)
        var error = WireError(.throttled, reason: "simulated")
        // The wish always stands in the head of the answer, and in every second body too.
        if network.lastNumber.isMultiple(of: 2) { error.retryAfter = seconds }
        return CloudKitAnswer(
            status: 503,
            headers: [(name: "Retry-After", value: "\(Int(seconds))")],
            body: error.json()
        )
    }

    private func answerAtOnce(_ wire: WireWork, _ account: Int) -> CloudKitAnswer? {
        do {
            return try wire.finish(try server.answer(wire.request), account)
        } catch {
            report(Violation(.soundness, "the service failed: \(error)"))
            return nil
        }
    }
}

extension SyncEvent {
    /// The event in a word or two, for the trace.
    fileprivate var word: String {
        switch self {
        case .stopped(let problem): "stopped \(problem.kind.rawValue)"
        case .retry(let seconds, let problem): "retry in \(Int(seconds)) s, \(problem.kind.rawValue)"
        default: "\(self)"
        }
    }
}
