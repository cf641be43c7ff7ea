import GRDBSQLite

/// One open store file between SQLite and the operating system: it sums pages as they are written and checks them as
/// they are read.
///
/// SQLite uses a file from one thread at a time. Files whose header names no sums pass through untouched.
final class ChecksumFile {
    /// The operating system's file.
    private let file: UnsafeMutablePointer<sqlite3_file>
    private(set) var keepsChecksums = false
    /// Whether shared memory may be made larger, for which the disk needs room.
    private(set) var changesSharedMemory = true
    private var pageSize: Int?
    /// Where a page is summed: SQLite's own copy of it stays as it is.
    private var scratch: UnsafeMutableRawBufferPointer?
    private static let alignment = 16
    /// Up to here the file is known to reach.
    private var knownEnd: Int64 = 0
    /// What connections know of the log together, as far as SQLite has asked for it.
    private(set) var logIndex: UnsafeRawPointer?

    init(_ file: UnsafeMutablePointer<sqlite3_file>) {
        self.file = file
    }

    deinit { scratch?.deallocate() }

    /// From now on every page is summed, whether the file's header says so yet or not.
    ///
    /// For a new file, whose pages may be written before its header.
    func beginChecksums() { keepsChecksums = true }

    /// From now on shared memory is only read.
    func leaveSharedMemory() { changesSharedMemory = false }

    // MARK: Reading

    func read(_ buffer: UnsafeMutableRawPointer, _ count: Int, at offset: Int64) -> Int32 {
        if let pageSize, keepsChecksums, count < pageSize, offset >= Int64(StoreFileHeader.length) {
            return readPart(buffer, count, at: offset, pageSize: pageSize)
        }
        let code = readUnchecked(buffer, count, at: offset)
        guard code == SQLITE_OK else { return code }
        if offset == 0, count >= StoreFileHeader.length { note(UnsafeRawPointer(buffer)) }
        guard keepsChecksums, isWholePage(count, at: offset) else { return SQLITE_OK }
        return check(buffer, count, at: offset)
    }

    /// Some versions of SQLite read the end of a long value without the rest of its page; the sum is over all of it.
    private func readPart(
        _ buffer: UnsafeMutableRawPointer,
        _ count: Int,
        at offset: Int64,
        pageSize: Int
    ) -> Int32 {
        let place = Int(offset % Int64(pageSize))
        guard place + count <= pageSize else { return readUnchecked(buffer, count, at: offset) }
        let page = scratch(pageSize)
        let start = offset - Int64(place)
        let code = readUnchecked(page, pageSize, at: start)
        guard code == SQLITE_OK else { return readUnchecked(buffer, count, at: offset) }
        let verdict = check(page, pageSize, at: start)
        if verdict == SQLITE_OK { buffer.copyMemory(from: page + place, byteCount: count) }
        return verdict
    }

    private func check(_ page: UnsafeMutableRawPointer, _ count: Int, at offset: Int64) -> Int32 {
        switch PageChecksum.finding(page, count: count, offset: offset) {
        case .intact: break
        case .damaged: return ExtendedResultCode.data
        case .unsummed:
            let first = offset == 0 ? StoreFirstPage(page, count: count) : firstPage(count)
            guard let first, first.allowsUnsummed else { return ExtendedResultCode.data }
        }
        PageChecksum.unseal(page, count: count, offset: offset)
        return SQLITE_OK
    }

