/// A page for people: plain HTML that works without scripts, in light and dark.
struct Page: Sendable {
    var status = 200
    let title: String
    /// What went wrong with the whole of it, announced at once; nil if nothing did.
    var problem: String?
    /// The HTML below the heading.
    let content: String
    /// Where its form may lead, beyond this service.
    var formTarget: String?
    /// Whether the page that opened this one is told.
    var tellsOpener = false

    private var html: String {
        let alert = problem.map {
            "<div class=\"problem\" role=\"alert\" id=\"problem\"><p>\($0.htmlEscaped)</p></div>\n"
        }
        return """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <meta name="robots" content="noindex">
            <title>\(problem == nil ? "" : "Error: ")\(title.htmlEscaped)</title>
            <link rel="stylesheet" href="style.css">
            \(tellsOpener ? "<script src=\"done.js\" defer></script>\n" : "")</head>
            <body>
            <main>
            \(Self.mark)
            <h1>\(title.htmlEscaped)</h1>
            \(alert ?? "")\(content)
            </main>
            </body>
            </html>

            """
    }

    /// The page as an answer.
    ///
    /// Nothing of it is kept anywhere, and no other site may frame it.
    var answer: ServiceAnswer {
        var answer = ServiceAnswer(status: status, text: html)
        answer.contentType = "text/html; charset=utf-8"
        let target = formTarget.map { " " + $0 } ?? ""
        let policy = [
            "default-src 'none'", "style-src 'self'", "script-src 'self'", "form-action 'self'\(target)",
            "frame-ancestors 'none'", "base-uri 'none'",
        ]
        answer.headers = [
            ("Content-Security-Policy", policy.joined(separator: "; ")), ("X-Frame-Options", "DENY"),
            ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "same-origin"), ("Cache-Control", "no-store"),
        ]
        return answer
    }

    private static let mark = """
        <svg class="mark" viewBox="0 0 48 32" width="48" height="32" aria-hidden="true" focusable="false">
        <path d="M13 30a11 11 0 0 1-1.6-21.9A14 14 0 0 1 38 11.4 9.5 9.5 0 0 1 37.5 30Z"/></svg>
        """
}

/// A field of a form, with its label, its hint and what is wrong with it.
struct PageField: Sendable {
    let name: String
    let label: String
    /// What browsers and password managers are told that it is for.
    let autocomplete: String
    var isPassword = false
    var hint: String?
    var value = ""
    var error: String?

    func html(isFirstError: Bool) -> String {
        let notes = [hint.map { _ in "\(name)-hint" }, error.map { _ in "\(name)-error" }].compactMap { $0 }
        var attributes = [
            "id=\"\(name)\"", "name=\"\(name)\"", "type=\"\(isPassword ? "password" : "text")\"",
            "autocomplete=\"\(autocomplete)\"", "required",
        ]
        if !isPassword { attributes += ["autocapitalize=\"none\"", "spellcheck=\"false\"", "maxlength=\"100\""] }
        if !value.isEmpty { attributes.append("value=\"\(value.htmlEscaped)\"") }
        if !notes.isEmpty { attributes.append("aria-describedby=\"\(notes.joined(separator: " "))\"") }
        if error != nil { attributes.append("aria-invalid=\"true\"") }
        if isFirstError { attributes.append("autofocus") }
        let hintLine = hint.map { "<p class=\"hint\" id=\"\(name)-hint\">\($0.htmlEscaped)</p>\n" } ?? ""
        let errorLine = error.map { "<p class=\"error\" id=\"\(name)-error\">\($0.htmlEscaped)</p>\n" } ?? ""
        return """
            <div class="field">
            <label for="\(name)">\(label.htmlEscaped)</label>
            \(hintLine)\(errorLine)<input \(attributes.joined(separator: " "))>
            </div>
            """
    }
}

extension String {
    /// The text with what HTML gives a meaning to taken out of it.
    var htmlEscaped: String {
        var text = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            case "'": text += "&#39;"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
