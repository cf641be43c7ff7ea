import Foundation

/// Where alarms and what is remembered of their ringing are kept.
public protocol RingKeeper: Sendable {
    /// All alarms, in the order of the list, and what is remembered of them.
    func load() async throws -> (alarms: [RingingAlarm], memories: [RingMemory])
    /// Keeps what the actions say, all in one transaction; those that are not about the store are passed over.
    func save(_ actions: [RingAction]) async throws
}

/// What makes alarms heard and seen.
public protocol Bell: Sendable {
    /// Does what the action says; those that are not about being heard are passed over.
    func perform(_ action: RingAction) async
}

/// Always knows when the next alarm rings, and rings it.
///
/// It decides nothing: ``RingMachine`` does. This actor waits, hands on what happened, and executes.
public actor AlarmScheduler {
    /// What it takes from the outside.
    public struct Surroundings: Sendable {
        /// The time.
        public var now: @Sendable () -> Date
        /// The clocks of the machine.
        public var clocks: @Sendable () -> ClockReading
        /// The zones, as the device is set now.
        public var plan: @Sendable () -> FiringPlan
        /// Is told what went wrong or changed, in the words of ``OperationLog/Event``.
        public var note: @Sendable (OperationLog.Event) -> Void

        /// Takes each part from the caller.
        public init(
            now: @escaping @Sendable () -> Date,
            clocks: @escaping @Sendable () -> ClockReading,
            plan: @escaping @Sendable () -> FiringPlan,
            note: @escaping @Sendable (OperationLog.Event) -> Void
        ) {
            self.now = now
            self.clocks = clocks
            self.plan = plan
            self.note = note
        }
    }

    /// What rings and what comes next.
    public struct Status: Equatable, Sendable {
        /// The alarms that make themselves heard.
        public let ringing: [Ring]
        /// The alarms that are put off.
        public let snoozed: [RingMemory]
        /// What comes up next.
        public let next: FiringPlan.Firing?
    }

    private var machine: RingMachine
    private let keeper: any RingKeeper
    private let bell: any Bell
    private let timer: any WakeTimer
    private let surroundings: Surroundings
    private var lastReading: ClockReading
    private var turn = Turn()
    /// When the alarms are read again that could not be read; nil where they could.
    private var retry: (at: Date, pause: TimeInterval)?
    /// Why they could not be read, as it was noted.
    private var noted: String?
    private var listener: AsyncStream<Void>.Continuation?

    /// A scheduler that does nothing before ``run()``.
    public init(keeper: any RingKeeper, bell: any Bell, timer: any WakeTimer, surroundings: Surroundings) {
        self.keeper = keeper
        self.bell = bell
        self.timer = timer
        self.surroundings = surroundings
        machine = RingMachine(plan: surroundings.plan())
        lastReading = surroundings.clocks()
    }

    /// Rings what is due until the timer is closed.
    public func run() async {
        await reload()
        for await event in timer.events {
            await serially { await self.handle(event) }
        }
    }

    /// The alarms were changed.
    ///
    /// - Returns: Whether they could be read. Where they could not, it goes on with those that it knows, and tries again by
    ///   itself.
    @discardableResult
    public func reload() async -> Bool {
        await serially {
            await self.followClocks()
            return await self.load()
        }
    }

    /// How long it is until alarms are read again that could not be read, the first time and at most, in seconds.
    static let pauses: ClosedRange<TimeInterval> = 1...60

    private func load() async -> Bool {
        do {
            let (alarms, memories) = try await keeper.load()
            retry = nil
            noted = nil
            let (plan, now) = (surroundings.plan(), surroundings.now())
            await perform(machine.replace(alarms, memories: memories, plan: plan, now: now))
            listener?.yield()
            return true
        } catch {
            let reason = String(describing: error)
            // Of the same reason only the first time is noted.
            if reason != noted { surroundings.note(.fetchFailed(reason)) }
            noted = reason
            let pause = retry.map { min($0.pause * 2, Self.pauses.upperBound) } ?? Self.pauses.lowerBound
            retry = (at: surroundings.now() + pause, pause: pause)
            arm()
            return false
        }
    }

    private func arm() { timer.arm([machine.nextWake, retry?.at].compactMap(\.self).min()) }

    /// Stops an alarm, or all; answers those that were stopped.
    public func stop(_ id: UUID?) async -> [UUID] {
        await serially {
            await self.followClocks()
            let actions = self.machine.stop(id, now: self.surroundings.now())
            await self.perform(actions)
            return actions.compactMap { if case .tellOthers(let id, _) = $0 { id } else { nil } }
        }
    }

    /// Puts off an alarm, or all; answers those that were, and until when.
    public func snooze(_ id: UUID?, minutes: Int?) async throws(RingMachine.SnoozeRefusal) -> [RingMemory] {
        let result: Result<[RingMemory], RingMachine.SnoozeRefusal> = await serially {
            await self.followClocks()
            do throws(RingMachine.SnoozeRefusal) {
                let actions = try self.machine.snooze(id, minutes: minutes, now: self.surroundings.now())
                await self.perform(actions)
                return .success(actions.compactMap { if case .remember(let memory) = $0 { memory } else { nil } })
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// What rings and what comes next.
    public var status: Status {
        Status(ringing: machine.ringing, snoozed: machine.snoozed, next: machine.nextFiring)
    }

    /// What an alarm is for; nil for one that the scheduler does not know.
    func label(of id: UUID) -> String? { machine.label(of: id) }

    /// A sign each time when what rings or comes next may be another.
    func changes() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        listener?.finish()
        listener = continuation
        return stream
    }

    /// Hears of clocks that were set, and of suspension, before anything is reckoned by them: whatever comes first.
    ///
    /// - Returns: Whether anything had happened to them.
    @discardableResult
    private func followClocks() async -> Bool {
        let reading = surroundings.clocks()
        let change = reading.change(since: lastReading)
        lastReading = reading
        guard let change else { return false }
        surroundings.note(.clockChanged(suspended: change.suspended, set: change.set))
        let (plan, now) = (surroundings.plan(), surroundings.now())
        await perform(machine.move(to: plan, clockSetBy: change.set, now: now))
        return true
    }

    private func handle(_ event: WakeEvent) async {
        let isAnotherTime = await followClocks() || event == .clockChanged
        let (now, plan) = (surroundings.now(), surroundings.plan())
        if let retry, isAnotherTime || retry.at <= now, await load() { return }
        // An update of the system's zones is told by nobody.
        if isAnotherTime || plan.deviceZone != machine.deviceZone {
            await perform(machine.move(to: plan, now: now))
        } else {
            await perform(machine.woke(now: now))
        }
    }

    /// The store first: what rang has rung, also where the process ends in the next moment.
    ///
    /// But for silence: whoever stops an alarm does not wait for a store that another program keeps locked.
    private func perform(_ actions: [RingAction]) async {
        arm()
        guard !actions.isEmpty else { return }
        let ends = actions.filter(\.isEnd)
        for end in ends { await bell.perform(end) }
        if !ends.isEmpty { listener?.yield() }
        do {
            try await keeper.save(actions)
        } catch {
            // Better rung twice than not at all.
            surroundings.note(.saveFailed(String(describing: error)))
        }
        for action in actions where !action.isEnd { await bell.perform(action) }
        listener?.yield()
    }

    // MARK: - One after the other

    /// Who is doing something, and who waits for it.
    private struct Turn {
        var isTaken = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    /// Runs the body when all that were asked for before have ended: an actor alone lets another begin wherever one
    /// waits.
    private func serially<Result: Sendable>(_ body: () async -> Result) async -> Result {
        if turn.isTaken {
            await withCheckedContinuation { turn.waiting.append($0) }
        }
        turn.isTaken = true
        defer {
            if turn.waiting.isEmpty {
                turn.isTaken = false
            } else {
                turn.waiting.removeFirst().resume()
            }
        }
        return await body()
    }
}
