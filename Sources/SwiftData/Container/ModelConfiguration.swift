import Foundation

/// Where a container keeps its entities: a file, or memory; writable or not.
///
/// Source: Apple's `ModelConfiguration`. ``durability``, ``pageChecksums``, ``fullTextIndexes`` and ``historyLimits`` are
/// additions of this package.
public struct ModelConfiguration: DataStoreConfiguration, Hashable, Identifiable, Sendable, CustomDebugStringConvertible
{
    /// The built-in store.
    public typealias Store = DefaultStore

    /// Whose group container the file lies in.
    ///
    /// There are no app groups here: a group's identifier names a folder below the data folder.
    public struct GroupContainer: Hashable, Sendable {
        let identifier: String?

        /// The group that the app's entitlements name; here none.
        public static let automatic = GroupContainer(identifier: nil)
        /// No group.
        public static let none = GroupContainer(identifier: nil)
        /// The group with this identifier.
        ///
        /// Its name becomes a folder below the data folder.
        public static func identifier(_ identifier: String) -> GroupContainer { GroupContainer(identifier: identifier) }
    }

    /// Which CloudKit database the store is mirrored to.
    public struct CloudKitDatabase: Hashable, Sendable {
        enum Choice: Hashable {
            case automatic, none
            case named(String)
        }
        let choice: Choice

        /// The container configured for the process; without one, no mirroring.
        public static let automatic = CloudKitDatabase(choice: .automatic)
        /// No mirroring.
        public static let none = CloudKitDatabase(choice: .none)
        /// The private database of the container with this identifier.
        public static func `private`(_ identifier: String) -> CloudKitDatabase {
            CloudKitDatabase(choice: .named(identifier))
        }
    }

    /// The name, which also names the file where no URL is given.
    public let name: String
    /// The file.
    ///
    /// In memory: `/dev/null`.
    public let url: URL
    /// The entities that this configuration keeps; nil for all of the container's.
    public var schema: Schema?
    /// Whether the store lives in memory and goes with the container.
    public let isStoredInMemoryOnly: Bool
    /// Whether saves are allowed; otherwise they throw.
    public let allowsSave: Bool
    /// The group container.
    public let groupContainer: GroupContainer
    /// The identifier of the group container, if one was named.
    public var groupAppContainerIdentifier: String? { groupContainer.identifier }
    /// The CloudKit database to mirror to.
    public let cloudKitDatabase: CloudKitDatabase
    /// The identifier of the CloudKit container, if one was named.
    public var cloudKitContainerIdentifier: String? {
        if case .named(let identifier) = cloudKitDatabase.choice { identifier } else { nil }
    }
    /// When a saved change is safe from a power cut.
    ///
    /// An addition of this package.
    public var durability = StoreDurability.normal
    /// Whether each page of a new store carries a sum, by which damage to its values is noticed when they are read.
    ///
    /// Without sums a changed byte within a title or a date goes unseen. With them reading throws
    /// ``StoreError/damaged(_:reason:)``. A file that exists keeps what it was made with, whatever is said here. Other
    /// programs may not write to a file with sums, so that false is the default. An addition of this package.
    public var pageChecksums = false
    /// Attributes that can be searched by words.
    ///
    /// An addition of this package.
    public var fullTextIndexes: [FullTextIndex] = []
    /// How much history the store keeps.
    ///
    /// An addition of this package.
    public var historyLimits = HistoryLimits()
    #if CloudKitMirroring
    /// How the store is mirrored, where ``cloudKitDatabase`` says that it is.
    ///
    /// An addition of this package.
    public var mirroring = CloudMirrorOptions()
    #endif

    /// The file tells configurations apart; those in memory go by name too.
    public var id: URL { isStoredInMemoryOnly ? url.appendingPathComponent(name) : url }

    private static let memoryPath = "/dev/null"
    static let memoryURL = URL(fileURLWithPath: memoryPath)
    static let defaultName = "default"

    /// The default file, or memory.
    public init(isStoredInMemoryOnly: Bool = false) {
        self.init(nil, schema: nil, isStoredInMemoryOnly: isStoredInMemoryOnly)
    }

