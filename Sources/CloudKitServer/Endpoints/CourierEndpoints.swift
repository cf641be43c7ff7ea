import CloudKitWebServices

extension CloudKitService {
    /// `tokens/create`: an address at which the device waits for notices, which are retained for it from now on.
    func createToken(_ call: Call) async throws -> StoredAnswer {
        let wanted: CreateTokenRequest = try call.read()
        guard wanted.clientID.map({ $0.isEmpty || Names.isFreeName($0) }) ?? true else {
            throw ServiceFault(.badRequest, "no client may be called so")
        }
        guard case .user(_, let token) = call.caller else {
            throw ServiceFault(.authenticationRequired, ErrorReason.needsAuthorization)
        }
        let courier = Courier(
            token: surroundings.randomBytes(32).hexadecimal,
            database: try call.database(),
            deviceID: wanted.clientID ?? call.deviceID,
            session: token.sessionHash
        )
        try await bus.watch(courier.database)
        await couriers.expect(courier)
        return CreateTokenResponse(
            apnsEnvironment: wanted.apnsEnvironment,
            apnsToken: courier.token,
            webcourierURL: call.baseURL + courier.address(sealer)
        ).answer()
    }

    /// `tokens/register`: notices are kept for a device from now on, before it first waits for them.
    ///
    /// Nothing is sent through Apple's push service: a token that was not made here is taken, and means nothing.
    func registerToken(_ call: Call) async throws -> StoredAnswer {
        let wanted: RegisterTokenRequest = try call.read()
        guard case .user(_, let token) = call.caller else {
            throw ServiceFault(.authenticationRequired, ErrorReason.needsAuthorization)
        }
        let device = wanted.clientID ?? call.deviceID
        let names = [wanted.apnsToken] + (device.map { [$0] } ?? [])
        guard names.allSatisfy(Names.isFreeName) else {
            throw ServiceFault(.badRequest, "no token and no client may be called so")
        }
        let database = try call.database()
        try await bus.watch(database)
        await couriers.expect(
            Courier(token: wanted.apnsToken, database: database, deviceID: device, session: token.sessionHash)
        )
        return EmptyBody().answer()
    }

    /// The long poll: answers one notice, or nothing at all, and then the device asks again.
    func waitForNotice(_ request: ServiceRequest) async throws -> ServiceAnswer {
        let notice: WireNotification?
        if let outcome = request.courierOutcome {
            notice = try outcome.get()
        } else {
            notice = try await couriers.next(for: try await courier(at: request.path))
        }
        return ServiceAnswer(.success(notice))
    }

    /// The device that waits at a path, once it is known that it may.
    ///
    /// - Throws: `NOT_FOUND` for an address that was not given out here, or whose sign-in is over.
    func courier(at path: String) async throws -> Courier {
        guard let courier = Courier(path: path, sealer),
            let session = try await accounts.store.session(courier.session, of: courier.database.account),
            session.expires > surroundings.now()
        else { throw ServiceFault(.notFound, ErrorReason.noEndpoint) }
        try await bus.watch(courier.database)
        return courier
    }
}

extension Accounts {
    /// Whether the sign-in with which a device waits goes on; where the store cannot say, it has to ask again.
    func isSignedIn(_ courier: Courier) async -> Bool {
        guard let session = try? await session(courier.session, of: courier.database.account) else { return false }
        return session.expires > surroundings.now()
    }
}
