/// Who may ask: requests are for the host's own names, and from its own pages.
///
/// A page of another site can make a browser send requests here, and by DNS under its own name; both show in `Host` and
/// `Origin`, which are compared as wholes.
struct AccessPolicy: Sendable, Equatable {
    /// `name:port`, as browsers write it.
    let hosts: Set<String>
    /// `https` where something in front speaks TLS.
    let scheme: String

    func check(_ head: RequestHead) throws(Refusal) {
        guard let host = head["host"] else { throw .badRequest }
        guard hosts.contains(host.lowercased()) else { throw .forbidden }
        if let origin = head["origin"] {
            guard origin.lowercased() == "\(scheme)://\(host.lowercased())" else { throw .forbidden }
        } else if head.method == "POST" || head["upgrade"] != nil {
            // Browsers always send it here. Programs have no origin; they bring the secret.
            guard head["upgrade"] == nil, head["authorization"] != nil else { throw .forbidden }
        }
        if let site = head["sec-fetch-site"], head.method != "GET" || head["upgrade"] != nil {
            guard site == "same-origin" else { throw .forbidden }
        }
    }
}
