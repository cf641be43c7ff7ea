import Foundation
import WebHost

/// Draws rows in groups, as lists and forms have them.
@MainActor
struct RowGroups {
    let context: _RenderContext
    let selection: RowSelection?
    let isEditing: Bool

    /// Sections as they are, and what stands between them as sections without words.
    func sections(of fragments: [Fragment]) -> [Node] {
        var sections: [SectionParts] = []
        for fragment in fragments {
            if let parts = fragment.marks.section {
                sections.append(parts)
            } else if let last = sections.indices.last, sections[last].id.hasSuffix("-free") {
                sections[last].rows.append(fragment)
            } else {
                let id = context.id("s\(sections.count)-free")
                sections.append(SectionParts(id: id, header: [], rows: [fragment], footer: []))
            }
        }
        return sections.map(section)
    }

    private func section(_ parts: SectionParts) -> Node {
        var children: [Node] = []
        var section = Node(id: parts.id, element: .section, attributes: [.class: "section"])
        if !parts.header.isEmpty {
            let head = header(parts)
            // Beside controls of its own a title that folds its section is the name of a button.
            let isButton = parts.isExpanded != nil && parts.header.nodes.contains(where: \.holdsControl)
            section.attributes[.ariaLabelledby] = isButton ? parts.id + "x" : head.id
            children.append(head)
        } else if parts.id.hasSuffix("-free") {
            section.element = .div
        }
        if !parts.rows.isEmpty { children.append(rows(parts)) }
        if !parts.footer.isEmpty {
            let foot = Node(id: parts.id + "f", element: .div, content: .children(parts.footer.nodes))
            children.append(with(foot, "section-foot"))
        }
        section.content = .children(children)
        return section
    }

    private func header(_ parts: SectionParts) -> Node {
        var content: [Node] = parts.header.nodes.map(\.phrasing)
        if let isExpanded = parts.isExpanded {
            let id = parts.id + "x"
            let isOpen = context.read { isExpanded.wrappedValue }
            var button = Node(id: id, element: .button, content: .children(content), events: .click)
            button.attributes = [.class: "btn plain", .type: "button", .ariaExpanded: isOpen ? "true" : "false"]
            context.on(id) { _ in isExpanded.wrappedValue.toggle() }
            content = [button]
        }
        return with(Node(id: parts.id + "h", element: .h2, content: .children(content)), "section-head")
    }

    private func with(_ node: Node, _ name: String) -> Node {
        var node = node
        node.attributes[.class] = name
        return node
    }

    // MARK: Rows

    private func rows(_ parts: SectionParts) -> Node {
        var list = Node(id: parts.id + "r", element: .ul, attributes: [.class: "rows", .role: "list"])
        let movable = Movable(parts.rows)
        var items = parts.rows.enumerated().map { row($1, place: $0, movable) }
        number(&items, parts.rows)
        list.content = .children(items)
        if let movable {
            list.events = .move
            context.on(list.id) { action in
                if case .move(let from, let to) = action { movable.move(from, to) }
            }
        }
        return list
    }

    /// Says of each row which of all it is, where some are not on the page: readers would count those that are.
    private func number(_ items: inout [Node], _ rows: [Fragment]) {
        let count = rows.reduce(0) { $0 + max(1, $1.marks.missingRows) }
        guard rows.contains(where: { $0.marks.missingRows > 0 }) else { return }
        var position = 0
        for (index, row) in rows.enumerated() {
            position += max(1, row.marks.missingRows)
            guard row.marks.missingRows == 0 else { continue }
            items[index].attributes[.ariaPosinset] = String(position)
            items[index].attributes[.ariaSetsize] = String(count)
        }
    }

    private func row(_ fragment: Fragment, place: Int, _ movable: Movable?) -> Node {
        let marks = fragment.marks
        let content = fragment.finished()
        var item = Node(id: content.id + "l", element: .li)
        var classes = ["row"]
        if marks.isLink { classes.append("link") }
        if marks.row?.hidesLine == true { classes.append("no-line") }
        if let background = marks.row?.background { item.attributes[.style] = "background:\(background)" }
        if let insets = marks.row?.insets { item.attributes[.style, default: ""] += ";padding:\(insets)" }
        var main = mainPart(content, marks)
        var choice: Node?
        if let selection, let tag = marks.tag ?? marks.identity {
            let chosen = selectable(main, tag, selection, id: content.id + "k")
            if chosen.id == main.id, isEditing, !selection.isSingle {
                choice = choiceButton(tag, selection, of: content)
            }
            main = chosen
            if selection.holds(tag) { classes.append("selected") }
        }
        main.nameEmptyLinks(content.rowName)
        var children = (choice.map { [$0] } ?? []) + [main]
        if let badge = marks.badge { children.append(badgeNode(badge, content.id)) }
        let actions = rowActions(marks, content, place, movable)
        if !actions.isEmpty {
            let group = Node(
                id: content.id + "a",
                element: .div,
                attributes: [.class: isEditing ? "row-actions" : "row-actions swipe"],
                content: .children(actions)
            )
            children.append(group)
        }
        item.attributes[.class] = classes.joined(separator: " ")
        item.content = .children(children)
        return item
    }

