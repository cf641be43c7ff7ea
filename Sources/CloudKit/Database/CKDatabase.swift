import CloudKitWebServices
import Foundation

/// A database of a container.
///
/// Apple's class. Every method that throws throws ``CKError``.
public final class CKDatabase: NSObject, @unchecked Sendable {
    /// Whose database.
    public enum Scope: Int, Sendable {
        /// Everybody's.
        case `public` = 1
        /// The signed-in user's own.
        case `private` = 2
        /// What others share with the user.
        case shared = 3
    }

    /// Whose database.
    public let databaseScope: Scope
    let link: ContainerLink
    let options: CallOptions

    init(link: ContainerLink, scope: Scope, options: CallOptions = CallOptions()) {
        self.link = link
        databaseScope = scope
        self.options = options
    }

    var wireScope: DatabaseScope {
        switch databaseScope {
        case .public: .public
        case .private: .private
        case .shared: .shared
        }
    }

    /// This database with other options for its calls.
    func with(_ options: CallOptions) -> CKDatabase {
        CKDatabase(link: link, scope: databaseScope, options: options)
    }

    /// Runs something with this database under another configuration; the group is only a label here.
    public func configuredWith<Result>(
        configuration: CKOperation.Configuration? = nil,
        group: CKOperationGroup? = nil,
        body: (CKDatabase) async throws -> Result
    ) async rethrows -> Result {
        let chosen = configuration ?? group?.defaultConfiguration
        return try await body(chosen.map { with($0.callOptions) } ?? self)
    }

    /// Starts an operation on this database.
    public func add(_ operation: CKDatabaseOperation) {
        operation.database = self
        OperationQueue.cloudKit.addOperation(operation)
    }

    /// Databases of the same container and scope are equal.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CKDatabase else { return false }
        return other.link === link && other.databaseScope == databaseScope
    }

    /// Hashes container and scope.
    public override var hash: Int {
        var hasher = Hasher()
        hasher.combine(ObjectIdentifier(link))
        hasher.combine(databaseScope)
        return hasher.finalize()
    }

    /// Container and scope, in words.
    public override var description: String { "CKDatabase(\(link.identifier), \(wireScope.rawValue))" }

    // MARK: Calls

    func call<Answer: WireReadable & Sendable>(
        _ endpoint: ServiceEndpoint,
        _ body: some WireWritable,
        hadToken: Bool = false
    ) async throws(CKError) -> Answer {
        try await link.call(endpoint, in: wireScope, body: body.json(), hadToken: hadToken, options: options)
    }

    /// The zone of an ID of the service.
    ///
    /// The user's own zones have ``CKCurrentUserDefaultName`` for an owner, whatever name the service writes: apps compare
    /// IDs. Only in the shared database does the owner's real name say something.
    func zoneID(_ wire: WireZoneID) -> CKRecordZone.ID {
        guard databaseScope == .shared, let owner = wire.ownerRecordName else {
            return CKRecordZone.ID(zoneName: wire.zoneName)
        }
        return CKRecordZone.ID(zoneName: wire.zoneName, ownerName: owner)
    }

    func recordID(_ name: String, in zoneID: CKRecordZone.ID) -> CKRecord.ID {
        CKRecord.ID(recordName: name, zoneID: zoneID)
    }
}
