import CloudKitWebServices

extension Condition {
    /// Where in an index all records stand for which a condition holds.
    struct Search: Sendable {
        /// The field, as an index names it.
        let field: String
        /// The keys; none if nothing can match.
        let ranges: [KeyRange]
        /// For places, the circle in which they lie.
        var circle: PlaceCircle?
        /// For a condition that a field has one value: the field and the value.
        var equality: (field: QueriedField, value: WireValue)?

        /// Whether under each key names stand in order.
        var isOfSingleKeys: Bool {
            ranges.allSatisfy { $0.onlyKey != nil }
        }

        /// The keys, if these are single ones.
        var keys: [[UInt8]] {
            ranges.compactMap(\.onlyKey)
        }
    }

    /// Keys that are looked up one by one for one condition; for more of them the records are read in order instead.
    static let keyLimit = 64
    /// Values of one condition that all must be there and are looked up; records are judged by the others.
    private static let valueLimit = 8

    /// Where to look, each of which alone leaves out nothing; empty if no index helps.
    var searches: [Search] {
        guard !isNegated, let name = field?.indexName, names == nil else { return [] }
        switch test {
        case .listHas(let set, all: true):
            return set.values.prefix(Self.valueLimit).compactMap { value in
                IndexKey.equal(to: value).map { Search(field: name, ranges: [$0]) }
            }
        case .near(let place, let metres):
            let circle = PlaceCircle(center: place, metres: metres)
            return [Search(field: name, ranges: [IndexKey.range(around: place, metres: metres)], circle: circle)]
        case .ordered(.equal, let value):
            return IndexKey.equal(to: value).map { [$0] }.map { ranges in
                [Search(field: name, ranges: ranges, equality: field.map { ($0, value) })]
            } ?? []
        default: return ranges.map { [Search(field: name, ranges: $0)] } ?? []
        }
    }

    private var ranges: [KeyRange]? {
        switch test {
        case .ordered(let relation, let value): IndexKey.range(relation, value).map { [$0] }
        case .oneOf(let set), .listHas(let set, all: false): Self.keys(of: set.values)
        case .begins(let prefix), .memberBegins(let prefix): [IndexKey.range(beginning: prefix)]
        case .near, .tokens, .listHas: nil
        }
    }

    private static func keys(of values: [WireValue]) -> [KeyRange]? {
        let ranges = values.compactMap(IndexKey.equal(to:))
        guard ranges.count == values.count, ranges.count <= keyLimit else { return nil }
        return Array(Set(ranges))
    }

    /// The only records that can match, where the condition names them.
    var names: [String]? {
        guard field == .system(.recordName), !isNegated else { return nil }
        let values: [WireValue]
        switch test {
        case .ordered(.equal, let value): values = [value]
        case .oneOf(let several): values = several.values
        default: return nil
        }
        return values.compactMap { if case .reference(let reference) = $0 { reference.recordName } else { nil } }
    }
}