    private func mainPart(_ content: Node, _ marks: Marks) -> Node {
        let isWhole = [Element.button, .a, .label].contains(content.element)
        if isWhole {
            var node = content
            node.attributes[.class] = ["row-main", node.attributes[.class]].compactMap(\.self).joined(separator: " ")
            return node
        }
        return Node(
            id: content.id + "c",
            element: .div,
            attributes: [.class: "row-main"],
            content: .children([content])
        )
    }

    private func badgeNode(_ badge: Text, _ id: String) -> Node {
        let words = badge.plain(in: context.environment)
        return Node(id: id + "b", element: .span, attributes: [.class: "badge"], content: .text(words))
    }

    private func selectable(_ main: Node, _ tag: AnyHashable, _ selection: RowSelection, id: String) -> Node {
        // A link in the row chooses by itself, and a control that is the whole row keeps its meaning; beside other controls the
        // row can be chosen.
        guard ![Element.button, .a, .label].contains(main.element), !main.holdsLink else { return main }
        if main.holdsControl, main.ownWords.isEmpty { return main }
        if main.childNodes.count == 1, main.childNodes[0].isOneControl { return main }
        var button = main.phrasing
        button.element = .button
        button.id = id
        button.attributes[.type] = "button"
        button.attributes[.ariaPressed] = selection.holds(tag) ? "true" : "false"
        if selection.isSingle { button.attributes[.ariaPressed] = nil }
        if selection.isSingle, selection.holds(tag) { button.attributes[.ariaCurrent] = "true" }
        button.events = .click
        context.on(id) { _ in selection.choose(tag) }
        return button
    }

    /// As on Apple's systems, rows that do something by themselves are chosen by a circle while the list is edited.
    private func choiceButton(_ tag: AnyHashable, _ selection: RowSelection, of content: Node) -> Node {
        let isChosen = selection.holds(tag)
        let icon = isChosen ? "checkmark.circle.fill" : "circle"
        var node = button(content.id + "k", .select, of: content.rowName, icon: icon) { selection.choose(tag) }
        node.attributes[.class] = "btn plain icon-only"
        node.attributes[.ariaPressed] = isChosen ? "true" : "false"
        node.content = .children(Array(node.childNodes.prefix(1)))
        return node
    }

    // MARK: What can be done with a row

    private func rowActions(_ marks: Marks, _ content: Node, _ place: Int, _ movable: Movable?) -> [Node] {
        var actions = marks.swipe.flatMap(\.actions).nodes.map(asAction)
        let name = content.rowName
        if let edit = marks.edit {
            let hasSwipeDelete = marks.swipe.contains { $0.edge == .trailing }
            if let delete = edit.delete, !edit.isDeleteDisabled, isEditing || !hasSwipeDelete {
                actions.append(
                    button(content.id + "d", .delete, of: name, icon: "trash", "destructive") { delete([edit.offset]) }
                )
            }
            if isEditing, let movable {
                if movable.canMove(place, by: -1) {
                    actions.append(
                        button(content.id + "u", .moveUp, of: name, icon: "chevron.up") {
                            movable.move(place, place - 1)
                        }
                    )
                }
                if movable.canMove(place, by: 1) {
                    actions.append(
                        button(content.id + "n", .moveDown, of: name, icon: "chevron.down") {
                            movable.move(place, place + 1)
                        }
                    )
                }
            }
        }
        return actions
    }

    private func asAction(_ node: Node) -> Node {
        var node = node
        if node.element == .button {
            let classes = (node.attributes[.class] ?? "").split(separator: " ").filter {
                $0 != "btn" && !$0.hasPrefix("bordered")
            }
            node.attributes[.class] = (["action"] + classes.map(String.init)).joined(separator: " ")
        }
        return node
    }

    private func button(
        _ id: String,
        _ word: OwnWord,
        of row: String,
        icon: String,
        _ kind: String? = nil,
        _ action: @escaping @MainActor () -> Void
    ) -> Node {
        let title = word.text(context.environment)
        let symbol = Node(
            id: id + "i",
            element: .span,
            attributes: [.class: "icon", .ariaHidden: "true"],
            content: .icon(icon)
        )
        let words = Node(id: id + "t", element: .span, content: .text(title))
        var node = Node(id: id, element: .button, content: .children([symbol, words]), events: .click)
        node.attributes = [.type: "button", .class: kind.map { "action \($0)" } ?? "action"]
        if !row.isEmpty { node.attributes[.ariaLabel] = "\(title), \(row)" }
        context.on(id) { _ in action() }
        return node
    }
}

