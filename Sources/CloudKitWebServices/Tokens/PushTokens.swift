/// The body of `tokens/create`.
public struct CreateTokenRequest: Hashable, Sendable {
    /// The environment of the push service; the same two names as the data's.
    public var apnsEnvironment: ServiceEnvironment
    /// What names the client, so that asking again does not make another device of it.
    public var clientID: String?

    /// A request.
    public init(apnsEnvironment: ServiceEnvironment, clientID: String? = nil) {
        self.apnsEnvironment = apnsEnvironment
        self.clientID = clientID
    }
}

extension CreateTokenRequest: WireReadable, WireWritable {
    /// Reads a request.
    public init(from reader: inout JSONReader) throws(JSONError) {
        var environment: ServiceEnvironment?
        var client: String?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "apnsEnvironment": try reader.read(into: &environment)
            case "clientId": try reader.read(into: &client)
            default: try reader.skipValue(of: key)
            }
        }
        guard let environment else { throw reader.missing("apnsEnvironment", in: "the request") }
        self.init(apnsEnvironment: environment, clientID: client)
    }

    /// Writes a request.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("apnsEnvironment", apnsEnvironment)
        writer.member("clientId", clientID)
        writer.endObject()
    }
}

/// The answer of `tokens/create`.
public struct CreateTokenResponse: Hashable, Sendable {
    /// The environment of the push service.
    public var apnsEnvironment: ServiceEnvironment
    /// What names the device.
    public var apnsToken: String
    /// Where to wait for notifications: a GET that is answered when there is one.
    public var webcourierURL: String

    /// An answer.
    public init(apnsEnvironment: ServiceEnvironment, apnsToken: String, webcourierURL: String) {
        self.apnsEnvironment = apnsEnvironment
        self.apnsToken = apnsToken
        self.webcourierURL = webcourierURL
    }
}

extension CreateTokenResponse: WireReadable, WireWritable {
    /// Reads an answer.
    public init(from reader: inout JSONReader) throws(JSONError) {
        var environment: ServiceEnvironment?
        var token: String?
        var url: String?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "apnsEnvironment": try reader.read(into: &environment)
            case "apnsToken": try reader.read(into: &token)
            case "webcourierURL": try reader.read(into: &url)
            default: try reader.skipValue(of: key)
            }
        }
        guard let environment else { throw reader.missing("apnsEnvironment", in: "the answer") }
        guard let token else { throw reader.missing("apnsToken", in: "the answer") }
        guard let url else { throw reader.missing("webcourierURL", in: "the answer") }
        self.init(apnsEnvironment: environment, apnsToken: token, webcourierURL: url)
    }

    /// Writes an answer.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("apnsEnvironment", apnsEnvironment)
        writer.member("apnsToken", apnsToken)
        writer.member("webcourierURL", webcourierURL)
        writer.endObject()
    }
}

/// The body of `tokens/register`.
public struct RegisterTokenRequest: Hashable, Sendable {
    /// The environment of the push service.
    public var apnsEnvironment: ServiceEnvironment
    /// The token that the device has from the push service.
    public var apnsToken: String
    /// What names the client.
    public var clientID: String?

    /// A request.
    public init(apnsEnvironment: ServiceEnvironment, apnsToken: String, clientID: String? = nil) {
        self.apnsEnvironment = apnsEnvironment
        self.apnsToken = apnsToken
        self.clientID = clientID
    }
}

extension RegisterTokenRequest: WireReadable, WireWritable {
    /// Reads a request.
    public init(from reader: inout JSONReader) throws(JSONError) {
        var environment: ServiceEnvironment?
        var token: String?
        var client: String?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "apnsEnvironment": try reader.read(into: &environment)
            case "apnsToken": try reader.read(into: &token)
            case "clientId": try reader.read(into: &client)
            default: try reader.skipValue(of: key)
            }
        }
        guard let environment else { throw reader.missing("apnsEnvironment", in: "the request") }
        guard let token else { throw reader.missing("apnsToken", in: "the request") }
        self.init(apnsEnvironment: environment, apnsToken: token, clientID: client)
    }

    /// Writes a request.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("apnsEnvironment", apnsEnvironment)
        writer.member("apnsToken", apnsToken)
        writer.member("clientId", clientID)
        writer.endObject()
    }
}

/// An object without keys: the body of the requests that ask for nothing in particular, and of answers that say
/// nothing.
///
/// Keys that are there all the same are ignored.
public struct EmptyBody: Hashable, Sendable {
    /// The empty object.
    public init() {}
}

extension EmptyBody: WireReadable, WireWritable {
    /// Reads past an object.
    public init(from reader: inout JSONReader) throws(JSONError) {
        try reader.beginObject()
        while let key = try reader.nextKey() { try reader.skipValue(of: key) }
    }

    /// Writes an object without keys.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.endObject()
    }
}

extension ServiceEnvironment: ClosedWireName {}
