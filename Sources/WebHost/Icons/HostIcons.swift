/// Which icons the host can draw.
public enum HostIcons {
    /// Names with a drawing of their own, sorted.
    ///
    /// Many more can be drawn: variants are made of these.
    public static var names: [String] { IconDrawings.all.keys.sorted() }

    /// Whether a name is drawn as what it says, rather than as the neutral drawing.
    public static func isDrawn(_ name: String) -> Bool { IconCatalogue.knows(name) }
}
