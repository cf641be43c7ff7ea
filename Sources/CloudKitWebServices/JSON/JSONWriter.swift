/// Writes one JSON document into one growing buffer of bytes.
///
/// ```swift
/// writer.beginObject()
/// writer.member("zoneName", name)
/// writer.endObject()
/// ```
///
/// Commas come by themselves. Keys are literals of the protocol; keys that come from outside go through ``key(_:)-(String)``,
/// which escapes them.
public struct JSONWriter: ~Copyable {
    var base: UnsafeMutablePointer<UInt8>
    var count = 0
    var capacity: Int
    /// Whether a value stands before, so that a comma is due.
    var needsComma = false
    /// Whether 64-bit and floating-point field values are written as strings (`numbersAsStrings` of a request).
    public var numbersAsStrings = false

    /// An empty writer with room for so many bytes before it grows.
    public init(capacity: Int = 1024) {
        self.capacity = max(capacity, 64)
        base = .allocate(capacity: self.capacity)
    }

    deinit {
        base.deallocate()
    }

    /// Lends out what is written so far.
    public func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        body(UnsafeRawBufferPointer(start: base, count: count))
    }

    /// Ends the writing and hands out the bytes.
    public consuming func takeBytes() -> [UInt8] {
        Array(UnsafeBufferPointer(start: base, count: count))
    }

    /// Forgets what is written and keeps the room.
    public mutating func removeAll() {
        count = 0
        needsComma = false
    }

    @inline(__always)
    mutating func reserve(_ additional: Int) {
        if capacity &- count < additional { grow(additional) }
    }

    @inline(never)
    private mutating func grow(_ additional: Int) {
        let larger = max(capacity * 2, count + additional)
        let room = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
        room.update(from: base, count: count)
        base.deallocate()
        (base, capacity) = (room, larger)
    }

    @inline(__always)
    mutating func append(_ byte: UInt8) {
        reserve(1)
        base[count] = byte
        count &+= 1
    }

    @inline(__always)
    mutating func append(_ literal: StaticString) {
        let length = literal.utf8CodeUnitCount
        reserve(length)
        (base + count).update(from: literal.utf8Start, count: length)
        count &+= length
    }

    /// Writes the comma that is due before a value, and notes that one is due after it.
    @inline(__always)
    mutating func separate() {
        if needsComma { append(UInt8(ascii: ",")) }
        needsComma = true
    }
}

// MARK: - Containers

extension JSONWriter {
    /// Begins an object.
    @inline(__always)
    public mutating func beginObject() {
        separate()
        append(UInt8(ascii: "{"))
        needsComma = false
    }

    /// Ends an object.
    @inline(__always)
    public mutating func endObject() {
        append(UInt8(ascii: "}"))
        needsComma = true
    }

    /// Begins an array.
    @inline(__always)
    public mutating func beginArray() {
        separate()
        append(UInt8(ascii: "["))
        needsComma = false
    }

    /// Ends an array.
    @inline(__always)
    public mutating func endArray() {
        append(UInt8(ascii: "]"))
        needsComma = true
    }

    /// Writes a key of the protocol; it must need no escape.
    @inline(__always)
    public mutating func key(_ name: StaticString) {
        let length = name.utf8CodeUnitCount
        reserve(length &+ 4)
        if needsComma {
            base[count] = UInt8(ascii: ",")
            count &+= 1
        }
        base[count] = UInt8(ascii: "\"")
        (base + count + 1).update(from: name.utf8Start, count: length)
        count &+= length &+ 1
        base[count] = UInt8(ascii: "\"")
        base[count &+ 1] = UInt8(ascii: ":")
        count &+= 2
        needsComma = false
    }

    /// Writes a key that comes from outside.
    @inline(__always)
    public mutating func key(_ name: String) {
        string(name)
        append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes a key and its value.
    @inline(__always)
    public mutating func member<Value: WireWritable>(_ name: StaticString, _ value: Value) {
        key(name)
        value.write(to: &self)
    }

    /// Writes a key and its value, or nothing at all for nil.
    @inline(__always)
    public mutating func member<Value: WireWritable>(_ name: StaticString, _ value: Value?) {
        guard let value else { return }
        member(name, value)
    }

    /// Writes a key and its value, or nothing at all for an empty array.
    mutating func nonEmpty<Value: WireWritable>(_ name: StaticString, _ values: [Value]) {
        if !values.isEmpty { member(name, values) }
    }
}
