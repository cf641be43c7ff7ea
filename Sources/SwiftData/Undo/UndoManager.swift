import Foundation

/// Records how to take changes back, and takes them back.
///
/// Source: Foundation's `UndoManager`, which does not exist on Linux; this is the part of it that model code uses,
/// under the same names. On systems whose Foundation has one, use that.
///
/// Difference from Apple: there is no run loop to end the group of an event. While `groupsByEvent` is true, what is
/// registered outside any group goes into one that stays open until ``endEventGroup()`` or `undo()`; whoever handles
/// events calls the former after each. There are no notifications, no run-loop modes and no invocation targets. Not
/// thread-safe, as on Apple's systems.
open class UndoManager {
    /// One registered action.
    private struct Action {
        /// The target, by identity; nil for one that is gone.
        weak var target: AnyObject?
        let run: () -> Void
    }

    /// What one undo takes back.
    private final class Group {
        var actions: [Action] = []
        var name = ""
        var isDiscardable = false
    }

    private var undoStack: [Group] = []
    private var redoStack: [Group] = []
    /// Groups that are open, the outermost first.
    private var openGroups: [Group] = []
    /// Whether the outermost open group was opened by a registration, for the event.
    private var hasEventGroup = false
    private var disabledDepth = 0

    /// How many groups the undo stack keeps; 0 for any number.
    ///
    /// Lowering it drops the oldest groups at once.
    open var levelsOfUndo = 0 {
        didSet { trim() }
    }

    /// Whether a registration outside any group opens one for the event.
    open var groupsByEvent = true

    /// Whether `undo` or `undoNestedGroup` is running.
    open private(set) var isUndoing = false
    /// Whether `redo` is running.
    open private(set) var isRedoing = false

    /// A manager with nothing to undo.
    public init() {}

    // MARK: Groups

    /// How many groups are open.
    open var groupingLevel: Int { openGroups.count }

    /// Opens a group; what is registered until the matching ``endUndoGrouping()`` is undone together.
    open func beginUndoGrouping() {
        openGroups.append(Group())
    }

    /// Closes the innermost open group.
    ///
    /// Without one it does nothing; Foundation's raises an exception.
    open func endUndoGrouping() {
        guard let group = openGroups.popLast() else { return }
        if openGroups.isEmpty { hasEventGroup = false }
        guard !group.actions.isEmpty else { return }
        if let outer = openGroups.last {
            outer.actions.append(contentsOf: group.actions)
            if outer.name.isEmpty { outer.name = group.name }
        } else {
            push(group)
        }
    }

    /// Runs something inside a group of its own.
    ///
    /// An addition of this package.
    public func perform<Result>(grouping body: () throws -> Result) rethrows -> Result {
        beginUndoGrouping()
        defer { endUndoGrouping() }
        return try body()
    }

    /// Closes the group of the event, unless a group inside it is still open.
    ///
    /// An addition of this package.
    public func endEventGroup() {
        if hasEventGroup, openGroups.count == 1 { endUndoGrouping() }
    }

    private func push(_ group: Group) {
        if isUndoing {
            redoStack.append(group)
        } else {
            undoStack.append(group)
            if !isRedoing { redoStack.removeAll() }
            trim()
        }
    }

    private func trim() {
        guard levelsOfUndo > 0, undoStack.count > levelsOfUndo else { return }
        undoStack.removeFirst(undoStack.count - levelsOfUndo)
    }

    // MARK: Registering

    /// Whether registrations are kept.
    open var isUndoRegistrationEnabled: Bool { disabledDepth == 0 }

    /// Stops keeping registrations, until as many calls of ``enableUndoRegistration()``.
    open func disableUndoRegistration() {
        disabledDepth += 1
    }

    /// Takes back one ``disableUndoRegistration()``.
    open func enableUndoRegistration() {
        disabledDepth = max(0, disabledDepth - 1)
    }

