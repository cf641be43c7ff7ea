import Foundation
import Testing

@testable import CloudKit

/// Random rows of events: whatever comes in whatever order, these things hold.
struct SyncMachinePropertyTests {
    /// As many as `SYNC_ENGINE_SEEDS` says.
    static let seeds: [UInt64] = {
        let wanted = ProcessInfo.processInfo.environment["SYNC_ENGINE_SEEDS"].flatMap(UInt64.init)
        return Array(0..<(wanted ?? 100))
    }()

    @Test(arguments: seeds)
    func nothingIsLostAndNothingRunsTwice(_ seed: UInt64) throws {
        var world = RandomWorld(seed: seed)
        for _ in 0..<300 { try world.step() }
        try world.heal()
    }

    /// The list against the slow obvious one.
    @Test(arguments: seeds.prefix(20))
    func pendingListsKeepTheirOrder(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var list = PendingList<CKRecord.ID, CKSyncEngine.PendingRecordZoneChange> { $0.recordID }
        var model: [(change: CKSyncEngine.PendingRecordZoneChange, stamp: Int)] = []
        for stamp in 1...600 {
            let id = MachineDriver.id("\(Int.random(in: 0..<40, using: &generator))")
            let change: CKSyncEngine.PendingRecordZoneChange =
                Bool.random(using: &generator) ? .saveRecord(id) : .deleteRecord(id)
            switch Int.random(in: 0..<3, using: &generator) {
            case 0:
                let limit = Int.random(in: 0...stamp, using: &generator)
                list.remove(change, upTo: limit)
                model.removeAll { $0.change == change && $0.stamp <= limit }
            default:
                list.add(change, stamp: stamp)
                if let place = model.firstIndex(where: { $0.change == change }) {
                    model[place].stamp = stamp
                } else {
                    model.removeAll { $0.change.recordID == id }
                    model.append((change, stamp))
                }
            }
            #expect(list.all == model.map(\.change), "seed \(seed), step \(stamp)")
            #expect(list.count == model.count && list.contains(change) == model.contains { $0.change == change })
        }
    }
}

/// A machine with a world that does anything: an app that edits, a service that fails, accounts that come and go.
///
/// The app keeps its own word of what it still wants sent, by the written rule: what the machine says was saved, deleted
/// or dropped is off its list, everything else must be on the machine's.
struct RandomWorld {
    struct Broken: Error, CustomStringConvertible {
        let description: String
    }

    let seed: UInt64
    private var generator: SeededGenerator
    private var machine: SyncMachine
    private var now = Date(timeIntervalSince1970: 1_767_225_600)
    private var signIn = 1
    private var standing = SyncMachine.Standing.user("_anna", signIn: 1)
    /// What waits in line, in order.
    private var line: [SyncMachine.Action] = []
    /// Requests that went out and were not answered: also those that nobody waits for any more.
    private var open: [(id: SyncMachine.RequestID, request: SyncMachine.Request)] = []
    private var timer: Int?
    /// What the app wants sent, with the number of its latest edit.
    private var wanted: [CKRecord.ID: (change: CKSyncEngine.PendingRecordZoneChange, edit: Int)] = [:]
    /// The edits that the contents of each open batch are made of.
    private var handed: [CKRecord.ID: Int] = [:]
    private var edits = 0
    private var waiters: Set<Int> = []
    private var lastWaiter = 0
    /// What the last state that was told covers, and what the delegate was told of.
    private var toldTokens: Set<String> = []
    private var stored: CKSyncEngine.State.Serialization?
    private var brackets = 0
    /// Whether an answer that nobody waited for has changed something.
    private var isMeddling = false
    /// Whether the machine may leave pending what is pending, until something happens.
    private var mayRest = false

    init(seed: UInt64) {
        self.seed = seed
        generator = SeededGenerator(seed: seed)
        machine = SyncMachine(ledger: SyncLedger(), isAutomatic: true)
        hear(.standing(standing))
    }

    private func broken(_ words: String) -> Broken {
        Broken(description: "seed \(seed): \(words)")
    }

