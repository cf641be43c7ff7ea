import CloudKitWebServices

/// Who a request says it is from, as far as can be told before its body is read.
struct Identity: Sendable {
    /// The caller, if a token told.
    let caller: Caller
    /// A signature, which can be checked only with the body.
    let signature: (claim: RequestSignature, key: ServerKey)?

    /// The caller, once the signature is checked.
    ///
    /// - Throws: `AUTHENTICATION_FAILED`.
    func confirmed(by service: CloudKitService, _ request: ServiceRequest, _ body: [UInt8]) async throws -> Caller {
        guard let (claim, key) = signature else { return caller }
        let now = WireTimestamp(milliseconds: service.surroundings.now())
        do {
            let verifier = try SignatureVerifier(publicKeyPEM: key.publicKey)
            try verifier.verify(claim, body: body, path: request.path, query: request.query, now: now)
        } catch {
            throw CloudKitService.failed
        }
        return .server(keyID: key.id)
    }
}

extension CloudKitService {
    static let failed = ServiceFault(.authenticationFailed, ErrorReason.authenticationFailed)

    /// Finds out who calls, from tokens or from the ID of a key.
    ///
    /// - Throws: `AUTHENTICATION_FAILED` for a wrong API token or key, `AUTHENTICATION_REQUIRED` for a web token that
    ///   is forged, expired or signed out.
    func identify(_ request: ServiceRequest, _ path: ServicePath) async throws -> Identity {
        let query = ServiceQuery(parsing: request.query ?? "")
        if let keyID = request.header(ServiceHeader.signatureKeyID), query.apiToken == nil {
            return try await identifyKey(keyID, request, path)
        }
        guard let text = query.apiToken,
            let token = try await accounts.apiToken(text),
            token.isGood(for: path)
        else { throw Self.failed }
        if let origin = request.header("Origin"), !token.origins.isEmpty, !token.origins.contains(origin) {
            throw ServiceFault(.accessDenied, "the API token is not for pages of this origin")
        }
        guard let webToken = query.webAuthToken else { return Identity(caller: .nobody, signature: nil) }
        return Identity(caller: try await user(of: webToken, path.container), signature: nil)
    }

    private func identifyKey(_ id: String, _ request: ServiceRequest, _ path: ServicePath) async throws -> Identity {
        guard let date = request.header(ServiceHeader.signatureDate),
            let signature = request.header(ServiceHeader.signature),
            let key = try await accounts.store.serverKey(id), key.isGood(for: path)
        else { throw Self.failed }
        return Identity(
            caller: .nobody,
            signature: (RequestSignature(keyID: id, date: date, signature: signature), key)
        )
    }

    private func user(of text: String, _ container: String) async throws -> Caller {
        let now = surroundings.now()
        let token = WebToken(text, sealer, container: container)
        if let token, token.expires <= now { metrics.expired(.web) }
        guard let token, token.expires > now,
            let session = try await accounts.session(token.sessionHash, of: token.account),
            session.container == container, session.expires > now
        else { throw ServiceFault(.authenticationRequired, ErrorReason.needsAuthorization) }
        return .user(token.account, token: token)
    }

    /// What each kind of caller may ask for at all.
    ///
    /// - Throws: `AUTHENTICATION_REQUIRED` where somebody must sign in, `AUTHENTICATION_FAILED` where a key is no use.
    func checkAccess(_ caller: Caller, _ path: ServicePath) throws(ServiceFault) {
        let isPublicData = path.database == .public && !path.endpoint.requiresUser
        switch caller {
        case .user: return
        case .server: if !isPublicData { throw Self.failed }
        case .nobody:
            let reads: Set<ServiceEndpoint> = [
                .queryRecords, .lookupRecords, .listZones, .lookupZones, .resolveRecords,
            ]
            guard isPublicData, reads.contains(path.endpoint) else {
                throw ServiceFault(.authenticationRequired, ErrorReason.needsAuthorization)
            }
        }
    }
}
