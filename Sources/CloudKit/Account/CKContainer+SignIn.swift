import CloudKitWebServices
import Foundation

extension CKContainer {
    /// Signs in with name and password, at this project's service: an addition of this package.
    ///
    /// Fills in the service's own sign-in page. Apple's service cannot be signed in to this way: use
    /// ``signIn(webAuthToken:)`` there.
    ///
    /// - Throws: ``CKError``: `notAuthenticated` for a wrong name or password, `requestRateLimited` after too many
    ///   attempts.
    public func signIn(name: String, password: String) async throws {
        if let problem = link.problem { throw CKError(failure: problem) }
        do {
            let page = try await signInPage()
            let token = try await SignInForm(link.configuration, address: page).send(name: name, password: password)
            try await signIn(webAuthToken: token)
        } catch {
            throw CKError(failure: error)
        }
    }

    /// Where a person signs in with a browser; the page is fresh for a few minutes.
    ///
    /// - Throws: ``CKError``.
    public func signInPage() async throws -> String {
        var visitor = link.configuration
        visitor.folder = nil
        visitor.webAuthToken = nil
        let stranger = ContainerLink(identifier: link.identifier, configuration: visitor)
        let outcome: CallOutcome<CallerResponse> =
            try await stranger.attempt(.callingUser, in: .public, body: nil, options: CallOptions())
        guard case .failure(.whole(let error), let status) = outcome else {
            throw CKError(.internalError, reason: "the service asks for no sign-in")
        }
        guard let address = error.redirectURL else { throw CKError(error, status: status) }
        return address
    }
}

/// The form of this project's sign-in page.
struct SignInForm {
    private static let pageBytes = 1 << 20

    private let configuration: CloudKitConfiguration
    private let address: String

    init(_ configuration: CloudKitConfiguration, address: String) {
        self.configuration = configuration
        self.address = address
    }

    /// Opens the page, sends its form, and returns the web token.
    func send(name: String, password: String) async throws -> String {
        guard !configuration.isApples, let endpoint = configuration.endpoint, address.hasPrefix(endpoint + "/") else {
            // A password goes nowhere but to the service that the container is at.
            throw CKError(.notAuthenticated, reason: "the service's sign-in page is elsewhere: sign in with a browser")
        }
        let page = try await open()
        guard let guardValue = Self.attribute("value", after: "name=\"form\"", in: page.text) else {
            throw CKError(.notAuthenticated, reason: "the service's sign-in page is not understood")
        }
        let fields = [("form", guardValue), ("name", name), ("password", password), ("stay", "yes")]
        let body = fields.map { "\($0)=\(PercentEncoding.encode($1))" }.joined(separator: "&")
        var headers = [(name: "Content-Type", value: "application/x-www-form-urlencoded")]
        if let cookie = page.cookie { headers.append((name: "Cookie", value: cookie)) }
        let answer = try await configuration.transport.send(
            CloudKitRequest(
                method: "POST",
                address: address,
                headers: headers,
                body: .bytes(Array(body.utf8)),
                answerLimit: Self.pageBytes
            )
        )
        return try token(in: answer)
    }

    private func open() async throws -> (text: String, cookie: String?) {
        let request = CloudKitRequest(method: "GET", address: address, answerLimit: Self.pageBytes)
        let answer = try await configuration.transport.send(request)
        guard answer.isSuccess else {
            throw CKError(.serviceUnavailable, reason: "the sign-in page answers with status \(answer.status)")
        }
        let cookie = answer.header("Set-Cookie").map { String($0.prefix { $0 != ";" }) }
        return (String(decoding: answer.body, as: UTF8.self), cookie)
    }

    /// The token, where the page shows it or sends the browser on with it.
    private func token(in answer: CloudKitAnswer) throws -> String {
        if let location = answer.header("Location"), let mark = location.range(of: "ckWebAuthToken=") {
            let value = String(location[mark.upperBound...].prefix { $0 != "&" && $0 != "#" })
            if let token = PercentEncoding.decode(value) { return token }
        }
        let text = String(decoding: answer.body, as: UTF8.self)
        if answer.isSuccess, let start = text.range(of: "id=\"token\""), let end = text.range(of: "</textarea>"),
            let open = text[start.upperBound...].firstIndex(of: ">"), open < end.lowerBound
        {
            return String(text[text.index(after: open)..<end.lowerBound])
        }
        if answer.status == 429 {
            let seconds = answer.header("Retry-After").flatMap(Double.init)
            throw CKError(.requestRateLimited, reason: "too many attempts to sign in", retryAfter: seconds)
        }
        throw CKError(.notAuthenticated, reason: "the name or the password is wrong")
    }

    /// An attribute of the tag in which some text stands.
    private static func attribute(_ name: String, after mark: String, in text: String) -> String? {
        guard let start = text.range(of: mark), let end = text[start.upperBound...].firstIndex(of: ">"),
            let value = text[start.upperBound..<end].range(of: name + "=\"")
        else { return nil }
        return String(text[value.upperBound..<end].prefix { $0 != "\"" })
    }
}
