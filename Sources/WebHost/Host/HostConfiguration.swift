import Foundation

/// How an app is served to browsers.
public struct HostConfiguration: Sendable {
    /// What the app is called and looks like in a browser's tab and on a home screen.
    public var identity: AppIdentity
    /// Where the secret of the web address is kept.
    public var dataFolder: URL
    /// Where the host listens.
    public var listening: Listening
    /// The bounds of what comes from outside.
    public var limits = HostLimits()
    /// Paths of the app's own, beside the page.
    public var routes: [PlainRoute] = []
    /// The host's own few sentences, for a reader's languages in order of preference.
    public var texts: @Sendable (_ languages: [String]) -> HostTexts = HostTexts.standard
    /// Told what the author of the app should know.
    public var report: @Sendable (HostReport) -> Void = { _ in }

    /// An app served on this machine alone.
    public init(identity: AppIdentity, dataFolder: URL, listening: Listening = .thisMachine(port: 0)) {
        self.identity = identity
        self.dataFolder = dataFolder
        self.listening = listening
    }
}

/// What an app is called and looks like outside of its pages.
public struct AppIdentity: Sendable, Equatable {
    /// The app's name.
    public var name: String
    /// An icon as the content of an SVG file, square; nil for the host's own.
    public var icon: String?
    /// The accent colours in light and dark, as `#rrggbb`; nil for the host's own.
    ///
    /// Both must be readable on the page.
    public var accent: (light: String, dark: String)? {
        get { lightAccent.flatMap { light in darkAccent.map { (light, $0) } } }
        set {
            lightAccent = newValue?.light
            darkAccent = newValue?.dark
        }
    }
    private var lightAccent: String?
    private var darkAccent: String?

    /// An app of that name.
    public init(name: String, icon: String? = nil) {
        self.name = name
        self.icon = icon
    }
}

/// Where the host listens.
///
/// Beyond this machine it does so only where the words of the call say what protects it.
public enum Listening: Sendable, Equatable {
    /// 127.0.0.1, for browsers of this machine. Port 0: any free one.
    case thisMachine(port: UInt16)
    /// An address behind something that speaks TLS, under the names (`name` or `name:port`) by which browsers reach it.
    case behindTLS(address: String, port: UInt16, names: [String])
    /// An address without TLS: whoever is on the network between can read and change everything, the secret included.
    case openToTheNetworkWithoutEncryption(address: String, port: UInt16, names: [String])

    /// What a command's options ask for: an address of this machine as it is, any other only with TLS before it or with the
    /// explicit word that none is wanted.
    ///
    /// - Throws: `HostError.unprotectedAddress` where neither was said.
    public static func checked(
        address: String,
        port: UInt16,
        names: [String],
        isBehindTLS: Bool,
        allowsNoEncryption: Bool
    ) throws -> Listening {
        if isBehindTLS { return .behindTLS(address: address, port: port, names: names) }
        if ["127.0.0.1", "localhost"].contains(address) { return .thisMachine(port: port) }
        guard allowsNoEncryption else { throw HostError.unprotectedAddress(address) }
        return .openToTheNetworkWithoutEncryption(address: address, port: port, names: names)
    }

    /// The same on any free port.
    public var onAnyPort: Listening {
        switch self {
        case .thisMachine: .thisMachine(port: 0)
        case .behindTLS(let address, _, let names): .behindTLS(address: address, port: 0, names: names)
        case .openToTheNetworkWithoutEncryption(let address, _, let names):
            .openToTheNetworkWithoutEncryption(address: address, port: 0, names: names)
        }
    }

    var address: String {
        switch self {
        case .thisMachine: "127.0.0.1"
        case .behindTLS(let address, _, _), .openToTheNetworkWithoutEncryption(let address, _, _): address
        }
    }

    var port: UInt16 {
        switch self {
        case .thisMachine(let port), .behindTLS(_, let port, _), .openToTheNetworkWithoutEncryption(_, let port, _):
            port
        }
    }

    /// Who may be asked for, on the port that was bound.
    ///
    /// Where every address of the machine is listened on: any address, `localhost`, and what the machine is called.
    func policy(port: UInt16, machineName: () -> String? = AddressLiteral.machineName) -> AccessPolicy {
        switch self {
        case .thisMachine:
            return AccessPolicy(hosts: ["127.0.0.1:\(port)", "localhost:\(port)"], scheme: "http")
        case .behindTLS(_, _, let names):
            return AccessPolicy(hosts: Set(names.map { $0.lowercased() }), scheme: "https")
        case .openToTheNetworkWithoutEncryption(let address, _, let names):
            let isAnywhere = AddressLiteral.isWildcard(address)
            let own = isAnywhere ? ["localhost", machineName()].compactMap(\.self) : [address]
            return AccessPolicy(
                hosts: Set((names + own).map { AddressLiteral.host($0, port: port) }),
                scheme: "http",
                addressPort: isAnywhere ? port : nil
            )
        }
    }

    /// The beginning of the address that is printed.
    func origin(port: UInt16) -> String {
        switch self {
        case .thisMachine: "http://127.0.0.1:\(port)"
        case .behindTLS(let address, _, let names):
            "https://" + (names.first ?? AddressLiteral.host(address, port: port))
        case .openToTheNetworkWithoutEncryption(let address, _, let names):
            "http://" + AddressLiteral.host(names.first ?? Self.reachable(address), port: port)
        }
    }

    /// Nobody can be called at “every address”: then this machine's own, which is right for who started the program.
    private static func reachable(_ address: String) -> String {
        guard AddressLiteral.isWildcard(address) else { return address }
        return address.contains(":") ? "::1" : "127.0.0.1"
    }

    var isEncrypted: Bool { if case .behindTLS = self { true } else { false } }
}

/// Something that the author of an app should know; the person who uses it need not.
public enum HostReport: Sendable, Equatable {
    /// There is no drawing of that name; a neutral one is shown. Reported once for each name.
    case missingIcon(String)
    /// A picture of the scene could not be shown as it is.
    case sceneFault(String)
    /// A page sent what no page of the host's own sends.
    case invalidMessage(String)
}
