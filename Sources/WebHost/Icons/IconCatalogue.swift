import Synchronization

/// The drawings that stand for the names of icons.
///
/// All are drawn for this package, on a field of 24 by 24, with one stroke's width and round ends; they take the colour of
/// the text beside them. Variants are made of the plain drawings, as names are made of words: `.fill` fills a shape,
/// `.circle` and `.square` put a drawing into one, `.slash` strikes it out, `.badge.…` adds a small sign.
final class IconCatalogue: Sendable {
    private let report: @Sendable (String) -> Void
    private let state = Mutex(State())

    private struct State {
        var known: [String: String] = [:]
        var missing: Set<String> = []
    }

    /// Names beyond this many are drawn anew each time, and no longer told apart.
    static let rememberedNames = 1_000

    /// - Parameter report: Told of each name that has no drawing, once.
    init(report: @escaping @Sendable (String) -> Void = { _ in }) {
        self.report = report
    }

    /// An `svg` element for a name; a neutral one where there is no drawing of that name.
    func drawing(named name: String) -> String {
        if let known = state.withLock({ $0.known[name] }) { return known }
        let found = Self.content(of: name)
        let drawing = Self.element(found ?? Self.outline(IconDrawings.neutral))
        let isNew = state.withLock { state in
            if state.known.count < Self.rememberedNames { state.known[name] = drawing }
            return found == nil && state.missing.count < Self.rememberedNames && state.missing.insert(name).inserted
        }
        if isNew { report(name) }
        return drawing
    }

    /// Whether there is a drawing of that name.
    static func knows(_ name: String) -> Bool { content(of: name) != nil }

    private static func element(_ content: String) -> String {
        #"<svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">"# + content + "</svg>"
    }

    private static func outline(_ path: String) -> String { "<path d=\"\(path)\"/>" }

    /// What is inside of the `svg` element of a name, or nil.
    private static func content(of name: String) -> String? {
        if let path = path(of: name) { return outline(path) }
        if let base = name.droppingEnd(".fill") { return filled(base) }
        for frame in ["circle", "square"] {
            guard let base = name.droppingEnd("." + frame), let inner = path(of: base) else { continue }
            return outline(path(of: frame) ?? "") + small(inner)
        }
        if let base = name.droppingEnd(".slash"), let inner = content(of: base) {
            return inner + #"<path class="cut wide" d="M4 4l16 16"/><path d="M4 4l16 16"/>"#
        }
        return within(name) ?? badged(name)
    }

    private static func path(of name: String) -> String? {
        IconDrawings.all[name] ?? IconDrawings.sameAs[name].flatMap { IconDrawings.all[$0] }
    }

    /// A shape that is filled; within a frame, what it shows is cut out of it.
    private static func filled(_ name: String) -> String? {
        for frame in ["circle", "square", "triangle", "shield", "seal", "icloud"] {
            let base = name.droppingEnd("." + frame)
            guard let base, let inner = path(of: base), let shape = path(of: frame) else { continue }
            return #"<path class="solid" d="\#(shape)"/>"# + small(inner, within: frame, isCut: true)
        }
        if let base = name.droppingEnd(".slash"), let inner = filled(base) {
            return inner + #"<path class="cut wide" d="M4 4l16 16"/><path d="M4 4l16 16"/>"#
        }
        if let path = path(of: name) {
            return #"<path class="solid" d="\#(firstShape(of: path))"/>"# + details(of: path)
        }
        return badged(name)
    }

    /// The outline of a drawing is its first closed line; what follows lies inside and is cut out.
    private static func firstShape(of path: String) -> String {
        guard let end = path.firstIndex(of: "z") else { return path }
        return String(path[...end])
    }

    private static func details(of path: String) -> String {
        guard let end = path.firstIndex(of: "z") else { return "" }
        let rest = path[path.index(after: end)...]
        return rest.isEmpty ? "" : #"<path class="detail" d="\#(rest)"/>"#
    }

    /// `exclamationmark.triangle`, `checkmark.shield`, `exclamationmark.icloud`: a sign within a shape.
    private static func within(_ name: String) -> String? {
        for frame in ["triangle", "shield", "seal", "icloud", "diamond", "hexagon", "rectangle", "bubble"] {
            guard let base = name.droppingEnd("." + frame), let inner = path(of: base), let shape = path(of: frame)
            else { continue }
            return outline(shape) + small(inner, within: frame)
        }
        return nil
    }

    /// `folder.badge.plus`: the drawing, and a small sign at its lower right.
    private static func badged(_ name: String) -> String? {
        let parts = name.split(separator: ".").map(String.init)
        guard let place = parts.firstIndex(of: "badge"), place > 0 else { return nil }
        guard let base = path(of: parts[..<place].joined(separator: ".")) else { return nil }
        let sign = parts[(place + 1)...].joined(separator: ".")
        let dot = #"<path class="cut wide" d="M18 18h.01"/>"#
        guard let inner = path(of: sign) else {
            return outline(base) + #"<circle class="dot" cx="18" cy="6" r="3.5"/>"#
        }
        let badge = #"<g transform="translate(13 13) scale(.45)" stroke-width="3.6"><path d="\#(inner)"/></g>"#
        return outline(base) + #"<circle class="hole" cx="18.4" cy="18.4" r="6.2"/>"# + badge
            + (sign.isEmpty ? dot : "")
    }

    private static func small(_ path: String, within frame: String = "circle", isCut: Bool = false) -> String {
        // A triangle's middle lies low, and a cloud's.
        let lifts: [String: Double] = ["triangle": 2.2, "icloud": 1.8]
        let scales: [String: Double] = ["triangle": 0.46, "icloud": 0.42, "seal": 0.5, "shield": 0.5]
        let lift = lifts[frame] ?? 0
        let scale = scales[frame] ?? 0.58
        let offset = 12 - 12 * scale
        let place = "translate(\(number(offset)) \(number(offset + lift))) scale(\(number(scale)))"
        let style = isCut ? #" class="cut""# : ""
        return #"<g transform="\#(place)" stroke-width="\#(number(1.75 / scale))"\#(style)><path d="\#(path)"/></g>"#
    }

    private static func number(_ value: Double) -> String {
        let hundredths = Int((value * 100).rounded())
        let rest = hundredths % 100
        return rest == 0 ? "\(hundredths / 100)" : "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
    }
}

extension String {
    /// The text without that end; nil where it has another, or nothing before it.
    fileprivate func droppingEnd(_ end: String) -> String? {
        hasSuffix(end) && count > end.count ? String(dropLast(end.count)) : nil
    }
}
