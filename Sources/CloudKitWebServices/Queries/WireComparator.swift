/// How a filter compares.
///
/// Source: the reference's filter dictionary; ``listContainsAny`` from Apple's web client.
public struct WireComparator: OpenWireName {
    /// The comparator as the wire spells it.
    public let rawValue: String

    /// A comparator from its spelling on the wire.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Equal.
    public static let equals = WireComparator(rawValue: "EQUALS")
    /// Not equal.
    public static let notEquals = WireComparator(rawValue: "NOT_EQUALS")
    /// Less.
    public static let lessThan = WireComparator(rawValue: "LESS_THAN")
    /// Less or equal.
    public static let lessThanOrEquals = WireComparator(rawValue: "LESS_THAN_OR_EQUALS")
    /// Greater.
    public static let greaterThan = WireComparator(rawValue: "GREATER_THAN")
    /// Greater or equal.
    public static let greaterThanOrEquals = WireComparator(rawValue: "GREATER_THAN_OR_EQUALS")
    /// Within a distance of a place.
    public static let near = WireComparator(rawValue: "NEAR")
    /// One of a list.
    public static let `in` = WireComparator(rawValue: "IN")
    /// None of a list.
    public static let notIn = WireComparator(rawValue: "NOT_IN")
    /// All words occur.
    public static let containsAllTokens = WireComparator(rawValue: "CONTAINS_ALL_TOKENS")
    /// One of the words occurs.
    public static let containsAnyTokens = WireComparator(rawValue: "CONTAINS_ANY_TOKENS")
    /// Begins with a text.
    public static let beginsWith = WireComparator(rawValue: "BEGINS_WITH")
    /// Does not begin with a text.
    public static let notBeginsWith = WireComparator(rawValue: "NOT_BEGINS_WITH")
    /// A list has an element.
    public static let listContains = WireComparator(rawValue: "LIST_CONTAINS")
    /// A list lacks an element.
    public static let notListContains = WireComparator(rawValue: "NOT_LIST_CONTAINS")
    /// A list has one of some elements.
    public static let listContainsAny = WireComparator(rawValue: "LIST_CONTAINS_ANY")
    /// A list has none of some elements.
    public static let notListContainsAny = WireComparator(rawValue: "NOT_LIST_CONTAINS_ANY")
    /// A list has all of some elements.
    public static let listContainsAll = WireComparator(rawValue: "LIST_CONTAINS_ALL")
    /// A list lacks one of some elements.
    public static let notListContainsAll = WireComparator(rawValue: "NOT_LIST_CONTAINS_ALL")
    /// An element of a list begins with a text.
    public static let listMemberBeginsWith = WireComparator(rawValue: "LIST_MEMBER_BEGINS_WITH")
    /// No element of a list begins with a text.
    public static let notListMemberBeginsWith = WireComparator(rawValue: "NOT_LIST_MEMBER_BEGINS_WITH")

    /// All comparators.
    public static let known: [WireComparator] = [
        .equals, .notEquals, .lessThan, .lessThanOrEquals, .greaterThan, .greaterThanOrEquals, .near, .in, .notIn,
        .containsAllTokens, .containsAnyTokens, .beginsWith, .notBeginsWith, .listContains, .notListContains,
        .listContainsAny, .notListContainsAny, .listContainsAll, .notListContainsAll, .listMemberBeginsWith,
        .notListMemberBeginsWith,
    ]
}

/// A property that every record has, as filters and sort orders name it.
public struct WireSystemField: OpenWireName {
    /// The name as the wire spells it.
    public let rawValue: String

    /// A name from its spelling on the wire.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The record's name; compared with a REFERENCE.
    public static let recordName = WireSystemField(rawValue: "recordName")
    /// The record's share.
    public static let share = WireSystemField(rawValue: "share")
    /// The record's parent.
    public static let parent = WireSystemField(rawValue: "parent")
    /// Who created it; compared with a REFERENCE.
    public static let createdUserRecordName = WireSystemField(rawValue: "createdUserRecordName")
    /// When it was created.
    public static let createdTimestamp = WireSystemField(rawValue: "createdTimestamp")
    /// When it was changed last.
    public static let modifiedTimestamp = WireSystemField(rawValue: "modifiedTimestamp")
    /// Who changed it last; compared with a REFERENCE.
    public static let modifiedUserRecordName = WireSystemField(rawValue: "modifiedUserRecordName")

    /// All system fields, with the names they have in the service's messages.
    private static let internalNames: [(field: WireSystemField, name: String)] = [
        (.recordName, "___recordID"), (.share, "___share"), (.parent, "___parent"),
        (.createdUserRecordName, "___createdBy"), (.createdTimestamp, "___createTime"),
        (.modifiedTimestamp, "___modTime"), (.modifiedUserRecordName, "___modifiedBy"),
    ]

    /// All system fields.
    public static let known = internalNames.map(\.field)

    /// The name in the service's messages; nil for fields unknown here.
    public var internalName: String? {
        Self.internalNames.first { $0.field == self }?.name
    }

    /// The field of a name in the service's messages, which some clients send as a field name.
    public init?(internalName: String) {
        guard let match = Self.internalNames.first(where: { $0.name == internalName }) else { return nil }
        self = match.field
    }
}
