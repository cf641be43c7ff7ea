/// A zone whose changes are asked for.
struct ZoneQuery: Sendable {
    var zone: String
    var start = FeedStart.beginning
    var options = ChangesOptions()

    var json: JSON {
        var members = options.members
        members["zoneID"] = .object(["zoneName": .text(zone)])
        members["syncToken"] = start.json
        return .object(of: members)
    }
}

/// What a request for changes says of all that it asks for.
struct ChangesOptions: Sendable {
    var limit: Int?
    var keys: [String]?
    var types: [String]?
    var isReversed: Bool?
    var numbersAsStrings: Bool?

    var members: [String: JSON?] {
        [
            "resultsLimit": limit.map { .integer(Int64($0)) }, "desiredKeys": keys.map(JSON.texts),
            "desiredRecordTypes": types.map(JSON.texts), "reverse": isReversed.map(JSON.bool),
            "numbersAsStrings": numbersAsStrings.map(JSON.bool),
        ]
    }

    /// These options, and where they say nothing, others.
    func completed(by others: ChangesOptions) -> ChangesOptions {
        ChangesOptions(
            limit: limit ?? others.limit,
            keys: keys ?? others.keys,
            types: types ?? others.types,
            isReversed: isReversed ?? others.isReversed,
            numbersAsStrings: numbersAsStrings ?? others.numbersAsStrings
        )
    }
}

/// A request to `changes/zone`.
struct ChangesRequest: Sendable {
    let database: DatabaseID
    var queries: [ZoneQuery]
    var defaults = ChangesOptions()

    var json: JSON {
        var members = defaults.members
        members["zones"] = .array(queries.map(\.json))
        return .object(of: members)
    }

    /// Why the whole request is refused.
    var refusal: ExpectedError? {
        let isWrong =
            queries.count > ServiceModel.operationsPerRequest || Set(queries.map(\.zone)).count != queries.count
        return isWrong ? .badRequest : nil
    }
}

/// A request to `records/lookup`.
struct LookupRequest: Sendable {
    let database: DatabaseID
    var zone: String?
    var names: [(name: String, keys: [String]?)]
    var keys: [String]?
    var numbersAsStrings: Bool?
    var wantsToken = false

    var zoneName: String { zone ?? ModelZone.defaultName }

    var json: JSON {
        .object(of: [
            "zoneID": zone.map { .object(["zoneName": .text($0)]) },
            "records": .array(
                names.map { .object(of: ["recordName": .text($0.name), "desiredKeys": $0.keys.map(JSON.texts)]) }
            ),
            "desiredKeys": keys.map(JSON.texts), "numbersAsStrings": numbersAsStrings.map(JSON.bool),
        ])
    }
}
