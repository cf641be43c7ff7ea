/// What a request asks the service to do.
///
/// Source: the endpoints of the reference, with its errors put right: the token endpoints stand under `/device`.
public enum ServiceEndpoint: String, CaseIterable, Hashable, Sendable {
    /// Look for records.
    case queryRecords = "records/query"
    /// Create, change and delete records.
    case modifyRecords = "records/modify"
    /// Get records by name.
    case lookupRecords = "records/lookup"
    /// Get the changes of one zone; the old form.
    case recordChanges = "records/changes"
    /// Look at shares by their short GUIDs.
    case resolveRecords = "records/resolve"
    /// Accept shares by their short GUIDs.
    case acceptRecords = "records/accept"
    /// Get the changes of zones.
    case zoneChanges = "changes/zone"
    /// Get the zones that changed.
    case databaseChanges = "changes/database"
    /// Get all zones.
    case listZones = "zones/list"
    /// Get zones by ID.
    case lookupZones = "zones/lookup"
    /// Create and delete zones.
    case modifyZones = "zones/modify"
    /// Get the zones that changed; the old form.
    case zoneListChanges = "zones/changes"
    /// Get all subscriptions.
    case listSubscriptions = "subscriptions/list"
    /// Get subscriptions by ID.
    case lookupSubscriptions = "subscriptions/lookup"
    /// Create, change and delete subscriptions.
    case modifySubscriptions = "subscriptions/modify"
    /// Who is calling?
    case callingUser = "users/caller"
    /// Who is calling? The old form.
    case currentUser = "users/current"
    /// Find users.
    case discoverUsers = "users/discover"
    /// Find users by e-mail address; the old form.
    case lookupUsersByEmail = "users/lookup/email"
    /// Find users by record name; the old form.
    case lookupUsersByID = "users/lookup/id"
    /// Find the users in the caller's address book; the old form.
    case lookupContacts = "users/lookup/contacts"
    /// Get URLs to upload assets to.
    case uploadAssets = "assets/upload"
    /// Get values of stored assets for other records.
    case rereferenceAssets = "assets/rereference"
    /// Get a token for push notifications, and where to wait for them.
    case createToken = "tokens/create"
    /// Register a push token of Apple's.
    case registerToken = "tokens/register"

    /// Whether the path stands under `/device` and names no database.
    public var isForDevice: Bool {
        self == .createToken || self == .registerToken
    }

    /// Whether a request may come without a body, as a GET.
    ///
    /// All of them may come as a POST too.
    public var allowsGET: Bool {
        switch self {
        case .listZones, .listSubscriptions, .callingUser, .currentUser, .discoverUsers, .lookupContacts: true
        default: false
        }
    }

    /// The databases in which it works; the others answer `BAD_REQUEST`.
    ///
    /// Who is calling may be asked in any database, as Apple's service is lenient there.
    public var databases: Set<DatabaseScope> {
        switch self {
        case .recordChanges, .zoneChanges, .databaseChanges, .zoneListChanges: [.private, .shared]
        case .modifyZones: [.private]
        case .currentUser, .discoverUsers, .lookupUsersByEmail, .lookupUsersByID, .lookupContacts: [.public]
        case .resolveRecords, .acceptRecords: [.public]
        case .createToken, .registerToken: []
        default: [.public, .private, .shared]
        }
    }

    /// Whether someone must have signed in, whatever the database and its permissions.
    public var requiresUser: Bool {
        switch self {
        case .recordChanges, .zoneChanges, .databaseChanges, .modifyZones, .zoneListChanges: true
        case .callingUser, .currentUser, .discoverUsers, .lookupUsersByEmail, .lookupUsersByID, .lookupContacts: true
        case .acceptRecords, .createToken, .registerToken: true
        default: false
        }
    }
}
