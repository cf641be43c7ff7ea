import CloudKitWebServices
import Foundation
import Synchronization

/// What all objects of one container share: its configuration, its sign-in and its keys.
final class ContainerLink: Sendable {
    let identifier: String
    let configuration: CloudKitConfiguration
    let session: WebSession
    let encryption: EncryptionKeys
    let clock = ServiceClock()
    let retryAfter = RetryAfterDeadline()
    /// Why nothing can be asked, if nothing can.
    let problem: CloudKitSettingsError?
    private let gate = OneAtATime()
    private let isVisitor: Bool

    /// A link; that of a visitor only tries a sign-in, of which nobody is told.
    init(identifier: String, configuration: CloudKitConfiguration, isVisitor: Bool = false) {
        self.isVisitor = isVisitor
        var configuration = configuration
        var problem = configuration.problem
        var session: WebSession?
        do throws(CloudKitSettingsError) {
            session = try WebSession(identifier: identifier, configuration: configuration)
        } catch {
            problem = problem ?? error
        }
        if !Names.isContainer(identifier) {
            problem = CloudKitSettingsError(description: "the container must begin with iCloud.")
        } else if configuration.endpoint == nil, problem == nil {
            problem = CloudKitSettingsError(
                description: "nobody said where \(identifier) is: set CLOUDKIT_ENDPOINT, write it into "
                    + "cloudkit/settings.json of the configuration folder, or call CKContainer.configure"
            )
        }
        if session == nil { configuration.folder = nil }
        self.identifier = identifier
        self.configuration = configuration
        self.problem = problem
        self.session = session ?? WebSession(inMemoryFor: configuration)
        encryption = EncryptionKeys(identifier: identifier, configuration: configuration)
    }

    // MARK: The containers of the process

    private struct Registry {
        var configurations: [String: CloudKitConfiguration] = [:]
        var links: [String: ContainerLink] = [:]
    }

    private static let registry = Mutex(Registry())

    /// The link of a container: the same for all that ask, until it is configured anew.
    static func shared(_ identifier: String) -> ContainerLink {
        registry.withLock { registry in
            if let link = registry.links[identifier] { return link }
            let link = ContainerLink(
                identifier: identifier,
                configuration: registry.configurations[identifier] ?? .found(for: identifier)
            )
            registry.links[identifier] = link
            return link
        }
    }

    static func configure(_ identifier: String, _ configuration: CloudKitConfiguration) {
        registry.withLock { registry in
            registry.configurations[identifier] = configuration
            registry.links[identifier] = nil
        }
    }

    // MARK: Calls

    /// Sends something, one request after the other where the service wants it so.
    func paced<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value {
        switch configuration.pace {
        case .concurrent: try await body()
        case .oneAtATime: try await gate.run(body)
        }
    }

    func postAccountChange() {
        // Observers of any object hear it, as on Apple's systems; the object tells containers apart.
        if !isVisitor { NotificationCenter.default.post(name: .CKAccountChanged, object: self) }
    }
}
