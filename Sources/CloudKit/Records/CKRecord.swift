import CloudKitWebServices
import Foundation
import Synchronization

/// A record: named values of a type, in a zone.
///
/// Apple's class. Reading and changing it from several threads at once is safe; what is saved is what it held when the
/// save began. ``CKShare`` is its one subclass.
open class CKRecord: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    /// What a record consists of.
    struct Contents: Sendable {
        var values: [String: FieldValue] = [:]
        /// The values as they were fetched; nil for a record that never was.
        var fetchedValues: [String: FieldValue]?
        /// Encrypted fields that could be opened, or were set here.
        var secrets: [String: FieldValue] = [:]
        /// Encrypted fields as the service has them.
        var sealed: [String: [UInt8]] = [:]
        /// Values of types that this version does not know.
        var foreign: [String: WireField] = [:]
        var changedKeys: Set<String> = []
        var parent: Reference?
        var share: Reference?
        /// What only shares and their roots have.
        var sharing: WireRecordSharing?
        var system = SystemFields()
    }

    /// What the service says of a record.
    struct SystemFields: Hashable, Sendable {
        var changeTag: String?
        var creationDate: Date?
        var modificationDate: Date?
        var creator: String?
        var lastModifier: String?
        var modifiedBy: String?
    }

    /// Which record.
    public let recordID: ID
    /// The type.
    public let recordType: RecordType
    private let contents: Mutex<Contents>

    /// A new record.
    ///
    /// - Parameters:
    ///   - recordType: A letter, then letters, digits and underscores.
    ///   - recordID: Its ID; by default a random name in the default zone.
    public convenience init(recordType: RecordType, recordID: ID = ID()) {
        self.init(recordType: recordType, recordID: recordID, contents: Contents())
    }

    /// A new record with a random name in a zone.
    public convenience init(recordType: RecordType, zoneID: CKRecordZone.ID) {
        self.init(recordType: recordType, recordID: ID(zoneID: zoneID))
    }

    /// A record that claims a version of its name which nobody knows: saving it tells what the service has, and makes
    /// nothing.
    package convenience init(probing recordID: ID, recordType: RecordType) {
        var contents = Contents()
        contents.system.changeTag = "unknown"
        self.init(recordType: recordType, recordID: recordID, contents: contents)
    }

    init(recordType: RecordType, recordID: ID, contents: Contents) {
        self.recordType = recordType
        self.recordID = recordID
        self.contents = Mutex(contents)
    }

    func read<Result: Sendable>(_ body: (Contents) -> Result) -> Result {
        contents.withLock { body($0) }
    }

    func change(_ body: (inout Contents) -> Void) {
        contents.withLock { body(&$0) }
    }

    // MARK: System fields

    /// What names this version of the record; nil until it was saved or fetched.
    public var recordChangeTag: String? { read(\.system.changeTag) }
    /// When it was first saved, by the service's clock.
    public var creationDate: Date? { read(\.system.creationDate) }
    /// When it was last saved, by the service's clock.
    public var modificationDate: Date? { read(\.system.modificationDate) }
    /// The user who first saved it, always by the user's own record name.
    public var creatorUserRecordID: ID? { read(\.system.creator).map { ID(recordName: $0) } }
    /// The user who last saved it, always by the user's own record name.
    public var lastModifiedUserRecordID: ID? { read(\.system.lastModifier).map { ID(recordName: $0) } }
    /// The device that last saved it, as that device called itself.
    public var modifiedByDevice: String? { read(\.system.modifiedBy) }
    /// The share that it is the root of.
    public var share: Reference? { read(\.share) }

    /// The record that it is shared together with.
    ///
    /// Taking a parent away from a record that the service has is not possible over this protocol: it stays there.
    public var parent: Reference? {
        get { read(\.parent) }
        set { change { $0.parent = newValue } }
    }

    /// Sets the record that it is shared together with.
    public func setParent(_ record: CKRecord?) {
        parent = record.map { Reference(record: $0, action: .none) }
    }

    /// Sets the record that it is shared together with, by its ID.
    public func setParent(_ id: ID?) {
        parent = id.map { Reference(recordID: $0, action: .none) }
    }

    // MARK: Copying

    /// A copy with the same ID, values and changes.
    open func copy(with zone: NSZone? = nil) -> Any {
        CKRecord(recordType: recordType, recordID: recordID, contents: read { $0 })
    }

    /// The record as it was fetched, before changes were made; nil for one that never was.
    var ancestor: CKRecord? {
        var contents = read { $0 }
        guard let fetched = contents.fetchedValues else { return nil }
        contents.values = fetched
        contents.changedKeys = []
        return CKRecord(recordType: recordType, recordID: recordID, contents: contents)
    }

    /// Type and ID, in words: no values, since they may be private.
    public override var description: String { "CKRecord(\(recordType), \(recordID))" }

    // MARK: Coding

    /// It can be coded securely.
    public static var supportsSecureCoding: Bool { true }

    /// Codes the system fields and all values but encrypted ones; files of assets by their place.
    public func encode(with coder: NSCoder) {
        encodeSystemFields(with: coder)
        coder.encode(Data(archivedFields) as NSData, forKey: "fields")
        coder.encode(changedKeys().joined(separator: "\n") as NSString, forKey: "changedKeys")
    }

    /// Codes ID, type, change tag, dates, users, parent and share, and no values: enough to save changes later on.
    public func encodeSystemFields(with coder: NSCoder) {
        recordID.encode(with: coder)
        coder.encode(recordType as NSString, forKey: "recordType")
        coder.encode(Data(archivedSystemFields) as NSData, forKey: "systemFields")
    }

    /// Reads what ``encodeSystemFields(with:)`` or ``encode(with:)`` wrote; nil for anything else.
    public required init?(coder: NSCoder) {
        guard let id = ID(coder: coder), let type = coder.string(forKey: "recordType"),
            let system = coder.data(forKey: "systemFields"),
            var contents = Contents(archivedSystemFields: Array(system), zoneID: id.zoneID)
        else { return nil }
        if let fields = coder.data(forKey: "fields") {
            guard contents.readFields(Array(fields), zoneID: id.zoneID) else { return nil }
            let keys = coder.string(forKey: "changedKeys") ?? ""
            contents.changedKeys = Set(keys.split(separator: "\n").map(String.init))
        }
        recordID = id
        recordType = type
        self.contents = Mutex(contents)
    }
}
