extension JSONReader {
    /// Reads an object of which one key counts, and must be there.
    mutating func onlyMember<Value: WireReadable>(
        _ name: StaticString,
        of object: String
    ) throws(JSONError) -> Value {
        var value: Value?
        try beginObject()
        while let key = try nextKey() {
            if name ~= key { try read(into: &value) } else { try skipValue(of: key) }
        }
        guard let value else { throw missing("\(name)", in: object) }
        return value
    }
}

extension JSONWriter {
    /// Writes an object of one key.
    mutating func onlyMember<Value: WireWritable>(_ name: StaticString, _ value: Value) {
        beginObject()
        member(name, value)
        endObject()
    }
}
