/// The pages that people see, and what belongs to them.
enum SignInPath: String, CaseIterable {
    /// Where `redirectURL` leads: name and password, and back to the app.
    case start = "/auth/start"
    /// Where an invitation leads: a name and a password for a new account.
    case join = "/auth/join"
    /// Ends all sign-ins of an account.
    case signOut = "/auth/sign-out"
    case style = "/auth/style.css"
    case script = "/auth/done.js"

    /// The methods that the description of the service has.
    var methods: [String] { [.style, .script].contains(self) ? ["GET"] : ["GET", "POST"] }
}

/// What the sign-in page knows of the app that sent somebody there; it stands, signed, in the address.
struct SignInState: Sendable {
    /// For how long an address is good: as long as clients of Apple's service take one for fresh.
    static let milliseconds: Int64 = 15 * 60 * 1_000

    let container: String
    /// The hash of the API token.
    let apiToken: [UInt8]
    /// The page that asked, which is told when somebody has signed in.
    let origin: String?
    /// In milliseconds since 1970.
    let expires: Int64

    func text(_ sealer: Sealer) -> String {
        let lines = [container, Base64URL.encode(apiToken), origin ?? "", String(expires)]
        return sealer.seal(Array(lines.joined(separator: "\n").utf8), for: .signIn, place: "")
    }

    /// Reads a state; nil if it was not made here.
    init?(_ text: String, _ sealer: Sealer) {
        guard let bytes = sealer.open(text, for: .signIn, place: "") else { return nil }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count == 4, let hash = Base64URL.decode(String(lines[1])), let expires = Int64(lines[3]) else {
            return nil
        }
        let origin = lines[2].isEmpty ? nil : String(lines[2])
        self.init(container: String(lines[0]), apiToken: hash, origin: origin, expires: expires)
    }

    init(container: String, apiToken: [UInt8], origin: String?, expires: Int64) {
        self.container = container
        self.apiToken = apiToken
        self.origin = origin
        self.expires = expires
    }
}
