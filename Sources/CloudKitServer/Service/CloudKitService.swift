import CloudKitWebServices
import Crypto
import Logging

/// The service: takes requests, answers them, and never lets a bad one be more than an answer.
public struct CloudKitService: Sendable {
    let records: any RecordStore
    let accounts: Accounts
    let couriers: CourierHub
    let bus: any ChangeBus
    let assets: AssetFolder
    let surroundings: Surroundings
    let configuration: ServiceConfiguration
    let metrics: ServiceMetrics
    let rates: RateLimits
    let readiness = Readiness()
    let logger: Logger

    var sealer: Sealer { accounts.sealer }

    /// A service over its stores.
    public init(
        records: any RecordStore,
        accounts: Accounts,
        couriers: CourierHub,
        bus: (any ChangeBus)? = nil,
        assets: AssetFolder,
        surroundings: Surroundings,
        configuration: ServiceConfiguration = ServiceConfiguration(),
        metrics: ServiceMetrics = ServiceMetrics(),
        logger: Logger
    ) {
        self.records = records
        self.accounts = accounts
        self.couriers = couriers
        self.bus = bus ?? LocalChangeBus(couriers: couriers)
        self.assets = assets
        self.surroundings = surroundings
        self.configuration = configuration
        self.metrics = metrics
        rates = RateLimits(configuration.rate)
        self.logger = logger
    }

    /// Answers a request of the protocol.
    func answerProtocol(_ request: ServiceRequest) async -> ServiceAnswer {
        let uuid = requestUUID(request)
        var answer: ServiceAnswer
        do {
            answer = try await answerChecked(request, uuid)
        } catch {
            answer = ServiceAnswer(explained(fault(for: error), request), uuid: uuid)
        }
        answer.headers.append((ServiceHeader.requestUUID, uuid))
        answer.headers += await crossOriginHeaders(request)
        return answer
    }

    private func answerChecked(_ request: ServiceRequest, _ uuid: String) async throws -> ServiceAnswer {
        if let route = PlainRoute(path: request.path) { return try await self.answer(request, at: route, uuid) }
        let path = try servicePath(request.path)
        if let refusal = Self.methodRefusal(request.method, path.endpoint.methods, uuid) { return refusal }
        try checkCoding(request)
        let identity = try await countedIdentity(request, path)
        // Whoever may not ask at all is told so before the body is read.
        let isNobody = if case .nobody = identity.caller { identity.signature == nil } else { false }
        if isNobody { try checkAllowed(.nobody, path) }
        let body = request.method == "POST" ? try await request.body(ServiceLimits.requestBytes) : []
        var answer: ServiceAnswer
        do {
            let caller = try await identity.confirmed(by: self, request, body)
            if identity.signature != nil { try checkRate(caller, request) }
            if !isNobody { try checkAllowed(caller, path) }
            let call = try call(request, path, caller, body)
            answer = ServiceAnswer(try await dispatch(call))
        } catch {
            answer = ServiceAnswer(explained(fault(for: error), request), uuid: uuid)
        }
        if case .user(_, let token) = identity.caller {
            let next = token.renewed(now: surroundings.now())
            answer.headers.append((ServiceHeader.webAuthToken, next.text(sealer, container: path.container)))
        }
        return answer
    }

    /// Who calls; counted against the limit of the account or, where that is not certain, of the address.
    private func countedIdentity(_ request: ServiceRequest, _ path: ServicePath) async throws -> Identity {
        let identity: Identity
        do {
            identity = try await identify(request, path)
        } catch {
            try checkRate(.nobody, request)
            throw error
        }
        try checkRate(identity.caller, request)
        return identity
    }

    /// Whether the caller may ask for this at all.
    private func checkAllowed(_ caller: Caller, _ path: ServicePath) throws(ServiceFault) {
        try checkDatabase(path)
        try checkAccess(caller, path)
    }

    /// - Throws: `ACCESS_DENIED` for the shared database, `BAD_REQUEST` where an endpoint is not for a database.
    private func checkDatabase(_ path: ServicePath) throws(ServiceFault) {
        guard let database = path.database else { return }
        if database == .shared { throw ServiceFault(.accessDenied, "sharing is not offered yet") }
        guard path.endpoint.databases.contains(database) || path.endpoint == .callingUser else {
            let reason = "\(path.endpoint.rawValue) does not work in the \(database.rawValue) database"
            throw ServiceFault(.badRequest, reason)
        }
    }

    private func servicePath(_ text: String) throws(ServiceFault) -> ServicePath {
        do throws(ServicePathError) {
            return try ServicePath(parsing: text)
        } catch {
            throw ServiceFault(error.error, status: error.httpStatus)
        }
    }

    private func call(
        _ request: ServiceRequest,
        _ path: ServicePath,
        _ caller: Caller,
        _ body: [UInt8]
    ) throws -> Call {
        let user: String? =
            switch caller {
            case .nobody: nil
            case .user(let account, _): accounts.userRecordName(of: account, in: path.container)
            case .server(let keyID): "_" + sealer.digest("key\n\(keyID)", count: 16).hexadecimal
            }
        let wantsToken = request.query.map { ServiceQuery(parsing: $0).getCurrentSyncToken } ?? false
        return Call(
            path: path,
            caller: caller,
            userRecordName: user,
            deviceID: request.deviceID,
            wantsSyncToken: wantsToken,
            baseURL: baseURL(of: request),
            body: body,
            requestKey: try requestKey(request, path, body, by: user)
        )
    }

