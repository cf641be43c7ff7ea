import CloudKitWebServices
import Crypto

/// Makes sure that a form comes back from the browser that it was given to: what stands in the form must fit a cookie
/// that no other site's page can read or send along.
struct FormGuard: Sendable {
    /// For how long a form may stay open.
    static let milliseconds: Int64 = 60 * 60 * 1_000
    static let cookie = "cloudkit-form"
    static let field = "form"
    private static let secretLength = 16

    let sealer: Sealer
    /// The page's path and query: a form for one page is no use on another.
    let place: String
    let now: Int64

    /// The cookie's value that came with a request, if it is one of ours.
    func secret(in request: ServiceRequest) -> String? {
        for part in (request.header("Cookie") ?? "").split(separator: ";") {
            let pair = part.split(separator: "=", maxSplits: 1).map { $0.filter { $0 != " " } }
            guard pair.count == 2, pair[0] == Self.cookie else { continue }
            return Base64URL.decode(pair[1])?.count == Self.secretLength ? pair[1] : nil
        }
        return nil
    }

    func newSecret(_ surroundings: Surroundings) -> String {
        Base64URL.encode(surroundings.randomBytes(Self.secretLength))
    }

    /// What goes into the form.
    func token(_ secret: String) -> String {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: now + Self.milliseconds)
        return sealer.seal(bytes + Self.hash(secret), for: .form, place: place)
    }

    /// Whether a form was given to the browser that sends it.
    func accepts(_ token: String?, _ request: ServiceRequest) -> Bool {
        if let site = request.header("Sec-Fetch-Site"), site != "same-origin", site != "none" { return false }
        guard let token, let secret = secret(in: request),
            let bytes = sealer.open(token, for: .form, place: place), bytes.count > 8
        else { return false }
        return bytes.bigEndian(at: 0) > now && Array(bytes.dropFirst(8)) == Self.hash(secret)
    }

    private static func hash(_ secret: String) -> [UInt8] {
        Array(SHA256.hash(data: Array(secret.utf8)))
    }
}

/// The fields of a form, as browsers send them.
struct FormFields: Sendable {
    /// Bytes that a form may have.
    static let bytes = 16 * 1_024

    private var values: [String: String] = [:]

    /// Reads `application/x-www-form-urlencoded`; of a field given twice the first counts.
    init(_ text: String) {
        for part in text.split(separator: "&") {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(Self.decode)
            guard pair.count == 2, let name = pair[0], let value = pair[1] else { continue }
            if values[name] == nil { values[name] = value }
        }
    }

    subscript(name: String) -> String? { values[name] }

    private static func decode(_ text: Substring) -> String? {
        PercentEncoding.decode(String(text.map { $0 == "+" ? " " : $0 }))
    }
}
