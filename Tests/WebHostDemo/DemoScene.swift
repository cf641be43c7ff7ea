import WebHost

/// A small app by hand, without any framework of views: notes that can be added, checked, moved and thrown away, a field
/// that answers, a sheet, a menu. It holds what the tests of the host need, and nothing more.
@MainActor
final class DemoScene: LiveScene {
    struct Note: Equatable {
        var id: Int
        var title: String
        var isDone = false
    }

    var needsDisplay: (@MainActor () -> Void)?
    let store: DemoStore
    private(set) var draft = ""
    private(set) var shout = ""
    private(set) var sheet: String?
    private(set) var isMenuOpen = false
    private(set) var isAlertOpen = false
    private(set) var opened: Int?
    private(set) var environment: ClientEnvironment
    private var announcements: [Announcement] = []
    private var focus: String?
    private var tab = "notes"
    private var file = ""

    init(store: DemoStore, environment: ClientEnvironment, savedState: String?) {
        self.store = store
        self.environment = environment
        tab = savedState == "settings" ? "settings" : "notes"
        store.watchers.append { [weak self] in self?.needsDisplay?() }
    }

    func draw() -> Picture {
        defer {
            announcements = []
            focus = nil
        }
        return Picture(
            title: "Demo (\(store.notes.count))",
            root: root,
            overlays: overlays,
            shortcuts: ["Alt+N": "new", "/": "draft-input"],
            focus: focus,
            announcements: announcements,
            depth: opened == nil ? 0 : 1,
            savedState: tab
        )
    }

    func environmentChanged(to environment: ClientEnvironment) {
        self.environment = environment
        needsDisplay?()
    }

    func close() { needsDisplay = nil }

    func handle(_ event: SceneEvent) {
        defer { needsDisplay?() }
        let parts = event.node.split(separator: ".").map(String.init)
        let number = parts.count > 1 ? Int(parts[1]) : nil
        switch (parts[0], event.action) {
        case ("draft-input", .input(let text)): draft = text
        case ("draft-input", .submit), ("add", .click): add()
        case ("shout-input", .input(let text)): shout = text.uppercased()
        case ("note-check", .toggle(let isOn)): store.change(number) { $0.isDone = isOn }
        case ("note-open", .click): opened = number
        case ("back", .click), ("_root", .back): opened = nil
        case ("note-delete", .click): delete(number)
        case ("notes", .move(let from, let to)): store.move(from: from, to: to)
        case ("new", .click): sheet = ""
        case ("sheet-input", .input(let text)): sheet = text
        case ("sheet-input", .submit), ("sheet-save", .click): saveSheet()
        case ("sheet-cancel", .click), ("sheet", .close): sheet = nil
        case ("menu-button", .click): isMenuOpen.toggle()
        case ("menu", .close): isMenuOpen = false
        case ("menu-clear", .click): (isMenuOpen, isAlertOpen) = (false, true)
        case ("alert-cancel", .click), ("alert", .close): isAlertOpen = false
        case ("alert-clear", .click): clear()
        case ("tab-notes", .click): (tab, opened) = ("notes", nil)
        case ("tab-settings", .click): (tab, opened) = ("settings", nil)
        case ("size", .input(let value)): store.size = value
        case ("colour", .toggle(true)): store.colour = parts[1]
        case ("refuses", .toggle): announcements.append(Announcement(message: "This switch stays off."))
        case ("file", .file(let name, let bytes)): file = "\(name): \(bytes.count) bytes"
        default: break
        }
    }

    private func add() {
        guard !draft.isEmpty else { return }
        store.add(draft)
        announcements.append(Announcement(message: "Added \(draft)"))
        draft = ""
        focus = "draft-input"
    }

    private func saveSheet() {
        if let title = sheet, !title.isEmpty { store.add(title) }
        sheet = nil
    }

    private func delete(_ number: Int?) {
        guard let note = store.notes.first(where: { $0.id == number }) else { return }
        store.remove(note.id)
        announcements.append(Announcement(message: "Deleted \(note.title)", isUrgent: true))
    }

    private func clear() {
        isAlertOpen = false
        store.removeAll()
    }
}

extension DemoScene {
    private var root: Node {
        Node(
            id: "app",
            element: .div,
            attributes: [.class: "tabs"],
            content: .children([
                Node(id: "body", element: .main, attributes: [.class: "tab-body"], content: .children([screen])),
                Node(
                    id: "tabbar",
                    element: .nav,
                    attributes: [.class: "tabbar", .ariaLabel: "Tabs"],
                    content: .children([
                        tabButton("notes", "Notes", "list.bullet"), tabButton("settings", "Settings", "gearshape"),
                    ])
                ),
            ])
        )
    }

    private var screen: Node {
        if tab == "settings" { return settings }
        if let note = store.notes.first(where: { $0.id == opened }) { return detail(note) }
        return notes
    }

