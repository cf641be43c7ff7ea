import Observation
import Synchronization

/// The standing of one model instance: which context holds it, under which key, and what in it is not saved.
///
/// An implementation detail of the code that `@Model` generates. Touched only in the isolation of the context.
public final class _ModelState {
    struct Flags: OptionSet {
        let rawValue: UInt16

        /// Inserted, not saved.
        static let inserted = Flags(rawValue: 1 << 0)
        /// In the context's list of changed instances.
        static let changed = Flags(rawValue: 1 << 1)
        /// Deleted, not saved.
        static let deleted = Flags(rawValue: 1 << 2)
        /// Made from a key only; its row was never read.
        static let fault = Flags(rawValue: 1 << 3)
        /// The row is gone: a saved deletion, here or elsewhere.
        ///
        /// The last known values stay readable.
        static let gone = Flags(rawValue: 1 << 4)
        /// Delete rules have run for this pending deletion, on all that is known by now.
        static let deletePropagated = Flags(rawValue: 1 << 5)
        /// Delete rules of this pending deletion may have cut links on the other side.
        static let cutOff = Flags(rawValue: 1 << 6)
    }

    // Every instance has one of these, so its size is looked after.

    /// The row's primary key; 0 while there is none.
    var key: Int64 = 0
    /// One bit for each property changed since the last save; see ``DirtyMask``.
    var dirty: UInt64 = 0
    /// Position of the entity in the graph.
    private(set) var entity: UInt16 = 0
    var flags: Flags = []
    /// The save epoch up to which the values are known to be current.
    var epoch: UInt32 = 0
    /// The instance itself.
    ///
    /// Unowned: the instance owns its state, and this one is cleared with it.
    unowned(unsafe) var model: (any PersistentModel)?
    /// What only few instances need.
    var extras: ModelExtras?

    /// A new instance's state: in no context, nothing saved.
    public init() {}

    deinit {
        standing?._withUnsafeGuaranteedRef { $0.willDeallocate(self) }
    }

    /// The entity in its context; nil while the instance is in none.
    ///
    /// Not a reference of Swift's: each look at it would count up and down. It is alive while it has instances, see
    /// ``EntityRegistry/take(_:)``.
    private var standing: Unmanaged<EntityRegistry>?

    /// The entity in its context; nil while the instance is in none.
    var registry: EntityRegistry? { standing?.takeUnretainedValue() }

    var isRegistered: Bool { standing != nil }

    /// The objects of the context; nil while the instance is in none.
    var graph: ObjectGraph? { registry?.graph }

    /// The instance is of this entity in its context from now on, or in none.
    func stand(in registry: EntityRegistry?) {
        standing = registry.map(Unmanaged.passUnretained)
        if let registry { entity = UInt16(registry.plan.index) }
    }

    // MARK: Changes

    /// Whether a property has a change that is not saved.
    func isChanged(_ ordinal: Int) -> Bool {
        guard ordinal >= DirtyMask.sharedBit else { return DirtyMask.contains(dirty, ordinal) }
        return extras?.changedBeyondMask.contains(ordinal) ?? false
    }

    func markChanged(_ ordinal: Int) {
        dirty |= DirtyMask.bit(ordinal)
        if ordinal >= DirtyMask.sharedBit { ensuredExtras.changedBeyondMask.insert(ordinal) }
    }

    func clearChange(_ ordinal: Int) {
        extras?.changedBeyondMask.remove(ordinal)
        extras?.cutOwners[ordinal] = nil
        if ordinal >= DirtyMask.sharedBit, extras?.changedBeyondMask.isEmpty == false { return }
        dirty &= ~DirtyMask.bit(ordinal)
    }

    func clearChanges() {
        dirty = 0
        extras?.changedBeyondMask.removeAll()
        extras?.cutOwners.removeAll()
        extras?.overruledCuts.removeAll()
    }

    /// The extras, made on demand.
    var ensuredExtras: ModelExtras {
        if let extras { return extras }
        let made = ModelExtras()
        extras = made
        return made
    }

    /// The observation registrar, made on demand.
    var registrar: ObservationRegistrar {
        let extras = ensuredExtras
        if let registrar = extras.registrar { return registrar }
        let made = ObservationRegistrar()
        extras.registrar = made
        return made
    }

    func identifier(of model: some PersistentModel) -> PersistentIdentifier {
        if let registry { return registry.identifier(forKey: key, extras) }
        let extras = ensuredExtras
        if let known = extras.lastIdentifier { return known }
        let made = PersistentIdentifier.temporary(entityName: Schema.entityName(for: type(of: model)))
        extras.lastIdentifier = made
        return made
    }
}

/// Bits for changed properties.
///
/// The last bit stands for every property from the sixty-fourth on.
enum DirtyMask {
    /// The bit that several properties may share.
    static let sharedBit = 63

    static func bit(_ ordinal: Int) -> UInt64 { 1 &<< UInt64(truncatingIfNeeded: min(ordinal, sharedBit)) }

    static func contains(_ mask: UInt64, _ ordinal: Int) -> Bool { mask & bit(ordinal) != 0 }
}

