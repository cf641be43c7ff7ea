@testable import WebHost

/// What a browser holds, as far as the host's operations reach: applies them by the page's rules, and counts what moved.
final class ModelPage {
    final class Element {
        let id: String
        let name: WebHost.Element
        var attributes: [String: String]
        var properties: Properties
        var text: String
        var children: [Element]
        weak var parent: Element?

        init(_ node: Node) {
            id = node.id
            name = node.element
            attributes = Dictionary(uniqueKeysWithValues: node.writtenAttributes.map { ($0.key.rawValue, $0.value) })
            if let letters = node.events.written { attributes["data-e"] = letters }
            properties = node.properties
            switch node.content {
            case .text(let text): (self.text, children) = (text, [])
            case .icon(let name): (self.text, children) = ("icon:" + name, [])
            case .children(let nodes): (self.text, children) = ("", nodes.map(Element.init))
            }
            for child in children { child.parent = self }
        }

        /// A holder that the host owns.
        init(id: String, children: [Node]) {
            self.id = id
            name = .div
            attributes = [:]
            properties = Properties()
            text = ""
            self.children = children.map(Element.init)
            for child in self.children { child.parent = self }
        }
    }

    struct Fault: Error {
        let operation: Operation
        let reason: String
    }

    let root: Element
    let overlays: Element
    private var index: [String: Element] = [:]
    private(set) var moved: [String] = []

    init(_ picture: Picture) {
        root = Element(id: Operation.rootHolder, children: [picture.root])
        overlays = Element(id: Operation.overlayHolder, children: picture.overlays)
        for holder in [root, overlays] { enter(holder) }
    }

    func element(_ id: String) -> Element? { index[id] }

    func apply(_ operations: [Operation]) throws {
        for operation in operations { try apply(operation) }
    }

    private func apply(_ operation: Operation) throws {
        func find(_ id: String) throws -> Element {
            guard let element = index[id] else { throw Fault(operation: operation, reason: "no element \(id)") }
            return element
        }
        switch operation {
        case .text(let id, let text):
            let element = try find(id)
            for child in element.children { leave(child) }
            (element.children, element.text) = ([], text)
        case .icon(let id, let name):
            let element = try find(id)
            for child in element.children { leave(child) }
            (element.children, element.text) = ([], "icon:" + name)
        case .set(let id, let name, let value): try find(id).attributes[name] = value
        case .remove(let id, let name): try find(id).attributes[name] = nil
        case .property(let id, let property, _):
            let element = try find(id)
            switch property {
            case .value(let value): element.properties.value = value
            case .isChecked(let isChecked): element.properties.isChecked = isChecked
            case .isOpen(let isOpen): element.properties.isOpen = isOpen
            }
        case .insert(let node, let parent, let before):
            let element = Element(node)
            for id in node.all(where: { _ in true }).map(\.id) where index[id] != nil {
                throw Fault(operation: operation, reason: "\(id) is there already")
            }
            try place(element, in: find(parent), before: before, operation)
            enter(element)
        case .move(let id, let parent, let before):
            let element = try find(id)
            moved.append(id)
            element.parent?.children.removeAll { $0 === element }
            try place(element, in: find(parent), before: before, operation)
        case .delete(let id):
            let element = try find(id)
            element.parent?.children.removeAll { $0 === element }
            leave(element)
        }
    }

    private func place(_ element: Element, in parent: Element, before: String?, _ operation: Operation) throws {
        var place = parent.children.count
        if let before {
            guard let found = parent.children.firstIndex(where: { $0.id == before }) else {
                throw Fault(operation: operation, reason: "\(before) is not a child of \(parent.id)")
            }
            place = found
        }
        parent.children.insert(element, at: place)
        element.parent = parent
    }

    private func enter(_ element: Element) {
        index[element.id] = element
        for child in element.children { enter(child) }
    }

    private func leave(_ element: Element) {
        index[element.id] = nil
        for child in element.children { leave(child) }
    }

    /// Where the page differs from a picture; empty where it shows it.
    func differences(from picture: Picture) -> [String] {
        Self.differences(root.children, [picture.root], at: "root")
            + Self.differences(overlays.children, picture.overlays, at: "overlays")
    }

    private static func differences(_ elements: [Element], _ nodes: [Node], at path: String) -> [String] {
        guard elements.map(\.id) == nodes.map(\.id) else {
            return ["\(path): \(elements.map(\.id)) instead of \(nodes.map(\.id))"]
        }
        return zip(elements, nodes).flatMap { differences($0, Element($1), at: "\(path)/\($1.id)") }
    }

    private static func differences(_ page: Element, _ wanted: Element, at path: String) -> [String] {
        var found: [String] = []
        if page.name != wanted.name { found.append("\(path): <\(page.name)> instead of <\(wanted.name)>") }
        if page.attributes != wanted.attributes {
            found.append("\(path): \(page.attributes) instead of \(wanted.attributes)")
        }
        if page.text != wanted.text { found.append("\(path): “\(page.text)” instead of “\(wanted.text)”") }
        // What a picture does not name stays as it is.
        if let value = wanted.properties.value, value != page.properties.value { found.append("\(path): value") }
        if let isOn = wanted.properties.isChecked, isOn != page.properties.isChecked {
            found.append("\(path): checked")
        }
        if let isOpen = wanted.properties.isOpen, isOpen != page.properties.isOpen { found.append("\(path): open") }
        guard page.children.map(\.id) == wanted.children.map(\.id) else {
            return found + ["\(path): \(page.children.map(\.id)) instead of \(wanted.children.map(\.id))"]
        }
        return found + zip(page.children, wanted.children).flatMap { differences($0, $1, at: "\(path)/\($1.id)") }
    }
}