    private func tabButton(_ name: String, _ title: String, _ symbol: String) -> Node {
        Node(
            id: "tab-\(name)",
            element: .button,
            attributes: [.class: "tab", .type: "button"].merging(tab == name ? [.ariaCurrent: "page"] : [:]) { $1 },
            content: .children([
                icon("tab-\(name)-icon", symbol),
                Node(id: "tab-\(name)-label", element: .span, attributes: [.class: "tab-label"], content: .text(title)),
            ]),
            events: .click
        )
    }

    private var notes: Node {
        Node(
            id: "list-screen",
            element: .div,
            attributes: [.class: "screen"],
            content: .children([
                Node(
                    id: "bar",
                    element: .header,
                    attributes: [.class: "navbar"],
                    content: .children([
                        title("Notes"),
                        Node(
                            id: "tools",
                            element: .div,
                            attributes: [.class: "nav-trailing"],
                            content: .children([
                                iconButton("menu-button", "More", "ellipsis.circle", extra: [.ariaHaspopup: "menu"]),
                                iconButton("new", "New note", "plus", extra: [.ariaKeyshortcuts: "Alt+N"]),
                            ])
                        ),
                    ])
                ),
                Node(
                    id: "content",
                    element: .div,
                    attributes: [.class: "content"],
                    content: .children([banner, quickAdd] + (store.notes.isEmpty ? [empty] : [list]))
                ),
            ])
        )
    }

    private var banner: Node {
        Node(
            id: "banner",
            element: .div,
            attributes: [.class: "banner warning"],
            content: .children([
                icon("banner-icon", "exclamationmark.triangle"),
                Node(
                    id: "banner-text",
                    element: .span,
                    attributes: [.class: "banner-text"],
                    content: .text("Kept in memory only. Nothing outlives this program.")
                ),
            ])
        )
    }

    private var quickAdd: Node {
        Node(
            id: "quick",
            element: .div,
            attributes: [.class: "hstack", .style: "margin-bottom:0.75rem"],
            content: .children([
                field("draft-input", "What is to be done?", draft, isRounded: true),
                Node(
                    id: "add",
                    element: .button,
                    attributes: [.class: "btn prominent", .type: "button"].merging(
                        draft.isEmpty ? [.disabled: ""] : [:]
                    ) { $1 },
                    content: .text("Add"),
                    events: .click
                ),
            ])
        )
    }

    private var list: Node {
        Node(
            id: "list",
            element: .div,
            attributes: [.class: "list inset"],
            content: .children([
                Node(
                    id: "section",
                    element: .section,
                    attributes: [.class: "section", .ariaLabelledby: "section-head"],
                    content: .children([
                        Node(
                            id: "section-head",
                            element: .h2,
                            attributes: [.class: "section-head"],
                            content: .text("\(store.notes.count { !$0.isDone }) open")
                        ),
                        Node(
                            id: "notes",
                            element: .ul,
                            attributes: [.class: "rows", .role: "list"],
                            content: .children(store.notes.map(row)),
                            events: .move
                        ),
                    ])
                )
            ])
        )
    }

    private func row(_ note: Note) -> Node {
        let id = note.id
        return Node(
            id: "note.\(id)",
            element: .li,
            attributes: [.class: "row link", .testid: "row"],
            content: .children([
                Node(
                    id: "note-label.\(id)",
                    element: .label,
                    attributes: [.class: "check fixed", .style: "width:auto"],
                    content: .children([
                        Node(
                            id: "note-check.\(id)",
                            element: .input,
                            attributes: [.type: "checkbox", .ariaLabel: "Mark \(note.title) as done"],
                            properties: Properties(isChecked: note.isDone),
                            events: .toggle
                        )
                    ])
                ),
                Node(
                    id: "note-open.\(id)",
                    element: .button,
                    attributes: [.class: "row-main", .type: "button"],
                    content: .children([
                        Node(
                            id: "note-title.\(id)",
                            element: note.isDone ? .s : .span,
                            content: .text(note.title)
                        )
                    ]),
                    events: .click
                ),
                Node(
                    id: "note-actions.\(id)",
                    element: .div,
                    attributes: [.class: "row-actions"],
                    content: .children([
                        Node(
                            id: "note-delete.\(id)",
                            element: .button,
                            attributes: [
                                .class: "action destructive", .type: "button", .ariaLabel: "Delete \(note.title)",
                            ],
                            content: .children([icon("note-delete-icon.\(id)", "trash")]),
                            events: .click
                        )
                    ])
                ),
            ])
        )
    }

    private var empty: Node {
        Node(
            id: "empty",
            element: .div,
            attributes: [.class: "empty"],
            content: .children([
                icon("empty-icon", "tray"),
                Node(id: "empty-title", element: .h2, content: .text("No notes")),
                Node(id: "empty-text", element: .p, content: .text("What you add appears here.")),
            ])
        )
    }

