/// A new account, for somebody with an invitation.
struct JoinPage: Sendable {
    private let visit: PageVisit

    init(_ visit: PageVisit) {
        self.visit = visit
    }

    func answer() async throws -> ServiceAnswer {
        let invitation = visit.query("invitation") ?? ""
        let form = try await visit.form()
        guard try await visit.service.accounts.isGood(invitation) else { return used }
        guard let form else { return visit.answer(page()) }
        let credentials = visit.credentials(form)
        guard visit.isOurs(form) else {
            return visit.answer(page(status: 403, problem: Page.formProblem, name: credentials.name))
        }
        do {
            try await visit.service.accounts.join(credentials, invitation: invitation)
            let content = """
                <p>Its name is <span class="app">\(credentials.name.htmlEscaped)</span>. Open your app and sign in there
                with this name and your password.</p>
                """
            return Page(title: "Your account is ready", content: content).answer
        } catch AccountError.badInvitation {
            return used
        } catch let error as AccountError {
            var answer = visit.answer(page(error, name: credentials.name))
            answer.headers += error.retryHeader
            return answer
        }
    }

    private func page(_ error: AccountError, name: String) -> Page {
        let whole = Page.problem(error) ?? "The account could not be made."
        switch error {
        case .badName:
            return page(status: 422, problem: whole, name: name, nameError: "Use letters, digits and . - _ @ + only.")
        case .nameTaken:
            return page(status: 422, problem: whole, name: name, nameError: "This name is taken. Choose another.")
        case .badPassword:
            return page(
                status: 422,
                problem: whole,
                name: name,
                passwordError: "Choose a password of 8 to 1,000 characters."
            )
        default: return page(status: Page.status(error), problem: whole, name: name)
        }
    }

    private func page(
        status: Int = 200,
        problem: String? = nil,
        name: String = "",
        nameError: String? = nil,
        passwordError: String? = nil
    ) -> Page {
        let fields = [
            PageField(
                name: "name",
                label: "Account name",
                autocomplete: "username",
                hint: "Up to 100 letters, digits and . - _ @ +",
                value: name,
                error: nameError
            ),
            PageField(
                name: "password",
                label: "Password",
                autocomplete: "new-password",
                isPassword: true,
                hint: "At least 8 characters. Nobody can tell you what it was if you forget it.",
                error: passwordError
            ),
        ]
        let content = """
            <p>You were invited to keep your apps’ data here.</p>
            \(visit.html(fields, button: "Make my account"))
            """
        return Page(status: status, title: "Make an account", problem: problem, content: content)
    }

    private var used: ServiceAnswer {
        let text = "It was used already, or is too old. Ask whoever sent it for another."
        return Page.message("This invitation cannot be used", text, status: 410).answer
    }
}
