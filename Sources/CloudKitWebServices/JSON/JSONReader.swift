/// Reads one JSON document from bytes, in order, into typed values.
///
/// ```swift
/// try reader.beginObject()
/// while let key = try reader.nextKey() {
///     switch key {
///     case "zoneName": try reader.read(into: &name)
///     default: try reader.skipValue(of: key)
///     }
/// }
/// ```
///
/// It takes exactly the JSON of RFC 8259 in UTF-8. Beyond the grammar it decides:
/// - Containers nest at most ``ServiceLimits/jsonDepth`` deep.
/// - A `\u` escape for half a surrogate pair without its other half is an error, since no Swift string can hold it.
/// - A key that is read into a slot must not come twice with a value; among the keys that are skipped, nobody looks.
/// - Numbers that do not fit the type asked for are an error, never rounded into it.
/// - After the document only blanks may follow.
public struct JSONReader: ~Copyable {
    let base: UnsafePointer<UInt8>
    let end: Int
    var position = 0
    /// How many containers are open.
    public internal(set) var depth = 0
    /// Whether the innermost container has shown nothing yet, so that no comma is due.
    var isAtStart = false
    /// The depth of the object in which `serverErrorCode` was last skipped over; see ``ItemResult``.
    var errorCodeDepth = 0
    /// How many fields the last record had: what to make room for in the next.
    var fieldCount = 4
    /// Room for unescaped text; at least as long as the longest escaped string so far.
    var scratch: UnsafeMutablePointer<UInt8>
    var scratchCapacity = 64
    var recentStrings = RecentStrings()

    /// A reader of bytes that stay where they are until the reader is gone.
    public init(_ bytes: UnsafeRawBufferPointer) {
        scratch = .allocate(capacity: 64)
        base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) ?? UnsafePointer(scratch)
        end = bytes.count
    }

    deinit {
        scratch.deallocate()
    }

    /// The next byte, or zero at the end; zero is nowhere part of JSON, so that both are refused alike.
    @inline(__always)
    var nextByte: UInt8 {
        position < end ? base[position] : 0
    }

    /// An error at the present byte.
    func failure(_ expected: String) -> JSONError {
        JSONError(offset: position, expected: expected)
    }

    /// An error for an object, just read, that lacks a key.
    public func missing(_ key: String, in object: String) -> JSONError {
        failure("the key \(key) in \(object) that ends")
    }

    @inline(__always)
    mutating func skipBlanks() {
        while position < end {
            let byte = base[position]
            guard byte <= 0x20, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
            position &+= 1
        }
    }

    /// Reads on past the document.
    ///
    /// - Throws: ``JSONError`` if anything but blanks follows.
    public mutating func finish() throws(JSONError) {
        skipBlanks()
        if position < end { throw failure("nothing more after the document") }
    }
}

// MARK: - Containers

extension JSONReader {
    /// Steps into an object.
    ///
    /// - Throws: ``JSONError`` if none begins here or if it lies too deep.
    public mutating func beginObject() throws(JSONError) {
        skipBlanks()
        guard nextByte == UInt8(ascii: "{") else { throw failure("an object") }
        try descend()
    }

    /// Steps into an array.
    ///
    /// - Throws: ``JSONError`` if none begins here or if it lies too deep.
    public mutating func beginArray() throws(JSONError) {
        skipBlanks()
        guard nextByte == UInt8(ascii: "[") else { throw failure("an array") }
        try descend()
    }

    /// The next key of the object; nil at its end, which is then passed.
    ///
    /// - Throws: ``JSONError`` if the object is malformed.
    @inline(__always)
    public mutating func nextKey() throws(JSONError) -> JSONText? {
        guard try hasNext(before: UInt8(ascii: "}")) else { return nil }
        guard nextByte == UInt8(ascii: "\"") else { throw failure("a key in quotation marks") }
        let key = try text(of: scanString())
        skipBlanks()
        guard nextByte == UInt8(ascii: ":") else { throw failure("a colon after the key") }
        position &+= 1
        return key
    }

    /// Whether the array has another element; its end, if not, is then passed.
    ///
    /// - Throws: ``JSONError`` if the array is malformed.
    public mutating func nextElement() throws(JSONError) -> Bool {
        try hasNext(before: UInt8(ascii: "]"))
    }

    @inline(__always)
    mutating func descend() throws(JSONError) {
        guard depth < ServiceLimits.jsonDepth else {
            throw failure("at most \(ServiceLimits.jsonDepth) objects and arrays inside one another, not one more")
        }
        position &+= 1
        depth &+= 1
        isAtStart = true
    }

    @inline(__always)
    private mutating func hasNext(before closing: UInt8) throws(JSONError) -> Bool {
        skipBlanks()
        let byte = nextByte
        if byte == closing {
            position &+= 1
            depth &-= 1
            isAtStart = false
            return false
        }
        if isAtStart {
            isAtStart = false
            return true
        }
        guard byte == UInt8(ascii: ",") else { throw failure("a comma or the end of the container") }
        position &+= 1
        skipBlanks()
        if nextByte == closing { throw failure("another entry after the comma") }
        return true
    }
}

// MARK: - Going back

extension JSONReader {
    /// A place in the document to come back to.
    struct Mark {
        let position: Int
        let depth: Int
        let isAtStart: Bool
    }

    var mark: Mark {
        Mark(position: position, depth: depth, isAtStart: isAtStart)
    }

    mutating func rewind(to mark: Mark) {
        position = mark.position
        depth = mark.depth
        isAtStart = mark.isAtStart
    }
}
