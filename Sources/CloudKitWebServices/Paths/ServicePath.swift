/// The data that a request is about: development and production are apart in everything.
public enum ServiceEnvironment: String, CaseIterable, Hashable, Sendable {
    /// Types and fields come into being when they are first saved.
    case development
    /// Types and fields are those that were deployed.
    case production
}

/// Whose database.
public enum DatabaseScope: String, CaseIterable, Hashable, Sendable {
    /// Everybody's.
    case `public`
    /// The caller's own.
    case `private`
    /// What others share with the caller.
    case shared

    /// The raw value of the framework's `CKDatabase.Scope`.
    public var frameworkValue: Int {
        switch self {
        case .public: 1
        case .private: 2
        case .shared: 3
        }
    }
}

/// The path of a request: `/database/1/CONTAINER/ENVIRONMENT/DATABASE/ENTITY/ACTION`, and for the token endpoints
/// `/device/1/CONTAINER/ENVIRONMENT/tokens/ACTION`.
public struct ServicePath: Hashable, Sendable {
    /// The container, such as `iCloud.org.example.notes`.
    public var container: String
    /// The environment.
    public var environment: ServiceEnvironment
    /// The database; nil for the token endpoints, and only for them.
    public var database: DatabaseScope?
    /// What to do.
    public var endpoint: ServiceEndpoint

    /// A path in a database.
    public init(
        container: String,
        environment: ServiceEnvironment,
        database: DatabaseScope,
        endpoint: ServiceEndpoint
    ) {
        self.container = container
        self.environment = environment
        self.database = endpoint.isForDevice ? nil : database
        self.endpoint = endpoint
    }

    /// The path as it is requested and signed, without a query.
    public var path: String {
        let place = [PercentEncoding.encode(container), environment.rawValue]
        let parts =
            endpoint.isForDevice
            ? ["/device", "1"] + place : ["/database", "1"] + place + [(database ?? .public).rawValue]
        return (parts + [endpoint.rawValue]).joined(separator: "/")
    }

    /// Understands a path.
    ///
    /// A query behind it is not looked at.
    ///
    /// - Throws: ``ServicePathError``, which says how to answer.
    public init(parsing text: String) throws(ServicePathError) {
        let path = text.prefix { $0 != "?" }
        var parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        guard path.first == "/", let root = parts.popFirst(), root == "database" || root == "device" else {
            throw .noEndpoint
        }
        guard parts.popFirst() == "1", let container = parts.popFirst(), let environment = parts.popFirst() else {
            throw .noEndpoint
        }
        guard let container = PercentEncoding.decode(String(container)), Names.isContainer(container) else {
            throw .badContainer
        }
        guard let environment = ServiceEnvironment(rawValue: String(environment)) else { throw .badEnvironment }
        self.container = container
        self.environment = environment
        (database, endpoint) = try Self.target(root: root, parts: parts)
    }

    private static func target(
        root: Substring,
        parts: ArraySlice<Substring>
    ) throws(ServicePathError) -> (DatabaseScope?, ServiceEndpoint) {
        if root == "device" {
            guard let endpoint = ServiceEndpoint(rawValue: parts.joined(separator: "/")), endpoint.isForDevice else {
                throw .noEndpoint
            }
            return (nil, endpoint)
        }
        var parts = parts
        let database = parts.popFirst()
        guard let endpoint = ServiceEndpoint(rawValue: parts.joined(separator: "/")) else {
            let wrongPlace = ServiceEndpoint(rawValue: ([database ?? ""] + parts).joined(separator: "/"))
            throw wrongPlace?.isForDevice == true ? .methodNotAllowed : .noEndpoint
        }
        if endpoint.isForDevice { throw .methodNotAllowed }
        guard let scope = database.flatMap({ DatabaseScope(rawValue: String($0)) }) else { throw .badDatabase }
        return (scope, endpoint)
    }
}

/// Why a path leads nowhere, and how the service answers.
public enum ServicePathError: Error, Hashable, Sendable {
    /// There is no such endpoint.
    case noEndpoint
    /// The container's name does not begin with `iCloud.` or has letters that no container has.
    case badContainer
    /// There are two environments, and this is neither.
    case badEnvironment
    /// There are three databases, and this is none of them.
    case badDatabase
    /// A token endpoint under `/database`, as the reference prints it: the service answers 405 there.
    case methodNotAllowed

    /// The HTTP status of the answer.
    public var httpStatus: Int {
        switch self {
        case .noEndpoint: 404
        case .badContainer, .badEnvironment, .badDatabase: 400
        case .methodNotAllowed: 405
        }
    }

    /// The body of the answer.
    public var error: WireError {
        switch self {
        case .noEndpoint: WireError(.notFound, reason: ErrorReason.noEndpoint)
        case .badContainer: WireError(.badRequest, reason: "the container must begin with iCloud.")
        case .badEnvironment: WireError(.badRequest, reason: "the environment must be development or production")
        case .badDatabase: WireError(.badRequest, reason: "the database must be public, private or shared")
        case .methodNotAllowed: WireError(.badRequest, reason: "the token endpoints are under /device")
        }
    }
}
