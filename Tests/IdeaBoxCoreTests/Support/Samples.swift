import Foundation

@testable import IdeaBoxCore

/// A moment that tests agree on: 2026-11-21T03:09:00.123Z.
let sampleMoment = Date(millisecondsSince1970: 1_795_230_540_123)

/// An id made of one number, so that tests can write it down.
func sampleID(_ number: UInt8) -> UUID {
    UUID(uuid: (number, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, number))
}

extension SeededGenerator {
    mutating func id() -> UUID {
        var bytes = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)).uuid
        withUnsafeMutableBytes(of: &bytes) { buffer in
            for index in buffer.indices { buffer[index] = UInt8.random(in: 0...255, using: &self) }
        }
        return UUID(uuid: bytes)
    }

    mutating func date() -> Date {
        Date(millisecondsSince1970: Int64.random(in: -2_000_000_000_000...1_795_000_000_000, using: &self))
    }

    /// An idea with every field filled at random, within the rules.
    mutating func idea(_ alphabet: [String] = SeededGenerator.hardPieces) -> IdeaSnapshot {
        let created = date()
        return IdeaSnapshot(
            id: id(),
            title: "t" + text(pieces: 0...12, from: alphabet),
            details: text(pieces: 0...30, from: alphabet),
            isCompleted: Bool.random(using: &self),
            createdAt: created,
            updatedAt: created.adding(milliseconds: Int64.random(in: 0...100_000_000, using: &self)),
            deviceId: id().text,
            version: Int.random(in: 0...1_000, using: &self),
            lastSyncedAt: Bool.random(using: &self) ? date() : nil,
            deletedAt: Bool.random(using: &self) ? date() : nil
        )
    }
}

extension ImportReader {
    /// Everything that the reader finds.
    func everything() throws -> [ImportItem] {
        var reader = self
        var items: [ImportItem] = []
        while let item = try reader.next() { items.append(item) }
        return items
    }
}

extension ImportItem {
    var row: ImportRow? {
        if case .row(let row) = self { row } else { nil }
    }

    var refusal: RefusedRow? {
        if case .refused(let row) = self { row } else { nil }
    }
}

extension IdeaSnapshot {
    /// The idea as a row that a lossless format gives back.
    func row(line: Int) -> ImportRow {
        ImportRow(
            line: line,
            id: id,
            title: title,
            details: details,
            isCompleted: isCompleted,
            createdAt: createdAt,
            updatedAt: updatedAt,
            deviceId: deviceId,
            version: version,
            lastSyncedAt: lastSyncedAt,
            deletedAt: deletedAt
        )
    }
}
