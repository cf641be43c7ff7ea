extension Attribute {
    /// Attributes that are there or not, whatever they hold.
    private static let flags: Set<Attribute> = [
        .hidden, .inert, .autofocus, .multiple, .disabled, .readonly, .required, .open,
    ]

    /// The value as it goes to the page, or nil where the attribute is left out.
    func written(_ value: String) -> String? {
        if Self.flags.contains(self) { return value == "false" ? nil : "" }
        switch self {
        case .href: return AddressPolicy.link(value)
        case .src: return AddressPolicy.source(value)
        default: return value
        }
    }
}

extension Node {
    /// The attributes as they go to the page: checked, and with what follows from others.
    var writtenAttributes: [Attribute: String] {
        var written: [Attribute: String] = [:]
        written.reserveCapacity(attributes.count + 1)
        for (attribute, value) in attributes {
            if let value = attribute.written(value) { written[attribute] = value }
        }
        // A page that is opened from here must not reach back.
        if written[.target] != nil { written[.rel] = "noopener noreferrer" }
        return written
    }
}

extension EventKinds {
    private static let letters: [(EventKinds, String)] = [
        (.click, "c"), (.input, "i"), (.toggle, "t"), (.submit, "s"), (.close, "x"), (.focus, "f"), (.appear, "a"),
        (.move, "m"), (.file, "u"),
    ]

    /// The letters by which the page knows what to report; nil where there is nothing.
    var written: String? {
        isEmpty ? nil : Self.letters.filter { contains($0.0) }.map(\.1).joined()
    }
}
