import CloudKitWebServices

extension CloudKitService {
    /// Calls what an endpoint stands for.
    func dispatch(_ call: Call) async throws -> StoredAnswer {
        switch call.path.endpoint {
        case .modifyRecords: try await modifyRecords(call)
        case .lookupRecords: try await lookUpRecords(call)
        case .queryRecords: try await queryRecords(call)
        case .recordChanges: try await recordChanges(call)
        case .zoneChanges: try await zoneChanges(call)
        case .databaseChanges: try await databaseChanges(call)
        case .zoneListChanges: try await zoneListChanges(call)
        case .listZones: try await listZones(call.withNothingToSay())
        case .lookupZones: try await lookUpZones(call)
        case .modifyZones: try await modifyZones(call)
        case .listSubscriptions: try await listSubscriptions(call.withNothingToSay())
        case .lookupSubscriptions: try await lookUpSubscriptions(call)
        case .modifySubscriptions: try await modifySubscriptions(call)
        case .callingUser: try await callingUser(call.withNothingToSay())
        case .currentUser: try await currentUser(call.withNothingToSay())
        case .createToken: try await createToken(call)
        case .resolveRecords, .acceptRecords: throw ServiceFault(.accessDenied, "sharing is not offered yet")
        case .registerToken: try await registerToken(call)
        case .uploadAssets: try await uploadAssets(call)
        case .rereferenceAssets: try await rereferenceAssets(call)
        case .discoverUsers: try await discoverUsers(call)
        case .lookupUsersByEmail, .lookupUsersByID: try await lookUpUsers(call)
        case .lookupContacts: try noContacts(call.withNothingToSay())
        }
    }

    /// `users/lookup/contacts`: the service keeps no address books.
    private func noContacts(_: Call) -> StoredAnswer {
        UsersResponse(users: []).answer()
    }

    /// Refuses a request for more than the protocol allows at once.
    func checkCount(_ count: Int) throws(ServiceFault) {
        guard count <= ServiceLimits.operationsPerRequest else {
            throw ServiceFault(.badRequest, "at most \(ServiceLimits.operationsPerRequest) items may be in one request")
        }
    }

    /// How many records a page has.
    func pageSize(_ wanted: Int?) throws(ServiceFault) -> Int {
        guard let wanted, wanted != 0 else { return ServiceLimits.recordsPerAnswer }
        guard wanted > 0 else { throw ServiceFault(.badRequest, "resultsLimit must not be negative") }
        return min(wanted, ServiceLimits.recordsPerAnswer)
    }
}

extension WireWritable {
    /// This as an answer.
    func answer(status: Int = 200, numbersAsStrings: Bool? = nil) -> StoredAnswer {
        StoredAnswer(status: status, body: json(numbersAsStrings: numbersAsStrings ?? false))
    }
}
