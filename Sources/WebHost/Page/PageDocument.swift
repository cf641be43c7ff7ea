/// The whole first page: complete before any script runs.
struct PageDocument {
    let identity: AppIdentity
    let texts: HostTexts
    let assets: Assets
    let icons: IconCatalogue
    /// Bytes of a message that the server takes from the page.
    let messageBytes: Int

    /// The page of a picture; by `session` it opens its connection.
    func bytes(of picture: Picture, session: String) -> [UInt8] {
        var first = ServerMessage(acknowledged: 0)
        first.shortcuts = picture.shortcuts
        first.depth = picture.depth
        first.savedState = picture.savedState.map { ServerMessage.SavedState(state: $0) }
        first.focus = picture.focus
        first.announcements = picture.announcements
        var output = ByteWriter()
        output.raw("<!DOCTYPE html>\n<html")
        output.attribute("lang", picture.language)
        if picture.isRightToLeft { output.attribute("dir", "rtl") }
        output.attribute("data-session", session)
        output.attribute("data-build", assets.build)
        output.attribute("data-message-bytes", String(messageBytes))
        output.attribute("data-first", String(decoding: first.json(icons: icons), as: UTF8.self))
        output.raw(">\n")
        writeHead(title: picture.title, to: &output)
        writeBody(of: picture, to: &output)
        return output.bytes
    }

    /// A page that says one sentence.
    func bytes(saying sentence: String) -> [UInt8] {
        var output = ByteWriter()
        output.raw("<!DOCTYPE html>\n<html")
        output.attribute("lang", texts.language)
        output.raw(">\n")
        writeHead(title: identity.name, hasScript: false, to: &output)
        output.raw("<body><main class=\"empty alone\"><h1>")
        output.html(identity.name)
        output.raw("</h1><p>")
        output.html(sentence)
        output.raw("</p></main></body></html>\n")
        return output.bytes
    }

    private func writeHead(title: String, hasScript: Bool = true, to output: inout ByteWriter) {
        output.raw("<head><meta charset=\"utf-8\"><title>")
        output.html(title)
        output.raw(
            "</title><meta name=\"viewport\" content=\"width=device-width, initial-scale=1, viewport-fit=cover\">"
        )
        output.raw("<meta name=\"color-scheme\" content=\"light dark\"><meta name=\"application-name\"")
        output.attribute("content", identity.name)
        output.raw("><link rel=\"icon\" type=\"image/svg+xml\" href=\"/favicon.svg\">")
        output.raw("<link rel=\"manifest\" href=\"/manifest.webmanifest\"><link rel=\"stylesheet\"")
        output.attribute("href", assets.path(of: .style))
        output.raw(">")
        if hasScript {
            output.raw("<script defer")
            output.attribute("src", assets.path(of: .script))
            output.raw("></script>")
        }
        output.raw("</head>\n")
    }

    private func writeBody(of picture: Picture, to output: inout ByteWriter) {
        output.raw("<body")
        output.attribute("data-disconnected", texts.disconnected)
        output.attribute("data-reconnected", texts.reconnected)
        output.attribute("data-too-large", texts.tooLarge)
        output.attribute("data-moved", texts.moved)
        output.raw("><div id=\"_root\">")
        var writer = HTMLWriter(icons: icons, isFirstPage: true)
        writer.write(picture.root)
        output.append(writer.output)
        output.raw("</div><section id=\"_overlays\"")
        output.attribute("aria-label", identity.name)
        output.raw(">")
        writer = HTMLWriter(icons: icons, isFirstPage: true)
        for overlay in picture.overlays { writer.write(overlay) }
        output.append(writer.output)
        output.raw("</section><div id=\"_offline\" class=\"offline\" role=\"alert\" hidden></div>")
        output.raw("<div id=\"_unsent\" class=\"offline\" popover=\"manual\"></div><div id=\"_live\">")
        output.raw(HTMLWriter.liveRegions)
        output.raw("</div><noscript><p class=\"banner warning\">")
        output.html(texts.needsScript)
        output.raw("</p></noscript></body></html>\n")
    }
}

extension ByteWriter {
    fileprivate mutating func attribute(_ name: StaticString, _ value: String) {
        raw(" ")
        raw(name)
        raw("=\"")
        html(value)
        raw("\"")
    }
}
