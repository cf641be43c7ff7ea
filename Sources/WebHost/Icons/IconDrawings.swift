/// The drawings themselves, theme by theme in the files beside this one.
enum IconDrawings {
    /// What is shown for a name without a drawing: a rounded square with a dot.
    static let neutral = "M7 4h10a3 3 0 0 1 3 3v10a3 3 0 0 1-3 3H7a3 3 0 0 1-3-3V7a3 3 0 0 1 3-3zM12 12h.01"

    /// All drawings, by name.
    static let all: [String: String] = Dictionary(
        [marks].joined().map { ($0.name, $0.path) },
        uniquingKeysWith: { first, _ in first }
    )
}
