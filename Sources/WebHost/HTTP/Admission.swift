/// Tells the owner's requests from others', by the secret.
struct Admission: Sendable {
    let secret: Secret
    /// Cookies know no ports: hosts on one machine must not take each other's.
    let cookieName: String

    init(secret: Secret, port: UInt16) {
        self.secret = secret
        cookieName = "host_\(port)"
    }

    /// A new cookie for a browser that brought the link. Its second half tells browsers apart.
    func cookie(random: (Int) -> [UInt8]) -> String {
        "\(secret.cookie).\(Secret.hex(random(16)))"
    }

    func setCookie(_ value: String, isSecure: Bool) -> String {
        "\(cookieName)=\(value); Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000" + (isSecure ? "; Secure" : "")
    }

    /// Whether the link's secret is this one.
    func isLink(_ text: String) -> Bool { Secret.isSame(text, secret.link) }

    /// The browser's cookie, if it is one of ours.
    func owner(cookies header: String?) -> String? {
        for pair in (header ?? "").split(separator: ";") {
            let parts = pair.split(separator: "=", maxSplits: 1).map { $0.filter { $0 != " " } }
            guard parts.count == 2, parts[0] == cookieName else { continue }
            let halves = parts[1].split(separator: ".", omittingEmptySubsequences: false)
            guard halves.count == 2, Secret.isSame(halves[0], secret.cookie),
                Secret.isHex(String(halves[1]), digits: 32)
            else { continue }
            return parts[1]
        }
        return nil
    }

    /// Whether a program brought the link's secret.
    func isBearer(_ header: String?) -> Bool {
        guard let header, header.lowercased().hasPrefix("bearer ") else { return false }
        return isLink(String(header.dropFirst(7)))
    }
}
