/// One JSON value, kept as the bytes it came in.
///
/// For what this version of the wire does not know: it goes back out exactly as it came in.
public struct RawJSON: Hashable, Sendable {
    /// The value's bytes, without blanks around them.
    public let bytes: [UInt8]

    /// A value from bytes that are known to be one: written by ``JSONWriter``, or read before and stored since.
    ///
    /// Nobody looks at them again; bytes that are no JSON spoil the document they are written into.
    public init(checked bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// A value from its bytes.
    ///
    /// - Throws: ``JSONError`` if they are not exactly one well-formed value.
    public init(_ bytes: [UInt8]) throws(JSONError) {
        self = try RawJSON(json: bytes)
    }

    /// The value read as another type.
    ///
    /// - Throws: ``JSONError`` if it does not fit.
    public func read<Value: WireReadable>(as type: Value.Type = Value.self) throws(JSONError) -> Value {
        try Value(json: bytes)
    }
}

extension RawJSON: WireReadable, WireWritable {
    /// Reads any value.
    public init(from reader: inout JSONReader) throws(JSONError) {
        self = try reader.rawValue()
    }

    /// Writes the value as it came.
    public func write(to writer: inout JSONWriter) {
        writer.raw(self)
    }
}
