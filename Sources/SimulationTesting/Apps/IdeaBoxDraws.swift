import Foundation

/// What a person at a device with IdeaBox does next, drawn by the run's generator.
extension IdeaBoxPerson {
    func drawAction() throws -> PersonAction {
        if IdeaBoxTidying(app: app).isDue, world.random.once(in: 4) { return .tidyIdeas }
        let live = look.live.keys.sorted { $0.uuidString < $1.uuidString }
        let trash = look.trash.sorted { $0.uuidString < $1.uuidString }
        let draw = world.random.number(1...100)
        let fresh = PersonAction.createIdea(world.recorder.freshName, hasDetails: draw.isMultiple(of: 4))
        func name(_ ideas: [UUID]) -> String? { world.random.element(of: ideas).map { world.recorder.name(of: $0) } }
        if draw <= 32 || (live.isEmpty && trash.isEmpty) { return fresh }
        if draw <= 64, let idea = name(live) { return .editIdea(idea, drawPart()) }
        if draw <= 72, let idea = name(live) { return .completeIdea(idea) }
        if draw <= 75, let idea = name(live.filter { look.live[$0]?.isCompleted == true }) {
            return .reopenIdea(idea, isEdited: world.random.flip())
        }
        if draw <= 89, let idea = name(live) { return .deleteIdea(idea) }
        if draw <= 94, let idea = name(trash) { return .restoreIdea(idea) }
        if draw == 95, !trash.isEmpty { return .emptyTrash }
        if draw <= 98, let idea = name(try kept()) { return .bringBackIdea(idea, isEdited: world.random.flip()) }
        if draw == 99 { return drawImport() }
        return fresh
    }

    private func drawPart() -> PersonAction.IdeaPart {
        let draw = world.random.number(1...8)
        return draw <= 5 ? .title : draw <= 7 ? .details : .both
    }

    /// A few ideas, or more than go into one request; now and then the file that another device has had.
    private func drawImport() -> PersonAction {
        let isLarge = world.random.once(in: 4)
        let count = world.random.number(isLarge ? 101...260 : 2...12)
        return .importIdeas(file: "f\(world.random.number(0...2))", count: count)
    }

    /// Ideas of which the history has a version that gave way.
    private func kept() throws -> [UUID] {
        let marks = ["\"winner\"", "\"removed\"", "\"replaced\""]
        let texts = try StoreLook.history(app).filter { _, text in marks.contains { text.contains($0) } }
        return texts.keys.filter { world.recorder.name(of: $0) != "unknown" }.sorted { $0.uuidString < $1.uuidString }
    }
}
