/// What is served beside the endpoints of the protocol.
enum PlainRoute: CaseIterable, Sendable {
    /// Whether the process answers at all.
    case health
    /// Whether it can store.
    case ready
    /// What it counted.
    case metrics
    /// Where a device waits for notices.
    case courier
    /// Where the bytes of a file are sent.
    case assetUpload
    /// Where the bytes of a file are fetched.
    case assetDownload

    /// The route of a path; nil if it is none of these.
    init?(path: String) {
        let found = Self.allCases.first { route in
            route.isExact ? path == route.path : path.hasPrefix(route.path)
        }
        guard let found else { return nil }
        self = found
    }

    /// The path, or what it begins with.
    var path: String {
        switch self {
        case .health: "/healthz"
        case .ready: "/readyz"
        case .metrics: "/metrics"
        case .courier: Courier.path
        case .assetUpload: UploadAddress.path
        case .assetDownload: DownloadAddress.path
        }
    }

    /// The path as the description of the service has it.
    var template: String {
        switch self {
        case .health, .ready, .metrics: path
        case .courier, .assetUpload: path + "{address}"
        case .assetDownload: path + "{address}/{fileName}"
        }
    }

    /// The methods that it takes.
    var methods: [String] {
        switch self {
        case .health, .ready, .metrics, .assetDownload: ["GET"]
        case .courier: ["GET", "POST"]
        case .assetUpload: ["POST", "PUT"]
        }
    }

    /// Whether whoever has the address may use it, and no token is looked at: then pages of any origin may, too.
    var isOpenToAll: Bool { !isExact }

    private var isExact: Bool { [.health, .ready, .metrics].contains(self) }
}

extension CloudKitService {
    /// Answers what is no endpoint of the protocol.
    func answer(_ request: ServiceRequest, at route: PlainRoute, _ uuid: String) async throws -> ServiceAnswer {
        if let refusal = Self.methodRefusal(request.method, route.methods, uuid) { return refusal }
        switch route {
        case .health: return ServiceAnswer(status: 200, text: "ok\n")
        case .ready: return await answerReadiness()
        case .metrics: return await answerMetrics()
        case .courier: return try await waitForNotice(request)
        case .assetUpload: return try await takeAsset(request)
        case .assetDownload: return try await giveAsset(request)
        }
    }
}
