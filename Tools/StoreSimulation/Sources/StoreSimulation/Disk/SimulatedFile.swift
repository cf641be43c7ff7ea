import GRDBSQLite

/// One open file of SQLite's: the system's file, behind the faults of ``SimulatedDisk``.
final class SimulatedFile {
    typealias File = UnsafeMutablePointer<sqlite3_file>

    let path: String
    let role: FileRole
    let process: SimulatedDisk.ProcessNumber
    private let disk: SimulatedDisk
    private let file: File
    /// Whether the system has closed it, because its process ended.
    private var isOver = false
    private var mapsMemory = false

    init(_ file: File, path: String, role: FileRole, disk: SimulatedDisk) {
        (self.file, self.path, self.role, self.disk) = (file, path, role, disk)
        process = disk.process
        disk.opened(self)
    }

    private var methods: sqlite3_io_methods { file.pointee.pMethods.pointee }
    private var isDead: Bool { isOver || disk.isDead(process) }

    /// Passes a call on, unless a fault meets it; `failure` is what the call answers then.
    private func call(_ operation: Operation, failure: Int32, _ body: () -> Int32) -> Int32 {
        guard !isDead else { return failure }
        switch disk.effect(on: operation, role, by: process) {
        case nil: return isDead ? failure : body()
        case .busy: return SQLITE_BUSY
        case .full: return SQLITE_FULL
        case .lostSync: return SQLITE_OK
        case .killAfter where operation != .sharedLock:
            _ = body()
            disk.kill(process)
            return failure
        // A lock that SQLite does not know of would stay, where that of a process goes with it.
        default: return failure
        }
    }

    // MARK: Bytes

    func read(_ buffer: UnsafeMutableRawPointer, _ count: Int32, at offset: Int64) -> Int32 {
        guard !isDead else { return IOCode.read }
        let effect = disk.effect(on: .read, role, by: process)
        guard effect == nil || effect == .shortRead, !isDead else { return IOCode.read }
        let code = methods.xRead(file, buffer, count, offset)
        guard effect == .shortRead, code == SQLITE_OK else { return code }
        let half = Int(count) / 2
        (buffer + half).initializeMemory(as: UInt8.self, repeating: 0, count: Int(count) - half)
        return IOCode.shortRead
    }

    func write(_ buffer: UnsafeRawPointer, _ count: Int32, at offset: Int64) -> Int32 {
        guard !isDead else { return IOCode.write }
        let effect = disk.effect(on: .write, role, by: process)
        let isKilled = effect == .kill || effect == .powerCut
        guard !isKilled, !isOver, effect != nil || !isDead else { return IOCode.write }
        var length = count
        switch effect {
        case .inputOutputError: return IOCode.write
        case .full: return SQLITE_FULL
        // What fits into one sector is written as a whole or not at all.
        case .shortWrite, .killInside: length = count > Int32(UnsyncedWrites.sector) ? count / 2 : 0
        default: break
        }
        var code = SQLITE_OK
        if length > 0 {
            disk.willWrite(self, Int(length), at: offset)
            code = methods.xWrite(file, buffer, length, offset)
        }
        switch effect {
        case .killAfter:
            disk.kill(process)
            return IOCode.write
        case .shortWrite, .killInside: return IOCode.write
        default: return code
        }
    }

    func truncate(to size: Int64) -> Int32 {
        call(.truncate, failure: IOCode.truncate) {
            disk.willTruncate(self, to: size)
            return methods.xTruncate(file, size)
        }
    }

    func sync(_ flags: Int32) -> Int32 {
        call(.sync, failure: IOCode.sync) {
            // Nothing of the simulation survives the system's own power cut: it need not wait for the disk.
            disk.didSync(path)
            return SQLITE_OK
        }
    }

    func fileSize(_ size: UnsafeMutablePointer<sqlite3_int64>?) -> Int32 {
        isDead ? IOCode.fileStatus : methods.xFileSize(file, size)
    }

