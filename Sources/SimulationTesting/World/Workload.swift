import CloudKit
import Foundation

/// What persons do on their devices, and what goes wrong meanwhile, until time is up.
struct Workload {
    unowned let world: World
    /// Milliseconds for which the run is rough.
    let duration: Int64

    /// Enters the first event; each one enters the next.
    func begin() {
        let plan = world.plan
        if plan.has(.skew), world.random.flip() {
            for device in world.devices { decide(.setGrain(4_000), on: device) }
        }
        for device in world.devices where plan.has(.skew) {
            let choices: [Int64] = [0, 1_500, -1_500, 90_000, -120_000, 400_000, 31_536_000_000, -31_536_000_000]
            decide(.setClock(choices[world.random.number(0...(choices.count - 1))]), on: device)
        }
        for device in world.devices where world.kind == .mirroring && plan.has(.newerVersion) {
            if world.random.flip() { decide(.install(.first), on: device) }
        }
        next()
    }

    /// Milliseconds since the beginning in which machines were on.
    private var passed: Int64 { world.clock.milliseconds - VirtualClock.beginning - world.leapt }

    private func next() {
        let world = world
        guard !world.isHealed, passed < duration else { return }
        world.after(Int64(world.random.number(0...3_000))) {
            world.discountStep()
            guard !world.isHealed else { return }
            act()
            next()
        }
    }

    private func act() {
        let device = world.devices[world.random.number(0...(world.devices.count - 1))]
        // Late enough for others to have written what the older version of the app cannot read.
        if isOutdated(device), passed > duration / 2, world.random.once(in: 4) {
            return decide(.install(.second), on: device)
        }
        let draw = world.random.number(1...100)
        if device.wantsSignIn, draw.isMultiple(of: 4) { return decide(.signIn, on: device) }
        if draw <= 50 { return edit(device) }
        if draw <= 82 { return decide(.sync(sendsOnly: false), on: device) }
        let faults = Fault.allCases.filter { world.plan.has($0) }
        guard !faults.isEmpty else { return decide(.sync(sendsOnly: false), on: device) }
        goWrong(faults[world.random.number(0...(faults.count - 1))], device)
    }

    /// Writes down what was drawn, and performs it.
    private func decide(_ action: ScenarioAction, on device: SimulatedDevice?) {
        world.record(action, on: device)
        perform(action, on: device)
    }

    // MARK: Persons

    /// A person changes something; the app, where it is open, syncs at once.
    func edit(_ device: SimulatedDevice) {
        guard device.isUp else { return }
        do {
            let isAboutAlarms = world.hasAlarms && world.random.once(in: 3)
            let client = try isAboutAlarms ? device.alarmClient() : device.client()
            if let action = try client.app.drawAction()?.leavingOut(world.leftOut) {
                decide(.person(action), on: device)
            }
            if client.app.isAutomatic { return }
            if device.isUp, world.random.flip() { decide(.sync(sendsOnly: world.random.flip()), on: device) }
        } catch {
            world.report(Violation(.soundness, "a change failed on d\(device.number): \(error)"))
        }
    }

    private func edit(_ device: SimulatedDevice, _ action: PersonAction) {
        guard device.isUp else { return }
        do {
            let client = try action.isAboutAlarms ? device.alarmClient() : device.client()
            try client.app.perform(action)
            // One that syncs by itself does so without a word.
            if client.app.isAutomatic { world.monitor.wasUsed(client) }
        } catch {
            world.report(Violation(.soundness, "a change failed on d\(device.number): \(error)"))
        }
    }

    /// A process ends somewhere in the middle.
    func interrupt(_ device: SimulatedDevice) {
        guard device.isUp else { return }
        decide(.crash(restart: world.restartTime()), on: device)
    }

    // MARK: Faults

    private func goWrong(_ fault: Fault, _ device: SimulatedDevice) {
        switch fault {
        case .clientCrash:
            if world.random.flip() {
                interrupt(device)
            } else {
                world.countdown = (device.number, world.random.number(1...6))
            }
        case .serverCrash: decide(.crashServer(downtime: Int64(world.random.number(10...4_000))), on: nil)
        case .clockJump:
            let choices: [Int64] = [4_000, -4_000, 50, -50, 400_000, -400_000, 31_536_000_000, -31_536_000_000]
            decide(.setClock(choices[world.random.number(0...(choices.count - 1))]), on: device)
        case .accountSwitch:
            let canSwitch = world.kind == .ideaBox || device.isBound
            decide(canSwitch ? .showAccount(1 - device.account) : .sync(sendsOnly: false), on: device)
        case .signOut: decide(device.isSignedOut ? .signIn : .signOut, on: device)
        case .longAbsence:
            let hasTime = world.leapt < 2 * World.retention
            if hasTime { decide(.passDays(world.random.number(8...40)), on: nil) } else { edit(device) }
        case .quota:
            decide(.limitRecords(world.random.flip() ? Int64(world.random.number(1...4)) : nil), on: nil)
        case .throttle: decide(.refuseRequests(Int64(world.random.number(500...20_000))), on: device)
        case .expiry: decide(.prune, on: nil)
        case .restore: decide(world.backup != nil && world.random.flip() ? .restore : .backUp, on: nil)
        case .newerVersion: drawNewerVersion(device)
        case .dropRequest, .dropAnswer, .duplicate, .delay, .skew, .partialFailure, .shortPages,
            .interleaving:
            decide(.sync(sendsOnly: false), on: device)
        }
    }

