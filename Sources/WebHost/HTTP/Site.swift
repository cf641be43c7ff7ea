import FlyingFox
import Foundation

/// Everything the host answers.
///
/// Whoever arrives here has passed the gate: the request is well-formed, within its bounds, and for this host's name.
struct Site: HTTPHandler {
    let hall: SceneHall
    let admission: Admission
    let assets: Assets
    let icons: IconCatalogue
    let configuration: HostConfiguration
    let surroundings: Surroundings

    /// Where pages connect, and where they put files.
    static let livePath = "/live"
    static let filePath = "/-/file"

    func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
        let call = Call(request, admission: admission)
        var response = await answer(call)
        if request.method.rawValue == "HEAD", case .httpBody(let body) = response.payload {
            response.headers[.contentLength] = String(body.count ?? 0)
            response.payload = .httpBody(HTTPBodySequence())
        }
        return response
    }

    private func answer(_ call: Call) async -> HTTPResponse {
        if let file = staticFile(call) { return file }
        if let route = configuration.routes.first(where: { $0.matches(path: call.path) && $0.method == call.method }) {
            return await plain(route, call)
        }
        switch (call.method, call.path) {
        case ("GET", Self.livePath): return await live(call)
        case ("POST", Self.filePath): return await file(call)
        case ("GET", "/"): return await page(call)
        default:
            let isKnown = configuration.routes.contains { $0.matches(path: call.path) }
            return .plain(isKnown ? 405 : 404, isKnown ? "Method Not Allowed\n" : "Not Found\n")
        }
    }

    /// Files that say nothing of the data: they need no cookie, which a browser does not send for all of them.
    private func staticFile(_ call: Call) -> HTTPResponse? {
        guard call.method == "GET" else { return nil }
        switch call.path {
        case assets.path(of: .style):
            return .lasting(assets.content(of: .style), type: "text/css; charset=utf-8")
        case assets.path(of: .script):
            return .lasting(assets.content(of: .script), type: "text/javascript; charset=utf-8")
        case "/favicon.svg", "/favicon.ico": return .body(assets.icon, type: "image/svg+xml")
        case "/manifest.webmanifest": return .body(assets.manifest, type: "application/manifest+json")
        default: return nil
        }
    }

    private func page(_ call: Call) async -> HTTPResponse {
        let texts = configuration.texts(call.languages)
        let document = PageDocument(
            identity: configuration.identity,
            texts: texts,
            assets: assets,
            icons: icons,
            messageBytes: configuration.limits.pageMessageBytes
        )
        if let secret = call.query["t"] {
            guard admission.isLink(secret) else { return .page(document.bytes(saying: texts.needsLink), 401, call) }
            return welcome(call)
        }
        guard let owner = call.owner else { return .page(document.bytes(saying: texts.needsLink), 401, call) }
        // Who asks for the head alone wants no scene.
        if call.request.method.rawValue == "HEAD" { return .page([], 200, call) }
        let environment = ClientEnvironment(languages: call.languages)
        guard let (picture, session) = await hall.open(for: environment, owner: owner) else {
            return .page(document.bytes(saying: texts.tooManyPages), 503, call)
        }
        return .page(document.bytes(of: picture, session: session), 200, call)
    }

    /// Exchanges the link for a cookie.
    ///
    /// Not by a redirect: after one, a browser that came from another site would keep the cookie to itself.
    private func welcome(_ call: Call) -> HTTPResponse {
        let page = Array(
            "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>…</title><meta http-equiv=\"refresh\" content=\"0;url=/\"></head><body></body></html>\n"
                .utf8
        )
        var response = HTTPResponse.page(page, 200, call)
        if call.owner == nil {
            let cookie = admission.cookie(random: surroundings.randomBytes)
            response.headers[.setCookie] = admission.setCookie(
                cookie,
                isSecure: configuration.listening.isEncrypted
            )
        }
        return response
    }

    private func live(_ call: Call) async -> HTTPResponse {
        guard let owner = call.owner, let session = call.query["s"] else { return .plain(403, "Forbidden\n") }
        let socket = LiveSocket(
            hall: hall,
            session: session,
            owner: owner,
            languages: call.languages,
            limits: configuration.limits,
            surroundings: surroundings
        )
        let answer = try? await WebSocketHTTPHandler(handler: socket).handleRequest(call.request)
        return answer ?? .plain(400, "Bad Request\n")
    }

    private func file(_ call: Call) async -> HTTPResponse {
        guard let owner = call.owner, let session = call.query["s"], let node = call.query["n"],
            node.utf8.count <= ClientMessage.longestIdentifier
        else { return .plain(403, "Forbidden\n") }
        guard let body = try? await call.request.bodyData else { return .plain(400, "Bad Request\n") }
        let name = String((call.query["name"] ?? "").prefix(255))
        let isTaken = await hall.take(file: name, bytes: Array(body), for: node, session: session, owner: owner)
        return isTaken ? .plain(204, "") : .plain(404, "Not Found\n")
    }

    private func plain(_ route: PlainRoute, _ call: Call) async -> HTTPResponse {
        switch route.access {
        case .anyone: break
        case .owner:
            guard call.owner != nil || call.isBearer else { return .plain(401, "The secret is missing or wrong.\n") }
        }
        guard let body = try? await call.request.bodyData else { return .plain(400, "Bad Request\n") }
        let request = PlainRequest(
            method: call.method,
            path: call.path,
            query: call.query,
            contentType: call.request.headers[.contentType],
            languages: call.languages,
            body: body
        )
        guard let answer = try? await route.answer(request) else { return .plain(500, "Internal Server Error\n") }
        return .plain(answer)
    }

    /// How many bytes a body may have, for the gate.
    static func bodyLimit(_ configuration: HostConfiguration) -> @Sendable (String, String) -> Int {
        { method, path in
            guard method == "POST" else { return 0 }
            if path == filePath { return configuration.limits.fileBytes }
            return configuration.routes.first { $0.method == method && $0.matches(path: path) }?.bodyBytes ?? 0
        }
    }
}

/// A request, with what the host asks of each.
struct Call: Sendable {
    let request: HTTPRequest
    /// `HEAD` counts as `GET`; its body is dropped in the end.
    let method: String
    let path: String
    let query: [String: String]
    let languages: [String]
    let owner: String?
    let isBearer: Bool

    init(_ request: HTTPRequest, admission: Admission) {
        self.request = request
        method = request.method.rawValue == "HEAD" ? "GET" : request.method.rawValue
        path = request.path
        query = Dictionary(request.query.map { ($0.name, $0.value) }) { $1 }
        languages = AcceptLanguage.languages(in: request.headers[HTTPHeader("Accept-Language")] ?? "")
        owner = admission.owner(cookies: request.headers[.cookie])
        isBearer = admission.isBearer(request.headers[.authorization])
    }

    var host: String { request.headers[.host] ?? "" }
}
