import CloudKitWebServices

/// Lets pages of other origins use the service, where the API token that they send is for them.
///
/// Source: the Fetch standard. There are no cookies, so nothing is said of credentials.
extension CloudKitService {
    /// Seconds for which a browser may remember what it was told before a request.
    private static let preflightSeconds = 600
    private static let exposed = [
        ServiceHeader.webAuthToken, ServiceHeader.requestUUID, "Content-Range", "ETag", "Retry-After",
    ].joined(separator: ", ")
    private static let accepted = [
        "Content-Type", "Range", "If-None-Match", "If-Range", ServiceHeader.requestUUID, ServiceHeader.signatureKeyID,
        ServiceHeader.signatureDate, ServiceHeader.signature,
    ].joined(separator: ", ")

    /// The headers that a page of another origin needs in order to read the answer; none if it may not.
    func crossOriginHeaders(_ request: ServiceRequest) async -> [(name: String, value: String)] {
        guard let origin = request.header("Origin"), let allowed = await allowedOrigin(origin, request) else {
            return []
        }
        var headers = [
            (name: "Access-Control-Allow-Origin", value: allowed), ("Vary", "Origin"),
            ("Access-Control-Expose-Headers", Self.exposed),
        ]
        if request.method == "OPTIONS" {
            headers.append(("Access-Control-Allow-Methods", "GET, POST, PUT, OPTIONS"))
            headers.append(("Access-Control-Allow-Headers", Self.accepted))
            headers.append(("Access-Control-Max-Age", String(Self.preflightSeconds)))
        }
        return headers
    }

    private func allowedOrigin(_ origin: String, _ request: ServiceRequest) async -> String? {
        if let route = PlainRoute(path: request.path) { return route.isOpenToAll ? "*" : nil }
        let query = ServiceQuery(parsing: request.query ?? "")
        guard let path = try? ServicePath(parsing: request.path), let text = query.apiToken,
            let token = try? await accounts.apiToken(text),
            token.isGood(for: path)
        else { return nil }
        if token.origins.isEmpty { return "*" }
        return token.origins.contains(origin) ? origin : nil
    }
}
