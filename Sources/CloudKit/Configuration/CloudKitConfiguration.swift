import CloudKitWebServices
import Foundation

/// Where a container is and how its service is reached.
///
/// An addition of this package: Apple's framework knows one service. ``found(for:surroundings:)`` reads it from the
/// process's environment and from a file; ``CKContainer/configure(_:with:)`` sets it in code.
public struct CloudKitConfiguration: Sendable {
    /// The data that requests are about: development and production are apart in everything.
    public enum Environment: String, Sendable, Codable {
        /// Types and fields come into being when they are first saved.
        case development
        /// Types and fields are those that were deployed.
        case production
    }

    /// How requests of one sign-in go out.
    public enum Pace: String, Sendable, Codable {
        /// Several at once: right for this project's service, which keeps accepting older web tokens.
        case concurrent
        /// One after the other: right for a service that takes each web token once, as Apple documents its own.
        case oneAtATime
    }

    /// The address of Apple's own service.
    public static let appleEndpoint = "https://api.apple-cloudkit.com"

    /// The address of the service, such as `https://sync.example.org`, without a path; nil if nobody said.
    public var endpoint: String?
    /// The environment.
    public var environment: Environment
    /// The token of the app, which the service's operator makes for the container.
    public var apiToken: String?
    /// The token of a user who signed in elsewhere; nil takes the one that was kept from the last sign-in here.
    public var webAuthToken: String?
    /// How requests of one sign-in go out.
    public var pace: Pace
    /// The folder in which sign-ins and keys are kept, readable for the user alone; nil keeps them in memory only.
    public var folder: URL?
    /// The folder for downloaded files.
    public var cacheFolder: URL
    /// Bytes of downloaded files that are kept; when there are more, the oldest go.
    public var cacheBytes = CloudKitLimits.cacheBytes
    /// What carries the requests.
    public var transport: any CloudKitTransport
    /// Time and randomness.
    public var surroundings: CloudKitSurroundings
    /// What is wrong with the settings that were read, if anything is: every request then fails with it.
    public internal(set) var problem: CloudKitSettingsError?

    /// A configuration.
    ///
    /// - Parameters:
    ///   - endpoint: The address of the service, without a path.
    ///   - environment: The environment.
    ///   - apiToken: The token of the app.
    ///   - webAuthToken: The token of a user who signed in elsewhere.
    ///   - pace: How requests go out; nil takes one after the other for Apple's own service, and several at once else.
    ///   - folder: The folder for sign-ins and keys; nil keeps them in memory only.
    ///   - cacheFolder: The folder for downloaded files; nil takes one in the user's cache folder.
    ///   - transport: What carries the requests.
    ///   - surroundings: Time and randomness.
    public init(
        endpoint: String?,
        environment: Environment = .development,
        apiToken: String? = nil,
        webAuthToken: String? = nil,
        pace: Pace? = nil,
        folder: URL? = nil,
        cacheFolder: URL? = nil,
        transport: any CloudKitTransport = HTTPTransport.shared,
        surroundings: CloudKitSurroundings = .live
    ) {
        let address = endpoint.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
        self.endpoint = address
        self.environment = environment
        self.apiToken = apiToken
        self.webAuthToken = webAuthToken
        self.pace = pace ?? (address == Self.appleEndpoint ? .oneAtATime : .concurrent)
        self.folder = folder
        self.cacheFolder = cacheFolder ?? SettingsFolders(surroundings).cache
        self.transport = transport
        self.surroundings = surroundings
        if let address, !address.hasPrefix("https://"), !address.hasPrefix("http://") {
            problem = CloudKitSettingsError(description: "the endpoint must begin with https:// or http://")
        } else if let address, !Self.namesPlace(address) {
            problem = CloudKitSettingsError(description: "the endpoint names no host, or a port that is none")
        }
    }

    /// Whether an address has a host, and no port but one that there can be.
    ///
    /// The HTTP client takes that for granted: it ends the process at a greater one.
    static func namesPlace(_ address: String) -> Bool {
        guard let parts = URLComponents(string: address), let host = parts.host, !host.isEmpty else { return false }
        return parts.port.map { (1...Int(UInt16.max)).contains($0) } ?? true
    }

    /// Whether the service is Apple's, which knows none of this project's extensions.
    var isApples: Bool {
        endpoint == Self.appleEndpoint
    }
}

extension CloudKitConfiguration: CustomStringConvertible, CustomReflectable {
    /// The configuration in words, without its tokens.
    public var description: String {
        "CloudKitConfiguration(\(endpoint ?? "no endpoint"), \(environment.rawValue))"
    }

    /// The same words: no reflection shows the tokens.
    public var customMirror: Mirror {
        Mirror(self, children: ["endpoint": endpoint ?? "none", "environment": environment.rawValue])
    }
}

/// What is wrong with the settings of a container.
///
/// Its words never hold a token.
public struct CloudKitSettingsError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, and what to do.
    public let description: String
}
