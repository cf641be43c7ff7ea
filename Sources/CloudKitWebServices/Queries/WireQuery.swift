/// One condition of a query; all of them must hold.
public struct WireFilter: Hashable, Sendable {
    /// How to compare.
    public var comparator: WireComparator
    /// The field to compare; nil where a system field is, or none at all (for words anywhere).
    public var fieldName: String?
    /// The system field to compare.
    public var systemFieldName: WireSystemField?
    /// What to compare with.
    public var fieldValue: WireField?
    /// Metres, for ``WireComparator/near``.
    public var distance: Double?

    /// A condition.
    public init(
        _ comparator: WireComparator,
        fieldName: String? = nil,
        systemFieldName: WireSystemField? = nil,
        fieldValue: WireField? = nil,
        distance: Double? = nil
    ) {
        self.comparator = comparator
        self.fieldName = fieldName
        self.systemFieldName = systemFieldName
        self.fieldValue = fieldValue
        self.distance = distance
    }
}

extension WireFilter: WireReadable, WireWritable {
    /// Reads a condition.
    public init(from reader: inout JSONReader) throws(JSONError) {
        self.init(.equals)
        var comparator: WireComparator?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "comparator": try reader.read(into: &comparator)
            case "fieldName": try reader.read(into: &fieldName)
            case "systemFieldName": try reader.read(into: &systemFieldName)
            case "fieldValue": try reader.read(into: &fieldValue)
            case "distance": try reader.read(into: &distance)
            default: try reader.skipValue(of: key)
            }
        }
        guard let comparator else { throw reader.missing("comparator", in: "a filter") }
        self.comparator = comparator
    }

    /// Writes a condition.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("comparator", comparator)
        writer.member("fieldName", fieldName)
        writer.member("systemFieldName", systemFieldName)
        writer.member("fieldValue", fieldValue)
        writer.member("distance", distance)
        writer.endObject()
    }
}

/// One criterion of a query's order; the first counts most.
public struct WireSort: Hashable, Sendable {
    /// The field to sort by; nil where a system field is.
    public var fieldName: String?
    /// The system field to sort by.
    public var systemFieldName: WireSystemField?
    /// Whether small comes first; nil means yes.
    public var ascending: Bool?
    /// The place from which to sort by distance.
    public var relativeLocation: WireField?

    /// A criterion.
    public init(
        fieldName: String? = nil,
        systemFieldName: WireSystemField? = nil,
        ascending: Bool? = nil,
        relativeLocation: WireField? = nil
    ) {
        self.fieldName = fieldName
        self.systemFieldName = systemFieldName
        self.ascending = ascending
        self.relativeLocation = relativeLocation
    }
}

extension WireSort: WireReadable, WireWritable {
    /// Reads a criterion.
    public init(from reader: inout JSONReader) throws(JSONError) {
        self.init()
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "fieldName": try reader.read(into: &fieldName)
            case "systemFieldName": try reader.read(into: &systemFieldName)
            case "ascending": try reader.read(into: &ascending)
            case "relativeLocation": try reader.read(into: &relativeLocation)
            default: try reader.skipValue(of: key)
            }
        }
    }

    /// Writes a criterion.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("fieldName", fieldName)
        writer.member("systemFieldName", systemFieldName)
        writer.member("ascending", ascending)
        writer.member("relativeLocation", relativeLocation)
        writer.endObject()
    }
}

/// What to look for: records of one type under some conditions, in some order.
public struct WireQuery: Hashable, Sendable {
    /// The type of the records.
    public var recordType: String
    /// The conditions, all of which must hold.
    public var filterBy: [WireFilter]
    /// The order.
    public var sortBy: [WireSort]

    /// A query.
    public init(recordType: String, filterBy: [WireFilter] = [], sortBy: [WireSort] = []) {
        self.recordType = recordType
        self.filterBy = filterBy
        self.sortBy = sortBy
    }
}

extension WireQuery: WireReadable, WireWritable {
    /// Reads a query.
    ///
    /// A single filter or criterion may stand there without an array around it, as old clients send it.
    public init(from reader: inout JSONReader) throws(JSONError) {
        var type: String?
        var filters: OneOrMany<WireFilter>?
        var sorts: OneOrMany<WireSort>?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "recordType": try reader.read(into: &type)
            case "filterBy": try reader.read(into: &filters)
            case "sortBy": try reader.read(into: &sorts)
            default: try reader.skipValue(of: key)
            }
        }
        guard let type else { throw reader.missing("recordType", in: "a query") }
        self.init(recordType: type, filterBy: filters?.values ?? [], sortBy: sorts?.values ?? [])
    }

    /// Writes a query.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("recordType", recordType)
        writer.nonEmpty("filterBy", filterBy)
        writer.nonEmpty("sortBy", sortBy)
        writer.endObject()
    }
}

/// An array, or its only element without the array.
private struct OneOrMany<Element: WireReadable>: WireReadable {
    let values: [Element]

    init(from reader: inout JSONReader) throws(JSONError) {
        reader.skipBlanks()
        values = reader.nextByte == UInt8(ascii: "{") ? [try Element(from: &reader)] : try [Element](from: &reader)
    }
}
