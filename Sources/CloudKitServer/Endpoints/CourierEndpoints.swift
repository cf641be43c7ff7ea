import CloudKitWebServices

extension CloudKitService {
    /// `tokens/create`: an address at which the device waits for notices.
    func createToken(_ call: Call, _ request: ServiceRequest) throws -> StoredAnswer {
        let wanted: CreateTokenRequest = try call.read()
        guard (wanted.clientID ?? "").utf8.count <= ServiceLimits.nameLength else {
            throw ServiceFault(.badRequest, "the client's name is too long")
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
        let base = configuration.publicURL ?? "http://" + (request.header("Host") ?? "localhost")
        return CreateTokenResponse(
            apnsEnvironment: wanted.apnsEnvironment,
            apnsToken: courier.token,
            webcourierURL: base + courier.address(sealer)
        ).answer()
    }

    /// The long poll: answers one notice, or nothing at all, and then the device asks again.
    func waitForNotice(_ request: ServiceRequest) async throws -> ServiceAnswer {
        guard request.method == "GET" || request.method == "POST" else {
            throw ServiceFault(WireError(.badRequest, reason: "the method must be GET"), status: 405)
        }
        guard let courier = Courier(path: request.path, sealer),
            let session = try await accounts.store.session(courier.session, of: courier.database.account),
            session.expires > surroundings.now()
        else { throw ServiceFault(.notFound, ErrorReason.noEndpoint) }
        guard let notice = await couriers.next(for: courier) else {
            return ServiceAnswer(StoredAnswer(status: 200, body: []))
        }
        return ServiceAnswer(notice.answer())
    }
}