    /// Turns whatever went wrong into the protocol's own error; what nobody foresaw is logged.
    private func fault(for error: any Error) -> ServiceFault {
        switch error {
        case let fault as ServiceFault: fault
        case let error as WireError: ServiceFault(error)
        case let error as JSONError: ServiceFault(.badRequest, error.description)
        case is BodyTooLarge:
            ServiceFault(.badRequest, "the request is larger than \(ServiceLimits.requestBytes) bytes")
        case is CancellationError: ServiceFault(WireError(.tryAgainLater, reason: "cancelled", retryAfter: 1))
        default: unforeseen(error)
        }
    }

    private func unforeseen(_ error: any Error) -> ServiceFault {
        logger.error("The store failed", metadata: ["error": "\(String(reflecting: type(of: error))): \(error)"])
        return ServiceFault(
            WireError(.tryAgainLater, reason: "the service cannot store or read at the moment", retryAfter: 5)
        )
    }
}

/// What an operator may choose.
public struct ServiceConfiguration: Sendable {
    /// What each account may hold.
    public var quota: Quota
    /// The address under which clients reach the service, without a slash at its end; nil takes it from each request.
    public var publicURL: String?
    /// Bytes that one asset may have.
    public var assetBytes: Int64
    /// For how long a deletion stays in the feed; what a device asks for after that, it fetches from the start.
    public var tombstoneMilliseconds: Int64

    /// 180 days.
    public static let tombstoneMilliseconds: Int64 = 180 * 24 * 60 * 60 * 1_000
    /// How often each may ask; nil is no limit.
    public var rate: RateLimit?
    /// Bytes of records that the answer to a look-up has room for.
    var lookupBytes = Int64(ServiceLimits.answerBytes)

    /// A configuration.
    public init(
        quota: Quota = .unlimited,
        publicURL: String? = nil,
        assetBytes: Int64 = Int64(ServiceLimits.assetBytes),
        tombstoneMilliseconds: Int64 = ServiceConfiguration.tombstoneMilliseconds,
        rate: RateLimit? = nil
    ) {
        self.quota = quota
        self.publicURL = publicURL
        self.assetBytes = assetBytes
        self.tombstoneMilliseconds = tombstoneMilliseconds
        self.rate = rate
    }
}

extension ServiceEndpoint {
    /// The methods that it takes.
    var methods: [String] { allowsGET ? ["GET", "POST"] : ["POST"] }
}

// MARK: - Requests

extension CloudKitService {
    /// The answer to a method that is not offered, and to the question which ones are.
    static func methodRefusal(_ method: String, _ methods: [String], _ uuid: String) -> ServiceAnswer? {
        if methods.contains(method) { return nil }
        let allowed = (methods + ["OPTIONS"]).joined(separator: ", ")
        let fault = ServiceFault(WireError(.badRequest, reason: "the method must be one of \(allowed)"), status: 405)
        var answer = method == "OPTIONS" ? ServiceAnswer(status: 200, text: "") : ServiceAnswer(fault, uuid: uuid)
        answer.headers.append(("Allow", allowed))
        return answer
    }

    /// A body comes as it is: what was compressed is not understood.
    private func checkCoding(_ request: ServiceRequest) throws(ServiceFault) {
        guard let coding = request.header("Content-Encoding"), coding.lowercased() != "identity" else { return }
        throw ServiceFault(WireError(.badRequest, reason: "the body must not be compressed"), status: 415)
    }

    /// The UUID that a client chose for its request, or a new one.
    private func requestUUID(_ request: ServiceRequest) -> String {
        request.header(ServiceHeader.requestUUID).flatMap { Self.isRequestID($0) ? $0 : nil } ?? surroundings.uuid()
    }

    /// What names a request for its retries, of the same caller: only a client can.
    private func requestKey(
        _ request: ServiceRequest,
        _ path: ServicePath,
        _ body: [UInt8],
        by user: String?
    ) throws -> RequestKey? {
        guard let id = request.header(ServiceHeader.requestUUID) else { return nil }
        guard Self.isRequestID(id) else { throw ServiceFault(.badRequest, "the request UUID is none") }
        var digest = SHA256()
        digest.update(data: Array("\(user ?? "")\n\(request.path)".utf8))
        digest.update(data: [0])
        digest.update(data: body)
        let room = path.database == .public ? AnswerRoom.forEverybody : .standard
        return RequestKey(id: id.lowercased(), digest: Array(digest.finalize()), room: room)
    }

    private static func isRequestID(_ text: String) -> Bool {
        let isRight = { (byte: UInt8) in byte == UInt8(ascii: "-") || Character(UnicodeScalar(byte)).isHexDigit }
        return text.utf8.count == 36 && text.utf8.allSatisfy(isRight)
    }
}
