import CloudKitWebServices
import Foundation

/// The places at most so far from one, as an index can tell them by their keys.
struct PlaceCircle: Sendable {
    let center: WireLocation
    let metres: Double

    /// Whether the place of a key lies in it.
    func holds(_ key: [UInt8]) -> Bool {
        guard let place = IndexKey.place(of: key), let distance = ValueOrder.distance(.location(place), center) else {
            return false
        }
        return distance <= metres
    }

    /// The longitudes between which its places lie, as keys have them; nil if these are all.
    ///
    /// A circle around a pole has all of them. Longitudes that are written otherwise than from -180 to 180 are among
    /// them, so that these are judged by their distance.
    var longitudes: [KeyRange]? {
        // A little more than needed, so that rounding leaves nothing out.
        let degrees = metres / ValueOrder.metresPerDegree * 1.000_001 + 0.000_001
        guard abs(center.latitude) + degrees < 90 else { return nil }
        let sine = sin(degrees * .pi / 180) / cos(center.latitude * .pi / 180)
        guard sine < 1 else { return nil }
        let half = asin(sine) * 180 / .pi + 0.000_001
        let middle = center.longitude.remainder(dividingBy: 360)
        guard half < 180, middle.isFinite else { return nil }
        var spans = [(middle - half, middle + half)]
        if middle - half < -180 { spans.append((middle - half + 360, 180)) }
        if middle + half > 180 { spans.append((-180, middle + half - 360)) }
        let inside = spans.map { KeyRange(lower: IndexKey.degrees($0.0), upper: IndexKey.degrees($0.1).next) }
        let unusual = [
            KeyRange(lower: [], upper: IndexKey.degrees(-180)),
            KeyRange(lower: IndexKey.degrees(180).next, upper: nil),
        ]
        return inside + unusual
    }
}
