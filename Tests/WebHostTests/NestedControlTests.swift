import Testing

@testable import WebHost

/// Controls that a scene puts into other controls.
@Suite("Controls inside of controls")
struct NestedControlTests {
    private func shown(_ node: Node) -> Node {
        let tidy = TidyPicture(Picture(title: "t", root: node))
        #expect(tidy.faults == [])
        return tidy.picture.root
    }

    private func text(_ id: String, _ words: String) -> Node { Node(id: id, element: .span, content: .text(words)) }

    private func button(_ id: String, _ children: [Node], _ attributes: [Attribute: String] = [:]) -> Node {
        Node(id: id, element: .button, attributes: attributes, content: .children(children), events: .click)
    }

    @Test("A button in a button lies beside it")
    func buttons() {
        let row = button("b", [text("t", "Milk"), button("c", [text("d", "Done")])], [.class: "btn", .disabled: ""])
        let box = shown(row)
        #expect(box.element == .span)
        #expect(box.id == "b~box")
        #expect(TidyPicture.original(of: box.id) == "b")
        #expect(box.attributes[.class] == "pressable btn")
        #expect(box.events == [])
        #expect(box.children.map(\.id) == ["b", "t", "c"])
        #expect(box.children[0].attributes == [.class: "stretched", .disabled: "", .ariaLabelledby: "t"])
        #expect(box.children[0].children.isEmpty)
        #expect(box.children[0].events == .click)
        #expect(box.children[1].attributes[.ariaHidden] == "true")
        #expect(box.children[2].element == .button)
        #expect(box.children[2].attributes[.class] == "on-top")
    }

    @Test("A name that the scene gives comes before the words inside")
    func givenNames() {
        let row = button("b", [text("t", "Milk"), button("c", [])], [.ariaLabel: "Open"])
        #expect(shown(row).children[0].attributes[.ariaLabelledby] == nil)
        #expect(shown(row).children[0].attributes[.ariaLabel] == "Open")
    }

    @Test("What has no words of its own is named by the controls inside")
    func borrowedNames() {
        let row = button("b", [Node(id: "s", element: .span, content: .children([button("c", [text("t", "Like")])]))])
        #expect(shown(row).children[0].attributes[.ariaLabelledby] == "s")
    }

    @Test("Controls at any depth lie above, and what is around them does not")
    func depths() {
        let inner = button("c", [text("t", "Middle"), button("d", [text("u", "Innermost")])])
        let row = button("b", [Node(id: "s", element: .span, content: .children([text("o", "Outer"), inner]))])
        let box = shown(row)
        let middle = box.children[1].children[1]
        #expect(box.children[1].attributes[.class] == nil)
        #expect(box.children[0].attributes[.ariaLabelledby] == "o")
        #expect(middle.id == "c~box")
        #expect(middle.children.map(\.id) == ["c", "t", "d"])
        #expect(middle.children[0].attributes[.ariaLabelledby] == "t")
    }

    @Test("A link keeps its address and what can be read in it")
    func links() {
        let link = Node(
            id: "a",
            element: .a,
            attributes: [.href: "https://example.org", .style: "color:red"],
            content: .children([text("t", "Page"), Node(id: "i", element: .input)])
        )
        let box = shown(link)
        #expect(box.attributes == [.class: "pressable", .style: "color:red"])
        #expect(box.children[0].element == .a)
        #expect(box.children[0].attributes[.href] == "https://example.org")
    }

    @Test("The words of a link inside of a text belong to the text")
    func textsWithLinks() {
        let link = Node(id: "a", element: .a, attributes: [.href: "/"], content: .text("terms"))
        let text = Node(
            id: "t",
            element: .span,
            attributes: [.class: "text"],
            content: .children([text("r", "Read the "), link])
        )
        let box = shown(button("b", [text]))
        #expect(box.children[0].attributes[.ariaLabelledby] == "t")
        #expect(box.children[1].attributes[.ariaHidden] == nil)
        #expect(box.children[1].children[1].attributes[.class] == "on-top")
    }

    @Test("The words of a label press its own control, and another control in it is itself")
    func labels() {
        let words = Node(
            id: "n",
            element: .span,
            content: .children([text("t", "Sync"), button("h", [text("w", "Help")])])
        )
        let control = Node(id: "i", element: .input, attributes: [.type: "checkbox"], events: .toggle)
        let label = Node(
            id: "o",
            element: .label,
            attributes: [.class: "switch"],
            content: .children([words, control])
        )
        let box = shown(label)
        #expect(box.element == .span)
        #expect(box.id == "o")
        #expect(box.attributes[.class] == "switch")
        #expect(box.children[0].children[0].element == .label)
        #expect(box.children[0].children[0].attributes[.for] == "i")
        #expect(box.children[0].children[1].element == .button)
        #expect(box.children[1].attributes[.ariaLabelledby] == nil)
    }

    @Test("A label of one control, and a button without controls, stay as they are")
    func plainControls() {
        let label = Node(
            id: "o",
            element: .label,
            content: .children([text("t", "Name"), Node(id: "i", element: .input)])
        )
        #expect(shown(label) == label)
        let plain = button("b", [text("t", "Milk")])
        #expect(shown(plain) == plain)
    }

    @Test("A button that gets and loses controls is made anew on the page, and nothing else")
    func changes() throws {
        let plain = Picture(
            title: "t",
            root: Node(id: "r", element: .div, content: .children([button("b", [text("t", "Milk")])]))
        )
        let nested = Picture(
            title: "t",
            root: Node(id: "r", element: .div, content: .children([button("b", [text("t", "Milk"), button("c", [])])]))
        )
        for (old, new) in [(plain, nested), (nested, plain)] {
            let (before, after) = (TidyPicture(old).picture, TidyPicture(new).picture)
            let page = ModelPage(before)
            try page.apply(TreeDiff.operations(from: before, to: after))
            #expect(page.differences(from: after) == [])
        }
    }
}