extension Node {
    /// Whether it is a control with its name, or several that are one.
    fileprivate var isOneControl: Bool {
        switch element {
        case .button, .a, .input, .select, .textarea, .label, .fieldset, .details: true
        default: attributes[.role] == "group" || (childNodes.count == 1 && childNodes[0].isOneControl)
        }
    }

    /// What a row is called: by its words, without those of the controls in it where it has others.
    fileprivate var rowName: String {
        let own = ownWords
        return own.isEmpty ? words : own
    }

    /// A link without words leads where the whole row leads, and is called as the row is.
    fileprivate mutating func nameEmptyLinks(_ name: String) {
        guard case .children(var nodes) = content else { return }
        if isEmptyLink {
            if !name.isEmpty { attributes[.ariaLabel] = name }
            return
        }
        guard nodes.contains(where: \.holdsEmptyLink) else { return }
        for index in nodes.indices { nodes[index].nameEmptyLinks(name) }
        content = .children(nodes)
    }

    private var isEmptyLink: Bool {
        element == .button && childNodes.isEmpty && attributes[.ariaLabel] == nil
            && (attributes[.class] ?? "").split(separator: " ").contains("nav-link")
    }

    /// Whether a link to a screen is in it.
    fileprivate var holdsLink: Bool {
        let isLink = (attributes[.class] ?? "").split(separator: " ").contains("nav-link")
        return isLink || childNodes.contains(where: \.holdsLink)
    }

    /// Whether a link without words is in it.
    var holdsEmptyLink: Bool { isEmptyLink || childNodes.contains(where: \.holdsEmptyLink) }
}

/// Rows of collections, which may change places within theirs.
@MainActor
private struct Movable {
    /// What a row on the page is in its collection.
    private struct Place {
        let group: String
        let offset: Int
        let isFixed: Bool
        let move: (IndexSet, Int) -> Void
    }
    /// By the row's place on the page; nil for rows that stay, and for what stands for rows that are not there.
    private let places: [Place?]
    /// The places of what stands for rows that are not there.
    private let gaps: Set<Int>

    /// Nil unless there are two rows of a collection that can be put in another order.
    init?(_ rows: [Fragment]) {
        gaps = Set(rows.indices.filter { rows[$0].marks.isRow })
        places = rows.map { row in
            let marks = row.marks
            guard !marks.isRow, let edit = marks.edit, let group = edit.group, let move = edit.move else { return nil }
            return Place(group: group, offset: edit.offset, isFixed: edit.isMoveDisabled, move: move)
        }
        let groups = Dictionary(grouping: places.compactMap(\.self), by: \.group)
        guard groups.values.contains(where: { $0.count > 1 }) else { return nil }
    }

    private subscript(_ place: Int) -> Place? { places.indices.contains(place) ? places[place] : nil }

    /// Whether there is a row of the same collection beside to change places with.
    func canMove(_ place: Int, by step: Int) -> Bool {
        guard let row = self[place], !row.isFixed, let next = self[place + step] else { return false }
        return next.group == row.group
    }

    /// - Parameters: The row's place on the page before, and after; beyond its collection it goes as far as it can.
    func move(_ from: Int, _ to: Int) {
        guard from != to, !gaps.contains(to), let row = self[from], !row.isFixed else { return }
        let step = to > from ? -1 : 1
        let way = stride(from: to, to: from, by: step)
        guard let target = way.lazy.compactMap({ self[$0] }).first(where: { $0.group == row.group }) else { return }
        row.move([row.offset], to > from ? target.offset + 1 : target.offset)
    }
}

/// Which rows are chosen.
@MainActor
struct RowSelection {
    let isSingle: Bool
    let isChosen: () -> Bool
    let clear: () -> Void
    let holds: (AnyHashable) -> Bool
    let choose: (AnyHashable) -> Void
    /// What is chosen, and where that is kept; nil where several rows may be.
    var place: SelectionPlace?
}

/// The row that is chosen, and where that is kept.
struct SelectionPlace: Equatable {
    private let chosen: AnyHashable?
    private let location: any AnyLocation

    init<Value: Hashable>(_ chosen: Value?, in binding: Binding<Value?>) {
        self.chosen = chosen.map { AnyHashable($0) }
        location = binding.location
    }

    static func == (left: SelectionPlace, right: SelectionPlace) -> Bool {
        left.chosen == right.chosen && left.location.isSamePlace(as: right.location)
    }
}
