/// One message to a page.
struct ServerMessage: Equatable, Sendable {
    /// The last message of the page that has had its effect.
    var acknowledged: Int
    /// The number of this update; nil where the message changes nothing that is shown.
    var update: Int?
    var content: Content = .nothing
    /// What else of the picture became different.
    var title: String?
    var language: String?
    var isRightToLeft: Bool?
    var shortcuts: [String: String]?
    var depth: Int?
    var savedState: SavedState?
    var focus: String?
    var announcements: [Announcement] = []

    enum Content: Equatable, Sendable {
        case nothing
        case changes([Operation])
        /// Everything anew, because nobody knows what the page shows.
        case everything(root: Node, overlays: [Node])
    }

    struct SavedState: Equatable, Sendable {
        /// Nil: nothing is to be kept any more.
        var state: String?
    }
}

extension ServerMessage {
    func json(icons: IconCatalogue) -> [UInt8] {
        var output = ByteWriter()
        output.raw("{\"ack\":")
        output.trusted(String(acknowledged))
        if let update {
            output.raw(",\"seq\":")
            output.trusted(String(update))
        }
        writeDetails(to: &output)
        switch content {
        case .nothing: break
        case .changes(let operations): Self.write(operations, icons: icons, to: &output)
        case .everything(let root, let overlays):
            output.raw(",\"root\":")
            output.json(HTMLWriter.html(of: root, icons: icons))
            output.raw(",\"overlays\":")
            output.json(overlays.flatMap { HTMLWriter.html(of: $0, icons: icons) })
        }
        output.raw("}")
        return output.bytes
    }

    private func writeDetails(to output: inout ByteWriter) {
        output.member("title", title)
        output.member("lang", language)
        if let isRightToLeft { output.member("dir", isRightToLeft ? "rtl" : "ltr") }
        output.member("focus", focus)
        if let depth {
            output.raw(",\"depth\":")
            output.trusted(String(depth))
        }
        if let savedState {
            output.raw(",\"saved\":")
            if let state = savedState.state { output.json(state) } else { output.raw("null") }
        }
        if let shortcuts {
            output.raw(",\"keys\":{")
            for (place, key) in shortcuts.keys.sorted().enumerated() {
                if place > 0 { output.raw(",") }
                output.json(key)
                output.raw(":")
                output.json(shortcuts[key] ?? "")
            }
            output.raw("}")
        }
        guard !announcements.isEmpty else { return }
        output.raw(",\"say\":[")
        for (place, announcement) in announcements.enumerated() {
            if place > 0 { output.raw(",") }
            output.raw("{\"m\":")
            output.json(announcement.message)
            if announcement.isUrgent { output.raw(",\"p\":\"assertive\"") }
            output.raw("}")
        }
        output.raw("]")
    }

    private static func write(_ operations: [Operation], icons: IconCatalogue, to output: inout ByteWriter) {
        guard !operations.isEmpty else { return }
        output.raw(",\"ops\":[")
        for (place, operation) in operations.enumerated() {
            output.raw(place > 0 ? ",{\"o\":" : "{\"o\":")
            operation.write(to: &output, icons: icons)
            output.raw("}")
        }
        output.raw("]")
    }
}

extension Operation {
    fileprivate func write(to output: inout ByteWriter, icons: IconCatalogue) {
        switch self {
        case .text(let node, let text):
            output.raw("\"text\"")
            output.member("n", node)
            output.member("v", text)
        case .icon(let node, let name):
            output.raw("\"icon\"")
            output.member("n", node)
            output.member("v", icons.drawing(named: name))
        case .set(let node, let name, let value):
            output.raw("\"set\"")
            output.member("n", node)
            output.member("k", name)
            output.member("v", value)
        case .remove(let node, let name):
            output.raw("\"del\"")
            output.member("n", node)
            output.member("k", name)
        case .property(let node, let property, let revision):
            output.raw("\"prop\"")
            output.member("n", node)
            property.write(to: &output)
            output.raw(",\"r\":")
            output.trusted(String(revision))
        case .insert(let node, let parent, let before):
            output.raw("\"ins\"")
            output.member("p", parent)
            output.member("b", before)
            output.raw(",\"v\":")
            output.json(HTMLWriter.html(of: node, icons: icons))
        case .move(let node, let parent, let before):
            output.raw("\"mv\"")
            output.member("n", node)
            output.member("p", parent)
            output.member("b", before)
        case .delete(let node):
            output.raw("\"rm\"")
            output.member("n", node)
        }
    }
}

extension Operation.Property {
    fileprivate func write(to output: inout ByteWriter) {
        switch self {
        case .value(let value):
            output.member("k", "value")
            output.member("v", value)
        case .isChecked(let isOn):
            output.member("k", "checked")
            output.trusted(isOn ? ",\"v\":true" : ",\"v\":false")
        case .isOpen(let isOn):
            output.member("k", "open")
            output.trusted(isOn ? ",\"v\":true" : ",\"v\":false")
        }
    }
}

extension ByteWriter {
    /// A further member of an object, left out where there is no value.
    fileprivate mutating func member(_ name: StaticString, _ value: String?) {
        guard let value else { return }
        raw(",\"")
        raw(name)
        raw("\":")
        json(value)
    }
}