    /// The default file, or memory, for some entities.
    public init(for forTypes: any PersistentModel.Type..., isStoredInMemoryOnly: Bool = false) {
        self.init(nil, schema: Schema(forTypes), isStoredInMemoryOnly: isStoredInMemoryOnly)
    }

    /// The file `<name>.store` in the app's data folder, or memory.
    public init(
        _ name: String? = nil,
        schema: Schema? = nil,
        isStoredInMemoryOnly: Bool = false,
        allowsSave: Bool = true,
        groupContainer: GroupContainer = .automatic,
        cloudKitDatabase: CloudKitDatabase = .automatic
    ) {
        self.name = name ?? ModelConfiguration.defaultName
        self.schema = schema
        self.isStoredInMemoryOnly = isStoredInMemoryOnly
        self.allowsSave = allowsSave
        self.groupContainer = groupContainer
        self.cloudKitDatabase = cloudKitDatabase
        url =
            isStoredInMemoryOnly
            ? ModelConfiguration.memoryURL
            : DataFolder.url(group: groupContainer.identifier).appendingPathComponent("\(self.name).store")
    }

    /// A file of your choice.
    public init(
        _ name: String? = nil,
        schema: Schema? = nil,
        url: URL,
        allowsSave: Bool = true,
        cloudKitDatabase: CloudKitDatabase = .automatic
    ) {
        self.name = name ?? url.deletingPathExtension().lastPathComponent
        self.schema = schema
        isStoredInMemoryOnly = url.path == ModelConfiguration.memoryPath
        self.allowsSave = allowsSave
        groupContainer = .none
        self.cloudKitDatabase = cloudKitDatabase
        self.url = url
    }

    private static let longestFileName = 255

    /// Checks that the name can name a file.
    ///
    /// - Throws: `SwiftDataError.configurationFileNameContainsInvalidCharacters` or `.configurationFileNameTooLong`.
    public func validate() throws {
        if name.contains("/") || name.contains("\0") {
            throw SwiftDataError.configurationFileNameContainsInvalidCharacters.explained(
                "The name is \(name.debugDescription)."
            )
        }
        if url.lastPathComponent.utf8.count > ModelConfiguration.longestFileName {
            throw SwiftDataError.configurationFileNameTooLong.explained(
                "The file's name has \(url.lastPathComponent.utf8.count) bytes; \(ModelConfiguration.longestFileName) are allowed."
            )
        }
    }

    /// The name and the place.
    public var debugDescription: String {
        "ModelConfiguration(\(name), \(isStoredInMemoryOnly ? "in memory" : url.path))"
    }

    /// Whether both describe the same store in the same way.
    public static func == (lhs: ModelConfiguration, rhs: ModelConfiguration) -> Bool {
        lhs.name == rhs.name && lhs.url == rhs.url && lhs.isStoredInMemoryOnly == rhs.isStoredInMemoryOnly
            && lhs.allowsSave == rhs.allowsSave && lhs.schema == rhs.schema
            && lhs.cloudKitDatabase == rhs.cloudKitDatabase && lhs.durability == rhs.durability
            && lhs.fullTextIndexes == rhs.fullTextIndexes && lhs.historyLimits == rhs.historyLimits
            && lhs.pageChecksums == rhs.pageChecksums
    }

    /// Hashes name and place.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(url)
    }
}

/// Where data goes when the app does not say.
enum DataFolder {
    /// `$XDG_DATA_HOME/<process>`, or `~/.local/share/<process>`.
    static func url(group: String?) -> URL {
        let environment = ProcessInfo.processInfo.environment
        let base: URL
        if let folder = environment["XDG_DATA_HOME"], folder.hasPrefix("/") {
            base = URL(fileURLWithPath: folder, isDirectory: true)
        } else {
            base = FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent(
                ".local/share",
                isDirectory: true
            )
        }
        return base.appendingPathComponent(group ?? ProcessInfo.processInfo.processName, isDirectory: true)
    }
}
