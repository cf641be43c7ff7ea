/// A field of a record: its value, and what the wire says beside it.
public struct WireField: Hashable, Sendable {
    /// The value.
    public var value: WireValue
    /// Whether the type stands beside the value.
    ///
    /// Without it the type was guessed from the form of the value, and what the schema says counts more: see
    /// ``interpreted(as:)``.
    public var isTagged: Bool
    /// Whether the service calls the field encrypted.
    public var isEncrypted: Bool

    /// A field; tagged, as every field that is written should be.
    public init(_ value: WireValue, isTagged: Bool = true, isEncrypted: Bool = false) {
        self.value = value
        self.isTagged = isTagged
        self.isEncrypted = isEncrypted
    }
}

extension WireField: WireReadable, WireWritable {
    /// Reads a field; `{}` is one without a value.
    @inline(__always)
    public init(from reader: inout JSONReader) throws(JSONError) {
        if let (pending, type) = try reader.usualField() {
            self.init(try reader.resolve(pending, as: .known(type)))
        } else {
            try self.init(unusualFrom: &reader)
        }
    }

    /// Reads a field in whatever order its keys come, and with whatever else is there.
    private init(unusualFrom reader: inout JSONReader) throws(JSONError) {
        var value: WireValue?
        var pending: PendingValue?
        var type: DeclaredType?
        var isEncrypted: Bool?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "value":
                guard value == nil, pending == nil else { throw reader.failure("no second value for the same key") }
                if let type {
                    value = try WireValue(from: &reader, as: type)
                } else {
                    pending = try reader.pendingValue()
                }
            case "type":
                guard type == nil else { throw reader.failure("no second value for the same key") }
                type = try DeclaredType(from: &reader)
            case "isEncrypted": try reader.read(into: &isEncrypted)
            default: try reader.skipValue(of: key)
            }
        }
        if let pending { value = try reader.resolve(pending, as: type ?? .none) }
        self.value = value ?? (type ?? .none).absentValue
        self.isTagged = type?.isGiven ?? false
        self.isEncrypted = isEncrypted ?? false
    }

    /// Writes a field.
    @inline(__always)
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("value")
        value.write(to: &writer)
        if isTagged { value.writeType(to: &writer) }
        if isEncrypted { writer.member("isEncrypted", true) }
        writer.endObject()
    }
}