    private func detail(_ note: Note) -> Node {
        Node(
            id: "detail",
            element: .div,
            attributes: [.class: "screen"],
            content: .children([
                Node(
                    id: "detail-bar",
                    element: .header,
                    attributes: [.class: "navbar"],
                    content: .children([
                        Node(
                            id: "back",
                            element: .button,
                            attributes: [.class: "nav-back", .type: "button"],
                            content: .children([
                                icon("back-icon", "chevron.backward"),
                                Node(id: "back-label", element: .span, content: .text("Notes")),
                            ]),
                            events: .click
                        ),
                        title(note.title, id: "detail-title"),
                    ])
                ),
                Node(
                    id: "detail-content",
                    element: .div,
                    attributes: [.class: "content"],
                    content: .children([
                        Node(id: "detail-text", element: .p, content: .text(note.isDone ? "Done" : "Open"))
                    ])
                ),
            ])
        )
    }
}

extension DemoScene {
    private var settings: Node {
        Node(
            id: "settings",
            element: .div,
            attributes: [.class: "screen"],
            content: .children([
                Node(
                    id: "settings-bar",
                    element: .header,
                    attributes: [.class: "navbar"],
                    content: .children([title("Settings", id: "settings-title")])
                ),
                Node(
                    id: "settings-content",
                    element: .div,
                    attributes: [.class: "content"],
                    content: .children([
                        Node(
                            id: "form",
                            element: .form,
                            attributes: [.class: "list inset"],
                            content: .children([controls, colours])
                        )
                    ])
                ),
            ])
        )
    }

    private var controls: Node {
        section(
            "controls",
            "Controls",
            [
                field("shout-input", "Shouted", shout, isRounded: false),
                Node(
                    id: "refuses-label",
                    element: .label,
                    attributes: [.class: "switch"],
                    content: .children([
                        Node(
                            id: "refuses-text",
                            element: .span,
                            attributes: [.class: "row-label"],
                            content: .text("Stays off")
                        ),
                        Node(
                            id: "refuses",
                            element: .input,
                            attributes: [.type: "checkbox", .role: "switch"],
                            properties: Properties(isChecked: false),
                            events: .toggle
                        ),
                    ])
                ),
                Node(
                    id: "size-label",
                    element: .label,
                    attributes: [.class: "picker"],
                    content: .children([
                        Node(
                            id: "size-text",
                            element: .span,
                            attributes: [.class: "row-label"],
                            content: .text("Size")
                        ),
                        Node(
                            id: "size",
                            element: .select,
                            properties: Properties(value: store.size),
                            content: .children(
                                ["small", "medium", "large"].map {
                                    Node(
                                        id: "size-\($0)",
                                        element: .option,
                                        attributes: [.value: $0],
                                        content: .text($0)
                                    )
                                }
                            ),
                            events: .input
                        ),
                    ])
                ),
                Node(
                    id: "file-label",
                    element: .label,
                    attributes: [.class: "labeled"],
                    content: .children([
                        Node(
                            id: "file-text",
                            element: .span,
                            attributes: [.class: "row-label"],
                            content: .text("File")
                        ),
                        Node(id: "file", element: .input, attributes: [.type: "file"], events: .file),
                    ])
                ),
                Node(id: "file-name", element: .p, content: .text(file)),
            ]
        )
    }

    private var colours: Node {
        Node(
            id: "colours",
            element: .fieldset,
            attributes: [.class: "segmented"],
            content: .children(
                [Node(id: "colours-title", element: .legend, content: .text("Colour"))]
                    + ["red", "green", "blue"].map { name in
                        Node(
                            id: "colour-label.\(name)",
                            element: .label,
                            attributes: [.class: "segment"],
                            content: .children([
                                Node(
                                    id: "colour.\(name)",
                                    element: .input,
                                    attributes: [.type: "radio", .name: "colour"],
                                    properties: Properties(isChecked: store.colour == name),
                                    events: .toggle
                                ),
                                Node(id: "colour-text.\(name)", element: .span, content: .text(name.capitalized)),
                            ])
                        )
                    }
            )
        )
    }

    private func section(_ id: String, _ title: String, _ rows: [Node]) -> Node {
        Node(
            id: id,
            element: .section,
            attributes: [.class: "section", .ariaLabelledby: "\(id)-head"],
            content: .children([
                Node(id: "\(id)-head", element: .h2, attributes: [.class: "section-head"], content: .text(title)),
                Node(
                    id: "\(id)-rows",
                    element: .ul,
                    attributes: [.class: "rows", .role: "list"],
                    content: .children(
                        rows.map {
                            Node(
                                id: "\($0.id)-row",
                                element: .li,
                                attributes: [.class: "row"],
                                content: .children([$0])
                            )
                        }
                    )
                ),
            ])
        )
    }

