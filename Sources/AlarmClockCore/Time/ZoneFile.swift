import Foundation

/// Why a zone cannot be used.
enum ZoneFileProblem: Error, Equatable {
    /// There is no such zone.
    case unknown(String)
    /// The file of the zone is damaged.
    case damaged(String)
}

/// Reads the file of a time zone in the system's own format, TZif (RFC 9636).
struct ZoneFile {
    private let name: String
    private let bytes: [UInt8]

    /// The greatest file that is read; the system's have less than 4 kB.
    static let maximumBytes = 256 * 1_024
    private static let headBytes = 44

    /// Reads the zone; throws ``ZoneFileProblem/damaged(_:)``.
    static func table(_ name: String, _ bytes: [UInt8]) throws -> ZoneTable {
        try ZoneFile(name: name, bytes: bytes).table()
    }

    /// The numbers that a head says.
    private struct Head {
        let version: UInt8
        let universal, standard, leaps, changes, kinds, letters: Int

        /// The bytes that follow, where a moment takes so many.
        func size(moment: Int) -> Int {
            changes * moment + changes + kinds * 6 + letters + leaps * (moment + 4) + standard + universal
        }
    }

    private var damaged: ZoneFileProblem { .damaged(name) }

    private func head(at start: Int) throws -> Head {
        guard start >= 0, start + Self.headBytes <= bytes.count, bytes[start..<start + 4].elementsEqual("TZif".utf8)
        else { throw damaged }
        let counts = try (0..<6).map { try number(at: start + 20 + $0 * 4, bytes: 4) }
        guard counts.allSatisfy({ (0...Self.maximumBytes).contains($0) }) else { throw damaged }
        return Head(
            version: bytes[start + 4],
            universal: counts[0],
            standard: counts[1],
            leaps: counts[2],
            changes: counts[3],
            kinds: counts[4],
            letters: counts[5]
        )
    }

    private func table() throws -> ZoneTable {
        let first = try head(at: 0)
        guard first.version >= UInt8(ascii: "2") else {
            return try table(first, body: Self.headBytes, moment: 4, footer: nil)
        }
        let second = Self.headBytes + first.size(moment: 4)
        let wide = try head(at: second)
        let body = second + Self.headBytes
        let end = body + wide.size(moment: 8)
        return try table(wide, body: body, moment: 8, footer: try footer(at: end))
    }

    private func footer(at start: Int) throws -> ZoneRule? {
        guard start < bytes.count, bytes[start] == UInt8(ascii: "\n"),
            let end = bytes[(start + 1)...].firstIndex(of: UInt8(ascii: "\n"))
        else { throw damaged }
        let text = String(decoding: bytes[(start + 1)..<end], as: UTF8.self)
        guard !text.isEmpty else { return nil }
        guard let rule = ZoneRule(text) else { throw damaged }
        return rule
    }

    private func table(_ head: Head, body: Int, moment: Int, footer: ZoneRule?) throws -> ZoneTable {
        guard head.kinds > 0, body + head.size(moment: moment) <= bytes.count else { throw damaged }
        let kinds = body + head.changes * (moment + 1)
        func offset(of kind: Int) throws -> Int {
            guard kind < head.kinds else { throw damaged }
            return try number(at: kinds + kind * 6, bytes: 4)
        }
        var (changes, last): ([ZoneTable.Span], Int?) = ([], nil)
        for index in 0..<head.changes {
            let start = try number(at: body + index * moment, bytes: moment)
            let kind = Int(bytes[body + head.changes * moment + index])
            guard last.map({ $0 < start }) ?? true else { throw damaged }
            last = start
            // Some files begin with the Big Bang (-2^59). Sums with what lies so far away would overflow.
            let near = min(max(start, -Date.farthestSecond), Date.farthestSecond)
            changes.append(ZoneTable.Span(start: near, offset: try offset(of: kind)))
        }
        changes += footer?.changes(after: changes.last?.start) ?? []
        let first = try offset(of: 0)
        return ZoneTable(identifier: name, firstOffset: first, changes: changes)
    }

    /// A signed number, the greatest byte first.
    private func number(at start: Int, bytes count: Int) throws -> Int {
        guard start >= 0, start + count <= bytes.count else { throw damaged }
        let raw = bytes[start..<start + count].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return count == 4 ? Int(Int32(truncatingIfNeeded: raw)) : Int(truncatingIfNeeded: raw)
    }
}
