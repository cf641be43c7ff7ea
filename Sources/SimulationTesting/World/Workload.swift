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
            for device in world.devices { device.clock.grain = 4_000 }
            world.note("clocks are coarse")
        }
        for device in world.devices where plan.has(.skew) {
            let choices: [Int64] = [0, 1_500, -1_500, 90_000, -120_000, 400_000, 31_536_000_000, -31_536_000_000]
            device.clock.skew = choices[world.random.number(0...(choices.count - 1))]
            world.note("d\(device.number) is \(device.clock.skew / 1_000) s ahead")
        }
        next()
    }

    private func next() {
        let world = world
        guard !world.isHealed, world.clock.milliseconds - VirtualClock.beginning < duration else { return }
        world.after(Int64(world.random.number(0...3_000))) {
            guard !world.isHealed else { return }
            act()
            next()
        }
    }

    private func act() {
        let device = world.devices[world.random.number(0...(world.devices.count - 1))]
        let draw = world.random.number(1...100)
        if draw <= 50 { return edit(device) }
        if draw <= 82 { return world.sync(device) }
        let faults = Fault.allCases.filter { world.plan.has($0) }
        guard !faults.isEmpty else { return world.sync(device) }
        goWrong(faults[world.random.number(0...(faults.count - 1))], device)
    }

    // MARK: Persons

    /// A person changes something; the app, where it is open, syncs at once.
    func edit(_ device: SimulatedDevice) {
        guard device.isUp else { return }
        do {
            let client = try device.client()
            try client.app.act()
            // One that syncs by itself does so without a word.
            if client.app.isAutomatic { return world.monitor.wasUsed(client) }
            if device.isUp, world.random.flip() { world.sync(device, sendsOnly: world.random.flip()) }
        } catch {
            world.report(Violation(.soundness, "a change failed on d\(device.number): \(error)"))
        }
    }

    // MARK: Faults

    private func goWrong(_ fault: Fault, _ device: SimulatedDevice) {
        switch fault {
        case .clientCrash:
            if world.random.flip() {
                world.crash(device, "somewhere")
            } else {
                world.countdown = (device.number, world.random.number(1...6))
            }
        case .serverCrash: crashServer()
        case .clockJump:
            let choices: [Int64] = [4_000, -4_000, 50, -50, 400_000, -400_000, 31_536_000_000, -31_536_000_000]
            device.clock.skew = choices[world.random.number(0...(choices.count - 1))]
            world.note("d\(device.number) is set to \(device.clock.skew / 1_000) s ahead")
        case .accountSwitch:
            guard world.kind == .ideaBox || device.isBound else { return world.sync(device) }
            device.show(1 - device.account)
            world.note("d\(device.number) shows account \(device.account)")
            device.clients.values.forEach { $0.app.accountChanged() }
            world.sync(device)
        case .quota: limitRoom()
        case .throttle:
            world.network.close(device.number, for: Int64(world.random.number(500...20_000)))
        case .expiry: attempt("prune") { try world.server.prune() }
        case .restore: restore()
        case .newerVersion: writeMood(device)
        case .dropRequest, .dropAnswer, .duplicate, .delay, .skew, .partialFailure, .shortPages: world.sync(device)
        }
    }

    private func attempt(_ words: String, _ body: () throws -> Void) {
        world.note("the service: \(words)")
        world.attempt(words, body)
    }

    private func crashServer() {
        attempt("crashes") { try world.server.crash() }
        world.network.cutAll()
        world.network.downUntil = world.clock.milliseconds + Int64(world.random.number(10...4_000))
    }

    private func limitRoom() {
        let room = world.random.flip() ? Int64(world.random.number(1...4)) : nil
        attempt("has room for \(room.map(String.init) ?? "all")") { try world.server.setQuota(room) }
        world.network.cutAll()
    }

    private func restore() {
        if let old = world.backup, world.random.flip() {
            attempt("is put back") {
                try world.server.restore(from: "backup.sqlite")
                world.book.restore(old)
                world.wasRestored = true
            }
            world.backup = nil
            world.network.cutAll()
        } else {
            attempt("is backed up") { try world.server.backUp(to: "backup.sqlite") }
            world.backup = world.book
        }
    }

    /// A newer version of the app adds a field of its own to a record.
    private func writeMood(_ device: SimulatedDevice) {
        guard device.isUp, let client = try? device.client() else { return }
        let box = ClientBox()
        box.client = client
        let account = client.account
        let transport = NetworkTransport(network: world.network, client: box, account: account, isWatched: false)
        let container = device.cloudContainer(account, transport)
        let names = (world.book.records[account] ?? [:]).keys.sorted()
        guard !names.isEmpty else { return }
        let name = names[world.random.number(0...(names.count - 1))]
        let id = CKRecord.ID(recordName: name, zoneID: CKRecordZone.ID(zoneName: world.kind.zone))
        let (database, mood) = (container.privateCloudDatabase, "mood \(world.random.number(0...999))")
        Task.detached {
            // For as long as the request is on its way, somebody must keep the client.
            defer { _ = client }
            guard let record = try? await database.record(for: id) else { return }
            record["mood"] = mood
            _ = try? await database.save(record)
        }
    }
}
