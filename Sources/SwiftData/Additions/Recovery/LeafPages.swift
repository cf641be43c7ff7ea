import Foundation

/// Reads rows straight out of the pages of a SQLite file, for tables whose tree is too damaged to walk.
///
/// It looks at every page of the form of a table's leaf and leaves out those on the list of free pages. Which table a
/// page belongs to cannot be told from the page: see ``PageOwner``. Nothing it reads is trusted; whatever does not fit
/// is passed over. See <https://sqlite.org/fileformat2.html>.
struct LeafPages {
    /// A row: its key and the values of its columns.
    struct Row {
        let key: Int64
        let values: [SQLValue]
    }

    private let bytes: Data
    private let pageSize: Int
    /// Bytes of a page that hold content.
    private let usableSize: Int
    private let freePages: Set<Int>
    /// Pages that do not match their sums; empty for a file without sums.
    let doubtfulPages: Set<Int>

    private static let headerSize = 100
    private static let leafTable: UInt8 = 0x0D
    private static let usualPageSize = 4_096
    /// Pages of a value that lies outside its row's page; more is taken for damage.
    private static let overflowLimit = 1 << 20

    /// - Throws: What reading the file throws.
    init(_ url: URL) throws {
        bytes = try Data(contentsOf: url, options: .mappedIfSafe)
        let stated = bytes.count >= Self.headerSize ? Int(bytes[16]) << 8 | Int(bytes[17]) : 0
        let size = stated == 1 ? 65_536 : stated
        let isPossible = size >= 512 && size <= 65_536 && size & (size - 1) == 0
        pageSize = isPossible ? size : Self.usualPageSize
        usableSize = pageSize - (isPossible ? min(Int(bytes[20]), pageSize / 2) : 0)
        freePages = Self.freePages(bytes, pageSize)
        doubtfulPages = Self.doubtfulPages(bytes, pageSize)
    }

    var pageCount: Int { bytes.count / pageSize }

    /// Hands over the rows of each page that looks like a table's leaf.
    func forEachPage(_ body: ([Row]) throws -> Void) rethrows {
        guard pageCount > 1 else { return }
        // The first page describes the tables; it holds no rows of theirs.
        for page in 2...pageCount where !freePages.contains(page) {
            let rows = rows(ofPage: page)
            if !rows.isEmpty { try body(rows) }
        }
    }

    // MARK: Pages

    private static func number(_ bytes: Data, at offset: Int) -> Int {
        guard offset >= 0, offset + 4 <= bytes.count else { return 0 }
        return (0..<4).reduce(0) { $0 << 8 | Int(bytes[offset + $1]) }
    }

    /// Pages that were given up; their old content is still in them.
    private static func freePages(_ bytes: Data, _ pageSize: Int) -> Set<Int> {
        var free: Set<Int> = []
        var trunk = number(bytes, at: 32)
        while trunk > 0, trunk <= bytes.count / pageSize, free.insert(trunk).inserted {
            let start = (trunk - 1) * pageSize
            let count = min(number(bytes, at: start + 4), pageSize / 4 - 2)
            for entry in 0..<max(count, 0) { free.insert(number(bytes, at: start + 8 + 4 * entry)) }
            trunk = number(bytes, at: start)
        }
        return free
    }

    private static func doubtfulPages(_ bytes: Data, _ pageSize: Int) -> Set<Int> {
        bytes.withUnsafeBytes { buffer in
            guard let start = buffer.baseAddress, buffer.count >= StoreFileHeader.length,
                StoreFileHeader(start).keepsChecksums
            else { return [] }
            let allowsUnsummed = StoreFirstPage(start, count: min(pageSize, buffer.count))?.allowsUnsummed ?? false
            return Set(
                (0..<(buffer.count / pageSize)).lazy.filter { page in
                    let offset = page * pageSize
                    switch PageChecksum.finding(start + offset, count: pageSize, offset: Int64(offset)) {
                    case .intact: return false
                    case .unsummed: return !allowsUnsummed && !LockPage.contains(offset, pageSize: pageSize)
                    case .damaged: return true
                    }
                }
                .map { $0 + 1 }
            )
        }
    }

    private func rows(ofPage page: Int) -> [Row] {
        let start = (page - 1) * pageSize
        guard start + pageSize <= bytes.count, bytes[start] == Self.leafTable else { return [] }
        let count = Int(bytes[start + 3]) << 8 | Int(bytes[start + 4])
        guard count > 0, 8 + 2 * count <= usableSize else { return [] }
        return (0..<count).compactMap { cell in
            let pointer = start + 8 + 2 * cell
            let offset = Int(bytes[pointer]) << 8 | Int(bytes[pointer + 1])
            guard offset >= 8 + 2 * count, offset < usableSize else { return nil }
            return row(at: start + offset, end: start + usableSize)
        }
    }

