import CloudKitWebServices
import Foundation

/// A record as a test wrote it, apart from any store.
struct WrittenRecord: Sendable {
    let zone, name: String
    var fields: WireFields
    let created: Int64
    let creator: String
    var modified: Int64
    var modifier: String

    /// What a query calls by the name of a field or of the system's own.
    func value(_ field: String?, _ system: WireSystemField?) -> WireValue? {
        switch system {
        case .recordName?: .reference(WireReference(recordName: name))
        case .createdTimestamp?: .timestamp(WireTimestamp(milliseconds: created))
        case .modifiedTimestamp?: .timestamp(WireTimestamp(milliseconds: modified))
        case .createdUserRecordName?: .reference(WireReference(recordName: creator))
        case .modifiedUserRecordName?: .reference(WireReference(recordName: modifier))
        case nil: field.flatMap { fields[$0]?.value }
        default: nil
        }
    }
}

/// Judges queries as the published tables of comparators and orders read, and with none of the server's code.
///
/// Where the reference is silent it holds what the documentation of this service says: a record without the field matches
/// the comparators that begin with `NOT_`, comes first in an ascending order, and zone and name decide last.
struct QueryJudge {
    let query: WireQuery

    func matches(_ record: WrittenRecord) -> Bool {
        query.filterBy.allSatisfy { holds($0, record) }
    }

    private func holds(_ filter: WireFilter, _ record: WrittenRecord) -> Bool {
        let name = filter.comparator.rawValue
        let isNegated = name.hasPrefix("NOT_")
        let comparator = isNegated ? String(name.dropFirst("NOT_".count)) : name
        guard let wanted = filter.fieldValue?.value else { return false }
        if comparator.hasSuffix("_TOKENS") { return wordsHold(filter, wanted, record) }
        guard let value = record.value(filter.fieldName, filter.systemFieldName) else { return isNegated }
        return Self.holds(comparator, value, wanted, filter.distance) != isNegated
    }

    private static func holds(_ comparator: String, _ value: WireValue, _ wanted: WireValue, _ metres: Double?) -> Bool
    {
        let (own, others) = (Plain.all(in: value), Plain.all(in: wanted))
        switch comparator {
        case "IN", "LIST_CONTAINS_ANY": return others.contains { own.contains($0) }
        case "LIST_CONTAINS_ALL": return others.allSatisfy { own.contains($0) }
        default: break
        }
        guard let first = others.first else { return false }
        return own.contains { value in
            switch comparator {
            case "EQUALS", "LIST_CONTAINS": value == first
            case "LESS_THAN": value.isLess(than: first)
            case "LESS_THAN_OR_EQUALS": value == first || value.isLess(than: first)
            case "GREATER_THAN": first.isLess(than: value)
            case "GREATER_THAN_OR_EQUALS": value == first || first.isLess(than: value)
            case "BEGINS_WITH", "LIST_MEMBER_BEGINS_WITH": value.begins(with: first)
            case "NEAR": (value.metres(to: first) ?? .infinity) <= metres ?? -1
            default: false
            }
        }
    }

    /// Words without case and accents, and without those that mean nothing; the queries of the tests have others too.
    private func wordsHold(_ filter: WireFilter, _ wanted: WireValue, _ record: WrittenRecord) -> Bool {
        let values: [WireValue] =
            filter.fieldName == nil
            ? record.fields.map(\.field.value) : [record.value(filter.fieldName, nil)].compactMap { $0 }
        let words = Set(values.flatMap(Plain.all(in:)).flatMap(\.words))
        let asked = Set(Plain.all(in: wanted).flatMap(\.words))
        return filter.comparator == .containsAllTokens
            ? asked.allSatisfy(words.contains) : asked.contains(where: words.contains)
    }

    // MARK: - Order

    /// Whether one record may stand before another.
    ///
    /// Distances that differ by less than can be computed may come in either order.
    func mayPrecede(_ left: WrittenRecord, _ right: WrittenRecord) -> Bool {
        for sort in query.sortBy {
            let values = [left, right].map { $0.value(sort.fieldName, sort.systemFieldName) }
            guard let order = Self.order(values[0], values[1], sort.relativeLocation?.value) else { return true }
            if order != 0 { return (order < 0) == (sort.ascending ?? true) }
        }
        if left.zone != right.zone { return left.zone < right.zone }
        return Array(left.name.utf8).lexicographicallyPrecedes(Array(right.name.utf8))
    }