    private mutating func chance(_ percent: Int) -> Bool {
        Int.random(in: 0..<100, using: &generator) < percent
    }

    private mutating func hear(_ input: SyncMachine.Input) {
        let jitter = Double.random(in: 0..<1, using: &generator)
        let moment = SyncMoment(
            now: now,
            uptime: now.timeIntervalSinceReferenceDate,
            jitter: jitter,
            // What another request of the container was told.
            retryAfter: chance(3) ? 30 : 0
        )
        for action in machine.handle(input, at: moment) {
            if case .abandon = action { continue }
            line.append(action)
        }
    }

    // MARK: Steps

    mutating func step() throws {
        switch Int.random(in: 0..<100, using: &generator) {
        case 0..<12: edit()
        case 12..<45: try work()
        case 45..<75: try answer(isHealthy: false)
        case 75..<80: hear(.pushed)
        case 80..<82: hear(.listening)
        case 82: hear(.lost)
        case 83..<89: fireTimer()
        case 89..<93: ask()
        case 93..<95: hear(.abandon(waiters.randomElement(using: &generator) ?? 0))
        case 95: cancel()
        case 96..<98: try restart()
        default: try switchAccount()
        }
        try check()
    }

    private mutating func edit() {
        edits += 1
        let id = MachineDriver.id("\(Int.random(in: 0..<12, using: &generator))")
        let change: CKSyncEngine.PendingRecordZoneChange = chance(75) ? .saveRecord(id) : .deleteRecord(id)
        wanted[id] = (change, edits)
        mayRest = false
        hear(.addRecords([change]))
    }

    private mutating func ask() {
        lastWaiter += 1
        waiters.insert(lastWaiter)
        hear(
            chance(50)
                ? .fetch(lastWaiter, CKSyncEngine.FetchChangesOptions())
                : .send(lastWaiter, CKSyncEngine.SendChangesOptions())
        )
    }

    private mutating func cancel() {
        lastWaiter += 1
        waiters.insert(lastWaiter)
        hear(.cancel(lastWaiter))
        mayRest = true
    }

    private mutating func fireTimer() {
        guard let timer else { return }
        self.timer = nil
        now += 600
        hear(.timer(timer))
    }

    private mutating func switchAccount() throws {
        signIn += 1
        standing =
            switch Int.random(in: 0..<5, using: &generator) {
            case 0: .nobody
            case 1: .refused
            case 2: .somebody(signIn: signIn)
            case 3: .user("_bob", signIn: signIn)
            default: .user("_anna", signIn: signIn)
            }
        let before = machine.ledger.user
        mayRest = false
        hear(.standing(standing))
        let ledger = machine.ledger
        guard let before, ledger.user != before else { return }
        let isBare = ledger.zoneTokens.isEmpty && ledger.databaseToken == nil && ledger.savedSubscription == nil
        guard isBare, !ledger.hasPending else { throw broken("something of \(before) is left") }
    }

    /// The process ends anywhere and begins anew with the last state that the app stored, and the app's own durable word.
    private mutating func restart() throws {
        let data = try JSONEncoder().encode(CKSyncEngine.State.Serialization(machine.ledger))
        let again = try JSONDecoder().decode(CKSyncEngine.State.Serialization.self, from: data).ledger
        guard again.recordChanges.all == machine.ledger.recordChanges.all,
            again.unfetchedZones == machine.ledger.unfetchedZones,
            again.zoneTokens == machine.ledger.zoneTokens, again.databaseToken == machine.ledger.databaseToken,
            again.user == machine.ledger.user, again.hasUntrackedChanges == machine.ledger.hasUntrackedChanges
        else { throw broken("the state did not survive") }
        let data2 = try stored.map { try JSONEncoder().encode($0) }
        let ledger = try data2.map {
            try JSONDecoder().decode(CKSyncEngine.State.Serialization.self, from: $0).ledger
        }
        machine = SyncMachine(ledger: ledger ?? SyncLedger(), isAutomatic: true)
        (line, timer, brackets, handed) = ([], nil, 0, [:])
        waiters = []
        hear(.standing(standing))
        // What the app still wants it adds again, as it has to.
        hear(.addRecords(wanted.values.sorted { $0.edit < $1.edit }.map(\.change)))
    }

