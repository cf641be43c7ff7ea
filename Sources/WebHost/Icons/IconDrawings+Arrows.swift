extension IconDrawings {
    /// Directions, and what comes and goes.
    static let arrows: [(String, String)] = [
        ("chevron.backward", "M14.5 5l-7 7 7 7"),
        ("chevron.forward", "M9.5 5l7 7-7 7"),
        ("chevron.up", "M5 15l7-7 7 7"),
        ("chevron.down", "M5 9l7 7 7-7"),
        ("chevron.up.chevron.down", "M8 9.5l4-4 4 4M8 14.5l4 4 4-4"),
        ("chevron.left.forwardslash.chevron.right", "M8 7l-5 5 5 5M16 7l5 5-5 5M13.5 5l-3 14"),
        ("arrow.up", "M12 20V4.5M5.5 11L12 4.5l6.5 6.5"),
        ("arrow.down", "M12 4v15.5M5.5 13l6.5 6.5 6.5-6.5"),
        ("arrow.backward", "M20 12H4.5M11 5.5L4.5 12l6.5 6.5"),
        ("arrow.forward", "M4 12h15.5M13 5.5l6.5 6.5-6.5 6.5"),
        ("arrow.up.right", "M6.5 17.5l11-11M8.5 6.5h9v9"),
        ("arrow.down.right", "M6.5 6.5l11 11M8.5 17.5h9v-9"),
        ("arrow.up.left", "M17.5 17.5l-11-11M15.5 6.5h-9v9"),
        ("arrow.down.left", "M17.5 6.5l-11 11M15.5 17.5h-9v-9"),
        ("arrow.up.arrow.down", "M7.5 19.5v-15M4 8l3.5-3.5L11 8M16.5 4.5v15M13 16l3.5 3.5L20 16"),
        ("arrow.left.arrow.right", "M4.5 7.5h15M16 4l3.5 3.5L16 11M19.5 16.5h-15M8 13l-3.5 3.5L8 20"),
        ("arrow.up.and.down", "M12 4v16M8 8l4-4 4 4M8 16l4 4 4-4"),
        ("arrow.up.left.and.arrow.down.right", "M13.5 4.5h6v6M19.5 4.5L13 11M10.5 19.5h-6v-6M4.5 19.5L11 13"),
        ("arrow.down.right.and.arrow.up.left", "M19.5 10.5h-6v-6M13.5 10.5L20 4M4.5 13.5h6v6M10.5 13.5L4 20"),
        ("arrow.clockwise", "M19.5 12A7.5 7.5 0 1 1 17 6.4M17.5 2.5v4.3h-4.3"),
        ("arrow.counterclockwise", "M4.5 12A7.5 7.5 0 1 0 7 6.4M6.5 2.5v4.3h4.3"),
        (
            "arrow.triangle.2.circlepath",
            "M4.5 11.5A7.5 7.5 0 0 1 18 7.3M19.5 12.5A7.5 7.5 0 0 1 6 16.7M18.5 3.5v4.3h-4.3M5.5 20.5v-4.3h4.3"
        ),
        ("arrow.uturn.backward", "M8.5 4.5L4 9l4.5 4.5M4 9h10a5.5 5.5 0 0 1 0 11H9"),
        ("arrow.uturn.forward", "M15.5 4.5L20 9l-4.5 4.5M20 9H10a5.5 5.5 0 0 0 0 11h5"),
        ("arrow.turn.up.left", "M8.5 4.5L4 9l4.5 4.5M4 9h11a4 4 0 0 1 4 4v6.5"),
        ("arrow.turn.down.right", "M15.5 10.5L20 15l-4.5 4.5M20 15H9a4 4 0 0 1-4-4V4.5"),
        ("arrowshape.turn.up.left", "M10 5.5L3.5 11.5l6.5 6v-3.7c4.5 0 7.5 1 10 4.2-.5-5.5-4-8.5-10-8.8z"),
        ("arrowshape.turn.up.right", "M14 5.5l6.5 6-6.5 6v-3.7c-4.5 0-7.5 1-10 4.2.5-5.5 4-8.5 10-8.8z"),
        (
            "square.and.arrow.up",
            "M12 15V3.5M8 7.5l4-4 4 4M8 10.5H6.5a2 2 0 0 0-2 2V18a2.5 2.5 0 0 0 2.5 2.5h10a2.5 2.5 0 0 0 2.5-2.5v-5.5a2 2 0 0 0-2-2H16"
        ),
        (
            "square.and.arrow.down",
            "M12 3.5V15M8 11l4 4 4-4M8 9.5H6.5a2 2 0 0 0-2 2V18a2.5 2.5 0 0 0 2.5 2.5h10a2.5 2.5 0 0 0 2.5-2.5v-6.5a2 2 0 0 0-2-2H16"
        ),
        ("arrow.down.to.line", "M12 4v11M7 10.5l5 5 5-5M5 20h14"),
        ("arrow.up.to.line", "M12 20V9M7 13.5l5-5 5 5M5 4h14"),
        (
            "rectangle.portrait.and.arrow.right",
            "M14 8V6a2 2 0 0 0-2-2H6.5a2 2 0 0 0-2 2v12a2 2 0 0 0 2 2H12a2 2 0 0 0 2-2v-2M9.5 12h11M17 8.5l3.5 3.5-3.5 3.5"
        ),
        ("arrow.right.to.line", "M4 12h12M11.5 7l5 5-5 5M20 5v14"),
        ("return", "M19.5 5v5a3 3 0 0 1-3 3H5M9 8.5L4.5 13 9 17.5"),
        (
            "shuffle",
            "M4 17.5h2.5c4 0 6.5-11 11-11H20M4 6.5h2.5c1.5 0 2.7 1.5 3.7 3.4M13.3 14.5c1.2 1.8 2.5 3 4.2 3H20M17 3.5l3 3-3 3M17 14.5l3 3-3 3"
        ),
        ("repeat", "M4.5 11V9.5a3 3 0 0 1 3-3H19M16 3.5l3 3-3 3M19.5 13v1.5a3 3 0 0 1-3 3H5M8 14.5l-3 3 3 3"),
    ]
}
