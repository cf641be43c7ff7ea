/// Ends all sign-ins of an account, for somebody who has lost a device.
struct SignOutPage: Sendable {
    private let visit: PageVisit

    init(_ visit: PageVisit) {
        self.visit = visit
    }

    func answer() async throws -> ServiceAnswer {
        guard let form = try await visit.form() else { return visit.answer(page()) }
        let credentials = visit.credentials(form)
        guard visit.isOurs(form) else {
            return visit.answer(page(status: 403, problem: Page.formProblem, name: credentials.name))
        }
        do {
            try await visit.service.accounts.signOutEverywhere(credentials)
            return Page.message("You are signed out", "Every app on every device has to sign in again.").answer
        } catch let error as AccountError {
            var answer = visit.answer(
                page(
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

    private func page(
        status: Int = 200,
        problem: String? = nil,
        name: String = "",
        passwordError: String? = nil
    ) -> Page {
        let fields = [
            PageField(name: "name", label: "Account name", autocomplete: "username", value: name),
            PageField(
                name: "password",
                label: "Password",
                autocomplete: "current-password",
                isPassword: true,
                error: passwordError
            ),
        ]
        let content = """
            <p>All apps on all your devices will have to sign in again. Nothing is deleted.</p>
            \(visit.html(fields, button: "Sign out everywhere"))
            """
        return Page(status: status, title: "Sign out on all devices", problem: problem, content: content)
    }
}