    /// The first page as the file has it now; nil where it cannot be read.
    ///
    /// Read anew each time: another process may bring a log into the file at any time.
    private func firstPage(_ count: Int) -> StoreFirstPage? {
        let page = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: Self.alignment)
        defer { page.deallocate() }
        guard readUnchecked(page, count, at: 0) == SQLITE_OK else { return nil }
        return StoreFirstPage(page, count: count)
    }

    /// Reads what is there.
    ///
    /// SQLite's pager goes on with zeros where a read ends early, since that is how the end of a file looks (`readDbPage`
    /// in pager.c). Within the file it is a fault of the system, which would become a page of zeros: it is tried again, and
    /// then reported.
    private func readUnchecked(_ buffer: UnsafeMutableRawPointer, _ count: Int, at offset: Int64) -> Int32 {
        let code = readOnce(buffer, count, at: offset)
        guard code == ExtendedResultCode.shortRead, isWithinFile(count, at: offset) else { return code }
        let again = readOnce(buffer, count, at: offset)
        return again == ExtendedResultCode.shortRead ? ExtendedResultCode.read : again
    }

    private func readOnce(_ buffer: UnsafeMutableRawPointer, _ count: Int, at offset: Int64) -> Int32 {
        file.pointee.pMethods.pointee.xRead(file, buffer, Int32(count), offset)
    }

    private func isWithinFile(_ count: Int, at offset: Int64) -> Bool {
        var size: sqlite3_int64 = 0
        return file.pointee.pMethods.pointee.xFileSize(file, &size) == SQLITE_OK && offset + Int64(count) <= size
    }

    // MARK: Writing

    func write(_ buffer: UnsafeRawPointer, _ count: Int, at offset: Int64) -> Int32 {
        if offset == 0, count >= StoreFileHeader.length { note(buffer) }
        guard keepsChecksums, isWholePage(count, at: offset) else {
            return file.pointee.pMethods.pointee.xWrite(file, buffer, Int32(count), offset)
        }
        let gap = fillGap(before: offset, pageSize: count)
        guard gap == SQLITE_OK else { return gap }
        // SQLite goes on with its own copy of a new first page, which is to look as if it had been read.
        if offset == 0 { PageChecksum.unseal(UnsafeMutableRawPointer(mutating: buffer), count: count, offset: 0) }
        let page = scratch(count)
        page.copyMemory(from: buffer, byteCount: count)
        return writeSealed(page, count, at: offset)
    }

    private func writeSealed(_ page: UnsafeMutableRawPointer, _ count: Int, at offset: Int64) -> Int32 {
        PageChecksum.seal(page, count: count, offset: offset)
        let code = file.pointee.pMethods.pointee.xWrite(file, page, Int32(count), offset)
        if code == SQLITE_OK { knownEnd = max(knownEnd, offset + Int64(count)) }
        return code
    }

    /// Writes the pages that SQLite leaves out behind the end of the file: free ones, whose content is of no interest.
    private func fillGap(before offset: Int64, pageSize: Int) -> Int32 {
        guard offset > knownEnd else { return SQLITE_OK }
        let code = readEnd()
        guard code == SQLITE_OK else { return code }
        while knownEnd < offset, knownEnd % Int64(pageSize) == 0 {
            let place = knownEnd
            if LockPage.contains(Int(place), pageSize: pageSize) {
                knownEnd += Int64(pageSize)
                continue
            }
            let page = scratch(pageSize)
            page.initializeMemory(as: UInt8.self, repeating: 0, count: pageSize)
            let code = writeSealed(page, pageSize, at: place)
            guard code == SQLITE_OK else { return code }
        }
        return SQLITE_OK
    }

    private func readEnd() -> Int32 {
        var size: sqlite3_int64 = 0
        let code = file.pointee.pMethods.pointee.xFileSize(file, &size)
        if code == SQLITE_OK { knownEnd = size }
        return code
    }

    // MARK: Pages without a sum

    /// Whether some pages may have no sum.
    var allowsUnsummed: Bool {
        guard keepsChecksums, let pageSize else { return false }
        return firstPage(pageSize)?.allowsUnsummed ?? false
    }

    /// Gives every page without a sum its sum, the first page last: what was begun and not ended is done again.
    ///
    /// Nobody else may write to the file meanwhile.
    func sealUnsummed() -> Int32 {
        guard keepsChecksums, let pageSize else { return SQLITE_OK }
        var code = readEnd()
        var offset = Int64(pageSize)
        while code == SQLITE_OK, offset + Int64(pageSize) <= knownEnd {
            code = sealUnsummed(at: offset, pageSize)
            offset += Int64(pageSize)
        }
        // A power cut must not leave the sum of the first page, which says that no other is missing, before the others.
        if code == SQLITE_OK { code = file.pointee.pMethods.pointee.xSync(file, SQLITE_SYNC_NORMAL) }
        return code == SQLITE_OK ? sealUnsummed(at: 0, pageSize) : code
    }

    private func sealUnsummed(at offset: Int64, _ pageSize: Int) -> Int32 {
        guard !LockPage.contains(Int(offset), pageSize: pageSize) else { return SQLITE_OK }
        let page = scratch(pageSize)
        let code = readUnchecked(page, pageSize, at: offset)
        guard code == SQLITE_OK, PageChecksum.finding(page, count: pageSize, offset: offset) == .unsummed else {
            return code
        }
        return writeSealed(page, pageSize, at: offset)
    }

    /// Another process may have made the file shorter since the last one.
    func checkpointBegins() { knownEnd = 0 }

    func truncate(to size: Int64) -> Int32 {
        knownEnd = min(knownEnd, size)
        return file.pointee.pMethods.pointee.xTruncate(file, size)
    }

    // MARK: The index of the log

    func logIndexBegins(at memory: UnsafeRawPointer?) { logIndex = memory }

    // MARK: What the header says

    private func note(_ bytes: UnsafeRawPointer) {
        let header = StoreFileHeader(bytes)
        keepsChecksums = header.keepsChecksums
        pageSize = header.pageSize
    }

    /// Without a page size that can be right, everything that looks like a page is taken for one.
    private func isWholePage(_ count: Int, at offset: Int64) -> Bool {
        if let pageSize { return count == pageSize && offset % Int64(count) == 0 }
        return count >= 512 && count & (count - 1) == 0 && offset % Int64(count) == 0
    }

    private func scratch(_ count: Int) -> UnsafeMutableRawPointer {
        if let scratch, scratch.count >= count, let start = scratch.baseAddress { return start }
        scratch?.deallocate()
        let start = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: Self.alignment)
        scratch = UnsafeMutableRawBufferPointer(start: start, count: count)
        return start
    }
}
