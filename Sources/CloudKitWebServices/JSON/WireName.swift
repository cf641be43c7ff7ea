/// A name out of a list that others may lengthen: an unknown one is kept as it came.
public protocol OpenWireName: RawRepresentable, Hashable, Sendable, WireReadable, WireWritable, CustomStringConvertible
where RawValue == String {
    /// A name from its spelling on the wire.
    init(rawValue: String)
}

extension OpenWireName {
    /// Reads a name.
    public init(from reader: inout JSONReader) throws(JSONError) {
        self.init(rawValue: try reader.string())
    }

    /// Writes a name.
    public func write(to writer: inout JSONWriter) {
        writer.string(rawValue)
    }

    /// The name as the wire spells it.
    public var description: String {
        rawValue
    }
}

/// A name out of a list that is complete: any other is an error of the document.
public protocol ClosedWireName: RawRepresentable, CaseIterable, Hashable, Sendable, WireReadable, WireWritable
where RawValue == String {}

extension ClosedWireName {
    /// Reads a name.
    ///
    /// - Throws: ``JSONError`` if the list has no such name.
    public init(from reader: inout JSONReader) throws(JSONError) {
        reader.skipBlanks()
        let start = reader.position
        guard let value = Self(rawValue: try reader.string()) else {
            let names = Self.allCases.map(\.rawValue).joined(separator: ", ")
            throw JSONError(offset: start, expected: "one of \(names)")
        }
        self = value
    }

    /// Writes a name.
    public func write(to writer: inout JSONWriter) {
        writer.string(rawValue)
    }
}
