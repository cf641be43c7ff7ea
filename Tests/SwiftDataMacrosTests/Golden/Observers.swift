// Observers of a persisted property are not called; the property is persisted all the same.
@Model final class Observed {
    var title: String = "" {
        didSet { print(title) }
    }
    init() {}
}
