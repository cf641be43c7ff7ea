import CloudKit
import Foundation
import IdeaBoxCore

/// What persons do on their devices, and what goes wrong meanwhile, until time is up.
struct Workload {
    unowned let world: World
    /// Milliseconds for which the run is rough.
    let duration: Int64

    /// Enters the first event; each one enters the next.
    func begin() {
        let plan = world.plan
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
            let look = try StoreLook(client)
            let person = Person(world: world, client: client, look: look)
            try person.act()
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
            device.show(1 - device.account)
            world.note("d\(device.number) shows account \(device.account)")
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
        do {
            try body()
        } catch {
            world.report(Violation(.soundness, "the service cannot \(words): \(error)"))
        }
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
        let transport = NetworkTransport(network: world.network, client: box, isWatched: false)
        let container = device.cloudContainer(client.account, transport)
        let names = (world.book.records[client.account] ?? [:]).keys.sorted()
        guard !names.isEmpty else { return }
        let name = names[world.random.number(0...(names.count - 1))]
        let (database, mood) = (container.privateCloudDatabase, "mood \(world.random.number(0...999))")
        Task.detached {
            // For as long as the request is on its way, somebody must keep the client.
            defer { _ = client }
            guard let record = try? await database.record(for: CKRecord.ID(recordName: name)) else { return }
            record["mood"] = mood
            _ = try? await database.save(record)
        }
    }
}

/// A person at a device.
struct Person {
    unowned let world: World
    let client: Client
    let look: StoreLook

    private var device: SimulatedDevice { client.device }

    func act() throws {
        let live = look.live.keys.sorted { $0.uuidString < $1.uuidString }
        let trash = look.trash.sorted { $0.uuidString < $1.uuidString }
        let draw = world.random.number(1...100)
        if draw <= 35 || (live.isEmpty && trash.isEmpty) { return try create() }
        if draw <= 70, let idea = pick(live) { return try edit(idea) }
        if draw <= 78, let idea = pick(live) { return try complete(idea) }
        if draw <= 92, let idea = pick(live) { return try delete(idea) }
        if draw <= 97, let idea = pick(trash) { return try restore(idea) }
        if draw >= 99, !trash.isEmpty { return try emptyTrash() }
        try create()
    }

    private func pick(_ ideas: [UUID]) -> UUID? {
        ideas.isEmpty ? nil : ideas[world.random.number(0...(ideas.count - 1))]
    }

    private func title() -> String { "t\(world.versions.versions.count)" }

    private func note(_ idea: UUID, _ content: Content?, _ parent: Int?, _ word: String) -> Int {
        let version = VersionTree.Version(
            idea: idea,
            account: client.account,
            device: device.number,
            content: content,
            parent: parent
        )
        let short = idea.uuidString.prefix(4)
        world.note("d\(device.number)a\(client.account) \(word) \(short) \(content.map { "\($0)" } ?? "")")
        return world.versions.add(version)
    }

    private func create() throws {
        let made = try client.ideas.create(title: title())
        _ = note(made.id, Content(title: made.title), nil, "creates")
    }

    /// The version that the person sees.
    private func seen(_ idea: UUID) -> Int? {
        guard let content = look.live[idea] else { return nil }
        let place = world.versions.place(of: content, idea)
        if place == nil {
            let words = "d\(device.number) shows \(content) of \(idea.uuidString), which nobody wrote"
            world.report(Violation(.exactlyOnce, words))
        }
        return place
    }

    private func edit(_ idea: UUID) throws {
        let parent = seen(idea)
        let result = try client.ideas.edit(idea, title: title()).idea
        let content = Content(title: result.title, details: result.details, isCompleted: result.isCompleted)
        _ = note(idea, content, parent, "edits")
    }

    private func complete(_ idea: UUID) throws {
        guard look.live[idea]?.isCompleted == false else { return try edit(idea) }
        let parent = seen(idea)
        guard let result = try client.ideas.setCompleted(true, of: [idea]).first?.idea else { return }
        let content = Content(title: result.title, details: result.details, isCompleted: true)
        _ = note(idea, content, parent, "completes")
    }

    private func delete(_ idea: UUID) throws {
        let parent = seen(idea)
        _ = try client.ideas.delete([idea])
        device.trash[client.account, default: [:]][idea] = note(idea, nil, parent, "deletes")
    }

    /// Takes an idea out of the trash and changes it, so that the version can be told from the one before.
    private func restore(_ idea: UUID) throws {
        let parent = device.trash[client.account]?[idea]
        _ = try client.ideas.restore([idea])
        guard !client.life.isOver else { return world.versions.giveUp(idea) }
        let result = try client.ideas.edit(idea, title: title()).idea
        let content = Content(title: result.title, details: result.details, isCompleted: result.isCompleted)
        _ = note(idea, content, parent, "restores")
    }

    private func emptyTrash() throws {
        world.note("d\(device.number)a\(client.account) empties the trash")
        _ = try client.ideas.emptyTrash()
    }
}
