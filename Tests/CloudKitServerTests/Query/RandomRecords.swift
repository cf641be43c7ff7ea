import CloudKitWebServices
import Foundation

@testable import CloudKitServer

/// Random records and queries over a handful of values, so that many of them are equal.
struct RandomRecords {
    static let type = "Thing"
    var random: SeededGenerator

    private static let long = String(repeating: "long ", count: 14)
    private static let texts = ["", "a", "ant", "Ant", "bee", "be", "cow pie", "é", "e", long, long + "a", long + "b"]
    private static let numbers: [Int64] = [.min, -300, -1, 0, 1, 2, 255, 256, .max]
    private static let fractions = [-1e300, -2.5, -0.0, 0.0, 1e-300, 2.5, 1e300]
    private static let names = (0..<12).map { "R\($0)" }
    /// Who writes the records; the last of them never does.
    static let users = ["_anna", "_ben", "_cara"]
    private static let ordered: [WireComparator] = [
        .equals, .notEquals, .lessThan, .lessThanOrEquals, .greaterThan, .greaterThanOrEquals,
    ]

    private mutating func pick<Value>(_ values: [Value]) -> Value {
        values[Int.random(in: 0..<values.count, using: &random)]
    }

    private mutating func chance(_ percent: Int) -> Bool {
        Int.random(in: 0..<100, using: &random) < percent
    }

    private mutating func several<Value>(_ make: (inout Self) -> Value) -> [Value] {
        (0..<Int.random(in: 1...3, using: &random)).map { _ in make(&self) }
    }

    private mutating func place() -> WireLocation {
        WireLocation(latitude: pick([-89, -0.0, 0, 10, 10.01, 52.5, 90]), longitude: pick([-180, 0, 13.4, 13.5, 180]))
    }

    private mutating func scalar(_ type: WireFieldType) -> WireValue {
        switch type {
        case .string: .string(pick(Self.texts))
        case .int64: .int64(pick(Self.numbers))
        case .double: .double(pick(Self.fractions))
        case .timestamp: .timestamp(WireTimestamp(milliseconds: pick([-5, 0, 7, 1_000, 1_767_225_600_003])))
        case .reference: .reference(WireReference(recordName: pick(Self.names)))
        case .bytes: .bytes(pick([[], [0], [0, 1], [255], Array(repeating: 7, count: 80)]))
        default: .location(place())
        }
    }

    private mutating func value(_ type: WireFieldType) -> WireValue {
        switch type {
        case .stringList: chance(10) ? .strings([]) : .strings(several { $0.pick(Self.texts) })
        case .int64List: .int64s(several { $0.pick(Self.numbers) })
        case .referenceList:
            .references(several { WireReference(recordName: $0.pick(Self.names)) })
        default: scalar(type)
        }
    }

    static let fields: [(name: String, type: WireFieldType)] = [
        ("s", .string), ("i", .int64), ("d", .double), ("t", .timestamp), ("r", .reference), ("b", .bytes),
        ("l", .location), ("ss", .stringList), ("ii", .int64List), ("rr", .referenceList),
    ]

    /// The fields of a record, about a quarter of them without a value.
    mutating func record() -> WireFields {
        var fields = WireFields()
        for (name, type) in Self.fields where chance(75) { fields[name] = WireField(value(type)) }
        return fields
    }

    // MARK: - Queries

    private mutating func filter() -> WireFilter {
        switch Int.random(in: 0..<10, using: &random) {
        case 0, 1: return systemFilter()
        case 2:
            let comparator = pick([WireComparator.containsAllTokens, .containsAnyTokens])
            let words = WireField(.string(pick(["cow the ANT", "\u{C9}", "Long B", "pie", "bee e"])))
            return WireFilter(comparator, fieldName: pick([nil, "s"]), fieldValue: words)
        default: break
        }
        let (name, type) = pick(Self.fields)
        if let element = type.element { return listFilter(name, type, element) }
        if type == .location, chance(60) {
            return WireFilter(
                .near,
                fieldName: name,
                fieldValue: WireField(.location(place())),
                distance: pick([0, 2_000, 1_000_000, 3e7])
            )
        }
        if chance(25), let list = type.list {
            let values = several { WireField($0.scalar(type)) }
            return WireFilter(pick([.in, .notIn]), fieldName: name, fieldValue: Self.list(values, list))
        }
        if type == .string, chance(30) {
            let prefix = pick(["", "a", "be", Self.long, Self.long + "a"])
            return WireFilter(
                pick([.beginsWith, .notBeginsWith]),
                fieldName: name,
                fieldValue: WireField(.string(prefix))
            )
        }
        let isOrdered = [.string, .int64, .double, .timestamp].contains(type)
        return WireFilter(
            pick(isOrdered ? Self.ordered : [.equals, .notEquals]),
            fieldName: name,
            fieldValue: WireField(scalar(type))
        )
    }

