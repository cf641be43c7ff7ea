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
        guard PageChecksum.isIntact(page, count: count, offset: offset) else { return ExtendedResultCode.data }
        PageChecksum.unseal(page, count: count)
        return SQLITE_OK
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
        let page = scratch(count)
        page.copyMemory(from: buffer, byteCount: count)
        PageChecksum.seal(page, count: count, offset: offset)
        return file.pointee.pMethods.pointee.xWrite(file, page, Int32(count), offset)
    }

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
