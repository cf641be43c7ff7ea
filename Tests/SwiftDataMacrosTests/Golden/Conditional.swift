// Only what is compiled counts; without a build configuration nothing in a condition does.
@Model final class Conditional {
    var title: String = ""
    #if DEBUG
    static let debugging = true
    #endif
    var last: Int = 0
    init() {}
}
