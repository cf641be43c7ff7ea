/// A value that can be read from the wire.
public protocol WireReadable {
    /// Reads the value that the reader stands before.
    ///
    /// - Throws: ``JSONError`` if something else is there.
    init(from reader: inout JSONReader) throws(JSONError)
}

/// A value that can be written to the wire.
public protocol WireWritable {
    /// Writes the value at the writer's end.
    func write(to writer: inout JSONWriter)
}

extension WireReadable {
    /// A value from a whole document.
    ///
    /// - Throws: ``JSONError`` if the document is malformed, of another shape, or followed by more.
    public init(json bytes: UnsafeRawBufferPointer) throws(JSONError) {
        var reader = JSONReader(bytes)
        self = try Self(from: &reader)
        try reader.finish()
    }

    /// A value from a whole document.
    ///
    /// - Throws: ``JSONError`` if the document is malformed, of another shape, or followed by more.
    public init(json bytes: [UInt8]) throws(JSONError) {
        let result = bytes.withUnsafeBytes { buffer in
            Result { () throws(JSONError) in try Self(json: buffer) }
        }
        self = try result.get()
    }

    /// A value from a whole document.
    ///
    /// - Throws: ``JSONError`` if the document is malformed, of another shape, or followed by more.
    public init(json text: String) throws(JSONError) {
        try self.init(json: Array(text.utf8))
    }
}

extension WireWritable {
    /// The value as a whole document.
    ///
    /// - Parameter numbersAsStrings: Whether 64-bit and floating-point field values become strings.
    /// - Returns: UTF-8, without blanks.
    public func json(numbersAsStrings: Bool = false) -> [UInt8] {
        var writer = JSONWriter()
        writer.numbersAsStrings = numbersAsStrings
        write(to: &writer)
        return writer.takeBytes()
    }
}

// MARK: - The simple ones

extension String: WireReadable, WireWritable {
    /// Reads a string.
    @inline(__always)
    public init(from reader: inout JSONReader) throws(JSONError) {
        self = try reader.string()
    }

    /// Writes a string.
    @inline(__always)
    public func write(to writer: inout JSONWriter) {
        writer.string(self)
    }
}

extension Int64: WireReadable, WireWritable {
    /// Reads a whole number.
    public init(from reader: inout JSONReader) throws(JSONError) {
        self = try reader.int64()
    }

    /// Writes a whole number.
    public func write(to writer: inout JSONWriter) {
        writer.int64(self)
    }
}

extension Int: WireReadable, WireWritable {
    /// Reads a whole number.
    public init(from reader: inout JSONReader) throws(JSONError) {
        self = Int(truncatingIfNeeded: try reader.int64())
    }

    /// Writes a whole number.
    public func write(to writer: inout JSONWriter) {
        writer.int64(Int64(self))
    }
}

extension Double: WireReadable, WireWritable {
    /// Reads a number.
    public init(from reader: inout JSONReader) throws(JSONError) {
        self = try reader.double()
    }

    /// Writes a number.
    public func write(to writer: inout JSONWriter) {
        writer.double(self)
    }
}

extension Bool: WireReadable, WireWritable {
    /// Reads true or false.
    public init(from reader: inout JSONReader) throws(JSONError) {
        self = try reader.bool()
    }

    /// Writes true or false.
    public func write(to writer: inout JSONWriter) {
        writer.bool(self)
    }
}

extension Array: WireReadable where Element: WireReadable {
    /// Reads an array.
    public init(from reader: inout JSONReader) throws(JSONError) {
        self = []
        try reader.beginArray()
        while try reader.nextElement() {
            append(try Element(from: &reader))
        }
    }
}

extension Array: WireWritable where Element: WireWritable {
    /// Writes an array.
    public func write(to writer: inout JSONWriter) {
        writer.beginArray()
        for element in self { element.write(to: &writer) }
        writer.endArray()
    }
}
