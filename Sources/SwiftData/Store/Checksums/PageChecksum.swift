/// The sum over a page of a store's file, which the page carries in its last eight bytes.
///
/// Whatever changes within eight neighbouring bytes changes the sum; wider damage goes unseen once in 2^64. The page's
/// place in the file counts too, so that a page in another's place is noticed.
enum PageChecksum {
    /// Bytes at the end of a page that hold its sum.
    static let size = 8
    /// What stands there in a page that nobody has summed: SQLite's own tools write it when they bring a log's pages
    /// into the file.
    ///
    /// The end of a page that was overwritten with zeros looks alike. ``ChecksumFile`` tells the two apart by the first page.
    private static let none: UInt64 = 0
    /// What stands there in a first page that nobody has summed: a number that zeros cannot make.
    private static let noneOfFirstPage: UInt64 = 0x6E6F_7375_6D2D_7031

    private static let factor: UInt64 = 0xD6E8_FEB8_6659_FD93
    private static let finalFactor: UInt64 = 0xA076_1D64_78BD_642F

    /// Writes the sum into the page's last bytes.
    static func seal(_ page: UnsafeMutableRawPointer, count: Int, offset: Int64) {
        let sum = sum(UnsafeRawPointer(page), count: count, offset: offset)
        page.storeBytes(of: sum.littleEndian, toByteOffset: count - size, as: UInt64.self)
    }

    /// Empties the place of the sum, so that a page which is changed without this code does not keep an old one.
    static func unseal(_ page: UnsafeMutableRawPointer, count: Int, offset: Int64) {
        let mark = offset == 0 ? noneOfFirstPage : none
        page.storeBytes(of: mark.littleEndian, toByteOffset: count - size, as: UInt64.self)
    }

    /// What the last bytes of a page say of it.
    enum Finding {
        /// It is as it was when it was summed.
        case intact
        /// It has no sum.
        case unsummed
        /// It does not match its sum.
        case damaged
    }

    /// Compares a page with its sum.
    static func finding(_ page: UnsafeRawPointer, count: Int, offset: Int64) -> Finding {
        let found = stored(page, count: count)
        if found == none || offset == 0 && found == noneOfFirstPage { return .unsummed }
        return found == sum(page, count: count, offset: offset) ? .intact : .damaged
    }

    /// Whether a first page says that another program brought the log into the file, and pages with it that have no sum.
    static func isMarkedUnsummed(firstPage: UnsafeRawPointer, count: Int) -> Bool {
        stored(firstPage, count: count) == noneOfFirstPage
    }

    private static func stored(_ page: UnsafeRawPointer, count: Int) -> UInt64 {
        UInt64(littleEndian: page.loadUnaligned(fromByteOffset: count - size, as: UInt64.self))
    }

    /// The sum over all of the page but its last bytes; never a mark for none.
    static func sum(_ page: UnsafeRawPointer, count: Int, offset: Int64) -> UInt64 {
        // Four sums side by side keep a processor's units busy; each step can be undone, so no change of one word is
        // ever swallowed by a later one.
        var first = UInt64(bitPattern: offset)
        var second = ~first
        var third = first &+ factor
        var fourth = ~third
        let end = count - size
        var place = 0
        while place + 32 <= end {
            first = step(first, page, place)
            second = step(second, page, place + 8)
            third = step(third, page, place + 16)
            fourth = step(fourth, page, place + 24)
            place += 32
        }
        while place + 8 <= end {
            first = step(first, page, place)
            place += 8
        }
        var result = first
        for lane in [second, third, fourth] { result = turned(result ^ lane, 29) &* finalFactor }
        result ^= result >> 32
        result = result &* factor
        result ^= result >> 29
        return result == none || result == noneOfFirstPage ? 1 : result
    }

    @inline(__always)
    private static func step(_ lane: UInt64, _ page: UnsafeRawPointer, _ place: Int) -> UInt64 {
        let word = UInt64(littleEndian: page.loadUnaligned(fromByteOffset: place, as: UInt64.self))
        return turned(lane ^ word, 31) &* factor
    }

    @inline(__always)
    private static func turned(_ word: UInt64, _ count: UInt64) -> UInt64 {
        word << count | word >> (64 - count)
    }
}
