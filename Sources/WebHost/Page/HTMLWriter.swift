/// Writes nodes as HTML.
///
/// Names come from the closed vocabulary; every text goes through the one escaper.
struct HTMLWriter {
    let icons: IconCatalogue
    /// Whether the page is shown before a script runs: then dialogs stand open by themselves.
    var isFirstPage = false
    private(set) var output = ByteWriter()

    init(icons: IconCatalogue, isFirstPage: Bool = false) {
        self.icons = icons
        self.isFirstPage = isFirstPage
    }

    static func html(of node: Node, icons: IconCatalogue) -> [UInt8] {
        var writer = HTMLWriter(icons: icons)
        writer.write(node)
        return writer.output.bytes
    }

    mutating func write(_ node: Node, chosen: String? = nil) {
        output.raw("<")
        output.trusted(node.element.rawValue)
        output.raw(" id=\"")
        output.html(node.id)
        output.raw("\"")
        writeAttributes(of: node, chosen: chosen)
        output.raw(">")
        guard !node.element.isVoid else { return }
        if node.element == .dialog { output.raw(Self.liveRegions) }
        writeContent(of: node, chosen: chosen)
        output.raw("</")
        output.trusted(node.element.rawValue)
        output.raw(">")
    }

    /// Where announcements are put.
    ///
    /// A modal dialog hides everything else from readers, so each has its own.
    static let liveRegions: StaticString =
        """
        <div class="visually-hidden" data-live="polite" aria-live="polite"></div>\
        <div class="visually-hidden" data-live="assertive" aria-live="assertive"></div>
        """

    private mutating func writeAttributes(of node: Node, chosen: String?) {
        for (attribute, value) in node.writtenAttributes.sorted(by: { $0.key < $1.key }) {
            writeAttribute(attribute.rawValue, value)
        }
        if let letters = node.events.written { writeAttribute("data-e", letters) }
        writeProperties(of: node)
        if node.element == .option, let chosen, node.attributes[.value] == chosen { output.raw(" selected") }
    }

    private mutating func writeAttribute(_ name: String, _ value: String) {
        output.raw(" ")
        output.trusted(name)
        output.raw("=\"")
        output.html(value)
        output.raw("\"")
    }

    /// Properties as the attributes that a browser takes for their beginning.
    private mutating func writeProperties(of node: Node) {
        let properties = node.properties
        if let value = properties.value {
            switch node.element {
            case .input where !node.isCheckable, .progress, .meter: writeAttribute("value", value)
            default: break
            }
        }
        if properties.isChecked == true, node.element == .input { output.raw(" checked") }
        guard properties.isOpen == true else { return }
        switch node.element {
        case .details: output.raw(" open")
        case .dialog where isFirstPage: output.raw(" open data-open")
        default: output.raw(" data-open")
        }
    }

    private mutating func writeContent(of node: Node, chosen: String?) {
        if node.element == .textarea {
            // The first line break after the tag is not part of the text.
            output.raw("\n")
            output.html(node.properties.value ?? "")
            return
        }
        switch node.content {
        case .text(let text): output.html(text)
        case .icon(let name): output.trusted(icons.drawing(named: name))
        case .children(let children):
            let chosen = node.element == .select ? node.properties.value : chosen
            for child in children { write(child, chosen: chosen) }
        }
    }
}

extension Element {
    /// Elements that cannot hold anything.
    var isVoid: Bool { self == .input || self == .hr || self == .img }
}

extension Node {
    /// Whether the element is on or off rather than having a text.
    var isCheckable: Bool {
        element == .input && (attributes[.type] == "checkbox" || attributes[.type] == "radio")
    }

    /// The nodes inside, if it holds nodes.
    var children: [Node] {
        if case .children(let children) = content { children } else { [] }
    }
}
