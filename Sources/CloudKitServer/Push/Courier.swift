import CloudKitWebServices

/// A device that may wait for notices: all that the service must know stands in the signed address it waits at.
struct Courier: Hashable, Sendable {
    /// The path under which devices wait.
    static let path = "/courier/"

    /// What names the device here.
    let token: String
    /// The private database it wants to hear of.
    let database: DatabaseKey
    /// What the device calls itself in requests; nil if it does not.
    let deviceID: String?
    /// The sign-in that asked; when that ends, so does the address.
    let session: [UInt8]

    func address(_ sealer: Sealer) -> String {
        var fields: WireFields = [
            "token": .string(token), "account": .int64(database.account.rawValue),
            "container": .string(database.container), "environment": .string(database.environment.rawValue),
            "session": .bytes(session),
        ]
        if let deviceID { fields["device"] = WireField(.string(deviceID)) }
        return Self.path + sealer.seal(fields.json(), for: .courier, place: "")
    }

    /// Reads the path of an address; nil if it was not given out here.
    init?(path: String, _ sealer: Sealer) {
        guard path.hasPrefix(Self.path),
            let bytes = sealer.open(String(path.dropFirst(Self.path.count)), for: .courier, place: ""),
            let fields = try? WireFields(json: bytes),
            case .string(let token) = fields["token"]?.value, case .int64(let account) = fields["account"]?.value,
            case .string(let container) = fields["container"]?.value,
            case .string(let name) = fields["environment"]?.value,
            let environment = ServiceEnvironment(rawValue: name),
            case .bytes(let session) = fields["session"]?.value
        else { return nil }
        let device: String? = if case .string(let name) = fields["device"]?.value { name } else { nil }
        let key = DatabaseKey(account: AccountID(rawValue: account), container: container, environment: environment)
        self.init(token: token, database: key, deviceID: device, session: session)
    }

    init(token: String, database: DatabaseKey, deviceID: String?, session: [UInt8]) {
        self.token = token
        self.database = database
        self.deviceID = deviceID
        self.session = session
    }
}