    // MARK: The line

    private mutating func work() throws {
        guard !line.isEmpty else { return }
        switch line.removeFirst() {
        case .tell(let event): try told(event)
        case .tellState(let state):
            stored = state
            let tokens = state.ledger.zoneTokens.values.map(\.text)
            if let early = tokens.first(where: { !toldTokens.contains($0) }) {
                throw broken("a state covers \(early), of which nothing was told")
            }
            hear(.stateTold)
        case .notice(.changesDropped(_, let records)):
            for (change, _) in records { settle(change) }
        case .notice, .stopListening, .listen, .abandon: break
        case .askOptions(let question, let context): hear(.options(question, context.options))
        case .askBatch(let question, _):
            let batch = batch()
            // The user goes on while the app looks at its records.
            if chance(20) { edit() }
            hear(.batch(question, batch))
        case .request(let id, let request):
            guard machine.isCurrent(id) else { break }
            open.append((id, request))
        case .wait(let number, let seconds):
            guard seconds > 0, seconds <= SyncPause.longest + 100 else { throw broken("a pause of \(seconds)") }
            timer = number
        case .stopWaiting: timer = nil
        case .resume(let waiter, _):
            guard waiters.remove(waiter) != nil else { throw broken("\(waiter) was told twice") }
        }
    }

    private mutating func batch() -> CKSyncEngine.RecordZoneChangeBatch? {
        let changes = machine.ledger.recordChanges.all.prefix(4)
        handed = [:]
        for change in changes { handed[change.recordID] = wanted[change.recordID]?.edit ?? 0 }
        if changes.isEmpty { return nil }
        return .init(
            recordsToSave: changes.compactMap {
                if case .saveRecord(let id) = $0 { MachineDriver.record(id.recordName) } else { nil }
            },
            recordIDsToDelete: changes.compactMap { if case .deleteRecord(let id) = $0 { id } else { nil } }
        )
    }

    private mutating func told(_ event: CKSyncEngine.Event) throws {
        switch event {
        case .willFetchChanges, .willSendChanges: brackets += 1
        case .didFetchChanges, .didSendChanges:
            brackets -= 1
            guard brackets >= 0 else { throw broken("an end without a beginning") }
        case .sentRecordZoneChanges(let sent):
            for record in sent.savedRecords { settle(.saveRecord(record.recordID)) }
            for id in sent.deletedRecordIDs { settle(.deleteRecord(id)) }
        case .fetchedRecordZoneChanges(let page):
            for change in page.modifications { toldTokens.insert(change.record.recordID.recordName) }
        case .accountChange(let change):
            if case .signIn = change.changeType { break }
            // By the written rule the list is empty then; what was added later is on it again.
            let pending = Set(machine.ledger.recordChanges.all)
            wanted = wanted.filter { pending.contains($0.value.change) }
        default: break
        }
    }

    /// The app takes a change off its list, unless it was edited since it was handed out.
    private mutating func settle(_ change: CKSyncEngine.PendingRecordZoneChange) {
        guard let mine = wanted[change.recordID], mine.change == change else { return }
        if mine.edit <= handed[change.recordID] ?? 0 { wanted[change.recordID] = nil }
    }

    // MARK: The service

    private mutating func answer(isHealthy: Bool) throws {
        guard let index = open.indices.randomElement(using: &generator) else { return }
        let (id, request) = open[index]
        // A late duplicate comes now and then.
        if isHealthy || chance(90) { open.remove(at: index) }
        let (isCurrent, actions, ledger) = (machine.isCurrent(id), line.count, machine.ledger)
        defer { isMeddling = !isCurrent && (actions != line.count || ledger.zoneTokens != machine.ledger.zoneTokens) }
        if !isHealthy, chance(30), let code = CKError.Code.allCases.randomElement(using: &generator) {
            if isCurrent, case .records = request, code.endsTheWork, !code.staysPending { mayRest = true }
            return hear(
                .answered(id, .failed(CKError(code, reason: "seed \(seed)", retryAfter: chance(20) ? 30 : nil)))
            )
        }
        hear(.answered(id, result(of: request, isHealthy)))
    }

