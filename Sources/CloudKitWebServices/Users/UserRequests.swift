/// The answer of `users/caller`: the caller, at the top level and once more in an array.
///
/// The reference shows the array, Apple's own web client reads the top level; both are written, either is read.
public struct CallerResponse: Hashable, Sendable {
    /// The caller.
    public var user: WireUserIdentity

    /// An answer.
    public init(user: WireUserIdentity) {
        self.user = user
    }
}

extension CallerResponse: WireReadable, WireWritable {
    /// Reads an answer.
    public init(from reader: inout JSONReader) throws(JSONError) {
        var user = WireUserIdentity()
        var users: [WireUserIdentity]?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "users": try reader.read(into: &users)
            default: if try !user.read(key, from: &reader) { try reader.skipValue(of: key) }
            }
        }
        if user.userRecordName == nil, let first = users?.first { user = first }
        guard user.userRecordName != nil else { throw reader.missing("userRecordName", in: "the caller") }
        self.init(user: user)
    }

    /// Writes an answer.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        user.writeMembers(to: &writer)
        writer.member("users", [user])
        writer.endObject()
    }
}

/// The answer of the old `users/current`.
public struct CurrentUserResponse: Hashable, Sendable {
    /// The name of the caller's record.
    public var userRecordName: String
    /// The caller's given name, if the caller lets others find it.
    public var firstName: String?
    /// The caller's family name, if the caller lets others find it.
    public var lastName: String?

    /// An answer.
    public init(userRecordName: String, firstName: String? = nil, lastName: String? = nil) {
        self.userRecordName = userRecordName
        self.firstName = firstName
        self.lastName = lastName
    }
}

extension CurrentUserResponse: WireReadable, WireWritable {
    /// Reads an answer.
    public init(from reader: inout JSONReader) throws(JSONError) {
        var name: String?
        var (first, last): (String?, String?)
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "userRecordName": try reader.read(into: &name)
            case "firstName": try reader.read(into: &first)
            case "lastName": try reader.read(into: &last)
            default: try reader.skipValue(of: key)
            }
        }
        guard let name else { throw reader.missing("userRecordName", in: "the answer") }
        self.init(userRecordName: name, firstName: first, lastName: last)
    }

    /// Writes an answer.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("userRecordName", userRecordName)
        writer.member("firstName", firstName)
        writer.member("lastName", lastName)
        writer.endObject()
    }
}

/// The body of `users/discover`.
public struct DiscoverUsersRequest: Hashable, Sendable {
    /// Whom to look for.
    public var lookupInfos: [WireLookupInfo]

    /// A request.
    public init(lookupInfos: [WireLookupInfo]) {
        self.lookupInfos = lookupInfos
    }
}

extension DiscoverUsersRequest: WireReadable, WireWritable {
    /// Reads a request.
    public init(from reader: inout JSONReader) throws(JSONError) {
        self.init(lookupInfos: try reader.onlyMember("lookupInfos", of: "the request"))
    }

    /// Writes a request.
    public func write(to writer: inout JSONWriter) {
        writer.onlyMember("lookupInfos", lookupInfos)
    }
}

/// The body of the old `users/lookup/email` and `users/lookup/id`.
public struct LookupUsersRequest: Hashable, Sendable {
    /// Whom to look for.
    public var users: [WireLookupInfo]

    /// A request.
    public init(users: [WireLookupInfo]) {
        self.users = users
    }
}

extension LookupUsersRequest: WireReadable, WireWritable {
    /// Reads a request.
    public init(from reader: inout JSONReader) throws(JSONError) {
        self.init(users: try reader.onlyMember("users", of: "the request"))
    }

    /// Writes a request.
    public func write(to writer: inout JSONWriter) {
        writer.onlyMember("users", users)
    }
}

/// The answer of `users/discover` and of the old lookups: who is not found is simply missing.
public struct UsersResponse: Hashable, Sendable {
    /// The users.
    public var users: [ItemResult<WireUserIdentity>]

    /// An answer.
    public init(users: [ItemResult<WireUserIdentity>]) {
        self.users = users
    }
}

extension UsersResponse: WireReadable, WireWritable {
    /// Reads an answer.
    public init(from reader: inout JSONReader) throws(JSONError) {
        self.init(users: try reader.onlyMember("users", of: "the answer"))
    }

    /// Writes an answer.
    public func write(to writer: inout JSONWriter) {
        writer.onlyMember("users", users)
    }
}