/// What only few instances need: observers, identity outside a context, and bookkeeping of changed relationships.
final class ModelExtras {
    var registrar: ObservationRegistrar? { didSet { updateQuiet() } }
    /// The temporary identifier before `insert`, and the last one after the instance left its context.
    var lastIdentifier: PersistentIdentifier?
    /// For to-many relationships whose members in memory are ahead of the store's: the keys that the store has, by ordinal.
    ///
    /// In a join table's list, what differs from them is this context's unsaved change. A change that others saved as well stays one:
    /// see ``agreedLinks``.
    var baselines: [Int: Set<Int64>] = [:]
    /// For lists in join tables: keys of members that others linked or cut as this context did and has not saved, by ordinal.
    ///
    /// Of these the store has what the list has, and the baseline has the opposite: this context's save makes the change
    /// even if others take theirs back by then.
    var agreedLinks: [Int: Set<Int64>] = [:]
    /// For to-one relationships that were cleared from the other side: the key of the owner that the store has, by
    /// ordinal.
    ///
    /// Only the link to that owner was cut. Where another context gave the instance a new owner, that one stays.
    var cutOwners: [Int: Int64] = [:]
    /// For to-one relationships that were cleared from the other side: keys of owners from whom others took the instance
    /// before the cut was saved, by ordinal.
    ///
    /// Such a cut writes nothing. It holds all the same, should the instance come back to them before the save.
    var overruledCuts: [Int: Set<Int64>] = [:]
    /// For to-one relationships that show nothing because an unsaved change gave the target to another instance: the key that
    /// the store has, by ordinal.
    var hiddenTargets: [Int: Int64] = [:]
    /// The properties that were changed since the last save, of those that share a bit of the mask, by ordinal.
    var changedBeyondMask: Set<Int> = []
    /// The columns of changed `Codable` attributes as they were last read, by ordinal: what both sides of a merge started from.
    var mergeBases: [Int: SQLValue] = [:]
    /// Where a deletion that is not saved came from, if it followed from another one.
    var cascadeOrigin: CascadeOrigin?
    /// The deletion that undo may take back and that this instance is a part of.
    weak var deletionRecord: DeletionRecord?
    /// The properties whose changes undo may take back, by ordinal.
    var undoWatches: [Int: UndoWatch] = [:] { didSet { updateQuiet() } }
    /// Links made or cut from the other side while a to-many relationship is not loaded.
    var pendingLinks: [Int: [PendingLink]] = [:]
    /// Whether nobody has to hear of an assignment: stored, since every assignment asks.
    private(set) var isQuiet = true
    /// The instance that took this one's place when a unique constraint merged the two.
    var survivor: (any PersistentModel)? { didSet { updateQuiet() } }

    /// Called when this context sets a to-one relationship: no cut of it counts any more.
    func discardCuts(_ ordinal: Int) {
        cutOwners[ordinal] = nil
        overruledCuts[ordinal] = nil
    }

    /// The keys of a list's members that the store has.
    func storedKeys(_ ordinal: Int) -> Set<Int64> {
        baselines[ordinal, default: []].symmetricDifference(agreedLinks[ordinal, default: []])
    }

    /// Gives a list the members that the store has now; what this context changed stays its change.
    func updateBaseline(_ ordinal: Int, own: Set<Int64>, stored: Set<Int64>) {
        let baseline = baselines[ordinal, default: []]
        baselines[ordinal] = stored.union(baseline.subtracting(own)).subtracting(own.subtracting(baseline))
        agreedLinks[ordinal] = baselines[ordinal]?.symmetricDifference(stored)
    }

    /// Called when this context links or cuts a member: it may take back a change that others saved as well.
    func willChangeLink(_ ordinal: Int, to key: Int64) {
        if agreedLinks[ordinal]?.remove(key) != nil { toggleBaseline(ordinal, key) }
    }

    /// Called when the store has a link, or lacks it, as an unsaved change of this context has it.
    func recordAgreement(_ ordinal: Int, on key: Int64) {
        if agreedLinks[ordinal, default: []].insert(key).inserted { toggleBaseline(ordinal, key) }
    }

    private func toggleBaseline(_ ordinal: Int, _ key: Int64) {
        baselines[ordinal]?.formSymmetricDifference([key])
    }

    private func updateQuiet() { isQuiet = registrar == nil && survivor == nil && undoWatches.isEmpty }
}

/// A change of an unloaded to-many relationship, made from the other side.
enum PendingLink {
    case added(any PersistentModel)
    case removed(any PersistentModel)

    var member: any PersistentModel {
        switch self {
        case .added(let member), .removed(let member): member
        }
    }

    var isAddition: Bool { if case .added = self { true } else { false } }
}

/// The number of saves that any context of this process has seen: a cheap way for an instance to know that nothing
/// happened since its values were last looked at.
enum SaveEpoch {
    private static let counter = Atomic<UInt32>(1)

    static var current: UInt32 { counter.load(ordering: .acquiring) }

    static func advance() { counter.wrappingAdd(1, ordering: .acquiringAndReleasing) }
}
