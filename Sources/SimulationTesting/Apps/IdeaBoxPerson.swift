import Foundation
import IdeaBoxCore

/// A person at a device with IdeaBox.
struct IdeaBoxPerson {
    unowned let world: World
    let app: IdeaBoxApp
    let look: StoreLook

    private var device: SimulatedDevice { app.device }

    /// Does something, if what it is done to is there.
    func perform(_ action: PersonAction) throws {
        func living(_ name: String) -> UUID? { world.recorder.idea(name).flatMap { look.live[$0] == nil ? nil : $0 } }
        switch action {
        case .createIdea(let name, let hasDetails): try create(name, hasDetails)
        case .editIdea(let name, let part): if let idea = living(name) { try edit(idea, part) }
        case .reopenIdea(let name, let isEdited): if let idea = living(name) { try reopen(idea, isEdited) }
        case .bringBackIdea(let name, let isEdited):
            if let idea = world.recorder.idea(name) { try bringBack(idea, isEdited) }
        case .importIdeas(let file, let count): try importIdeas(file, count)
        case .completeIdea(let name): if let idea = living(name) { try complete(idea) }
        case .deleteIdea(let name): if let idea = living(name) { try delete(idea) }
        case .restoreIdea(let name):
            if let idea = world.recorder.idea(name), look.trash.contains(idea) { try restore(idea) }
        case .tidyIdeas: try IdeaBoxTidying(app: app).run()
        case .emptyTrash: if !look.trash.isEmpty { try emptyTrash() }
        default: break
        }
    }

    private func title() -> String { "t\(world.versions.versions.count)" }

    private func details() -> String { "d\(world.versions.versions.count)" }

    @discardableResult
    private func note(_ idea: UUID, _ content: Content?, _ parent: Int?, _ word: String) -> Int {
        let version = VersionTree<UUID, Content>.Version(
            thing: idea,
            account: app.account,
            device: device.number,
            content: content,
            parent: parent,
            era: world.era
        )
        let short = idea.uuidString.prefix(4)
        world.note("d\(device.number)a\(app.account) \(word) \(short) \(content.map { "\($0)" } ?? "")")
        return world.versions.add(version)
    }

    private func create(_ name: String, _ hasDetails: Bool) throws {
        let made = try app.ideas.create(title: title(), details: hasDetails ? details() : "")
        world.recorder.setName(name, of: made.id)
        note(made.id, Content(made), nil, "creates")
    }

    /// The version that the person sees.
    private func seen(_ idea: UUID) -> Int? {
        guard let content = look.live[idea] else { return nil }
        let place = world.versions.place(of: content, idea)
        // Of one that was given up nobody knows what its maker wrote, since his process ended meanwhile.
        if place == nil, !world.versions.ambiguous.contains(idea) {
            let words = "d\(device.number) shows \(content) of \(idea.uuidString), which nobody wrote"
            world.report(Violation(.exactlyOnce, words))
        }
        return place
    }

    private func edit(_ idea: UUID, _ part: PersonAction.IdeaPart) throws {
        let parent = seen(idea)
        let result = try app.ideas.edit(
            idea,
            title: part == .details ? nil : title(),
            details: part == .title ? nil : details()
        ).idea
        note(idea, Content(result), parent, "edits")
    }

    private func complete(_ idea: UUID) throws {
        guard look.live[idea]?.isCompleted == false else { return try edit(idea, .title) }
        let parent = seen(idea)
        guard let result = try app.ideas.setCompleted(true, of: [idea]).first?.idea else { return }
        note(idea, Content(result), parent, "completes")
    }

    private func reopen(_ idea: UUID, _ isEdited: Bool) throws {
        guard look.live[idea]?.isCompleted == true else { return try edit(idea, .title) }
        let parent = seen(idea)
        guard let result = try app.ideas.setCompleted(false, of: [idea]).first?.idea else { return }
        try note(earlier: result, parent, "reopens", isEdited: isEdited)
    }

    /// Notes what has got an earlier content again; an edit makes it a version that can be told from the one before.
    private func note(earlier idea: IdeaSnapshot, _ parent: Int?, _ word: String, isEdited: Bool) throws {
        guard isEdited else {
            note(idea.id, Content(idea), parent, word)
            return
        }
        guard !app.life.isOver else { return world.versions.giveUp(idea.id) }
        note(idea.id, Content(try app.ideas.edit(idea.id, title: title()).idea), parent, word)
    }

    private func delete(_ idea: UUID) throws {
        let parent = seen(idea)
        _ = try app.ideas.delete([idea])
        let version = note(idea, nil, parent, "deletes")
        device.trash[app.account, default: [:]][idea] = .init(version: version, time: world.clock.milliseconds)
    }

    private func restore(_ idea: UUID) throws {
        let parent = device.trash[app.account]?[idea]?.version
        guard let result = try app.ideas.restore([idea]).first?.idea else { return }
        try note(earlier: result, parent, "restores", isEdited: true)
    }

    /// Makes a version that gave way the current one again.
    private func bringBack(_ idea: UUID, _ isEdited: Bool) throws {
        let isGone = look.live[idea] == nil && !look.trash.contains(idea)
        let deletions = world.versions.deletions(of: idea)
        let trashed = isGone ? deletions.first : device.trash[app.account]?[idea]?.version
        let parent = look.live[idea] == nil ? trashed : seen(idea)
        let result: ChangeResult
        do {
            result = try app.ideas.bringBack(idea)
        } catch IdeaBoxError.nothingKept, IdeaBoxError.deletionGaveWay {
            return
        }
        guard result.isChanged else { return }
        // Of several deletions nobody can tell which one the device has heard of.
        if isGone, deletions.count != 1 { world.versions.giveUp(idea) }
        try note(earlier: result.idea, parent, "brings back", isEdited: isEdited)
    }

    /// Imports ideas of another app.
    ///
    /// The ids follow from the texts, so that a file has the same ones on each device.
    private func importIdeas(_ file: String, _ count: Int) throws {
        let stem = "a\(app.account)\(file)-"
        let rows = (0..<count).map { "{\"title\":\"\(stem)\($0)\"}" }.joined(separator: ",")
        let report = try app.ideas.importIdeas(Array("[\(rows)]".utf8), as: .json)
        world.note("d\(device.number)a\(app.account) imports \(file): \(report.added) are new")
        let known = Set(world.versions.things)
        for (idea, content) in try StoreLook(app).live.sorted(by: { $0.value.title < $1.value.title }) {
            guard content.title.hasPrefix(stem), look.live[idea] == nil, !look.trash.contains(idea) else { continue }
            world.recorder.setName(content.title, of: idea)
            // Nobody can tell which versions the file's readers have seen.
            if known.contains(idea) { world.versions.giveUp(idea) }
            note(idea, content, nil, "imports")
        }
    }

    private func emptyTrash() throws {
        world.note("d\(device.number)a\(app.account) empties the trash")
        _ = try app.ideas.emptyTrash()
    }
}
