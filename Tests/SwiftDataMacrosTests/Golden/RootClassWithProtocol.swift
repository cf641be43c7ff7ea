// What stands behind the colon may be a model or not: the first ordinal is named.
@Model class Animal: Codable {
    var name: String = ""
    init() {}
}
