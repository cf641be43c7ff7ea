import Foundation
import GRDBSQLite

/// The disk, the clock and the processes below SQLite: counts calls, lets armed faults happen, and knows what a power
/// cut would take.
///
/// One thread uses it at a time: whoever runs a story. A model actor's queue does so while that thread waits.
final class SimulatedDisk {
    /// The one of the story that runs now.
    nonisolated(unsafe) static var current: SimulatedDisk?

    /// A process, by the number of its start: a process that is started again is another one.
    typealias ProcessNumber = Int
    /// Reads from outside; no fault ever meets it.
    static let observer: ProcessNumber = 0
    /// Only holds locks.
    static let foreigner: ProcessNumber = -1

    /// Who opens files now.
    var process = observer
    private(set) var dead: Set<ProcessNumber> = []
    private(set) var isPowerLost = false
    /// Milliseconds since the story's beginning.
    private(set) var milliseconds = 0.0
    /// Called at each wait, after the clock went on.
    var sleepObserver: (() -> Void)?
    /// Does the steps of an interleaving fault.
    var interleave: (([Step], _ isHoldingConnection: Bool) -> Void)?
    /// Whether unsynced writes are remembered, which costs a read for each write.
    var tracksWrites = false

    private var armed: [Fault] = []
    /// Whose calls the armed faults count.
    private var target = observer
    private(set) var firedFaults: [Fault] = []
    /// Calls of the armed process since arming, a part of the trace: two runs of a story make the same.
    private(set) var calls = 0
    private var random: StoryRandom
    private var openFiles: [ObjectIdentifier: SimulatedFile] = [:]
    private var unsynced: [String: UnsyncedWrites] = [:]
    /// Syncs that were lost since the last power cut.
    private var lostSyncs = 0

    init(seed: UInt64) { random = StoryRandom(seed: seed) }

    // MARK: Faults

    /// From now on the faults count the calls of a process.
    func arm(_ faults: [Fault], process: ProcessNumber) {
        (armed, target, firedFaults, calls) = (faults, process, [], 0)
    }

    /// Ends the faults; gives those that happened.
    @discardableResult
    func disarm() -> [Fault] {
        armed = []
        return firedFaults
    }

    /// What was armed, for an interleaving that arms its own.
    struct Arming {
        fileprivate let armed: [Fault]
        fileprivate let target: ProcessNumber
        fileprivate let fired: [Fault]
        fileprivate let calls: Int
        fileprivate let process: ProcessNumber
    }

    func suspendArming() -> Arming {
        let arming = Arming(armed: armed, target: target, fired: firedFaults, calls: calls, process: process)
        (armed, firedFaults) = ([], [])
        return arming
    }

    func resume(_ arming: Arming) {
        (armed, target, calls, process) = (arming.armed, arming.target, arming.calls, arming.process)
        firedFaults = arming.fired
    }

    func isDead(_ process: ProcessNumber) -> Bool {
        process != Self.observer && (isPowerLost || dead.contains(process))
    }

    func kill(_ process: ProcessNumber) { dead.insert(process) }

    /// The effect that a call meets, if any.
    ///
    /// Interleaved steps are done before it returns.
    func effect(on operation: Operation, _ file: FileRole?, by process: ProcessNumber) -> Effect? {
        guard process == target, process != Self.observer else { return nil }
        if operation != .sleep { calls += 1 }
        var met: Fault?
        for place in armed.indices where met == nil && armed[place].matches(operation, file) {
            armed[place].number -= 1
            if armed[place].number == 0 {
                met = armed.remove(at: place)
                break
            }
        }
        guard let met, Self.makesSense(met.effect, on: operation) else { return nil }
        firedFaults.append(met)
        switch met.effect {
        case .kill, .killInside: kill(process)
        case .killAfter where [.read, .open, .delete, .sharedLock].contains(operation): kill(process)
        case .powerCut: isPowerLost = true
        case .lostSync: lostSyncs += 1
        case .interleave(let steps):
            interleave?(steps, operation != .sleep || Self.isOnDatabaseQueue)
            return nil
        default: break
        }
        return met.effect
    }

