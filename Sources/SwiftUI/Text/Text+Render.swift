import Foundation
import WebHost

extension Text: View, Primitive {
    public func _render(_ context: _RenderContext) {
        let environment = context.environment
        if runs.contains(where: \.content.runsWithTime) { context.tick(every: interval) }
        let pieces = resolvedRuns(environment)
        if pieces.count == 1, let only = pieces.first {
            var fragment = Self.element(only, id: context.id())
            decorate(&fragment, environment)
            return context.emit(fragment)
        }
        let children = pieces.enumerated().map { Self.element($1, id: context.id("r\($0)")).finished() }
        var fragment = Fragment(Node(id: context.id(), element: .span, content: .children(children)), classes: ["text"])
        decorate(&fragment, environment)
        context.emit(fragment)
    }

    /// What the surroundings say about text.
    private nonisolated func decorate(_ fragment: inout Fragment, _ environment: EnvironmentValues) {
        fragment.classes = fragment.classes.isEmpty ? ["text"] : fragment.classes
        if let limit = environment.lineLimit { limit.apply(to: &fragment) }
        if environment.textCase == .uppercase { fragment.styles.fill("text-transform", "uppercase") }
        if environment.textCase == .lowercase { fragment.styles.fill("text-transform", "lowercase") }
    }

    private var interval: Duration {
        runs.contains { if case .date(_, .timer) = $0.content { true } else { false } } ? .seconds(1) : .seconds(30)
    }

    /// The text in words, for names and titles.
    nonisolated func plain(in environment: EnvironmentValues) -> String {
        resolvedRuns(environment).map { if case .text(let text) = $0.body { text } else { "" } }.joined()
    }

    /// A run whose words are known.
    struct Resolved {
        enum Body {
            case text(String)
            case icon(String)
        }
        var body: Body
        var style: TextStyle
        var moment: Date?
    }

    private nonisolated func resolvedRuns(_ environment: EnvironmentValues) -> [Resolved] {
        runs.flatMap { $0.resolved(environment) }
    }

    private nonisolated static func element(_ run: Resolved, id: String) -> Fragment {
        var node = Node(id: id, element: .span)
        switch run.body {
        case .text(let text): node.content = .text(text)
        case .icon(let name):
            node.content = .icon(name)
            node.attributes[.ariaHidden] = "true"
        }
        let style = run.style
        if style.strikethrough != nil { node.element = .s }
        if style.underline != nil { node.element = .u }
        if let moment = run.moment {
            node.element = .time
            node.attributes[.datetime] = moment.formatted(.iso8601)
        }
        if let link = style.link {
            node.element = .a
            node.attributes[.href] = link
            node.attributes[.rel] = "noopener"
        }
        var fragment = Fragment(node)
        style.apply(to: &fragment)
        if style.strikethrough != nil, style.underline != nil {
            fragment.styles["text-decoration"] = "underline line-through"
        } else if let line = style.strikethrough ?? style.underline, line.pattern != .solid {
            fragment.styles["text-decoration-style"] = line.pattern.css
        }
        return fragment
    }
}

extension Text.Content {
    /// Whether the words change as time goes by.
    fileprivate var runsWithTime: Bool {
        if case .date(_, let style) = self { return style != .date && style != .time }
        return false
    }
}

extension Text.Run {
    fileprivate func resolved(_ environment: EnvironmentValues) -> [Text.Resolved] {
        func plain(_ text: String) -> [Text.Resolved] { [Text.Resolved(body: .text(text), style: style)] }
        switch content {
        case .verbatim(let text): return plain(text)
        case .key(let key, let table, let bundle):
            let text = key.resolved(in: environment, table: table, bundle: bundle)
            return InlineMarkdown.runs(text).map { $0.merged(with: style) }
        case .date(let date, let kind):
            return [Text.Resolved(body: .text(kind.text(of: date, environment)), style: style, moment: date)]
        case .interval(let range):
            let style = Text.DateStyle.time
            return plain(
                "\(style.text(of: range.lowerBound, environment)) – \(style.text(of: range.upperBound, environment))"
            )
        case .formatted(let value): return plain(value.text(environment.locale, environment.timeZone))
        case .attributed(let text): return AttributedRuns.runs(text).map { $0.merged(with: style) }
        case .icon(let name): return [Text.Resolved(body: .icon(name), style: style)]
        case .own(let word, let arguments): return plain(word.text(environment, filling: arguments))
        }
    }
}