    /// A filter on what the service knows of every record; its moments and users are those of the test's records.
    private mutating func systemFilter() -> WireFilter {
        let membership: [WireComparator] = [.in, .notIn]
        if chance(50) {
            let field = pick([WireSystemField.createdTimestamp, .modifiedTimestamp])
            let moments = several { random in
                WireTimestamp(milliseconds: 1_000 + 3 * Int64.random(in: 0...25, using: &random.random))
            }
            if chance(25) {
                let value = WireField(.timestamps(moments))
                return WireFilter(pick(membership), systemFieldName: field, fieldValue: value)
            }
            let comparator = pick(Self.ordered)
            return WireFilter(comparator, systemFieldName: field, fieldValue: WireField(.timestamp(moments[0])))
        }
        let (field, names) = pick([
            (WireSystemField.recordName, Self.names), (.createdUserRecordName, Self.users),
            (.modifiedUserRecordName, Self.users),
        ])
        let references = several { WireReference(recordName: $0.pick(names)) }
        if chance(40) {
            let value = WireField(.references(references))
            return WireFilter(pick(membership), systemFieldName: field, fieldValue: value)
        }
        let comparator = pick([WireComparator.equals, .notEquals])
        return WireFilter(comparator, systemFieldName: field, fieldValue: WireField(.reference(references[0])))
    }

    private mutating func listFilter(_ name: String, _ type: WireFieldType, _ element: WireFieldType) -> WireFilter {
        if type == .stringList, chance(30) {
            return WireFilter(
                pick([.listMemberBeginsWith, .notListMemberBeginsWith]),
                fieldName: name,
                fieldValue: WireField(.string(pick(["a", "be", Self.long])))
            )
        }
        if chance(40) {
            let comparator = pick([WireComparator.listContains, .notListContains])
            return WireFilter(comparator, fieldName: name, fieldValue: WireField(scalar(element)))
        }
        let comparator = pick([
            WireComparator.listContainsAny, .notListContainsAny, .listContainsAll, .notListContainsAll,
        ])
        let values = several { WireField($0.scalar(element)) }
        return WireFilter(comparator, fieldName: name, fieldValue: Self.list(values, type))
    }

    private static func list(_ values: [WireField], _ type: WireFieldType) -> WireField {
        let text =
            "{\"value\":["
            + values.map { value in
                let json = String(decoding: WireFields(dictionaryLiteral: ("v", value.value)).json(), as: UTF8.self)
                // {"v":{"value":X,"type":"T"}}: only X is wanted.
                let start = json.index(json.startIndex, offsetBy: #"{"v":{"value":"#.count)
                let end = json.range(of: #","type":"#, options: .backwards)?.lowerBound ?? json.endIndex
                return String(json[start..<end])
            }.joined(separator: ",") + "],\"type\":\"\(type.rawValue)\"}"
        return (try? WireField(json: Array(text.utf8))) ?? WireField(.emptyList)
    }

    private mutating func sort() -> WireSort {
        let ascending = pick([true, false, nil])
        if chance(30) {
            let field = pick([
                WireSystemField.recordName, .createdTimestamp, .modifiedTimestamp, .createdUserRecordName,
                .modifiedUserRecordName,
            ])
            return WireSort(systemFieldName: field, ascending: ascending)
        }
        let (name, type) = pick(Self.fields)
        let location = type == .location ? WireField(.location(place())) : nil
        return WireSort(fieldName: name, ascending: ascending, relativeLocation: location)
    }

    mutating func query() -> WireQuery {
        WireQuery(
            recordType: Self.type,
            filterBy: (0..<pick([0, 1, 1, 1, 2, 3])).map { _ in filter() },
            sortBy: (0..<pick([0, 0, 1, 1, 2, 3])).map { _ in sort() }
        )
    }

    /// A query for every comparator, and for every comparator of the moments and users that the service knows of records:
    /// what luck may leave out otherwise.
    mutating func queriesForAll() -> [WireQuery] {
        let moments: [WireSystemField?] = [.createdTimestamp, .modifiedTimestamp]
        let people: [WireSystemField?] = [.recordName, .createdUserRecordName, .modifiedUserRecordName]
        let wanted =
            WireComparator.known.map { (comparator: $0, field: WireSystemField?.none) }
            + moments.flatMap { field in (Self.ordered + [.in, .notIn]).map { ($0, field) } }
            + people.flatMap { field in [.equals, .notEquals, .in, .notIn].map { ($0, field) } }
        return wanted.map { comparator, field in
            var made = filter()
            while made.comparator != comparator || made.systemFieldName != field {
                made = field == nil ? filter() : systemFilter()
            }
            return WireQuery(recordType: Self.type, filterBy: [made], sortBy: [sort()])
        }
    }
}
