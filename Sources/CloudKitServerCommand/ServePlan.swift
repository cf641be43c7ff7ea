import CloudKitServer
import CloudKitWebServices
import Foundation
import Logging

/// What the settings of `serve` come to.
struct ServePlan {
    /// How entries of the log are written.
    enum LogFormat: String, CaseIterable {
        case text
        case json
    }

    let listening: Listening
    let service: ServiceConfiguration
    let logger: Logger

    /// Makes sense of the settings.
    ///
    /// - Throws: ``Failure`` with what is wrong and what to do.
    init(_ settings: Settings) throws {
        let rate = try settings.number(.rateLimit, in: 0...1_000_000) ?? 0
        let burst = try settings.number(.rateBurst, in: 1...10_000_000) ?? rate * 10
        service = ServiceConfiguration(
            quota: Quota(
                bytes: try settings.number(.quotaBytes, in: 1...Int64.max),
                records: try settings.number(.quotaRecords, in: 1...Int64.max)
            ),
            publicURL: try Self.publicURL(settings),
            assetBytes: try settings.number(.assetBytes, in: 1...Int64(1) << 40) ?? Int64(ServiceLimits.assetBytes),
            rate: rate == 0 ? nil : RateLimit(requestsPerSecond: Double(rate), burst: burst)
        )
        listening = Listening(
            host: settings[.host] ?? "127.0.0.1",
            port: try settings.number(.port, in: 0...65_535) ?? 8_080,
            tls: try Self.tls(settings),
            isBehindProxy: try settings.flag(.behindProxy)
        )
        logger = try Self.logger(settings)
    }

    private static func tls(_ settings: Settings) throws -> Listening.Certificate? {
        switch (settings[.tlsCertificate], settings[.tlsKey]) {
        case (nil, nil): return nil
        case (.some(let certificate), .some(let key)):
            do {
                return try Listening.Certificate(chainFile: certificate, keyFile: key)
            } catch {
                throw Failure("No certificate and key could be read from \(certificate) and \(key): both must be PEM.")
            }
        default: throw Failure("tls-certificate and tls-key belong together: give both, or neither.")
        }
    }

    private static func publicURL(_ settings: Settings) throws -> String? {
        guard var text = settings[.publicURL] else { return nil }
        while text.hasSuffix("/") { text.removeLast() }
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme), url.host?.isEmpty == false,
            url.query == nil, url.fragment == nil
        else { throw Failure("public-url must look like https://sync.example.org, not “\(text)”.") }
        return text
    }

    private static func logger(_ settings: Settings) throws -> Logger {
        let format = try settings.word(.logFormat, default: LogFormat.text)
        let level = try settings.word(.logLevel, default: Logger.Level.notice)
        var logger = Logger(label: "cloudkit-server") { label in
            switch format {
            case .text: StreamLogHandler.standardError(label: label)
            case .json: JSONLogHandler(label: label, now: Surroundings.system.now, write: Output.problem)
            }
        }
        logger.logLevel = level
        return logger
    }

    /// The address, as it is told.
    func address(_ port: Int) -> String {
        let host = listening.host.contains(":") ? "[\(listening.host)]" : listening.host
        return "\(listening.tls == nil ? "http" : "https")://\(host):\(port)"
    }

    /// Says what is allowed but unwise.
    func warn() {
        let isLocal = ["127.0.0.1", "::1", "localhost"].contains(listening.host)
        if !isLocal, listening.tls == nil, !listening.isBehindProxy {
            logger.warning("Passwords and tokens travel unencrypted: give tls-certificate and tls-key, or behind-proxy")
        }
    }
}

/// How many files the process may have open: each connection is one.
enum OpenFiles {
    /// What the process itself needs.
    private static let reserve = 256

    /// Raises the limit as far as the system lets it, and returns how many connections that leaves.
    static func raise() -> Int {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(resource, &limit) == 0 else { return 1_024 - reserve }
        limit.rlim_cur = limit.rlim_max
        _ = setrlimit(resource, &limit)
        guard getrlimit(resource, &limit) == 0 else { return 1_024 - reserve }
        return max(64, Int(min(limit.rlim_cur, 1_000_000)) - reserve)
    }
}
