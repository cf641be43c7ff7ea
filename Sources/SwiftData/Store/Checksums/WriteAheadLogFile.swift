import Foundation

/// A log's file, read frame by frame: it may be large, and shrink while it is being read.
///
/// See <https://sqlite.org/fileformat2.html#the_write_ahead_log>.
final class WriteAheadLogFile {
    typealias Sum = SIMD2<UInt32>

    let header: Header
    private let file: FileHandle
    let pageSize: Int
    /// The frame that was read last.
    private var last: (number: Int, frame: Frame)?

    /// What the log's name has after the store's.
    static let suffix = "-wal"

    static func url(beside store: URL) -> URL { URL(fileURLWithPath: store.path + suffix) }

    /// nil where there is no log.
    init?(beside store: URL) {
        guard let file = try? FileHandle(forReadingFrom: Self.url(beside: store)),
            let bytes = try? file.read(upToCount: Header.length), bytes.count == Header.length
        else { return nil }
        let header = Header(bytes: Array(bytes))
        guard let pageSize = header.pageSize ?? Self.pageSize(of: store) else { return nil }
        self.file = file
        self.header = header
        self.pageSize = pageSize
    }

    deinit { try? file.close() }

    /// Whether nothing is in a log, or no log is there.
    static func isEmpty(beside store: URL) -> Bool {
        var status = stat()
        return stat(url(beside: store).path, &status) != 0 || status.st_size == 0
    }

    /// What the store itself says, should the log's header be damaged.
    private static func pageSize(of store: URL) -> Int? {
        guard let file = try? FileHandle(forReadingFrom: store) else { return nil }
        defer { try? file.close() }
        guard let bytes = try? file.read(upToCount: StoreFileHeader.length), bytes.count == StoreFileHeader.length
        else { return nil }
        return bytes.withUnsafeBytes { bytes in bytes.baseAddress.flatMap { StoreFileHeader($0).pageSize } }
    }

    /// A frame by its number, from 0; nil behind the last whole one.
    func frame(_ number: Int) -> Frame? {
        if let last, last.number == number { return last.frame }
        let length = Frame.headerLength + pageSize
        guard (try? file.seek(toOffset: UInt64(Header.length + number * length))) != nil,
            let bytes = try? file.read(upToCount: length), bytes.count == length
        else { return nil }
        let frame = Frame(bytes: Array(bytes), isBigEndian: header.isBigEndian)
        last = (number, frame)
        return frame
    }

    /// SQLite's sum over pairs of 32-bit words, in the byte order that the log's header names.
    private static func sum(_ bytes: ArraySlice<UInt8>, from seed: Sum, isBigEndian: Bool) -> Sum {
        bytes.withUnsafeBytes { bytes in
            var (first, second) = (seed.x, seed.y)
            for offset in stride(from: 0, to: bytes.count, by: 8) {
                let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
                let next = bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
                first = first &+ (isBigEndian ? UInt32(bigEndian: word) : UInt32(littleEndian: word)) &+ second
                second = second &+ (isBigEndian ? UInt32(bigEndian: next) : UInt32(littleEndian: next)) &+ first
            }
            return Sum(first, second)
        }
    }

    private static func number(_ bytes: [UInt8], _ offset: Int) -> UInt32 {
        bytes.withUnsafeBytes { UInt32(bigEndian: $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self)) }
    }

    private static func set(_ number: UInt32, in bytes: inout [UInt8], _ offset: Int) {
        bytes.withUnsafeMutableBytes { $0.storeBytes(of: number.bigEndian, toByteOffset: offset, as: UInt32.self) }
    }
}

extension WriteAheadLogFile {
    /// The beginning of a log.
    struct Header: Equatable {
        static let length = 32
        private static let magic: UInt32 = 0x377F_0682
        private static let version: UInt32 = 3_007_000
        private static let pageSizes = 512...65_536

        private(set) var bytes: [UInt8]

        /// Whether the sums of the log are over words of that byte order.
        var isBigEndian: Bool { WriteAheadLogFile.number(bytes, 0) == Self.magic + 1 }
        /// nil where it cannot be.
        var pageSize: Int? {
            let size = Int(WriteAheadLogFile.number(bytes, 8))
            return Self.pageSizes.contains(size) && size & (size - 1) == 0 ? size : nil
        }
        /// Numbers that are new each time the log is begun anew.
        var salts: Sum { Sum(WriteAheadLogFile.number(bytes, 16), WriteAheadLogFile.number(bytes, 20)) }
        var storedSum: Sum {
            get { Sum(WriteAheadLogFile.number(bytes, 24), WriteAheadLogFile.number(bytes, 28)) }
            set {
                WriteAheadLogFile.set(newValue.x, in: &bytes, 24)
                WriteAheadLogFile.set(newValue.y, in: &bytes, 28)
            }
        }
        var sum: Sum { WriteAheadLogFile.sum(bytes[0..<24], from: Sum(0, 0), isBigEndian: isBigEndian) }
        /// Whether it begins as a header does and matches its sum: zeros match theirs.
        var isWhole: Bool { WriteAheadLogFile.number(bytes, 0) & ~1 == Self.magic && sum == storedSum }

        /// The same, with what must stand there.
        func mended(pageSize: Int) -> Header {
            var header = self
            WriteAheadLogFile.set(isBigEndian ? Self.magic + 1 : Self.magic, in: &header.bytes, 0)
            WriteAheadLogFile.set(Self.version, in: &header.bytes, 4)
            WriteAheadLogFile.set(UInt32(pageSize), in: &header.bytes, 8)
            header.storedSum = header.sum
            return header
        }
    }

    /// One page in the log, with what is said of it.
    struct Frame {
        static let headerLength = 24

        fileprivate(set) var bytes: [UInt8]
        fileprivate let isBigEndian: Bool

        var storedSum: Sum { Sum(WriteAheadLogFile.number(bytes, 16), WriteAheadLogFile.number(bytes, 20)) }
        /// The last frame of a save names the size of the store.
        var endsSave: Bool { WriteAheadLogFile.number(bytes, 4) != 0 }

        func belongs(to header: Header) -> Bool {
            Sum(WriteAheadLogFile.number(bytes, 8), WriteAheadLogFile.number(bytes, 12)) == header.salts
        }

        /// Whether it is whole and stands behind a frame with one of these sums.
        func follows(_ sums: [Sum]) -> Bool {
            WriteAheadLogFile.number(bytes, 0) != 0 && sums.contains { sum(from: $0) == storedSum }
        }

        func sum(from seed: Sum) -> Sum {
            let head = WriteAheadLogFile.sum(bytes[0..<8], from: seed, isBigEndian: isBigEndian)
            return WriteAheadLogFile.sum(bytes[Self.headerLength...], from: head, isBigEndian: isBigEndian)
        }

        /// The same behind another frame.
        func mended(following sum: Sum, in header: Header) -> Frame {
            var frame = self
            WriteAheadLogFile.set(header.salts.x, in: &frame.bytes, 8)
            WriteAheadLogFile.set(header.salts.y, in: &frame.bytes, 12)
            let own = frame.sum(from: sum)
            WriteAheadLogFile.set(own.x, in: &frame.bytes, 16)
            WriteAheadLogFile.set(own.y, in: &frame.bytes, 20)
            return frame
        }
    }
}
