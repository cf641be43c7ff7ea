/// What became of one item of a request: the item, or its error.
///
/// An answer's arrays mix both; an item is an error if and only if it has the key `serverErrorCode`.
public enum ItemResult<Item: Hashable & Sendable>: Hashable, Sendable {
    /// The item.
    case success(Item)
    /// What went wrong with it.
    indirect case failure(WireError)

    /// The item, unless it failed.
    public var item: Item? {
        if case .success(let item) = self { item } else { nil }
    }

    /// The error, if it failed.
    public var error: WireError? {
        if case .failure(let error) = self { error } else { nil }
    }

    /// The item.
    ///
    /// - Throws: Its ``WireError``, if it failed.
    public func get() throws(WireError) -> Item {
        switch self {
        case .success(let item): return item
        case .failure(let error): throw error
        }
    }
}

extension ItemResult: WireReadable where Item: WireReadable {
    /// Reads an item or an error.
    ///
    /// Most are items, so it is read as one first, noticing on the way whether it is an error; then it is read again.
    public init(from reader: inout JSONReader) throws(JSONError) {
        let start = reader.mark
        reader.errorCodeDepth = 0
        do throws(JSONError) {
            let item = try Item(from: &reader)
            if reader.errorCodeDepth != start.depth + 1 {
                self = .success(item)
                return
            }
        } catch {
            reader.rewind(to: start)
            guard let failure = try? WireError(from: &reader) else { throw error }
            self = .failure(failure)
            return
        }
        reader.rewind(to: start)
        self = .failure(try WireError(from: &reader))
    }
}

extension ItemResult: WireWritable where Item: WireWritable {
    /// Writes the item or the error.
    @inline(__always)
    public func write(to writer: inout JSONWriter) {
        switch self {
        case .success(let item): item.write(to: &writer)
        case .failure(let error): error.write(to: &writer)
        }
    }
}

/// What became of one record.
public typealias RecordResult = ItemResult<WireRecord>
