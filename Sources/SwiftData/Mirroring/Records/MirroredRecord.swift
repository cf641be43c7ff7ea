#if CloudKitMirroring

/// What a record says, whatever its layout.
struct MirroredRecord: Hashable, Sendable, Codable {
    enum Content: Hashable, Sendable, Codable {
        /// A row.
        case row(entity: String)
        /// A link of a table of links, by the names of the records at its ends.
        case link(table: String, own: String, other: String)
        /// The row goes by another name: two rows with one unique value became one.
        case forward(to: String)
    }

    var name: String
    var content: Content
    /// Attributes and to-one relationships.
    var values: [String: MirroredValue] = [:]
    /// Places in lists, by to-one relationship, or by the end of a link.
    var orders: [String: String] = [:]
    var stamps = StampSet()
    /// Properties that are there and cannot be read now: sealed, or their file could not be had.
    var unreadable: Set<String> = []
}

extension MirroredRecord {
    /// The ends of a link, as places and stamps know them.
    static let ownEnd = "own"
    static let otherEnd = "other"

    /// The names of the records that this one names.
    var references: [String] {
        let targets = values.values.compactMap { if case .reference(let name) = $0 { name } else { nil } }
        switch content {
        case .row: return targets
        case .link(_, let own, let other): return [own, other] + targets
        case .forward(let target): return [target] + targets
        }
    }
}

extension StampSet: Codable {
    init(from decoder: any Decoder) throws {
        self.init(text: try decoder.singleValueContainer().decode(String.self))
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

#endif
