// Default values keep the property's type in the schema.
@Model final class Defaults {
    var when: Date = .now
    var place: Place = .home
    var kind: Kind = Kind.a
    var weight: Double = 1
    var sum: Int = 2 + 3
    var tags: Set<String> = []
    var nothing: Int? = nil
    var five: Int? = 5
    var choice: Int = { 4 }()
    var negative: Int = -1
    init() {}
}
