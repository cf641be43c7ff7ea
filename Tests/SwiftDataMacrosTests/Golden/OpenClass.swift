// Members of an open class can be overridden outside of its module.
@Model open class Base {
    public var title: String = ""
    public init() {}
}
