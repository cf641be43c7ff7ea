import GRDBSQLite

/// The functions by which SQLite reaches a ``ChecksumFile``.
///
/// SQLite gives memory for one file. It is laid out as: the table of functions, the `ChecksumFile`, the system's file.
enum ChecksumFileMethods {
    typealias File = UnsafeMutablePointer<sqlite3_file>
    /// Functions without a context may not speak of `Self`.
    private typealias Methods = ChecksumFileMethods

    /// Where the system's file begins in that memory.
    static let systemFileOffset = 16
    private static let objectOffset = 8
    /// A system's file that may be read in parts of pages; the sums are over whole ones.
    private static let partialReads: Int32 = 0x8000

    /// Questions and orders of our own to an open file.
    enum Control: Int32 {
        /// Sets the `Int32` behind the argument to 1 where pages carry sums, else to 0.
        case keepsChecksums = 8_101
        /// Sums every page from now on.
        case beginChecksums = 8_102
        /// Sets the `Int32` behind the argument to 1 where pages may be without a sum, else to 0.
        case allowsUnsummed = 8_103
        /// Gives every page without a sum its sum.
        case sealUnsummed = 8_104
        /// Copies the ``LogPosition`` to the argument; not found where no log is in use.
        case logPosition = 8_105
        /// Leaves shared memory as it is from now on.
        case readWithoutRoom = 8_106
    }

    /// Opens the system's file with `openSystemFile` and puts the `ChecksumFile` before it.
    static func open(_ file: File, _ openSystemFile: (File) -> Int32) -> Int32 {
        let inner = systemFile(file)
        inner.pointee.pMethods = nil
        let code = openSystemFile(inner)
        guard code == SQLITE_OK else {
            if inner.pointee.pMethods != nil { _ = inner.pointee.pMethods.pointee.xClose(inner) }
            file.pointee.pMethods = nil
            return code
        }
        let object = Unmanaged.passRetained(ChecksumFile(inner)).toOpaque()
        UnsafeMutableRawPointer(file).storeBytes(
            of: object,
            toByteOffset: objectOffset,
            as: UnsafeMutableRawPointer.self
        )
        file.pointee.pMethods = table
        return code
    }

    private static func systemFile(_ file: File) -> File {
        (UnsafeMutableRawPointer(file) + systemFileOffset).assumingMemoryBound(to: sqlite3_file.self)
    }

    private static func object(_ file: File) -> Unmanaged<ChecksumFile> {
        Unmanaged.fromOpaque(UnsafeRawPointer(file).load(fromByteOffset: objectOffset, as: UnsafeRawPointer.self))
    }

    /// Hands a call on to the system's file.
    private static func forward(_ file: File?, _ call: (File, sqlite3_io_methods) -> Int32) -> Int32 {
        guard let file else { return SQLITE_MISUSE }
        let inner = systemFile(file)
        return call(inner, inner.pointee.pMethods.pointee)
    }

