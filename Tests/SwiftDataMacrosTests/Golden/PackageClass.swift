@Model package class Packaged {
    package var title: String = ""
    package init() {}
}
