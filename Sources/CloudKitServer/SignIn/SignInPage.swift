import CloudKitWebServices

/// Name and password, and back to the app with a web token.
struct SignInPage: Sendable {
    private let visit: PageVisit

    init(_ visit: PageVisit) {
        self.visit = visit
    }

    func answer() async throws -> ServiceAnswer {
        let service = visit.service
        guard let state = SignInState(visit.query("state") ?? "", service.sealer),
            let token = try await service.accounts.store.apiToken(state.apiToken), token.container == state.container
        else { return stale }
        guard let form = try await visit.form() else {
            return state.expires > service.surroundings.now() ? visit.answer(page(state, token)) : stale
        }
        guard visit.isOurs(form) else {
            return visit.answer(page(state, token, status: 403, problem: Page.formProblem))
        }
        return try await signIn(form, state, token)
    }

    private func signIn(_ form: FormFields, _ state: SignInState, _ token: APIToken) async throws -> ServiceAnswer {
        let credentials = visit.credentials(form)
        let missing = Missing(name: credentials.name.isEmpty, password: credentials.password.isEmpty)
        if missing.any {
            return visit.answer(page(state, token, status: 422, name: credentials.name, missing: missing))
        }
        do {
            let webToken = try await visit.service.accounts.signIn(
                credentials,
                through: token,
                staysSignedIn: form["stay"] != nil,
                isDiscoverable: Self.choice(form["discoverable"])
            )
            return done(webToken, state, token)
        } catch RevocationError.unknownToken {
            return stale
        } catch let error as AccountError {
            var answer = visit.answer(
                page(
                    state,
                    token,
                    status: Page.status(error),
                    problem: Page.problem(error),
                    name: credentials.name,
                    passwordError: error == .wrongPassword ? Page.passwordHelp : nil
                )
            )
            answer.headers += error.retryHeader
            return answer
        }
    }

    /// What somebody chose; nil leaves it as it is, as does an app that asks nobody.
    private static func choice(_ text: String?) -> Bool? {
        switch text {
        case "yes": true
        case "no": false
        default: nil
        }
    }

    private struct Missing {
        var name = false
        var password = false
        var any: Bool { name || password }
    }

    private func page(
        _ state: SignInState,
        _ token: APIToken,
        status: Int = 200,
        problem: String? = nil,
        name: String = "",
        missing: Missing = Missing(),
        passwordError: String? = nil
    ) -> Page {
        let fields = [
            PageField(
                name: "name",
                label: "Account name",
                autocomplete: "username",
                value: name,
                error: missing.name ? "Enter the name of your account." : nil
            ),
            PageField(
                name: "password",
                label: "Password",
                autocomplete: "current-password",
                isPassword: true,
                error: missing.password ? "Enter your password." : passwordError
            ),
        ]
        let stay = """
            <div class="choice"><input type="checkbox" id="stay" name="stay" value="yes" checked>
            <label for="stay">Keep me signed in</label></div>
            <div class="field"><label for="discoverable">May others who use this app find you by your account name?</label>
            <select id="discoverable" name="discoverable"><option value="" selected>As until now; at first, no</option>
            <option value="yes">Yes</option><option value="no">No</option></select></div>

            """
        let content = """
            <p>The app with the container <span class="app">\(state.container.htmlEscaped)</span> wants to keep its data
            in your account.</p>
            \(visit.html(fields, stay, button: "Sign in"))
            <p class="more"><a href="sign-out">Sign out on all devices</a></p>
            """
        return Page(
            status: status,
            title: "Sign in",
            problem: problem ?? (missing.any ? "Something is missing." : nil),
            content: content,
            formTarget: token.callback.flatMap(Self.source)
        )
    }

    /// Back to the app: to its callback, to the page that opened this one, or by hand.
    private func done(_ webToken: String, _ state: SignInState, _ token: APIToken) -> ServiceAnswer {
        if let callback = token.callback {
            var answer = Page.message("You are signed in", "Go back to the app.", status: 303).answer
            let mark = callback.contains("?") ? "&" : "?"
            let query = "ckWebAuthToken=" + PercentEncoding.encode(webToken)
            answer.headers.append(("Location", callback + mark + query))
            return answer
        }
        // To a page the token goes only where the operator named its origin: a user cannot know who asked.
        let opener = state.origin.flatMap { token.origins.contains($0) ? $0 : nil }
        let origin = opener.map { " data-origin=\"\($0.htmlEscaped)\"" } ?? ""
        let content = """
            <p>You can close this window and go back to the app.</p>
            <label for="token">If the app asks for a sign-in token</label>
            <p class="hint" id="token-hint">Whoever has it can read and change your data.</p>
            <textarea id="token" rows="3" readonly aria-describedby="token-hint"\(origin)>\(webToken)</textarea>
            """
        return Page(title: "You are signed in", content: content, tellsOpener: opener != nil).answer
    }

    private var stale: ServiceAnswer {
        let text = "This link is only good for a few minutes. Go back to the app and sign in from there."
        return Page.message("This link has run out", text, status: 410).answer
    }

    /// An address as a source of a content security policy.
    private static func source(_ address: String) -> String? {
        guard let end = address.firstRange(of: ":")?.lowerBound else { return nil }
        let scheme = address[..<end]
        guard scheme == "http" || scheme == "https" else { return scheme + ":" }
        let rest = address[end...].dropFirst(3)
        return scheme + "://" + rest.prefix { !"/?#".contains($0) }
    }
}