    private mutating func result(of request: SyncMachine.Request, _ isHealthy: Bool) -> SyncMachine.Answer {
        edits += 1
        // A page's token is named as its only record, so that it shows whether the page was told.
        let token = "t\(edits)"
        switch request {
        case .user: return .user(signIn % 2 == 0 ? "_bob" : "_anna")
        case .subscribe: return .subscribed
        case .databaseChanges:
            let zones = isHealthy ? [] : [MachineDriver.zone]
            return MachineDriver.zones(zones, token: token, more: !isHealthy && chance(20))
        case .zoneChanges: return MachineDriver.page([token], token: token, more: !isHealthy && chance(30))
        case .zones(let changes):
            return .zones(Dictionary(uniqueKeysWithValues: changes.map { ($0.zoneID, .success(nil)) }))
        case .records(let batch):
            var results: [CKRecord.ID: Result<CKRecord?, CKError>] = [:]
            for change in batch.changes {
                let code = CKError.Code.allCases.randomElement(using: &generator) ?? .internalError
                let fails = !isHealthy && chance(15)
                results[change.recordID] = fails ? .failure(CKError(code, reason: "seed \(seed)")) : .success(nil)
            }
            return .records(results)
        }
    }

    // MARK: What holds

    private func check() throws {
        let current = open.filter { machine.isCurrent($0.id) }
        let ids = Set(current.map(\.id))
        guard ids.count <= 2 else { throw broken("\(ids.count) requests at once") }
        let (fetch, send) = (machine.fetching?.request, machine.sending?.request)
        let allowed = Set([fetch, send, machine.asking].compactMap { $0 })
        guard ids.isSubset(of: allowed) else { throw broken("a request of no direction") }
        if let mine = machine.signIn, let other = ids.first(where: { $0.signIn != mine }) {
            throw broken("a request of sign-in \(other.signIn) is still waited for")
        }
        // What the machine has forgotten by its rule is told in the line; what is not must be pending.
        let tellers = line.contains { action in
            switch action {
            case .tell(.sentRecordZoneChanges), .tell(.accountChange), .notice(.changesDropped): true
            default: false
            }
        }
        if !tellers {
            let pending = Set(machine.ledger.recordChanges.all)
            if let lost = wanted.values.first(where: { !pending.contains($0.change) }) {
                throw broken("\(lost.change) was lost")
            }
        }
        if isMeddling { throw broken("an answer that nobody waited for changed something") }
        let isIdle = line.isEmpty && timer == nil && machine.fetching == nil && machine.sending == nil
        if isIdle, machine.signIn != nil, machine.ledger.hasPending, !mayRest {
            throw broken("changes are pending, and nothing will send them")
        }
        guard line.count < 100 else { throw broken("the line has \(line.count) actions") }
    }

    /// All is well from now on: everything comes to rest, with nothing pending and nobody waiting.
    mutating func heal() throws {
        // First by itself: nothing but timers and answers.
        try calm()
        signIn += 1
        standing = .user("_anna", signIn: signIn)
        hear(.standing(standing))
        hear(.returned)
        try calm()
        guard line.isEmpty, open.isEmpty, timer == nil, machine.fetching == nil, machine.sending == nil else {
            throw broken("it does not come to rest")
        }
        guard !machine.ledger.hasPending, wanted.isEmpty else {
            throw broken("\(machine.ledger.recordChanges.count) changes are pending, \(wanted.count) wanted")
        }
        guard machine.ledger.unfetchedZones.isEmpty, brackets == 0, waiters.isEmpty else {
            throw broken("\(machine.ledger.unfetchedZones) unfetched, \(brackets) open, \(waiters) wait")
        }
    }

    private mutating func calm() throws {
        for _ in 0..<2_000 {
            while !line.isEmpty { try work() }
            if !open.isEmpty {
                try answer(isHealthy: true)
            } else if timer != nil {
                fireTimer()
            } else if line.isEmpty {
                return try check()
            }
            try check()
        }
    }
}
