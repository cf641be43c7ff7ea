import CloudKitWebServices
import Foundation

/// How a call is made.
struct CallOptions: Sendable {
    /// Seconds to wait for the answer.
    var timeout = CloudKitLimits.timeout
    /// The sign-in in whose name alone the call may go out; nil leaves it to whoever is signed in.
    var signIn: Int?
}

/// What came back from a call.
enum CallOutcome<Answer: Sendable>: Sendable {
    case answer(Answer)
    case failure(FailedAnswer, status: Int)
}

extension ContainerLink {
    /// Calls an endpoint and reads its answer.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint.
    ///   - scope: The database.
    ///   - body: The body as JSON; nil asks by GET.
    ///   - hadToken: Whether the body carries a sync token.
    ///   - options: How the call is made.
    /// - Returns: The answer.
    /// - Throws: ``CKError``.
    func call<Answer: WireReadable & Sendable>(
        _ endpoint: ServiceEndpoint,
        in scope: DatabaseScope,
        body: [UInt8]?,
        hadToken: Bool = false,
        options: CallOptions
    ) async throws(CKError) -> Answer {
        switch try await attempt(endpoint, in: scope, body: body, options: options) as CallOutcome<Answer> {
        case .answer(let answer): return answer
        case .failure(.whole(let error), let status): throw CKError(error, status: status, hadToken: hadToken)
        case .failure(.records(let records), let status):
            let error = records.lazy.compactMap(\.error).first { $0.serverErrorCode != .atomicError }
            throw CKError(error ?? WireError(.atomicError), status: status)
        }
    }

    /// Calls an endpoint; a refusal is an outcome, no error.
    func attempt<Answer: WireReadable & Sendable>(
        _ endpoint: ServiceEndpoint,
        in scope: DatabaseScope,
        body: [UInt8]?,
        options: CallOptions
    ) async throws(CKError) -> CallOutcome<Answer> {
        if let problem { throw CKError(failure: problem) }
        do {
            try Task.checkCancellation()
            let answer = try await paced { try await self.exchange(endpoint, scope, body, options) }
            if answer.isSuccess { return .answer(try Answer(json: answer.body)) }
            return .failure(failure(of: answer), status: answer.status)
        } catch {
            throw CKError(failure: error)
        }
    }

    /// The name of the signed-in user's own record.
    ///
    /// - Throws: ``CKError``: `notAuthenticated` if nobody is signed in.
    func userRecordName(signIn: Int?) async throws(CKError) -> String {
        let answer: CallerResponse =
            try await call(.callingUser, in: .public, body: nil, options: CallOptions(signIn: signIn))
        guard let name = answer.user.userRecordName else {
            throw CKError(.notAuthenticated, reason: "the service names no user")
        }
        session.learn(userRecordName: name, signIn: signIn)
        return name
    }

    /// One call: the request, and at most one more where that is sure to do no harm.
    ///
    /// A request that met an outdated web token goes out again with the one that came meanwhile. A request whose answer
    /// was lost goes out again under the same UUID, which has one effect on this project's service; Apple's service
    /// does not promise that, so there only what changes nothing is asked twice.
    private func exchange(
        _ endpoint: ServiceEndpoint,
        _ scope: DatabaseScope,
        _ body: [UInt8]?,
        _ options: CallOptions
    ) async throws -> CloudKitAnswer {
        let uuid = configuration.surroundings.newIdentifier()
        let ticket = session.ticket
        if let wanted = options.signIn, ticket?.signIn != wanted {
            throw CKError(.operationCancelled, reason: "somebody else has signed in meanwhile")
        }
        let first = request(endpoint, scope, body, ticket, uuid, options)
        var answer: CloudKitAnswer
        do {
            answer = try await send(first)
        } catch CloudKitTransportError.answerLost where !configuration.isApples || !endpoint.changesSomething {
            try Task.checkCancellation()
            answer = try await send(first)
        }
        // Only a token that another request brought is worth a second try, not the one that came with the refusal.
        let newer = session.ticket
        note(answer, ticket)
        guard answer.status == 421, let ticket else { return answer }
        if let newer, newer.token != ticket.token, newer.signIn == ticket.signIn {
            answer = try await send(request(endpoint, scope, body, newer, uuid, options))
            note(answer, newer)
        }
        if answer.status == 421, session.refuse(session.ticket ?? ticket) { postAccountChange() }
        return answer
    }

