import Testing

@testable import WebHost

/// Nodes as HTML: nothing from outside becomes markup.
struct HTMLWriterTests {
    private func html(_ node: Node) -> String {
        String(decoding: HTMLWriter.html(of: node, icons: IconCatalogue()), as: UTF8.self)
    }

    static let hostile = [
        "</script><script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onmouseover='alert(1)", "&lt;b&gt;",
        "<!--", "]]>", "\u{202E}abc", "\u{0}\r\n", "${7*7}{{7*7}}", "👩🏽‍🚀", String(repeating: "<", count: 300),
    ]

    @Test(arguments: hostile)
    func textIsNeverMarkup(text: String) throws {
        let node = Node(id: "a", element: .p, attributes: [.title: text], content: .text(text))
        let written = html(node)
        let inner = written.dropFirst(3).dropLast(4)
        #expect(!inner.contains("<"), "\(written.prefix(200))")
        #expect(inner.count { $0 == ">" } == 1)
        #expect(!inner.contains("\0"))
        #expect(inner.count { $0 == "\"" } == 4, "two attributes, each quoted once")
    }

    @Test func attributesStandInOneOrder() {
        let node = Node(
            id: "x",
            element: .a,
            attributes: [.href: "/y", .class: "c", .ariaLabel: "l", .target: "_blank"],
            content: .text("t"),
            events: [.click, .focus]
        )
        #expect(
            html(node)
                == #"<a id="x" aria-label="l" class="c" href="/y" rel="noopener noreferrer" target="_blank" data-e="cf">t</a>"#
        )
    }

    @Test(arguments: [
        "javascript:alert(1)", "JaVaScRiPt:alert(1)", " javascript:alert(1)", "java\tscript:alert(1)",
        "data:text/html,x",
        "vbscript:x", "//other.example/", "\\\\other.example", "/\\other.example", "", "\u{1}javascript:alert(1)",
        "blob:x",
        "file:///etc/passwd", "/ok:\\x",
    ])
    func otherAddressesAreLeftOut(address: String) {
        #expect(!html(Node(id: "a", element: .a, attributes: [.href: address])).contains("href"), "\(address)")
    }

    @Test(arguments: [
        "https://example.org/a?b=c", "http://x", "mailto:a@b.example", "/own/path", "#part", "?q=a:b", "/a:b",
        "HTTPS://X",
    ])
    func goodAddressesStay(address: String) {
        #expect(html(Node(id: "a", element: .a, attributes: [.href: address])).contains("href=\"\(address)\""))
    }

    @Test func picturesComeFromHereAlone() {
        #expect(!html(Node(id: "a", element: .img, attributes: [.src: "https://example.org/p.png"])).contains("src"))
        #expect(!html(Node(id: "a", element: .img, attributes: [.src: "data:image/svg+xml,x"])).contains("src"))
        #expect(html(Node(id: "a", element: .img, attributes: [.src: "/p.png"])).contains("src=\"/p.png\""))
    }

    @Test func flagsAreThereOrNot() {
        #expect(html(Node(id: "a", element: .input, attributes: [.disabled: "true"])) == #"<input id="a" disabled="">"#)
        #expect(html(Node(id: "a", element: .input, attributes: [.disabled: "false"])) == #"<input id="a">"#)
    }

    @Test func propertiesAreTheBeginning() {
        let text = Node(id: "a", element: .input, attributes: [.type: "text"], properties: Properties(value: "\"v\""))
        #expect(html(text) == #"<input id="a" type="text" value="&quot;v&quot;">"#)
        let box = Node(
            id: "a",
            element: .input,
            attributes: [.type: "checkbox"],
            properties: Properties(isChecked: true)
        )
        #expect(html(box) == #"<input id="a" type="checkbox" checked>"#)
        let area = Node(id: "a", element: .textarea, properties: Properties(value: "\nfirst is blank"))
        #expect(html(area) == "<textarea id=\"a\">\n\nfirst is blank</textarea>")
        let menu = Node(
            id: "s",
            element: .select,
            properties: Properties(value: "2"),
            content: .children(["1", "2"].map { Node(id: "o\($0)", element: .option, attributes: [.value: $0]) })
        )
        #expect(
            html(menu)
                == #"<select id="s"><option id="o1" value="1"></option><option id="o2" value="2" selected></option></select>"#
        )
    }

    @Test func everyDialogHasItsOwnLiveRegions() {
        let written = html(Node(id: "d", element: .dialog, properties: Properties(isOpen: true), content: .text("x")))
        #expect(written.hasPrefix(#"<dialog id="d" data-open><div class="visually-hidden" data-live="polite""#))
    }

    @Test func voidElementsHoldNothing() {
        let tidy = TidyPicture(
            Picture(title: "t", root: Node(id: "i", element: .input, content: .children([Node(id: "x", element: .p)])))
        )
        #expect(tidy.picture.root.children.isEmpty)
        #expect(tidy.faults.count == 1)
    }

    @Test func anIdentifierThatComesTwiceIsMadeUnique() {
        let twins = [Node(id: "a", element: .p), Node(id: "a", element: .p), Node(id: "a~2", element: .p)]
        let tidy = TidyPicture(Picture(title: "t", root: Node(id: "r", element: .div, content: .children(twins))))
        #expect(tidy.picture.root.children.map(\.id) == ["a", "a~2", "a~2~2"])
        #expect(tidy.faults.count == 2)
        #expect(TidyPicture.original(of: "a~2") == "a")
    }

    @Test func whatABrowserWouldMoveIsExchanged() {
        let inner = Node(id: "d", element: .div, content: .text("x"))
        let tidy = TidyPicture(Picture(title: "t", root: Node(id: "p", element: .p, content: .children([inner]))))
        #expect(tidy.picture.root.children.map(\.element) == [.span])
    }

    @Test func jsonStringsAreClosed() throws {
        var writer = ByteWriter()
        writer.json("\"\\\u{1}\n</script>日本\u{2028}")
        #expect(writer.text == "\"\\\"\\\\\\u0001\\n</script>日本\u{2028}\"")
    }

    @Test func anUnknownIconIsNeutralAndReportedOnce() {
        let reported = Reported<String>()
        let icons = IconCatalogue { reported.append($0) }
        let first = icons.drawing(named: "no.such.icon")
        #expect(first == icons.drawing(named: "no.such.icon"))
        #expect(first.contains("<svg"))
        #expect(reported.all == ["no.such.icon"])
    }
}
