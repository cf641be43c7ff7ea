import Foundation
import GRDBSQLite

/// Puts ``SimulatedFile`` between SQLite and the system for everything in this process: it takes the name `unix`,
/// under which the store looks for the system's own access to files.
enum SimulatedVFS {
    typealias File = UnsafeMutablePointer<sqlite3_file>
    private typealias Own = SimulatedVFS

    /// Whether it is in place.
    ///
    /// To be asked for before the first store is opened.
    static let isInstalled: Bool = {
        guard let made else { return false }
        return sqlite3_vfs_register(made, 1) == SQLITE_OK
    }()

    /// Lets SQLite draw its random numbers anew from the story's.
    static func resetRandomness() { sqlite3_randomness(0, nil) }

    nonisolated(unsafe) private static let system = sqlite3_vfs_find("unix")
    nonisolated(unsafe) private static let made = make()

    // The layout of a file's memory: the table of functions, the object, the system's file.
    private static let objectOffset = 8
    private static let systemFileOffset = 16

    private static func make() -> UnsafeMutablePointer<sqlite3_vfs>? {
        guard let system, let name = strdup("unix") else { return nil }
        let made = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
        made.initialize(to: system.pointee)
        made.pointee.zName = UnsafePointer(name)
        made.pointee.pNext = nil
        made.pointee.szOsFile = Int32(systemFileOffset) + system.pointee.szOsFile
        made.pointee.xOpen = { _, name, file, flags, outFlags in
            file.map { Own.open(name, $0, flags, outFlags) } ?? SQLITE_MISUSE
        }
        made.pointee.xDelete = { _, name, syncsFolder in Own.delete(name, syncsFolder) }
        made.pointee.xSleep = { _, microseconds in
            guard let disk = SimulatedDisk.current else { return 0 }
            disk.sleep(Int(microseconds))
            return microseconds
        }
        made.pointee.xRandomness = { _, count, bytes in
            guard let bytes, let disk = SimulatedDisk.current else { return 0 }
            for place in 0..<Int(count) { bytes[place] = CChar(bitPattern: disk.randomByte()) }
            return count
        }
        return made
    }

    // MARK: Opening and deleting

    private static func open(
        _ name: UnsafePointer<CChar>?,
        _ file: File,
        _ flags: Int32,
        _ outFlags: UnsafeMutablePointer<Int32>?
    ) -> Int32 {
        file.pointee.pMethods = nil
        guard let system, let disk = SimulatedDisk.current else { return SQLITE_CANTOPEN }
        let role = role(flags)
        guard !disk.isDead(disk.process) else { return SQLITE_CANTOPEN }
        if let effect = disk.effect(on: .open, role, by: disk.process), effect != .killAfter { return SQLITE_CANTOPEN }
        let inner = systemFile(file)
        inner.pointee.pMethods = nil
        let code = system.pointee.xOpen(system, name, inner, flags, outFlags)
        guard code == SQLITE_OK else { return code }
        let path = name.map { String(cString: $0) } ?? ""
        let object = SimulatedFile(inner, path: path, role: role, disk: disk)
        UnsafeMutableRawPointer(file).storeBytes(
            of: Unmanaged.passRetained(object).toOpaque(),
            toByteOffset: objectOffset,
            as: UnsafeMutableRawPointer.self
        )
        file.pointee.pMethods = table
        return SQLITE_OK
    }

    private static func role(_ flags: Int32) -> FileRole {
        if flags & SQLITE_OPEN_MAIN_DB != 0 { return .main }
        if flags & SQLITE_OPEN_WAL != 0 { return .log }
        return flags & SQLITE_OPEN_MAIN_JOURNAL != 0 ? .journal : .other
    }

    private static func delete(_ name: UnsafePointer<CChar>?, _ syncsFolder: Int32) -> Int32 {
        guard let name, let system, let disk = SimulatedDisk.current else { return IOCode.delete }
        let path = String(cString: name)
        guard !disk.isDead(disk.process) else { return IOCode.delete }
        let role: FileRole = path.hasSuffix("-wal") ? .log : path.hasSuffix("-journal") ? .journal : .other
        if disk.effect(on: .delete, role, by: disk.process) != nil { return IOCode.delete }
        disk.didDelete(path)
        return system.pointee.xDelete(system, name, 0)
    }

    // MARK: The table of functions

    private static func systemFile(_ file: File) -> File {
        (UnsafeMutableRawPointer(file) + systemFileOffset).assumingMemoryBound(to: sqlite3_file.self)
    }

    private static func unmanaged(_ file: File) -> Unmanaged<SimulatedFile> {
        Unmanaged.fromOpaque(UnsafeRawPointer(file).load(fromByteOffset: objectOffset, as: UnsafeRawPointer.self))
    }

    private static func on(_ file: File?, _ body: (SimulatedFile) -> Int32) -> Int32 {
        guard let file else { return SQLITE_MISUSE }
        return body(unmanaged(file).takeUnretainedValue())
    }

    nonisolated(unsafe) private static let table: UnsafePointer<sqlite3_io_methods> = {
        var methods = sqlite3_io_methods()
        // Version 3 would offer memory mapping, past the faults.
        methods.iVersion = 2
        addReadingAndWriting(&methods)
        addLocks(&methods)
        addSharedMemory(&methods)
        let table = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
        table.initialize(to: methods)
        return UnsafePointer(table)
    }()

    private static func addReadingAndWriting(_ methods: inout sqlite3_io_methods) {
        methods.xClose = { file in
            guard let file else { return SQLITE_OK }
            let object = Own.unmanaged(file)
            let code = object.takeUnretainedValue().close()
            object.release()
            return code
        }
        methods.xRead = { file, buffer, count, offset in
            guard let buffer else { return IOCode.read }
            return Own.on(file) { $0.read(buffer, count, at: offset) }
        }
        methods.xWrite = { file, buffer, count, offset in
            guard let buffer else { return IOCode.write }
            return Own.on(file) { $0.write(buffer, count, at: offset) }
        }
        methods.xTruncate = { file, size in Own.on(file) { $0.truncate(to: size) } }
        methods.xSync = { file, flags in Own.on(file) { $0.sync(flags) } }
        methods.xFileSize = { file, size in Own.on(file) { $0.fileSize(size) } }
        methods.xFileControl = { file, operation, argument in Own.on(file) { $0.control(operation, argument) } }
        methods.xSectorSize = { file in Own.on(file) { $0.sectorSize } }
        methods.xDeviceCharacteristics = { file in Own.on(file) { $0.characteristics } }
    }

    private static func addLocks(_ methods: inout sqlite3_io_methods) {
        methods.xLock = { file, level in Own.on(file) { $0.lock(level) } }
        methods.xUnlock = { file, level in Own.on(file) { $0.unlock(level) } }
        methods.xCheckReservedLock = { file, result in Own.on(file) { $0.checkReservedLock(result) } }
    }

    private static func addSharedMemory(_ methods: inout sqlite3_io_methods) {
        methods.xShmMap = { file, page, size, extends, memory in
            Own.on(file) { $0.map(page, size, extends, memory) }
        }
        methods.xShmLock = { file, offset, count, flags in Own.on(file) { $0.lockMemory(offset, count, flags) } }
        methods.xShmBarrier = { file in
            if let file { Own.unmanaged(file).takeUnretainedValue().barrier() }
        }
        methods.xShmUnmap = { file, deletes in Own.on(file) { $0.unmap(deletes) } }
    }
}
