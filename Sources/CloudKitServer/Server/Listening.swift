import HTTPTypes
import Hummingbird
import NIOCore
import NIOSSL

/// Where and how a server takes connections.
public struct Listening: Sendable {
    /// Seconds after which a connection is closed on which nothing happens; one that waits for a notice is not idle.
    static let idleSeconds: Int64 = 60
    /// Bytes that one header of a request may have, and all of them.
    static let (headerBytes, headersBytes) = (16 * 1_024, 64 * 1_024)
    /// Seconds that requests have to be finished when the server is asked to stop.
    static let stopSeconds = 30

    /// The address to listen at.
    public var host: String
    /// The port; 0 lets the system choose.
    public var port: Int
    /// The certificate and its key; nil is without encryption.
    public var tls: Certificate?
    /// Whether a proxy of ours stands in front, whose word on who calls is taken.
    public var isBehindProxy: Bool
    /// Connections at a time; more wait to be accepted.
    public var connections: Int

    /// On this machine only, unless said otherwise.
    public init(
        host: String = "127.0.0.1",
        port: Int = 0,
        tls: Certificate? = nil,
        isBehindProxy: Bool = false,
        connections: Int = 20_000
    ) {
        self.host = host
        self.port = port
        self.tls = tls
        self.isBehindProxy = isBehindProxy
        self.connections = connections
    }

    /// What a server proves with who it is.
    public struct Certificate: Sendable {
        let configuration: TLSConfiguration

        /// Reads a certificate chain and its private key, both PEM.
        ///
        /// - Throws: `NIOSSLError` if there is none in the files.
        public init(chainFile: String, keyFile: String) throws {
            let chain = try NIOSSLCertificate.fromPEMFile(chainFile).map { NIOSSLCertificateSource.certificate($0) }
            let key = try NIOSSLPrivateKey(file: keyFile, format: .pem)
            configuration = .makeServerConfiguration(certificateChain: chain, privateKey: .privateKey(key))
        }
    }

    /// Who calls, as attempts are counted: behind a proxy what the proxy added last, and of IPv6 the network, since
    /// who has one address there has all of its last 64 bits.
    func address(of peer: String?, forwardedFor: String?) -> String {
        let forwarded = isBehindProxy ? forwardedFor?.split(separator: ",").last.map { $0.filter { $0 != " " } } : nil
        return Self.network(of: forwarded ?? peer ?? "")
    }

    func isSecure(forwardedProtocol: String?) -> Bool {
        tls != nil || (isBehindProxy && forwardedProtocol == "https")
    }

    static func network(of address: String) -> String {
        guard address.contains(":") else { return address }
        if address.contains("."), let last = address.split(separator: ":").last { return String(last) }
        let halves = address.split(separator: "::", maxSplits: 1, omittingEmptySubsequences: false)
        let left = halves[0].split(separator: ":").map(String.init)
        let right = halves.count > 1 ? halves[1].split(separator: ":").map(String.init) : []
        let zeros = [String](repeating: "0", count: max(0, 8 - left.count - right.count))
        return (left + zeros + right).prefix(4).joined(separator: ":") + "::/64"
    }
}

/// What is known of a request's connection.
public struct ServiceContext: RequestContext {
    /// What Hummingbird keeps.
    public var coreContext: CoreRequestContextStorage
    /// The address at the other end.
    let peer: String?
    let channel: any Channel

    /// A context of a connection.
    public init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        peer = source.channel.remoteAddress?.ipAddress
        channel = source.channel
    }
}

extension HTTPField.Name {
    static let forwardedFor = field("X-Forwarded-For")
    static let forwardedProtocol = field("X-Forwarded-Proto")

    private static func field(_ name: String) -> HTTPField.Name {
        HTTPField.Name(name) ?? .via
    }
}
