import Dispatch
import Foundation

/// A place to fetch, change and save instances in.
///
/// Belongs to one isolation domain: not sendable.
///
/// Source: Apple's `ModelContext`. Differs from Apple in that autosave has a defined moment (the end of the current
/// turn of the main actor), and that what other contexts save, updates included, shows up here by contract.
public final class ModelContext: Equatable {
    /// The container whose stores the context reads and writes.
    public let container: ModelContainer
    /// Whether the context saves by itself at the end of the main actor's current turn.
    ///
    /// Only `mainContext` begins with true.
    public var autosaveEnabled = false {
        didSet { if autosaveEnabled, hasChanges { scheduleAutosave() } }
    }
    /// Stamped on the history of this context's saves.
    public var author: String?
    /// Who edits here, as stores are told; its author is the context's ``author``.
    public var editingState: EditingState {
        get { EditingState(id: editingID, author: author) }
        set {
            let isOther = newValue.id != editingID
            if isOther { container.appStores.forEach { $0.contextEnds(editingState) } }
            editingID = newValue.id
            author = newValue.author
            if isOther { container.appStores.forEach { $0.contextBegins(editingState) } }
        }
    }
    /// Takes changes back, where one is set.
    public var undoManager: UndoManager? {
        didSet { graph.undoRecorder = undoManager.map { ContextUndoRecorder(self, $0) } }
    }

    let graph: ObjectGraph
    private lazy var editingID = StoreEnvironment.live.makeUUID()
    private var isMain = false
    private var isAutosaveScheduled = false
    private var saveObservation: AnyObject?

    /// A context over the container's stores, with autosave off.
    public init(_ container: ModelContainer) {
        self.container = container
        graph = ObjectGraph(container: container)
        graph.facade = self
        for store in container.appStores { store.contextBegins(editingState) }
    }

    deinit {
        graph.abandon()
        for store in container.appStores { store.contextEnds(editingState) }
    }

    /// Whether both are the same context.
    public static func == (lhs: ModelContext, rhs: ModelContext) -> Bool { lhs === rhs }

    // MARK: Changes

    /// Whether anything is not saved.
    public var hasChanges: Bool { graph.hasChanges }
    /// New instances that are not saved.
    public var insertedModelsArray: [any PersistentModel] { Array(graph.inserted) }
    /// Changed instances that are not saved.
    public var changedModelsArray: [any PersistentModel] { Array(graph.changed) }
    /// Deleted instances whose deletion is not saved.
    public var deletedModelsArray: [any PersistentModel] {
        processPendingChanges()
        return Array(graph.deleted)
    }

    /// Registers a new instance and everything that is reachable from it.
    ///
    /// Inserting one twice does nothing.
    public func insert<T: PersistentModel>(_ model: T) {
        graph.insert(model)
    }

    /// Marks an instance for deletion; delete rules run at the next fetch or save.
    ///
    /// One that was never saved is dropped.
    public func delete<T: PersistentModel>(_ model: T) {
        graph.delete(model)
    }

    /// Deletes every instance that matches, under the same rules as one by one, at the next save.
    ///
    /// Differs from Apple: instances of the context are marked at once, in order with the other changes, and delete
    /// rules and mandatory inverses are honoured. A custom store that is a ``DataStoreBatching`` gets the predicate itself
    /// where there are no rules to honour and no instance is alive here.
    ///
    /// - Throws: What ``fetch(_:)`` throws.
    public func delete<T: PersistentModel>(
        model: T.Type,
        where predicate: Predicate<T>? = nil,
        includeSubclasses: Bool = true
    ) throws {
        let isLeft = try graph.leaveDeletionToStore(of: model, where: predicate, includeSubclasses: includeSubclasses)
        if !isLeft { try graph.markInstances(of: model, where: predicate, includeSubclasses: includeSubclasses) }
    }

    /// Runs the delete rules of pending deletions now.
    ///
    /// Rules whose objects cannot be loaded run again at the next fetch or save, which throws what stands in their way.
    public func processPendingChanges() {
        do {
            try graph.resolveBatchDeletions()
            try graph.propagateDeletions()
        } catch {
            graph.loadFailures.recordLast(error)
        }
    }

    /// Writes all changes in one transaction for each store; nothing to do when there are none.
    ///
    /// - Throws: `SwiftDataError.modelValidationFailure` where a value, count or delete rule forbids it, or `StoreError`;
    ///   all changes then stay pending. Also what the store threw while a property was read since the last fetch or save:
    ///   reading a property cannot throw, and shows a placeholder then.
    public func save() throws {
        graph.catchUpWithOthers()
        try graph.loadFailures.tell()
        guard hasChanges else { return }
        NotificationCenter.default.post(name: ModelContext.willSave, object: self)
        let saved = try graph.save(author: author)
        NotificationCenter.default.post(name: ModelContext.didSave, object: self, userInfo: userInfo(saved))
    }