    // MARK: Locks

    func lock(_ level: Int32) -> Int32 { call(.lock, failure: IOCode.lock) { methods.xLock(file, level) } }

    func unlock(_ level: Int32) -> Int32 { isOver ? SQLITE_OK : methods.xUnlock(file, level) }

    func checkReservedLock(_ result: UnsafeMutablePointer<Int32>?) -> Int32 {
        isDead ? IOCode.lock : methods.xCheckReservedLock(file, result)
    }

    func control(_ operation: Int32, _ argument: UnsafeMutableRawPointer?) -> Int32 {
        isOver ? SQLITE_NOTFOUND : methods.xFileControl(file, operation, argument)
    }

    var sectorSize: Int32 { isOver ? 4_096 : methods.xSectorSize(file) }
    var characteristics: Int32 { isOver ? 0 : methods.xDeviceCharacteristics(file) }

    // MARK: Shared memory

    func map(
        _ page: Int32,
        _ size: Int32,
        _ extends: Int32,
        _ memory: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
    )
        -> Int32
    {
        call(.sharedMemory, failure: IOCode.sharedMemoryMap) {
            mapsMemory = true
            return methods.xShmMap(file, page, size, extends, memory)
        }
    }

    func lockMemory(_ offset: Int32, _ count: Int32, _ flags: Int32) -> Int32 {
        let isUnlocking = flags & SQLITE_SHM_UNLOCK != 0
        if isOver { return isUnlocking ? SQLITE_OK : IOCode.sharedMemoryLock }
        if isUnlocking { return methods.xShmLock(file, offset, count, flags) }
        return call(.sharedLock, failure: IOCode.sharedMemoryLock) { methods.xShmLock(file, offset, count, flags) }
    }

    func barrier() { if !isOver { methods.xShmBarrier(file) } }

    func unmap(_ deletes: Int32) -> Int32 {
        guard !isOver else { return SQLITE_OK }
        mapsMemory = false
        return methods.xShmUnmap(file, isDead ? 0 : deletes)
    }

    // MARK: The end

    func close() -> Int32 {
        disk.exclusively {
            guard !isOver else { return SQLITE_OK }
            isOver = true
            disk.closed(self)
            return methods.xClose(file)
        }
    }

    /// The process is over: the system closes its files and sets its locks free.
    ///
    /// SQLite's own connection may still be there; it gets no answer any more.
    func closeForEver() {
        guard !isOver else { return }
        if mapsMemory { _ = methods.xShmUnmap(file, 0) }
        _ = methods.xUnlock(file, SQLITE_LOCK_NONE)
        _ = methods.xClose(file)
        isOver = true
    }

    // MARK: For the power cut

    var size: Int64 {
        var size: sqlite3_int64 = 0
        return methods.xFileSize(file, &size) == SQLITE_OK ? size : 0
    }

    /// Bytes as the file has them now, fewer at its end.
    func bytes(_ count: Int, at offset: Int64) -> [UInt8] {
        let there = min(Int64(count), size - offset)
        guard there > 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: Int(there))
        _ = methods.xRead(file, &bytes, Int32(there), offset)
        return bytes
    }
}

/// SQLite's extended codes of failed calls; its header makes them in a way that Swift cannot see.
enum IOCode {
    static let read = SQLITE_IOERR | 1 << 8
    static let shortRead = SQLITE_IOERR | 2 << 8
    static let write = SQLITE_IOERR | 3 << 8
    static let sync = SQLITE_IOERR | 4 << 8
    static let truncate = SQLITE_IOERR | 6 << 8
    static let fileStatus = SQLITE_IOERR | 7 << 8
    static let delete = SQLITE_IOERR | 10 << 8
    static let lock = SQLITE_IOERR | 15 << 8
    static let sharedMemoryLock = SQLITE_IOERR | 20 << 8
    static let sharedMemoryMap = SQLITE_IOERR | 21 << 8
}
