import AppCommons
import Foundation

/// The ideas of a legacy file, each with an id, and the entries that cannot be taken over.
struct LegacyIdeas: Equatable {
    /// The greatest number of entries that are taken over; the first version could not hold nearly as many.
    static let maximumCount = 100_000

    struct BrokenEntry: Equatable {
        /// The place in the file, from 1.
        let index: Int
        let reason: RefusalReason
    }

    private(set) var rows: [ImportRow] = []
    private(set) var broken: [BrokenEntry] = []

    /// Reads the whole list.
    ///
    /// Throws ``UnreadableFile`` when it is no list of objects, ends early or has more than ``maximumCount`` entries.
    init(_ source: ByteSource) throws {
        var elements = JSONElementReader(source, limit: JSONImportReader.maximumRowBytes)
        let decoder = JSONDecoder()
        var namer = LegacyNamer()
        var index = 0
        while let element = try elements.next() {
            index += 1
            guard index <= Self.maximumCount else { throw UnreadableFile.tooMany(limit: Self.maximumCount) }
            switch Self.checked(element, decoder) {
            case .success(let row): rows.append(namer.named(row))
            case .failure(let reason): broken.append(BrokenEntry(index: index, reason: reason))
            }
        }
    }

    private static func checked(
        _ element: JSONElementReader.Element,
        _ decoder: JSONDecoder
    ) -> Result<ImportRow, RefusalReason> {
        guard !element.isCut else { return .failure(.tooLarge(limit: JSONImportReader.maximumRowBytes)) }
        return JSONImportReader.row(from: element, with: decoder).flatMap { row in
            if let violation = row.violation { return .failure(.rule(violation)) }
            // Only what the first version knew counts; both dates are those of the migration.
            return .success(
                ImportRow(
                    line: row.line,
                    id: row.id,
                    title: row.title,
                    details: row.details,
                    isCompleted: row.isCompleted
                )
            )
        }
    }
}

/// Gives an id to each entry without one.
///
/// Equal entries get different ids, the same ones on every device.
private struct LegacyNamer {
    private var occurrences: [UUID: Int] = [:]
    private var used: Set<UUID> = []

    mutating func named(_ row: ImportRow) -> ImportRow {
        var row = row
        // A second entry with a known id is another idea: it gets an id of its own rather than being lost.
        if let id = row.id, used.insert(id).inserted { return row }
        let base = UUID(ideaTitle: row.title, details: row.details)
        var id: UUID
        repeat {
            occurrences[base, default: 0] += 1
            id = UUID(ideaTitle: row.title, details: row.details, occurrence: occurrences[base, default: 1])
        } while !used.insert(id).inserted
        row.id = id
        return row
    }
}
