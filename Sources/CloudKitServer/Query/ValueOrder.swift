import CloudKitWebServices
import Foundation

/// How the values of fields compare.
///
/// Text compares by its bytes: case-sensitive, and alike in every store.
enum ValueOrder {
    /// Below zero, zero or above; nil where the two do not compare.
    ///
    /// Values that have no order are only ever equal or not.
    static func compare(_ left: WireValue, _ right: WireValue) -> Int? {
        switch (left, right) {
        case (.string(let left), .string(let right)): order(left, right)
        case (.int64(let left), .int64(let right)): sign(left, right)
        case (.double(let left), .double(let right)): sign(left, right)
        case (.timestamp(let left), .timestamp(let right)): sign(left, right)
        case (.reference(let left), .reference(let right)): order(left.recordName, right.recordName)
        case (.bytes(let left), .bytes(let right)): left == right ? 0 : left.lexicographicallyPrecedes(right) ? -1 : 1
        case (.location(let left), .location(let right)):
            left.latitude == right.latitude && left.longitude == right.longitude ? 0 : nil
        default: nil
        }
    }

    /// Whether text begins so.
    static func begins(_ value: WireValue, with prefix: String) -> Bool {
        if case .string(let text) = value { text.utf8.starts(with: prefix.utf8) } else { false }
    }

    /// Metres between two places, on a sphere of the Earth's mean radius.
    static func distance(_ value: WireValue, _ place: WireLocation) -> Double? {
        guard case .location(let other) = value else { return nil }
        let radians = Double.pi / 180
        let half = (
            latitude: (other.latitude - place.latitude) * radians / 2,
            longitude: (other.longitude - place.longitude) * radians / 2
        )
        let cosines = cos(place.latitude * radians) * cos(other.latitude * radians)
        let chord = pow(sin(half.latitude), 2) + cosines * pow(sin(half.longitude), 2)
        return 2 * earthRadius * asin(min(1, chord.squareRoot()))
    }

    /// Metres: the mean radius of the Earth.
    private static let earthRadius = 6_371_008.8
    /// Metres from one place to that on the other side of the Earth.
    static let farthest = earthRadius * .pi
    /// Metres from one degree of latitude to the next.
    static let metresPerDegree = earthRadius * .pi / 180

    private static func order(_ left: String, _ right: String) -> Int {
        if left.utf8.elementsEqual(right.utf8) { return 0 }
        return left.utf8.lexicographicallyPrecedes(right.utf8) ? -1 : 1
    }

    private static func sign<Value: Comparable>(_ left: Value, _ right: Value) -> Int {
        left < right ? -1 : left == right ? 0 : 1
    }
}

extension WireValue {
    /// The elements of a list; none for anything else.
    var elements: [WireValue] {
        switch self {
        case .strings(let values): values.map(WireValue.string)
        case .int64s(let values): values.map(WireValue.int64)
        case .doubles(let values): values.map(WireValue.double)
        case .timestamps(let values): values.map(WireValue.timestamp)
        case .bytesList(let values): values.map(WireValue.bytes)
        case .references(let values): values.map(WireValue.reference)
        case .locations(let values): values.map(WireValue.location)
        default: []
        }
    }

    /// The texts in it.
    var texts: [String] {
        switch self {
        case .string(let text): [text]
        case .strings(let texts): texts
        default: []
        }
    }
}
