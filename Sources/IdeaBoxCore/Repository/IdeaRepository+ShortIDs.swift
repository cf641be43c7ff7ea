import AppCommons
import Foundation
import SwiftData

extension IdeaRepository {
    /// So many ids in a row are looked up one by one; more of them are first compared with each other.
    private static let lookedUpSingly = 64

    /// The beginning of each id that no other idea's id has: at least eight digits, so that what is printed today is still
    /// unique after many ideas have come.
    ///
    /// Each look-up is one step in the index of the ids, however many ideas there are. One statement for all of them takes longer:
    /// for a disjunction of fifty ranges SQLite reads the whole table, and the runtime has to look up a type for each size of it.
    ///
    /// - Throws: What reading the store throws.
    func shortTexts(of ids: some Sequence<UUID>) throws -> [UUID: String] {
        var texts: [UUID: String] = [:]
        try addShortTexts(of: Set(ids).sorted()[...], to: &texts)
        return texts
    }

    private func addShortTexts(of ids: ArraySlice<UUID>, to texts: inout [UUID: String]) throws {
        guard let first = ids.first, let last = ids.last else { return }
        guard ids.count > Self.lookedUpSingly else {
            for id in ids { texts[id] = try shortText(of: id) }
            return
        }
        guard try count(from: first, through: last, limit: ids.count + 1) == ids.count else {
            let middle = ids.startIndex + ids.count / 2
            try addShortTexts(of: ids[..<middle], to: &texts)
            try addShortTexts(of: ids[middle...], to: &texts)
            return
        }
        // No other idea lies between them.
        (texts[first], texts[last]) = (try shortText(of: first), try shortText(of: last))
        for index in ids.indices.dropFirst().dropLast() {
            texts[ids[index]] = ids[index].text(apartFrom: [ids[index - 1], ids[index + 1]])
        }
    }

    private func shortText(of id: UUID) throws -> String {
        guard let range = IDPrefix(id.shortText)?.range else { return id.text }
        let (lower, upper) = (range.lowerBound, range.upperBound)
        var others = FetchDescriptor<Idea>(predicate: #Predicate { $0.id >= lower && $0.id <= upper && $0.id != id })
        others.fetchLimit = 1
        guard try !context.fetchIdentifiers(others).isEmpty else { return id.shortText }
        return id.text(apartFrom: try neighbours(of: id))
    }

    /// The ideas' ids before and after the id.
    private func neighbours(of id: UUID) throws -> [UUID] {
        var before = FetchDescriptor<Idea>(
            predicate: #Predicate { $0.id < id },
            sortBy: [SortDescriptor(\Idea.id, order: .reverse)]
        )
        var after = FetchDescriptor<Idea>(predicate: #Predicate { $0.id > id }, sortBy: [SortDescriptor(\Idea.id)])
        (before.fetchLimit, after.fetchLimit) = (1, 1)
        return try (context.fetch(before) + context.fetch(after)).map(\.id)
    }

    private func count(from first: UUID, through last: UUID, limit: Int) throws -> Int {
        var descriptor = FetchDescriptor<Idea>(predicate: #Predicate { $0.id >= first && $0.id <= last })
        descriptor.fetchLimit = limit
        return try context.fetchCount(descriptor)
    }
}