    private var overlays: [Node] {
        (isMenuOpen ? [menu] : []) + (sheet.map { [sheetDialog($0)] } ?? []) + (isAlertOpen ? [alert] : [])
    }

    private var menu: Node {
        Node(
            id: "menu",
            element: .div,
            attributes: [
                .class: "menu", .popover: "auto", .role: "menu", .kind: "anchor-menu-button", .ariaLabel: "More",
            ],
            properties: Properties(isOpen: true),
            content: .children([
                Node(
                    id: "menu-clear",
                    element: .button,
                    attributes: [.class: "menu-item destructive", .role: "menuitem", .type: "button"],
                    content: .children([
                        icon("menu-clear-icon", "trash"),
                        Node(id: "menu-clear-text", element: .span, content: .text("Delete all…")),
                    ]),
                    events: .click
                )
            ]),
            events: .close
        )
    }

    private func sheetDialog(_ text: String) -> Node {
        Node(
            id: "sheet",
            element: .dialog,
            attributes: [.class: "sheet", .ariaLabelledby: "sheet-title"],
            properties: Properties(isOpen: true),
            content: .children([
                Node(
                    id: "sheet-screen",
                    element: .div,
                    attributes: [.class: "screen"],
                    content: .children([
                        Node(
                            id: "sheet-bar",
                            element: .header,
                            attributes: [.class: "navbar inline"],
                            content: .children([
                                Node(
                                    id: "sheet-leading",
                                    element: .div,
                                    attributes: [.class: "nav-leading"],
                                    content: .children([button("sheet-cancel", "Cancel", "btn")])
                                ),
                                title("New note", id: "sheet-title"),
                                Node(
                                    id: "sheet-trailing",
                                    element: .div,
                                    attributes: [.class: "nav-trailing"],
                                    content: .children([button("sheet-save", "Save", "btn prominent")])
                                ),
                            ])
                        ),
                        Node(
                            id: "sheet-content",
                            element: .div,
                            attributes: [.class: "content"],
                            content: .children([
                                section("sheet-form", "Note", [field("sheet-input", "Title", text, isRounded: false)])
                            ])
                        ),
                    ])
                )
            ]),
            events: .close
        )
    }

    private var alert: Node {
        Node(
            id: "alert",
            element: .dialog,
            attributes: [
                .class: "alert", .role: "alertdialog", .ariaLabelledby: "alert-title",
                .ariaDescribedby: "alert-message",
            ],
            properties: Properties(isOpen: true),
            content: .children([
                Node(
                    id: "alert-title",
                    element: .h2,
                    attributes: [.class: "alert-title"],
                    content: .text("Delete all notes?")
                ),
                Node(
                    id: "alert-message",
                    element: .p,
                    attributes: [.class: "alert-message"],
                    content: .text("They cannot be brought back.")
                ),
                Node(
                    id: "alert-actions",
                    element: .div,
                    attributes: [.class: "alert-actions"],
                    content: .children([
                        button("alert-cancel", "Cancel", "btn"),
                        button("alert-clear", "Delete", "btn prominent destructive"),
                    ])
                ),
            ]),
            events: .close
        )
    }

    private func title(_ text: String, id: String = "title") -> Node {
        Node(id: id, element: .h1, attributes: [.class: "nav-title", .tabindex: "-1"], content: .text(text))
    }

    private func button(_ id: String, _ text: String, _ style: String) -> Node {
        Node(
            id: id,
            element: .button,
            attributes: [.class: style, .type: "button"],
            content: .text(text),
            events: .click
        )
    }

    private func iconButton(_ id: String, _ name: String, _ symbol: String, extra: [Attribute: String]) -> Node {
        Node(
            id: id,
            element: .button,
            attributes: [.class: "btn icon-only", .type: "button", .ariaLabel: name].merging(extra) { $1 },
            content: .children([icon("\(id)-icon", symbol)]),
            events: .click
        )
    }

    private func field(_ id: String, _ label: String, _ value: String, isRounded: Bool) -> Node {
        Node(
            id: "\(id)-field",
            element: .label,
            attributes: [.class: isRounded ? "field rounded" : "field"],
            content: .children([
                Node(id: "\(id)-label", element: .span, attributes: [.class: "visually-hidden"], content: .text(label)),
                Node(
                    id: id,
                    element: .input,
                    attributes: [.type: "text", .placeholder: label, .autocomplete: "off"],
                    properties: Properties(value: value),
                    events: [.input, .submit]
                ),
            ])
        )
    }

    private func icon(_ id: String, _ name: String) -> Node {
        Node(id: id, element: .span, attributes: [.class: "icon"], content: .icon(name))
    }
}
