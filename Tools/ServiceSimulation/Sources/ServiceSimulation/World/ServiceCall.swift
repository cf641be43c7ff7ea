/// A request as it goes to the service.
struct ServiceCall: Sendable {
    /// The number of the user who asks.
    var user: Int
    /// What the device calls itself; nil if it does not.
    var device: String?
    /// The database, as the path has it.
    let database: DatabaseID
    /// What is asked, as `records/modify`.
    let endpoint: String
    var body: String
    /// What names the request for its retries.
    var id: String?
    /// Whether the zone's present token is to stand beside the records.
    var wantsToken = false

    init(_ user: Int, _ device: String?, _ database: DatabaseID, _ endpoint: String, _ body: JSON, id: String? = nil) {
        self.init(user, device, database, endpoint, text: body.document, id: id)
    }

    init(_ user: Int, _ device: String?, _ database: DatabaseID, _ endpoint: String, text: String, id: String?) {
        (self.user, self.device, self.database, self.endpoint) = (user, device, database, endpoint)
        (body, self.id) = (text, id)
    }

    /// The device, as records name it.
    var deviceName: String { device ?? "1" }
}

/// An answer as it came.
package struct ServiceReply: Sendable {
    package var status: Int
    package var body: [UInt8]
}
