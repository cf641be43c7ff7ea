import Synchronization

/// The drawings that stand for the names of icons.
///
/// All are drawn for this package, on a field of 24 by 24, with one stroke's width and round ends; they take the colour of
/// the text beside them.
final class IconCatalogue: Sendable {
    private let report: @Sendable (String) -> Void
    private let missing = Mutex<Set<String>>([])

    /// Unknown names beyond this many are no longer told apart.
    static let reportedNames = 1_000

    /// - Parameter report: Told of each name that has no drawing, once.
    init(report: @escaping @Sendable (String) -> Void = { _ in }) {
        self.report = report
    }

    /// An `svg` element for a name; a neutral one where there is no drawing of that name.
    func drawing(named name: String) -> String {
        if let known = Self.svg(named: name) { return known }
        let isNew = missing.withLock { $0.count < Self.reportedNames && $0.insert(name).inserted }
        if isNew { report(name) }
        return Self.wrap(IconDrawings.neutral)
    }

    /// Whether there is a drawing of that name.
    static func knows(_ name: String) -> Bool { drawing(of: name) != nil }

    private static func svg(named name: String) -> String? {
        drawing(of: name).map(wrap)
    }

    /// The drawing itself; a filled variant without one of its own is the outline, filled.
    private static func drawing(of name: String) -> String? {
        if let drawing = IconDrawings.all[name] { return drawing }
        guard name.hasSuffix(".fill"), let outline = IconDrawings.all[String(name.dropLast(5))] else { return nil }
        return "!" + outline
    }

    /// A drawing is the data of a path; with `!` before it, the shape is filled as well; after `|` follow lines that are
    /// cut out of the filled shape.
    private static func wrap(_ drawing: String) -> String {
        let isFilled = drawing.hasPrefix("!")
        let parts = (isFilled ? drawing.dropFirst() : Substring(drawing)).split(separator: "|")
        let opening = #"<svg viewBox="0 0 24 24" aria-hidden="true" focusable="false""#
        let main = parts.first.map { "<path d=\"\($0)\"/>" } ?? ""
        let cut = parts.dropFirst().map { "<path class=\"cut\" d=\"\($0)\"/>" }.joined()
        return opening + (isFilled ? " class=\"solid\">" : ">") + main + cut + "</svg>"
    }
}
