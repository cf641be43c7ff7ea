import CloudKitWebServices
import Foundation

/// A condition that the service can be asked, whatever it was written as.
indirect enum QueryCondition: Sendable, Hashable {
    case always(Bool)
    case compare(field: String, WireComparator, FieldValue)
    case oneOf(field: String, WireComparator, [FieldValue])
    case tokens(field: String?, String)
    case near(field: String, CLLocation, metres: Double)
    case all([QueryCondition])
    case not(QueryCondition)
    /// What the service said of one of its own subscriptions.
    case given(WireFilter)
}

extension QueryCondition {
    /// The filters that say the same; nil for a condition that nothing meets.
    ///
    /// - Throws: ``CKError`` `invalidArguments` for what the service cannot be asked.
    func filters(in zoneID: CKRecordZone.ID) throws(CKError) -> [WireFilter]? {
        switch self {
        case .always(let isTrue): return isTrue ? [] : nil
        case .all(let parts):
            var filters: [WireFilter] = []
            for part in parts {
                guard let more = try part.filters(in: zoneID) else { return nil }
                filters += more
            }
            return filters
        case .compare(let field, let comparator, let value):
            return [try Self.filter(field, comparator, value, zoneID)]
        case .oneOf(let field, let comparator, let values):
            if values.isEmpty { return comparator.isNegative ? [] : nil }
            return [try Self.filter(field, comparator, .list(values), zoneID)]
        case .tokens(let field, let words):
            return [WireFilter(.containsAnyTokens, fieldName: field, fieldValue: WireField(.string(words)))]
        case .near(let field, let place, let metres):
            let value = WireField(.location(place.wire))
            return [WireFilter(.near, fieldName: field, fieldValue: value, distance: metres)]
        case .given(let filter): return [filter]
        case .not(let inner): return try inner.negated().filters(in: zoneID)
        }
    }

    /// The opposite, where the service has a word for it.
    private func negated() throws(CKError) -> QueryCondition {
        switch self {
        case .always(let isTrue): return .always(!isTrue)
        case .not(let inner): return inner
        case .compare(let field, let comparator, let value):
            guard let opposite = comparator.opposite else { break }
            return .compare(field: field, opposite, value)
        case .oneOf(let field, let comparator, let values):
            guard let opposite = comparator.opposite else { break }
            return .oneOf(field: field, opposite, values)
        default: break
        }
        throw .predicate("NOT is possible before =, IN, BEGINSWITH and CONTAINS only")
    }

    private static func filter(
        _ field: String,
        _ comparator: WireComparator,
        _ value: FieldValue,
        _ zoneID: CKRecordZone.ID
    ) throws(CKError) -> WireFilter {
        let wire = try value.wireValue(in: zoneID, asset: { _ in nil })
        guard let system = WireSystemField(queryKey: field) else {
            return WireFilter(comparator, fieldName: field, fieldValue: WireField(wire))
        }
        return WireFilter(comparator, systemFieldName: system, fieldValue: WireField(wire.fitting(system)))
    }
}

extension CKError {
    static func predicate(_ reason: String) -> CKError {
        CKError(.invalidArguments, reason: "the predicate is not supported: \(reason)")
    }
}

extension WireComparator {
    fileprivate var isNegative: Bool { rawValue.hasPrefix("NOT_") }

    fileprivate var opposite: WireComparator? {
        switch self {
        case .equals: .notEquals
        case .notEquals: .equals
        case .in: .notIn
        case .notIn: .in
        case .beginsWith: .notBeginsWith
        case .notBeginsWith: .beginsWith
        case .listContains: .notListContains
        case .notListContains: .listContains
        case .listContainsAny: .notListContainsAny
        case .notListContainsAny: .listContainsAny
        case .listMemberBeginsWith: .notListMemberBeginsWith
        case .notListMemberBeginsWith: .listMemberBeginsWith
        default: nil
        }
    }
}

extension WireSystemField {
    /// The field that a key of a predicate or of a sort descriptor means, if it is one of the system's.
    init?(queryKey key: String) {
        switch key {
        case "recordID": self = .recordName
        case "creationDate": self = .createdTimestamp
        case "modificationDate": self = .modifiedTimestamp
        case "creatorUserRecordID": self = .createdUserRecordName
        case "lastModifiedUserRecordID": self = .modifiedUserRecordName
        case "parent": self = .parent
        case "share": self = .share
        default:
            guard let system = WireSystemField(internalName: key) else { return nil }
            self = system
        }
    }
}

extension WireValue {
    /// The value as a system field compares it: names of records and users as references.
    fileprivate func fitting(_ field: WireSystemField) -> WireValue {
        switch self {
        case .string(let name) where field != .createdTimestamp && field != .modifiedTimestamp:
            .reference(WireReference(recordName: name))
        case .strings(let names) where field != .createdTimestamp && field != .modifiedTimestamp:
            .references(names.map { WireReference(recordName: $0) })
        default: self
        }
    }
}

extension NSPredicate {
    /// A predicate that says what filters of the service say.
    convenience init(filters: [WireFilter]) {
        self.init(condition: .success(.all(filters.map(QueryCondition.given))))
    }
}
