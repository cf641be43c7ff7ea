import Foundation

/// What the first bytes of a SQLite file say that matters to sums in its pages.
///
/// See <https://sqlite.org/fileformat2.html#the_database_header>.
struct StoreFileHeader {
    /// So many bytes SQLite reads first, before it knows how large a page is.
    static let length = 100
    /// The file's application identifier where its pages carry sums: the letters SDCK.
    ///
    /// Some pages of such a file may have none. Older versions of this library made such files.
    static let mark: UInt32 = 0x5344_434B
    /// The file's application identifier where every page has its sum: the letters SDCL.
    static let completeMark: UInt32 = 0x5344_434C

    private static let pageSizeOffset = 16
    private static let reservedOffset = 20
    private static let applicationOffset = 68
    private static let pageSizes = 512...65_536

    /// Whether the pages carry sums.
    ///
    /// Said in two places, and either will do: the number of bytes kept free in each page, and the mark. Damage to one
    /// of them must not turn the checks off.
    let keepsChecksums: Bool
    /// Whether no page is without a sum, except for those that another program brought in from the log.
    let isComplete: Bool
    /// Bytes of a page; nil where the header names an impossible number.
    let pageSize: Int?

    /// - Parameter bytes: At least ``length`` bytes.
    init(_ bytes: UnsafeRawPointer) {
        let application = UInt32(
            bigEndian: bytes.loadUnaligned(fromByteOffset: Self.applicationOffset, as: UInt32.self)
        )
        let reserved = bytes.load(fromByteOffset: Self.reservedOffset, as: UInt8.self)
        isComplete = application == Self.completeMark
        keepsChecksums = isComplete || application == Self.mark || Int(reserved) == PageChecksum.size
        let stated = Int(
            UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: Self.pageSizeOffset, as: UInt16.self))
        )
        let size = stated == 1 ? 65_536 : stated
        pageSize = Self.pageSizes.contains(size) && size & (size - 1) == 0 ? size : nil
    }
}