    nonisolated(unsafe) private static let table: UnsafePointer<sqlite3_io_methods> = {
        var methods = sqlite3_io_methods()
        // Version 3 would offer memory mapping.
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
            let code = Methods.forward(file) { $1.xClose($0) }
            Methods.object(file).release()
            return code
        }
        methods.xRead = { file, buffer, count, offset in
            guard let file, let buffer else { return ExtendedResultCode.read }
            return Methods.object(file)._withUnsafeGuaranteedRef { $0.read(buffer, Int(count), at: offset) }
        }
        methods.xWrite = { file, buffer, count, offset in
            guard let file, let buffer else { return ExtendedResultCode.write }
            return Methods.object(file)._withUnsafeGuaranteedRef { $0.write(buffer, Int(count), at: offset) }
        }
        methods.xTruncate = { file, size in
            guard let file else { return SQLITE_MISUSE }
            return Methods.object(file)._withUnsafeGuaranteedRef { $0.truncate(to: size) }
        }
        methods.xSync = { file, flags in Methods.forward(file) { $1.xSync($0, flags) } }
        methods.xFileSize = { file, size in Methods.forward(file) { $1.xFileSize($0, size) } }
        methods.xSectorSize = { file in Methods.forward(file) { $1.xSectorSize($0) } }
        methods.xDeviceCharacteristics = { file in
            Methods.forward(file) { $1.xDeviceCharacteristics($0) } & ~Methods.partialReads
        }
        methods.xFileControl = { file, operation, argument in
            if operation == SQLITE_FCNTL_CKPT_START, let file {
                Methods.object(file)._withUnsafeGuaranteedRef { $0.checkpointBegins() }
            }
            guard let file, let control = Methods.Control(rawValue: operation) else {
                return Methods.forward(file) { $1.xFileControl($0, operation, argument) }
            }
            return Methods.object(file)._withUnsafeGuaranteedRef { Methods.answer(control, $0, argument) }
        }
    }

    private static func answer(
        _ control: Control,
        _ file: ChecksumFile,
        _ argument: UnsafeMutableRawPointer?
    ) -> Int32 {
        switch control {
        case .keepsChecksums: argument?.storeBytes(of: file.keepsChecksums ? 1 : 0, as: Int32.self)
        case .beginChecksums: file.beginChecksums()
        case .readWithoutRoom: file.leaveSharedMemory()
        case .allowsUnsummed: argument?.storeBytes(of: file.allowsUnsummed ? 1 : 0, as: Int32.self)
        case .sealUnsummed: return file.sealUnsummed()
        case .logPosition:
            guard let position = file.logIndex.flatMap(LogPosition.init) else { return SQLITE_NOTFOUND }
            argument?.storeBytes(of: position, as: LogPosition.self)
        }
        return SQLITE_OK
    }

    private static func addLocks(_ methods: inout sqlite3_io_methods) {
        methods.xLock = { file, level in Methods.forward(file) { $1.xLock($0, level) } }
        methods.xUnlock = { file, level in Methods.forward(file) { $1.xUnlock($0, level) } }
        methods.xCheckReservedLock = { file, answer in Methods.forward(file) { $1.xCheckReservedLock($0, answer) } }
    }

    private static func addSharedMemory(_ methods: inout sqlite3_io_methods) {
        methods.xShmMap = { file, region, size, extend, memory in
            guard let file else { return SQLITE_MISUSE }
            let changes = Methods.object(file)._withUnsafeGuaranteedRef { $0.changesSharedMemory }
            guard changes else { return Methods.mapAsItIs(file, region, size, memory) }
            let code = Methods.forward(file) { $1.xShmMap($0, region, size, extend, memory) }
            if code == SQLITE_OK, region == 0 {
                let start = memory?.pointee.map { UnsafeRawPointer($0) }
                Methods.object(file)._withUnsafeGuaranteedRef { $0.logIndexBegins(at: start) }
            }
            return code
        }
        methods.xShmLock = { file, offset, count, flags in
            Methods.forward(file) { $1.xShmLock($0, offset, count, flags) }
        }
        methods.xShmBarrier = { file in
            guard let file else { return }
            let inner = Methods.systemFile(file)
            inner.pointee.pMethods.pointee.xShmBarrier(inner)
        }
        methods.xShmUnmap = { file, deletes in
            guard let file else { return SQLITE_OK }
            Methods.object(file)._withUnsafeGuaranteedRef { $0.logIndexBegins(at: nil) }
            return Methods.forward(file) { $1.xShmUnmap($0, deletes) }
        }
    }

    /// Maps a region of shared memory without making it larger.
    ///
    /// SQLite demands of such a file that it answers `SQLITE_READONLY` where the index can be used, because a connection that
    /// writes has made it, and else `SQLITE_READONLY_CANTINIT` (`walBeginShmUnreliable` in its wal.c).
    private static func mapAsItIs(
        _ file: File,
        _ region: Int32,
        _ size: Int32,
        _ memory: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
    ) -> Int32 {
        let code = forward(file) { $1.xShmMap($0, region, size, 0, memory) }
        guard code == SQLITE_OK, region == 0 else { return code == SQLITE_OK ? SQLITE_READONLY : code }
        if let index = memory?.pointee, isMade(index) { return SQLITE_READONLY }
        memory?.pointee = nil
        return ExtendedResultCode.readOnlyCannotInitialize
    }

    /// Whether the index of a log has been made: the byte `isInit` of its header (<https://sqlite.org/walformat.html>, 2.1).
    private static func isMade(_ index: UnsafeMutableRawPointer) -> Bool {
        let placeOfMark = 12
        return index.load(fromByteOffset: placeOfMark, as: UInt8.self) == 1
    }
}
