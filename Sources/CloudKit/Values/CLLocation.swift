import Foundation

/// Degrees of latitude or longitude.
public typealias CLLocationDegrees = Double
/// Metres.
public typealias CLLocationDistance = Double
/// Metres of uncertainty; negative means unknown.
public typealias CLLocationAccuracy = Double
/// Metres per second; negative means unknown.
public typealias CLLocationSpeed = Double
/// Degrees clockwise from north; negative means unknown.
public typealias CLLocationDirection = Double

/// A place on Earth, by its degrees.
public struct CLLocationCoordinate2D: Hashable, Sendable {
    /// Degrees north of the equator.
    public var latitude: CLLocationDegrees
    /// Degrees east of Greenwich.
    public var longitude: CLLocationDegrees

    /// A place at 0, 0.
    public init() {
        self.init(latitude: 0, longitude: 0)
    }

    /// A place.
    public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// A place on Earth, with what is known beside it.
///
/// Stands for CoreLocation's class of that name, with what records keep of it.
public final class CLLocation: NSObject, NSCopying, @unchecked Sendable {
    /// The place.
    public let coordinate: CLLocationCoordinate2D
    /// Metres above the sea.
    public let altitude: CLLocationDistance
    /// Metres by which the place may be off; negative means unknown.
    public let horizontalAccuracy: CLLocationAccuracy
    /// Metres by which the height may be off; negative means unknown.
    public let verticalAccuracy: CLLocationAccuracy
    /// Degrees clockwise from north; negative means unknown.
    public let course: CLLocationDirection
    /// Metres per second; negative means unknown.
    public let speed: CLLocationSpeed
    /// When it was measured.
    ///
    /// A place made without a time has that of 1970, unlike CoreLocation's, which takes the present.
    public let timestamp: Date

    /// A place and all that is known beside it.
    public init(
        coordinate: CLLocationCoordinate2D,
        altitude: CLLocationDistance,
        horizontalAccuracy: CLLocationAccuracy,
        verticalAccuracy: CLLocationAccuracy,
        course: CLLocationDirection = -1,
        speed: CLLocationSpeed = -1,
        timestamp: Date
    ) {
        self.coordinate = coordinate
        self.altitude = altitude
        self.horizontalAccuracy = horizontalAccuracy
        self.verticalAccuracy = verticalAccuracy
        self.course = course
        self.speed = speed
        self.timestamp = timestamp
    }

    /// A place.
    public convenience init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
        self.init(
            coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude),
            altitude: 0,
            horizontalAccuracy: 0,
            verticalAccuracy: -1,
            timestamp: Date(timeIntervalSince1970: 0)
        )
    }

    /// Metres to another place, over a round Earth.
    public func distance(from other: CLLocation) -> CLLocationDistance {
        let radius = 6_371_008.8
        let (from, to) = (coordinate.latitude * .pi / 180, other.coordinate.latitude * .pi / 180)
        let turn = (other.coordinate.longitude - coordinate.longitude) * .pi / 180
        let (rise, side) = (sin((to - from) / 2), sin(turn / 2))
        let share = rise * rise + cos(from) * cos(to) * side * side
        return 2 * radius * asin(min(1, share.squareRoot()))
    }

    /// Places with the same values are equal.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CLLocation else { return false }
        return coordinate == other.coordinate && altitude == other.altitude && course == other.course
            && horizontalAccuracy == other.horizontalAccuracy && verticalAccuracy == other.verticalAccuracy
            && speed == other.speed && timestamp == other.timestamp
    }

    /// Hashes the place.
    public override var hash: Int { coordinate.hashValue }

    /// The place, in words.
    public override var description: String { "<\(coordinate.latitude), \(coordinate.longitude)>" }

    /// The place itself: it never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }
}
