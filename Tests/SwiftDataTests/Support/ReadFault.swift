import GRDBSQLite
import Glibc
import Synchronization

/// Makes reads go wrong below SQLite: its access to files calls another function in place of `pread`.
///
/// Once installed it stays for the life of the process.
enum ReadFault {
    enum Kind: Int, Sendable, Codable, CaseIterable {
        /// The read ends before its first byte, as at the end of a file.
        case short
        /// All bytes are zero, and nothing says so.
        case zeros
    }

    private static let passed = Atomic<Int>(0)
    private static let first = Atomic<Int>(.max)
    private static let last = Atomic<Int>(.max)
    private static let kind = Atomic<Int>(0)

    /// Whether this build of SQLite could be given another function.
    static func install() -> Bool {
        guard let vfs = sqlite3_vfs_find("unix"), let set = vfs.pointee.xSetSystemCall else { return false }
        let call = unsafeBitCast(replacement, to: sqlite3_syscall_ptr.self)
        return set(vfs, "pread64", call) == SQLITE_OK && set(vfs, "pread", call) == SQLITE_OK
    }

    /// From here on reads are counted from 0; those in `reads` go wrong.
    static func arm(_ kind: Kind, at reads: Range<Int>) {
        Self.kind.store(kind.rawValue, ordering: .sequentiallyConsistent)
        first.store(reads.lowerBound, ordering: .sequentiallyConsistent)
        last.store(reads.upperBound, ordering: .sequentiallyConsistent)
        passed.store(0, ordering: .sequentiallyConsistent)
    }

    /// Ends the fault; the result is how many reads there were since it was armed.
    @discardableResult
    static func disarm() -> Int {
        first.store(.max, ordering: .sequentiallyConsistent)
        return passed.load(ordering: .sequentiallyConsistent)
    }

    /// What becomes of the next read.
    fileprivate static func next() -> Kind? {
        let number = passed.wrappingAdd(1, ordering: .sequentiallyConsistent).oldValue
        guard number >= first.load(ordering: .sequentiallyConsistent),
            number < last.load(ordering: .sequentiallyConsistent)
        else { return nil }
        return Kind(rawValue: kind.load(ordering: .sequentiallyConsistent))
    }
}

private typealias PositionedRead = @convention(c) (Int32, UnsafeMutableRawPointer?, Int, off_t) -> Int

private let replacement: PositionedRead = { descriptor, buffer, count, offset in
    guard let buffer else { return -1 }
    switch ReadFault.next() {
    case nil: return pread(descriptor, buffer, count, offset)
    case .short: return 0
    case .zeros:
        let found = pread(descriptor, buffer, count, offset)
        if found > 0 { memset(buffer, 0, found) }
        return found
    }
}
