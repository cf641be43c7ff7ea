extension IconDrawings {
    /// Signs: plus, check marks, crosses, dots.
    static let marks: [(name: String, path: String)] = [
        ("plus", "M12 5v14M5 12h14"),
        ("minus", "M5 12h14"),
        ("xmark", "M6 6l12 12M18 6L6 18"),
        ("checkmark", "M5 12.5l4.5 4.5L19 7"),
        ("circle", "M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 1 0 0-17z"),
        ("checkmark.circle", "M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 1 0 0-17zM8 12.3l2.8 2.8L16 9.5"),
        ("checkmark.circle.fill", "!M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 1 0 0-17z|M8 12.3l2.8 2.8L16 9.5"),
        (
            "trash",
            "M4 6.5h16M9 6.5V5a1.5 1.5 0 0 1 1.5-1.5h3A1.5 1.5 0 0 1 15 5v1.5M6 6.5l.9 12.2A2 2 0 0 0 8.9 20.500h6.2a2 2 0 0 0 2-1.800L18 6.500M10 10.500v6M14 10.500v6"
        ),
        ("magnifyingglass", "M10.500 4a6.500 6.500 0 1 0 0 13a6.500 6.500 0 1 0 0-13zM15.300 15.300L20 20"),
        ("chevron.backward", "M14.500 5L7.500 12l7 7"),
    ]
}