extension Text.Resolved {
    /// The run's own looks go before those of the text around it.
    func merged(with outer: TextStyle) -> Text.Resolved {
        var copy = self
        var merged = outer
        merged.weight = style.weight ?? outer.weight
        merged.isItalic = style.isItalic || outer.isItalic
        merged.isMonospaced = style.isMonospaced || outer.isMonospaced
        merged.strikethrough = style.strikethrough ?? outer.strikethrough
        merged.underline = style.underline ?? outer.underline
        merged.link = style.link ?? outer.link
        copy.style = merged
        return copy
    }
}

/// The marks in a line of text that localized texts may have: emphasis, code, struck out, links.
enum InlineMarkdown {
    static func runs(_ text: String) -> [Text.Resolved] {
        guard text.contains(where: { "*_`~[".contains($0) }) else {
            return [Text.Resolved(body: .text(text), style: TextStyle())]
        }
        var runs: [Text.Resolved] = []
        parse(Substring(text), TextStyle(), into: &runs)
        return runs.isEmpty ? [Text.Resolved(body: .text(text), style: TextStyle())] : runs
    }

    private static let marks: [(mark: String, apply: @Sendable (inout TextStyle) -> Void)] = [
        ("**", { $0.weight = .bold }), ("__", { $0.weight = .bold }), ("~~", { $0.strikethrough = .single }),
        ("*", { $0.isItalic = true }), ("_", { $0.isItalic = true }), ("`", { $0.isMonospaced = true }),
    ]

    private static func parse(_ text: Substring, _ style: TextStyle, into runs: inout [Text.Resolved]) {
        var plain = ""
        var rest = text
        func flush() {
            if !plain.isEmpty { runs.append(Text.Resolved(body: .text(plain), style: style)) }
            plain = ""
        }
        while let first = rest.first {
            if first == "\\", let next = rest.dropFirst().first, next.isPunctuation || next.isSymbol {
                plain.append(next)
                rest = rest.dropFirst(2)
            } else if let (inside, after, apply) = span(rest, before: plain.last) {
                flush()
                var inner = style
                apply(&inner)
                parse(inside, inner, into: &runs)
                rest = after
            } else if first == "[", let (words, address, after) = link(rest) {
                flush()
                var inner = style
                inner.link = address
                parse(words, inner, into: &runs)
                rest = after
            } else {
                plain.append(first)
                rest = rest.dropFirst()
            }
        }
        flush()
    }

    private static func span(
        _ rest: Substring,
        before: Character?
    ) -> (Substring, Substring, @Sendable (inout TextStyle) -> Void)? {
        for (mark, apply) in marks where rest.hasPrefix(mark) {
            let body = rest.dropFirst(mark.count)
            // An underscore inside of a word is a letter.
            if mark.first == "_", let before, before.isLetter || before.isNumber { return nil }
            guard let first = body.first, !first.isWhitespace, let end = body.range(of: mark),
                end.lowerBound > body.startIndex, !body[body.index(before: end.lowerBound)].isWhitespace
            else { continue }
            return (body[..<end.lowerBound], body[end.upperBound...], apply)
        }
        return nil
    }

    private static func link(_ rest: Substring) -> (Substring, String, Substring)? {
        guard let middle = rest.range(of: "]("), let end = rest[middle.upperBound...].firstIndex(of: ")") else {
            return nil
        }
        let words = rest[rest.index(after: rest.startIndex)..<middle.lowerBound]
        guard !words.contains("[") else { return nil }
        return (words, String(rest[middle.upperBound..<end]), rest[rest.index(after: end)...])
    }
}

/// The runs of a text with attributes; links are what Foundation has of them here.
enum AttributedRuns {
    static func runs(_ text: AttributedString) -> [Text.Resolved] {
        text.runs.map { run in
            var style = TextStyle()
            if let link = run.link { style.link = link.absoluteString }
            return Text.Resolved(body: .text(String(text[run.range].characters)), style: style)
        }
    }
}
