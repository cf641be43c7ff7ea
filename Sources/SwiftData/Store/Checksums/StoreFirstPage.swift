/// What the first page of a store with sums says of the others.
struct StoreFirstPage {
    /// Whether a page without a sum is as it should be.
    ///
    /// So it is in files of older versions, until they were opened for writing once, and after another program brought the
    /// log into the file: each log begins with the first page, which it left without a sum too.
    let allowsUnsummed: Bool

    init?(_ page: UnsafeRawPointer, count: Int) {
        guard count >= StoreFileHeader.length else { return nil }
        let header = StoreFileHeader(page)
        allowsUnsummed = !header.isComplete || PageChecksum.isMarkedUnsummed(firstPage: page, count: count)
    }
}

/// The page of a large file whose bytes SQLite locks instead of keeping something in it.
///
/// See <https://sqlite.org/fileformat2.html#the_lock_byte_page>.
enum LockPage {
    private static let firstLockedByte = 0x4000_0000

    /// Whether the page that begins at `offset` is that one.
    static func contains(_ offset: Int, pageSize: Int) -> Bool {
        (offset..<offset + pageSize).contains(firstLockedByte)
    }
}
