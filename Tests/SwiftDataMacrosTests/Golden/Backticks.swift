// Names that are keywords.
@Model final class `Class` {
    var `default`: Int = 3
    var `in`: String?
    init() {}
}
