/// The steps of a run, from random numbers.
struct StepRunner {
    private enum Kind {
        case modify, family, ownerDeletion, fill, bulk, changes, oldChanges, changedZones, zones, listZones,
            lookUpZones, lookUp, malformed, many
        case retry, together, fullDisk, reader, clock, kill, prune, removeAnswers, backUp, restore, lose, verify
    }

    private let run: ServiceRun
    private let setting: SeedRun.Setting
    private let intervening: SeedRun.Intervention?
    private let kinds: [(weight: Int, element: Kind)]

    init(_ run: ServiceRun, _ setting: SeedRun.Setting, intervening: SeedRun.Intervention?) {
        self.intervening = intervening
        (self.run, self.setting) = (run, setting)
        kinds = [
            (50, .modify), (10, .family), (12, .ownerDeletion), (setting.quota.bytes == nil ? 0 : 12, .fill),
            (setting.hasBulk ? 10 : 0, .bulk),
            (20, .changes), (5, .oldChanges), (9, .changedZones), (setting.isCrowded ? 20 : 4, .zones), (2, .listZones),
            (3, .lookUpZones), (8, .lookUp), (3, .malformed), (1, .many), (8, .retry), (4, .together),
            (run.mayFillDisk ? 4 : 0, .fullDisk), (14, .reader), (6, .clock),
            (3, .kill), (8, .prune), (2, .removeAnswers), (2, .backUp), (1, .restore), (1, .lose), (1, .verify),
        ]
    }

    /// Runs all steps, and looks through everything at the end.
    func runAll() async throws {
        try await begin()
        for step in 1...setting.steps {
            run.step = step
            try await intervening?(step, run)
            if let due = dueStep(step) { try await runStep(due) }
            try await runStep(run.random.pick(weighted: kinds, else: .modify))
        }
        run.step = setting.steps + 1
        try await FinalLook(run).runAll()
    }

    /// What is certain to happen in a run of this setting: a copy first, and later its end.
    private func dueStep(_ step: Int) -> Kind? {
        guard setting.loses || setting.restores else { return nil }
        if step == setting.steps / 3 { return .backUp }
        if step == setting.steps * 2 / 3 { return setting.loses ? .lose : .restore }
        return nil
    }

    /// Most users have a zone before anything else happens.
    private func begin() async throws {
        run.setQuota(setting.quota)
        try run.restart()
        // Their tags are not known before.
        let people = run.userNames.map { (name: $0, keys: [String]?.none) }
        try await run.lookUp(LookupRequest(database: .public, zone: nil, names: people), 0)
        for user in run.users where !run.random.once(in: 6) {
            let names = run.random.some(["Notes", "Work", "Attic"], atMost: 3)
            let operations = names.map { ServiceRun.ZoneOperation(kind: "create", name: $0) }
            let body = JSON.object(["operations": .array(operations.map(\.json))])
            let call = ServiceCall(user, nil, DatabaseID(user: user), "zones/modify", body)
            try await run.modifyZones(operations, call)
        }
    }

    private func runStep(_ kind: Kind) async throws {
        try await perform(kind)
        try run.checkReports()
    }

    private func perform(_ kind: Kind) async throws {
        switch kind {
        case .modify: try await modify(run.drawModify())
        case .fill: try await modify(run.drawFilling() ?? run.drawModify())
        case .family: try await modify(run.drawFamily())
        case .ownerDeletion: try await modify(run.drawOwnerDeletion() ?? run.drawFamily())
        case .bulk: try await modify(run.drawBulk())
        case .changes:
            let (request, user) = run.drawChanges()
            _ = try await run.changes(request, user, run.pickDevice())
        case .oldChanges, .changedZones, .zones, .listZones, .lookUpZones, .lookUp, .malformed: try await read(kind)
        case .many: try await run.sendMany()
        case .retry: try await run.sendAgain()
        case .together: try await run.sendTogether()
        case .fullDisk: try await run.sendToFullDisk()
        case .reader: try await run.fetchByReader(pages: run.random.number(1...6))
        default: try await operate(kind)
        }
    }

    private func modify(_ drawn: (ModifyRequest, ServiceCall)) async throws {
        try await run.modify(drawn.0, drawn.1)
    }

    private func read(_ kind: Kind) async throws {
        let user = run.pickUser()
        let id = DatabaseID(user: user)
        switch kind {
        case .oldChanges:
            let zone = run.pickZone(id)
            let query = ZoneQuery(zone: zone, start: run.drawStart(id, zone), options: run.drawOptions())
            try await run.oldChanges(query, id, user, nil)
        case .changedZones:
            let start = run.drawStart(id, nil)
            let limit = run.random.once(in: 40) ? -2 : run.random.pick([nil, 0, 1, 1, 2, 3, 200, 999]) ?? nil
            _ = try await run.changedZones(id, from: start, limit: limit, isOldForm: run.random.once(in: 4), user)
        case .zones:
            let (operations, call) = run.drawZoneOperations()
            try await run.modifyZones(operations, call)
        case .listZones: try await run.listZones(run.random.once(in: 5) ? .public : id, user)
        case .lookUpZones:
            try await run.lookUpZones(run.random.some(Vocabulary.zones + ["Gone", "Z1"], atMost: 4), id, user)
        case .lookUp:
            let (request, user) = run.drawLookup()
            try await run.lookUp(request, user)
        default:
            let call = run.drawMalformed()
            try run.checkRefusal(await run.send(call), [.badRequest], call)
        }
    }

    private func operate(_ kind: Kind) async throws {
        switch kind {
        case .clock: run.moveClock()
        case .kill:
            if run.random.once(in: 3) { run.setQuota(SeedRun.Setting.quota(&run.random)) }
            try run.restart()
        case .prune: try await run.prune()
        case .removeAnswers: try await run.removeAnswers()
        case .backUp: try run.backUp()
        case .restore: try await run.restore()
        case .lose: try await run.loseChanges()
        default: try await run.verify()
        }
    }
}