    private static func order(_ left: WireValue?, _ right: WireValue?, _ place: WireValue?) -> Int? {
        guard let left, let right else { return (left == nil ? 0 : 1) - (right == nil ? 0 : 1) }
        guard let left = Plain.single(left), let right = Plain.single(right) else { return 0 }
        if left == right { return 0 }
        guard let place = place.flatMap(Plain.single) else { return left.isLess(than: right) ? -1 : 1 }
        guard let near = left.metres(to: place), let far = right.metres(to: place) else { return 0 }
        return abs(near - far) < 0.001 ? nil : near < far ? -1 : 1
    }
}

/// A single value, so that it compares.
private enum Plain: Equatable {
    /// In bytes: that two texts look alike makes them no equals.
    case text([UInt8])
    case whole(Int64)
    case fraction(Double)
    case bytes([UInt8])
    case place(latitude: Double, longitude: Double)

    /// The value, or the members of the list.
    static func all(in value: WireValue) -> [Plain] {
        switch value {
        case .strings(let texts): texts.map { .text(Array($0.utf8)) }
        case .int64s(let numbers): numbers.map(Plain.whole)
        case .doubles(let numbers): numbers.map(Plain.fraction)
        case .timestamps(let moments): moments.map { .whole($0.milliseconds) }
        case .references(let references): references.map { .text(Array($0.recordName.utf8)) }
        case .bytesList(let bytes): bytes.map(Plain.bytes)
        case .locations(let places): places.map { .place(latitude: $0.latitude, longitude: $0.longitude) }
        default: single(value).map { [$0] } ?? []
        }
    }

    static func single(_ value: WireValue) -> Plain? {
        switch value {
        case .string(let text): .text(Array(text.utf8))
        case .int64(let number): .whole(number)
        case .double(let number): .fraction(number)
        case .timestamp(let moment): .whole(moment.milliseconds)
        case .reference(let reference): .text(Array(reference.recordName.utf8))
        case .bytes(let bytes): .bytes(bytes)
        case .location(let place): .place(latitude: place.latitude, longitude: place.longitude)
        default: nil
        }
    }

    func isLess(than other: Plain) -> Bool {
        switch (self, other) {
        case (.text(let left), .text(let right)): left.lexicographicallyPrecedes(right)
        case (.whole(let left), .whole(let right)): left < right
        case (.fraction(let left), .fraction(let right)): left < right
        case (.bytes(let left), .bytes(let right)): left.lexicographicallyPrecedes(right)
        default: false
        }
    }

    func begins(with prefix: Plain) -> Bool {
        guard case .text(let text) = self, case .text(let prefix) = prefix else { return false }
        return text.starts(with: prefix)
    }

    var words: [String] {
        guard case .text(let text) = self else { return [] }
        return String(decoding: text, as: UTF8.self)
            .folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
            .components(separatedBy: CharacterSet.alphanumerics.inverted)
            .filter { !["", "a", "the"].contains($0) }
    }

    /// By the angle between two arrows from the middle of the Earth, which has a radius of 6,371 km.
    func metres(to other: Plain) -> Double? {
        guard case .place = self, case .place = other else { return nil }
        if self == other { return 0 }
        let (here, there) = (arrow, other.arrow)
        let across = [
            here[1] * there[2] - here[2] * there[1], here[2] * there[0] - here[0] * there[2],
            here[0] * there[1] - here[1] * there[0],
        ]
        let along = zip(here, there).reduce(0) { $0 + $1.0 * $1.1 }
        // No two places that are written differently are quite the same here.
        return max(1e-12, 6_371_008.8 * atan2(across.reduce(0) { $0 + $1 * $1 }.squareRoot(), along))
    }

    private var arrow: [Double] {
        guard case .place(let latitude, let longitude) = self else { return [] }
        let (up, around) = (latitude * .pi / 180, longitude * .pi / 180)
        return [cos(up) * cos(around), cos(up) * sin(around), sin(up)]
    }
}
