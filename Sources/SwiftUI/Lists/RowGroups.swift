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
            section.attributes[.ariaLabelledby] = head.id
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
        if let selection, let tag = marks.tag ?? marks.identity {
            main = selectable(main, tag, selection, id: content.id + "k")
            if selection.holds(tag) { classes.append("selected") }
        }
        var children = [main]
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
        // A link or control of the row's own keeps its meaning.
        guard !main.holdsControl else { return main }
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

    // MARK: What can be done with a row

    private func rowActions(_ marks: Marks, _ content: Node, _ place: Int, _ movable: Movable?) -> [Node] {
        var actions = marks.swipe.flatMap(\.actions).nodes.map(asAction)
        let name = content.words
        if let edit = marks.edit {
            let hasSwipeDelete = marks.swipe.contains { $0.edge == .trailing }
            if let delete = edit.delete, !edit.isDeleteDisabled, isEditing || !hasSwipeDelete {
                actions.append(
                    button(content.id + "d", .delete, of: name, icon: "trash", "destructive") { delete([edit.offset]) }
                )
            }
            if isEditing, let movable, !edit.isMoveDisabled {
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

/// Rows of one collection, which may change places.
@MainActor
private struct Movable {
    /// The place in the collection of each row on the page; nil for what stands for rows that are not there.
    private let offsets: [Int?]
    private let action: (IndexSet, Int) -> Void

    /// Nil unless all rows are of one collection that can be put in another order.
    init?(_ rows: [Fragment]) {
        let own = rows.filter { !$0.marks.isRow }
        guard own.count > 1, let first = own.first?.marks.edit, let move = first.move,
            own.allSatisfy({ $0.marks.edit?.group == first.group && $0.marks.edit?.move != nil })
        else { return nil }
        offsets = rows.map { $0.marks.isRow ? nil : $0.marks.edit?.offset }
        action = move
    }

    private func offset(_ place: Int) -> Int? { offsets.indices.contains(place) ? offsets[place] : nil }

    /// Whether there is a row beside to change places with.
    func canMove(_ place: Int, by step: Int) -> Bool { offset(place + step) != nil }

    /// - Parameters: The row's place on the page before, and after.
    func move(_ from: Int, _ to: Int) {
        guard from != to, let source = offset(from), let target = offset(to) else { return }
        action([source], to > from ? target + 1 : target)
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