    private static func makesSense(_ effect: Effect, on operation: Operation) -> Bool {
        switch effect {
        case .full, .shortWrite, .killInside: operation == .write
        case .shortRead: operation == .read
        case .busy: operation == .sharedLock
        case .lostSync: operation == .sync
        case .inputOutputError: ![.lock, .sleep].contains(operation)
        case .kill, .killAfter, .powerCut: ![.sleep, .lock].contains(operation)
        case .interleave: true
        }
    }

    /// Whether the present thread is inside of an access of a store's connection, which lets no other one in.
    private static var isOnDatabaseQueue: Bool {
        guard let label = queueLabel?(nil) else { return true }
        return String(cString: label).hasPrefix("SwiftData")
    }

    private typealias QueueLabel = @convention(c) (UnsafeRawPointer?) -> UnsafePointer<CChar>?

    /// Dispatch's function for the name of the present queue, which its module hides from Swift.
    private static let queueLabel = dlsym(nil, "dispatch_queue_get_label").map {
        unsafeBitCast($0, to: QueueLabel.self)
    }

    // MARK: Clock and randomness

    func sleep(_ microseconds: Int) {
        advance(milliseconds: Double(microseconds) / 1_000)
        sleepObserver?()
        _ = effect(on: .sleep, nil, by: target)
    }

    func advance(milliseconds: Double) { self.milliseconds += milliseconds }

    func randomByte() -> UInt8 { UInt8(truncatingIfNeeded: random.next()) }

    // MARK: Open files

    /// The last reference to a connection may go on another thread, which then closes its files.
    private let openFilesLock = NSRecursiveLock()

    func exclusively<Result>(_ body: () -> Result) -> Result { openFilesLock.withLock(body) }

    func opened(_ file: SimulatedFile) { exclusively { openFiles[ObjectIdentifier(file)] = file } }
    func closed(_ file: SimulatedFile) { openFiles[ObjectIdentifier(file)] = nil }

    /// Ends what the system has of dead processes: files that nobody closed any more, with their locks.
    func closeFilesOfTheDead() {
        exclusively {
            for (key, file) in openFiles where isDead(file.process) {
                file.closeForEver()
                openFiles[key] = nil
            }
        }
    }

    /// Files that processes have open which are thrown away.
    func openFileCount(of process: ProcessNumber) -> Int {
        exclusively { openFiles.values.count { $0.process == process } }
    }

    // MARK: Unsynced writes

    func willWrite(_ file: SimulatedFile, _ count: Int, at offset: Int64) {
        guard tracksWrites else { return }
        unsynced[file.path, default: UnsyncedWrites(size: file.size)].willWrite(file, count, at: offset)
    }

    func willTruncate(_ file: SimulatedFile, to size: Int64) {
        guard tracksWrites else { return }
        let end = file.size
        guard end > size else { return }
        unsynced[file.path, default: UnsyncedWrites(size: end)].willWrite(file, Int(end - size), at: size)
    }

    func didSync(_ path: String) { unsynced[path] = nil }
    func didDelete(_ path: String) { unsynced[path] = nil }
    /// After the store's files were replaced as a whole, by files that are on the disk.
    func didReplaceFiles() { unsynced = [:] }

    /// How many syncs were lost since this was last asked for.
    func removeLostSyncs() -> Int {
        defer { lostSyncs = 0 }
        return lostSyncs
    }

    /// Takes from the files what a power cut takes; the machine has power again then, and no process.
    ///
    /// - Returns: Whether anything was taken.
    func losePower() throws -> Bool {
        var isTaken = false
        for path in unsynced.keys.sorted() {
            if let writes = unsynced[path], try writes.revert(path, &random) { isTaken = true }
        }
        unsynced = [:]
        return isTaken
    }

    /// After all files of the dead were closed.
    func restorePower() {
        for file in openFiles.values where file.process != Self.observer { dead.insert(file.process) }
        isPowerLost = false
    }
}
