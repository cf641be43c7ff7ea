import CloudKitWebServices

extension CloudKitService {
    /// What the addresses in answers begin with: what the operator said, or where the request went to.
    func baseURL(of request: ServiceRequest) -> String {
        if let url = configuration.publicURL { return url }
        let scheme = request.isSecure ? "https://" : "http://"
        guard let host = request.header("Host"), Self.isHost(host) else { return scheme + "localhost" }
        return scheme + host
    }

    /// Whether a text can only be a host, with a port or without.
    private static func isHost(_ text: String) -> Bool {
        1...ServiceLimits.nameLength ~= text.utf8.count
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
                case UInt8(ascii: "0")...UInt8(ascii: "9"): true
                default: ".-_:[]".utf8.contains(byte)
                }
            }
    }
}