    /// Sends a request, and learns the service's time from the answer.
    private func send(_ request: CloudKitRequest) async throws -> CloudKitAnswer {
        let sent = configuration.surroundings.moment
        let answer = try await configuration.transport.send(request)
        clock.learn(from: answer.header("Date"), sent: sent, received: configuration.surroundings.moment)
        return answer
    }

    /// Why there is no answer; records for how long the service wants to be left alone, whatever was asked for.
    func failure(of answer: CloudKitAnswer) -> FailedAnswer {
        let failure = answer.body.withUnsafeBytes { FailedAnswer(httpStatus: answer.status, body: $0) }
            .completed(by: answer)
        if case .whole(let error) = failure, [429, 503].contains(answer.status),
            let seconds = error.retryAfter.flatMap(CKError.patience)
        {
            retryAfter.set(seconds, at: configuration.surroundings.uptime())
        }
        return failure
    }

    /// Keeps the web token of an answer, whatever else it says.
    private func note(_ answer: CloudKitAnswer, _ ticket: WebSession.Ticket?) {
        guard let ticket else { return }
        let token = answer.header(ServiceHeader.webAuthToken) ?? answer.header(ServiceHeader.legacyWebAuthToken)
        if let token, !token.isEmpty { session.renew(token, after: ticket) }
    }

    private func request(
        _ endpoint: ServiceEndpoint,
        _ scope: DatabaseScope,
        _ body: [UInt8]?,
        _ ticket: WebSession.Ticket?,
        _ uuid: String,
        _ options: CallOptions
    ) -> CloudKitRequest {
        let path = ServicePath(
            container: identifier,
            environment: configuration.environment == .production ? .production : .development,
            database: scope,
            endpoint: endpoint
        )
        var query = ServiceQuery(apiToken: configuration.apiToken, webAuthToken: ticket?.token).text
        query += (query.isEmpty ? "" : "&") + "clientId=" + PercentEncoding.encode(session.deviceID)
        var headers = [(ServiceHeader.requestUUID, uuid), ("Accept-Encoding", "gzip")]
        // A plain type spares browsers a question; Apple's service takes it, and so does this project's.
        if body != nil { headers.append(("Content-Type", "text/plain; charset=UTF-8")) }
        return CloudKitRequest(
            method: body == nil ? "GET" : "POST",
            address: "\(configuration.endpoint ?? "")\(path.path)?\(query)",
            headers: headers.map { (name: $0.0, value: $0.1) },
            body: body.map { .bytes($0) } ?? .none,
            timeout: options.timeout
        )
    }
}

extension ServiceEndpoint {
    /// Whether asking twice may do something twice.
    var changesSomething: Bool {
        switch self {
        case .modifyRecords, .modifyZones, .modifySubscriptions, .acceptRecords, .uploadAssets, .rereferenceAssets,
            .createToken, .registerToken:
            true
        default: false
        }
    }
}

extension FailedAnswer {
    /// The failure with the larger one of the two times after which a retry may help.
    fileprivate func completed(by answer: CloudKitAnswer) -> FailedAnswer {
        guard case .whole(var error) = self, [429, 503].contains(answer.status),
            let seconds = answer.header("Retry-After").flatMap(Double.init).flatMap(CKError.patience)
        else { return self }
        error.retryAfter = max(error.retryAfter ?? 0, seconds)
        return .whole(error)
    }
}
