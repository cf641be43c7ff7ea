import CloudKitWebServices

/// How the index of a query orders values: byte strings that compare as ``ValueOrder`` compares the values.
///
/// Long texts are cut, so that an index stays small; what the index finds is therefore always judged again by the
/// condition itself.
enum IndexKey {
    /// The key of a record that has no value: before all others.
    static let null: [UInt8] = [0]
    /// Bytes of a text or of bytes that the index looks at.
    static let cut = 64
    private static let mark: UInt8 = 1

    /// The key of a value; nil for what has no place in an index.
    static func of(_ value: WireValue) -> [UInt8]? {
        switch value {
        case .string(let text): [mark] + text.utf8.prefix(cut)
        case .reference(let reference): [mark] + reference.recordName.utf8.prefix(cut)
        case .bytes(let bytes): [mark] + bytes.prefix(cut)
        case .int64(let number): [mark] + ordered(number)
        case .timestamp(let moment): [mark] + ordered(moment.milliseconds)
        case .double(let number): [mark] + ordered(number)
        case .location(let place): [mark] + ordered(place.latitude) + ordered(place.longitude)
        default: nil
        }
    }

    /// Whether values with this key may differ.
    static func isCut(_ key: [UInt8]) -> Bool {
        key.count > cut
    }

    /// The keys of values that are equal to one.
    static func equal(to value: WireValue) -> KeyRange? {
        of(value).map(KeyRange.init(only:))
    }

    /// The keys of values that stand so to one; more where its text is cut.
    static func range(_ relation: ValueRelation, _ value: WireValue) -> KeyRange? {
        guard let key = of(value) else { return nil }
        let isCut = isCut(key)
        return switch relation {
        case .equal: KeyRange(only: key)
        case .less: KeyRange(lower: [mark], upper: isCut ? key.next : key)
        case .lessOrEqual: KeyRange(lower: [mark], upper: key.next)
        case .greater: KeyRange(lower: isCut ? key : key.next, upper: nil)
        case .greaterOrEqual: KeyRange(lower: key, upper: nil)
        }
    }

    /// The keys of texts that begin so.
    static func range(beginning prefix: String) -> KeyRange {
        let key = [mark] + Array(prefix.utf8.prefix(cut))
        return isCut(key) ? KeyRange(only: key) : KeyRange(lower: key, upper: key.afterAllThatBeginSo)
    }

    /// The keys of places at most so far north or south of one.
    static func range(around place: WireLocation, metres: Double) -> KeyRange {
        // A little more than needed, so that rounding leaves nothing out.
        let degrees = metres / ValueOrder.metresPerDegree * 1.000_001 + 0.000_001
        let upper = [mark] + ordered(place.latitude + degrees)
        return KeyRange(lower: [mark] + ordered(place.latitude - degrees), upper: upper.afterAllThatBeginSo)
    }

    /// What the keys of places at a latitude begin with.
    static func latitude(_ degrees: Double) -> [UInt8] {
        [mark] + ordered(degrees)
    }

    /// A longitude as keys of places end with it.
    static func degrees(_ longitude: Double) -> [UInt8] {
        ordered(longitude)
    }

    /// How many bytes of a place's key come before its longitude.
    static let latitudeLength = 9

    /// The place of a key; nil for the key of anything else.
    static func place(of key: [UInt8]) -> WireLocation? {
        guard key.count == 17 else { return nil }
        return WireLocation(latitude: number(key[1..<9]), longitude: number(key[9..<17]))
    }

    private static func number(_ key: ArraySlice<UInt8>) -> Double {
        let bits = key.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Double(bitPattern: bits >> 63 == 1 ? bits & ~(1 << 63) : ~bits)
    }

    private static func ordered(_ number: Int64) -> [UInt8] {
        bytes(of: UInt64(bitPattern: number) ^ 1 << 63)
    }

    private static func ordered(_ number: Double) -> [UInt8] {
        // Both zeros are equal and must have one key.
        let bits = (number == 0 ? 0 : number).bitPattern
        return bytes(of: bits >> 63 == 1 ? ~bits : bits | 1 << 63)
    }

    private static func bytes(of number: UInt64) -> [UInt8] {
        stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> UInt64($0)) }
    }
}

/// How a value may stand to another.
enum ValueRelation: Sendable {
    case equal
    case less
    case lessOrEqual
    case greater
    case greaterOrEqual

    /// Whether an order is this one.
    func holds(_ order: Int) -> Bool {
        switch self {
        case .equal: order == 0
        case .less: order < 0
        case .lessOrEqual: order <= 0
        case .greater: order > 0
        case .greaterOrEqual: order >= 0
        }
    }
}

/// Keys from one on and before another; without an end if `upper` is nil.
struct KeyRange: Hashable, Sendable {
    var lower: [UInt8]
    var upper: [UInt8]?

    init(lower: [UInt8], upper: [UInt8]?) {
        (self.lower, self.upper) = (lower, upper)
    }

    init(only key: [UInt8]) {
        self.init(lower: key, upper: key.next)
    }

    /// All keys, those of records without a value too.
    static let all = KeyRange(lower: [], upper: nil)

    /// The only key in it, if there is no more than one.
    var onlyKey: [UInt8]? {
        upper == lower.next ? lower : nil
    }

    var isEmpty: Bool {
        upper.map { !lower.lexicographicallyPrecedes($0) } ?? false
    }

    /// What lies in both.
    func intersection(_ other: KeyRange) -> KeyRange {
        let lower = self.lower.lexicographicallyPrecedes(other.lower) ? other.lower : self.lower
        guard let one = upper else { return KeyRange(lower: lower, upper: other.upper) }
        guard let two = other.upper else { return KeyRange(lower: lower, upper: one) }
        return KeyRange(lower: lower, upper: one.lexicographicallyPrecedes(two) ? one : two)
    }
}

extension [UInt8] {
    /// The least byte string that is greater.
    var next: [UInt8] {
        self + [0]
    }

    /// The least byte string that is greater than all that begin with this one; nil if there is none.
    var afterAllThatBeginSo: [UInt8]? {
        guard let place = lastIndex(where: { $0 < .max }) else { return nil }
        return prefix(place) + [self[place] + 1]
    }
}
