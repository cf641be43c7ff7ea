import Foundation
import IdeaBoxCore

/// A person at a device with IdeaBox.
struct IdeaBoxPerson {
    unowned let world: World
    let app: IdeaBoxApp
    let look: StoreLook

    private var device: SimulatedDevice { app.device }

    func drawAction() -> PersonAction {
        let live = look.live.keys.sorted { $0.uuidString < $1.uuidString }
        let trash = look.trash.sorted { $0.uuidString < $1.uuidString }
        let draw = world.random.number(1...100)
        let fresh = PersonAction.createIdea(world.recorder.freshName)
        if draw <= 35 || (live.isEmpty && trash.isEmpty) { return fresh }
        if draw <= 70, let idea = pick(live) { return .editIdea(world.recorder.name(of: idea)) }
        if draw <= 78, let idea = pick(live) { return .completeIdea(world.recorder.name(of: idea)) }
        if draw <= 92, let idea = pick(live) { return .deleteIdea(world.recorder.name(of: idea)) }
        if draw <= 97, let idea = pick(trash) { return .restoreIdea(world.recorder.name(of: idea)) }
        if draw >= 99, !trash.isEmpty { return .emptyTrash }
        return fresh
    }

    /// Does something, if what it is done to is there.
    func perform(_ action: PersonAction) throws {
        func living(_ name: String) -> UUID? { world.recorder.idea(name).flatMap { look.live[$0] == nil ? nil : $0 } }
        switch action {
        case .createIdea(let name): try create(name)
        case .editIdea(let name): if let idea = living(name) { try edit(idea) }
        case .completeIdea(let name): if let idea = living(name) { try complete(idea) }
        case .deleteIdea(let name): if let idea = living(name) { try delete(idea) }
        case .restoreIdea(let name):
            if let idea = world.recorder.idea(name), look.trash.contains(idea) { try restore(idea) }
        case .emptyTrash: if !look.trash.isEmpty { try emptyTrash() }
        default: break
        }
    }

    private func pick(_ ideas: [UUID]) -> UUID? {
        ideas.isEmpty ? nil : ideas[world.random.number(0...(ideas.count - 1))]
    }

    private func title() -> String { "t\(world.versions.versions.count)" }

    private func note(_ idea: UUID, _ content: Content?, _ parent: Int?, _ word: String) -> Int {
        let version = VersionTree<UUID, Content>.Version(
            thing: idea,
            account: app.account,
            device: device.number,
            content: content,
            parent: parent
        )
        let short = idea.uuidString.prefix(4)
        world.note("d\(device.number)a\(app.account) \(word) \(short) \(content.map { "\($0)" } ?? "")")
        return world.versions.add(version)
    }

    private func create(_ name: String) throws {
        let made = try app.ideas.create(title: title())
        world.recorder.setName(name, of: made.id)
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
        let result = try app.ideas.edit(idea, title: title()).idea
        let content = Content(title: result.title, details: result.details, isCompleted: result.isCompleted)
        _ = note(idea, content, parent, "edits")
    }

    private func complete(_ idea: UUID) throws {
        guard look.live[idea]?.isCompleted == false else { return try edit(idea) }
        let parent = seen(idea)
        guard let result = try app.ideas.setCompleted(true, of: [idea]).first?.idea else { return }
        let content = Content(title: result.title, details: result.details, isCompleted: true)
        _ = note(idea, content, parent, "completes")
    }

    private func delete(_ idea: UUID) throws {
        let parent = seen(idea)
        _ = try app.ideas.delete([idea])
        device.trash[app.account, default: [:]][idea] = note(idea, nil, parent, "deletes")
    }

    /// Takes an idea out of the trash and changes it, so that the version can be told from the one before.
    private func restore(_ idea: UUID) throws {
        let parent = device.trash[app.account]?[idea]
        _ = try app.ideas.restore([idea])
        guard !app.life.isOver else { return world.versions.giveUp(idea) }
        let result = try app.ideas.edit(idea, title: title()).idea
        let content = Content(title: result.title, details: result.details, isCompleted: result.isCompleted)
        _ = note(idea, content, parent, "restores")
    }

    private func emptyTrash() throws {
        world.note("d\(device.number)a\(app.account) empties the trash")
        _ = try app.ideas.emptyTrash()
    }
}
