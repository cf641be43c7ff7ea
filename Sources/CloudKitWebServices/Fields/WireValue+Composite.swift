extension JSONReader {
    /// The list at a place already passed, or nil if it is none of that type.
    mutating func elements(at pending: PendingValue, of type: WireFieldType) -> WireValue? {
        let resume = mark
        defer { rewind(to: resume) }
        rewind(to: Mark(position: pending.start, depth: depth, isAtStart: false))
        return try? list(of: type)
    }

    /// The object at a place already passed, or nil if it is none of that type.
    mutating func object(at pending: PendingValue, as type: WireFieldType) -> WireValue? {
        let resume = mark
        defer { rewind(to: resume) }
        rewind(to: Mark(position: pending.start, depth: depth, isAtStart: false))
        return switch type {
        case .reference: (try? WireReference(from: &self)).map(WireValue.reference)
        case .asset: (try? WireAsset(from: &self)).map(WireValue.asset)
        case .location: (try? WireLocation(from: &self)).map(WireValue.location)
        default: nil
        }
    }

    private mutating func list(of type: WireFieldType) throws(JSONError) -> WireValue? {
        switch type {
        case .stringList: .strings(try [String](from: &self))
        case .int64List: .int64s(try elements { (reader) throws(JSONError) in try reader.looseInt64() })
        case .doubleList: .doubles(try elements { (reader) throws(JSONError) in try reader.looseDouble() })
        case .timestampList: .timestamps(try [WireTimestamp](from: &self))
        case .bytesList: .bytesList(try elements { (reader) throws(JSONError) in try reader.base64() })
        case .referenceList: .references(try [WireReference](from: &self))
        case .assetList: .assets(try [WireAsset](from: &self))
        case .locationList: .locations(try [WireLocation](from: &self))
        case .unknownList:
            try elements { (reader) throws(JSONError) in try reader.rawValue() }.isEmpty ? .emptyList : nil
        default: nil
        }
    }

    private mutating func elements<Element>(
        _ read: (inout JSONReader) throws(JSONError) -> Element
    ) throws(JSONError) -> [Element] {
        var elements: [Element] = []
        try beginArray()
        while try nextElement() { elements.append(try read(&self)) }
        return elements
    }

    private mutating func looseInt64() throws(JSONError) -> Int64 {
        skipBlanks()
        if nextByte != UInt8(ascii: "\"") { return try int64() }
        let text = try text()
        let number = NumberText(UnsafeBufferPointer(start: text.start, count: text.count))
        guard let value = number.int64 else { throw failure("a whole number") }
        return value
    }

    private mutating func looseDouble() throws(JSONError) -> Double {
        skipBlanks()
        if nextByte != UInt8(ascii: "\"") { return try double() }
        let text = try text()
        let number = NumberText(UnsafeBufferPointer(start: text.start, count: text.count))
        guard let value = number.finiteDouble else { throw failure("a number") }
        return value
    }

    private mutating func base64() throws(JSONError) -> [UInt8] {
        let text = try text()
        guard let bytes = Base64.decode(UnsafeBufferPointer(start: text.start, count: text.count)) else {
            throw failure("base64 with padding")
        }
        return bytes
    }
}
