import CloudKitWebServices
import Testing

@testable import CloudKitServer

/// Requests that each endpoint takes gladly, for tests that walk over all of them or spoil them.
///
/// The switch has no default on purpose: a new endpoint must say here what it takes.
enum EndpointSamples {
    struct Sample: Sendable {
        let endpoint: ServiceEndpoint
        let database: DatabaseScope
        let body: String
    }

    static let all = ServiceEndpoint.allCases.flatMap { endpoint in
        bodies(of: endpoint).map { body in
            let scopes = endpoint.databases
            let database = scopes.isEmpty || scopes.contains(.private) ? DatabaseScope.private : .public
            return Sample(endpoint: endpoint, database: database, body: body)
        }
    }

    private static let zone = #"{"zoneName": "Notes"}"#

    private static func bodies(of endpoint: ServiceEndpoint) -> [String] {
        switch endpoint {
        case .modifyRecords: [modify, create]
        case .lookupRecords:
            [#"{"zoneID": \#(zone), "records": [{"recordName": "A"}, {"recordName": "B", "desiredKeys": []}]}"#]
        case .queryRecords: [query]
        case .recordChanges: [#"{"zoneID": \#(zone), "resultsLimit": 3}"#]
        case .zoneChanges:
            [#"{"zones": [{"zoneID": \#(zone), "desiredKeys": ["title"], "desiredRecordTypes": ["Note"]}]}"#]
        case .databaseChanges: [#"{"resultsLimit": 10}"#]
        case .zoneListChanges: [#"{"resultsLimit": 10, "metaSyncToken": null}"#]
        case .listZones, .listSubscriptions, .callingUser, .currentUser, .lookupContacts: ["{}"]
        case .lookupZones: [#"{"zones": [\#(zone), {"zoneName": "_defaultZone"}]}"#]
        case .modifyZones: [#"{"operations": [{"operationType": "create", "zone": {"zoneID": {"zoneName": "New"}}}]}"#]
        case .lookupSubscriptions: [#"{"subscriptions": [{"subscriptionID": "all"}]}"#]
        case .modifySubscriptions: [subscribe]
        case .discoverUsers: [#"{"lookupInfos": [{"emailAddress": "a@example.org"}, {"phoneNumber": "1"}]}"#]
        case .lookupUsersByEmail: [#"{"users": [{"emailAddress": "a@example.org"}]}"#]
        case .lookupUsersByID: [#"{"users": [{"userRecordName": "_0123456789abcdef0123456789abcdef"}]}"#]
        case .uploadAssets:
            [#"{"zoneID": \#(zone), "tokens": [{"recordName": "A", "recordType": "Note", "fieldName": "photo"}]}"#]
        case .rereferenceAssets:
            [#"{"zoneID": \#(zone), "assets": [{"recordName": "A", "fieldName": "photo"}], "targetZoneID": \#(zone)}"#]
        case .createToken: [#"{"apnsEnvironment": "development", "clientId": "phone"}"#]
        case .registerToken: [#"{"apnsEnvironment": "production", "apnsToken": "0123abcd", "clientId": "phone"}"#]
        // Sharing is refused whatever is asked.
        case .resolveRecords, .acceptRecords: [#"{"shortGUIDs": [{"value": "0ab", "shouldFetchRootRecord": true}]}"#]
        }
    }

    private static let modify = """
        {"zoneID": {"zoneName": "Notes", "ownerRecordName": "__defaultOwner__"}, "atomic": false, "numbersAsStrings": false,
         "desiredKeys": ["title", "n"], "operations": [
         {"operationType": "forceUpdate", "record": {"recordName": "A", "recordType": "Note", "fields": {
          "title": {"value": "Milk \\u00e4 \\ud83e\\udd5b", "type": "STRING"}, "n": {"value": -12, "type": "INT64"},
          "d": {"value": 1.5e3, "type": "DOUBLE"}, "t": {"value": 1767225600000, "type": "TIMESTAMP"},
          "b": {"value": "AAEC", "type": "BYTES"}, "l": {"value": ["a", "b"], "type": "STRING_LIST"},
          "r": {"value": {"recordName": "B", "action": "NONE"}, "type": "REFERENCE"},
          "p": {"value": {"latitude": 1.5, "longitude": -2, "timestamp": 0}, "type": "LOCATION"}}}},
         {"operationType": "update", "record": {"recordName": "B", "recordType": "Note", "recordChangeTag": "2",
          "fields": {"title": {"value": null}}, "parent": {"recordName": "A"}}},
         {"operationType": "forceDelete", "record": {"recordName": "C",
          "deletion": {"timestamp": 1767225600000, "deviceID": "phone"}}}]}
        """
    private static let create = """
        {"atomic": true, "zoneID": {"zoneName": "Notes"}, "operations": [{"operationType": "create", "record":
         {"recordType": "Note", "fields": {"title": {"value": "x"}, "none": {}}}}]}
        """
    private static let query = """
        {"zoneID": {"zoneName": "Notes"}, "resultsLimit": 5, "desiredKeys": ["title"], "query": {"recordType": "Note",
         "filterBy": [{"comparator": "GREATER_THAN", "fieldName": "n", "fieldValue": {"value": -100, "type": "INT64"}},
          {"comparator": "IN", "fieldName": "title", "fieldValue": {"value": ["x", "y"], "type": "STRING_LIST"}},
          {"comparator": "EQUALS", "systemFieldName": "recordName",
           "fieldValue": {"value": {"recordName": "A"}, "type": "REFERENCE"}}],
         "sortBy": [{"fieldName": "n", "ascending": false}, {"systemFieldName": "createdTimestamp"}]}}
        """
    private static let subscribe = """
        {"operations": [{"operationType": "create", "subscription": {"subscriptionID": "all", "subscriptionType": "query",
         "zoneID": {"zoneName": "Notes"}, "firesOn": ["create", "delete"], "firesOnce": false, "query":
         {"recordType": "Note", "filterBy": []}, "notificationInfo": {"alertBody": "New", "shouldBadge": true}}}]}
        """
}

/// Where everything stands that a user can change: any change of records, zones or subscriptions shows in it.
struct StoreMarks: Hashable, Sendable {
    let tokens: [String]
    let subscriptions: [StoredSubscription]
}

extension User {
    /// The marks of the user's private database and of the public one.
    func marks() async throws -> StoreMarks {
        let web = try #require(ServiceQuery(parsing: credentials).webAuthToken)
        let token = try #require(WebToken(web, world.server.service.sealer, container: World.container))
        let store = world.records
        let key = DatabaseKey(account: token.account, container: World.container, environment: environment)
        var tokens: [String] = []
        for database in [key, DatabaseKey(publicIn: World.container, environment: environment)] {
            let page = try await store.changedZones(of: database, since: .end, limit: 1)
            tokens.append("\(page.token)")
            for zone in try await store.zones(of: database) { tokens.append("\(zone)") }
        }
        return StoreMarks(tokens: tokens, subscriptions: try await store.subscriptions(of: key))
    }
}
