/// A place on Earth: a LOCATION value.
public struct WireLocation: Hashable, Sendable {
    /// Degrees north of the equator.
    public var latitude: Double
    /// Degrees east of Greenwich.
    public var longitude: Double
    /// Metres within which the place is right.
    public var horizontalAccuracy: Double?
    /// Metres within which the altitude is right.
    public var verticalAccuracy: Double?
    /// Metres above the sea.
    public var altitude: Double?
    /// Metres a second.
    public var speed: Double?
    /// Degrees clockwise from north.
    public var course: Double?
    /// When the place was measured.
    public var timestamp: WireTimestamp?

    /// A place.
    public init(
        latitude: Double,
        longitude: Double,
        horizontalAccuracy: Double? = nil,
        verticalAccuracy: Double? = nil,
        altitude: Double? = nil,
        speed: Double? = nil,
        course: Double? = nil,
        timestamp: WireTimestamp? = nil
    ) {
        self.latitude = latitude
        self.longitude = longitude
        self.horizontalAccuracy = horizontalAccuracy
        self.verticalAccuracy = verticalAccuracy
        self.altitude = altitude
        self.speed = speed
        self.course = course
        self.timestamp = timestamp
    }

    /// Whether all its numbers can be written.
    var isFinite: Bool {
        let rest = [horizontalAccuracy, verticalAccuracy, altitude, speed, course]
        return latitude.isFinite && longitude.isFinite && rest.allSatisfy { $0?.isFinite ?? true }
    }
}

extension WireLocation: WireReadable, WireWritable {
    /// Reads a place.
    public init(from reader: inout JSONReader) throws(JSONError) {
        self.init(latitude: 0, longitude: 0)
        var (latitude, longitude): (Double?, Double?)
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "latitude": try reader.read(into: &latitude)
            case "longitude": try reader.read(into: &longitude)
            case "horizontalAccuracy": try reader.read(into: &horizontalAccuracy)
            case "verticalAccuracy": try reader.read(into: &verticalAccuracy)
            case "altitude": try reader.read(into: &altitude)
            case "speed": try reader.read(into: &speed)
            case "course": try reader.read(into: &course)
            case "timestamp": try reader.read(into: &timestamp)
            default: try reader.skipValue(of: key)
            }
        }
        guard let latitude else { throw reader.missing("latitude", in: "a location") }
        guard let longitude else { throw reader.missing("longitude", in: "a location") }
        (self.latitude, self.longitude) = (latitude, longitude)
    }

    /// Writes a place.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("latitude", latitude)
        writer.member("longitude", longitude)
        writer.member("horizontalAccuracy", horizontalAccuracy)
        writer.member("verticalAccuracy", verticalAccuracy)
        writer.member("altitude", altitude)
        writer.member("speed", speed)
        writer.member("course", course)
        writer.member("timestamp", timestamp)
        writer.endObject()
    }
}
