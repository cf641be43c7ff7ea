/// The parts of a person's name.
public struct WireNameComponents: Hashable, Sendable {
    /// Before the name, such as a title.
    public var namePrefix: String?
    /// The given name.
    public var givenName: String?
    /// The name between given and family name.
    public var middleName: String?
    /// The family name.
    public var familyName: String?
    /// What friends say.
    public var nickname: String?
    /// After the name.
    public var nameSuffix: String?
    /// How the name is spoken; kept as it came, since the reference does not say its form.
    public var phoneticRepresentation: RawJSON?

    /// A name.
    public init(givenName: String? = nil, familyName: String? = nil) {
        self.givenName = givenName
        self.familyName = familyName
    }
}

extension WireNameComponents: WireReadable, WireWritable {
    /// Reads a name.
    public init(from reader: inout JSONReader) throws(JSONError) {
        self.init()
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "namePrefix": try reader.read(into: &namePrefix)
            case "givenName": try reader.read(into: &givenName)
            case "middleName": try reader.read(into: &middleName)
            case "familyName": try reader.read(into: &familyName)
            case "nickname": try reader.read(into: &nickname)
            case "nameSuffix": try reader.read(into: &nameSuffix)
            case "phoneticRepresentation": try reader.read(into: &phoneticRepresentation)
            default: try reader.skipValue(of: key)
            }
        }
    }

    /// Writes a name.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("namePrefix", namePrefix)
        writer.member("givenName", givenName)
        writer.member("middleName", middleName)
        writer.member("familyName", familyName)
        writer.member("nickname", nickname)
        writer.member("nameSuffix", nameSuffix)
        writer.member("phoneticRepresentation", phoneticRepresentation)
        writer.endObject()
    }
}

/// How a user is looked for: one of the three is set.
public struct WireLookupInfo: Hashable, Sendable {
    /// The user's e-mail address.
    public var emailAddress: String?
    /// The user's telephone number.
    public var phoneNumber: String?
    /// The name of the user's record.
    public var userRecordName: String?

    /// What to look for.
    public init(emailAddress: String? = nil, phoneNumber: String? = nil, userRecordName: String? = nil) {
        self.emailAddress = emailAddress
        self.phoneNumber = phoneNumber
        self.userRecordName = userRecordName
    }
}

extension WireLookupInfo: WireReadable, WireWritable {
    /// Reads what to look for.
    public init(from reader: inout JSONReader) throws(JSONError) {
        self.init()
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "emailAddress": try reader.read(into: &emailAddress)
            case "phoneNumber": try reader.read(into: &phoneNumber)
            case "userRecordName": try reader.read(into: &userRecordName)
            default: try reader.skipValue(of: key)
            }
        }
    }

    /// Writes what to look for.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("emailAddress", emailAddress)
        writer.member("phoneNumber", phoneNumber)
        writer.member("userRecordName", userRecordName)
        writer.endObject()
    }
}

/// A user, as far as others may know.
public struct WireUserIdentity: Hashable, Sendable {
    /// The name of the user's record in this container: `_` and 32 hexadecimal digits.
    public var userRecordName: String?
    /// The user's name.
    public var nameComponents: WireNameComponents?
    /// What the user was found by.
    public var lookupInfo: WireLookupInfo?

    /// A user.
    public init(
        userRecordName: String? = nil,
        nameComponents: WireNameComponents? = nil,
        lookupInfo: WireLookupInfo? = nil
    ) {
        self.userRecordName = userRecordName
        self.nameComponents = nameComponents
        self.lookupInfo = lookupInfo
    }
}

extension WireUserIdentity: WireReadable, WireWritable {
    /// Reads a user.
    public init(from reader: inout JSONReader) throws(JSONError) {
        self.init()
        try reader.beginObject()
        while let key = try reader.nextKey() {
            if try !read(key, from: &reader) { try reader.skipValue(of: key) }
        }
    }

    /// Reads the value of a key, if it is one of a user's.
    mutating func read(_ key: JSONText, from reader: inout JSONReader) throws(JSONError) -> Bool {
        switch key {
        case "userRecordName": try reader.read(into: &userRecordName)
        case "nameComponents": try reader.read(into: &nameComponents)
        case "lookupInfo": try reader.read(into: &lookupInfo)
        default: return false
        }
        return true
    }

    /// Writes a user.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writeMembers(to: &writer)
        writer.endObject()
    }

    /// Writes a user's keys into an object that is open already.
    func writeMembers(to writer: inout JSONWriter) {
        writer.member("userRecordName", userRecordName)
        writer.member("nameComponents", nameComponents)
        writer.member("lookupInfo", lookupInfo)
    }
}