    /// Drops all changes that are not saved, and what the undo manager could take back.
    public func rollback() {
        graph.rollback()
        undoManager?.removeAllActions(withTarget: self)
    }

    /// Runs `block`, then saves.
    ///
    /// - Throws: What `block` or ``save()`` throws.
    public func transaction(block: () throws -> Void) throws {
        try block()
        try save()
    }

    // MARK: Fetching

    /// The instances that match, each row as its one instance.
    ///
    /// - Throws: `SwiftDataError.unsupportedPredicate`, `.unsupportedKeyPath`, or `StoreError`.
    public func fetch<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> [T] {
        try graph.fetch(descriptor)
    }

    /// The number of instances that match; no instance is made.
    ///
    /// - Throws: What ``fetch(_:)`` throws.
    public func fetchCount<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> Int {
        try graph.count(descriptor)
    }

    /// The identifiers of the instances that match; no instance is made.
    ///
    /// - Throws: `SwiftDataError.sortingPendingChangesWithIdentifiers` for a sorted fetch while changes are pending, and what
    ///   ``fetch(_:)`` throws.
    public func fetchIdentifiers<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> [PersistentIdentifier]
    {
        try graph.fetchIdentifiers(descriptor)
    }

    /// The instance behind an identifier: the registered one, or one whose values are loaded when they are read.
    public func model(for persistentModelID: PersistentIdentifier) -> any PersistentModel {
        graph.catchUpWithOthers()
        if let model = graph.instance(for: persistentModelID) { return model }
        let plan = container.plans.first { $0.name == persistentModelID.entityName }
        guard let plan else {
            preconditionFailure("\(persistentModelID.entityName) is not an entity of this container.")
        }
        return blankModel(of: plan.modelType)
    }

    /// The instance behind an identifier, if it is in this context already.
    public func registeredModel<T: PersistentModel>(for persistentModelID: PersistentIdentifier) -> T? {
        graph.catchUpWithOthers()
        return graph.liveInstance(for: persistentModelID) as? T
    }

    // MARK: Saving by itself

    /// Called by the graph at every change.
    func graphDidChange(of entity: Int?) {
        if autosaveEnabled || undoManager != nil { scheduleAutosave() }
        changeObservers.forEach { $0.handler?(entity) }
    }

    /// The main actor's context: it saves by itself, and takes in other contexts' saves as they happen.
    @MainActor func becomeMain() {
        isMain = true
        autosaveEnabled = true
        let reference = MainContextReference(context: self)
        saveObservation = container.observeSaves { _ in
            Task { @MainActor in reference.context?.graph.catchUpWithOthers() }
        }
    }

    /// The turn ends where the context lives: on its actor's queue, or on the main actor.
    ///
    /// A context that lives on no queue of its own saves when it is told to.
    private func scheduleAutosave() {
        guard !isAutosaveScheduled else { return }
        let reference = MainContextReference(context: self)
        if let homeQueue {
            isAutosaveScheduled = true
            homeQueue.async { reference.context?.autosave() }
        } else if isMain || MainQueue.isCurrent {
            isAutosaveScheduled = true
            Task { @MainActor in reference.context?.autosave() }
        }
    }

    /// The queue of the actor that the context belongs to.
    var homeQueue: DispatchQueue?

    private func autosave() {
        isAutosaveScheduled = false
        undoManager?.endEventGroup()
        guard autosaveEnabled, hasChanges else { return }
        do {
            try save()
        } catch {
            lastAutosaveError = error
            graph.announcesEveryChange = true
            NotificationCenter.default.post(
                name: ModelContext.autosaveDidFail,
                object: self,
                userInfo: [ModelContext.autosaveErrorKey: error]
            )
        }
    }

    /// Why the last save of the context by itself failed.
    ///
    /// An addition of this package.
    public private(set) var lastAutosaveError: (any Error)?

    // MARK: Observers inside the framework

    struct ChangeObserver {
        weak var owner: AnyObject?
        var handler: ((Int?) -> Void)?
    }
    private var changeObservers: [ChangeObserver] = []

    /// Calls `handler` at every change until `owner` goes away, with the entity where the change is of one.
    func observeChanges(owner: AnyObject, _ handler: @escaping (Int?) -> Void) {
        changeObservers.removeAll { $0.owner == nil }
        changeObservers.append(ChangeObserver(owner: owner, handler: handler))
    }
}

/// Tells whether the current work runs on the main queue, which is where the main actor works.
private enum MainQueue {
    private static let key = DispatchSpecificKey<Bool>()
    private static let isMarked: Bool = {
        DispatchQueue.main.setSpecific(key: key, value: true)
        return true
    }()

    static var isCurrent: Bool { isMarked && DispatchQueue.getSpecific(key: key) == true }
}

/// Carries a context to the isolation that it belongs to; it is only used there.
struct MainContextReference: @unchecked Sendable {
    weak var context: ModelContext?
}