    /// The device's app is updated, or somebody else's newer one writes a field of its own.
    private func drawNewerVersion(_ device: SimulatedDevice) {
        if isOutdated(device), world.random.once(in: 3) {
            decide(.install(.second), on: device)
        } else {
            drawMood(device)
        }
    }

    /// Whether a device has the older version of the app, and files that an update would find.
    private func isOutdated(_ device: SimulatedDevice) -> Bool {
        world.kind == .mirroring && device.version == .first && !world.keepsStoresInMemory
    }

    private func drawMood(_ device: SimulatedDevice) {
        let isOfAlarms = world.hasAlarms && world.random.flip()
        guard let count = recordsOfMoods(device, isOfAlarms)?.names.count, count > 0 else { return }
        let record = world.random.number(0...(count - 1))
        decide(.writeMood(world.random.number(0...999), record: record, isOfAlarms: isOfAlarms), on: device)
    }

    /// Lets something happen.
    func perform(_ action: ScenarioAction, on device: SimulatedDevice?) {
        if let device { perform(action, device) } else { performOnService(action) }
    }

    private func perform(_ action: ScenarioAction, _ device: SimulatedDevice) {
        switch action {
        case .person(let action): edit(device, action)
        case .sync(let sendsOnly): world.sync(device, sendsOnly: sendsOnly)
        case .crash(let restart): world.crash(device, "in the middle", restart: restart)
        case .crashAtCommit(let commit, let restart): world.plannedCrashes[device.number] = (commit, restart)
        case .setGrain(let grain):
            device.clock.grain = grain
            world.note("the clock of d\(device.number) is coarse")
        case .setClock(let skew):
            device.clock.skew = skew
            world.note("d\(device.number) is set to \(skew / 1_000) s ahead")
        case .showAccount(let account):
            guard device.account != account else { return }
            device.show(account)
            world.note("d\(device.number) shows account \(device.account)")
            device.clients.values.forEach { $0.app.accountChanged() }
            world.sync(device)
        case .refuseRequests(let time): world.network.close(device.number, for: time)
        case .writeMood(let mood, let record, let isOfAlarms): writeMood(device, mood, record, isOfAlarms)
        case .install(let version): install(version, device)
        case .signOut: world.signOut(device)
        case .signIn: world.signIn(device)
        case .crashServer, .limitRecords, .prune, .backUp, .restore, .passDays: performOnService(action)
        }
    }

    /// The store is migrated when the new version opens it; what it had asked of the service goes on or is lost.
    private func install(_ version: LibraryVersion, _ device: SimulatedDevice) {
        guard device.version != version else { return }
        world.note("d\(device.number) has the \(version.rawValue) version of the app")
        device.version = version
        guard !device.clients.isEmpty else { return }
        device.crash()
        device.start()
        world.sync(device)
    }

    private func performOnService(_ action: ScenarioAction) {
        switch action {
        case .crashServer(let downtime):
            attempt("crashes") { try world.server.crash() }
            world.network.cutAll()
            world.network.downUntil = world.clock.milliseconds + downtime
        case .limitRecords(let room):
            attempt("has room for \(room.map(String.init) ?? "all")") { try world.server.setQuota(room) }
            world.network.cutAll()
        case .prune: attempt("prune") { try world.server.prune() }
        case .backUp:
            attempt("is backed up") { try world.server.backUp(to: "backup") }
            world.backup = world.books
        case .restore: restore()
        case .passDays(let days): world.passDays(days)
        default: break
        }
    }

    private func attempt(_ words: String, _ body: () throws -> Void) {
        world.note("the service: \(words)")
        world.attempt(words, body)
    }

    private func restore() {
        guard let old = world.backup else { return }
        attempt("is put back") {
            try world.server.restore(from: "backup")
            world.books.restore(old)
            world.wasRestored = true
        }
        if world.hasSignedIn { world.lapseSignIns() }
        world.backup = nil
        world.network.cutAll()
    }

    /// A device's client of an app, and the names of the records that the app has at the service.
    private func recordsOfMoods(_ device: SimulatedDevice, _ isOfAlarms: Bool) -> (client: Client, names: [String])? {
        guard device.isUp, let client = try? isOfAlarms ? device.alarmClient() : device.client() else { return nil }
        let book = isOfAlarms ? world.books.alarms : world.book
        return (client, (book.records[client.account] ?? [:]).keys.sorted())
    }

    /// A newer version of an app adds a field of its own to a record.
    private func writeMood(_ device: SimulatedDevice, _ number: Int, _ place: Int, _ isOfAlarms: Bool) {
        guard let (client, names) = recordsOfMoods(device, isOfAlarms) else { return }
        let box = ClientBox()
        box.client = client
        let account = client.account
        let transport = NetworkTransport(network: world.network, client: box, account: account, isWatched: false)
        let container = device.cloudContainer(account, transport)
        guard names.indices.contains(place) else { return }
        let name = names[place]
        let zone = CKRecordZone.ID(zoneName: isOfAlarms ? AlarmApp.zone : world.kind.zone)
        let id = CKRecord.ID(recordName: name, zoneID: zone)
        let (database, mood) = (container.privateCloudDatabase, "mood \(number)")
        Task.detached {
            // For as long as the request is on its way, somebody must keep the client.
            defer { _ = client }
            guard let record = try? await database.record(for: id) else { return }
            record["mood"] = mood
            _ = try? await database.save(record)
        }
    }
}
