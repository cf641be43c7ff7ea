/// Who may ask: requests are for the host's own names, and from its own pages.
///
/// A page of another site can make a browser send requests here, and by DNS under its own name; both show in `Host` and
/// `Origin`, which are compared as wholes.
struct AccessPolicy: Sendable, Equatable {
    /// `name:port`, as browsers write it.
    let hosts: Set<String>
    /// `https` where something in front speaks TLS.
    let scheme: String
    /// The port on which every address in digits is the host's own; nil where `hosts` are all.
    ///
    /// A name can be made to lead here by whoever owns it. An address leads where it says, so that a page from another
    /// place never has one of this machine's.
    var addressPort: UInt16?

    func check(_ head: RequestHead) throws(Refusal) {
        guard let host = head["host"] else { throw .badRequest }
        guard isOwn(host.lowercased()) else { throw .forbidden }
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

    private func isOwn(_ host: String) -> Bool {
        hosts.contains(host) || addressPort.map { AddressLiteral.isAddress(host, port: $0) } ?? false
    }
}
