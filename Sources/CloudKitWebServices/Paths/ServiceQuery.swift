/// The query parameters that mean something; all others are ignored.
///
/// Tokens are base64: in them a plus sign is a plus sign and never a blank.
public struct ServiceQuery: Hashable, Sendable {
    /// The token of the app.
    public var apiToken: String?
    /// The token of the user.
    public var webAuthToken: String?
    /// Whether answers to queries and lookups carry the zone's token.
    public var getCurrentSyncToken: Bool

    /// Query parameters.
    public init(apiToken: String? = nil, webAuthToken: String? = nil, getCurrentSyncToken: Bool = false) {
        self.apiToken = apiToken
        self.webAuthToken = webAuthToken
        self.getCurrentSyncToken = getCurrentSyncToken
    }

    /// Understands the part of an address behind the question mark.
    ///
    /// A parameter that is not well-formed percent encoding is taken for absent; of one given twice the first counts.
    public init(parsing text: String) {
        self.init()
        for part in text.split(separator: "&") {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.count == 2, let value = PercentEncoding.decode(String(pair[1])) else { continue }
            switch pair[0] {
            case "ckAPIToken": apiToken = apiToken ?? value
            case "ckWebAuthToken": webAuthToken = webAuthToken ?? value
            case "getCurrentSyncToken": getCurrentSyncToken = getCurrentSyncToken || value == "true"
            default: break
            }
        }
    }

    /// The part of an address behind the question mark; empty if there is nothing to say.
    public var text: String {
        var parts: [String] = []
        if let apiToken { parts.append("ckAPIToken=" + PercentEncoding.encode(apiToken)) }
        if let webAuthToken { parts.append("ckWebAuthToken=" + PercentEncoding.encode(webAuthToken)) }
        if getCurrentSyncToken { parts.append("getCurrentSyncToken=true") }
        return parts.joined(separator: "&")
    }
}
