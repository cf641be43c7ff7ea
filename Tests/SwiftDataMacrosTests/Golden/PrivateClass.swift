@Model private final class Hidden {
    private var title: String = ""
    init() {}
}
@Model fileprivate class HiddenInFile {
    fileprivate var title: String = ""
    init() {}
}
