/// The drawings themselves, theme by theme in the files beside this one: data of a path on a field of 24 by 24.
///
/// A name that is not here may still have a drawing, made of others by `IconCatalogue`.
enum IconDrawings {
    /// What is shown for a name without a drawing: a rounded square with a dot.
    static let neutral = "M7 4h10a3 3 0 0 1 3 3v10a3 3 0 0 1-3 3H7a3 3 0 0 1-3-3V7a3 3 0 0 1 3-3zM12 12h.01"

    /// All drawings, by name.
    static let all: [String: String] = Dictionary(
        [marks, arrows, time, writing, things, household, play, signs, digits, people, media, weather, devices]
            .joined().map { ($0.0, $0.1) },
        uniquingKeysWith: { first, _ in first }
    )

    /// Names that Apple's catalogue has for the same picture.
    static let sameAs: [String: String] = [
        "gear": "gearshape", "chevron.left": "chevron.backward", "chevron.right": "chevron.forward",
        "arrow.left": "arrow.backward", "arrow.right": "arrow.forward", "message": "bubble.left",
        "bubble": "bubble.left",
        "arrow.uturn.left": "arrow.uturn.backward", "arrow.uturn.right": "arrow.uturn.forward",
        "arrow.2.circlepath": "arrow.triangle.2.circlepath", "cloud": "icloud", "house.circle": "house",
        "text.bubble": "bubble.left.text", "mappin.and.ellipse": "mappin", "note": "doc",
        "square.stack": "square.on.square",
        "speaker.wave.3": "speaker.wave.2", "bell.and.waves.left.and.right": "bell.badge", "sun.min": "sun.max",
        "deskclock": "alarm", "timer": "stopwatch", "person.3": "person.2", "list.dash": "list.bullet",
        "line.horizontal.3": "line.3.horizontal",
        "rectangle.portrait.and.arrow.forward": "rectangle.portrait.and.arrow.right",
        "text.justify": "text.alignleft", "eyeglasses": "eye", "calendar.circle": "calendar",
        "doc.plaintext": "doc.text",
        "character": "textformat", "photo.on.rectangle": "photo", "folder.circle": "folder",
        "rectangle.stack": "square.on.square",
        "app": "square", "display": "desktopcomputer", "globe.americas": "globe", "network": "globe",
        "handbag": "bag", "memorychip": "cpu", "wand.and.rays": "wand.and.stars", "brain.head.profile": "brain",
        "lamp.desk": "lamp.table", "rectangle.dashed": "square.dashed", "speedometer": "gauge",
        "text.book.closed": "book.closed", "wrench.and.screwdriver": "wrench", "sportscourt": "soccerball",
    ]
}
