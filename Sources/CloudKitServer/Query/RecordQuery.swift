import CloudKitWebServices

/// A query, checked as far as it can be without the store.
public struct RecordQuery: Sendable {
    /// Where to look.
    public enum Place: Hashable, Sendable {
        /// One zone.
        case zone(ZoneKey)
        /// All zones of a database.
        case everywhere(DatabaseKey)
    }

    /// Where to look.
    public let place: Place
    /// What to look for.
    public let query: WireQuery
    /// How many records a page has at most.
    public let limit: Int
    /// The last record of the page before.
    public let position: QueryPosition?
    /// Whether an index may be made for the order.
    ///
    /// It is paid by everybody who writes from then on, so nobody makes one who has only the app's token, which is public.
    let mayMakeOrders: Bool
    /// How many bytes of records a page has at most; one record is always on it.
    let bytes: Int64

    /// A query.
    public init(
        place: Place,
        query: WireQuery,
        limit: Int,
        position: QueryPosition? = nil,
        mayMakeOrders: Bool = true
    ) {
        self.init(
            place: place,
            query: query,
            limit: limit,
            position: position,
            mayMakeOrders: mayMakeOrders,
            bytes: Int64(ServiceLimits.answerBytes)
        )
    }

    init(
        place: Place,
        query: WireQuery,
        limit: Int,
        position: QueryPosition?,
        mayMakeOrders: Bool = true,
        bytes: Int64
    ) {
        self.bytes = bytes
        self.mayMakeOrders = mayMakeOrders
        self.place = place
        self.query = query
        self.limit = limit
        self.position = position
    }

    /// The database.
    public var database: DatabaseKey {
        switch place {
        case .zone(let zone): zone.database
        case .everywhere(let database): database
        }
    }
}

/// A page of a query's result.
public struct QueryPage: Sendable {
    /// The records, each with the name of its zone.
    public let records: [(zone: String, record: StoredRecord)]
    /// Where the next page begins; nil at the end.
    public let next: QueryPosition?
}

/// A place in the result of a query: that of the last record that was answered.
public struct QueryPosition: Hashable, Sendable {
    /// The values that the record was sorted by; nil where it had none.
    public let keys: [WireValue?]
    /// The number of its zone.
    public let zone: Int64
    /// Its name.
    public let name: String

    /// The place as clients see it.
    ///
    /// - Parameters:
    ///   - sealer: What signs.
    ///   - place: The database and the query, which are not in the marker.
    /// - Returns: The text.
    func text(_ sealer: Sealer, place: String) -> String {
        var fields: WireFields = ["zone": .int64(zone), "name": .string(name)]
        for (number, key) in keys.enumerated() { fields["key\(number)"] = WireField(key ?? .null()) }
        return sealer.seal(fields.json(), for: .continuation, place: place)
    }

    /// Reads a marker; nil if it is none of ours, or one of another query.
    init?(_ text: String, keys count: Int, _ sealer: Sealer, place: String) {
        guard let bytes = sealer.open(text, for: .continuation, place: place),
            let fields = try? WireFields(json: bytes),
            case .int64(let zone) = fields["zone"]?.value, case .string(let name) = fields["name"]?.value
        else { return nil }
        keys = (0..<count).map { number in
            guard let value = fields["key\(number)"]?.value, !value.isNull else { return nil }
            return value
        }
        (self.zone, self.name) = (zone, name)
    }

    init(keys: [WireValue?], zone: Int64, name: String) {
        (self.keys, self.zone, self.name) = (keys, zone, name)
    }
}