    /// Registers how to take a change back.
    ///
    /// The target is not kept alive; an action whose target is gone is skipped.
    public func registerUndo<TargetType: AnyObject>(
        withTarget target: TargetType,
        handler: @escaping (TargetType) -> Void
    ) {
        guard isUndoRegistrationEnabled else { return }
        let action = Action(target: target) { [weak target] in
            if let target { handler(target) }
        }
        if openGroups.isEmpty {
            guard groupsByEvent else { return }
            beginUndoGrouping()
            hasEventGroup = true
        }
        openGroups.last?.actions.append(action)
    }

    /// Forgets everything, open groups included.
    open func removeAllActions() {
        undoStack.removeAll()
        redoStack.removeAll()
        for group in openGroups { group.actions.removeAll() }
    }

    /// Forgets what was registered with a target.
    open func removeAllActions(withTarget target: Any) {
        let target = target as AnyObject
        for group in undoStack + redoStack + openGroups {
            group.actions.removeAll { $0.target === target }
        }
        undoStack.removeAll { $0.actions.isEmpty }
        redoStack.removeAll { $0.actions.isEmpty }
    }

    // MARK: Undo and redo

    /// Whether there is something to undo.
    open var canUndo: Bool { !undoStack.isEmpty || openGroups.contains { !$0.actions.isEmpty } }
    /// Whether there is something to redo.
    open var canRedo: Bool { !redoStack.isEmpty }

    /// Closes what is open and takes the last group back.
    open func undo() {
        closeAllGroups()
        undoNestedGroup()
    }

    /// Takes the last closed group back.
    open func undoNestedGroup() {
        guard !isUndoing, !isRedoing, let group = undoStack.popLast() else { return }
        isUndoing = true
        defer { isUndoing = false }
        replay(group)
    }

    /// Makes the last undone group again.
    open func redo() {
        closeAllGroups()
        guard !isUndoing, !isRedoing, let group = redoStack.popLast() else { return }
        isRedoing = true
        defer { isRedoing = false }
        replay(group)
    }

    /// Runs a group's actions, last first; what they register becomes one group with the same name.
    private func replay(_ group: Group) {
        beginUndoGrouping()
        openGroups.last?.name = group.name
        openGroups.last?.isDiscardable = group.isDiscardable
        for action in group.actions.reversed() { action.run() }
        closeAllGroups()
    }

    private func closeAllGroups() {
        while !openGroups.isEmpty { endUndoGrouping() }
    }

    // MARK: Names

    /// Names the group that is open, or else the last one.
    open func setActionName(_ actionName: String) {
        current?.name = actionName
    }

    /// Notes that the changes of the group may be lost without asking.
    open func setActionIsDiscardable(_ discardable: Bool) {
        current?.isDiscardable = discardable
    }

    private var current: Group? {
        openGroups.last ?? (isUndoing ? redoStack.last : undoStack.last)
    }

    /// The name of what `undo` would take back; empty where it has none.
    open var undoActionName: String { (openGroups.first ?? undoStack.last)?.name ?? "" }
    /// The name of what `redo` would make again; empty where it has none.
    open var redoActionName: String { redoStack.last?.name ?? "" }
    /// Whether what `undo` would take back may be lost without asking.
    open var undoActionIsDiscardable: Bool { undoStack.last?.isDiscardable ?? false }
    /// Whether what `redo` would make again may be lost without asking.
    open var redoActionIsDiscardable: Bool { redoStack.last?.isDiscardable ?? false }

    /// A menu's text for `undo`, in English.
    open var undoMenuItemTitle: String { undoMenuTitle(forUndoActionName: undoActionName) }
    /// A menu's text for `redo`, in English.
    open var redoMenuItemTitle: String { redoMenuTitle(forUndoActionName: redoActionName) }

    /// A menu's text for undoing an action of this name, in English.
    open func undoMenuTitle(forUndoActionName actionName: String) -> String {
        actionName.isEmpty ? "Undo" : "Undo \(actionName)"
    }

    /// A menu's text for redoing an action of this name, in English.
    open func redoMenuTitle(forUndoActionName actionName: String) -> String {
        actionName.isEmpty ? "Redo" : "Redo \(actionName)"
    }
}
