import CloudKitWebServices

extension CloudKitService {
    /// Answers a page that people see.
    func answer(_ path: SignInPath, _ request: ServiceRequest) async -> ServiceAnswer {
        if path == .style { return file(PageStyle.css, type: "text/css; charset=utf-8") }
        if path == .script { return file(PageStyle.script, type: "text/javascript; charset=utf-8") }
        guard ["GET", "HEAD", "POST"].contains(request.method) else {
            var answer = Page.message("This page cannot do that", "Open it again in a browser.", status: 405).answer
            answer.headers.append(("Allow", "GET, HEAD, POST"))
            return answer
        }
        do {
            let visit = PageVisit(service: self, request: request)
            switch path {
            case .start: return try await SignInPage(visit).answer()
            case .join: return try await JoinPage(visit).answer()
            default: return try await SignOutPage(visit).answer()
            }
        } catch is BodyTooLarge {
            return Page.message("That was too much", "The form was larger than it can be.", status: 413).answer
        } catch {
            logger.error("A page failed", metadata: ["error": "\(String(reflecting: type(of: error)))"])
            return Page.message("Not now", "The service cannot do that at the moment. Try again later.", status: 503)
                .answer
        }
    }

    private func file(_ text: String, type: String) -> ServiceAnswer {
        var answer = ServiceAnswer(status: 200, text: text)
        answer.contentType = type
        answer.headers = [("Cache-Control", "max-age=3600"), ("X-Content-Type-Options", "nosniff")]
        return answer
    }

    /// Adds where to sign in to an error that asks for it.
    func explained(_ fault: ServiceFault, _ request: ServiceRequest) -> ServiceFault {
        guard fault.error.serverErrorCode == .authenticationRequired,
            let path = try? ServicePath(parsing: request.path),
            let token = ServiceQuery(parsing: request.query ?? "").apiToken
        else { return fault }
        let state = SignInState(
            container: path.container,
            apiToken: Accounts.hash(ofAPIToken: token),
            origin: request.header("Origin").flatMap { $0.utf8.count <= 512 && !$0.contains("\n") ? $0 : nil },
            expires: surroundings.now() + SignInState.milliseconds
        )
        var error = fault.error
        error.redirectURL = "\(baseURL(of: request))\(SignInPath.start.rawValue)?state=\(state.text(sealer))"
        return ServiceFault(error, status: fault.status)
    }
}

/// One visit to a page: its request, and the guard of its form.
struct PageVisit: Sendable {
    let service: CloudKitService
    let request: ServiceRequest
    let formGuard: FormGuard
    private let secret: String
    private let isNewBrowser: Bool

    init(service: CloudKitService, request: ServiceRequest) {
        self.service = service
        self.request = request
        let place = request.path + "?" + (request.query ?? "")
        formGuard = FormGuard(sealer: service.sealer, place: place, now: service.surroundings.now())
        let known = formGuard.secret(in: request)
        secret = known ?? formGuard.newSecret(service.surroundings)
        isNewBrowser = known == nil
    }

    /// The form that was sent; nil if the page was only opened.
    func form() async throws -> FormFields? {
        guard request.method == "POST" else { return nil }
        return FormFields(String(decoding: try await request.body(FormFields.bytes), as: UTF8.self))
    }

    func isOurs(_ form: FormFields) -> Bool {
        formGuard.accepts(form[FormGuard.field], request)
    }

    /// A value of the address.
    func query(_ name: String) -> String? {
        for part in (request.query ?? "").split(separator: "&") where part.hasPrefix(name + "=") {
            return PercentEncoding.decode(String(part.dropFirst(name.count + 1)))
        }
        return nil
    }

    func credentials(_ form: FormFields) -> Credentials {
        Credentials(
            name: form["name"]?.trimmedSpaces ?? "",
            password: form["password"] ?? "",
            address: request.address
        )
    }

    /// A form in HTML.
    func html(_ fields: [PageField], _ more: String = "", button: String) -> String {
        let first = fields.firstIndex { $0.error != nil }
        let parts = fields.enumerated().map { $1.html(isFirstError: $0 == first) }
        return """
            <form method="post">
            <input type="hidden" name="\(FormGuard.field)" value="\(formGuard.token(secret))">
            \(parts.joined(separator: "\n"))
            \(more)<button type="submit">\(button.htmlEscaped)</button>
            </form>
            """
    }

    /// A page with a form, and the cookie that its form must come back with.
    func answer(_ page: Page) -> ServiceAnswer {
        var answer = page.answer
        guard isNewBrowser else { return answer }
        let secure = service.baseURL(of: request).hasPrefix("https:") ? "; Secure" : ""
        answer.headers.append(
            ("Set-Cookie", "\(FormGuard.cookie)=\(secret); Path=/; HttpOnly; SameSite=Strict\(secure)")
        )
        return answer
    }
}

extension Page {
    /// A page that only says something.
    static func message(_ title: String, _ text: String, status: Int = 200) -> Page {
        Page(status: status, title: title, content: "<p>\(text.htmlEscaped)</p>")
    }

    /// The form came from elsewhere, or was open for too long.
    static let formProblem = "This page was open too long, or cookies are off. Please try again."

    /// Beside the password, where either may be wrong.
    static let passwordHelp = "Check the account name above, and type the password again."

    /// Says what went wrong, where it is about the whole form.
    static func problem(_ error: AccountError) -> String? {
        switch error {
        case .tooManyAttempts(let seconds) where seconds < 60: "Too many attempts. Try again in a minute."
        case .tooManyAttempts(let seconds): "Too many attempts. Try again in \((seconds + 59) / 60) minutes."
        case .wrongPassword: "The name or the password is wrong."
        case .disabled: "This account is disabled. Ask whoever runs this service."
        default: nil
        }
    }

    /// The HTTP status of a form that was refused.
    static func status(_ error: AccountError) -> Int {
        if case .tooManyAttempts = error { 429 } else { 422 }
    }
}

extension AccountError {
    /// The header that says when to try again.
    var retryHeader: [(name: String, value: String)] {
        if case .tooManyAttempts(let seconds) = self { [("Retry-After", String(seconds))] } else { [] }
    }
}

extension String {
    fileprivate var trimmedSpaces: String {
        var text = self[...]
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
