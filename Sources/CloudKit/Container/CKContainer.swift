import CloudKitWebServices
import Foundation

extension Notification.Name {
    /// The user signed in or out, or the service ended the sign-in.
    public static let CKAccountChanged = Notification.Name("CKAccountChangedNotification")
}

/// Whether somebody is signed in.
public enum CKAccountStatus: Int, Sendable {
    /// It cannot be told.
    case couldNotDetermine = 0
    /// Somebody is.
    case available = 1
    /// The account may not be used; not used here.
    case restricted = 2
    /// Nobody is.
    case noAccount = 3
    /// Somebody is, and the service takes no requests for now.
    case temporarilyUnavailable = 4
}

/// A container: an app's databases at a service.
///
/// Apple's class. Where the service is and who is signed in are told by this package's own additions: see
/// ``CKContainer/configure(_:with:)`` and ``CKContainer/signIn(name:password:)``.
public final class CKContainer: NSObject, @unchecked Sendable {
    let link: ContainerLink

    /// The container of that name, which begins with `iCloud.`.
    public convenience init(identifier: String) {
        self.init(link: .shared(identifier))
    }

    /// A container apart from all others of the process, with a configuration of its own: an addition of this package,
    /// for tests and for apps that talk to several services.
    public convenience init(identifier: String, configuration: CloudKitConfiguration) {
        self.init(link: ContainerLink(identifier: identifier, configuration: configuration))
    }

    init(link: ContainerLink) {
        self.link = link
    }

    /// The app's own container: that of the variable `CLOUDKIT_CONTAINER`, then of the settings file, then one named as
    /// the process is.
    ///
    /// Apple's framework takes it from the app's entitlements.
    public static func `default`() -> CKContainer {
        CKContainer(identifier: CloudKitConfiguration.defaultIdentifier(.live))
    }

    /// The container that was configured for the process, by `CLOUDKIT_CONTAINER` or the settings file; nil for none.
    package static func configured(_ surroundings: CloudKitSurroundings = .live) -> CKContainer? {
        CloudKitConfiguration.configuredIdentifier(surroundings).map { CKContainer(identifier: $0) }
    }

    /// What the container takes from outside.
    package var surroundings: CloudKitSurroundings { link.configuration.surroundings }

    /// Seconds for which the service wants no requests; 0 where it wants them.
    package var remainingRetryAfter: TimeInterval { link.retryAfter.remaining(at: surroundings.uptime()) }

    /// The container's name.
    public var containerIdentifier: String? { link.identifier }

    /// Everybody's database.
    public var publicCloudDatabase: CKDatabase { database(with: .public) }
    /// The signed-in user's own database.
    public var privateCloudDatabase: CKDatabase { database(with: .private) }
    /// What others share with the user.
    ///
    /// The service of this project offers no sharing: each request fails.
    public var sharedCloudDatabase: CKDatabase { database(with: .shared) }

    /// The database of a scope.
    public func database(with scope: CKDatabase.Scope) -> CKDatabase {
        CKDatabase(link: link, scope: scope)
    }

    /// Whether somebody is signed in, as the service sees it.
    ///
    /// - Throws: ``CKError``, if the service cannot be asked.
    public func accountStatus() async throws -> CKAccountStatus {
        if let problem = link.problem { throw CKError(failure: problem) }
        guard link.session.isSignedIn else { return .noAccount }
        do {
            _ = try await userRecordID()
            return .available
        } catch CKError.notAuthenticated {
            return .noAccount
        } catch CKError.serviceUnavailable {
            return .temporarilyUnavailable
        }
    }

    /// Whether somebody is signed in; with ``CKAccountStatus/couldNotDetermine`` comes the reason.
    public func accountStatus(completionHandler: @escaping @Sendable (CKAccountStatus, (any Error)?) -> Void) {
        Task {
            do {
                completionHandler(try await accountStatus(), nil)
            } catch {
                completionHandler(.couldNotDetermine, error)
            }
        }
    }

    /// The ID of the signed-in user's own record.
    ///
    /// - Throws: ``CKError``: `notAuthenticated` if nobody is signed in.
    public func userRecordID() async throws -> CKRecord.ID {
        CKRecord.ID(recordName: try await link.userRecordName(signIn: link.session.ticket?.signIn))
    }

    /// The ID of the signed-in user's own record.
    public func fetchUserRecordID(completionHandler: @escaping @Sendable (CKRecord.ID?, (any Error)?) -> Void) {
        Task {
            do {
                completionHandler(try await userRecordID(), nil)
            } catch {
                completionHandler(nil, error)
            }
        }
    }

    /// Starts an operation: on the private database, unless it says another.
    public func add(_ operation: CKOperation) {
        operation.container = operation.container ?? self
        OperationQueue.cloudKit.addOperation(operation)
    }

    /// The container's name, in words.
    public override var description: String { "CKContainer(\(link.identifier))" }
}

extension OperationQueue {
    /// The queue on which databases and containers run operations.
    static let cloudKit: OperationQueue = {
        let queue = OperationQueue()
        queue.name = "CloudKit"
        queue.maxConcurrentOperationCount = 16
        return queue
    }()
}
