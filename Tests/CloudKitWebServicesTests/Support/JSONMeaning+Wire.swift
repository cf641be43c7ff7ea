import CloudKitWebServices

extension JSONMeaning: WireReadable {
    /// What the wire's reader makes of a document; of a key given twice the last value counts.
    init(from reader: inout JSONReader) throws(JSONError) {
        switch reader.nextKind() {
        case .object: self = .object(try Self.members(from: &reader))
        case .array: self = .array(try [JSONMeaning](from: &reader))
        case .string: self = .string(try reader.string())
        case .bool: self = .bool(try reader.bool())
        case .number: self = try Self.number(from: &reader)
        case .null, .nothing:
            try reader.skipValue()
            self = .null
        }
    }

    private static func members(from reader: inout JSONReader) throws(JSONError) -> [String: JSONMeaning] {
        var members: [String: JSONMeaning] = [:]
        try reader.beginObject()
        while let key = try reader.nextKey() {
            let name = key.string
            members[name] = try JSONMeaning(from: &reader)
        }
        return members
    }

    private static func number(from reader: inout JSONReader) throws(JSONError) -> JSONMeaning {
        let raw = try reader.rawValue()
        if let value = try? raw.read(as: Int64.self) { return .integer(value) }
        let value = try raw.read(as: Double.self)
        return Int64(exactly: value).map(JSONMeaning.integer) ?? .real(value)
    }
}

extension JSONMeaning: WireWritable {
    func write(to writer: inout JSONWriter) {
        switch self {
        case .null: writer.null()
        case .bool(let value): writer.bool(value)
        case .integer(let value): writer.int64(value)
        case .real(let value): writer.double(value)
        case .string(let value): writer.string(value)
        case .array(let values): values.write(to: &writer)
        case .object(let members):
            writer.beginObject()
            for (name, value) in members {
                writer.key(name)
                value.write(to: &writer)
            }
            writer.endObject()
        }
    }
}