    // MARK: Rows

    private func row(at offset: Int, end: Int) -> Row? {
        var reader = ByteReader(bytes, offset, end)
        guard let size = reader.variableNumber(), let key = reader.variableNumber(), size > 0,
            size <= Int64(bytes.count), let payload = payload(&reader, size: Int(size))
        else { return nil }
        return RecordReader.values(in: payload).map { Row(key: key, values: $0) }
    }

    /// The content of a row: the part on its page and what lies on overflow pages.
    private func payload(_ reader: inout ByteReader, size: Int) -> Data? {
        let largest = usableSize - 35
        guard size > largest else { return reader.take(size) }
        let smallest = (usableSize - 12) * 32 / 255 - 23
        let fitting = smallest + (size - smallest) % (usableSize - 4)
        guard var content = reader.take(fitting <= largest ? fitting : smallest), let link = reader.take(4) else {
            return nil
        }
        var next = Self.number(link, at: 0)
        var visited = 0
        while content.count < size {
            visited += 1
            let start = (next - 1) * pageSize
            guard next > 1, start + pageSize <= bytes.count, visited < Self.overflowLimit else { return nil }
            let length = min(size - content.count, usableSize - 4)
            content.append(bytes[(start + 4)..<(start + 4 + length)])
            next = Self.number(bytes, at: start)
        }
        return content
    }
}

/// Reads bytes one after the other, never past an end.
private struct ByteReader {
    private let bytes: Data
    private(set) var offset: Int
    private let end: Int

    init(_ bytes: Data, _ offset: Int, _ end: Int) {
        self.bytes = bytes
        self.offset = offset
        self.end = min(end, bytes.count)
    }

    var isAtEnd: Bool { offset >= end }

    mutating func take(_ count: Int) -> Data? {
        guard count >= 0, count <= end - offset else { return nil }
        defer { offset += count }
        return Data(bytes[offset..<(offset + count)])
    }

    /// A number of one to nine bytes, seven bits in each but the ninth.
    mutating func variableNumber() -> Int64? {
        var number: UInt64 = 0
        for position in 0..<9 {
            guard offset < end else { return nil }
            let byte = bytes[offset]
            offset += 1
            if position == 8 { return Int64(bitPattern: number << 8 | UInt64(byte)) }
            number = number << 7 | UInt64(byte & 0x7F)
            if byte & 0x80 == 0 { return Int64(bitPattern: number) }
        }
        return nil
    }
}

/// Reads a row's content: a list of kinds, then the values.
private enum RecordReader {
    private static let columnLimit = 2_000

    static func values(in payload: Data) -> [SQLValue]? {
        var header = ByteReader(payload, 0, payload.count)
        guard let headerSize = header.variableNumber(), headerSize > 0, headerSize <= Int64(payload.count) else {
            return nil
        }
        header = ByteReader(payload, header.offset, Int(headerSize))
        var body = ByteReader(payload, Int(headerSize), payload.count)
        var values: [SQLValue] = []
        while !header.isAtEnd {
            guard let kind = header.variableNumber(), let value = value(kind, &body), values.count < columnLimit
            else { return nil }
            values.append(value)
        }
        return values
    }

    private static func value(_ kind: Int64, _ body: inout ByteReader) -> SQLValue? {
        switch kind {
        case 0: return .null
        case 1...4: return body.take(Int(kind)).map { .integer(integer($0)) }
        case 5: return body.take(6).map { .integer(integer($0)) }
        case 6: return body.take(8).map { .integer(integer($0)) }
        case 7: return body.take(8).map { .real(Double(bitPattern: UInt64(bitPattern: integer($0)))) }
        case 8, 9: return .integer(kind - 8)
        case 12...:
            guard let content = body.take(Int(clamping: (kind - 12) / 2)) else { return nil }
            return kind % 2 == 0 ? .blob(content) : .text(String(decoding: content, as: UTF8.self))
        default: return nil
        }
    }

    /// A signed number, highest byte first.
    private static func integer(_ bytes: Data) -> Int64 {
        var number: Int64 = bytes.first.map { $0 & 0x80 != 0 } == true ? -1 : 0
        for byte in bytes { number = number << 8 | Int64(byte) }
        return number
    }
}
